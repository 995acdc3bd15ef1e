"""Melds from what goes where: sets of one value, and runs that grow downwards while values are read from the top.

Melds are codes (:mod:`rummysim.melds.code`) in ``melds``. A run under way is ``tracks[colour, number]``: its top
position (1 to 14; 14 is the 1 above 13), its length, the positions where jokers stand as a mask, its naturals.
``spare_jokers`` counts the jokers that have no place yet; they go to the ends of runs at last.
"""

import numpy as np
from numba import int64, types, void

from rummysim.core.bits import count_bits
from rummysim.core.jit import kernel
from rummysim.melds.code import is_run, run_code, run_length, run_start, run_suit, set_code, set_suits, set_wilds
from rummysim.melds.table.layer import N_COLOURS
from rummysim.melds.table.line import CAP
from rummysim.melds.table.memory import LAST, WORK

__all__ = ["absorb", "add_meld", "add_sets", "close_run", "extend_runs", "order_melds", "run_between", "with_joker"]

TOP_AT, LENGTH, JOKERS, NATURALS = range(4)
SHORTEST, FULL_SET, LONGEST, PATTERN_TOP = 3, 4, 13, 13


@kernel(void(WORK, int64), inline=True)
def add_meld(work, code):
    """Append a meld."""
    work.melds[work.n_melds] = code
    work.n_melds += 1


@kernel(int64(int64, int64, int64, int64), inline=True)
def run_between(colour, bottom, length, jokers):
    """Code of a run; bottom : its lowest position, 1 to 13; jokers : mask of positions."""
    pattern = np.int64(0)
    for index in range(length):
        pattern |= (jokers >> (bottom + index) & 1) << (PATTERN_TOP - index)
    return run_code(colour, bottom - 1, length, pattern)


@kernel(void(WORK, int64, int64))
def close_run(work, colour, number):
    """End a run; one of jokers only gives them back, one over all 14 positions becomes two."""
    top, length = work.tracks[colour, number, TOP_AT], work.tracks[colour, number, LENGTH]
    jokers = work.tracks[colour, number, JOKERS]
    if length and work.tracks[colour, number, NATURALS] == 0:
        work.spare_jokers += length
    elif length > LONGEST:
        add_meld(work, run_between(colour, top - length + 1, length - SHORTEST, jokers))
        add_meld(work, run_between(colour, top - SHORTEST + 1, SHORTEST, jokers))
    elif length:
        add_meld(work, run_between(colour, top - length + 1, length, jokers))
    work.tracks[colour, number, LENGTH] = 0


@kernel(void(WORK, int64))
def order_tracks(work, colour):
    """Bring the run that has to go on, or failing that one that can, to the front."""
    first, second = work.tracks[colour, 0, LENGTH], work.tracks[colour, 1, LENGTH]
    if (0 < second < CAP and not 0 < first < CAP) or (first == 0 and second > 0):
        for field in range(4):
            kept = work.tracks[colour, 0, field]
            work.tracks[colour, 0, field] = work.tracks[colour, 1, field]
            work.tracks[colour, 1, field] = kept


@kernel(void(WORK, int64, int64, int64, int64))
def extend_runs(work, colour, value, k, n_held):
    """Put ``k`` tiles of a value into runs, at most ``n_held`` of them naturals."""
    order_tracks(work, colour)
    for number in range(k, 2):
        close_run(work, colour, number)
    n_naturals = min(k, n_held)
    work.spare_jokers -= k - n_naturals
    # One natural for two runs goes where none is yet.
    natural_at = 1 if k == 2 and work.tracks[colour, 0, LENGTH] > 0 and work.tracks[colour, 0, NATURALS] > 0 else 0
    for number in range(k):
        if work.tracks[colour, number, LENGTH] == 0:
            work.tracks[colour, number, TOP_AT] = value
            work.tracks[colour, number, JOKERS] = work.tracks[colour, number, NATURALS] = 0
        work.tracks[colour, number, LENGTH] += 1
        if n_naturals == k or (n_naturals > 0 and number == natural_at):
            work.tracks[colour, number, NATURALS] += 1
        else:
            work.tracks[colour, number, JOKERS] |= 1 << value


@kernel(types.UniTuple(int64, 2)(int64, int64, int64, int64))
def put_in_smallest(naturals, sizes, colour, n_sets):
    """Add a colour to the smallest set that lacks it. naturals, sizes : four bits a set."""
    best = -1
    for number in range(n_sets):
        lacks = not naturals >> (4 * number + colour) & 1
        if lacks and (best < 0 or (sizes >> 4 * number & 15) < (sizes >> 4 * best & 15)):
            best = number
    return naturals | 1 << (4 * best + colour), sizes + (1 << 4 * best)


@kernel(void(WORK, int64, int64, int64, int64))
def add_sets(work, value, used, n_sets, n_jokers):
    """Sets of one value.

    used : tiles, two bits a colour. n_jokers : enough to fill every set up to three, and no more than fit.
    """
    naturals, sizes = np.int64(0), np.int64(0)
    for n_copies in range(2, 0, -1):
        for colour in range(N_COLOURS):
            if used >> 2 * colour & 3 == n_copies:
                for _ in range(n_copies):
                    naturals, sizes = put_in_smallest(naturals, sizes, colour, n_sets)
    work.spare_jokers -= n_jokers
    for full in (SHORTEST, FULL_SET):
        for number in range(n_sets):
            n_more = min(n_jokers, max(0, full - (sizes >> 4 * number & 15)))
            sizes += n_more << 4 * number
            n_jokers -= n_more
    for number in range(n_sets):
        suits = naturals >> 4 * number & 15
        add_meld(work, set_code(value - 1, suits, (sizes >> 4 * number & 15) - count_bits(np.uint64(suits))))


@kernel(int64(int64, int64))
def with_joker(code, ace_high):
    """The meld with a joker at an end of a run, the lower if there is room, or in a set of three; 0 if none fits."""
    if not is_run(code):
        suits, wilds = set_suits(code), set_wilds(code)
        if count_bits(np.uint64(suits)) + wilds == FULL_SET:
            return np.int64(0)
        return set_code(code >> 24, suits, wilds + 1)
    start, length, pattern = run_start(code), run_length(code), code & ((1 << (PATTERN_TOP + 1)) - 1)
    if length == LONGEST:
        return np.int64(0)
    if start > 0:
        return run_code(run_suit(code), start - 1, length + 1, pattern >> 1 | 1 << PATTERN_TOP)
    if start + length < LAST + ace_high:
        return run_code(run_suit(code), start, length + 1, pattern | 1 << (PATTERN_TOP - length))
    return np.int64(0)


@kernel(int64(WORK))
def split_longest(work):
    """Cut three positions off the top of a longest run with six or more; 0 if there is none."""
    best = 0
    for number in range(work.n_melds):
        if is_run(work.melds[number]) and run_length(work.melds[number]) > run_length(work.melds[best]):
            best = number
    code = work.melds[best]
    if work.n_melds == 0 or not is_run(code) or run_length(code) < 2 * SHORTEST:
        return 0
    colour, start, length = run_suit(code), run_start(code), run_length(code) - SHORTEST
    pattern = code & ((1 << (PATTERN_TOP + 1)) - 1)
    whole = (1 << (PATTERN_TOP + 1)) - 1
    work.melds[best] = run_code(colour, start, length, pattern & whole & ~((1 << (PATTERN_TOP + 1 - length)) - 1))
    add_meld(work, run_code(colour, start + length, SHORTEST, pattern << length & whole))
    return 1


@kernel(int64(WORK, int64))
def absorb(work, ace_high):
    """Give the spare jokers a place, in runs before sets; 0 if there is none for all."""
    while work.spare_jokers > 0:
        placed = False
        for sets in range(2):
            for number in range(work.n_melds):
                code = np.int64(0)
                if not placed and is_run(work.melds[number]) != sets:
                    code = with_joker(work.melds[number], ace_high)
                if code:
                    work.melds[number], placed = code, True
        if placed:
            work.spare_jokers -= 1
        elif not split_longest(work):
            return 0
    return 1


@kernel(void(WORK))
def order_melds(work):
    """Sort the melds as in rules 8.1."""
    for last in range(1, work.n_melds):
        code, place = work.melds[last], last
        while place > 0 and work.melds[place - 1] > code:
            work.melds[place] = work.melds[place - 1]
            place -= 1
        work.melds[place] = code
