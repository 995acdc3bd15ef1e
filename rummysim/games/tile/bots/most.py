"""Plays the most tiles each turn, whatever has to be moved on the table for it; otherwise as ``rack``.

Where nothing may be taken apart it plays as ``rack`` does.
"""

from types import MappingProxyType

from rummysim.core.jit import kernel
from rummysim.games.bot import Bot
from rummysim.games.tile.actions import REBUILD
from rummysim.games.tile.bots.rack import RACK
from rummysim.games.tile.openings import tiles_meld
from rummysim.games.tile.plans import plain_action
from rummysim.games.tile.view import SIGNATURE

__all__ = ["MAX"]


@kernel(SIGNATURE)
def choose_melds(view, parameters, word):
    """An opening as soon as there is one, then the most tiles."""
    if not view.own.is_open:
        return tiles_meld(view.code, view.own)
    return REBUILD if view.code.rearrange else plain_action(view.code, view.public, view.own)


MAX = Bot(
    name="max",
    hooks=MappingProxyType({**RACK.hooks, "choose_melds": choose_melds}),
    notes="plays the most tiles each turn",
)
