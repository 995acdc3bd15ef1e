"""Digs in the pile: of all takes that are allowed it makes the one that gains most, and takes whenever it may.

The value of a take is what the best plan of the hand then gains over the best plan of the hand now, the lowest card
taken being laid; of equal takes the shallowest. Everything else as ``greedy``.
"""

from types import MappingProxyType

from rummysim.core.jit import kernel
from rummysim.games.bot import Bot
from rummysim.games.stock.bots.greedy import GREEDY
from rummysim.games.stock.draws import END, STOCK
from rummysim.games.stock.exact.choices import best_take
from rummysim.games.stock.view import SIGNATURE

__all__ = ["DIGGER", "choose_draw"]


@kernel(SIGNATURE)
def choose_draw(view, parameters, word):
    """The take that gains most, else the stock, else the end."""
    code, public, own = view.code, view.public, view.own
    depth = best_take(code, public, own)
    if depth:
        return depth
    return STOCK if own.can_draw_stock else END


DIGGER = Bot(
    name="digger",
    hooks=MappingProxyType({**GREEDY.hooks, "choose_draw": choose_draw}),
    notes="takes from any depth of the pile what gains most; lays all it can, throws its dearest card",
)
