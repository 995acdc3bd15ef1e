"""What may be done in the play phase: new melds and lay-offs, and what they take from the hand (BR-5 … BR-8, 8.9).

An action is one integer: 0 stops; a new meld is its code (:mod:`rummysim.melds.code`); a lay-off is ``LAYOFF | meld <<
8 | option``, the option ``16 * a + b`` for a cards below and b above a run, a suit or ``JOKER_OPTION`` on a set.
Positions of a run are 0–12, 13 the ace above the king; in a circle (``WRAP``) they go on modulo 13.
"""

import numpy as np
from numba import int64, types, uint64

from rummysim.core.bits import bit, count_bits
from rummysim.core.jit import kernel
from rummysim.games.actions import action_meld, action_option, is_layoff
from rummysim.games.stock.state import CODE, OWN, PUBLIC
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

__all__ = [
    "JOKER_OPTION",
    "can_throw",
    "is_legal",
    "is_stop_legal",
    "may_lay_off",
    "may_meld",
    "n_jokers",
    "throws",
    "use_of",
    "without_jokers",
]

JOKER_OPTION = np.int64(4)
EITHER, WRAP = 1, 2
"""Values of ``ace_mode``; 0 is low."""
ROUND, TURN = 1, 2
"""Values of ``layoff_requires_meld``."""
PLACES, LONGEST, FULL_SET = 13, 13, 4

USE = types.Tuple((int64, uint64, int64, int64))
"""What an action comes to: 1 if the cards are there and the meld is valid, the naturals it takes, the number of jokers,
the meld's code after it.
"""


@kernel(int64(CODE, int64, int64), inline=True)
def fits_line(code, start, length):
    """1 if a run may lie at these positions."""
    if length < 3 or length > LONGEST or start < 0:
        return 0
    if code.ace_mode == WRAP:
        return 1
    end = start + length
    if code.ace_mode == EITHER:
        return 1 if end <= PLACES + 1 and not (start == 0 and end > PLACES) else 0
    return 1 if end <= PLACES else 0


@kernel(int64(int64), inline=True)
def place_at(position):
    """Place of the rank line at a position from -13 to 25."""
    if position >= PLACES:
        return position - PLACES
    return position + PLACES if position < 0 else position


@kernel(uint64(int64, int64), inline=True)
def kind_at(suit, position):
    """Card of ``suit`` at a position."""
    return bit(16 * suit + place_at(position))


@kernel(int64(CODE, uint64, uint64), inline=True)
def n_jokers(code, cards, spare):
    """Printed jokers among the cards."""
    if not cards & code.joker_cards:
        return 0
    return count_bits(cards & code.joker_cards) + count_bits(spare & code.joker_cards)


@kernel(types.UniTuple(uint64, 2)(CODE, uint64, uint64, int64, int64))
def without_jokers(code, hand, spare, must, n_gone):
    """A hand less ``n_gone`` jokers: the one that must be used first, then bit 13, then 29."""
    for _ in range(n_gone):
        jokers = hand & code.joker_cards
        wanted = bit(must) if must >= 0 and jokers & bit(must) else jokers & (~jokers + bit(0))
        hand, spare = (hand & ~wanted) | (spare & wanted), spare & ~wanted
    return hand, spare


@kernel(USE(CODE, OWN, int64))
def use_of_meld(code, own, meld):
    """What a new meld comes to."""
    naturals, jokers = np.uint64(0), np.int64(0)
    if not is_clean(meld):
        return 0, naturals, jokers, meld
    if is_run(meld):
        length, start = run_length(meld), run_start(meld)
        if not fits_line(code, start, length) or start >= PLACES or run_suit(meld) > 3:
            return 0, naturals, jokers, meld
        for index in range(length):
            if meld >> (13 - index) & 1:
                jokers += 1
            else:
                naturals |= kind_at(run_suit(meld), start + index)
    else:
        jokers = set_wilds(meld)
        for suit in range(4):
            naturals |= bit(16 * suit + set_place(meld)) if set_suits(meld) >> suit & 1 else np.uint64(0)
        size = count_bits(naturals) + jokers
        if size < 3 or size > FULL_SET or set_place(meld) >= PLACES:
            return 0, naturals, jokers, meld
    held = naturals and not naturals & ~own.usable and jokers <= n_jokers(code, own.usable, own.usable_spare)
    return 1 if held else 0, naturals, jokers, meld


@kernel(USE(CODE, OWN, int64, int64))
def use_on_run(code, own, meld, option):
    """What a lay-off on a run comes to."""
    below, above = option >> 4, option & 15
    start, length, suit = run_start(meld) - below, run_length(meld) + below + above, run_suit(meld)
    naturals, jokers, pattern = np.uint64(0), np.int64(0), (meld & 0x3FFF) >> below
    if code.ace_mode == WRAP:
        start = place_at(start)
    if option <= 0 or option > 255 or not fits_line(code, start, length):
        return 0, naturals, jokers, meld
    for index in range(length):
        if index < below or index >= below + run_length(meld):
            kind = kind_at(suit, start + index)
            if own.usable & kind:
                naturals |= kind
            else:
                jokers += 1
                pattern |= np.int64(1) << (13 - index)
    held = jokers == 0 or jokers <= n_jokers(code, own.usable, own.usable_spare)
    return 1 if held else 0, naturals, jokers, run_code(suit, start, length, pattern)


@kernel(USE(CODE, OWN, int64, int64), inline=True)
def use_on_set(code, own, meld, option):
    """What a lay-off on a set comes to."""
    suits, place, wilds = set_suits(meld), set_place(meld), set_wilds(meld)
    nothing = np.uint64(0)
    if count_bits(np.uint64(suits)) + wilds >= FULL_SET or option < 0 or option > JOKER_OPTION:
        return 0, nothing, np.int64(0), meld
    if option == JOKER_OPTION:
        held = n_jokers(code, own.usable, own.usable_spare) > 0
        return 1 if held else 0, nothing, np.int64(1), set_code(place, suits, wilds + 1)
    kind = bit(16 * option + place)
    held = own.usable & kind and not suits >> option & 1
    return 1 if held else 0, kind, np.int64(0), set_code(place, suits | np.int64(1) << option, wilds)


@kernel(USE(CODE, PUBLIC, OWN, int64))
def use_of(code, public, own, action):
    """What an action comes to (``USE``)."""
    if not is_layoff(action):
        return use_of_meld(code, own, action)
    meld, option = action_meld(action), action_option(action)
    if meld >= public.n_melds or action >> 51:
        return 0, np.uint64(0), np.int64(0), np.int64(0)
    if is_run(public.melds[meld]):
        return use_on_run(code, own, public.melds[meld], option)
    return use_on_set(code, own, public.melds[meld], option)


@kernel(int64(CODE, OWN), inline=True)
def may_meld(code, own):
    """1 if ``one_meld_per_turn`` leaves room for a new meld."""
    return 0 if code.one_meld_per_turn and own.n_new_melds else 1


@kernel(int64(CODE, PUBLIC, OWN, int64), inline=True)
def may_lay_off(code, public, own, is_new):
    """1 if ``layoff_requires_meld`` is satisfied, after a new meld if ``is_new``."""
    if code.layoff_requires_meld == ROUND:
        return 1 if is_new or public.has_melded >> np.uint64(own.seat) & np.uint64(1) else 0
    if code.layoff_requires_meld == TURN:
        return 1 if is_new or own.n_new_melds else 0
    return 1


@kernel(int64(uint64, uint64, int64), inline=True)
def can_throw(hand, spare, barred):
    """1 if some card of a hand may be thrown."""
    if barred < 0:
        return 1 if hand else 0
    return 1 if hand & ~bit(barred) or spare & bit(barred) else 0


@kernel(int64(CODE, int64, int64))
def takes_card(code, meld, card):
    """1 if a meld takes ``card``, the only one of a hand, in a lay-off."""
    kind, is_joker = bit(card), bit(card) & code.joker_cards
    if not is_run(meld):
        if count_bits(np.uint64(set_suits(meld))) + set_wilds(meld) >= FULL_SET:
            return 0
        return 1 if is_joker or (card & 15 == set_place(meld) and not set_suits(meld) >> (card >> 4) & 1) else 0
    start, length, suit = run_start(meld), run_length(meld), run_suit(meld)
    below = start - 1 + (PLACES if code.ace_mode == WRAP and start == 0 else 0)
    if fits_line(code, below, length + 1) and (is_joker or kind_at(suit, below) == kind):
        return 1
    return 1 if fits_line(code, start, length + 1) and (is_joker or kind_at(suit, start + length) == kind) else 0


@kernel(int64(CODE, PUBLIC, int64, int64, int64))
def goes_at_once(code, public, card, changed, meld):
    """1 if ``card`` alone can be laid off on a table whose meld ``changed`` is ``meld``."""
    for index in range(public.n_melds):
        if index != changed and takes_card(code, public.melds[index], card):
            return 1
    return takes_card(code, meld, card)


@kernel(int64(CODE, PUBLIC, OWN, int64))
def is_legal(code, public, own, action):
    """1 if an action other than to stop is legal."""
    is_new = 0 if is_layoff(action) else 1
    if action <= 0 or (is_new and not may_meld(code, own)) or (not is_new and not may_lay_off(code, public, own, 0)):
        return 0
    is_valid, naturals, jokers, meld = use_of(code, public, own, action)
    if not is_valid:
        return 0
    hand, spare = without_jokers(code, own.hand, own.spare, own.must, jokers)
    if own.must >= 0 and not naturals & bit(own.must) and not (jokers and bit(own.must) & code.joker_cards):
        return 0
    hand, spare = (hand & ~naturals) | (spare & naturals), spare & ~naturals
    if hand == 0 or can_throw(hand, spare, own.barred):
        return 1
    if not may_lay_off(code, public, own, is_new):
        return 0
    changed = np.int64(-1) if is_new else action_meld(action)
    return goes_at_once(code, public, own.barred, changed, meld)


@kernel(int64(OWN), inline=True)
def is_stop_legal(own):
    """1 if the play phase may end: nothing is left to do, and there is a card to throw."""
    return 1 if own.must < 0 and can_throw(own.hand, own.spare, own.barred) else 0


@kernel(uint64(OWN), inline=True)
def throws(own):
    """Cards that may be thrown."""
    if own.barred < 0 or own.spare & bit(own.barred):
        return own.hand
    return own.hand & ~bit(own.barred)
