"""The melds of a best solution, from the moves of the walk; if its path went by other tags, from a walk with its tag.

The solution read is the first the walk finds; :mod:`rummysim.melds.table.keep` finds one in which few tiles move.
"""

import numpy as np
from numba import int64

from rummysim.core.bits import count_bits
from rummysim.core.jit import kernel
from rummysim.melds.table.build import absorb, add_sets, close_run, extend_runs, order_melds
from rummysim.melds.table.layer import N_COLOURS, jokers_of_sets, take_vector
from rummysim.melds.table.memory import LAST, SOLVER, TABLES, WORK
from rummysim.melds.table.reach import best_when_points_are_due, searched, walked_again
from rummysim.melds.table.sets_only import best_of_sets, lay_sets
from rummysim.melds.table.solve import INFEASIBLE, UNKNOWN, must_hold_run

__all__ = ["lay_more", "lay_out", "lay_out_optional", "lay_when_due"]

TWICE = 0b10101010
"""The upper bits of two a colour."""


@kernel(int64(TABLES, WORK, int64, int64, int64, int64, int64))
def sets_of_value(tables, work, value, n_highs, vector, gain, n_jokers):
    """Lay the sets of a value beside its runs: the first way to lay ``gain`` free tiles with so many jokers.

    n_highs : high 1s, two bits a colour; vector : tiles in runs. Returns 0 if there is no way.
    """
    low, high, runs = ~np.uint64(0), ~np.uint64(0), np.int64(tables.vector_digits[vector])
    n_tiles = np.int64(gain)
    for colour in range(N_COLOURS):
        n_high = n_highs >> 2 * colour & 3
        n_held, n_bound = work.held[colour, value] - n_high, max(0, work.bound[colour, value] - n_high)
        n_runs = min(runs >> 2 * colour & 3, n_held)
        n_tiles += n_bound - n_runs
        numbers = (2 << (n_held - n_runs)) - (1 << max(0, n_bound - n_runs))
        low &= tables.box[colour, numbers, 0]
        high &= tables.box[colour, numbers, 1]
    while low | high:
        choice, low, high = take_vector(low, high)
        used = np.int64(tables.vector_digits[choice])
        n_double = count_bits(np.uint64(used & TWICE))
        needed = jokers_of_sets(n_tiles, n_double)
        if n_double + count_bits(np.uint64(used)) == n_tiles and needed <= n_jokers:
            if n_tiles:
                add_sets(work, value, used, 2 if n_double else 1, needed)
            return 1
    return 0


@kernel(int64(TABLES, WORK, int64, int64, int64))
def read_value(tables, work, value, n_highs, move):
    """Melds of one value of a path; 0 if the move does not fit (never)."""
    vector, more = move & 255, move >> 8
    code = work.tag_code[work.best_tag] if value == 1 else work.code[value]
    word = np.int64(tables.gains[code, vector])
    rest, n_jokers = vector, (word & 15) + more
    for colour in range(N_COLOURS):
        k, rest = rest % 3, rest // 3
        n_held = work.held[colour, value] - (n_highs >> 2 * colour & 3)
        n_jokers -= max(0, k - n_held)
        extend_runs(work, colour, value, k, n_held)
    return sets_of_value(tables, work, value, n_highs, vector, word >> 4 * (more + 1) & 15, n_jokers)


@kernel(int64(TABLES, WORK))
def read_walk(tables, work):
    """Melds of the best item of a walk over one tag; 0 if something does not fit (never)."""
    work.n_melds, work.spare_jokers = 0, work.n_jokers
    item = work.best_item
    for value in range(2, LAST + 1):
        work.moves[value] = work.item_move[item]
        item = np.int64(work.item_parent[item])
    work.moves[1] = work.best_move
    n_highs = work.tag_highs[work.best_tag]
    for colour in range(N_COLOURS):
        for number in range(2):
            work.tracks[colour, number, 1] = 0
        extend_runs(work, colour, LAST + 1, n_highs >> 2 * colour & 3, np.int64(2))
    for value in range(LAST, 0, -1):
        if not read_value(tables, work, value, n_highs if value == 1 else np.int64(0), work.moves[value]):
            return 0
    for colour in range(N_COLOURS):
        for number in range(2):
            close_run(work, colour, number)
    return 1


@kernel(int64(WORK))
def is_whole(work):
    """1 if the best item is of the last walk and all items behind it have its tag, so that its path can be read."""
    tag, item = np.uint64(work.best_tag), np.int64(work.best_item)
    if not work.is_last:
        return 0
    for _ in range(2, LAST + 1):
        if not work.item_tags[item] >> tag & np.uint64(1):
            return 0
        item = np.int64(work.item_parent[item])
    return 1


@kernel(int64(TABLES, WORK, int64, int64))
def read_best(tables, work, ace_high, has_run):
    """Melds of the best solution after a search, walked again with its tag if need be; 0 if that fails (never)."""
    if is_whole(work):
        return read_walk(tables, work)
    return read_walk(tables, work) if walked_again(tables, work, ace_high, has_run) >= 0 else 0


@kernel(SOLVER)
def lay_out_optional(tables, work, table_jokers, rack_jokers, ace_high):
    """:func:`lay_out` where jokers need no place here; those that found none are ``spare_jokers``."""
    best = searched(tables, work, table_jokers + rack_jokers, ace_high, np.int64(1))
    if best < 0 or not read_best(tables, work, ace_high, np.int64(1)):
        return np.int64(INFEASIBLE)
    absorb(work, ace_high)
    order_melds(work)
    return best + work.joker_weight * rack_jokers


@kernel(SOLVER)
def lay_when_due(tables, work, points_due, ace_high, _):
    """:func:`lay_out` for :func:`rummysim.melds.table.solve.best_when_due`."""
    best = best_when_points_are_due(tables, work, points_due, ace_high)
    work.points_due = max(np.int64(0), points_due)
    found = read_best(tables, work, ace_high, np.int64(1)) if best >= 0 else np.int64(0)
    work.points_due = 0
    order_melds(work)
    return best if found else np.int64(INFEASIBLE)


@kernel(int64(TABLES, WORK, int64, int64, int64, int64))
def lay_at_least(tables, work, table_jokers, rack_jokers, ace_high, least):
    """:func:`lay_out`, whose melds are read if the answer is not less than ``least``."""
    work.n_jokers = table_jokers + rack_jokers
    has_run = must_hold_run(tables, work)
    best = searched(tables, work, work.n_jokers, ace_high, has_run)
    if best >= 0:
        best += rack_jokers * work.joker_weight
    of_sets = np.int64(INFEASIBLE)
    if not has_run and best != UNKNOWN:
        of_sets = best_of_sets(work, table_jokers, rack_jokers)
    if best == UNKNOWN:
        return best
    if max(best, of_sets) < least:
        return max(best, of_sets)
    if of_sets > best:
        lay_sets(work, table_jokers, rack_jokers)
    elif not read_best(tables, work, ace_high, has_run) or not absorb(work, ace_high):
        return np.int64(INFEASIBLE)
    order_melds(work)
    return max(best, of_sets)


@kernel(SOLVER)
def lay_out(tables, work, table_jokers, rack_jokers, ace_high):
    """Most weight of what is loaded (:func:`best_loaded`), and ``melds`` that lay it, in the order of 8.1."""
    return lay_at_least(tables, work, table_jokers, rack_jokers, ace_high, np.int64(0))


@kernel(SOLVER)
def lay_more(tables, work, table_jokers, rack_jokers, ace_high):
    """:func:`lay_out`, without melds if nothing of the rack can be laid."""
    return lay_at_least(tables, work, table_jokers, rack_jokers, ace_high, np.int64(1))
