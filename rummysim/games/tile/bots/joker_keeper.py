"""Keeps its jokers until the whole rack goes out with them; otherwise plays the most tiles, as ``max``."""

from types import MappingProxyType

from rummysim.core.jit import kernel
from rummysim.games.bot import Bot
from rummysim.games.tile.actions import REBUILD
from rummysim.games.tile.bots.rack import RACK
from rummysim.games.tile.openings import tiles_meld
from rummysim.games.tile.plans import plain_action
from rummysim.games.tile.view import SIGNATURE

__all__ = ["JOKER_KEEPER"]


@kernel(SIGNATURE)
def choose_melds(view, parameters, word):
    """An opening as soon as there is one; then everything if that goes, else the most tiles but jokers."""
    if not view.own.is_open:
        return tiles_meld(view.code, view.own)
    view.offer.all_or_this, view.offer.n_jokers = 1, 0
    return REBUILD if view.code.rearrange else plain_action(view.code, view.public, view.own)


JOKER_KEEPER = Bot(
    name="joker-keeper",
    hooks=MappingProxyType({**RACK.hooks, "choose_melds": choose_melds}),
    notes="keeps its jokers until all its tiles go out with them",
)
