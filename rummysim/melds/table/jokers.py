"""The jokers of the table, and what may become of each (8.3).

A joker keeps its identity or is freed, by a rack tile that is played for certain or, where that is allowed, by a table
tile that joins the rest of its meld. Under ``new_meld`` a freed joker is tried as one that stands for the same as
before too, which may lie anywhere.

With ``both_missing`` two of the colours that a group of three lacks must be played from the rack: one of them frees the
joker, the other may free another one. No table tile frees it.
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
from rummysim.melds.table.candidates import meld_size
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
    "list_choices",
    "list_jokers",
    "needs_both",
    "stays",
]

FREE_RELEASE, FIXED, LOCKED = range(3)
"""Values of ``joker_release``."""
GROUP_OF_THREE = 3
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


@kernel(int64(WORK, RULES, int64), inline=True)
def needs_both(work, rules, joker):
    """1 if two colours have to be played to free a joker."""
    code = work.old_melds[work.joker_meld[joker]]
    return 1 if rules.both_missing and not is_run(code) and meld_size(code) == GROUP_OF_THREE else 0


@kernel(int64(WORK, int64), inline=True)
def stays(work, meld):
    """1 if a meld of the table may only be extended."""
    return np.int64(work.stays >> np.uint64(meld) & np.uint64(1))


@kernel(void(WORK, int64, int64, uint64, uint64), inline=True)
def add_choice(work, joker, status, kind, other):
    """List a choice; kind : the tile that frees the joker, other : the one that has to be played too."""
    number = work.n_choices[joker]
    work.choices[joker, number], work.choice_kinds[joker, number] = status, kind
    work.choice_others[joker, number] = other
    work.n_choices[joker] = number + 1


@kernel(void(WORK, RULES, int64, uint64, uint64))
def add_freed(work, rules, joker, kind, other):
    """List that rack tiles free a joker."""
    add_choice(work, joker, FREED, kind, other)
    if rules.new_meld:
        add_choice(work, joker, UNCHANGED, kind, other)


@kernel(void(WORK, RULES, int64))
def list_pairs(work, rules, joker):
    """List the pairs of colours that free a joker of a group of three."""
    played = work.joker_kinds[joker] & (work.tiles[0, RACK] | work.tiles[0, DUE])
    left = played
    while left:
        kind = left & (~left + np.uint64(1))
        left ^= kind
        others = played ^ kind
        while others:
            other = others & (~others + np.uint64(1))
            others ^= other
            add_freed(work, rules, joker, kind, other)


@kernel(void(WORK, RULES, int64))
def list_choices(work, rules, joker):
    """List what may become of a joker."""
    work.n_choices[joker] = 0
    kinds, nothing = work.joker_kinds[joker], np.uint64(0)
    if stays(work, work.joker_meld[joker]):
        add_choice(work, joker, KEPT, nothing, nothing)
        return
    if rules.release == FREE_RELEASE:
        if rules.new_meld:
            add_choice(work, joker, UNCHANGED, nothing, nothing)
        add_choice(work, joker, FREED, nothing, nothing)
        return
    add_choice(work, joker, KEPT, nothing, nothing)
    if needs_both(work, rules, joker):
        list_pairs(work, rules, joker)
        return
    played = work.tiles[0, RACK] | work.tiles[0, DUE]
    while kinds:
        kind = kinds & (~kinds + np.uint64(1))
        kinds ^= kind
        if played & kind:
            add_freed(work, rules, joker, kind, nothing)
        if rules.freed_by_table and work.old_cards & kind:
            add_choice(work, joker, FREED_BY_TABLE, kind, nothing)
            if rules.new_meld:
                add_choice(work, joker, UNCHANGED_BY_TABLE, kind, nothing)


@kernel(int64(WORK, int64), inline=True)
def is_freed_by_rack(work, joker):
    """1 if rack tiles free a joker."""
    return 1 if work.status[joker] == FREED or work.status[joker] == UNCHANGED else 0


@kernel(int64(WORK, uint64))
def is_played(work, kind):
    """1 if a rack tile of a kind is played for certain."""
    if work.tiles[0, DUE] & kind:
        return 1
    for joker in range(work.n_table_jokers):
        if is_freed_by_rack(work, joker) and work.status_kind[joker] == kind:
            return 1
    return 0


@kernel(int64(WORK, int64))
def free_by_rack(work, frame):
    """Bind the rack tiles that free jokers, each its own, and those to be played too; 0 if they are not there."""
    for joker in range(work.n_table_jokers):
        kind = work.status_kind[joker]
        if is_freed_by_rack(work, joker) and kind and not bind_rack(work, frame, kind):
            return 0
    for joker in range(work.n_table_jokers):
        other = work.status_other[joker]
        if other and not is_played(work, other) and not bind_rack(work, frame, other):
            return 0
    return 1
