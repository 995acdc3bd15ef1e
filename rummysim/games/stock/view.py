"""What a player may see, and the one signature of all decisions of the family.

A bot gets a :class:`StockView`, eight parameters and one fresh random word, and answers with one integer:

* ``choose_draw``: 0 for the stock, a depth from 1 on to take so many cards of the pile, -1 to end the round
  (:mod:`rummysim.games.stock.draws`);
* ``choose_melds``: an action (:mod:`rummysim.games.stock.actions`), asked again until it stops;
* ``choose_discard``: a card of the hand;
* ``choose_claim``: 0, or the lay-off of a discard that is called.
"""

from typing import Any, NamedTuple

from numba import float64, int64, types, uint64

from rummysim.core.jit import call_at, named
from rummysim.games.stock.state import CODE, OWN, PUBLIC
from rummysim.games.table import MEMORY, SCORE

__all__ = [
    "CLAIM",
    "DISCARD",
    "DRAW",
    "HOOKS",
    "MELDS",
    "SIGNATURE",
    "VIEW",
    "StockView",
    "hook_at",
]

HOOKS = ("choose_draw", "choose_melds", "choose_discard", "choose_claim")
DRAW, MELDS, DISCARD, CLAIM = range(4)
"""Columns of the table of addresses, and places of their words among the eight of a turn."""


class StockView(NamedTuple):
    """The position as its player sees it, in records that are not to be written to.

    own : the own hand and the turn (:data:`rummysim.games.stock.state.OWN`). call : the same for the one card of a
    discard that is called. public : pile, table, what is known of the hands
    (:data:`rummysim.games.stock.state.PUBLIC`). code : the rules of play. memory : own notes. score : what the bot says
    that it reads.
    """

    own: Any
    call: Any
    public: Any
    code: Any
    memory: Any
    score: Any


VIEW = named(StockView, OWN, OWN, PUBLIC, CODE, MEMORY, SCORE)
SIGNATURE = int64(VIEW, types.UniTuple(float64, 8), uint64)
hook_at = call_at(SIGNATURE)
