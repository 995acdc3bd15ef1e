"""The referee of the tile family: deals, bots, and the judgement of a logged deal (CONTRACT, CONTRACT_TILE)."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from tests.reference.tile_bots import OWN_BOTS, play
from tests.reference.tile_facts import facts_of
from tests.reference.tile_points import left_value, points, won
from tests.reference.tile_replay import LogError, Replay, fact_differences
from tests.reference.tile_rules import Rules, rules_of
from tests.reference.tile_table import Table
from tests.reference.tile_view import view

__all__ = [
    "OWN_BOTS",
    "LogError",
    "Replay",
    "Rules",
    "Table",
    "facts_of",
    "judge",
    "left_value",
    "play",
    "points",
    "rules_of",
    "view",
    "won",
]

Number = int | float | Fraction


def judge(
    rules: dict[str, Any] | Rules,
    bots: Sequence[str],
    seed: int,
    unit: int,
    round_: int,
    holders: Sequence[int],
    starter: int,
    log: Sequence[Sequence[int]],
    facts: Sequence[dict[str, int]],
    scored: Sequence[Number] | None = None,
    shares: Sequence[Number] | None = None,
    views: Sequence[Sequence[int]] = (),
) -> list[str]:
    """Differences between a logged deal and its replay by the rules; empty if there are none.

    Points (`scored`) and shares of the deal won (`shares`) are judged if they are given, both in the order of the
    players. Of views any may be given: turn, hook, how often that hook was asked before in the turn, and the view.
    """
    made = rules_of(rules)
    players = [int(player) for player in holders]
    table = Table(made, int(seed), int(unit), int(round_), players, int(starter))
    differences = Replay(table, bots, log, views).run()
    if table.ended is None:
        return differences
    expected = facts_of(table)
    differences += fact_differences(expected, facts)
    for what, given, right in (("points", scored, points(made, expected)), ("shares won", shares, won(made, expected))):
        if given is not None and list(given) != right:
            differences.append(f"{what} {list(given)}, expected {right}")
    return differences
