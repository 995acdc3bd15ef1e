"""Keeps the least leftover: takes the upcard if the leftover then falls, throws the card that leaves least, knocks at
once.

It always takes a wild and never throws one, but for a printed joker too many that stands between it and a knock. Among
equal discards the highest card goes, then the first suit. It looks at its own hand only: neither at what others take
nor at what is gone.
"""

from types import MappingProxyType

import numpy as np
from numba import int64, uint64

from rummysim.core.bits import bit, count_bits, lowest_bit
from rummysim.core.jit import kernel
from rummysim.games.bot import Bot
from rummysim.games.knock.turns import may_knock
from rummysim.games.knock.view import KNOCK, PILE, SIGNATURE, STOCK, VIEW
from rummysim.melds.cover import best_discard, card_of_key, least_leftover

__all__ = ["GREEDY"]


@kernel(SIGNATURE)
def choose_draw(view, parameters, word):
    """The pile if its top is wild or the least leftover after the best discard falls."""
    code = view.code
    if code.knock_without_draw and may_knock(code, view.hand, view.turn, view.n_players):
        return KNOCK
    if view.top < 0:
        return STOCK
    if not view.can_draw_stock:
        return PILE
    wild_cards = np.uint64(code.wild_cards)
    top = bit(view.top)
    if top & wild_cards:
        return PILE
    now = least_leftover(view.hand, wild_cards, code.line.table)
    then = best_discard(view.hand | top, wild_cards, code.line.table) >> 6
    return PILE if then < now else STOCK


@kernel(int64(VIEW, uint64, int64))
def best_other(view, wild_cards, forbidden):
    """The natural card other than ``forbidden`` that leaves least."""
    best, best_left = forbidden, np.int64(1) << 40
    rest = view.hand & ~wild_cards & ~bit(forbidden)
    while rest:
        card = lowest_bit(rest)
        left = least_leftover(view.hand & ~bit(card), wild_cards, view.code.line.table)
        if left < best_left or (left == best_left and card & 15 > best & 15):
            best, best_left = card, left
        rest &= rest - bit(0)
    return best


@kernel(SIGNATURE)
def choose_discard(view, parameters, word):
    """The card that leaves least; a printed joker too many if that allows a knock."""
    code = view.code
    wild_cards = np.uint64(code.wild_cards)
    jokers = view.hand & np.uint64(code.joker_cards)
    throwable = jokers & ~bit(view.taken) if code.no_return_discard and view.taken >= 0 else jokers
    if count_bits(jokers) > code.max_jokers and throwable:
        joker = lowest_bit(throwable)
        if may_knock(code, view.hand & ~bit(joker), view.turn, view.n_players):
            return joker
    card = card_of_key(best_discard(view.hand, wild_cards, code.line.table))
    if code.no_return_discard and card == view.taken:
        return best_other(view, wild_cards, card)
    return card


@kernel(SIGNATURE)
def choose_close(view, parameters, word):
    """Always knock."""
    return 1


GREEDY = Bot(
    name="greedy",
    hooks=MappingProxyType(
        {"choose_draw": choose_draw, "choose_discard": choose_discard, "choose_close": choose_close}
    ),
    notes="least leftover of the own hand; knocks as soon as it may",
)
