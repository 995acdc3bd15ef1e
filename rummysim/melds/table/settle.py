"""The last steps for jokers that may not lie anywhere: the melds they lie in, one by one, and the rest solved.

Under ``new_meld`` a joker whose identity changed needs a meld that holds no whole meld of the table before (TR-21).
Such melds are tried one after the other (:mod:`rummysim.melds.table.candidates`); cutting a meld shorter never makes it
hold more. With ``cap`` jokers in a meld at most, melds are named until no more jokers are left than one may have.
"""

import numpy as np
from numba import int64

from rummysim.core.jit import kernel
from rummysim.melds.code import meld_naturals
from rummysim.melds.table.build import with_joker
from rummysim.melds.table.candidates import meld_jokers
from rummysim.melds.table.frames import (
    BEST,
    CHANGED,
    FREE,
    FREE_RACK,
    GAIN,
    N_PLACED,
    RACK,
    TABLE,
    copy_frame,
    place_meld,
    take_cards,
    take_joker,
)
from rummysim.melds.table.memory import LAST, RULES, TABLES, WORK
from rummysim.melds.table.reach import most_loaded, searched
from rummysim.melds.table.solve import INFEASIBLE, UNKNOWN, load

__all__ = ["is_done", "longer_by_jokers", "settle_jokers", "settle_rest", "solve_rest", "take_jokers"]


@kernel(int64(WORK, int64))
def holds_old_meld(work, code):
    """1 if a meld holds all faces of a meld of the table before."""
    naturals, n_jokers = meld_naturals(code, LAST), meld_jokers(code)
    for number in range(work.n_old):
        old = work.old_melds[number]
        if meld_naturals(old, LAST) & ~naturals == 0 and meld_jokers(old) <= n_jokers:
            return 1
    return 0


@kernel(int64(WORK, RULES), inline=True)
def is_done(work, rules):
    """1 if nothing better can be found, or nothing more may be tried."""
    return 1 if work.best_total >= work.upper or work.n_tried >= rules.budget else 0


@kernel(int64(WORK, RULES, int64, int64))
def longer_by_jokers(work, rules, code, n_jokers):
    """A settled meld with more jokers at its ends, 0 if it may not have them.

    Under ``new_meld`` it may hold jokers whose identity changed unless it holds a meld of the table before already.
    """
    longer = code
    for _ in range(n_jokers):
        if longer:
            longer = with_joker(longer, rules.ace_high)
    if longer == 0 or meld_jokers(longer) > rules.cap:
        return np.int64(0)
    if rules.new_meld and holds_old_meld(work, longer) and not holds_old_meld(work, code):
        return np.int64(0)
    return longer


@kernel(int64(WORK, RULES, int64))
def room_for_jokers(work, rules, frame):
    """Jokers that the settled melds take at their ends, no more than may lie anywhere."""
    most = work.counts[frame, FREE] + work.counts[frame, FREE_RACK]
    room = np.int64(0)
    for number in range(work.counts[frame, N_PLACED]):
        more = np.int64(0)
        while room + more < most and longer_by_jokers(work, rules, work.placed[frame, number], more + 1):
            more += 1
        room += more
    return room


@kernel(int64(TABLES, WORK, RULES, int64))
def solve_rest(tables, work, rules, frame):
    """Most weight of the loose tiles of a frame; ``absorbs`` becomes the jokers that go on the settled melds for it."""
    load(work, work.tiles[frame, 0], work.tiles[frame, 1], work.tiles[frame, 2], work.tiles[frame, 3])
    n_table, n_rack = work.counts[frame, FREE], work.counts[frame, FREE_RACK]
    work.n_tried += 1
    room, best = room_for_jokers(work, rules, frame), np.int64(INFEASIBLE)
    work.absorbs = room
    if room and room == n_table + n_rack:
        best = searched(tables, work, n_table + n_rack, rules.ace_high, np.int64(1))
        return best + n_rack * work.joker_weight if best >= 0 else best
    for n_absorbed in range(room + 1):
        n_left = min(n_rack, n_table + n_rack - n_absorbed)
        found = most_loaded(tables, work, max(np.int64(0), n_table - n_absorbed), n_left, rules.ace_high)
        if found == UNKNOWN:
            return found
        if found >= 0 and found + (n_rack - n_left) * work.joker_weight > best:
            best, work.absorbs = found + (n_rack - n_left) * work.joker_weight, n_absorbed
    return best


@kernel(int64(TABLES, WORK, RULES, int64))
def settle_rest(tables, work, rules, frame):
    """Solve the rest and keep the solution if it is the best."""
    found = solve_rest(tables, work, rules, frame)
    if found == UNKNOWN:
        work.is_unknown = 1
    if found >= 0 and found + work.counts[frame, GAIN] > work.best_total:
        work.best_total = found + work.counts[frame, GAIN]
        copy_frame(work, frame, np.int64(BEST))
        work.best_absorbs, work.best_pending = work.absorbs, work.n_pending
        for number in range(work.n_pending):
            work.best_chosen[number] = work.chosen[number]
    return 0


@kernel(int64(TABLES, WORK, RULES, int64))
def may_be_better(tables, work, rules, frame):
    """0 if not even jokers that lie anywhere make a frame better than the best."""
    load(work, work.tiles[frame, 0], work.tiles[frame, 1], work.tiles[frame, 2], work.tiles[frame, 3])
    n_rack = work.counts[frame, FREE_RACK]
    n_jokers = work.counts[frame, FREE] + n_rack + work.counts[frame, CHANGED]
    work.n_tried += 1
    found = searched(tables, work, n_jokers, rules.ace_high, np.int64(1))
    if found == UNKNOWN:
        return 1
    return 1 if found >= 0 and found + n_rack * work.joker_weight + work.counts[frame, GAIN] > work.best_total else 0


@kernel(int64(WORK, RULES, int64, int64, int64))
def take_jokers(work, rules, frame, n_jokers, code):
    """Take the jokers of a meld, those whose identity changed first if it may hold them; 0 if there are too few."""
    if work.counts[frame, CHANGED] and not holds_old_meld(work, code):
        n_changed = min(n_jokers, work.counts[frame, CHANGED])
        work.counts[frame, CHANGED] -= n_changed
        n_jokers -= n_changed
    for _ in range(n_jokers):
        if not take_joker(work, frame):
            return 0
    return 1


@kernel(int64(TABLES, WORK, RULES, int64, int64))
def settle_jokers(tables, work, rules, frame, first):
    """Name the melds of jokers that need one, from candidate ``first`` on; first those of changed identity."""
    n_anywhere = work.counts[frame, FREE] + work.counts[frame, FREE_RACK]
    if is_done(work, rules):
        return 0
    if work.counts[frame, CHANGED] == 0 and n_anywhere <= rules.cap:
        return settle_rest(tables, work, rules, frame)
    if not may_be_better(tables, work, rules, frame):
        return 0
    for number in range(first, work.n_candidates):
        code = work.candidates[number]
        if meld_naturals(code, LAST) & ~(work.tiles[frame, TABLE] | work.tiles[frame, RACK]):
            continue
        if work.counts[frame, CHANGED] and holds_old_meld(work, code):
            continue
        copy_frame(work, frame, frame + 1)
        n_here, naturals = meld_jokers(code), meld_naturals(code, LAST)
        if take_cards(work, frame + 1, naturals) and take_jokers(work, rules, frame + 1, n_here, code):
            place_meld(work, frame + 1, code, np.uint64(0))
            is_last = work.counts[frame, CHANGED] and work.counts[frame + 1, CHANGED] == 0
            settle_jokers(tables, work, rules, frame + 1, np.int64(0 if is_last else number))
    if work.counts[frame, CHANGED] == 0 and work.counts[frame, FREE_RACK]:
        copy_frame(work, frame, frame + 1)
        work.counts[frame + 1, FREE_RACK] -= 1
        settle_jokers(tables, work, rules, frame + 1, first)
    return 0
