"""Plays any legal move, each as likely; knocks at the first legal time with the lowest card whose discard allows it.

The floor of every ladder: what a rule does when nobody thinks.
"""

from types import MappingProxyType

import numpy as np

from rummysim.core.bits import bit, lowest_bit
from rummysim.core.jit import kernel
from rummysim.games.bot import Bot
from rummysim.games.knock.turns import may_knock
from rummysim.games.knock.view import KNOCK, PILE, SIGNATURE, STOCK

__all__ = ["RANDOM"]


@kernel(SIGNATURE)
def choose_draw(view, parameters, word):
    """Knock without drawing where that is allowed, else any source."""
    code = view.code
    if code.knock_without_draw and may_knock(code, view.hand, view.turn, view.n_players):
        return KNOCK
    if view.top < 0:
        return STOCK
    if not view.can_draw_stock:
        return PILE
    return np.int64(word % np.uint64(2))


@kernel(SIGNATURE)
def choose_discard(view, parameters, word):
    """The first card whose discard allows a knock, else any card."""
    code = view.code
    allowed = view.hand
    if code.no_return_discard and view.taken >= 0:
        allowed &= ~bit(view.taken)
    n_allowed = 0
    rest = allowed
    while rest:
        card = lowest_bit(rest)
        if may_knock(code, view.hand & ~bit(card), view.turn, view.n_players):
            return card
        n_allowed += 1
        rest &= rest - bit(0)
    for _ in range(np.int64(word % np.uint64(n_allowed))):
        allowed &= allowed - bit(0)
    return lowest_bit(allowed)


@kernel(SIGNATURE)
def choose_close(view, parameters, word):
    """Always knock."""
    return 1


RANDOM = Bot(
    name="random",
    hooks=MappingProxyType(
        {"choose_draw": choose_draw, "choose_discard": choose_discard, "choose_close": choose_close}
    ),
    notes="any legal move; knocks as soon as it may",
)
