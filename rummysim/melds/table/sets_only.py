"""Solutions that hold no run: every value for itself, jokers counted one by one.

``n`` tiles of one value, no colour more than ``q`` times, fill ``q`` sets with any number of jokers from ``3 q - n``
(at least 0) to ``4 q - n``: every set has a natural, so ``q <= n``. What the values give is joined by jokers used.
"""

import numpy as np
from numba import int64, types

from rummysim.core.jit import kernel
from rummysim.melds.table.layer import MAX_JOKERS, N_COLOURS, N_VECTORS
from rummysim.melds.table.memory import LAST, WORK

__all__ = ["NO_SETS", "best_of_sets", "fills_sets"]

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


@kernel(int64(WORK, int64, int64, types.Array(int64, 1, "C")))
def join_values(work, least, most, best):
    """Most weight in sets with ``least`` to ``most`` jokers, each of those above ``least`` weighing ``joker_weight``.

    best : (9,) int64, scratch: by jokers used so far.
    """
    best[:] = NO_SETS
    best[0] = 0
    for value in range(1, LAST + 1):
        for n_jokers in range(most, -1, -1):
            joined = np.int64(NO_SETS)
            for here in range(n_jokers + 1):
                if best[n_jokers - here] >= 0:
                    gain = most_of_value(work, value, here)
                    if gain >= 0:
                        joined = max(joined, best[n_jokers - here] + gain * work.weight[value])
            best[n_jokers] = joined
    answer = np.int64(-1)
    for n_jokers in range(least, most + 1):
        if best[n_jokers] >= 0:
            answer = max(answer, best[n_jokers] + work.joker_weight * (n_jokers - least))
    return answer


@kernel(int64(WORK, int64, int64))
def best_of_sets(work, table_jokers, rack_jokers):
    """Most weight that sets alone lay, -1 if they cannot keep the table."""
    return join_values(work, table_jokers, table_jokers + rack_jokers, np.empty(MAX_JOKERS + 1, np.int64))
