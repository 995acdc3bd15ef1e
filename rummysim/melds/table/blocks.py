"""Melds of the table that have to stay together: they may be extended, and gaps that freed jokers left are filled.

A block is a meld's code without its freed jokers: a set with the jokers it keeps, or a run whose ``holes`` (bit 0 the
lowest position) are to be filled. A run is extended by at most two positions at either end: three and more are a run
of their own. A joker at the outer end of an extension is not tried: it can be added to the finished run.
"""

import numpy as np
from numba import int64, uint64

from rummysim.core.bits import bit, count_bits
from rummysim.core.jit import kernel
from rummysim.melds.code import (
    card_at,
    is_run,
    run_code,
    run_length,
    run_start,
    run_suit,
    set_code,
    set_place,
    set_suits,
    set_wilds,
)
from rummysim.melds.table.candidates import meld_jokers
from rummysim.melds.table.frames import copy_frame, place_meld, take_cards
from rummysim.melds.table.memory import LAST, RULES, TABLES, WORK
from rummysim.melds.table.settle import holds_old_meld, is_done, settle_identities, take_jokers

__all__ = ["settle_blocks"]

NONE, ONE, TWO, OVER_JOKER = range(4)
"""Extensions at an end of a run: nothing, a tile, two, a joker and a tile beyond it."""
SHORTEST, FULL_SET, LONGEST, PATTERN_TOP = 3, 4, 13, 13


@kernel(int64(int64, int64, int64, int64, int64))
def extended_run(code, holes, filling, down, up):
    """The run with its holes filled and extended; filling : holes that jokers fill. 0 if the line has no room."""
    n_down, n_up = min(down, 2), min(up, 2)
    start, length = run_start(code) - n_down, run_length(code) + n_down + n_up
    if start < 0 or length > LONGEST or start + length > LAST + 1:
        return np.int64(0)
    pattern = (code & ((1 << (PATTERN_TOP + 1)) - 1)) >> n_down
    for index in range(run_length(code)):
        if holes >> index & filling >> index & 1:
            pattern |= 1 << (PATTERN_TOP - n_down - index)
    if down == OVER_JOKER:
        pattern |= 1 << (PATTERN_TOP - 1)
    if up == OVER_JOKER:
        pattern |= 1 << (PATTERN_TOP - length + 2)
    return run_code(run_suit(code), start, length, pattern)


@kernel(uint64(int64, int64, int64))
def added_tiles(code, holes, longer):
    """Naturals of an extended run that were not in the block."""
    added = np.uint64(0)
    before, n_before = run_start(code), run_length(code)
    for index in range(run_length(longer)):
        at = run_start(longer) + index
        is_new = at < before or at >= before + n_before or holes >> (at - before) & 1
        if is_new and not longer >> (PATTERN_TOP - index) & 1:
            added |= card_at(run_suit(code), at, LAST)
    return added


@kernel(int64(TABLES, WORK, RULES, int64, int64))
def settle_blocks(tables, work, rules, frame, number):
    """Extend the blocks from ``number`` on in all ways, and settle the rest."""
    if is_done(work, rules):
        return 0
    if number == work.n_blocks:
        return settle_identities(tables, work, rules, frame, np.int64(0))
    code, holes = work.blocks[number], work.holes[number]
    n_ways = 16 << run_length(code) if is_run(code) else 64
    for way in range(n_ways):
        longer, added = np.int64(0), np.uint64(0)
        if is_run(code):
            filling = way >> 4
            if filling & ~holes:
                continue
            longer = extended_run(code, holes, filling, way & 3, way >> 2 & 3)
            if longer == 0 or run_start(longer) + run_length(longer) > LAST + rules.ace_high:
                continue
            added = added_tiles(code, holes, longer)
        else:
            suits, wilds = way & 15, set_wilds(code) + (way >> 4)
            size = count_bits(np.uint64(suits | set_suits(code))) + wilds
            if suits & set_suits(code) or not SHORTEST <= size <= FULL_SET:
                continue
            longer = set_code(set_place(code), set_suits(code) | suits, wilds)
            for colour in range(4):
                if suits >> colour & 1:
                    added |= bit(16 * colour + set_place(code))
        if meld_jokers(longer) > rules.cap:
            continue
        copy_frame(work, frame, frame + 1)
        if take_cards(work, frame + 1, added):
            if take_jokers(work, rules, frame + 1, meld_jokers(longer) - meld_jokers(code), longer):
                place_meld(work, frame + 1, longer)
                settle_blocks(tables, work, rules, frame + 1, number + 1)
    return 0
