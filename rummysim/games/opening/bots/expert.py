"""Plays as ``careful``, goes on counting outs after its opening, and feeds no meld that the next player can use.

A discard costs outs by the points they bring before the opening and after it, and much if it fits the table while the
next player has opened (bots.md 4, row 4).
"""

from types import MappingProxyType

from rummysim.games.bot import Bot
from rummysim.games.opening.bots.careful import CAREFUL

__all__ = ["EXPERT"]

EXPERT = Bot(
    name="expert",
    hooks=CAREFUL.hooks,
    parameters=MappingProxyType({**CAREFUL.parameters, "outs_after": 1.0, "feed": 30.0}),
    notes="as careful, also after its opening, and throws nothing that fits the table once the next player has opened",
)
