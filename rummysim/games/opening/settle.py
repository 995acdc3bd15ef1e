"""End of a deal -> facts."""

from numba import int64, void

from rummysim.core.jit import kernel
from rummysim.core.leftover import left_by_class
from rummysim.games.opening.game import ENDED, GAME, OUT_BY_DISCARD, OUT_BY_PLAY, STUCK
from rummysim.games.table import FACTS

__all__ = ["FACT_COLUMNS", "end_of", "write_facts"]

FACT_COLUMNS = (
    "player",
    "seat",
    "place",
    "turns",
    "end",
    "out",
    "hand",
    "cut",
    "opened",
    "opening_points",
    "takes",
    "new_melds",
    "laid_off",
    "swaps",
    "reshuffles",
    "tabled_cards",
    "tabled_jokers",
    "left_small",
    "left_pips",
    "left_tens",
    "left_aces",
    "left_jokers",
)
FIRST_LEFT = FACT_COLUMNS.index("left_small")
EXHAUSTED, MAX_TURNS, BY_DISCARD, BY_PLAY = range(4)
"""Ends of a deal."""


@kernel(int64(int64), inline=True)
def end_of(outcome):
    """End of a deal whose last turn had this outcome."""
    if outcome == OUT_BY_DISCARD:
        return BY_DISCARD
    if outcome == OUT_BY_PLAY:
        return BY_PLAY
    return EXHAUSTED if outcome in (STUCK, ENDED) else MAX_TURNS


@kernel(void(GAME, int64, FACTS, int64))
def write_facts(game, end, facts, first_row):
    """Write the rows of a deal, player by player.

    facts : (22, rows) int16, output, columns as ``FACT_COLUMNS``. Rows ``first_row`` + place.
    """
    code, deal = game.code, game.deal
    for seat in range(game.n_players):
        place = (game.starter + seat) % game.n_players
        row = first_row + place
        is_out = 1 if seat == deal.out else 0
        facts[0, row], facts[1, row], facts[2, row] = game.holders[place], seat, place
        facts[3, row], facts[4, row], facts[5, row] = deal.turn, end, is_out
        facts[6, row], facts[7, row] = is_out * deal.is_hand, is_out * deal.is_cut
        facts[8, row], facts[9, row] = deal.opened_turn[seat], deal.opening_points[seat]
        facts[10, row], facts[11, row], facts[12, row] = deal.takes[seat], deal.new_melds[seat], deal.laid_off[seat]
        facts[13, row], facts[14, row] = deal.swaps[seat], deal.n_reshuffles
        facts[15, row], facts[16, row] = deal.tabled_cards[seat], deal.tabled_jokers[seat]
        left = left_by_class(code, deal.hands[seat], deal.spares[seat])
        for kind in range(len(left)):
            facts[FIRST_LEFT + kind, row] = left[kind]
