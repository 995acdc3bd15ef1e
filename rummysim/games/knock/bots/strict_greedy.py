"""The common baseline of gin programs: takes the upcard if and only if the leftover falls strictly, throws the card
that leaves least, then the highest, then of the first suit, and knocks as soon as allowed.

Defined to the letter (numbers.md). It differs from ``greedy`` where there are wilds: it may throw one. It never throws
the card just taken.
"""

from types import MappingProxyType

import numpy as np
from numba import int64, uint64

from rummysim.core.bits import bit, lowest_bit
from rummysim.core.jit import kernel
from rummysim.games.bot import Bot
from rummysim.games.knock.bots.ways import knocking_throws, left_now, sources
from rummysim.games.knock.view import FIFTIETH, PILE, SIGNATURE, STOCK, VIEW
from rummysim.melds.cover import card_of_key
from rummysim.melds.layoff import CARDS, with_more, without
from rummysim.melds.search import best_discard, least_leftover

__all__ = ["STRICT_GREEDY"]

KIND_OF_SECOND_JOKER = 29


@kernel(int64(VIEW, CARDS, uint64))
def least_key(view, cards, allowed):
    """``64 * left + 4 * (15 - place) + suit`` of the best discard among ``allowed``, wilds included."""
    best = np.int64(1) << 40
    rest = allowed
    while rest:
        card = lowest_bit(rest)
        rest &= rest - bit(0)
        kept = without(cards, bit(card))
        left = least_leftover(kept[0], kept[1], view.code.wild_cards, view.code.line)
        best = min(best, 64 * left + 4 * (15 - (card & 15)) + (card >> 4))
    return best


@kernel(SIGNATURE)
def choose_draw(view, parameters, word):
    """The pile if its top lets the least leftover after the best discard fall strictly."""
    allowed = sources(view)
    if not allowed[PILE] or not allowed[STOCK] or view.offer == FIFTIETH:
        return PILE if allowed[PILE] else STOCK
    wild_cards, line = view.code.wild_cards, view.code.line
    top = bit(view.top)
    held = with_more((view.hand, view.spare), top)
    if held[0] & wild_cards:
        then = least_key(view, held, held[0] & ~top)
    else:
        then = best_discard(held[0], held[1], wild_cards, line)
    return PILE if then >> 6 < left_now(view) else STOCK


@kernel(SIGNATURE)
def choose_discard(view, parameters, word):
    """The card that leaves least; then the highest; then of the first suit."""
    if not view.hand & view.code.wild_cards and view.offer != FIFTIETH:
        card = card_of_key(best_discard(view.hand, view.spare, view.code.wild_cards, view.code.line))
        if card != view.taken:
            return card
    allowed = knocking_throws(view) if view.offer == FIFTIETH else view.hand
    if view.taken >= 0:
        allowed &= ~bit(view.taken)
    return card_of_key(least_key(view, (view.hand, view.spare), allowed))


@kernel(SIGNATURE)
def choose_close(view, parameters, word):
    """Always knock."""
    return 1


STRICT_GREEDY = Bot(
    name="strict-greedy",
    hooks=MappingProxyType(
        {"choose_draw": choose_draw, "choose_discard": choose_discard, "choose_close": choose_close}
    ),
    notes="least leftover to the letter of the usual gin baseline; knocks as soon as it may",
)
