"""The referee's verdict: whole deals of the kernel, move by move, against the rules once more in plain Python."""

from collections import Counter
from collections.abc import Iterator
from itertools import cycle, islice
from typing import Any

import numpy as np
import pytest

from rummysim.core.codes import KNOCK_ENDS
from rummysim.games.knock.bots.table import BOTS
from rummysim.games.knock.play import FACT_COLUMNS
from rummysim.games.knock.rules import KnockRules
from rummysim.games.knock.state import ACT
from rummysim.games.registry import PRESETS
from tests.judging import Case, RefereeTests, say
from tests.knock.judged import JUDGE
from tests.reference.knock import OWN_BOTS

PLAYED_BY_REFEREE = [name for name in BOTS if name in OWN_BOTS and name != "random"]
"""Bots defined to the letter: the referee plays their moves itself."""

LINE_UPS = {
    "greedy": ["greedy"],
    "random": ["random"],
    "probe": ["probe"],
    "mixed": ["greedy", "probe", "random", *PLAYED_BY_REFEREE],
    **{name: [name] for name in BOTS if name not in ("greedy", "random")},
}
N_COMBINATIONS = 60
N_COMBINATIONS_SLOW = 200


class TestReferee(RefereeTests):
    """The referee's verdict on the family."""

    judge = JUDGE
    line_ups = LINE_UPS
    n_combinations = N_COMBINATIONS
    n_combinations_slow = N_COMBINATIONS_SLOW


@pytest.mark.parametrize("n", [2, 3, 4])
def test_referee__finds_no_difference_with_jokers_and_lay_offs(n: int) -> None:
    """CONTRACT 4.3: low hands that close fast and lay off with three wilds: what settlements have most trouble with."""
    options = {"deck": 50, "knock_limit": 20, "min_melded": 3, "max_leftover_cards": 4, "max_wilds_when_knocking": 2}
    for changed in ({}, {"layoff_targets": "knocker_only"}, {"ace_mode": "either"}, {"hand_size": 8}, {"decks": 2}):
        differences = JUDGE.judge_deals({**options, **changed}, ["greedy"] * n, 3, range(4))
        assert not differences, say(differences)


@pytest.mark.parametrize("deck", [48, 50])
def test_referee__finds_no_difference_in_conga_with_other_decks(deck: int) -> None:
    """CONTRACT 4: the two other decks that the seed names, with three players."""
    for line_up in ("greedy", "mixed"):
        bots = list(islice(cycle(LINE_UPS[line_up]), 3))
        differences = JUDGE.judge_deals({"deck": deck}, bots, 1, range(4))
        assert not differences, say(differences)


# what is among the deals judged


def events(options: dict[str, Any], bots: list[str], jobs: np.ndarray, holders: list[int]) -> Iterator[Counter[str]]:
    """How often each end and other rare event came about, deal by deal."""
    rules, n = KnockRules.checked(options), len(bots)
    player = JUDGE.seated(rules, JUDGE.lineup(bots), JUDGE.n_log_rows)
    for job in jobs:
        facts, _ = player.play(job[None], np.array([holders]))
        row = dict(zip(FACT_COLUMNS, facts, strict=True))
        seen = Counter([KNOCK_ENDS[row["end"][0]]])
        for name in ("left_wilds", "laid_cards", "laid_wilds", "takes", "reshuffles"):
            seen[name] += int((row[name] > 0).sum())
        seen["laid_cards of two packs"] += int((row["laid_cards"] > 0).sum()) * (rules.decks == 2)
        seen["wilds of the knocker left"] += int(((row["left_wilds"] > 0) & (row["close"] >= 0)).sum())
        stock = rules.decks * rules.pack_of(n).n_cards - n * rules.hand_size - 1 - rules.starter_has_eight
        yield seen + log_events(player.read_log()[:, 1].tolist(), stock, rules)


def log_events(acts: list[int], stock: int, rules: KnockRules) -> Counter[str]:
    """Rare events that only a log shows."""
    knock = acts.index(ACT["knock"]) if ACT["knock"] in acts else len(acts)
    drawn = acts[:knock].count(ACT["stock"])
    is_dead = rules.dead_stock is not None and stock - drawn <= rules.dead_stock
    return Counter(
        {
            "upcard passed": acts.count(ACT["pass"]),
            "upcard passed by both": int(acts[:2] == [ACT["pass"]] * 2),
            "last turns": int(ACT["discard"] in acts[knock:]),
            "fiftieth card taken": int(is_dead and acts[knock - 1 : knock] == [ACT["take"]]),
        }
    )


RARE = ("wild_conga", "own_ace_conga", "conga")
"""Ends that random rules do not reach often; see test_referee__judges_rare_ends."""
OTHERS = (
    "left_wilds",
    "laid_cards",
    "takes",
    "reshuffles",
    "laid_cards of two packs",
    "upcard passed",
    "upcard passed by both",
    "last turns",
)


def all_events(cases: Iterator[Case], n_units: int) -> Counter[str]:
    """Events of all units of some cases."""
    seen: Counter[str] = Counter()
    for options, bots, seed, holders in cases:
        n = len(bots)
        jobs = np.array([[seed, unit, 0, n, starter] for unit in range(n_units) for starter in range(n)])
        for one in events(options, bots, jobs, holders):
            seen += one
    return seen


def test_referee__judges_every_end_and_more() -> None:
    """The random combinations reach what there is to judge (wilds laid off and more: see test_settlements)."""
    few, many = (
        all_events(JUDGE.combinations(2, N_COMBINATIONS), 1),
        all_events(JUDGE.combinations(5, N_COMBINATIONS_SLOW), 2),
    )
    wanted = {*KNOCK_ENDS, *OTHERS} - {*RARE}
    assert not [name for name in wanted if few[name] == 0], few
    assert not [name for name in wanted if many[name] < 5], many


GIN = PRESETS["gin"][1].options
RARITIES: dict[str, tuple[dict[str, Any], list[str], int]] = {
    "own_ace_conga": ({"hand_size": 3, "min_melded": 3}, ["greedy"] * 3, 3000),
    "wild_conga": ({"hand_size": 5, "deck": 50}, ["greedy"] * 2, 400),
    "conga": ({"ace_of_coins_wild": False, "hand_size": 5}, ["greedy"] * 2, 400),
    "laid_wilds": ({"deck": 50, "knock_limit": 20}, ["greedy"] * 4, 200),
    "wilds of the knocker left": (
        {"deck": 54, "decks": 2, "wilds_per_meld": 1, "wild_penalty_knocker": False, "max_wilds_when_knocking": 4},
        ["greedy"] * 2,
        1000,
    ),
    "big_gin": ({**GIN, "big_gin": True, "knock_limit": 0}, ["greedy"] * 2, 400),
    "fiftieth card taken": ({**GIN, "fiftieth_card": True, "dead_stock": 10}, ["probe", "random"], 8000),
    "dead_hand": ({**GIN, "fiftieth_card": True, "decks": 2, "dead_stock": 10}, ["random", "probe"], 40),
    "exhausted": ({"max_reshuffles": 0, "hand_size": 9}, ["random"] * 3, 20),
}
"""Options and line-ups that lead to an event more often than others, and how many units to look at."""


@pytest.mark.parametrize("event", RARITIES)
def test_referee__judges_rare_ends(event: str) -> None:
    """CONTRACT 4 and 5: of many deals the referee judges those in which the event came about."""
    options, bots, n_units = RARITIES[event]
    n = len(bots)
    jobs = np.array([[8, unit, 0, n, 0] for unit in range(n_units)])
    seen = [unit for unit, one in enumerate(events(options, bots, jobs, list(range(n)))) if one[event]]
    assert len(seen) >= 4
    for unit in seen[:8]:
        differences = JUDGE.judge_deals(options, bots, 8, range(unit, unit + 1))
        assert not differences, say(differences)
