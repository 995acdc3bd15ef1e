"""The referee of the knock family: deals, bots, and the judgement of a logged deal (CONTRACT 4 and 5)."""

from collections.abc import Sequence
from typing import Any

from tests.reference.knock_bots import OWN_BOTS, choose_discard, choose_knock, choose_source, play, play_turn
from tests.reference.knock_cards import name, names, parse
from tests.reference.knock_melds import (
    best_arrangement,
    close_of,
    knocker_arrangement,
    least_leftover,
    may_knock,
    rules_of,
)
from tests.reference.knock_replay import LogError, Replay
from tests.reference.knock_settle import points, settle, won
from tests.reference.knock_table import Table, deal

__all__ = [
    "OWN_BOTS",
    "LogError",
    "Replay",
    "Table",
    "best_arrangement",
    "choose_discard",
    "choose_knock",
    "choose_source",
    "close_of",
    "deal",
    "judge",
    "knocker_arrangement",
    "least_leftover",
    "may_knock",
    "name",
    "names",
    "parse",
    "play",
    "play_turn",
    "points",
    "settle",
    "won",
]

JOKER_TRIES = 64


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

    All printed jokers are X in a log. Where a bot of another name holds both kinds and discards one, each reading is
    tried.
    """
    made = rules_of(rules)
    players = [int(player) for player in holders]
    first: list[str] | None = None
    readings: list[tuple[int, ...]] = [()]
    for _ in range(JOKER_TRIES):
        if not readings:
            break
        jokers = readings.pop(0)
        replay = Replay(Table(made, seed, unit, round_, players, starter), bots, log, jokers)
        differences = replay.run(facts)
        if not differences:
            return []
        first = differences if first is None else first
        if not any(bots[player] in OWN_BOTS for player in players):
            break  # nobody whose choices depend on which joker it was
        unread = range(len(jokers), replay.open_jokers)
        readings += [(*jokers, *[0] * (i - len(jokers)), 1) for i in unread]
    return first or []
