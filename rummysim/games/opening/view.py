"""What a player may see, and the one signature of all decisions of the family.

A bot gets an :class:`OpeningView`, eight parameters and one fresh random word, and answers with one integer:

* ``choose_draw``: 0 for the stock, 1 the top of the pile, 2 the cut card, -1 to end the deal
  (:mod:`rummysim.games.opening.draws`);
* ``choose_melds``: an action (:mod:`rummysim.games.opening.actions`), asked again until it stops; who has not opened
  answers the melds of an opening one by one, then 0;
* ``choose_discard``: a card of the hand, 13 for a joker.
"""

from typing import Any, NamedTuple

from numba import float64, int64, types, uint64

from rummysim.core.jit import call_at, named
from rummysim.games.opening.state import CODE, OWN, PUBLIC
from rummysim.games.table import MEMORY, SCORE

__all__ = ["DISCARD", "DRAW", "HOOKS", "MELDS", "SIGNATURE", "VIEW", "OpeningView", "hook_at"]

HOOKS = ("choose_draw", "choose_melds", "choose_discard")
DRAW, MELDS, DISCARD = range(3)
"""Columns of the table of addresses, and places of their words among the eight of a turn."""


class OpeningView(NamedTuple):
    """The position as its player sees it, in records that are not to be written to.

    own : the own hand and the turn (:data:`rummysim.games.opening.state.OWN`). public : pile, table, what is known of
    the hands (:data:`rummysim.games.opening.state.PUBLIC`). code : the rules of play. memory : own notes. score : what
    the bot says that it reads.
    """

    own: Any
    public: Any
    code: Any
    memory: Any
    score: Any


VIEW = named(OpeningView, OWN, PUBLIC, CODE, MEMORY, SCORE)
SIGNATURE = int64(VIEW, types.UniTuple(float64, 8), uint64)
hook_at = call_at(SIGNATURE)
