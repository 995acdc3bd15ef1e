"""Melds of the table that have to stay together: they may be extended, and gaps that freed jokers left are filled.

A block is a meld's code without its freed jokers: a set with the jokers it keeps, or a run whose ``holes`` (bit 0 the
lowest position) are to be filled. A run of three and more is extended by at most two positions at either end: three are
a run of their own. A joker at the outer end can be added to the finished run; only where it matters which meld a joker
lies in (``new_meld``) it is one of the extension. Kinds that are ``wanted`` of a block are those that jokers stand for
there. A block of two, which freed jokers may leave, is extended by up to
three of any kind.
"""

import numpy as np
from numba import int64, uint64

from rummysim.core.bits import count_bits, highest_bit
from rummysim.core.jit import kernel
from rummysim.melds.code import (
    card_at,
    is_run,
    meld_naturals,
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
from rummysim.melds.table.settle import is_done, settle_jokers, take_jokers

__all__ = ["block_naturals", "extended", "settle_blocks"]

SHORTEST, FULL_SET, LONGEST, PATTERN_TOP = 3, 4, 13, 13
N_EXTENSIONS = 32
"""An extension at an end of a run: positions (two bits), and which of them, from the block outwards, jokers fill."""


@kernel(uint64(int64, int64))
def block_naturals(code, holes):
    """Naturals of a block."""
    naturals = meld_naturals(code, LAST)
    for index in range(run_length(code) if is_run(code) else 0):
        if holes >> index & 1:
            naturals &= ~card_at(run_suit(code), run_start(code) + index, LAST)
    return naturals


@kernel(int64(int64, int64, int64), inline=True)
def is_extension(extension, length, outer):
    """1 if a block of so many positions may have to be extended like that; outer : with a joker at the end too."""
    n_more, jokers = extension & 3, extension >> 2
    if jokers >> n_more:
        return 0
    if length < SHORTEST:
        return 1
    return 1 if n_more == 0 or (n_more < SHORTEST and (outer or not jokers >> (n_more - 1))) else 0


@kernel(int64(int64, int64, int64, int64), inline=True)
def extended_run(code, filling, down, up):
    """The run extended; filling : holes that jokers fill. 0 if the line has no room."""
    n_down, n_before = down & 3, run_length(code)
    start, length = run_start(code) - n_down, n_before + n_down + (up & 3)
    if start < 0 or not SHORTEST <= length <= LONGEST or start + length > LAST + 1:
        return np.int64(0)
    pattern = (code & ((1 << (PATTERN_TOP + 1)) - 1)) >> n_down
    for index in range(n_before):
        pattern |= (filling >> index & 1) << (PATTERN_TOP - n_down - index)
    for index in range(SHORTEST):
        if down >> 2 >> index & 1:
            pattern |= 1 << (PATTERN_TOP - n_down + 1 + index)
        if up >> 2 >> index & 1:
            pattern |= 1 << (PATTERN_TOP - n_down - n_before - index)
    return run_code(run_suit(code), start, length, pattern)


@kernel(int64(int64, int64, int64, int64, int64))
def longer_run(code, holes, way, outer, ace_high):
    """The ``way``-th extension of a run, 0 if there is none; outer : as in :func:`is_extension`."""
    down, up, filling = way & 31, way >> 5 & 31, way >> 10
    length = run_length(code)
    if filling & ~holes or not is_extension(down, length, outer) or not is_extension(up, length, outer):
        return np.int64(0)
    longer = extended_run(code, filling, down, up)
    return longer if run_start(longer) + run_length(longer) <= LAST + ace_high else np.int64(0)


@kernel(int64(int64, int64), inline=True)
def larger_set(code, way):
    """The ``way``-th extension of a set, 0 if there is none."""
    suits, wilds = way & 15, set_wilds(code) + (way >> 4)
    size = count_bits(np.uint64(suits | set_suits(code))) + wilds
    if suits & set_suits(code) or not SHORTEST <= size <= FULL_SET:
        return np.int64(0)
    return set_code(set_place(code), set_suits(code) | suits, wilds)


@kernel(int64(int64, int64, int64, int64, int64), inline=True)
def extended(code, holes, way, outer, ace_high):
    """The ``way``-th extension of a block, 0 if there is none; outer : as in :func:`is_extension`."""
    return longer_run(code, holes, way, outer, ace_high) if is_run(code) else larger_set(code, way)


@kernel(int64(TABLES, WORK, RULES, int64, int64))
def settle_blocks(tables, work, rules, frame, number):
    """Extend the blocks from ``number`` on in all ways, and settle the rest."""
    if is_done(work, rules):
        return 0
    if number == work.n_blocks:
        return settle_jokers(tables, work, rules, frame, np.int64(0))
    code, holes = work.blocks[number], work.holes[number]
    n_ways = (N_EXTENSIONS * N_EXTENSIONS) << highest_bit(np.uint64(2 * holes + 1)) if is_run(code) else 64
    for way in range(n_ways):
        longer = extended(code, holes, np.int64(way), rules.new_meld, rules.ace_high)
        if longer == 0 or meld_jokers(longer) > rules.cap or meld_naturals(longer, LAST) & work.wanted[number]:
            continue
        added = meld_naturals(longer, LAST) & ~block_naturals(code, holes)
        copy_frame(work, frame, frame + 1)
        n_more = meld_jokers(longer) - meld_jokers(code)
        if take_cards(work, frame + 1, added) and take_jokers(work, rules, frame + 1, n_more, longer):
            place_meld(work, frame + 1, longer, block_naturals(code, holes))
            settle_blocks(tables, work, rules, frame + 1, number + 1)
    return 0
