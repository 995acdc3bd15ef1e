"""Plays any legal move, each entry of its menu as likely: stop, new melds of three cards or sets of four, lay-offs of
one card; any source, any discard.

The floor of every ladder: what a rule does when nobody thinks.
"""

from types import MappingProxyType

import numpy as np

from rummysim.core.bits import bit, count_bits, lowest_bit
from rummysim.core.jit import kernel
from rummysim.games.bot import Bot
from rummysim.games.stock.actions import throws
from rummysim.games.stock.draws import draw_answer, n_draws
from rummysim.games.stock.menu import claim_action, menu_action, n_actions, n_claims
from rummysim.games.stock.view import SIGNATURE

__all__ = ["RANDOM"]


@kernel(SIGNATURE)
def choose_draw(view, parameters, word):
    """Any legal source."""
    count = n_draws(view.code, view.public, view.own)
    return draw_answer(view.code, view.public, view.own, np.int64(word % np.uint64(count)))


@kernel(SIGNATURE)
def choose_melds(view, parameters, word):
    """Any entry of the menu."""
    count = n_actions(view.code, view.public, view.own)
    return menu_action(view.code, view.public, view.own, np.int64(word % np.uint64(count)))


@kernel(SIGNATURE)
def choose_discard(view, parameters, word):
    """Any card that may be thrown."""
    allowed = throws(view.own)
    for _ in range(np.int64(word % np.uint64(count_bits(allowed)))):
        allowed &= allowed - bit(0)
    return lowest_bit(allowed)


@kernel(SIGNATURE)
def choose_claim(view, parameters, word):
    """No, or any lay-off of the card."""
    count = 1 + n_claims(view.code, view.public, view.call)
    return claim_action(view.code, view.public, view.call, np.int64(word % np.uint64(count)))


RANDOM = Bot(
    name="random",
    hooks=MappingProxyType(
        {
            "choose_draw": choose_draw,
            "choose_melds": choose_melds,
            "choose_discard": choose_discard,
            "choose_claim": choose_claim,
        }
    ),
    notes="any legal move",
)
