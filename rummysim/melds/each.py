"""All melds of a hand of two packs one after the other, in the order of melds (rules 8.1), and what each takes."""

import numpy as np
from numba import int64, types, uint64

from rummysim.core.bits import bit, count_bits
from rummysim.core.jit import kernel
from rummysim.melds.code import (
    is_clean,
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
from rummysim.melds.spread import is_set, joker_in_set, suits_in
from rummysim.melds.worth import HIGH_ACE, LONGEST, PLACES, SCALE, is_run_whole, joker_at, suit_lane

__all__ = ["CARDS", "FIRST_RUN", "NO_MELD", "cards_of", "is_adjacent", "is_meld", "meld_worth", "next_meld"]

NO_MELD = np.int64(-1)
FIRST_RUN = (np.int64(1) << 40) - 1
"""What the first run comes after."""
SMALLEST = 3
PATTERN = (1 << LONGEST) - 1
CARDS = types.Tuple((uint64, uint64, int64))
"""What a meld takes: the kinds of its naturals, those of them it takes twice, and the number of jokers."""


@kernel(int64(SCALE, uint64, int64, int64))
def next_set(scale, hand, n_jokers, after):
    """Code of the first set behind ``after``, ``NO_MELD`` if there is none."""
    key = (after >> 16) + 1
    while key < PLACES << 8:
        place, suits, wilds = key >> 8, key >> 4 & 15, key & 15
        held = suits_in(hand, place)
        if held == 0:
            key = (place + 1) << 8
        elif suits & ~held or suits == 0 or wilds > min(scale.cap, n_jokers):
            key = (key | 15) + 1
        elif is_set(scale, count_bits(np.uint64(suits)), wilds):
            return set_code(place, suits, wilds)
        else:
            key += 1
    return NO_MELD


@kernel(int64(int64), inline=True)
def is_adjacent(pattern):
    """1 if two jokers lie side by side."""
    return 1 if pattern & pattern >> 1 else 0


@kernel(int64(SCALE, int64))
def is_meld(scale, code):
    """1 if an answer is the code of a meld that may be laid anew."""
    if not is_clean(code):
        return 0
    if not is_run(code):
        n_naturals = count_bits(np.uint64(set_suits(code)))
        return is_set(scale, n_naturals, set_wilds(code)) if set_place(code) < PLACES and n_naturals else 0
    length, pattern = run_length(code), code & PATTERN
    n_wilds = count_bits(np.uint64(pattern))
    if n_wilds > scale.cap or n_wilds == length or (not scale.adjacent and is_adjacent(pattern)):
        return 0
    return is_run_whole(scale, run_start(code), length, pattern >> (LONGEST - length))


@kernel(int64(int64, int64, int64, int64), inline=True)
def missing_at(held, twice, start, length):
    """Positions, as a pattern, whose card is not held; of two aces the high one is missing if only one is held."""
    line = held | (held & 1 if start or twice & 1 else 0) << HIGH_ACE
    missing = np.int64(0)
    for index in range(length):
        missing = 2 * missing + (0 if line >> (start + index) & 1 else 1)
    return missing


@kernel(int64(SCALE, int64, int64, int64, int64, int64), inline=True)
def can_lie(scale, held, twice, start, length, pattern):
    """1 if a run with jokers at ``pattern``, the last position lowest, has its naturals in the hand and is one."""
    n_wilds = count_bits(np.uint64(pattern))
    if n_wilds > scale.cap or n_wilds == length or not is_run_whole(scale, start, length, pattern):
        return 0
    if not scale.adjacent and is_adjacent(pattern):
        return 0
    if start == 0 and pattern >> (length - 1) & 1:
        twice |= 1
    return 0 if missing_at(held, twice, start, length) & ~pattern else 1


@kernel(int64(SCALE, uint64, uint64, int64, int64, int64))
def next_run(scale, hand, spare, n_jokers, longest, after):
    """Code of the first run of up to ``longest`` cards behind ``after``, ``NO_MELD`` if there is none."""
    suit, start, length, pattern = np.int64(0), np.int64(0), np.int64(SMALLEST), np.int64(0)
    if is_run(after):
        suit, start, length = run_suit(after), run_start(after), run_length(after)
        pattern = ((after & 0x3FFF) >> (LONGEST - length)) + 1
    most = min(scale.cap, n_jokers)
    while suit < 4:
        held, twice = suit_lane(hand, suit), suit_lane(spare, suit)
        if held == 0 or start > LONGEST - SMALLEST:
            suit, start, length, pattern = suit + 1, np.int64(0), np.int64(SMALLEST), np.int64(0)
            continue
        n_missing = count_bits(np.uint64(missing_at(held, twice | 1, start, length)))
        if length > longest or start + length > LONGEST or n_missing > most:
            start, length, pattern = start + 1, np.int64(SMALLEST), np.int64(0)
            continue
        last = np.int64(1) << length if most else np.int64(1)
        while pattern < last:
            if count_bits(np.uint64(pattern)) <= most and can_lie(scale, held, twice, start, length, pattern):
                return run_code(suit, start, length, pattern << (LONGEST - length))
            pattern += 1
        length, pattern = length + 1, np.int64(0)
    return NO_MELD


@kernel(int64(SCALE, uint64, uint64, int64, int64, int64))
def next_meld(scale, hand, spare, n_jokers, longest, after):
    """Code of the first meld behind the code ``after``, -1 for the first of all; runs have up to ``longest`` cards."""
    if after < FIRST_RUN:
        meld = next_set(scale, hand, n_jokers, max(after, np.int64(-1)))
        if meld != NO_MELD:
            return meld
        after = FIRST_RUN
    return next_run(scale, hand, spare, n_jokers, longest, after)


@kernel(CARDS(int64))
def cards_of(meld):
    """What a meld takes."""
    once, twice, wilds = np.uint64(0), np.uint64(0), np.int64(0)
    if not is_run(meld):
        for suit in range(4):
            if set_suits(meld) >> suit & 1:
                once |= bit(16 * suit + set_place(meld))
        return once, twice, set_wilds(meld)
    for index in range(run_length(meld)):
        if meld >> (HIGH_ACE - index) & 1:
            wilds += 1
        else:
            position = run_start(meld) + index
            card = bit(16 * run_suit(meld) + (position if position < PLACES else 0))
            twice |= once & card
            once |= card
    return once, twice, wilds


@kernel(int64(SCALE, int64))
def meld_worth(scale, meld):
    """What a meld is worth."""
    if not is_run(meld):
        place, n_naturals = set_place(meld), count_bits(np.uint64(set_suits(meld)))
        return scale.set_worth[place] * n_naturals + joker_in_set(scale, place) * set_wilds(meld)
    total = np.int64(0)
    for index in range(run_length(meld)):
        at = run_start(meld) + index
        total += joker_at(scale, at) if meld >> (HIGH_ACE - index) & 1 else scale.worth[at]
    return total
