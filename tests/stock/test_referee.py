"""The referee's verdict: whole deals of the kernel, move by move, against the rules once more in plain Python."""

from collections import Counter
from collections.abc import Iterator

import numpy as np

from rummysim.games.stock.bots.table import BOTS
from rummysim.games.stock.play import FACT_COLUMNS
from rummysim.games.stock.rules import StockRules
from rummysim.games.stock.state import ACT
from tests.judging import Case, RefereeTests, say
from tests.reference.stock import OWN_BOTS
from tests.stock.judged import JUDGE

NAMES = [*BOTS, "probe"]
THINKERS = [name for name in NAMES if name not in OWN_BOTS]
"""Bots whose moves the referee only checks; those of the others it plays itself."""

LINE_UPS = {"random": ["random", "probe"], "mixed": ["probe", *THINKERS], "thinkers": THINKERS[::-1]}
N_COMBINATIONS = 40
N_COMBINATIONS_SLOW = 200
ENDS = ("exhausted", "max_turns", "out_by_discard", "out_by_play")
"""Ends of a deal by the number in the facts (CONTRACT_STOCK 5)."""


class TestReferee(RefereeTests):
    """The referee's verdict on the family."""

    judge = JUDGE
    line_ups = LINE_UPS
    n_combinations = N_COMBINATIONS
    n_combinations_slow = N_COMBINATIONS_SLOW


# what is among the deals judged


WRAPPED_FROM = 11
"""A circle's run from here on passes the king."""


def log_events(log: np.ndarray, rules: StockRules, n: int) -> Counter[str]:
    """Rare events that only a log shows."""
    seen: Counter[str] = Counter()
    held = [rules.hand_size(n)] * n
    begins = (ACT["stock"], ACT["take"], ACT["end"])
    for seat, act, card, a, b in log.tolist():
        if act in begins and held[seat] == 0:
            seen["floating"] += 1
        if act in (ACT["set"], ACT["run"]):
            held[seat] -= a if act == ACT["run"] else a.bit_count() + b
            seen["new meld with a joker"] += b > 0
        if act == ACT["run"]:
            seen["wrapped run"] += card % 16 + a > 13 and rules.ace_mode == "wrap"
            seen["ace above the king"] += card % 16 + a > 13 and rules.ace_mode == "either"
        held[seat] += {ACT["stock"]: 1, ACT["take"]: a}.get(act, 0)
        held[seat] -= act in (ACT["discard"], ACT["layoff"], ACT["more"])
        seen["joker laid off"] += act in (ACT["layoff"], ACT["more"]) and card == 13
        seen["deep take"] += act == ACT["take"] and a > 1
        seen["lay-off of several cards"] += act == ACT["more"]
        seen["end chosen"] += act == ACT["end"]
        seen["reshuffle"] += act == ACT["reshuffle"]
        seen["joker claimed"] += act == ACT["claim"] and card == 13
    return seen


def events(cases: Iterator[Case], n_units: int) -> Counter[str]:
    """How many deals of some cases show each end and other rare event."""
    seen: Counter[str] = Counter()
    for options, bots, seed, holders in cases:
        rules, n = StockRules.checked(options), len(bots)
        player = JUDGE.seated(rules, JUDGE.lineup(bots), JUDGE.n_log_rows)
        for unit in range(n_units):
            for starter in range(n):
                facts, _ = player.play(np.array([[seed, unit, 0, n, starter]]), np.array([holders]))
                row = dict(zip(FACT_COLUMNS, facts, strict=True))
                one = log_events(player.read_log(), rules, n)
                one[ENDS[row["end"][0]]] += 1
                for name in ("claims", "rummy", "tabled_jokers", "left_jokers", "tabled_aces_low", "tabled_aces_high"):
                    one[name] += int(row[name].sum())
                one["laid off with two packs"] += int(row["laid_off"].sum()) * (rules.encode(n)["n_cards"] > 54)
                seen.update(name for name, count in one.items() if count)
    return seen


WANTED = (
    *ENDS,
    *("claims", "rummy", "tabled_jokers", "left_jokers", "tabled_aces_low", "tabled_aces_high"),
    *("deep take", "lay-off of several cards", "end chosen", "reshuffle", "floating", "joker laid off"),
    *("new meld with a joker", "wrapped run", "ace above the king", "laid off with two packs"),
)


def test_referee__judges_every_end_and_more() -> None:
    """The random combinations reach what there is to judge."""
    few, many = events(JUDGE.combinations(2, N_COMBINATIONS), 1), events(JUDGE.combinations(5, N_COMBINATIONS_SLOW), 2)
    assert not [name for name in WANTED if few[name] == 0], few
    assert not [name for name in WANTED if many[name] < 5], many


CALLED = {"jokers": 2, "call_rummy": "any"}
"""Rules under which jokers that are thrown are claimed now and then."""


def test_referee__finds_no_difference_where_jokers_are_claimed() -> None:
    """rules.md 8.8: any claim lays the card off, a joker too."""
    bots = ["random", "probe", "random", "probe"]
    assert events(iter([(CALLED, bots, 3, [0, 1, 2, 3])]), 12)["joker claimed"] > 0
    differences = JUDGE.judge_deals(CALLED, bots, 3, range(12))
    assert not differences, say(differences)
