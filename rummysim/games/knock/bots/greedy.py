"""Keeps the least leftover: takes the upcard if the leftover then falls, throws the card that leaves least, knocks at
once.

It always takes a wild and never throws one, but for a printed joker too many that stands between it and a knock. Among
equal discards the highest card goes, then the first suit. It looks at its own hand only: neither at what others take
nor at what is gone.
"""

from types import MappingProxyType

from rummysim.core.bits import bit
from rummysim.core.jit import kernel
from rummysim.games.bot import Bot
from rummysim.games.knock.bots.ways import best_throw, left_now, sources, surplus_joker
from rummysim.games.knock.view import FIFTIETH, KNOCK, PILE, SIGNATURE, STOCK
from rummysim.melds.layoff import with_more
from rummysim.melds.search import best_discard

__all__ = ["GREEDY"]


@kernel(SIGNATURE)
def choose_draw(view, parameters, word):
    """The pile if its top is wild or the least leftover after the best discard falls."""
    allowed = sources(view)
    if allowed[KNOCK]:
        return KNOCK
    if not allowed[PILE] or not allowed[STOCK]:
        return PILE if allowed[PILE] else STOCK
    wild_cards = view.code.wild_cards
    top = bit(view.top)
    if top & wild_cards or view.offer == FIFTIETH:
        return PILE
    held = with_more((view.hand, view.spare), top)
    then = best_discard(held[0], held[1], wild_cards, view.code.line) >> 6
    return PILE if then < left_now(view) else STOCK


@kernel(SIGNATURE)
def choose_discard(view, parameters, word):
    """The card that leaves least; a printed joker too many if that allows a knock."""
    joker = surplus_joker(view)
    return joker if joker >= 0 else best_throw(view)


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
