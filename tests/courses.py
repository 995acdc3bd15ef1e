"""Deals played turn by turn, that can be put back to before a turn, with what a player cannot see dealt out anew.

A turn has one source of news, the next card of the stock: that apart, nothing hidden may change a move of its player
(bots.md 8).
"""

from collections.abc import Iterator, Sequence
from importlib import import_module
from typing import Any

import numpy as np

from rummysim.core import rng as streams
from rummysim.games.bot import Bot
from rummysim.games.registry import FAMILIES
from rummysim.games.table import TablePlayer

__all__ = ["Course", "deal_anew", "masks", "turns_twice"]

N_LOG_ROWS = 32_768
Rows = list[list[int]]


def masks(cards: Sequence[int]) -> tuple[np.uint64, np.uint64]:
    """The kinds there are, and those there are two of."""
    kinds = twice = 0
    for card in cards:
        twice |= kinds & 1 << card
        kinds |= 1 << card
    return np.uint64(kinds), np.uint64(twice)


def cards_in(*words: int) -> list[int]:
    """The cards of some masks."""
    return [card for word in words for card in range(64) if word >> card & 1]


def deal_anew(deal: np.void, kept: set[int], n_players: int, rng: np.random.Generator) -> None:
    """Deal out anew the stock behind its next card and what is not known of the hands but those ``kept``."""
    stock = slice(int(deal["stock_at"]) + 1, int(deal["stock_end"]))
    seen, hidden = {}, {}
    for seat in set(range(n_players)) - kept:
        known = int(deal["public"]["known"][seat]) if "known" in deal["public"].dtype.names else 0
        held = int(deal["hands"][seat]), int(deal["spares"][seat])
        seen[seat] = cards_in(*(word & known for word in held))
        hidden[seat] = cards_in(*(word & ~known for word in held))
    pool = deal["deck"][stock].tolist()
    cards = rng.permutation(pool + [card for hand in hidden.values() for card in hand]).tolist()
    deal["deck"][stock] = [cards.pop() for _ in pool]
    for seat, hand in hidden.items():
        deal["hands"][seat], deal["spares"][seat] = masks(seen[seat] + [cards.pop() for _ in hand])


class Course:
    """Deals of some bots. ``seat`` is at turn; ``is_over`` once no turn comes."""

    def __init__(self, family: str, rules: Any, lineup: Sequence[Bot]) -> None:
        self.play: Any = FAMILIES[family].kernels()
        self.kernels: Any = import_module(f"rummysim.games.{family}.game")
        self.n_players = len(lineup)
        make: type[TablePlayer] = self.play.Player
        self.player = make(rules.encode, lineup, N_LOG_ROWS, options=rules.model_dump())
        self.game = self.player.set_table(self.n_players)
        self.deal: Any = self.game["deal"]
        self.max_turns = int(rules.max_turns)

    def begin(self, seed: int, bots_seed: int | None = None) -> list[tuple[int, int]]:
        """Deal; the hands by seat. ``bots_seed`` : of the random words of the bots, if another."""
        n, game = self.n_players, self.game
        game["seed"], game["unit"], game["round"], game["n_players"], game["starter"] = seed, 0, 0, n, 0
        game["holders"][:n] = range(n)
        key = seed if bots_seed is None else bots_seed
        game["streams"][:n] = [streams.stream(key, 0, 0, streams.DECISION, player) for player in range(n)]
        game["memory"]["words"][:] = 0
        hands, _ = self.player.dealt(np.array([seed, 0, 0, n, 0]))
        self.outcome = int(self.kernels.GOES_ON)
        self.seat = self._n_last = 0
        if hasattr(self.kernels, "begin_deal"):
            self.outcome = int(self.kernels.begin_deal(game))
            self.seat = int(game["code"]["mano"])
        self.is_over = self.outcome != self.kernels.GOES_ON
        return hands

    def offer(self) -> tuple[np.int64, ...]:
        """What kind of turn comes, in families where there are several."""
        if not hasattr(self.play, "next_offer"):
            return ()
        return (np.int64(self.play.LAST_TURN if self._n_last else self.play.next_offer(self.game, self.outcome)),)

    def turn(self) -> tuple[Rows, int]:
        """Play the turn of ``seat``; the rows of its log, and its outcome."""
        before = int(self.deal["n_logged"])
        turns = int(self.deal["turn"])
        seat = () if hasattr(self.kernels, "begin_deal") else (np.int64(self.seat),)
        outcome = int(self.kernels.play_turn(self.game, *seat, *self.offer()))
        assert outcome != self.kernels.BAD_MOVE
        self.deal["turn"] = turns + 1
        return self.player.read_log()[before:].tolist(), outcome

    def go_on(self, outcome: int) -> None:
        """Let the next seat come to its turn."""
        if self._n_last or self._gives_last_turns(outcome):
            self._n_last += 1
            self.is_over = self._n_last == self.n_players or outcome == self.kernels.STUCK
        else:
            self.is_over = self._ends(outcome)
        self.outcome, self.seat = outcome, (self.seat + 1) % self.n_players

    def _ends(self, outcome: int) -> bool:
        if self.deal["turn"] >= self.max_turns:
            return True
        if hasattr(self.play, "is_last"):
            return bool(self.play.is_last(self.game, outcome, *self.offer()))
        return outcome != self.kernels.GOES_ON

    def _gives_last_turns(self, outcome: int) -> bool:
        """Whether a knock gives every other player one more turn."""
        code = self.game["code"]
        is_knock = "last_turn" in code.dtype.names and outcome == self.kernels.CLOSED
        return bool(is_knock and code["last_turn"] and not self.deal["is_big_gin"])

    def put_back(self, saved: np.void) -> None:
        """Let the game be as it was."""
        for field in saved.dtype.names or ():
            self.game[field] = saved[field]


def turns_twice(course: Course, seed: int, n_turns: int, n_kept: int = 1) -> Iterator[tuple[int, Rows, Rows]]:
    """Each turn of a deal as it is and with hidden cards dealt out anew: the seat and its rows both times.

    n_kept : seats from the one at turn on whose hands stay; rows of the others are left out.
    """
    rng = np.random.default_rng(seed)
    course.begin(seed)
    for _ in range(n_turns):
        if course.is_over:
            return
        kept = {(course.seat + step) % course.n_players for step in range(n_kept)}
        saved = course.game.copy()
        plain, outcome = course.turn()
        after = course.game.copy()
        course.put_back(saved)
        deal_anew(course.deal, kept, course.n_players, rng)
        other, _ = course.turn()
        course.put_back(after)
        yield course.seat, *([row for row in rows if row[0] in kept] for rows in (plain, other))
        course.go_on(outcome)
