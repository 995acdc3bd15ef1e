"""Opens at its first chance and then plays nothing until its whole rack goes out, or until another player holds few
tiles: from then on it plays the most, as ``max``.

Tiles on the table serve everybody, those on a rack only their owner: a large rack nearly always fits a table that may
be taken apart, while who plays all there is waits with a few tiles that fit nowhere (bots.md 6). The price is paid by
who loses, with a full rack. So ``expert`` chooses how long to wait: with two players to the end, with three until
another holds two tiles; with four to the end where only the winner scores, else not at all: it plays the most points,
as ``points-first``.
"""

from types import MappingProxyType

import numpy as np
from numba import float64, int64, types

from rummysim.core.jit import kernel
from rummysim.games.bot import N_PARAMETERS, Bot
from rummysim.games.table import SCORE
from rummysim.games.tile.actions import REBUILD
from rummysim.games.tile.bots.rack import RACK
from rummysim.games.tile.openings import tiles_meld
from rummysim.games.tile.plans import plain_action
from rummysim.games.tile.state import OWN, PUBLIC
from rummysim.games.tile.view import SIGNATURE

__all__ = ["EXPERT", "WAITER"]

FEW = 0
"""Parameter: tiles of another player at which it waits no longer; -1 to choose."""
SCORING, JOKER = 0, 1
"""Places of the options that ``expert`` reads."""
WINNER_ONLY = 2
"""Value of ``scoring``."""
NOT_AT_ALL = np.int64(99)


@kernel(int64(OWN, SCORE), inline=True)
def chosen(own, score):
    """Tiles of another player at which ``expert`` waits no longer."""
    if own.n_players == 2 or (own.n_players > 3 and score.options[SCORING] == WINNER_ONLY):
        return np.int64(0)
    return np.int64(2) if own.n_players == 3 else NOT_AT_ALL


@kernel(int64(PUBLIC, OWN))
def fewest(public, own):
    """Fewest tiles that another player holds."""
    found = NOT_AT_ALL
    for seat in range(own.n_players):
        if seat != own.seat:
            found = min(found, public.n_held[seat])
    return found


@kernel(int64(PUBLIC, OWN, SCORE, types.UniTuple(float64, N_PARAMETERS)), inline=True)
def waits(public, own, score, parameters):
    """1 while it plays nothing unless all goes out."""
    few = np.int64(parameters[FEW])
    return 1 if fewest(public, own) > (few if few >= 0 else chosen(own, score)) else 0


@kernel(SIGNATURE)
def choose_melds(view, parameters, word):
    """An opening as soon as there is one; then everything if that goes; the most once it waits no longer."""
    own, offer = view.own, view.offer
    if not own.is_open:
        return tiles_meld(view.code, own)
    if not view.code.rearrange:
        return plain_action(view.code, view.public, own)
    if waits(view.public, own, view.score, parameters):
        offer.rack, offer.twice, offer.n_jokers, offer.all_or_this = np.uint64(0), np.uint64(0), 0, 1
    elif parameters[FEW] < 0 and chosen(own, view.score) == NOT_AT_ALL:
        offer.by_points = max(np.int64(1), view.score.options[JOKER])
    return REBUILD


HOOKS = MappingProxyType({**RACK.hooks, "choose_melds": choose_melds})

WAITER = Bot(
    name="waiter",
    hooks=HOOKS,
    parameters=MappingProxyType({"few": 0.0}),
    notes="plays nothing until its whole rack goes out",
)

EXPERT = Bot(
    name="expert",
    hooks=HOOKS,
    parameters=MappingProxyType({"few": -1.0}),
    reads=("scoring", "joker_in_hand"),
    notes="waits as long as the number of players and the scoring make it pay",
)
