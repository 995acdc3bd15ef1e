"""The course of a deal of the tile family: who is asked what, in which order (rules 1.2, TILE 1, 2)."""

from collections.abc import Sequence
from typing import Protocol

from tests.reference.tile_rows import Row
from tests.reference.tile_table import POOL, Table


class Players(Protocol):
    """Who answers the questions and hears what was done."""

    def lay_out(self) -> int:
        """A kind that seat 0 lays out."""

    def draw(self) -> int:
        """A legal draw of the seat whose turn it is, where there is a choice."""

    def play(self) -> None:
        """Play of the seat whose turn it is, done on the table; it tells the rows of an opening itself."""

    def hear(self, rows: Sequence[Row]) -> None:
        """Rows of the log, after the move was made."""


def play_deal(table: Table, players: Players) -> None:
    """Play a deal to its end."""
    if table.lays_out:
        players.hear([table.lay_out(players.lay_out())])
    table.end_deal_without_turns()
    while table.ended is None:
        play_turn(table, players)


def play_turn(table: Table, players: Players) -> None:
    """Draw, then play; or play, then draw if nothing was played (TR-9, TR-10, `draw_rule`)."""
    always = table.rules.draw_rule == "always"
    table.begin_turn()
    if always:
        draw(table, players)
    table.begin_play()
    players.play()
    players.hear(table.end_play())
    if not always and not table.n_played:
        draw(table, players)
    table.end_turn()


def draw(table: Table, players: Players) -> None:
    """Draw a tile."""
    players.hear(table.draw(players.draw() if table.asks_draw else POOL))
