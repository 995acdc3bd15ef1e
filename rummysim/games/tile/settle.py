"""End of a deal -> facts."""

from numba import int64, types, void

from rummysim.core.bits import bit, count_bits, lowest_bit
from rummysim.core.jit import kernel
from rummysim.games.table import FACTS
from rummysim.games.tile.game import EXHAUSTED, GAME, OUT
from rummysim.games.tile.state import CODE, DEAL

__all__ = ["FACT_COLUMNS", "end_of", "write_facts"]

FACT_COLUMNS = (
    "player",
    "seat",
    "place",
    "turns",
    "end",
    "out",
    "opened",
    "opening_points",
    "played",
    "played_jokers",
    "plays",
    "most_played",
    "took",
    "unproved",
    "table_tiles",
    "pool_left",
    "left_tiles",
    "left_pips",
    "left_jokers",
)
RAN_DRY, MAX_TURNS, WENT_OUT = range(3)
"""Ends of a deal."""


@kernel(int64(int64), inline=True)
def end_of(outcome):
    """End of a deal whose last turn had this outcome."""
    if outcome == OUT:
        return WENT_OUT
    return RAN_DRY if outcome == EXHAUSTED else MAX_TURNS


@kernel(types.UniTuple(int64, 3)(CODE, DEAL, int64))
def left_on_rack(code, deal, seat):
    """Naturals left on a rack, their numbers added, and jokers."""
    n_tiles, pips = 0, 0
    for tiles in (deal.hands[seat] & ~code.joker_cards, deal.spares[seat]):
        rest = tiles
        while rest:
            pips += (lowest_bit(rest) & 15) + 1
            rest &= rest - bit(0)
            n_tiles += 1
    return n_tiles, pips, count_bits(deal.hands[seat] & code.joker_cards)


@kernel(void(GAME, int64, FACTS, int64))
def write_facts(game, end, facts, first_row):
    """Write the rows of a deal, player by player.

    facts : (19, rows) int16, output, columns as ``FACT_COLUMNS``. Rows ``first_row`` + place.
    """
    code, deal = game.code, game.deal
    public = deal.public
    n_table = count_bits(public.tiles) + count_bits(public.twice) + public.n_jokers
    for seat in range(game.n_players):
        place = (game.starter + seat) % game.n_players
        row = first_row + place
        facts[0, row], facts[1, row], facts[2, row] = game.holders[place], seat, place
        facts[3, row], facts[4, row], facts[5, row] = deal.turn, end, 1 if seat == deal.out else 0
        facts[6, row], facts[7, row] = deal.opened_turn[seat], deal.opening_points[seat]
        facts[8, row], facts[9, row] = deal.played[seat], deal.played_jokers[seat]
        facts[10, row], facts[11, row] = deal.plays[seat], deal.most_played[seat]
        facts[12, row], facts[13, row] = deal.takes[seat], deal.unproved[seat]
        facts[14, row], facts[15, row] = n_table, deal.stock_end - deal.stock_at
        n_tiles, pips, n_jokers = left_on_rack(code, deal, seat)
        facts[16, row], facts[17, row], facts[18, row] = n_tiles, pips, n_jokers
