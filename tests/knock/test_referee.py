"""The referee's verdict: whole deals of the kernel, move by move, against the rules once more in plain Python."""

from collections import Counter
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from rummysim.core.codes import KNOCK_ENDS
from rummysim.games.knock.bots.table import BOTS
from rummysim.games.knock.play import FACT_COLUMNS, Player
from rummysim.games.knock.rules import KnockRules
from tests.knock.judged import judge_deals, random_rules
from tests.knock.probe import PROBE

TABLE = [(deck, n) for deck in (40, 48, 50) for n in (2, 3, 4)]
LINE_UPS = {
    "greedy": ["greedy"] * 4,
    "random": ["random"] * 4,
    "probe": ["probe"] * 4,
    "mixed": ["greedy", "probe", "random", "greedy"],
}
NAMES = ["random", "greedy", "probe"]
N_COMBINATIONS = 40
N_COMBINATIONS_SLOW = 200

Case = tuple[dict[str, Any], list[str], int, list[int]]


def combinations(seed: int, n: int) -> Iterator[Case]:
    """Random options, line-up, seed of the cards, and who sits where."""
    rng = np.random.default_rng(seed)
    for _ in range(n):
        options = random_rules(rng)
        n_players = int(rng.integers(2, options["seats"] + 1))
        bots = [NAMES[number] for number in rng.integers(len(NAMES), size=n_players)]
        yield options, bots, int(rng.integers(1 << 40)), rng.permutation(n_players).tolist()


def say(differences: list[str]) -> str:
    """The first differences, a line each."""
    return "\n".join(differences[:5])


@pytest.mark.parametrize("line_up", LINE_UPS)
@pytest.mark.parametrize(("deck", "n"), TABLE)
def test_referee__finds_no_difference_in_the_preset(deck: int, n: int, line_up: str) -> None:
    """CONTRACT 4: log, facts, points and shares of some deals, eight or nine for each deck, table and line-up."""
    differences = judge_deals({"deck": deck}, LINE_UPS[line_up][:n], 1, range(8 // n + n % 2))
    assert not differences, say(differences)


@pytest.mark.parametrize("number", range(N_COMBINATIONS))
def test_referee__finds_no_difference_under_random_rules(number: int) -> None:
    """CONTRACT 4: a unit under each of some random combinations of options, players anywhere at the table."""
    options, bots, seed, holders = list(combinations(2, N_COMBINATIONS))[number]
    differences = judge_deals(options, bots, seed, range(1), holders)
    assert not differences, say(differences)


@pytest.mark.parametrize("n", [2, 3, 4])
def test_referee__finds_no_difference_with_jokers_and_lay_offs(n: int) -> None:
    """CONTRACT 4.3: low hands that close fast and lay off with three wilds: what settlements have most trouble with."""
    options = {"deck": 50, "knock_limit": 20, "min_melded": 3, "max_leftover_cards": 4, "max_wilds_when_knocking": 2}
    for changed in ({}, {"layoff_targets": "knocker_only"}, {"ace_mode": "either"}, {"hand_size": 8}):
        differences = judge_deals({**options, **changed}, ["greedy"] * n, 3, range(6))
        assert not differences, say(differences)


@pytest.mark.slow
@pytest.mark.parametrize("line_up", LINE_UPS)
@pytest.mark.parametrize(("deck", "n"), TABLE)
def test_referee__finds_no_difference_in_hundreds_of_deals(deck: int, n: int, line_up: str) -> None:
    """CONTRACT 4: of each deck and table 500 deals and more, a fourth of them by each line-up."""
    differences = judge_deals({"deck": deck}, LINE_UPS[line_up][:n], 4, range(-(-126 // n)))
    assert not differences, say(differences)


@pytest.mark.slow
def test_referee__finds_no_difference_under_hundreds_of_random_rules() -> None:
    """CONTRACT 4: two units under each of 200 random combinations of options."""
    found = []
    for options, bots, seed, holders in combinations(5, N_COMBINATIONS_SLOW):
        found += judge_deals(options, bots, seed, range(2), holders)
    assert not found, say(found)


def events(cases: Iterator[Case], n_units: int) -> Counter[str]:
    """How often each end and other rare event came about in the units of some cases."""
    seen: Counter[str] = Counter()
    for options, bots, seed, holders in cases:
        lineup = [{**BOTS, "probe": PROBE}[name] for name in bots]
        n = len(bots)
        jobs = np.array([[seed, unit, 0, n, starter] for unit in range(n_units) for starter in range(n)])
        rules = KnockRules.checked(options)
        facts, _ = Player(rules.encode, lineup).play(jobs, np.tile(holders, (len(jobs), 1)))
        row = dict(zip(FACT_COLUMNS, facts, strict=True))
        seen.update(KNOCK_ENDS[end] for end in row["end"][::n].tolist())
        for name in ("left_wilds", "laid_cards", "takes", "reshuffles"):
            seen[name] += int((row[name] > 0).sum())
    return seen


def test_referee__judges_every_end_and_more() -> None:
    """The random combinations reach what there is to judge (wilds laid off and the own ace: see test_settlements)."""
    few, many = events(combinations(2, N_COMBINATIONS), 1), events(combinations(5, N_COMBINATIONS_SLOW), 2)
    wanted = {*KNOCK_ENDS, "left_wilds", "laid_cards", "takes", "reshuffles"} - {"own_ace_conga"}
    assert not [name for name in wanted if few[name] == 0], few
    assert not [name for name in wanted if many[name] < 20], many
