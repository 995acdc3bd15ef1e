"""Playing deals: one function plays a deal, the batch only loops."""

from collections.abc import Mapping
from typing import Any

import numpy as np
from numba import int64

from rummysim.core.jit import kernel
from rummysim.games.opening.game import BAD_MOVE, GAME, GAME_DTYPE, GOES_ON, STUCK, play_turn
from rummysim.games.opening.settle import FACT_COLUMNS, end_of, write_facts
from rummysim.games.opening.state import deal_out, fill_code
from rummysim.games.opening.view import HOOKS, SIGNATURE
from rummysim.games.table import FACTS, JOBS, TablePlayer, load_job

__all__ = ["FACT_COLUMNS", "VERSION", "Player", "play_batch"]

VERSION = 2
"""Raised whenever the same seed gives other deals."""

OK, ILLEGAL = 0, 1


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

    facts : (22, deals * players) int16, output.
    """
    for index in range(jobs.shape[0]):
        load_job(game, jobs, holders, totals, index)
        if play_deal(game, facts, index * game.n_players) != OK:
            return index
    return -1


class Player(TablePlayer):
    """A table of the opening family."""

    dtype, hooks, signature, n_facts = GAME_DTYPE, HOOKS, SIGNATURE, len(FACT_COLUMNS)
    batch = staticmethod(play_batch)

    def fill_code(self, code: np.void, encoded: Mapping[str, Any]) -> None:
        """Write rules as the model's ``encode`` gives them, and keep the tables they point to."""
        self._tables = fill_code(code, encoded)

    def deal_out(self, n_players: int, starter: int) -> int:
        """Deal the shuffled deck out; the cut card, -1 if there is none."""
        deal_out(self.game["code"], self.game["deal"], n_players, starter)
        return int(self.game["deal"]["public"]["cut"])
