"""Keeps, before its opening, the cards that many cards could still complete to dear melds; the rest as ``greedy``.

A discard costs the cards that are neither held nor in the pile and would complete a meld of it with a card of the
hand, each by the points it brings; a spare copy costs nothing (bots.md 4, row 3).
"""

from types import MappingProxyType

from rummysim.games.bot import Bot
from rummysim.games.opening.bots.greedy import GREEDY, PARAMETERS

__all__ = ["CAREFUL"]

CAREFUL = Bot(
    name="careful",
    hooks=GREEDY.hooks,
    parameters=MappingProxyType({**PARAMETERS, "points_before": -1.0, "outs_before": 2.0, "slope": 0.2}),
    notes="as greedy, but before its opening it keeps what may become dear melds",
)
