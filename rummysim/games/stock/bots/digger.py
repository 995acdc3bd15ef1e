"""Digs in the pile: of all takes that are allowed it makes the one that gains most, and takes whenever it may.

The value of a take is what the best plan of the hand then gains over the best plan of the hand now, the lowest card
taken being laid; of equal takes the shallowest. Everything else as ``greedy``.
"""

from types import MappingProxyType

import numpy as np
from numba import int64

from rummysim.core.bits import bit
from rummysim.core.jit import kernel
from rummysim.games.bot import Bot
from rummysim.games.stock.bots.greedy import GREEDY
from rummysim.games.stock.draws import END, STOCK, deepest, is_useful_take
from rummysim.games.stock.laying import LAYABLE, lay_value, layable_on
from rummysim.games.stock.state import CODE, OWN, PUBLIC
from rummysim.games.stock.view import SIGNATURE

__all__ = ["DIGGER", "best_take", "choose_draw"]


@kernel(int64(CODE, PUBLIC, OWN, LAYABLE))
def best_take(code, public, own, where):
    """Depth of the take that gains most among the useful ones, 0 if there is none."""
    best, best_value = np.int64(0), np.int64(-1) << 50
    hand = own.hand
    for depth in range(1, deepest(code, public, own) + 1):
        card = np.int64(public.pile_cards[public.n_pile - depth])
        hand |= bit(card)
        if is_useful_take(code, public, own, np.int64(depth)):
            value = lay_value(code, hand, where, np.int64(-1) if bit(card) & code.joker_cards else card)
            if value > best_value:
                best, best_value = np.int64(depth), value
    return best


@kernel(SIGNATURE)
def choose_draw(view, parameters, word):
    """The take that gains most, else the stock, else the end."""
    code, public, own = view.code, view.public, view.own
    depth = best_take(code, public, own, layable_on(code, public, own))
    if depth:
        return depth
    return STOCK if own.can_draw_stock else END


DIGGER = Bot(
    name="digger",
    hooks=MappingProxyType({**GREEDY.hooks, "choose_draw": choose_draw}),
    notes="takes from any depth of the pile what gains most; lays all it can, throws its dearest card",
)
