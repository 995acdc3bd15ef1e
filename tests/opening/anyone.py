"""A bot that opens when it can and then plays any legal action: long runs, lay-offs of many cards, swaps, any draw.

The menus of the other bots hold short actions only; its moves are what the referee has to judge beyond them.
"""

from types import MappingProxyType

import numpy as np

from rummysim.core.bits import count_bits
from rummysim.core.jit import kernel
from rummysim.games.actions import STOP
from rummysim.games.bot import Bot
from rummysim.games.opening.draws import draw_answer, n_draws
from rummysim.games.opening.menu import first_action, is_stop_legal
from rummysim.games.opening.openings import opening_meld, opening_points
from rummysim.games.opening.throws import throwable, thrown_number
from rummysim.games.opening.view import SIGNATURE

__all__ = ["ANYONE"]

MANY = np.int64(1) << 40


@kernel(SIGNATURE)
def choose_draw(view, parameters, word):
    """Any legal answer."""
    count = n_draws(view.code, view.public, view.own)
    return draw_answer(view.code, view.public, view.own, np.int64(word % np.uint64(count)))


@kernel(SIGNATURE)
def choose_melds(view, parameters, word):
    """An opening with most points, then any legal action, the stop among them."""
    code, public, own = view.code, view.public, view.own
    if not own.is_open:
        return opening_meld(code, own) if own.n_laid or opening_points(code, own) >= 0 else STOP
    may_stop, count = is_stop_legal(own), -1 - first_action(code, public, own, MANY)
    number = np.int64(word % np.uint64(may_stop + count))
    return STOP if may_stop and number == 0 else first_action(code, public, own, number - may_stop)


@kernel(SIGNATURE)
def choose_discard(view, parameters, word):
    """Any card that may be thrown."""
    cards, joker = throwable(view.code, view.public, view.own)
    return thrown_number(cards, np.int64(word % np.uint64(count_bits(cards) + joker)))


ANYONE = Bot(
    name="anyone",
    hooks=MappingProxyType(
        {"choose_draw": choose_draw, "choose_melds": choose_melds, "choose_discard": choose_discard}
    ),
    notes="for tests",
)
