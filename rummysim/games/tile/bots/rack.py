"""Plays what goes without taking the table apart: melds of its rack, tiles added to melds, runs split in two, as many
as it can each turn. It opens at once, with the melds of most tiles if they are worth enough, else with most points.
"""

from types import MappingProxyType

from rummysim.core.jit import kernel
from rummysim.games.bot import Bot
from rummysim.games.tile.openings import tiles_meld
from rummysim.games.tile.plans import loosest_tile, plain_action, source
from rummysim.games.tile.view import SIGNATURE

__all__ = ["RACK"]


@kernel(SIGNATURE)
def choose_draw(view, parameters, word):
    """The tile laid out if it helps."""
    return source(view.code, view.public, view.own)


@kernel(SIGNATURE)
def choose_melds(view, parameters, word):
    """An opening as soon as there is one, then all that goes."""
    if view.own.is_open:
        return plain_action(view.code, view.public, view.own)
    return tiles_meld(view.code, view.own)


@kernel(SIGNATURE)
def choose_discard(view, parameters, word):
    """The tile that is least likely to become part of a meld."""
    return loosest_tile(view.code, view.own)


RACK = Bot(
    name="rack",
    hooks=MappingProxyType(
        {"choose_draw": choose_draw, "choose_melds": choose_melds, "choose_discard": choose_discard}
    ),
    notes="plays all that goes without taking the table apart",
)
