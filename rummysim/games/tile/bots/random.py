"""Opens as soon as it can, with most points; then plays any entry of its menu: stop, new melds of three tiles or groups
of four, lay-offs of one tile. It takes nothing apart.

The floor of every ladder: what a rule does when nobody thinks (rules in bots.md 7).
"""

from types import MappingProxyType

import numpy as np
from numba import int64

from rummysim.core.bits import bit, count_bits, lowest_bit
from rummysim.core.jit import kernel
from rummysim.games.actions import STOP
from rummysim.games.bot import Bot
from rummysim.games.tile.menu import menu_action, n_actions
from rummysim.games.tile.openings import can_open, points_meld
from rummysim.games.tile.state import JOKER, OWN
from rummysim.games.tile.view import SIGNATURE

__all__ = ["RANDOM", "nth_tile"]

POOL, LAID_OUT = 0, 1
NO_SPLITS = np.int64(0)


@kernel(int64(OWN, int64))
def nth_tile(own, number):
    """The natural of that number by ascending kind, a joker behind the last."""
    tiles = own.rack
    for _ in range(number):
        tiles &= tiles - bit(0)
    return lowest_bit(tiles) if tiles else np.int64(JOKER)


@kernel(SIGNATURE)
def choose_draw(view, parameters, word):
    """The pool, else the tile laid out."""
    return POOL if view.public.n_pool else LAID_OUT


@kernel(SIGNATURE)
def choose_melds(view, parameters, word):
    """An opening with most points; any entry of the menu."""
    code, own = view.code, view.own
    if not own.is_open:
        return points_meld(code, own) if can_open(code, own) else STOP
    count = n_actions(code, view.public, own, NO_SPLITS)
    return menu_action(code, view.public, own, NO_SPLITS, np.int64(word % np.uint64(count)))


@kernel(SIGNATURE)
def choose_discard(view, parameters, word):
    """Any tile, a joker only if there is nothing else."""
    own = view.own
    return nth_tile(own, np.int64(word % np.uint64(max(1, count_bits(own.rack)))))


RANDOM = Bot(
    name="random",
    hooks=MappingProxyType(
        {"choose_draw": choose_draw, "choose_melds": choose_melds, "choose_discard": choose_discard}
    ),
    notes="opens when it can, then any short action",
)
