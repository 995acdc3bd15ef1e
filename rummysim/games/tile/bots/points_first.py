"""Plays the most points each turn, not the most tiles; otherwise as ``max``. It reads what a joker left on the rack
costs.

With four players and points at stake it does a little better than ``max`` (bots.md 6).
"""

from types import MappingProxyType

import numpy as np

from rummysim.core.jit import kernel
from rummysim.games.bot import Bot
from rummysim.games.tile.actions import REBUILD
from rummysim.games.tile.bots.rack import RACK
from rummysim.games.tile.openings import tiles_meld
from rummysim.games.tile.plans import plain_action
from rummysim.games.tile.view import SIGNATURE

__all__ = ["POINTS_FIRST"]

JOKER = 0
"""Place of what a joker costs among the options read."""


@kernel(SIGNATURE)
def choose_melds(view, parameters, word):
    """An opening as soon as there is one, then the most points."""
    if not view.own.is_open:
        return tiles_meld(view.code, view.own)
    view.offer.by_points = max(np.int64(1), view.score.options[JOKER])
    return REBUILD if view.code.rearrange else plain_action(view.code, view.public, view.own)


POINTS_FIRST = Bot(
    name="points-first",
    hooks=MappingProxyType({**RACK.hooks, "choose_melds": choose_melds}),
    reads=("joker_in_hand",),
    notes="plays the most points each turn",
)
