"""The course of a deal: who is asked what, in which order (rules 2.2, OPENING 2)."""

from collections.abc import Sequence
from typing import Protocol

from tests.reference.opening_actions import Action, Opening
from tests.reference.opening_rows import Row
from tests.reference.opening_table import Table


class Players(Protocol):
    """Who answers the questions and hears what was done."""

    def draw(self) -> int:
        """A legal draw of the seat whose turn it is."""

    def action(self, asked_before: int) -> Action | None:
        """A legal action of the seat whose turn it is, None to stop."""

    def discard(self) -> int:
        """A legal discard of the seat whose turn it is."""

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
    """Draw, play phase, discard."""
    if not table.starts_without_draw:
        players.hear(table.draw(players.draw()))
        if table.ended is not None:
            return
    asked_before = 0
    while table.plays and table.hand:
        action = players.action(asked_before)
        if action is None:
            break
        asked_before += len(action.melds) + 1 if isinstance(action, Opening) else 1
        players.hear(table.act(action))
    if table.hand:
        players.hear([table.discard(players.discard())])
