"""The referee's verdict: whole deals of the kernel, move by move, against the rules once more in plain Python."""

from collections import Counter
from collections.abc import Iterator

import numpy as np

from rummysim.games.tile.play import FACT_COLUMNS
from rummysim.games.tile.rules import TileRules
from rummysim.games.tile.state import ACT
from tests.judging import Case, RefereeTests
from tests.tile.judged import JUDGE

LINE_UPS = {
    "random": ["random", "probe"],
    "mixed": ["probe", "max", "rack", "expert"],
    "waiters": ["waiter", "melds-last", "joker-keeper", "points-first"],
}
N_COMBINATIONS = 40
N_COMBINATIONS_SLOW = 200
ENDS = ("exhausted", "max_turns", "out")
"""Ends of a deal by the number in the facts (CONTRACT_TILE 5)."""
COUNTED = ("out", "took", "played_jokers", "left_jokers")
"""Facts that have to be more than 0 in some deals."""


class TestReferee(RefereeTests):
    """The referee's verdict on the family."""

    judge = JUDGE
    line_ups = LINE_UPS
    n_combinations = N_COMBINATIONS
    n_combinations_slow = N_COMBINATIONS_SLOW


# what is among the deals judged


def log_events(log: np.ndarray, rules: TileRules) -> Counter[str]:
    """Rare events that only a log shows."""
    seen: Counter[str] = Counter()
    opener = -1
    for seat, act, card, a, b in log.tolist():
        if act == ACT["open"]:
            seen["opening of three melds"] += a > 2
            seen["opening of just the minimum"] += b == rules.opening_min
            opener = seat
        if act == ACT["play"]:
            seen["ten tiles in a turn"] += a > 9
            seen["play by who had opened"] += seat != opener
            opener = -1
        seen["run with the 1 above 13"] += act == ACT["run"] and card % 16 + a > 13
        seen["two jokers in a meld"] += act == ACT["set"] and b > 1
        seen["two jokers in a meld"] += act == ACT["run"] and b.bit_count() > 1
        seen["tile laid out taken"] += act == ACT["take"]
        seen["pass"] += act == ACT["pass"]
    return seen


def events(cases: Iterator[Case], n_units: int) -> Counter[str]:
    """How many deals of some cases show each end and other rare event."""
    seen: Counter[str] = Counter()
    for options, bots, seed, holders in cases:
        rules, n = TileRules.checked(options), len(bots)
        player = JUDGE.seated(rules, JUDGE.lineup(bots), JUDGE.n_log_rows)
        for unit in range(n_units):
            for starter in range(n):
                facts, _ = player.play(np.array([[seed, unit, 0, n, starter]]), np.array([holders]))
                row = dict(zip(FACT_COLUMNS, facts, strict=True))
                one = log_events(player.read_log(), rules)
                one[ENDS[row["end"][0]]] += 1
                for name in COUNTED:
                    one[name] += int(row[name].sum())
                one["opened in the first turn"] += int((row["opened"] == 1).sum())
                one["lost unopened"] += int((row["opened"] == 0).sum()) * int(row["out"].sum())
                seen.update(name for name, count in one.items() if count)
    return seen


WANTED = (
    *ENDS,
    *COUNTED,
    *("opening of three melds", "opening of just the minimum", "opened in the first turn", "lost unopened"),
    *("ten tiles in a turn", "play by who had opened", "run with the 1 above 13", "two jokers in a meld"),
    *("tile laid out taken", "pass"),
)


def test_referee__judges_every_end_and_more() -> None:
    """The random combinations reach what there is to judge."""
    few = events(JUDGE.combinations(2, N_COMBINATIONS), 1)
    assert not [name for name in WANTED if few[name] == 0], few
