"""Playing deals: one function plays a deal, the batch only loops."""

import numpy as np
from numba import int64, void

from rummysim.core.jit import kernel
from rummysim.games.stock.game import (
    BAD_MOVE,
    ENDED,
    GAME,
    GAME_DTYPE,
    GOES_ON,
    OUT_BY_DISCARD,
    OUT_BY_PLAY,
    STUCK,
    play_turn,
)
from rummysim.games.stock.settle import left_by_class
from rummysim.games.stock.state import deal_out
from rummysim.games.stock.view import HOOKS, SIGNATURE
from rummysim.games.table import FACTS, JOBS, TablePlayer, load_job

__all__ = ["FACT_COLUMNS", "VERSION", "Player", "end_of", "play_batch", "write_facts"]

VERSION = 2
"""Raised whenever the same seed gives other deals."""

FACT_COLUMNS = (
    "seat",
    "place",
    "player",
    "turns",
    "end",
    "out",
    "rummy",
    "takes",
    "taken_cards",
    "new_melds",
    "laid_off",
    "claims",
    "reshuffles",
    "tabled_small",
    "tabled_pips",
    "tabled_tens",
    "tabled_aces_low",
    "tabled_aces_high",
    "tabled_jokers",
    "left_small",
    "left_pips",
    "left_tens",
    "left_aces",
    "left_jokers",
)
FIRST_TABLED, FIRST_LEFT = FACT_COLUMNS.index("tabled_small"), FACT_COLUMNS.index("left_small")

EXHAUSTED, MAX_TURNS, BY_DISCARD, BY_PLAY = range(4)
"""Ends of a deal."""

OK, ILLEGAL = 0, 1


@kernel(void(GAME, int64, FACTS, int64))
def write_facts(game, end, facts, first_row):
    """Write the rows of a deal, player by player.

    facts : (24, rows) int16, output, columns as ``FACT_COLUMNS``. Rows ``first_row`` + player.
    """
    code, deal = game.code, game.deal
    for seat in range(game.n_players):
        place = (game.starter + seat) % game.n_players
        row = first_row + place
        is_out = 1 if seat == deal.out else 0
        facts[0, row], facts[1, row], facts[2, row] = seat, place, game.holders[place]
        facts[3, row], facts[4, row], facts[5, row] = deal.turn, end, is_out
        facts[6, row], facts[7, row], facts[8, row] = is_out * deal.is_rummy, deal.takes[seat], deal.taken_cards[seat]
        facts[9, row], facts[10, row] = deal.new_melds[seat], deal.laid_off[seat]
        facts[11, row], facts[12, row] = deal.claims[seat], deal.n_reshuffles
        for kind in range(FIRST_LEFT - FIRST_TABLED):
            facts[FIRST_TABLED + kind, row] = deal.tabled[seat, kind]
        left = left_by_class(code, deal.hands[seat], deal.spares[seat])
        for kind in range(5):
            facts[FIRST_LEFT + kind, row] = left[kind]


@kernel(int64(GAME))
def play_turns(game):
    """Play turns until the deal ends; the last outcome, ``GOES_ON`` if the limit of turns was reached."""
    deal, seat = game.deal, np.int64(0)
    while deal.turn < game.code.max_turns:
        outcome = play_turn(game, seat)
        if outcome == STUCK:
            return STUCK
        deal.turn += 1
        if outcome != GOES_ON:
            return outcome
        seat = seat + 1 if seat + 1 < game.n_players else 0
    return GOES_ON


@kernel(int64(int64), inline=True)
def end_of(outcome):
    """End of a deal whose last turn had this outcome."""
    if outcome == OUT_BY_DISCARD:
        return BY_DISCARD
    if outcome == OUT_BY_PLAY:
        return BY_PLAY
    return EXHAUSTED if outcome in (STUCK, ENDED) else MAX_TURNS


@kernel(int64(GAME, FACTS, int64))
def play_deal(game, facts, first_row):
    """Play one deal from the deck in ``game.deal`` and write its facts; a status."""
    deal_out(game.code, game.deal, game.n_players, game.starter)
    outcome = play_turns(game)
    if outcome == BAD_MOVE:
        return ILLEGAL
    write_facts(game, end_of(outcome), facts, first_row)
    return OK


@kernel(int64(GAME, JOBS, JOBS, JOBS, FACTS))
def play_batch(game, jobs, holders, totals, facts):
    """Play a batch of deals (:func:`rummysim.games.table.load_job`); the index of the first deal with an illegal move,
    or -1.

    facts : (24, deals * players) int16, output.
    """
    for index in range(jobs.shape[0]):
        load_job(game, jobs, holders, totals, index)
        if play_deal(game, facts, index * game.n_players) != OK:
            return index
    return -1


class Player(TablePlayer):
    """A table of the stock family."""

    dtype, hooks, signature, n_facts = GAME_DTYPE, HOOKS, SIGNATURE, len(FACT_COLUMNS)
    batch = staticmethod(play_batch)

    def deal_out(self, n_players: int, starter: int) -> int:
        """Deal the shuffled deck out; the upcard."""
        deal_out(self.game["code"], self.game["deal"], n_players, starter)
        return int(self.game["deal"]["public"]["pile_cards"][0])
