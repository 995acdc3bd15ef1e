"""The referee's verdict: whole deals of the kernel, move by move, against the rules once more in plain Python."""

from collections import Counter
from collections.abc import Iterator

import numpy as np

from rummysim.games.opening.play import FACT_COLUMNS
from rummysim.games.opening.rules import OpeningRules
from rummysim.games.opening.state import ACT
from tests.judging import Case, RefereeTests
from tests.opening.judged import JUDGE

LINE_UPS = {
    "random": ["random", "probe"],
    "mixed": ["probe", "careful", "holder", "anyone"],
    "thinkers": ["careful", "greedy", "holder"],
}
N_COMBINATIONS = 40
N_COMBINATIONS_SLOW = 200
ENDS = ("exhausted", "max_turns", "out_by_discard", "out_by_play")
"""Ends of a deal by the number in the facts (CONTRACT_OPENING 5)."""
COUNTED = ("hand", "cut", "takes", "laid_off", "swaps", "reshuffles", "tabled_jokers", "left_aces", "left_jokers")
"""Facts that have to be more than 0 in some deals."""
HIGH_ACE = 13


class TestReferee(RefereeTests):
    """The referee's verdict on the family."""

    judge = JUDGE
    line_ups = LINE_UPS
    n_combinations = N_COMBINATIONS
    n_combinations_slow = N_COMBINATIONS_SLOW


# what is among the deals judged


def log_events(log: np.ndarray, rules: OpeningRules) -> Counter[str]:
    """Rare events that only a log shows."""
    seen: Counter[str] = Counter()
    has_opened, just_opened = set(), -1
    for seat, act, card, a, b in log.tolist():
        if act == ACT["discard"]:
            just_opened = -1
        if act == ACT["open"]:
            seen["opening of three melds"] += a > 2
            seen["opening below the minimum"] += b < rules.opening_min
            has_opened.add(seat)
            just_opened = seat
        lays_off = act in (ACT["layoff"], ACT["more"])
        seen["lay-off in the turn of the opening"] += lays_off and seat == just_opened
        seen["lay-off of several cards"] += act == ACT["more"]
        seen["joker laid off"] += lays_off and card == HIGH_ACE
        seen["swap on a set"] += act == ACT["swap"] and b < 0
        seen["swap on a run"] += act == ACT["swap"] and b >= 0
        seen["swap before opening"] += act == ACT["swap"] and seat not in has_opened
        seen["ace above the king"] += act == ACT["run"] and card % 16 + a > HIGH_ACE
        seen["run of two aces"] += act == ACT["run"] and a > HIGH_ACE
        seen["two jokers in a new meld"] += act == ACT["set"] and b > 1
        seen["two jokers in a new meld"] += act == ACT["run"] and b.bit_count() > 1
        seen["joker thrown"] += act == ACT["discard"] and card == HIGH_ACE
        seen["joker taken"] += act == ACT["take"] and card == HIGH_ACE
        seen["take by who has not opened"] += act == ACT["take"] and seat not in has_opened
        seen["cut card drawn"] += act == ACT["cut"]
        seen["end chosen"] += act == ACT["end"]
    return seen


def events(cases: Iterator[Case], n_units: int) -> Counter[str]:
    """How many deals of some cases show each end and other rare event."""
    seen: Counter[str] = Counter()
    for options, bots, seed, holders in cases:
        rules, n = OpeningRules.checked(options), len(bots)
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
    *("opening of three melds", "opening below the minimum", "opened in the first turn", "lost unopened"),
    *("lay-off in the turn of the opening", "lay-off of several cards", "joker laid off"),
    *("swap on a set", "swap on a run", "swap before opening", "two jokers in a new meld", "ace above the king"),
    *("joker thrown", "joker taken", "take by who has not opened", "cut card drawn", "end chosen"),
)


def test_referee__judges_every_end_and_more() -> None:
    """The random combinations reach what there is to judge."""
    few, many = events(JUDGE.combinations(2, N_COMBINATIONS), 1), events(JUDGE.combinations(5, N_COMBINATIONS_SLOW), 2)
    assert not [name for name in WANTED if few[name] == 0], few
    assert not [name for name in WANTED if many[name] < 5], many
