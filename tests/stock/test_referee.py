"""The referee's verdict: whole deals of the kernel, move by move, against the rules once more in plain Python."""

from collections import Counter
from collections.abc import Iterator
from itertools import cycle, islice
from typing import Any

import numpy as np
import pytest

from rummysim.games.registry import PRESETS, find_variant
from rummysim.games.stock.bots.table import BOTS
from rummysim.games.stock.play import FACT_COLUMNS, Player
from rummysim.games.stock.rules import StockRules
from rummysim.games.stock.state import ACT
from tests.reference.stock import OWN_BOTS
from tests.stock.judged import judge_deals, random_rules
from tests.stock.probe import PROBE

NAMES = [*BOTS, "probe"]
THINKERS = [name for name in NAMES if name not in OWN_BOTS]
"""Bots whose moves the referee only checks; those of the others it plays itself."""

LINE_UPS = {"random": ["random", "probe"], "mixed": ["probe", *THINKERS], "thinkers": THINKERS[::-1]}
N_COMBINATIONS = 40
N_COMBINATIONS_SLOW = 200
N_SLOW = 500
ENDS = ("exhausted", "max_turns", "out_by_discard", "out_by_play")
"""Ends of a deal by the number in the facts (CONTRACT_STOCK 5)."""

Case = tuple[dict[str, Any], list[str], int, list[int]]


def tables() -> Iterator[tuple[str, int]]:
    """Presets of the family, each with the fewest and the most players."""
    for name, (family, _) in PRESETS.items():
        if family.name == "stock":
            players = family.players(find_variant(name).rules)
            yield from ((name, n) for n in sorted({players[0], players[-1]}))


TABLES = list(tables())


def combinations(seed: int, n: int) -> Iterator[Case]:
    """Random options, line-up, seed of the cards, and who sits where."""
    rng = np.random.default_rng(seed)
    for _ in range(n):
        options = random_rules(rng)
        n_players = int(rng.integers(2, options["seats"] + 1))
        bots = [NAMES[number] for number in rng.integers(len(NAMES), size=n_players)]
        yield options, bots, int(rng.integers(1 << 40)), rng.permutation(n_players).tolist()


def judged(preset: str, n: int, line_up: str, seed: int, n_deals: int) -> list[str]:
    """Differences over some deals of a preset and table by a line-up."""
    bots = list(islice(cycle(LINE_UPS[line_up]), n))
    return judge_deals(PRESETS[preset][1].options, bots, seed, range(-(-n_deals // n)))


def say(differences: list[str]) -> str:
    """The first differences, a line each."""
    return "\n".join(differences[:5])


@pytest.mark.parametrize("line_up", LINE_UPS)
@pytest.mark.parametrize(("preset", "n"), TABLES)
def test_referee__finds_no_difference_in_the_preset(preset: str, n: int, line_up: str) -> None:
    """CONTRACT_STOCK 2–5: log, facts, points and shares of a few deals of each preset, table and line-up."""
    differences = judged(preset, n, line_up, 1, 4)
    assert not differences, say(differences)


@pytest.mark.parametrize("number", range(N_COMBINATIONS))
def test_referee__finds_no_difference_under_random_rules(number: int) -> None:
    """CONTRACT_STOCK 2–5: a unit under each of some random combinations of options, players anywhere at the table."""
    options, bots, seed, holders = list(combinations(2, N_COMBINATIONS))[number]
    differences = judge_deals(options, bots, seed, range(1), holders)
    assert not differences, say(differences)


@pytest.mark.slow
@pytest.mark.parametrize("line_up", LINE_UPS)
@pytest.mark.parametrize(("preset", "n"), TABLES)
def test_referee__finds_no_difference_in_hundreds_of_deals(preset: str, n: int, line_up: str) -> None:
    """CONTRACT_STOCK 2–5: of each preset and table more than 500 deals, as many by each line-up."""
    differences = judged(preset, n, line_up, 4, 1 + N_SLOW // len(LINE_UPS))
    assert not differences, say(differences)


@pytest.mark.slow
def test_referee__finds_no_difference_under_hundreds_of_random_rules() -> None:
    """CONTRACT_STOCK 2–5: two units under each of 200 random combinations of options."""
    found = []
    for options, bots, seed, holders in combinations(5, N_COMBINATIONS_SLOW):
        found += judge_deals(options, bots, seed, range(2), holders)
    assert not found, say(found)


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
        player = Player(rules.encode, [{**BOTS, "probe": PROBE}[name] for name in bots], 16384)
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
    few, many = events(combinations(2, N_COMBINATIONS), 1), events(combinations(5, N_COMBINATIONS_SLOW), 2)
    assert not [name for name in WANTED if few[name] == 0], few
    assert not [name for name in WANTED if many[name] < 5], many
    assert many["joker claimed"] > 0, many
