"""Racks of the tile family solved: what can be laid on a table, how, and whether a player can open."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import polars as pl

from rummysim.fields.estimates import frame_schema
from rummysim.fields.solutions import TileSolutions
from rummysim.games.solution import Solution
from rummysim.games.tile.house import House
from rummysim.games.tile.reading import Rack, read_rack, read_table
from rummysim.games.tile.turns_told import Opening, Teller, Turn

__all__ = ["HAND", "INPUTS", "OVERVIEW", "SCHEMA", "Opening", "Solver", "TileSolution", "Turn"]

SCHEMA = TileSolutions
"""Columns of a frame of solutions."""

HAND = "rack"
"""What a hand is called here."""

INPUTS = {"table": str, "opened": bool}
"""What may be said beside the rack, and its type: melds on the table with ``|`` between, and whether the player has
opened in an earlier turn.
"""

OVERVIEW = ("rack", "tiles_played", "played", "moves", "left", "proved", "opening_points", "opening")
"""Columns for a table on the terminal."""


@dataclass(frozen=True, kw_only=True, repr=False)
class TileSolution(Solution):
    """What one rack comes to at a table, in a turn after the draw.

    best : the turn that lays most tiles. best_by_points : the turn that takes most points off the rack. opening : what
    the rack opens with, None for a player who has opened; the turns then begin with the opening of most tiles.
    """

    game: str
    rack: str
    before: tuple[str, ...]
    best: Turn
    best_by_points: Turn
    opening: Opening | None

    @property
    def tiles_played(self) -> int:
        """Most tiles that can be laid."""
        return self.best.n_tiles

    @property
    def points_played(self) -> int:
        """Most points that can be taken off the rack, a joker counted as one left there."""
        return self.best_by_points.points

    @property
    def table(self) -> tuple[str, ...]:
        """The table after the turn of most tiles."""
        return self.best.table

    @property
    def moves(self) -> tuple[str, ...]:
        """How that table is made, step by step."""
        return self.best.moves

    @property
    def leftover(self) -> str:
        """What that turn leaves on the rack."""
        return self.best.left

    @property
    def proved(self) -> bool:
        """Whether no turn lays more tiles."""
        return self.best.proved

    @property
    def opening_points(self) -> int | None:
        """Most points of melds of the rack alone; None for a player who has opened."""
        return self.opening.points if self.opening else None

    def _rows(self) -> Iterator[tuple[str, str]]:
        yield "game", self.game
        yield "rack", self.rack
        yield "table", " | ".join(self.before) or "empty"
        if self.opening:
            yield "opening", self.opening.words
            yield "most tiles", self.opening.words_of_tiles
        yield from self.best.rows("lays")
        if self.best_by_points.points > self.best.points:
            yield from self.best_by_points.rows("by points")


class Solver:
    """The rules of a variant and the table, ready to solve racks; not to be shared by threads."""

    def __init__(self, rules: Any, table: str = "", *, opened: bool = False) -> None:
        self._house = House.of(rules)
        self._table = read_table(self._house, table)
        self._opened = opened
        self._teller = Teller(self._house, self._table)

    def read(self, rack: str) -> Rack:
        """Tiles of a rack; raises InputError for what cannot be held beside this table."""
        return read_rack(self._house, rack, self._table)

    def _solution(self, game: str, rack: Rack) -> TileSolution:
        opening = None if self._opened else self._teller.opening(rack)
        begin = opening.tiles_melds if opening else ()
        best, by_points = self._teller.turns(rack, begin, may_play=opening is None or bool(begin))
        return TileSolution(
            game=game,
            rack=rack.words,
            before=self._teller.table,
            best=best,
            best_by_points=by_points,
            opening=opening,
        )

    def solution(self, game: str, rack: str) -> TileSolution:
        """What one rack comes to; ``game`` is its label."""
        return self._solution(game, self.read(rack))

    def solve(self, racks: Sequence[Rack]) -> pl.DataFrame:
        """What racks, as :meth:`read` gives them, come to: a row a rack with the columns of ``SCHEMA``."""
        rows = [_row(self._solution("", rack)) for rack in racks]
        return pl.DataFrame(rows, schema=frame_schema(SCHEMA), orient="row")


def _row(solution: TileSolution) -> tuple[Any, ...]:
    """A solution as a row, columns as in ``SCHEMA``."""
    best, by_points, opening = solution.best, solution.best_by_points, solution.opening
    return (
        solution.rack,
        best.n_tiles,
        best.played,
        " | ".join(best.table),
        "; ".join(best.moves),
        best.left,
        best.proved,
        by_points.points,
        by_points.played,
        by_points.proved,
        opening.points if opening else None,
        " | ".join(opening.melds) if opening else None,
        opening.n_tiles if opening else None,
        " | ".join(opening.melds_of_tiles) if opening else None,
    )
