"""A table with its bots: what every family's kernel is handed, and the Python side of it.

A family's record of a game has ``code`` (its rules), ``deal`` (its state) and :data:`GAME_FIELDS`.
"""

from abc import abstractmethod
from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, ClassVar

import numpy as np
from numba import int64, types

from rummysim.core import rng
from rummysim.core.dealing import MAX_PLAYERS, fill_deck, fill_fields
from rummysim.core.jit import address_of, kernel, record
from rummysim.games.bot import N_PARAMETERS, TOTALS, Bot

__all__ = [
    "FACTS",
    "JOBS",
    "MEMORY",
    "N_PLAYERS",
    "ROUND",
    "SCORE",
    "SEED",
    "STARTER",
    "UNIT",
    "TablePlayer",
    "game_fields",
    "load_job",
    "note_question",
    "parameters_of",
    "player_at",
]

SEED, UNIT, ROUND, N_PLAYERS, STARTER = range(5)
"""Columns of the jobs."""

JOBS = types.Array(int64, 2, "C")
FACTS = types.Array(types.int16, 2, "C")

MEMORY_DTYPE, MEMORY = record(words=(np.uint64, 64))
"""A bot's own notes of this deal, all 0 at its beginning; kept only for bots that say they have a memory."""
SCORE_DTYPE, SCORE = record(totals=(np.int64, MAX_PLAYERS), options=(np.int64, 8))
"""What a bot may read of the score if it says so: points of the match before this deal by seat (0 where nobody
sits), the values of the options it names, in its order; all 0 for others.
"""

NO_TOTALS = np.zeros((0, 1), np.int64)


def game_fields(n_hooks: int) -> dict[str, Any]:
    """Fields of a game beside the family's own.

    memory, remembers : notes of the bots that keep some. score, reads_totals : what they may read of the score.
    asked : player and hook of the last decision.
    addresses, parameters, streams : of the bots, by player. holders : player at each place. seed … starter : the job.
    """
    return {
        "memory": (MEMORY_DTYPE, MAX_PLAYERS),
        "remembers": (np.int64, MAX_PLAYERS),
        "score": (SCORE_DTYPE, MAX_PLAYERS),
        "reads_totals": (np.int64, MAX_PLAYERS),
        "asked": (np.int64, 2),
        "addresses": (np.int64, (MAX_PLAYERS, n_hooks)),
        "parameters": (np.float64, (MAX_PLAYERS, n_hooks, N_PARAMETERS)),
        "holders": (np.int64, MAX_PLAYERS),
        "streams": (np.uint64, MAX_PLAYERS),
        "seed": np.int64,
        "unit": np.int64,
        "round": np.int64,
        "n_players": np.int64,
        "starter": np.int64,
    }


@kernel(inline=True)
def player_at(game, seat):
    """Player in a seat."""
    place = game.starter + seat
    return game.holders[place - game.n_players if place >= game.n_players else place]


@kernel(inline=True)
def note_question(game, player, hook):
    """Note who is asked what: where a bot errs, that is who and what it was."""
    game.asked[0], game.asked[1] = player, hook


@kernel(inline=True)
def parameters_of(game, player, hook):
    """Parameters of a decision of a player's bot."""
    row = game.parameters[player, hook]
    return (row[0], row[1], row[2], row[3], row[4], row[5], row[6], row[7])


@kernel()
def load_totals(game, totals, index):
    """Give the totals by seat to the bots that read them."""
    for reader in range(MAX_PLAYERS):
        if game.reads_totals[reader]:
            for seat in range(MAX_PLAYERS):
                is_taken = seat < game.n_players
                game.score[reader].totals[seat] = totals[index, player_at(game, seat)] if is_taken else 0


@kernel()
def load_job(game, jobs, holders, totals, index):
    """Put job ``index`` on the table; the deck is shuffled anew only where the cards change.

    jobs : (deals, 5) int64: seed, unit, round, number of players (the same in all), starter's place. holders : (deals,
    players) int64, player by place. totals : (deals or 0, line-up) int64, points of the match before each deal.
    """
    seed, unit, round_ = jobs[index, SEED], jobs[index, UNIT], jobs[index, ROUND]
    is_other = index == 0 or seed != game.seed or unit != game.unit or round_ != game.round
    if is_other or game.deal.is_deck_spoilt:
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


class TablePlayer:
    """A table with its bots, ready to play batches; not to be shared by threads. Each family says how it is played.

    ``encode`` gives the rules for a number of players as integers (the model's method); ``lineup`` the bots by player,
    kept alive here as long as their addresses are used; ``options`` those that bots may read.
    """

    dtype: ClassVar[np.dtype[Any]]
    hooks: ClassVar[tuple[str, ...]]
    signature: ClassVar[Any]
    n_facts: ClassVar[int]
    batch: ClassVar[Any]

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
        self.game: np.void = np.zeros(1, self.dtype)[0]
        self.game["deal"]["log_address"], self.game["deal"]["log_rows"] = self._log.ctypes.data, n_log_rows
        for player, bot in enumerate(lineup):
            self.game["addresses"][player] = [address_of(bot.hooks[hook], self.signature) for hook in self.hooks]
            self.game["parameters"][player] = [bot.parameter_row(hook) for hook in self.hooks]
            self.game["remembers"][player] = bot.has_memory
            self.game["reads_totals"][player] = TOTALS in bot.reads
            read = [self.number_of(name, options[name]) for name in bot.reads if name != TOTALS]
            self.game["score"][player]["options"][: len(read)] = read

    @staticmethod
    def number_of(_name: str, value: Any) -> int:
        """An option that a bot reads as a number."""
        return int(value)

    def fill_code(self, code: np.void, encoded: Mapping[str, Any]) -> None:
        """Write rules as the model's ``encode`` gives them."""
        fill_fields(code, encoded)

    @abstractmethod
    def deal_out(self, n_players: int, starter: int) -> int:
        """Deal the shuffled deck out; the upcard."""

    def set_table(self, n_players: int) -> np.void:
        """Game with the rules as they are with ``n_players`` at the table."""
        if n_players != self._n_encoded:
            self.fill_code(self.game["code"], self._encode(n_players))
            self._n_encoded = n_players
        return self.game

    def play(self, jobs: np.ndarray, holders: np.ndarray, totals: np.ndarray | None = None) -> tuple[np.ndarray, int]:
        """Play a batch (:func:`load_job` says of what): its facts, (columns, deals * players) int16, and the index of
        the first illegal deal or -1.
        """
        facts = np.empty((self.n_facts, holders.size), np.int16)
        self.set_table(int(jobs[0, N_PLAYERS]))
        return facts, int(self.batch(self.game, jobs, holders, NO_TOTALS if totals is None else totals, facts))

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
        deal = game["deal"]
        fill_deck(game["code"], deal, job[SEED], job[UNIT], job[ROUND])
        upcard = self.deal_out(n_players, int(job[STARTER]))
        hands = zip(deal["hands"][:n_players].tolist(), deal["spares"][:n_players].tolist(), strict=True)
        return list(hands), upcard
