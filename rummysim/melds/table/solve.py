"""Most rack tiles that can be laid while every table tile stays in a meld, free rearrangement, any number of jokers.

Tiles are masks of four lanes of 16 bits, a lane a colour, bit ``value - 1``: kinds that are there, and kinds that are
there twice. Rack and table together hold no kind more than twice.

Jokers may be taken as optional as long as the solution holds a run: one left over goes on at the end of a run (runs of
six and more can be cut). So all jokers are laid then, those of the rack included. Solutions of sets only are reckoned
apart, with their jokers counted one by one (:func:`sets_only`).
"""

import numpy as np
from numba import int64, types, uint64, void

from rummysim.core.jit import kernel
from rummysim.melds.table.consistency import ALL_K, narrow
from rummysim.melds.table.layer import N_COLOURS
from rummysim.melds.table.memory import LAST, SOLVER, TABLES, WORK
from rummysim.melds.table.reach import most_loaded, searched, walked
from rummysim.melds.table.sets_only import best_of_sets
from rummysim.melds.table.walk import FOUND, TOO_LARGE, walk
from rummysim.melds.table.words import fill_words

__all__ = [
    "INFEASIBLE",
    "UNKNOWN",
    "best_loaded",
    "best_when_due",
    "count_weights",
    "load",
    "most_weight",
    "must_hold_run",
    "open_all",
    "point_weights",
    "search",
    "walk_again",
    "walk_opened",
    "weights_of",
]

INFEASIBLE, UNKNOWN = -1, -2
"""Answers: the table cannot be kept; the memory was too small for an exact answer."""
MANY_TAGS = -3
"""More tags than a mask holds."""
MAX_TAGS = 64


@kernel(void(WORK))
def count_weights(work):
    """Every tile weighs one, jokers too."""
    work.joker_weight = 1
    for value in range(LAST + 1):
        work.weight[value] = 1


@kernel(void(WORK, int64))
def point_weights(work, joker):
    """Every tile weighs its number."""
    work.joker_weight = joker
    for value in range(LAST + 1):
        work.weight[value] = value


@kernel(void(WORK, uint64, uint64, uint64, uint64))
def load(work, table, table_twice, rack, rack_twice):
    """Set the tiles of a position."""
    work.points_due = 0
    for value in range(1, LAST + 1):
        code = np.int64(0)
        for colour in range(N_COLOURS - 1, -1, -1):
            place = np.uint64(16 * colour + value - 1)
            n_bound = np.int64(table >> place & np.uint64(1)) + np.int64(table_twice >> place & np.uint64(1))
            n_held = n_bound + np.int64(rack >> place & np.uint64(1)) + np.int64(rack_twice >> place & np.uint64(1))
            work.held[colour, value], work.bound[colour, value] = n_held, n_bound
            code = 6 * code + n_held * (n_held + 1) // 2 + n_bound
        work.code[value] = code


@kernel(void(WORK, int64, int64))
def open_all(work, n_jokers, ace_high):
    """Allow everything."""
    work.n_jokers = n_jokers
    for colour in range(N_COLOURS):
        for value in range(2, LAST + 1):
            work.allowed[colour, value] = ALL_K
        n_high = work.held[colour, 1] if ace_high else np.int64(0)
        work.highs[colour] = (1 << (n_high + 1)) - 1
        for high in range(3):
            work.lowest[colour, high] = ALL_K if high <= n_high else 0


@kernel(int64(TABLES, WORK), inline=True)
def must_hold_run(tables, work):
    """1 if the bound tiles need more jokers than there are to lie in sets only."""
    n_needed = np.int64(0)
    for value in range(1, LAST + 1):
        n_needed += np.int64(tables.gains[work.code[value], 0]) & 15
    return 1 if n_needed > work.n_jokers else 0


@kernel(SOLVER)
def walk_opened(tables, work, has_run, _1, _2):
    """Most weight with what has been allowed, or ``INFEASIBLE``, ``UNKNOWN`` or ``MANY_TAGS``."""
    if not narrow(tables, work):
        return np.int64(INFEASIBLE)
    if work.n_tags > MAX_TAGS:
        return np.int64(MANY_TAGS)
    fill_words(tables, work)
    outcome = walk(tables, work, has_run)
    if outcome == TOO_LARGE:
        return np.int64(UNKNOWN)
    if outcome != FOUND:
        return np.int64(INFEASIBLE)
    work.best_highs = work.tag_highs[work.best_tag]
    return work.best_gain


@kernel(int64(TABLES, WORK, int64, int64, int64))
def search_by_highs(tables, work, n_jokers, ace_high, has_run):
    """:func:`search` for one number of high 1s of the first colour after the other."""
    best, highs = np.int64(INFEASIBLE), np.int64(0)
    for high in range(3):
        open_all(work, n_jokers, ace_high)
        work.highs[0] &= 1 << high
        found = walked(tables, work, has_run) if work.highs[0] else np.int64(INFEASIBLE)
        if found == UNKNOWN:
            return found
        if found > best:
            best, highs = found, work.best_highs
    work.best_highs, work.is_last = highs, 0
    return best


@kernel(SOLVER)
def search(tables, work, n_jokers, ace_high, has_run):
    """Most weight of free tiles in a solution that holds a run, or ``INFEASIBLE`` or ``UNKNOWN``."""
    open_all(work, n_jokers, ace_high)
    work.is_last = 1
    best = walked(tables, work, has_run)
    return search_by_highs(tables, work, n_jokers, ace_high, has_run) if best == MANY_TAGS else best


@kernel(SOLVER)
def walk_again(tables, work, ace_high, has_run, _):
    """Walk with the high 1s of the best solution only, so that its path can be read; ``INFEASIBLE`` never."""
    highs = work.best_highs
    open_all(work, work.n_jokers, ace_high)
    for colour in range(N_COLOURS):
        work.highs[colour] = 1 << (highs >> 2 * colour & 3)
    return walked(tables, work, has_run)


@kernel(SOLVER)
def best_when_due(tables, work, points_due, ace_high, _):
    """Most weight of what is loaded, without jokers, in melds worth so many points."""
    work.points_due = max(np.int64(0), points_due)
    best = searched(tables, work, np.int64(0), ace_high, np.int64(1))
    work.points_due = 0
    return best


@kernel(SOLVER)
def best_loaded(tables, work, table_jokers, rack_jokers, ace_high):
    """:func:`most_weight` of the tiles that are loaded."""
    work.n_jokers = table_jokers + rack_jokers
    has_run = must_hold_run(tables, work)
    best = searched(tables, work, table_jokers + rack_jokers, ace_high, has_run)
    if best >= 0:
        best += rack_jokers * work.joker_weight
    if has_run or best == UNKNOWN:
        return best
    return max(best, best_of_sets(work, table_jokers, rack_jokers))


@kernel(int64(TABLES, WORK, uint64, uint64, uint64, uint64, int64, int64, int64))
def most_weight(tables, work, table, table_twice, rack, rack_twice, table_jokers, rack_jokers, ace_high):
    """Most weight of the rack that can be laid, jokers included, or ``INFEASIBLE`` or ``UNKNOWN``."""
    load(work, table, table_twice, rack, rack_twice)
    return most_loaded(tables, work, table_jokers, rack_jokers, ace_high)


@kernel(int64(TABLES, WORK, types.Array(uint64, 2, "C"), int64, int64))
def weights_of(tables, work, positions, ace_high, n_rounds):
    """:func:`most_weight` of many positions, added up, all of them so many times.

    positions : (n, 6) uint64, a row the masks of :func:`most_weight`, then the jokers of table and rack.
    """
    total = np.int64(0)
    for _ in range(n_rounds):
        for number in range(positions.shape[0]):
            load(work, positions[number, 0], positions[number, 1], positions[number, 2], positions[number, 3])
            n_table, n_rack = np.int64(positions[number, 4]), np.int64(positions[number, 5])
            total += most_loaded(tables, work, n_table, n_rack, ace_high)
    return total
