"""Most rack tiles that can be laid where jokers of the table are bound (TR-20, TR-21, 8.3), exact.

What may become of each joker (:mod:`rummysim.melds.table.jokers`) is gone through. A joker that keeps its identity is a
loose tile of a kind or lies in a meld that is named; melds that have to stay together have homes
(:mod:`rummysim.melds.table.homes`), which are extended in all ways (:mod:`rummysim.melds.table.blocks`); the rest is
the free solver's (:mod:`rummysim.melds.table.settle`). The search ends at the answer of the free rules, its upper
bound, or when ``budget`` positions have been solved: what is found then is no more than a lower bound (``is_unknown``).
"""

import numpy as np
from numba import int64, uint64, void

from rummysim.core.jit import kernel
from rummysim.melds.table.candidates import list_candidates
from rummysim.melds.table.frames import (
    CHANGED,
    DUE,
    DUE_TWICE,
    FREE,
    FREE_RACK,
    RACK,
    RACK_TWICE,
    TABLE,
    TABLE_TWICE,
    copy_frame,
    drop_rack,
    load_table,
    return_card,
)
from rummysim.melds.table.homes import are_joined, has_home, settle_homes
from rummysim.melds.table.jokers import (
    KEPT,
    UNCHANGED,
    UNCHANGED_BY_TABLE,
    free_by_rack,
    list_choices,
    list_jokers,
    needs_both,
)
from rummysim.melds.table.memory import RULES, TABLES, WORK
from rummysim.melds.table.reach import most_loaded
from rummysim.melds.table.settle import is_done
from rummysim.melds.table.solve import UNKNOWN, load

__all__ = ["most_released"]

UNBOUNDED = 1 << 40


@kernel(int64(TABLES, WORK, RULES, int64))
def settle_choice(tables, work, rules, frame):
    """Solve what one choice for each joker leaves."""
    work.n_blocks = work.n_pending = 0
    if not are_joined(work):
        return 0
    if not free_by_rack(work, frame):
        return 0
    for joker in range(work.n_table_jokers):
        status = work.status[joker]
        lies_in_home = status == KEPT and has_home(work, rules, work.joker_meld[joker])
        may_drop = not (rules.new_meld and lies_in_home) and not needs_both(work, rules, joker)
        if status == KEPT and may_drop:
            # A tile that could free the joker instead need not be played.
            drop_rack(work, frame, work.joker_kinds[joker])
        if status in (UNCHANGED, UNCHANGED_BY_TABLE) or (status == KEPT and not lies_in_home):
            work.pending[work.n_pending] = work.joker_kinds[joker]
            work.n_pending += 1
        elif status != KEPT:
            work.counts[frame, CHANGED if rules.new_meld else FREE] += 1
    return settle_homes(tables, work, rules, frame, np.int64(0))


@kernel(void(TABLES, WORK, RULES))
def settle_all(tables, work, rules):
    """Go through all choices for all jokers."""
    n_ways = np.int64(1)
    for joker in range(work.n_table_jokers):
        list_choices(work, rules, np.int64(joker))
        n_ways *= work.n_choices[joker]
    for way in range(n_ways):
        if is_done(work, rules):
            return
        rest = way
        for joker in range(work.n_table_jokers):
            choice, rest = rest % work.n_choices[joker], rest // work.n_choices[joker]
            work.status[joker], work.status_kind[joker] = work.choices[joker, choice], work.choice_kinds[joker, choice]
            work.status_other[joker] = work.choice_others[joker, choice]
        copy_frame(work, np.int64(0), np.int64(1))
        settle_choice(tables, work, rules, np.int64(1))


@kernel(void(WORK, uint64, uint64))
def begin_frames(work, due, due_twice):
    """Frame 0: all naturals of the table loose, and what was laid in this turn."""
    load_table(work)
    work.old_cards, work.old_twice = work.tiles[0, TABLE], work.tiles[0, TABLE_TWICE]
    work.tiles[0, DUE], work.tiles[0, DUE_TWICE] = due, due_twice
    for copies in (due, due_twice):
        left = copies
        while left:
            return_card(work, np.int64(0), left & (~left + np.uint64(1)))
            left &= left - np.uint64(1)


@kernel(int64(TABLES, WORK, RULES, uint64, uint64, int64, uint64, uint64, int64))
def most_released(tables, work, rules, rack, rack_twice, rack_jokers, due, due_twice, due_jokers):
    """Most weight of the rack that can be laid on ``old_melds`` and what is due, -1 if nothing is known.

    due, due_twice, due_jokers : tiles laid from the rack in this turn already (the melds of an opening): they have to
    stay and count as played in this turn, but weigh nothing. ``is_unknown`` becomes 1 if the answer is not proved.
    """
    list_jokers(work)
    begin_frames(work, due, due_twice)
    work.tiles[0, RACK], work.tiles[0, RACK_TWICE] = rack, rack_twice
    work.counts[0, FREE], work.counts[0, FREE_RACK] = due_jokers, rack_jokers
    n_bound = work.n_table_jokers + due_jokers
    work.n_all_jokers = n_bound + rack_jokers
    table, table_twice = work.tiles[0, TABLE], work.tiles[0, TABLE_TWICE]
    load(work, table, table_twice, rack, rack_twice)
    work.upper = most_loaded(tables, work, n_bound, rack_jokers, rules.ace_high)
    if work.upper == UNKNOWN:
        work.upper = np.int64(UNBOUNDED)
    if work.n_table_jokers or work.n_all_jokers > rules.cap:
        list_candidates(work, table | rack, work.n_all_jokers, rules.cap, rules.ace_high)
    settle_all(tables, work, rules)
    if work.best_total >= work.upper:
        work.is_unknown = 0
    elif work.n_tried >= rules.budget:
        work.is_unknown = 1
    return work.best_total
