"""Solutions that hold no run: every value for itself, jokers counted one by one.

``n`` tiles of one value, no colour more than ``q`` times, fill ``q`` sets with any number of jokers from ``3 q - n``
(at least 0) to ``4 q - n``: every set has a natural, so ``q <= n``. What the values give is joined by jokers used.
"""

import numpy as np
from numba import int64, void

from rummysim.core.jit import kernel
from rummysim.melds.table.build import add_sets
from rummysim.melds.table.layer import N_COLOURS, N_VECTORS
from rummysim.melds.table.memory import LAST, WORK

__all__ = ["best_of_sets", "fills_sets", "lay_sets"]

NO_SETS = -(1 << 40)


@kernel(int64(int64, int64, int64))
def fills_sets(n_tiles, most_of_colour, n_jokers):
    """1 if tiles of one value and exactly so many jokers are sets."""
    if n_tiles == 0:
        return 1 if n_jokers == 0 else 0
    for n_sets in range(max(most_of_colour, (n_tiles + 3) // 4), n_tiles + 1):
        if max(0, 3 * n_sets - n_tiles) <= n_jokers <= 4 * n_sets - n_tiles:
            return 1
    return 0


@kernel(int64(WORK, int64, int64))
def most_of_value(work, value, n_jokers):
    """Most free tiles of a value in sets with exactly so many jokers."""
    best = np.int64(NO_SETS)
    for vector in range(N_VECTORS):
        rest, n_tiles, most, gain, fits = vector, 0, 0, np.int64(0), True
        for colour in range(N_COLOURS):
            n_used, rest = rest % 3, rest // 3
            fits = fits and work.bound[colour, value] <= n_used <= work.held[colour, value]
            n_tiles, most = n_tiles + n_used, max(most, n_used)
            gain += n_used - work.bound[colour, value]
        if fits and gain > best and fills_sets(n_tiles, most, n_jokers):
            best = gain
    return best


@kernel(int64(WORK, int64, int64))
def best_of_sets(work, table_jokers, rack_jokers):
    """Most weight that sets alone lay, jokers of the rack included, -1 if they cannot keep the table.

    ``of_sets[value, n]`` becomes the most weight of that value and those above it with exactly n jokers.
    """
    most = table_jokers + rack_jokers
    work.of_sets[LAST + 1, :] = NO_SETS
    work.of_sets[LAST + 1, 0] = 0
    for value in range(LAST, 0, -1):
        for n_jokers in range(most + 1):
            joined = np.int64(NO_SETS)
            for here in range(n_jokers + 1):
                rest = work.of_sets[value + 1, n_jokers - here]
                if rest >= 0:
                    joined = max(joined, rest + work.weight[value] * most_of_value(work, value, here))
            work.of_sets[value, n_jokers] = joined if joined >= 0 else NO_SETS
    answer = np.int64(-1)
    for n_jokers in range(table_jokers, most + 1):
        if work.of_sets[1, n_jokers] >= 0:
            answer = max(answer, work.of_sets[1, n_jokers] + work.joker_weight * (n_jokers - table_jokers))
    return answer


@kernel(void(WORK, int64, int64))
def lay_value(work, value, n_jokers):
    """Sets of a value with exactly so many jokers that lay most of its free tiles."""
    target = most_of_value(work, value, n_jokers)
    for vector in range(N_VECTORS):
        rest, used, n_tiles, most, gain, fits = vector, 0, 0, 0, np.int64(0), True
        for colour in range(N_COLOURS):
            n_used, rest = rest % 3, rest // 3
            fits = fits and work.bound[colour, value] <= n_used <= work.held[colour, value]
            used |= n_used << 2 * colour
            n_tiles, most = n_tiles + n_used, max(most, n_used)
            gain += n_used - work.bound[colour, value]
        if fits and gain == target and fills_sets(n_tiles, most, n_jokers):
            n_sets = max(most, (n_tiles + 3) // 4)
            while n_jokers > 4 * n_sets - n_tiles:
                n_sets += 1
            if n_tiles:
                add_sets(work, value, used, n_sets, n_jokers)
            return


@kernel(int64(WORK, int64, int64))
def lay_sets(work, table_jokers, rack_jokers):
    """Melds of a best solution of sets only, after :func:`best_of_sets`; returns the jokers laid."""
    best, n_jokers = best_of_sets(work, table_jokers, rack_jokers), table_jokers
    while work.of_sets[1, n_jokers] + work.joker_weight * (n_jokers - table_jokers) != best:
        n_jokers += 1
    work.n_melds = work.spare_jokers = 0
    left = n_jokers
    for value in range(1, LAST + 1):
        here, total = np.int64(0), work.of_sets[value, left]
        while (
            work.of_sets[value + 1, left - here] < 0
            or work.of_sets[value + 1, left - here] + work.weight[value] * most_of_value(work, value, here) != total
        ):
            here += 1
        lay_value(work, value, here)
        left -= here
    work.spare_jokers = 0
    return n_jokers
