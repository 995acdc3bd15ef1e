"""Which cards may be thrown (2.2 (3), RM-8, forbid_playable_discard)."""

import numpy as np
from numba import int64, types, uint64

from rummysim.core.bits import bit, lowest_bit
from rummysim.core.jit import kernel
from rummysim.games.opening.actions import throws
from rummysim.games.opening.state import CODE, JOKER, OWN, PUBLIC
from rummysim.melds.grow import end_cards, takes_joker

__all__ = ["fitting", "may_throw", "throwable", "thrown_number"]

CARDS = types.Tuple((uint64, int64))
"""Naturals, and 1 if a joker is among the cards."""


@kernel(CARDS(CODE, PUBLIC))
def fitting(code, public):
    """Cards that alone could be added to some meld on the table."""
    cards, joker = np.uint64(0), np.int64(0)
    for index in range(public.n_melds):
        cards |= end_cards(code.points, public.melds[index])
        joker = joker or takes_joker(code.points, code.most_jokers, public.melds[index])
    return cards, joker


@kernel(CARDS(CODE, PUBLIC, OWN))
def throwable(code, public, own):
    """Cards that may be thrown."""
    cards, joker = throws(own), np.int64(own.n_jokers > 0 and own.barred != JOKER)
    if code.forbid_playable_discard:
        fits, joker_fits = fitting(code, public)
        if cards & ~fits or (joker and not joker_fits):
            return cards & ~fits, np.int64(joker and not joker_fits)
    return cards, joker


@kernel(int64(CODE, PUBLIC, OWN, int64))
def may_throw(code, public, own, card):
    """1 if a card (13 a joker) may be thrown."""
    cards, joker = throwable(code, public, own)
    if card == JOKER:
        return joker
    return 1 if 0 <= card < 64 and cards & bit(card) else 0


@kernel(int64(uint64, int64))
def thrown_number(cards, number):
    """The card of that number by ascending bit, a joker behind the last."""
    for _ in range(number):
        cards &= cards - bit(0)
    return lowest_bit(cards) if cards else np.int64(JOKER)
