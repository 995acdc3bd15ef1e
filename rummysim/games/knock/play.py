"""Playing deals: one function plays a deal, the batch only loops.

The kernel knows one deal. A batch is a list of jobs: unit and round (they key the cards), the player at each place,
and the place that acts first.
"""

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any

import numpy as np
from numba import int64, types, void

from rummysim.core import rng
from rummysim.core.codes import NOT_CLOSED
from rummysim.core.jit import address_of, kernel
from rummysim.games.bot import TOTALS, Bot
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
from rummysim.games.knock.state import CODE_DTYPE, MAX_PLAYERS, deal_out, fill_deck
from rummysim.games.knock.view import FIFTIETH, HOOKS, LAST_TURN, ORDINARY, SIGNATURE, STOCK_ONLY, UPCARD
from rummysim.melds.line import fill_line

__all__ = ["FACT_COLUMNS", "VERSION", "Player", "load_job", "next_offer", "play_batch", "play_deal", "settle_deal"]

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

SEED, UNIT, ROUND, N_PLAYERS, STARTER = range(5)
"""Columns of the jobs."""

NO_TOTALS = np.zeros((0, 1), np.int64)

I16_2D = types.Array(types.int16, 2, "C")
I64_2D = types.Array(int64, 2, "C")


@kernel(void(GAME, int64, int64, I16_2D, int64))
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


@kernel(void(GAME, int64, I16_2D, int64), inline=True)
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


@kernel(int64(GAME, I16_2D, int64))
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


@kernel(void(GAME, I64_2D, int64), inline=True)
def load_totals(game, totals, index):
    """Give the totals by seat to the bots that read them."""
    for reader in range(MAX_PLAYERS):
        if game.reads_totals[reader]:
            for seat in range(game.n_players):
                player = game.holders[(game.starter + seat) % game.n_players]
                game.score[reader].totals[seat] = totals[index, player]


@kernel(void(GAME, I64_2D, I64_2D, I64_2D, int64))
def load_job(game, jobs, holders, totals, index):
    """Put job ``index`` on the table; the deck is shuffled anew only where the cards change."""
    seed, unit, round_ = jobs[index, SEED], jobs[index, UNIT], jobs[index, ROUND]
    if index == 0 or seed != game.seed or unit != game.unit or round_ != game.round:
        game.seed, game.unit, game.round = seed, unit, round_
        fill_deck(game.code, game.deal, seed, unit, round_)
    game.n_players, game.starter = jobs[index, N_PLAYERS], jobs[index, STARTER]
    for place in range(game.n_players):
        player = holders[index, place]
        game.holders[place] = player
        game.streams[player] = rng.stream(seed, unit, round_, rng.DECISION, player)
        if game.remembers[player]:
            game.memory[player].words[:] = np.uint64(0)
    if index < totals.shape[0]:
        load_totals(game, totals, index)


@kernel(int64(GAME, I64_2D, I64_2D, I64_2D, I16_2D))
def play_batch(game, jobs, holders, totals, facts):
    """Play a batch of deals; the index of the first deal with an illegal move, or -1.

    jobs : (deals, 5) int64: seed, unit, round, number of players (the same in all), starter's place. holders : (deals,
    players) int64, player by place. totals : (deals or 0, line-up) int64, points of the match before each deal. facts :
    (14, deals * players) int16, output.
    """
    for index in range(jobs.shape[0]):
        load_job(game, jobs, holders, totals, index)
        if play_deal(game, facts, index * game.n_players) != OK:
            return index
    return -1


class Player:
    """A table with its bots, ready to play batches; not to be shared by threads.

    ``encode`` gives the rules for a number of players as integers (the model's method); ``lineup`` the bots by player,
    kept alive here as long as their addresses are used; ``options`` those that bots may read.
    """

    def __init__(
        self,
        encode: Callable[[int], Mapping[str, Any]],
        lineup: Sequence[Bot],
        n_log_rows: int = 0,
        *,
        options: Mapping[str, Any] = MappingProxyType({}),
    ) -> None:
        self.lineup = tuple(lineup)
        self._encode = encode
        self._n_encoded = 0
        self._log = np.zeros((n_log_rows, 5), np.int16)
        self.game: np.void = np.zeros(1, GAME_DTYPE)[0]
        self.game["deal"]["log_address"], self.game["deal"]["log_rows"] = self._log.ctypes.data, n_log_rows
        for player, bot in enumerate(lineup):
            self.game["addresses"][player] = [address_of(bot.hooks[hook], SIGNATURE) for hook in HOOKS]
            self.game["parameters"][player] = bot.parameter_row()
            self.game["remembers"][player] = bot.has_memory
            self.game["reads_totals"][player] = TOTALS in bot.reads
            read = [int(options[name]) for name in bot.reads if name != TOTALS]
            self.game["score"][player]["options"][: len(read)] = read

    def set_table(self, n_players: int) -> np.void:
        """Game with the rules as they are with ``n_players`` at the table."""
        if n_players != self._n_encoded:
            fill_code(self.game["code"], self._encode(n_players))
            self._n_encoded = n_players
        return self.game

    def play(self, jobs: np.ndarray, holders: np.ndarray, totals: np.ndarray | None = None) -> tuple[np.ndarray, int]:
        """Play a batch (:func:`play_batch`): its facts, a row a column, and the index of the first illegal deal or
        -1.
        """
        facts = np.empty((len(FACT_COLUMNS), holders.size), np.int16)
        game = self.set_table(int(jobs[0, N_PLAYERS]))
        return facts, play_batch(game, jobs, holders, NO_TOTALS if totals is None else totals, facts)

    def read_log(self) -> np.ndarray:
        """Rows of the last deal's log; raises OverflowError if it did not fit."""
        n_rows = int(self.game["deal"]["n_logged"])
        if n_rows > len(self._log):
            raise OverflowError(f"the log has {n_rows} rows and room for {len(self._log)}")
        return self._log[:n_rows].copy()

    def dealt(self, job: np.ndarray) -> tuple[list[tuple[int, int]], int]:
        """Hands by seat as masks (kinds held, held twice), and the upcard, of a job before the first turn."""
        n_players = int(job[N_PLAYERS])
        game = self.set_table(n_players)
        code, deal = game["code"], game["deal"]
        fill_deck(code, deal, job[SEED], job[UNIT], job[ROUND])
        deal_out(code, deal, n_players, job[STARTER])
        hands = zip(deal["hands"][:n_players].tolist(), deal["spares"][:n_players].tolist(), strict=True)
        return list(hands), int(deal["upcard"])


def fill_code(code: np.void, encoded: Mapping[str, Any]) -> None:
    """Write rules as the model's ``encode`` gives them."""
    fill_line(
        code["line"],
        encoded["points"],
        ace_high=bool(encoded["ace_high"]),
        n_wilds=encoded["n_wilds"],
        cap=encoded["cap"],
    )
    for name in CODE_DTYPE.names or ():
        if name in ("card_of", "upcard_limits"):
            code[name][: len(encoded[name])] = encoded[name]
        elif name not in ("line", "n_universe", "all_cards"):
            code[name] = encoded[name]
    code["n_universe"] = len(encoded["card_of"])
    code["all_cards"] = sum({1 << card for card in encoded["card_of"] if card >= 0})
