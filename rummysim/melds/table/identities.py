"""Jokers that keep their identity: a loose tile of a kind each, or, where that kind would be there thrice, a meld named.

With a limit of jokers in a meld such a joker may not pass for a natural: its meld is always named then.
"""

import numpy as np
from numba import int64, uint64

from rummysim.core.bits import lowest_bit
from rummysim.core.jit import kernel
from rummysim.melds.code import (
    is_run,
    is_wild_at,
    meld_naturals,
    run_length,
    run_start,
    run_suit,
    set_place,
    set_suits,
)
from rummysim.melds.table.blocks import settle_blocks
from rummysim.melds.table.candidates import meld_jokers
from rummysim.melds.table.frames import FREE_RACK, add_identity, copy_frame, drop_one, place_meld, take_cards
from rummysim.melds.table.memory import LAST, RULES, TABLES, WORK
from rummysim.melds.table.settle import is_done, take_jokers

__all__ = ["settle_identities"]


@kernel(int64(int64, uint64))
def joker_is(code, kind):
    """1 if a joker of a meld stands for a kind, or can."""
    colour, place = lowest_bit(kind) >> 4, lowest_bit(kind) & 15
    if not is_run(code):
        return 1 if meld_jokers(code) and set_place(code) == place and not set_suits(code) >> colour & 1 else 0
    for index in range(run_length(code)):
        if is_wild_at(code, index) and run_suit(code) == colour and (run_start(code) + index) % LAST == place:
            return 1
    return 0


@kernel(int64(WORK, RULES, int64, uint64))
def keep_as_tile(work, rules, frame, kind):
    """Make a joker a loose tile of the next frame; returns 0 if it cannot be one, 2 if that costs a rack tile."""
    copy_frame(work, frame, frame + 1)
    if rules.cap < work.n_table_jokers + work.counts[0, FREE_RACK]:
        return 0
    if add_identity(work, frame + 1, kind):
        return 1
    return 2 if drop_one(work, frame + 1, kind) and add_identity(work, frame + 1, kind) else 0


@kernel(int64(TABLES, WORK, RULES, int64, int64))
def settle_identities(tables, work, rules, frame, number):
    """Let each joker that keeps its identity be a tile of it, or name its meld where that kind is there twice."""
    if is_done(work, rules):
        return 0
    if number == work.n_pending:
        return settle_blocks(tables, work, rules, frame, np.int64(0))
    kinds = work.pending[number]
    while kinds:
        kind = kinds & (~kinds + np.uint64(1))
        kinds ^= kind
        fits = keep_as_tile(work, rules, frame, kind)
        if fits:
            work.chosen[number] = kind
            settle_identities(tables, work, rules, frame + 1, number + 1)
        for candidate in range(work.n_candidates if fits != 1 else 0):
            code = work.candidates[candidate]
            if not joker_is(code, kind):
                continue
            copy_frame(work, frame, frame + 1)
            n_more, naturals = meld_jokers(code) - 1, meld_naturals(code, LAST)
            if take_cards(work, frame + 1, naturals) and take_jokers(work, rules, frame + 1, n_more, code):
                work.chosen[number] = np.uint64(0)
                place_meld(work, frame + 1, code)
                settle_identities(tables, work, rules, frame + 1, number + 1)
    return 0
