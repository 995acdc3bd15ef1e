"""Keeps jokers and the melds of its own rack, which nobody can use, until everything goes out; plays the most tiles of
the rest.
"""

from types import MappingProxyType

import numpy as np
from numba import int64

from rummysim.core.jit import kernel
from rummysim.games.bot import Bot
from rummysim.games.tile.actions import REBUILD
from rummysim.games.tile.bots.rack import RACK
from rummysim.games.tile.openings import tiles_meld
from rummysim.games.tile.plans import plain_action
from rummysim.games.tile.state import CODE, OFFER, OWN
from rummysim.games.tile.view import SIGNATURE
from rummysim.melds.each import cards_of
from rummysim.melds.spread import best_meld, loose_cards, without

__all__ = ["MELDS_LAST"]

NO_JOKERS = np.int64(0)


@kernel(int64(CODE, OWN, OFFER))
def keep_melds(code, own, offer):
    """Take the most tiles that form melds, jokers left out, off the offer; returns how many melds there are."""
    rack, twice, n_melds = own.rack, own.twice, np.int64(0)
    while rack & ~loose_cards(code.points, rack, NO_JOKERS):
        meld = best_meld(code.cover, rack, twice, NO_JOKERS)
        if not meld:
            break
        once, _, _ = cards_of(meld)
        rack, twice = without(rack, twice, once), twice & ~once
        n_melds += 1
    offer.rack, offer.twice, offer.n_jokers, offer.all_or_this = rack, twice, 0, 1
    return n_melds


@kernel(SIGNATURE)
def choose_melds(view, parameters, word):
    """An opening as soon as there is one; then everything if that goes, else the most tiles of what is in no meld."""
    if not view.own.is_open:
        return tiles_meld(view.code, view.own)
    if not view.code.rearrange:
        return plain_action(view.code, view.public, view.own)
    keep_melds(view.code, view.own, view.offer)
    return REBUILD


MELDS_LAST = Bot(
    name="melds-last",
    hooks=MappingProxyType({**RACK.hooks, "choose_melds": choose_melds}),
    notes="keeps jokers and whole melds until all its tiles go out",
)
