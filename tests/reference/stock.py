"""The referee of the stock family: deals, bots, and the judgement of a logged deal (CONTRACT and CONTRACT_STOCK)."""

from collections.abc import Sequence
from typing import Any

from tests.reference.stock_bots import OWN_BOTS, play, view
from tests.reference.stock_points import left_value, points, tabled_value, won
from tests.reference.stock_replay import LogError, Replay
from tests.reference.stock_rules import Rules, rules_of
from tests.reference.stock_table import Table

__all__ = [
    "OWN_BOTS",
    "LogError",
    "Replay",
    "Rules",
    "Table",
    "judge",
    "left_value",
    "play",
    "points",
    "rules_of",
    "tabled_value",
    "view",
    "won",
]

READINGS = 64


def judge(
    rules: dict[str, Any],
    bots: Sequence[str],
    seed: int,
    unit: int,
    round_: int,
    holders: Sequence[int],
    starter: int,
    log: Sequence[Sequence[int]],
    facts: Sequence[dict[str, int]],
) -> list[str]:
    """Differences between a logged deal and its replay by the rules; empty if there are none.

    Where a row can be read in more than one way (both jokers are X in a log), each reading is tried, those first that
    leave the plainest reading least often; the differences told are those of the plainest.
    """
    made = rules_of(rules)
    players = [int(player) for player in holders]
    first: list[str] | None = None
    untried: list[tuple[int, ...]] = [()]
    for _ in range(READINGS):
        if not untried:
            break
        readings = untried.pop(0)
        replay = Replay(Table(made, int(seed), int(unit), int(round_), players, int(starter)), bots, log, readings)
        differences = replay.run(facts)
        if not differences:
            return []
        first = differences if first is None else first
        for i in range(len(readings), len(replay.open)):
            plain = (*readings, *[0] * (i - len(readings)))
            untried += [(*plain, other) for other in range(1, replay.open[i])]
    return first or []
