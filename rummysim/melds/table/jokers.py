"""The jokers of the table, and what may become of each (8.3).

A joker keeps its identity or is freed, by a rack tile that is played for certain or, where that is allowed, by a table
tile that joins the rest of its meld. Under ``new_meld`` a freed joker is tried as one that stands for the same as
before too, which may lie anywhere.

With ``both_missing`` all colours that a group lacks must come from the rack (three in a group of one natural), and no
table tile frees its jokers.
"""

import numpy as np
from numba import int64, uint64, void

from rummysim.core.bits import bit
from rummysim.core.jit import kernel
from rummysim.melds.code import (
    card_at,
    is_run,
    is_wild_at,
    run_length,
    run_start,
    run_suit,
    set_place,
    set_suits,
    set_wilds,
)
from rummysim.melds.table.frames import DUE, RACK, bind_rack
from rummysim.melds.table.memory import LAST, RULES, WORK

__all__ = [
    "FIXED",
    "FREED",
    "FREED_BY_TABLE",
    "FREE_RELEASE",
    "KEPT",
    "LOCKED",
    "UNCHANGED",
    "UNCHANGED_BY_TABLE",
    "free_by_rack",
    "is_group",
    "list_choices",
    "list_jokers",
    "stays",
]

FREE_RELEASE, FIXED, LOCKED = range(3)
"""Values of ``joker_release``."""
KEPT, FREED, UNCHANGED, FREED_BY_TABLE, UNCHANGED_BY_TABLE = range(5)
"""What becomes of a joker; unchanged ones are freed and stand for the same as before (``new_meld``)."""


@kernel(void(WORK))
def list_jokers(work):
    """Find the jokers of the table: meld, position in a run, kinds that it can stand for."""
    work.n_table_jokers = 0
    for number in range(work.n_old):
        code = work.old_melds[number]
        n_here = run_length(code) if is_run(code) else set_wilds(code)
        for index in range(n_here):
            if is_run(code) and not is_wild_at(code, index):
                continue
            kinds = np.uint64(0)
            if is_run(code):
                kinds = card_at(run_suit(code), run_start(code) + index, LAST)
            else:
                for colour in range(4):
                    if not set_suits(code) >> colour & 1:
                        kinds |= bit(16 * colour + set_place(code))
            joker = work.n_table_jokers
            work.joker_meld[joker], work.joker_place[joker], work.joker_kinds[joker] = number, index, kinds
            work.n_table_jokers += 1


@kernel(int64(WORK, int64), inline=True)
def is_group(work, joker):
    """1 if a joker lies in a set."""
    return 0 if is_run(work.old_melds[work.joker_meld[joker]]) else 1


@kernel(int64(WORK, int64), inline=True)
def stays(work, meld):
    """1 if a meld of the table may only be extended."""
    return np.int64(work.stays >> np.uint64(meld) & np.uint64(1))


@kernel(void(WORK, int64, int64, uint64), inline=True)
def add_choice(work, joker, status, kind):
    """List a choice."""
    number = work.n_choices[joker]
    work.choices[joker, number], work.choice_kinds[joker, number] = status, kind
    work.n_choices[joker] = number + 1


@kernel(void(WORK, RULES, int64))
def list_choices(work, rules, joker):
    """List what may become of a joker."""
    work.n_choices[joker] = 0
    if stays(work, work.joker_meld[joker]):
        add_choice(work, joker, KEPT, np.uint64(0))
        return
    kinds, nothing = work.joker_kinds[joker], np.uint64(0)
    if rules.release == FREE_RELEASE:
        if rules.new_meld:
            add_choice(work, joker, UNCHANGED, nothing)
        add_choice(work, joker, FREED, nothing)
        return
    add_choice(work, joker, KEPT, nothing)
    as_group = rules.both_missing and is_group(work, joker)
    played = work.tiles[0, RACK] | work.tiles[0, DUE]
    left = kinds
    while left:
        kind = kinds if as_group else left & (~left + np.uint64(1))
        left &= ~kind
        if kind & ~played == 0:
            add_choice(work, joker, FREED, kind)
            if rules.new_meld:
                add_choice(work, joker, UNCHANGED, kind)
        if not as_group and rules.freed_by_table and work.old_cards & kind:
            add_choice(work, joker, FREED_BY_TABLE, kind)
            if rules.new_meld:
                add_choice(work, joker, UNCHANGED_BY_TABLE, kind)


@kernel(int64(WORK, int64), inline=True)
def is_freed_by_rack(work, joker):
    """1 if rack tiles free a joker."""
    return 1 if work.status[joker] == FREED or work.status[joker] == UNCHANGED else 0


@kernel(int64(WORK, RULES, int64, int64))
def free_by_rack(work, rules, frame, joker):
    """Bind the rack tiles that free a joker; 0 if they are not there, or a group is freed in part."""
    kinds = work.status_kind[joker]
    if rules.both_missing and is_group(work, joker) and joker and work.joker_meld[joker - 1] == work.joker_meld[joker]:
        return 1 if is_freed_by_rack(work, joker) == is_freed_by_rack(work, joker - 1) else 0
    while is_freed_by_rack(work, joker) and kinds:
        kind = kinds & (~kinds + np.uint64(1))
        kinds ^= kind
        if not bind_rack(work, frame, kind):
            return 0
    return 1
