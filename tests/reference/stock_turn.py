"""The course of a deal: who is asked what, in which order (rules 4.2, STOCK 2)."""

from collections.abc import Sequence
from typing import Protocol

from tests.reference.stock_actions import Action, LayOff
from tests.reference.stock_rows import Row
from tests.reference.stock_table import Table


class Players(Protocol):
    """Who answers the questions and hears what was done."""

    def draw(self) -> int:
        """A legal draw of the seat whose turn it is."""

    def action(self, asked_before: int) -> Action | None:
        """A legal action of the seat whose turn it is, None to stop."""

    def discard(self) -> int:
        """A legal discard of the seat whose turn it is."""

    def claim(self, seat: int) -> LayOff | None:
        """A legal claim of the discard by another seat, None to pass."""

    def hear(self, rows: Sequence[Row]) -> None:
        """Rows of the log, after the move was made."""


def play_deal(table: Table, players: Players) -> None:
    """Play a deal to its end."""
    while True:
        table.begin_turn()
        if table.ended is not None:
            return
        play_turn(table, players)
        table.end_turn()
        if table.ended is not None:
            return


def play_turn(table: Table, players: Players) -> None:
    """Draw, play phase, discard, call."""
    players.hear(table.draw(players.draw()))
    if table.ended is not None:
        return
    asked_before = 0
    while table.hand:
        action = players.action(asked_before)
        if action is None:
            break
        asked_before += 1
        players.hear(table.act(action))
    if not table.hand:
        return  # out, or floating
    players.hear([table.discard(players.discard())])
    call(table, players)
    if not table.hand:
        table.go_out_by_discard()


def call(table: Table, players: Players) -> None:
    """Ask the others whether they claim the discard; the first who does has it."""
    for seat in table.asked():
        lay_off = players.claim(seat)
        if lay_off is not None:
            players.hear(table.claim(seat, lay_off))
            return
