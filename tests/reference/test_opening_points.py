"""Points and winners of the opening family (rules 2.5, OPENING 6)."""

from typing import Any

import pytest

from tests.reference.opening import points, won
from tests.reference.opening_positions import cards
from tests.reference.opening_tally import left_in_hand

BY_DISCARD = 2


def facts(
    *hands: str, unopened: tuple[int, ...] = (), out: int = 0, hand: int = 0, cut: int = 0
) -> list[dict[str, int]]:
    """Facts of players with these hands at the end, who have opened unless it is said."""
    return [
        {
            "end": BY_DISCARD if out >= 0 else 0,
            "out": int(i == out),
            "hand": int(i == out and hand),
            "cut": int(i == out and cut),
            "opened": int(i not in unopened),
            **left_in_hand(cards(its_hand)),
        }
        for i, its_hand in enumerate(hands)
    ]


WORKED = ("", "Ks 7d Ac X", "2c 3c")


@pytest.mark.parametrize(
    ("example", "rules", "how", "expected"),
    [
        ("R10", {}, {}, [-40, 47, 100]),
        ("R10", {"joker_in_hand": 50}, {}, [-40, 77, 100]),
        ("R11", {}, {"hand": 1}, [-80, 94, 200]),
        ("R12", {}, {"hand": 1, "cut": 1}, [-120, 94, 200]),
        ("R12", {"cutcard_hand_bonus": -140}, {"hand": 1, "cut": 1}, [-140, 94, 200]),
        ("multiplier", {"hand_multiplier": 1}, {"hand": 1}, [-80, 47, 100]),
        ("remik", {"go_out": -10, "hand": -20}, {"hand": 1}, [-20, 94, 200]),
        ("cards", {"unopened": "cards"}, {}, [-40, 47, 5]),
        ("doubled", {"unopened": "cards_doubled"}, {}, [-40, 47, 10]),
        ("doubled", {"unopened": "cards_doubled"}, {"hand": 1}, [-80, 94, 20]),
        ("nobody", {}, {"out": -1}, [0, 47, 100]),
        ("winner", {"scoring": "winner_scores"}, {}, [147, 0, 0]),
        ("winner", {"scoring": "winner_scores"}, {"hand": 1}, [294, 0, 0]),
        ("winner", {"scoring": "winner_scores"}, {"out": -1}, [0, 0, 0]),
    ],
)
def test_points(example: str, rules: dict[str, Any], how: dict[str, int], expected: list[int]) -> None:
    """R10 to R12 and options; RM-16, RA-16, RA-17."""
    assert points(rules, facts(*WORKED, unopened=(2,), **how)) == expected, example


@pytest.mark.parametrize(
    ("ace_points", "value"), [("10", 10), ("11", 11), ("15", 15), ("1_low_10", 10), ("1_low_11", 11)]
)
def test_points__ace_in_hand(ace_points: str, value: int) -> None:
    rules = {"ace_points": ace_points}
    assert points(rules, facts("", "Ac 2c 10c Jc Qc Kc 9c"))[1] == value + 51


def test_points__unopened_with_a_joker() -> None:
    """RA-17."""
    assert points({}, facts("", "X", unopened=(1,)))[1] == 100


def test_won() -> None:
    assert won({}, facts(*WORKED, out=1)) == [0, 1, 0]
    assert won({}, facts(*WORKED, out=-1)) == [0, 0, 0]
