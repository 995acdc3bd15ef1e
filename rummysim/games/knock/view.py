"""What a player may see, and the one signature of all decisions of the family.

A bot gets a :class:`KnockView`, eight parameters and one fresh random word, and answers with one integer:

* ``choose_draw``: ``STOCK``, ``PILE`` or ``KNOCK`` (only with ``knock_without_draw``);
* ``choose_discard``: a card of the hand;
* ``choose_close``: 1 to knock with the cards kept, else 0; asked only when they allow it.
"""

from typing import NamedTuple

from numba import float64, int64, types, uint64

from rummysim.core.jit import call_at, kernel, named
from rummysim.games.knock.state import CODE, DEAL, N_PILE, STOCK_AT, STOCK_END, TURN, KnockCode, can_draw_stock

__all__ = [
    "CLOSE",
    "DISCARD",
    "DRAW",
    "HOOKS",
    "KNOCK",
    "PILE",
    "SIGNATURE",
    "STOCK",
    "VIEW",
    "KnockView",
    "hook_at",
    "look",
]

STOCK, PILE, KNOCK = 0, 1, 2
HOOKS = ("choose_draw", "choose_discard", "choose_close")
DRAW, DISCARD, CLOSE = 0, 1, 2
"""Columns of the table of addresses."""


class KnockView(NamedTuple):
    """The position as its player sees it.

    hand, pile : masks of the own cards and of the discard pile. known : eight masks by seat, the cards each took from
    the pile and still holds. top : top of the pile, -1 if none. drawn : card drawn in this turn, -1 before. taken :
    the same if it came from the pile, else -1. turn : turns of all players before this one. seat, n_players, n_stock :
    counts. can_draw_stock : 1 if the stock has cards or can be reshuffled. code : the rules of play.
    """

    hand: int
    pile: int
    known: tuple[int, ...]
    top: int
    drawn: int
    taken: int
    turn: int
    seat: int
    n_players: int
    n_stock: int
    can_draw_stock: int
    code: KnockCode


VIEW = named(KnockView, uint64, uint64, types.UniTuple(uint64, 8), *(int64,) * 8, CODE)
SIGNATURE = int64(VIEW, types.UniTuple(float64, 8), uint64)
hook_at = call_at(SIGNATURE)


@kernel(VIEW(CODE, DEAL, int64, int64, int64, int64), inline=True)
def look(code, deal, seat, n_players, drawn, taken):
    """View of the player in ``seat``."""
    known = deal.known
    n_pile = deal.now[N_PILE]
    return KnockView(
        deal.hands[seat],
        deal.pile_cards[0],
        (known[0], known[1], known[2], known[3], known[4], known[5], known[6], known[7]),
        deal.pile[n_pile - 1] if n_pile else -1,
        drawn,
        taken,
        deal.now[TURN],
        seat,
        n_players,
        deal.now[STOCK_END] - deal.now[STOCK_AT],
        can_draw_stock(code, deal),
        code,
    )
