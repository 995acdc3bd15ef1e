"""The new table with as many melds of the old one as possible left as they are or only extended.

The tiles are given: those of a solution. Melds that are broken up are tried none, one, two, … at a time, all ways of
extending the others; of the first number that works, the melds are broken up that move fewest tiles. A joker of a meld
that is left keeps its identity; that two jokers change places is not tried. If the budget ends before, melds are kept
one after the other as long as the rest can still be laid: few are broken then, maybe not the fewest (``is_unknown``).
"""

import numpy as np
from numba import int64, uint64, void

from rummysim.core.bits import count_bits
from rummysim.core.jit import kernel
from rummysim.melds.code import meld_naturals
from rummysim.melds.table.candidates import meld_jokers, meld_size
from rummysim.melds.table.layout import lay_out_released
from rummysim.melds.table.memory import LAST, RULES, TABLES, WORK
from rummysim.melds.table.release import most_released

__all__ = ["lay_out_kept"]

MOST_BROKEN = 4
MANY_TILES = 1 << 20
NONE, NOTHING = np.uint64(0), np.int64(0)


@kernel(void(WORK))
def read_played(work):
    """What ``melds`` has more than ``old_melds``."""
    new = new_twice = old = old_twice = np.uint64(0)
    n_jokers = np.int64(0)
    for number in range(work.n_melds):
        cards = meld_naturals(work.melds[number], LAST)
        new, new_twice = new | cards, new_twice | (new & cards)
        n_jokers += meld_jokers(work.melds[number])
    for number in range(work.n_old):
        cards = meld_naturals(work.old_melds[number], LAST)
        old, old_twice = old | cards, old_twice | (old & cards)
        n_jokers -= meld_jokers(work.old_melds[number])
    work.played, work.played_twice = (new & ~old) | (new_twice & ~old_twice), new_twice & ~old
    work.played_jokers = n_jokers


@kernel(int64(TABLES, WORK, RULES, uint64))
def can_stay(tables, work, rules, stays):
    """1 if the tiles can be laid with the melds of a mask at most extended."""
    work.stays = stays
    played, twice, n_jokers = work.played, work.played_twice, work.played_jokers
    found = most_released(tables, work, rules, NONE, NONE, NOTHING, played, twice, n_jokers)
    work.stays = NONE
    work.n_spent += work.n_tried
    return 1 if found >= 0 else 0


@kernel(int64(WORK))
def n_moved(work):
    """Tiles of the old melds that do not lie with most of their meld in ``melds``."""
    total = np.int64(0)
    for number in range(work.n_old):
        old, most = work.old_melds[number], np.int64(0)
        for after in range(work.n_melds):
            new = work.melds[after]
            both = count_bits(meld_naturals(old, LAST) & meld_naturals(new, LAST))
            most = max(most, both + min(meld_jokers(old), meld_jokers(new)))
        total += meld_size(old) - most
    return total


@kernel(void(TABLES, WORK, RULES, uint64, int64, int64))
def break_some(tables, work, rules, stays, first, n_more):
    """Break up ``n_more`` melds from ``first`` on, all ways; ``most_stays`` becomes what moves fewest tiles."""
    if n_more == 0:
        if can_stay(tables, work, rules, stays) and lay_out_released(tables, work, rules):
            moved = n_moved(work)
            if moved < work.least_moved:
                work.least_moved, work.most_stays = moved, stays
        return
    for number in range(first, work.n_old - n_more + 1):
        if work.n_spent < rules.budget:
            fewer = stays & ~(np.uint64(1) << np.uint64(number))
            break_some(tables, work, rules, fewer, np.int64(number + 1), n_more - 1)


@kernel(void(TABLES, WORK, RULES))
def keep_one_by_one(tables, work, rules):
    """Keep melds one after the other."""
    work.most_stays = NONE
    for number in range(work.n_old):
        more = work.most_stays | np.uint64(1) << np.uint64(number)
        if can_stay(tables, work, rules, more):
            work.most_stays = more


@kernel(int64(TABLES, WORK, RULES))
def lay_out_kept(tables, work, rules):
    """Lay the tiles of ``melds`` anew so that few of ``old_melds`` are broken up; returns how many are.

    ``melds`` is a solution before and, if the answer is not -1, after. ``is_unknown`` is 1 if fewer might do.
    """
    read_played(work)
    work.n_spent, work.least_moved = 0, MANY_TILES
    whole = (np.uint64(1) << np.uint64(work.n_old)) - np.uint64(1)
    for n_broken in range(min(work.n_old, MOST_BROKEN) + 1):
        break_some(tables, work, rules, whole, np.int64(0), np.int64(n_broken))
        if work.least_moved < MANY_TILES or work.n_spent >= rules.budget:
            break
    is_unknown = np.int64(work.n_spent >= rules.budget)
    if work.least_moved == MANY_TILES:
        is_unknown = np.int64(1)
        keep_one_by_one(tables, work, rules)
    is_laid = can_stay(tables, work, rules, work.most_stays) and lay_out_released(tables, work, rules)
    work.is_unknown = is_unknown
    return work.n_old - count_bits(work.most_stays) if is_laid else np.int64(-1)
