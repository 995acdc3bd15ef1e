"""Rows of the log (TILE 4)."""

from collections.abc import Iterable, Sequence

from tests.reference.stock_rows import OP_RUN, OP_SET, Row, meld_of_row, row_of_meld
from tests.reference.tile_cards import NONE, name
from tests.reference.tile_melds import Meld, in_tiles, meld_points
from tests.reference.tile_rules import Rules

__all__ = ["OP_RUN", "OP_SET", "Row", "meld_of_row", "row_of_meld"]

OP_DRAW, OP_TAKE, OP_LAY_OUT, OP_OPENS, OP_PLAY, OP_PASS = 1, 2, 3, 4, 5, 9
ROW_LENGTH = 5


def rows_of_opening(rules: Rules, seat: int, melds: Sequence[Meld]) -> list[Row]:
    """The rows of an opening."""
    points = sum(meld_points(rules, meld) for meld in melds)
    return [(seat, OP_OPENS, NONE, len(melds), points), *[row_of_meld(seat, meld) for meld in melds]]


def rows_of_play(seat: int, played: int, melds: Iterable[Meld]) -> list[Row]:
    """The rows at the end of the play of a turn."""
    if not played:
        return [(seat, OP_PASS, NONE, NONE, NONE)]
    rows = [row_of_meld(seat, meld) for meld in melds]
    return [(seat, OP_PLAY, NONE, played, len(rows)), *rows]


def in_words(row: Sequence[int] | None) -> str:
    """A row in words and the notation of tiles."""
    if row is None:
        return "nothing"
    if len(row) != ROW_LENGTH:
        return f"the row {tuple(row)}"
    seat, op, tile, a, b = row
    its_meld = meld_of_row(row)
    words = {
        OP_DRAW: f"draws {name(tile)}",
        OP_TAKE: f"takes the laid-out tile {name(tile)}",
        OP_LAY_OUT: f"lays out {name(tile)}",
        OP_OPENS: f"opens with {a} melds of {b} points",
        OP_PLAY: f"plays {a} tiles, {b} melds on the table",
        OP_SET: f"has the group {in_tiles(its_meld) if its_meld else ''}",
        OP_RUN: f"has the run {in_tiles(its_meld) if its_meld else ''}",
        OP_PASS: "passes",
    }
    return f"seat {seat} {words.get(op, 'does something unknown')} {tuple(row)}"
