"""Hands of the stock family solved: what is best laid on a table now, and which take from the pile pays."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import polars as pl

from rummysim.fields.estimates import frame_schema
from rummysim.fields.solutions import StockSolutions
from rummysim.games.solution import Solution
from rummysim.games.stock.position import Play, Position
from rummysim.games.stock.rules import StockRules

__all__ = ["INPUTS", "OVERVIEW", "SCHEMA", "Solver", "StockSolution", "Take"]

SCHEMA = StockSolutions
"""Columns of a frame of solutions."""

INPUTS = {"table": str, "pile": str, "opened": bool, "laid": int, "players": int}
"""What may be said beside the hand, and its type: melds on the table with ``|`` between, cards of the pile from the
bottom up, whether the player has laid a new meld in this deal, new melds laid in this turn, players at the table (they
decide on a second pack).
"""

OVERVIEW = ("hand", "play", "gain", "leftover_cards", "most_cards_play", "best_take", "take_play", "take_gain")
"""Columns for a table on the terminal."""


@dataclass(frozen=True, kw_only=True)
class Take:
    """What a take of so many cards from the top of the pile comes to; ``play`` is None where it is not allowed."""

    depth: int
    cards: str
    play: Play | None


@dataclass(frozen=True, kw_only=True, repr=False)
class StockSolution(Solution):
    """What one hand comes to before the draw, or in a turn in which melds were laid already.

    play : what gains most points now: a card laid gains what it counts on the table and no longer costs in the hand.
    most_cards : the play that lays most cards. takes : from the top of the pile downwards. best_take : the take with
    the play that gains most; None where none gains more than playing now.
    """

    game: str
    hand: str
    play: Play
    most_cards: Play
    takes: tuple[Take, ...]

    @property
    def melds(self) -> tuple[str, ...]:
        """New melds of the best play."""
        return self.play.melds

    @property
    def layoffs(self) -> tuple[str, ...]:
        """Lay-offs of the best play, each with the meld that it goes on."""
        return self.play.layoffs

    @property
    def gain(self) -> int:
        """Points that the best play gains."""
        return self.play.gain

    @property
    def leftover(self) -> str:
        """Cards that the best play leaves."""
        return self.play.left

    @property
    def best_take(self) -> Take | None:
        """The take whose play gains most, of equal ones the one of fewest cards; None if none gains more than now."""
        gains = {take: take.play.gain for take in self.takes if take.play and take.play.gain > self.play.gain}
        return max(gains, key=lambda take: (gains[take], -take.depth)) if gains else None

    def _rows(self) -> Iterator[tuple[str, str]]:
        yield "game", self.game
        yield "hand", self.hand
        yield "best now", self.play.words
        yield "left", self.play.left or "nothing"
        if self.most_cards.steps != self.play.steps:
            yield "most cards", self.most_cards.words
        for take in self.takes:
            what = "not allowed: its lowest card cannot be used" if take.play is None else take.play.words
            yield f"take {take.depth}", f"{take.cards}: {what}"
        if self.best_take is not None and self.best_take.play is not None:
            more = self.best_take.play.gain - self.play.gain
            yield "pays most", f"take {self.best_take.depth}: {more:+d} points against laying without it"


class Solver:
    """The rules of a variant and what lies on the table, ready to solve hands; not to be shared by threads."""

    def __init__(
        self,
        rules: StockRules,
        table: str = "",
        pile: str = "",
        *,
        opened: bool = False,
        laid: int = 0,
        players: int | None = None,
    ) -> None:
        self._position = Position(rules, table, pile, opened=opened, laid=laid, players=players)

    def read(self, hand: str) -> tuple[int, int]:
        """Masks of a hand; raises InputError for what cannot be held beside this table and pile."""
        return self._position.read(hand)

    def _solution(self, game: str, hand: tuple[int, int]) -> StockSolution:
        place = self._position
        takes = tuple(
            Take(depth=depth, cards=cards, play=place.after_take(hand, depth)) for depth, cards in place.depths()
        )
        return StockSolution(
            game=game,
            hand=place.words(*hand),
            play=place.best(hand),
            most_cards=place.most_cards(hand),
            takes=takes,
        )

    def solution(self, game: str, hand: str) -> StockSolution:
        """What one hand comes to; ``game`` is its label."""
        return self._solution(game, self.read(hand))

    def solve(self, hands: Sequence[tuple[int, int]]) -> pl.DataFrame:
        """What hands, as :meth:`read` gives them, come to: a row a hand with the columns of ``SCHEMA``."""
        rows = [_row(self._solution("", hand)) for hand in hands]
        return pl.DataFrame(rows, schema=frame_schema(SCHEMA), orient="row")


def _row(solution: StockSolution) -> tuple[Any, ...]:
    """A solution as a row, columns as in ``SCHEMA``."""
    take = solution.best_take
    play = take.play if take is not None else None
    return (
        solution.hand,
        solution.play.words_of_steps,
        solution.play.gain,
        solution.play.n_cards,
        solution.play.left,
        solution.most_cards.words_of_steps,
        solution.most_cards.n_cards,
        take.depth if take is not None else None,
        play.words_of_steps if play is not None else None,
        play.gain if play is not None else None,
    )
