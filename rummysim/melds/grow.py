"""Melds on a table of two packs: what a lay-off or a joker swap makes of one, and which single cards one takes.

Positions of runs are 0 to 13, 13 the ace above the king (:mod:`rummysim.melds.worth`). ``most`` limits the jokers of a
meld at any time; ``scale`` says where the ace stands, whether jokers may lie side by side and outnumber naturals.
"""

import numpy as np
from numba import int64, types, uint64

from rummysim.core.bits import bit, count_bits
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
from rummysim.melds.each import is_adjacent
from rummysim.melds.worth import LONGEST, PLACES, SCALE, fits_line

__all__ = [
    "ANY_MISSING",
    "BOTH_MISSING",
    "FULL_SET",
    "GROWN",
    "JOKER_OPTION",
    "card_at",
    "end_cards",
    "frees_joker",
    "grow_run",
    "grow_set",
    "keeps_limits",
    "swap_on_run",
    "swap_on_set",
    "takes_joker",
]

ANY_MISSING, BOTH_MISSING = 1, 2
"""Which cards free a joker of a set; 0: none do."""
JOKER_OPTION, FULL_SET = 4, 4
"""Option of a lay-off on a set that is a joker; cards of a full set."""
GROWN = types.Tuple((int64, uint64, uint64, int64, int64))
"""What an action comes to: 1 if the cards are there and the meld is valid, the kinds of its naturals, those of them it
takes twice, the number of jokers, and the meld's code after it.
"""
SWAPPED = types.Tuple((int64, uint64, int64))
"""1 if a swap is possible, the naturals given, and the meld's code after it."""


@kernel(uint64(int64, int64), inline=True)
def card_at(suit, position):
    """Card of ``suit`` at a position."""
    return bit(16 * suit + (position if position < PLACES else 0))


@kernel(int64(SCALE, int64, int64), inline=True)
def keeps_limits(scale, most, meld):
    """1 if a meld has not too many jokers, nor two side by side where they may not be."""
    if not is_run(meld):
        n_wilds = set_wilds(meld)
        return 0 if n_wilds > most or (scale.naturals_lead and n_wilds > count_bits(np.uint64(set_suits(meld)))) else 1
    pattern = meld & 0x3FFF
    n_wilds = count_bits(np.uint64(pattern))
    if n_wilds > most or (scale.naturals_lead and 2 * n_wilds > run_length(meld)):
        return 0
    return 0 if not scale.adjacent and is_adjacent(pattern) else 1


@kernel(GROWN(SCALE, int64, uint64, uint64, int64, int64, int64))
def grow_run(scale, most, hand, spare, n_jokers, meld, option):
    """A lay-off of ``16 * below + above`` cards; each position takes the natural while the hand has it, else a joker,
    the low end outwards first.
    """
    below, above = option >> 4, option & 15
    start, length, suit = run_start(meld) - below, run_length(meld) + below + above, run_suit(meld)
    once, twice, used = np.uint64(0), np.uint64(0), np.int64(0)
    if option <= 0 or option > 255 or not fits_line(scale, start, length):
        return 0, once, twice, used, meld
    pattern = (meld & 0x3FFF) >> below
    for step in range(below + above):
        index = below - 1 - step if step < below else run_length(meld) + step
        card = card_at(suit, start + index)
        if hand & card and (not once & card or (spare & card and not twice & card)):
            twice |= once & card
            once |= card
        else:
            used += 1
            pattern |= np.int64(1) << (LONGEST - 1 - index)
    grown = run_code(suit, start, length, pattern)
    return (1 if used <= n_jokers and keeps_limits(scale, most, grown) else 0), once, twice, used, grown


@kernel(GROWN(SCALE, int64, uint64, int64, int64, int64))
def grow_set(scale, most, hand, n_jokers, meld, option):
    """A lay-off of the card of a suit, or a joker (``JOKER_OPTION``)."""
    suits, place, wilds = set_suits(meld), set_place(meld), set_wilds(meld)
    nothing = np.uint64(0)
    if count_bits(np.uint64(suits)) + wilds >= FULL_SET or option < 0 or option > JOKER_OPTION:
        return 0, nothing, nothing, np.int64(0), meld
    if option == JOKER_OPTION:
        grown = set_code(place, suits, wilds + 1)
        return (1 if n_jokers and keeps_limits(scale, most, grown) else 0), nothing, nothing, np.int64(1), grown
    card = bit(16 * option + place)
    grown = set_code(place, suits | np.int64(1) << option, wilds)
    return (1 if hand & card and not suits >> option & 1 else 0), card, nothing, np.int64(0), grown


@kernel(int64(uint64, int64, int64), inline=True)
def frees_joker(hand, meld, option):
    """0 if no joker is at a position of a run, or the card of a suit is in a set, or the hand has not the card."""
    if is_run(meld):
        return 1 if is_wild_at(meld, option) and hand & card_at(run_suit(meld), run_start(meld) + option) else 0
    return 1 if not set_suits(meld) >> option & 1 and hand & bit(16 * option + set_place(meld)) else 0


@kernel(SWAPPED(uint64, int64, int64))
def swap_on_run(hand, meld, index):
    """The natural for the joker at the ``index``-th position from the low end."""
    nothing = np.uint64(0)
    if index < 0 or index >= run_length(meld) or not is_wild_at(meld, index):
        return 0, nothing, meld
    card = card_at(run_suit(meld), run_start(meld) + index)
    return (1 if hand & card else 0), card, meld & ~(np.int64(1) << (LONGEST - 1 - index))


@kernel(SWAPPED(uint64, int64, int64, int64))
def swap_on_set(hand, meld, suit, rule):
    """The card of ``suit`` for a joker, or with ``BOTH_MISSING`` all missing cards, ``suit`` being the lowest."""
    suits, place, wilds = set_suits(meld), set_place(meld), set_wilds(meld)
    nothing = np.uint64(0)
    if rule == 0 or wilds == 0 or suit < 0 or suit > 3 or suits >> suit & 1:
        return 0, nothing, meld
    missing, cards = 15 & ~suits, nothing
    if rule == ANY_MISSING:
        missing = np.int64(1) << suit
    elif wilds != 1 or missing & ((np.int64(1) << suit) - 1):
        return 0, nothing, meld
    for other in range(4):
        if missing >> other & 1:
            cards |= bit(16 * other + place)
    return (1 if hand & cards == cards else 0), cards, set_code(place, suits | missing, wilds - 1)


@kernel(int64(SCALE, int64, int64))
def takes_joker(scale, most, meld):
    """1 if a joker alone may be laid off on a meld."""
    nothing = np.uint64(0)
    if not is_run(meld):
        return grow_set(scale, most, nothing, np.int64(1), meld, np.int64(JOKER_OPTION))[0]
    if grow_run(scale, most, nothing, nothing, np.int64(1), meld, np.int64(16))[0]:
        return 1
    return grow_run(scale, most, nothing, nothing, np.int64(1), meld, np.int64(1))[0]


@kernel(uint64(SCALE, int64))
def end_cards(scale, meld):
    """Naturals one of which alone may be laid off on a meld."""
    cards = np.uint64(0)
    if not is_run(meld):
        if count_bits(np.uint64(set_suits(meld))) + set_wilds(meld) < FULL_SET:
            for suit in range(4):
                if not set_suits(meld) >> suit & 1:
                    cards |= bit(16 * suit + set_place(meld))
        return cards
    start, length = run_start(meld), run_length(meld)
    if start > 0 and fits_line(scale, start - 1, length + 1):
        cards |= card_at(run_suit(meld), start - 1)
    if fits_line(scale, start, length + 1):
        cards |= card_at(run_suit(meld), start + length)
    return cards
