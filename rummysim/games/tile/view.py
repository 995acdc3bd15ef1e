"""What a player may see, and the one signature of all decisions of the family.

A bot gets a :class:`TileView`, eight parameters and one fresh random word, and answers with one integer:

* ``choose_draw``: 0 for the pool, 1 the tile laid out; asked only where the second may be taken;
* ``choose_melds``: an action (:mod:`rummysim.games.tile.actions`), asked again until it stops or rebuilds; who has not
  opened answers the melds of an opening one by one, then 0. Before it answers a rebuild it may write in ``offer`` what
  it is ready to lay;
* ``choose_discard``: the tile that the first player lays out, 13 a joker.
"""

from typing import Any, NamedTuple

from numba import float64, int64, types, uint64

from rummysim.core.jit import call_at, named
from rummysim.games.table import MEMORY, SCORE
from rummysim.games.tile.state import CODE, OFFER, OWN, PUBLIC

__all__ = ["DRAW", "HOOKS", "LAY_OUT", "MELDS", "SIGNATURE", "VIEW", "TileView", "hook_at"]

HOOKS = ("choose_draw", "choose_melds", "choose_discard")
DRAW, MELDS, LAY_OUT = range(3)
"""Columns of the table of addresses, and places of their words among the eight of a turn."""


class TileView(NamedTuple):
    """The position as its player sees it, in records that are not to be written to but for ``offer`` and ``memory``.

    own : the own rack and the turn (:data:`rummysim.games.tile.state.OWN`). public : the table, the pool, the others
    (:data:`rummysim.games.tile.state.PUBLIC`). code : the rules of play. offer : what a rebuild may lay. memory : own
    notes. score : what the bot says that it reads.
    """

    own: Any
    public: Any
    code: Any
    offer: Any
    memory: Any
    score: Any


VIEW = named(TileView, OWN, PUBLIC, CODE, OFFER, MEMORY, SCORE)
SIGNATURE = int64(VIEW, types.UniTuple(float64, 8), uint64)
hook_at = call_at(SIGNATURE)
