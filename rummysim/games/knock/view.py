"""What a player may see, and the one signature of all decisions of the family.

A bot gets a :class:`KnockView`, eight parameters and one fresh random word, and answers with one integer:

* ``choose_draw``: ``STOCK``, ``PILE`` or ``KNOCK`` (only with ``knock_without_draw``); where ``offer`` is ``UPCARD`` or
  ``FIFTIETH``, ``PASS`` or ``PILE``;
* ``choose_discard``: a card of the hand;
* ``choose_close``: 1 to knock with the cards kept (``offer`` ``ALL_MELDED``: to end the deal without a discard), else
  0; asked only when that is allowed.
"""

from typing import Any, NamedTuple

from numba import float64, int64, types, uint64

from rummysim.core.jit import call_at, named
from rummysim.games.knock.state import CODE, PUBLIC
from rummysim.games.table import MEMORY, SCORE

__all__ = [
    "ALL_MELDED",
    "CLOSE",
    "DISCARD",
    "DRAW",
    "FIFTIETH",
    "HOOKS",
    "KNOCK",
    "LAST_TURN",
    "ORDINARY",
    "PASS",
    "PILE",
    "SIGNATURE",
    "STOCK",
    "STOCK_ONLY",
    "UPCARD",
    "VIEW",
    "KnockView",
    "hook_at",
]

STOCK, PILE, KNOCK = 0, 1, 2
PASS = STOCK
"""Answer to an offer."""

ORDINARY, UPCARD, STOCK_ONLY, FIFTIETH, LAST_TURN, ALL_MELDED = range(6)
"""Values of ``offer``: an ordinary turn, the first upcard (GN-2), the draw after both refused it, the last discard
(GN-5), the turn after a knock, the question of big gin.
"""

HOOKS = ("choose_draw", "choose_discard", "choose_close")
DRAW, DISCARD, CLOSE = 0, 1, 2
"""Columns of the table of addresses."""


class KnockView(NamedTuple):
    """The position as its player sees it.

    hand, spare : masks of the own kinds held, held twice (two packs). top : top of the pile, -1 if none.
    drawn : card drawn in this turn, -1 before. taken : the same if it came from the pile, else -1. turn : turns of all
    players before this one. seat, n_players, n_stock : counts. can_draw_stock : 1 if the stock has cards or can be
    reshuffled. limit : knock limit of the deal. left : least leftover of the own hand as the turn
    begins, -1 if nobody has looked at it yet. offer : what kind of turn it is. public : masks that everybody sees
    (:data:`rummysim.core.dealing.PUBLIC_FIELDS`). code : the rules of play.
    Neither is to be written to. memory : own notes. score : what the bot
    says that it reads.
    """

    hand: int
    spare: int
    top: int
    drawn: int
    taken: int
    turn: int
    seat: int
    n_players: int
    n_stock: int
    can_draw_stock: int
    limit: int
    left: int
    offer: int
    public: Any
    code: Any
    memory: Any
    score: Any


VIEW = named(KnockView, *(uint64,) * 2, *(int64,) * 11, PUBLIC, CODE, MEMORY, SCORE)
SIGNATURE = int64(VIEW, types.UniTuple(float64, 8), uint64)
hook_at = call_at(SIGNATURE)
