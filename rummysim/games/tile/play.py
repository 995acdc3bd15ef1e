"""Playing deals: one function plays a deal, the batch only loops."""

from collections.abc import Mapping
from typing import Any

import numpy as np
from numba import int64

from rummysim.core.codes import TileScoring
from rummysim.core.jit import address_of, kernel
from rummysim.games.table import FACTS, JOBS, TablePlayer, load_job
from rummysim.games.tile.game import BAD_MOVE, GAME, GAME_DTYPE, GOES_ON, begin_deal, play_turn
from rummysim.games.tile.rebuild import REBUILD_SIGNATURE, rebuild_free
from rummysim.games.tile.settle import FACT_COLUMNS, end_of, write_facts
from rummysim.games.tile.state import deal_out, fill_code
from rummysim.games.tile.view import HOOKS, SIGNATURE
from rummysim.melds.table.memory import solver_tables
from rummysim.melds.table.reach import new_work

__all__ = ["FACT_COLUMNS", "VERSION", "Player", "play_batch"]

VERSION = 2
"""Raised whenever the same seed gives other deals."""

OK, ILLEGAL = 0, 1


@kernel(int64(GAME))
def play_turns(game):
    """Play turns until the deal ends; the last outcome, ``GOES_ON`` if the limit of turns was reached."""
    outcome = begin_deal(game)
    while outcome == GOES_ON and game.deal.turn < game.code.max_turns:
        outcome = play_turn(game)
    return outcome


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

    facts : (19, deals * players) int16, output.
    """
    for index in range(jobs.shape[0]):
        load_job(game, jobs, holders, totals, index)
        if play_deal(game, facts, index * game.n_players) != OK:
            return index
    return -1


class Player(TablePlayer):
    """A table of the tile family."""

    dtype, hooks, signature, n_facts = GAME_DTYPE, HOOKS, SIGNATURE, len(FACT_COLUMNS)
    batch = staticmethod(play_batch)

    @staticmethod
    def number_of(name: str, value: Any) -> int:
        """An option that a bot reads as a number: a scoring by its place in the list, a joker that counts nothing 0."""
        if name == "scoring":
            return list(TileScoring).index(value)
        return 0 if value == "face" else int(value)

    def fill_code(self, code: np.void, encoded: Mapping[str, Any]) -> None:
        """Write rules as the model's ``encode`` gives them, and give the table a solver with room to work in."""
        self._scales = fill_code(code, encoded)
        self._solver_tables, self._work = solver_tables(), new_work()
        self.game["tables"], self.game["work"] = self._solver_tables.ctypes.data, self._work.ctypes.data
        self.game["solver"] = address_of(_solver(encoded), REBUILD_SIGNATURE)

    def deal_out(self, n_players: int, starter: int) -> int:
        """Deal the shuffled deck out; -1, there is no upcard."""
        deal_out(self.game["code"], self.game["deal"], n_players, starter)
        return -1


def _solver(encoded: Mapping[str, Any]) -> Any:
    """The solver for a variant's jokers; that for bound ones is compiled only here."""
    if not encoded["binds_jokers"]:
        return rebuild_free
    from rummysim.games.tile.bound import rebuild_bound

    return rebuild_bound
