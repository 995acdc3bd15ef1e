"""A bot whose every answer hangs on the whole of its view: where two views differ, the moves part."""

from types import MappingProxyType

import numpy as np
from numba import uint64

from rummysim.core.bits import count_bits
from rummysim.core.jit import kernel
from rummysim.core.rng import mix
from rummysim.games.actions import STOP
from rummysim.games.bot import Bot
from rummysim.games.tile.actions import REBUILD
from rummysim.games.tile.bots.random import nth_tile
from rummysim.games.tile.menu import menu_action, n_actions
from rummysim.games.tile.openings import can_open, points_meld
from rummysim.games.tile.view import SIGNATURE, VIEW

__all__ = ["PROBE"]

SPLITS = np.int64(1)
POOL, LAID_OUT = 0, 1


@kernel(uint64(VIEW, uint64))
def digest(view, word):
    """The word mixed with every field of the view (CONTRACT_TILE 7, 8)."""
    own, public = view.own, view.public
    key = mix(mix(word ^ own.rack) ^ own.twice)
    for field in (own.n_jokers, own.drawn, public.laid_out, own.turn, own.seat, own.n_players, public.n_pool):
        key = mix(key ^ np.uint64(field))
    for seat in range(8):
        key = mix(key ^ np.uint64(public.n_held[seat]))
    key = mix(key ^ public.opened)
    key = mix(mix(key ^ np.uint64(own.opened_now)) ^ np.uint64(own.n_played))
    key = mix(mix(key ^ public.tiles) ^ public.twice)
    key = mix(mix(key ^ np.uint64(public.n_jokers)) ^ np.uint64(public.n_melds))
    for index in range(public.n_melds):
        key = mix(key ^ np.uint64(public.melds[index]))
    return key


@kernel(SIGNATURE)
def choose_draw(view, parameters, word):
    """One of the legal answers."""
    if view.public.n_pool == 0:
        return LAID_OUT
    return LAID_OUT if digest(view, word) % np.uint64(2) else POOL


@kernel(SIGNATURE)
def choose_melds(view, parameters, word):
    """An opening or none; an entry of the menu with splits, and a rebuild."""
    code, public, own = view.code, view.public, view.own
    if not own.is_open:
        if own.n_laid:
            return points_meld(code, own)
        if not can_open(code, own):
            return STOP
        return points_meld(code, own) if digest(view, word) % np.uint64(2) else STOP
    count = n_actions(code, public, own, SPLITS)
    number = np.int64(digest(view, word) % np.uint64(count + code.rearrange))
    return REBUILD if number == count else menu_action(code, public, own, SPLITS, number)


@kernel(SIGNATURE)
def choose_discard(view, parameters, word):
    """One of the kinds held."""
    own = view.own
    n_kinds = count_bits(own.rack) + (1 if own.n_jokers else 0)
    return nth_tile(own, np.int64(digest(view, word) % np.uint64(n_kinds)))


PROBE = Bot(
    name="probe",
    hooks=MappingProxyType(
        {"choose_draw": choose_draw, "choose_melds": choose_melds, "choose_discard": choose_discard}
    ),
    notes="for tests",
)
