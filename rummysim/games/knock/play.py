"""Playing deals: one function plays a deal, the batch only loops.

The kernel knows one deal. A batch is a list of jobs: unit and round (they key the cards), the player at each place,
and the place that acts first.
"""

from collections.abc import Mapping
from typing import Any

import numpy as np
from numba import int64, void

from rummysim.core.codes import NOT_CLOSED
from rummysim.core.jit import kernel
from rummysim.games.knock.game import (
    BAD_MOVE,
    CLOSED,
    DEAD,
    GAME,
    GAME_DTYPE,
    GOES_ON,
    PASSED,
    REFUSED,
    STUCK,
    play_turn,
)
from rummysim.games.knock.settle import settle
from rummysim.games.knock.state import deal_out, fill_code
from rummysim.games.knock.view import FIFTIETH, HOOKS, LAST_TURN, ORDINARY, SIGNATURE, STOCK_ONLY, UPCARD
from rummysim.games.table import FACTS, JOBS, TablePlayer, load_job

__all__ = [
    "FACT_COLUMNS",
    "VERSION",
    "Player",
    "is_last",
    "next_offer",
    "play_batch",
    "play_deal",
    "play_turns",
    "settle_deal",
]

VERSION = 2
"""Raised whenever the same seed gives other deals."""

FACT_COLUMNS = (
    "seat",
    "place",
    "player",
    "turns",
    "end",
    "close",
    "left_wilds",
    "left_points",
    "laid_cards",
    "laid_wilds",
    "laid_points",
    "takes",
    "reshuffles",
    "upcard",
)
(
    SEAT,
    PLACE,
    PLAYER,
    TURNS,
    END,
    CLOSED_AS,
    LEFT_WILDS,
    LEFT_POINTS,
    LAID,
    LAID_WILDS,
    LAID_POINTS,
    TAKES,
    RESHUFFLES,
    FIRST_UPCARD,
) = range(14)

EXHAUSTED, MAX_TURNS, DEAD_HAND, FIRST_CLOSE = range(4)
"""Ends of a deal; a deal that was closed ends as ``FIRST_CLOSE + close``."""

OK, ILLEGAL = 0, 1


@kernel(void(GAME, int64, int64, FACTS, int64))
def write_facts(game, end, close, facts, first_row):
    """Write the rows of a deal, player by player.

    facts : (14, rows) int16, output, columns as ``FACT_COLUMNS``. Rows ``first_row`` + player.
    """
    deal, room = game.deal, game.room
    for seat in range(game.n_players):
        place = (game.starter + seat) % game.n_players
        row = first_row + place
        facts[SEAT, row] = seat
        facts[PLACE, row] = place
        facts[PLAYER, row] = game.holders[place]
        facts[TURNS, row] = deal.turn
        facts[END, row] = end
        facts[CLOSED_AS, row] = close if seat == deal.knocker else NOT_CLOSED
        facts[LEFT_WILDS, row] = room.wilds[seat]
        facts[LEFT_POINTS, row] = room.points[seat]
        facts[LAID, row] = room.laid[seat, 0]
        facts[LAID_WILDS, row] = room.laid[seat, 1]
        facts[LAID_POINTS, row] = room.laid[seat, 2]
        facts[TAKES, row] = deal.takes[seat]
        facts[RESHUFFLES, row] = deal.n_reshuffles
        facts[FIRST_UPCARD, row] = 13 if deal.upcard == 29 else deal.upcard


@kernel(int64(GAME, int64), inline=True)
def next_offer(game, outcome):
    """What kind of turn comes after one of this outcome (``GOES_ON`` at the beginning)."""
    if outcome == DEAD:
        return FIFTIETH
    if game.code.upcard_offer and (outcome == PASSED or game.deal.turn == 0):
        return UPCARD if game.deal.turn < game.n_players else STOCK_ONLY
    return ORDINARY


@kernel(int64(GAME, int64, int64), inline=True)
def is_last(game, outcome, offer):
    """1 if no turn comes after one of this outcome."""
    if outcome == DEAD:
        return 0 if game.code.fiftieth_card and offer != FIFTIETH else 1
    return 1 if outcome in (BAD_MOVE, STUCK, REFUSED, CLOSED) else 0


@kernel(int64(GAME), inline=True)
def play_turns(game):
    """Play turns until the deal ends; the last outcome, ``GOES_ON`` if the limit of turns was reached."""
    deal = game.deal
    seat, outcome = np.int64(0), GOES_ON
    while deal.turn < game.code.max_turns or outcome == DEAD:
        offer = next_offer(game, outcome)
        outcome = play_turn(game, seat, offer)
        if outcome == CLOSED:
            deal.knocker = seat
        if outcome != STUCK and outcome != REFUSED:
            deal.turn += 1
        if is_last(game, outcome, offer):
            return outcome
        seat = seat + 1 if seat + 1 < game.n_players else 0
    return GOES_ON


@kernel(int64(GAME))
def play_last_turns(game):
    """Give every other player one more turn after a knock; ``BAD_MOVE`` or ``CLOSED``."""
    deal = game.deal
    for step in range(1, game.n_players):
        outcome = play_turn(game, (deal.knocker + step) % game.n_players, LAST_TURN)
        if outcome == BAD_MOVE:
            return BAD_MOVE
        if outcome == STUCK:
            break
        deal.turn += 1
    return CLOSED


@kernel(void(GAME, int64, FACTS, int64), inline=True)
def settle_deal(game, outcome, facts, first_row):
    """Settle a deal that ended with ``outcome`` and write its facts."""
    close = settle(game.code, game.deal, game.room, game.n_players)
    end = DEAD_HAND
    if outcome == CLOSED:
        end = FIRST_CLOSE + close
    elif outcome == STUCK:
        end = EXHAUSTED
    elif outcome == GOES_ON:
        end = MAX_TURNS
    write_facts(game, end, close, facts, first_row)


@kernel(int64(GAME, FACTS, int64))
def play_deal(game, facts, first_row):
    """Play one deal from the deck in ``game.deal`` and write its facts; a status."""
    deal_out(game.code, game.deal, game.n_players, game.starter)
    outcome = play_turns(game)
    if outcome == CLOSED and game.code.last_turn and not game.deal.is_big_gin:
        outcome = play_last_turns(game)
    if outcome == BAD_MOVE:
        return ILLEGAL
    settle_deal(game, outcome, facts, first_row)
    return OK


@kernel(int64(GAME, JOBS, JOBS, JOBS, FACTS))
def play_batch(game, jobs, holders, totals, facts):
    """Play a batch of deals (:func:`rummysim.games.table.load_job`); the index of the first deal with an illegal move,
    or -1.

    facts : (14, deals * players) int16, output.
    """
    for index in range(jobs.shape[0]):
        load_job(game, jobs, holders, totals, index)
        if play_deal(game, facts, index * game.n_players) != OK:
            return index
    return -1


class Player(TablePlayer):
    """A table of the knock family."""

    dtype, hooks, signature, n_facts = GAME_DTYPE, HOOKS, SIGNATURE, len(FACT_COLUMNS)
    batch = staticmethod(play_batch)

    def fill_code(self, code: np.void, encoded: Mapping[str, Any]) -> None:
        """Write rules as the model's ``encode`` gives them, and the line that melds lie on."""
        fill_code(code, encoded)

    def deal_out(self, n_players: int, starter: int) -> int:
        """Deal the shuffled deck out; the upcard."""
        deal_out(self.game["code"], self.game["deal"], n_players, starter)
        return int(self.game["deal"]["upcard"])
