<<<<<<< HEAD
"""Two blocks that one meld of the new table holds: faces are compared (8.3), so a tile that both have is needed once."""

import numpy as np
from numba import int64, types, uint64
=======
"""Two blocks that one meld of the new table holds: faces are compared (8.3), so a tile that both have is there once."""

import numpy as np
from numba import int64, types
>>>>>>> tile-solver

from rummysim.core.bits import count_bits
from rummysim.core.jit import kernel
from rummysim.melds.code import (
<<<<<<< HEAD
    card_at,
=======
>>>>>>> tile-solver
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
<<<<<<< HEAD
from rummysim.melds.table.frames import return_card
from rummysim.melds.table.memory import LAST, WORK

__all__ = ["merge_blocks"]

NOTHING, NATURAL, WILD = range(3)
LONGEST, FULL_SET, PATTERN_TOP = 13, 4, 13
NO_BLOCK = (np.int64(0), np.int64(0), np.uint64(0))
=======

__all__ = ["merged"]

NOTHING, NATURAL, WILD = range(3)
LONGEST, FULL_SET, PATTERN_TOP = 13, 4, 13
NO_BLOCK = (np.int64(0), np.int64(0))
>>>>>>> tile-solver


@kernel(int64(int64, int64, int64), inline=True)
def at_position(code, holes, position):
    """What a run block has at a position of the line."""
    index = position - run_start(code)
    if index < 0 or index >= run_length(code) or holes >> index & 1:
        return NOTHING
    return WILD if is_wild_at(code, index) else NATURAL


<<<<<<< HEAD
@kernel(types.Tuple((int64, int64, uint64))(int64, int64, int64, int64))
def merged_runs(one, one_holes, other, other_holes):
    """Block that holds two run blocks, its holes, and the kinds that both had; code 0 if there is none."""
=======
@kernel(types.Tuple((int64, int64))(int64, int64, int64, int64))
def merged_runs(one, one_holes, other, other_holes):
    """Run block that holds two run blocks and its holes; code 0 if there is none."""
>>>>>>> tile-solver
    start = min(run_start(one), run_start(other))
    length = max(run_start(one) + run_length(one), run_start(other) + run_length(other)) - start
    if run_suit(one) != run_suit(other) or length > LONGEST:
        return NO_BLOCK
<<<<<<< HEAD
    pattern, holes, shared = np.int64(0), np.int64(0), np.uint64(0)
=======
    pattern, holes = np.int64(0), np.int64(0)
>>>>>>> tile-solver
    for index in range(length):
        here, there = at_position(one, one_holes, start + index), at_position(other, other_holes, start + index)
        if here and there and here + there != 2 * NATURAL:
            return NO_BLOCK
<<<<<<< HEAD
        if here and there:
            shared |= card_at(run_suit(one), start + index, LAST)
        elif here + there == NOTHING:
            holes |= 1 << index
        elif here + there == WILD:
            pattern |= 1 << (PATTERN_TOP - index)
    return run_code(run_suit(one), start, length, pattern), holes, shared


@kernel(types.Tuple((int64, int64, uint64))(int64, int64))
def merged_sets(one, other):
    """:func:`merged_runs` for sets."""
    suits, wilds = set_suits(one) | set_suits(other), set_wilds(one) + set_wilds(other)
    if set_place(one) != set_place(other) or count_bits(np.uint64(suits)) + wilds > FULL_SET:
        return NO_BLOCK
    shared = np.uint64(0)
    for colour in range(4):
        if set_suits(one) & set_suits(other) & 1 << colour:
            shared |= card_at(np.int64(colour), set_place(one), LAST)
    return set_code(set_place(one), suits, wilds), np.int64(0), shared


@kernel(int64(WORK, int64, int64, int64))
def merge_blocks(work, frame, one, other):
    """Make two blocks one, in the place of the first; the last takes the place of the other. 0 if they do not fit."""
    first, second = work.blocks[one], work.blocks[other]
    if is_run(first) != is_run(second):
        return 0
    if is_run(first):
        block, holes, shared = merged_runs(first, work.holes[one], second, work.holes[other])
    else:
        block, holes, shared = merged_sets(first, second)
    if block == 0:
        return 0
    while shared:
        kind = shared & (~shared + np.uint64(1))
        shared ^= kind
        return_card(work, frame, kind)
    work.n_blocks -= 1
    work.blocks[one], work.holes[one] = block, holes
    work.blocks[other], work.holes[other] = work.blocks[work.n_blocks], work.holes[work.n_blocks]
    return 1
=======
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
>>>>>>> tile-solver
