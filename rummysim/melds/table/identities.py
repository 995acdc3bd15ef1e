"""Jokers that keep their identity: a loose tile of a kind each, in a block, or in a meld named that may hold others.

A joker passes for a tile where nothing can come of it: not where that kind would be there thrice, where it matters how
many jokers or which a meld holds (``cap``, ``new_meld``), or where three jokers could form a meld without a natural.
"""

import numpy as np
from numba import int64, uint64

from rummysim.core.bits import bit, count_bits, lowest_bit
from rummysim.core.jit import kernel
from rummysim.melds.code import (
    card_at,
    is_run,
    is_wild_at,
    meld_naturals,
    run_code,
    run_length,
    run_start,
    run_suit,
    set_code,
    set_place,
    set_suits,
)
from rummysim.melds.table.blocks import settle_blocks
from rummysim.melds.table.candidates import meld_jokers
from rummysim.melds.table.frames import CHANGED, add_identity, copy_frame, drop_one, place_meld, take_cards
from rummysim.melds.table.memory import LAST, RULES, TABLES, WORK
from rummysim.melds.table.merge import merged
from rummysim.melds.table.settle import is_done, take_jokers

__all__ = ["settle_identities", "wild_kinds"]

SMALLEST_MELD, PATTERN_TOP = 3, 13
NEAR = 2
"""Positions from a run block to a joker in its extension: from three on the joker's part is a run of its own."""


@kernel(uint64(int64))
def wild_kinds(code):
    """Kinds that the jokers of a meld stand for, in a set: can stand for."""
    kinds = np.uint64(0)
    if is_run(code):
        for index in range(run_length(code)):
            if is_wild_at(code, index):
                kinds |= card_at(run_suit(code), run_start(code) + index, LAST)
    elif meld_jokers(code):
        for colour in range(4):
            if not set_suits(code) >> colour & 1:
                kinds |= bit(16 * colour + set_place(code))
    return kinds


@kernel(int64(WORK, int64, uint64))
def can_share(work, jokers, kinds):
    """1 if the pending jokers of a mask can have a kind of ``kinds`` each."""
    if jokers == 0:
        return 1
    number = 0
    while not jokers >> number & 1:
        number += 1
    left = work.pending[number] & kinds
    while left:
        kind = left & (~left + np.uint64(1))
        left ^= kind
        if can_share(work, jokers & (jokers - 1), kinds ^ kind):
            return 1
    return 0


@kernel(int64(WORK, RULES, int64, uint64))
def keep_as_tile(work, rules, frame, kind):
    """Make a joker a loose tile of the next frame; returns 0 if it cannot be one, 2 if that costs a rack tile."""
    copy_frame(work, frame, frame + 1)
    if rules.cap < work.n_all_jokers or work.n_all_jokers >= SMALLEST_MELD:
        return 0
    if rules.new_meld and work.counts[frame, CHANGED]:
        return 0
    if add_identity(work, frame + 1, kind):
        return 1
    return 2 if drop_one(work, frame + 1, kind) and add_identity(work, frame + 1, kind) else 0


@kernel(int64(WORK, RULES, int64, int64, uint64, int64))
def name_meld(work, rules, frame, code, kind, others):
    """Settle a meld in the next frame that holds a joker of a kind and the pending ``others``; 0 if it cannot be."""
    kinds, n_more = wild_kinds(code), meld_jokers(code) - 1 - count_bits(np.uint64(others))
    if not kinds & kind or n_more < 0 or not can_share(work, others, kinds ^ kind):
        return 0
    naturals = meld_naturals(code, LAST)
    copy_frame(work, frame, frame + 1)
    if not take_cards(work, frame + 1, naturals) or not take_jokers(work, rules, frame + 1, n_more, code):
        return 0
    place_meld(work, frame + 1, code, np.uint64(0))
    return 1


@kernel(int64(WORK, int64, uint64, int64))
def want_in_block(work, block, kind, high):
    """Put a joker of a kind into a block, a 1 above 13 if ``high``; 0 if it cannot be there."""
    code, colour, place = work.blocks[block], np.int64(lowest_bit(kind) >> 4), np.int64(lowest_bit(kind) & 15)
    if work.wanted[block] & kind or (high and (place or not is_run(code))):
        return 0
    if is_run(code):
        place += LAST * high
        if place < run_start(code) - NEAR or place >= run_start(code) + run_length(code) + NEAR:
            return 0
        joker = run_code(colour, place, np.int64(1), np.int64(1 << PATTERN_TOP))
    else:
        joker = set_code(place, np.int64(0), np.int64(1))
    both, holes = merged(code, work.holes[block], joker, np.int64(0))
    if both == 0:
        return 0
    work.blocks[block], work.holes[block] = both, holes
    work.wanted[block] |= kind
    return 1


@kernel(int64(TABLES, WORK, RULES, int64, int64, int64))
def settle_identities(tables, work, rules, frame, number, named):
    """Let each joker that keeps its identity, from ``number`` on, be a tile of it, lie in a block, or name its meld.

    named : mask of those that lie in melds that are named.
    """
    if is_done(work, rules):
        return 0
    while number < work.n_pending and named >> number & 1:
        work.chosen[number] = np.uint64(0)
        number += 1
    if number == work.n_pending:
        return settle_blocks(tables, work, rules, frame, np.int64(0))
    kinds, later = work.pending[number], ((1 << work.n_pending) - (2 << number)) & ~named
    while kinds:
        kind = kinds & (~kinds + np.uint64(1))
        kinds ^= kind
        fits = keep_as_tile(work, rules, frame, kind)
        if fits:
            work.chosen[number] = kind
            settle_identities(tables, work, rules, frame + 1, number + 1, named)
        for block in range(work.n_blocks if fits != 1 else 0):
            code, holes, wanted = work.blocks[block], work.holes[block], work.wanted[block]
            for high in range(1 + rules.ace_high):
                if want_in_block(work, block, kind, np.int64(high)):
                    work.chosen[number] = np.uint64(0)
                    settle_identities(tables, work, rules, frame, number + 1, named)
                work.blocks[block], work.holes[block], work.wanted[block] = code, holes, wanted
        for candidate in range(work.n_candidates if fits != 1 else 0):
            others = later
            while others >= 0:
                if name_meld(work, rules, frame, work.candidates[candidate], kind, others):
                    work.chosen[number] = np.uint64(0)
                    settle_identities(tables, work, rules, frame + 1, number + 1, named | others)
                others = (others - 1) & later if others else np.int64(-1)
    return 0
