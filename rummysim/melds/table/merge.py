"""Two blocks that one meld of the new table holds: faces are compared (8.3), so a tile that both have is there once."""

import numpy as np
from numba import int64, types

from rummysim.core.bits import count_bits
from rummysim.core.jit import kernel
from rummysim.melds.code import (
    is_run,
    is_wild_at,
    run_code,
    run_length,
    run_start,
    run_suit,
    set_code,
    set_place,
    set_suits,
    set_wilds,
)

__all__ = ["merged"]

NOTHING, NATURAL, WILD = range(3)
LONGEST, FULL_SET, PATTERN_TOP = 13, 4, 13
NO_BLOCK = (np.int64(0), np.int64(0))


@kernel(int64(int64, int64, int64), inline=True)
def at_position(code, holes, position):
    """What a run block has at a position of the line."""
    index = position - run_start(code)
    if index < 0 or index >= run_length(code) or holes >> index & 1:
        return NOTHING
    return WILD if is_wild_at(code, index) else NATURAL


@kernel(types.Tuple((int64, int64))(int64, int64, int64, int64))
def merged_runs(one, one_holes, other, other_holes):
    """Run block that holds two run blocks and its holes; code 0 if there is none."""
    start = min(run_start(one), run_start(other))
    length = max(run_start(one) + run_length(one), run_start(other) + run_length(other)) - start
    if run_suit(one) != run_suit(other) or length > LONGEST:
        return NO_BLOCK
    pattern, holes = np.int64(0), np.int64(0)
    for index in range(length):
        here, there = at_position(one, one_holes, start + index), at_position(other, other_holes, start + index)
        if here and there and here + there != 2 * NATURAL:
            return NO_BLOCK
        if here + there == NOTHING:
            holes |= 1 << index
        elif here == WILD or there == WILD:
            pattern |= 1 << (PATTERN_TOP - index)
    return run_code(run_suit(one), start, length, pattern), holes


@kernel(int64(int64, int64))
def merged_sets(one, other):
    """Set block that holds two set blocks, 0 if there is none."""
    suits, wilds = set_suits(one) | set_suits(other), set_wilds(one) + set_wilds(other)
    if set_place(one) != set_place(other) or count_bits(np.uint64(suits)) + wilds > FULL_SET:
        return np.int64(0)
    return set_code(set_place(one), suits, wilds)


@kernel(types.Tuple((int64, int64))(int64, int64, int64, int64))
def merged(one, one_holes, other, other_holes):
    """Block that holds two blocks and its holes; code 0 if there is none."""
    if is_run(one) != is_run(other):
        return NO_BLOCK
    if is_run(one):
        return merged_runs(one, one_holes, other, other_holes)
    return merged_sets(one, other), np.int64(0)
