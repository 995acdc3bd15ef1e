"""Hands of the opening family solved: the best opening, a hand, the best play of a turn, what to throw."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import polars as pl

from rummysim.fields.estimates import frame_schema
from rummysim.fields.solutions import OpeningSolutions
from rummysim.games.opening.described import Hand
from rummysim.games.opening.found import Opening, Play
from rummysim.games.opening.position import Position
from rummysim.games.opening.rules import OpeningRules
from rummysim.games.solution import Solution

__all__ = ["INPUTS", "OVERVIEW", "SCHEMA", "OpeningSolution", "Solver"]

SCHEMA = OpeningSolutions
"""Columns of a frame of solutions."""

INPUTS = {"table": str, "opened": bool}
"""What may be said beside the hand, and its type: melds on the table with ``|`` between, whether the player has opened
in an earlier turn.
"""

OVERVIEW = (
    "hand",
    "may_open",
    "opening_melds",
    "opening_points",
    "may_hand",
    "most_cards",
    "play",
    "best_discard",
    "leftover_cards",
    "points",
)
"""Columns for a table on the terminal."""

N_OPENING = 5
"""Columns about openings."""


@dataclass(frozen=True, kw_only=True, repr=False)
class OpeningSolution(Solution):
    """What one hand comes to: as it is, which is after the draw if the turn is to end with the discard that it names.

    opening : of who has not opened, None for who has. play : what is laid and thrown; of who has not opened the melds
    beside which least is left, whatever they are worth.
    """

    game: str
    hand: str
    opening_min: int
    opening: Opening | None
    play: Play

    @property
    def opened(self) -> bool:
        """Whether the player has opened."""
        return self.opening is None

    @property
    def may_open(self) -> bool:
        """Whether the cards allow an opening."""
        return self.opening is not None and self.opening.may_open

    @property
    def may_hand(self) -> bool:
        """Whether the player goes out by hand with these cards."""
        return self.opening is not None and self.opening.may_hand

    @property
    def melds(self) -> tuple[str, ...]:
        """Melds of the opening with most points; of who has opened, new melds of the best play."""
        return self.play.melds if self.opening is None else self.opening.melds

    @property
    def opening_points(self) -> int | None:
        """Most points of melds that could be an opening, below the minimum too."""
        return None if self.opening is None else self.opening.points

    @property
    def most_cards(self) -> int:
        """Most cards that melds of the hand have; of who has opened, cards that the best play lays."""
        return self.play.n_cards if self.opening is None else self.opening.most_cards

    @property
    def best_discard(self) -> str | None:
        """Card to throw, None if none is left."""
        return self.play.discard

    @property
    def leftover(self) -> str:
        """Cards left after the discard."""
        return self.play.left

    @property
    def points(self) -> int:
        """What these cost."""
        return self.play.points

    @property
    def proved(self) -> bool:
        """False if the search for the best play was cut, so that there could be a better one."""
        return self.play.proved

    def _rows(self) -> Iterator[tuple[str, str]]:
        yield "game", f"{self.game}, {self.opening_min} points to open"
        yield "hand", self.hand
        play = self.play
        if self.opening is not None:
            yield from _opening_rows(self.opening, self.opening_min)
            yield "throw", play.discard or "nothing"
            yield "melds then", "  ".join(play.melds) or "none"
        else:
            yield "play", ", then ".join(play.steps) or "lay nothing"
            yield "throw", play.discard or "nothing"
        yield "left", f"{play.left} ({_points(play.points)})" if play.left else "nothing"
        if not play.proved:
            yield "beware", "too many plays to look at all of them: there could be a better one"


def _opening_rows(opening: Opening, opening_min: int) -> Iterator[tuple[str, str]]:
    melds = "  ".join(opening.melds) or "no melds"
    yield "opening", f"{melds} ({_points(opening.points)})"
    short = "" if opening.may_open or opening.points >= opening_min else f": {opening_min - opening.points} short"
    yield "may open", f"yes{', by hand' * opening.may_hand}" if opening.may_open else f"no{short}"
    yield "most cards", f"{opening.most_cards}: {'  '.join(opening.most_melds)}" if opening.most_cards else "none"


def _points(n: int) -> str:
    return f"{n} point" if n == 1 else f"{n} points"


class Solver:
    """The rules of a variant and what lies on the table, ready to solve hands; not to be shared by threads."""

    def __init__(self, rules: OpeningRules, table: str = "", *, opened: bool = False) -> None:
        self._opening_min, self._opened = rules.opening_min, opened
        self._position = Position(rules, table, opened=opened)

    def read(self, hand: str) -> Hand:
        """Masks of a hand and its jokers; raises InputError for what cannot be held beside this table."""
        return self._position.read(hand)

    def _solution(self, game: str, hand: Hand) -> OpeningSolution:
        place = self._position
        return OpeningSolution(
            game=game,
            hand=place.words(hand),
            opening_min=self._opening_min,
            opening=None if self._opened else place.opening(hand),
            play=place.play(hand) if self._opened else place.unopened(hand),
        )

    def solution(self, game: str, hand: str) -> OpeningSolution:
        """What one hand comes to; ``game`` is its label."""
        return self._solution(game, self.read(hand))

    def solve(self, hands: Sequence[Hand]) -> pl.DataFrame:
        """What hands, as :meth:`read` gives them, come to: a row a hand with the columns of ``SCHEMA``."""
        rows = [_row(self._solution("", hand)) for hand in hands]
        return pl.DataFrame(rows, schema=frame_schema(SCHEMA), orient="row")


def _row(solution: OpeningSolution) -> tuple[Any, ...]:
    """A solution as a row, columns as in ``SCHEMA``."""
    opening, play = solution.opening, solution.play
    before: tuple[Any, ...] = (None,) * N_OPENING
    if opening is not None:
        melds = " ".join(opening.melds)
        before = (opening.may_open, melds, opening.points, opening.may_hand, opening.most_cards)
    return (
        solution.hand,
        *before,
        ", then ".join(play.steps),
        play.n_cards,
        play.discard,
        play.left,
        play.points,
        play.proved,
    )
