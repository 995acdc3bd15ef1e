"""What can be laid without rearranging: melds of the rack, then single tiles added to melds, then runs split in two.

Not a search: melds of the rack that lay most of its tiles, then, until nothing fits, the lowest kind that goes on a
meld or splits a run, on the first meld where it does; jokers last, at ends of runs before sets. A split puts a tile at
a position of a run that is there already: 3-4-5-6-7 and a 5 become 3-4-5 and 5-6-7 (TILE:8).

The table is ``melds``, ``n_melds``, before and after; what stays on the rack is ``left``, ``left_twice``,
``left_jokers``.
"""

import numpy as np
from numba import int64, uint64, void

from rummysim.core.bits import bit, lowest_bit
from rummysim.core.jit import kernel
from rummysim.melds.code import (
    is_run,
    meld_naturals,
    run_code,
    run_length,
    run_start,
    run_suit,
    set_code,
    set_place,
    set_suits,
)
from rummysim.melds.table.build import add_meld, with_joker
from rummysim.melds.table.candidates import meld_jokers, meld_size
from rummysim.melds.table.memory import LAST, MAX_MELDS, TABLES, WORK
from rummysim.melds.table.reach import laid_out
from rummysim.melds.table.solve import load

__all__ = ["lay_plainly", "take_from_rack", "with_tile"]

SHORTEST, FULL_SET, LONGEST, PATTERN_TOP = 3, 4, 13, 13
WHOLE = (1 << (PATTERN_TOP + 1)) - 1
NO_MELD = np.uint64(0)
ONES, LANE = np.uint64(0x0001000100010001), np.uint64(0x1FFF)
S16, S32, S48 = np.uint64(16), np.uint64(32), np.uint64(48)


@kernel(void(WORK, uint64), inline=True)
def take_from_rack(work, cards):
    """Take one tile of each kind off the rack."""
    once = work.left_twice & cards
    work.left = (work.left & ~cards) | once
    work.left_twice &= ~cards


@kernel(int64(int64, int64, int64, int64))
def with_tile(code, colour, value, ace_high):
    """The meld with a tile added, 0 if it does not fit. A 1 goes below a 2 before above a 13."""
    if not is_run(code):
        suits = set_suits(code)
        if set_place(code) != value - 1 or suits >> colour & 1 or meld_size(code) == FULL_SET:
            return np.int64(0)
        return set_code(set_place(code), suits | 1 << colour, meld_jokers(code))
    start, length = run_start(code), run_length(code)
    if run_suit(code) != colour or length == LONGEST:
        return np.int64(0)
    pattern = code & WHOLE
    if value - 1 == start - 1:
        return run_code(colour, start - 1, length + 1, pattern >> 1)
    if start + length < LAST + ace_high and (start + length) % LAST == value - 1:
        return run_code(colour, start, length + 1, pattern)
    return np.int64(0)


@kernel(int64(WORK, int64, int64, int64, int64))
def split_at(work, number, colour, value, ace_high):
    """Split a run by a tile at a position that it has; 1 if it did."""
    code = work.melds[number]
    if not is_run(code) or run_suit(code) != colour or work.n_melds == MAX_MELDS:
        return 0
    start, length, pattern = run_start(code), run_length(code), code & WHOLE
    for index in range(SHORTEST - 1, length - SHORTEST + 1):
        if start + index == value - 1:
            kept = pattern & WHOLE & ~((1 << (PATTERN_TOP + 1 - index)) - 1)
            work.melds[number] = run_code(colour, start, index + 1, kept)
            add_meld(work, run_code(colour, start + index, length - index, pattern << index & WHOLE))
            return 1
    return 0


@kernel(int64(WORK, int64, int64, int64))
def lay_tile(work, kind, splits, ace_high):
    """Add one tile to the first meld that takes it; 1 if one did."""
    colour, value = kind >> 4, (kind & 15) + 1
    for number in range(work.n_melds):
        code = with_tile(work.melds[number], colour, value, ace_high)
        if code:
            work.melds[number] = code
            return 1
    if splits:
        for number in range(work.n_melds):
            if split_at(work, number, colour, value, ace_high):
                return 1
    return 0


@kernel(int64(WORK, int64, int64))
def lay_off(work, splits, ace_high):
    """Add tiles of the rack to melds until nothing fits; returns how many."""
    n_laid, found = 0, True
    while found:
        found, tiles = False, work.left
        while tiles:
            kind = lowest_bit(tiles)
            tiles &= tiles - np.uint64(1)
            if lay_tile(work, kind, splits, ace_high):
                take_from_rack(work, bit(kind))
                n_laid, found = n_laid + 1, True
    for sets in range(2):
        for number in range(work.n_melds):
            while work.left_jokers and is_run(work.melds[number]) != sets:
                code = with_joker(work.melds[number], ace_high)
                if code == 0:
                    break
                work.melds[number] = code
                work.left_jokers, n_laid = work.left_jokers - 1, n_laid + 1
    return n_laid


@kernel(int64(TABLES, WORK, int64))
def lay_rack_melds(tables, work, ace_high):
    """Lay the melds of the rack that hold most tiles behind those on the table; returns tiles laid."""
    n_before = work.n_melds
    for number in range(n_before):
        work.kept_melds[number] = work.melds[number]
    load(work, NO_MELD, NO_MELD, work.left, work.left_twice)
    n_laid = max(0, laid_out(tables, work, np.int64(0), work.left_jokers, ace_high))
    n_new = work.n_melds if n_laid else 0
    for number in range(n_new - 1, -1, -1):
        work.melds[n_before + number] = work.melds[number]
    for number in range(n_before):
        work.melds[number] = work.kept_melds[number]
    work.n_melds = n_before + n_new
    for number in range(n_before, work.n_melds):
        take_from_rack(work, meld_naturals(work.melds[number], LAST))
        work.left_jokers -= meld_jokers(work.melds[number])
    return n_laid


@kernel(int64(uint64, int64), inline=True)
def has_meld(rack, n_jokers):
    """0 if a rack certainly has no meld: no three of a number and no three in sequence."""
    if n_jokers:
        return 1
    one, two = np.uint64(1), np.uint64(2)
    line = rack | (rack & ONES) << np.uint64(LAST)
    in_sequence = line & line >> one & line >> two
    a, b, c, d = rack & LANE, rack >> S16 & LANE, rack >> S32 & LANE, rack >> S48
    return 1 if in_sequence | a & b & (c | d) | c & d & (a | b) else 0


@kernel(int64(TABLES, WORK, uint64, uint64, int64, int64, int64))
def lay_plainly(tables, work, rack, rack_twice, rack_jokers, splits, ace_high):
    """Lay what goes without rearranging; returns tiles laid. The tiles weigh one (:func:`count_weights`)."""
    work.left, work.left_twice, work.left_jokers = rack, rack_twice, rack_jokers
    n_laid = lay_rack_melds(tables, work, ace_high) if has_meld(rack, rack_jokers) else np.int64(0)
    return n_laid + lay_off(work, splits, ace_high)
