"""The new table after :func:`rummysim.melds.table.release.most_released` (or a search with :mod:`settle` alone)."""

import numpy as np
from numba import int64, uint64, void

from rummysim.core.bits import lowest_bit
from rummysim.core.jit import kernel
from rummysim.melds.code import is_run, meld_naturals, run_start, set_code, set_suits, set_wilds
from rummysim.melds.table.build import add_meld, order_melds
from rummysim.melds.table.frames import BEST, FREE, FREE_RACK, N_PLACED
from rummysim.melds.table.memory import LAST, RULES, TABLES, WORK
from rummysim.melds.table.reach import laid_out, laid_out_optional
from rummysim.melds.table.settle import longer_by_jokers
from rummysim.melds.table.solve import load

__all__ = ["lay_out_released"]

PATTERN_TOP = 13


@kernel(int64(int64, uint64))
def with_joker_for(code, kind):
    """A meld with a joker in the place of its natural of a kind."""
    colour, place = lowest_bit(kind) >> 4, lowest_bit(kind) & 15
    if is_run(code):
        return code | 1 << (PATTERN_TOP - (place - run_start(code)) % LAST)
    return set_code(np.int64(place), set_suits(code) ^ 1 << colour, set_wilds(code) + 1)


@kernel(int64(WORK, uint64, int64))
def make_joker(work, kind, first):
    """Put a joker in the place of a natural of a kind, in the first meld that may have one; 0 if there is none.

    first : number of melds before those that were placed.
    """
    for number in range(work.n_melds):
        faces = work.faces[BEST, number - first] if number >= first else np.uint64(0)
        if meld_naturals(work.melds[number], LAST) & ~faces & kind:
            work.melds[number] = with_joker_for(work.melds[number], kind)
            return 1
    return 0


@kernel(void(WORK, RULES, int64))
def absorb_in(work, rules, first):
    """Add jokers that found no place to the melds from ``first`` on."""
    for number in range(first, work.n_melds):
        for more in range(work.spare_jokers, 0, -1):
            longer = longer_by_jokers(work, rules, work.melds[number], np.int64(more))
            if longer:
                work.melds[number] = longer
                work.spare_jokers -= more
                break


@kernel(int64(TABLES, WORK, RULES))
def lay_out_released(tables, work, rules):
    """Melds of the answer of :func:`most_released`, in the order of 8.1; 0 if that fails (never)."""
    tiles, n_table, n_rack = work.tiles[BEST], work.counts[BEST, FREE], work.counts[BEST, FREE_RACK]
    load(work, tiles[0], tiles[1], tiles[2], tiles[3])
    n_absorbed = work.best_absorbs
    if n_absorbed and n_absorbed == n_table + n_rack:
        found = laid_out_optional(tables, work, n_table, n_rack, rules.ace_high)
    else:
        n_left = n_table + n_rack - n_absorbed
        found = laid_out(tables, work, max(np.int64(0), n_table - n_absorbed), min(n_rack, n_left), rules.ace_high)
        work.spare_jokers = n_absorbed
    first = work.n_melds
    for number in range(work.counts[BEST, N_PLACED]):
        add_meld(work, work.placed[BEST, number])
    absorb_in(work, rules, first)
    made = 1
    for number in range(work.best_pending):
        if work.best_chosen[number]:
            made &= make_joker(work, work.best_chosen[number], first)
    is_whole = found >= 0 and work.spare_jokers == 0 and made
    order_melds(work)
    return 1 if is_whole else 0
