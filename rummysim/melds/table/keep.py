"""The new table with as many melds of the old one as possible left as they are or only extended.

The tiles are given: those of a solution. Melds that are broken up are tried none, one, two, … at a time, all ways of
extending the others; the first that works is the least. If the budget ends before, melds are kept one after the other
as long as the rest can still be laid: few are broken then, maybe not the fewest (``is_unknown``).
"""

import numpy as np
from numba import int64, uint64, void

from rummysim.core.jit import kernel
from rummysim.melds.code import is_run, meld_naturals
from rummysim.melds.table.blocks import extended, settle_blocks
from rummysim.melds.table.candidates import meld_jokers
from rummysim.melds.table.frames import (
    FREE,
    TABLE,
    TABLE_TWICE,
    clear_frame,
    copy_frame,
    place_meld,
    take_cards,
)
from rummysim.melds.table.layout import lay_out_released
from rummysim.melds.table.memory import LAST, RULES, TABLES, WORK
from rummysim.melds.table.settle import settle_rest, solve_rest

__all__ = ["lay_out_kept"]

N_RUN_WAYS, N_SET_WAYS, MOST_BROKEN = 1024, 64, 4


@kernel(void(WORK))
def begin_tiles(work):
    """Frame 0: all tiles of ``melds`` loose, nothing on the rack."""
    clear_frame(work, np.int64(0))
    for number in range(work.n_melds):
        cards = meld_naturals(work.melds[number], LAST)
        work.tiles[0, TABLE_TWICE] |= work.tiles[0, TABLE] & cards
        work.tiles[0, TABLE] |= cards
        work.counts[0, FREE] += meld_jokers(work.melds[number])
    work.n_pending = work.n_blocks = work.n_tried = work.is_unknown = 0


@kernel(int64(TABLES, WORK, RULES, uint64))
def try_broken(tables, work, rules, broken):
    """1 if the tiles can be laid with these melds broken up and the others at most extended."""
    work.n_blocks, work.best_total, work.upper = 0, -1, 0
    copy_frame(work, np.int64(0), np.int64(1))
    for number in range(work.n_old):
        if not broken >> np.uint64(number) & np.uint64(1):
            code = work.old_melds[number]
            take_cards(work, np.int64(1), meld_naturals(code, LAST))
            work.counts[1, FREE] -= meld_jokers(code)
            work.blocks[work.n_blocks], work.holes[work.n_blocks] = code, 0
            work.n_blocks += 1
    settle_blocks(tables, work, rules, np.int64(1), np.int64(0))
    return 1 if work.best_total >= 0 else 0


@kernel(int64(TABLES, WORK, RULES, uint64, int64, int64))
def break_some(tables, work, rules, broken, first, n_more):
    """1 if it works with ``n_more`` melds from ``first`` on broken up too."""
    if n_more == 0:
        return try_broken(tables, work, rules, broken)
    for number in range(first, work.n_old - n_more + 1):
        more = broken | np.uint64(1) << np.uint64(number)
        if break_some(tables, work, rules, more, np.int64(number + 1), n_more - 1):
            return 1
        if work.n_tried >= rules.budget:
            return 0
    return 0


@kernel(int64(TABLES, WORK, RULES, int64))
def keep_one(tables, work, rules, code):
    """Settle a meld in frame 1 if the rest can still be laid; 0 if not."""
    copy_frame(work, np.int64(1), np.int64(2))
    work.counts[2, FREE] -= meld_jokers(code)
    if work.counts[2, FREE] < 0 or not take_cards(work, np.int64(2), meld_naturals(code, LAST)):
        return 0
    place_meld(work, np.int64(2), code, np.uint64(0))
    if solve_rest(tables, work, rules, np.int64(2)) < 0:
        return 0
    copy_frame(work, np.int64(2), np.int64(1))
    return 1


@kernel(int64(TABLES, WORK, RULES, int64))
def keep_longer(tables, work, rules, code):
    """:func:`keep_one` for a meld in any extension."""
    for way in range(N_RUN_WAYS if is_run(code) else N_SET_WAYS):
        longer = extended(code, np.int64(0), np.int64(way), np.int64(0), rules.ace_high)
        if longer and keep_one(tables, work, rules, longer):
            return 1
    return 0


@kernel(int64(TABLES, WORK, RULES))
def keep_greedily(tables, work, rules):
    """Keep melds one after the other, as they are before extended; returns how many are broken."""
    work.n_blocks, work.best_total = 0, -1
    copy_frame(work, np.int64(0), np.int64(1))
    left, n_broken = np.uint64(0), 0
    for number in range(work.n_old):
        if not keep_one(tables, work, rules, work.old_melds[number]):
            left |= np.uint64(1) << np.uint64(number)
    for number in range(work.n_old):
        if left >> np.uint64(number) & np.uint64(1) and not keep_longer(tables, work, rules, work.old_melds[number]):
            n_broken += 1
    settle_rest(tables, work, rules, np.int64(1))
    return n_broken


@kernel(int64(TABLES, WORK, RULES))
def lay_out_kept(tables, work, rules):
    """Lay the tiles of ``melds`` anew so that few of ``old_melds`` are broken up; returns how many are.

    ``melds`` is a solution before and after; ``is_unknown`` is 1 if fewer might do. Free jokers only: ``rules`` has
    ``release`` 0, ``new_meld`` 0 and no ``cap``. -1: the melds are not what :func:`lay_out` made of the table.
    """
    begin_tiles(work)
    n_broken = np.int64(0)
    while n_broken <= min(work.n_old, MOST_BROKEN):
        if break_some(tables, work, rules, np.uint64(0), np.int64(0), n_broken):
            return n_broken if lay_out_released(tables, work, rules) else np.int64(-1)
        if work.n_tried >= rules.budget:
            break
        n_broken += 1
    work.is_unknown = 1
    n_broken = keep_greedily(tables, work, rules)
    return n_broken if work.best_total >= 0 and lay_out_released(tables, work, rules) else np.int64(-1)
