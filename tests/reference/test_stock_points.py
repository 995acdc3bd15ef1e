"""Points and winners of the stock family (rules 4.5 and 8.8, STOCK 6)."""

from typing import Any

import pytest

from tests.reference.knock_cards import parse
from tests.reference.stock import points, won
from tests.reference.stock_positions import BASIC, FIVE_HUNDRED, WRAP, cards, meld
from tests.reference.stock_rules import rules_of
from tests.reference.stock_tally import Tally

EXHAUSTED, MAX_TURNS, BY_DISCARD, BY_PLAY = range(4)


def row(
    rules: dict[str, Any], end: int, hand: str, *melds: str, out: bool = False, rummy: bool = False
) -> dict[str, int]:
    """Facts of a player who laid these melds."""
    tally = Tally()
    for text in melds:
        tally.lay_new(rules_of(rules), meld(text), cards(text))
    return {"end": end, "out": int(out), "rummy": int(rummy), **tally.facts(parse(hand, 54))}


@pytest.mark.parametrize(
    ("rules", "hand", "left"),
    [
        (BASIC, "Ac 2c 9c 10c Kc", 32),
        ({"simple_scoring": True}, "Ac 2c 9c 10c Kc", 35),
        (FIVE_HUNDRED, "Ac 2c", 17),
        (FIVE_HUNDRED | {"simple_scoring": True}, "Ac 2c", 20),
        (FIVE_HUNDRED | {"ace_points_high": 11}, "Ac 2c", 13),
        (WRAP | {"ace_points_high": 10}, "Ac 2c", 12),
        ({"jokers": 2}, "X X 2c", 32),
        ({"jokers": 2, "simple_scoring": True}, "X 2c", 20),
    ],
)
def test_values__in_hand(rules: dict[str, Any], hand: str, left: int) -> None:
    """BR-7, 4.5, 8.8."""
    rules = rules | {"scoring": "negative"}
    assert points(rules, [row(rules, BY_DISCARD, hand), row(rules, BY_DISCARD, "")]) == [left, 0]


@pytest.mark.parametrize(("end", "first"), [(EXHAUSTED, 21), (MAX_TURNS, 21), (BY_PLAY, 11)])
def test_melded_hand__without_penalty_only_when_exhausted(end: int, first: int) -> None:
    """`exhausted_no_penalty`; turns used up are as exhausted (0.7)."""
    rules = FIVE_HUNDRED | {"exhausted_no_penalty": True}
    facts = [row(rules, end, "Kc", "7c 7d 7h"), row(rules, end, "Qc")]
    assert points(rules, facts) == [first, first - 21]


def test_positive__is_not_touched_by_exhausted_no_penalty() -> None:
    rules = {"exhausted_no_penalty": True}
    assert points(rules, [row(rules, EXHAUSTED, "4c"), row(rules, EXHAUSTED, "Kc")]) == [6, 0]


def test_positive__turns_used_up_are_scored_as_exhausted_but_won_by_nobody() -> None:
    """0.7, STOCK 6."""
    facts = [row(BASIC, MAX_TURNS, "4c"), row(BASIC, MAX_TURNS, "Kc")]
    assert points(BASIC, facts) == [6, 0]
    assert won(BASIC, facts) == [0, 0]


def test_positive__a_floating_player_shares_with_who_goes_out() -> None:
    """BR-12: both hold nothing."""
    facts = [row(BASIC, BY_DISCARD, "", out=True), row(BASIC, BY_DISCARD, ""), row(BASIC, BY_DISCARD, "5c Kc")]
    assert points(BASIC, facts) == [7.5, 7.5, 0]
    assert won(BASIC, facts) == [0.5, 0.5, 0]


def test_positive__everybody_ties() -> None:
    facts = [row(BASIC, EXHAUSTED, "4c"), row(BASIC, EXHAUSTED, "4d")]
    assert points(BASIC, facts) == [0, 0]
    assert won(BASIC, facts) == [0.5, 0.5]


@pytest.mark.parametrize(
    ("scoring", "rummy", "expected"),
    [
        ("positive", True, [60, 0, 0]),
        ("positive", False, [30, 0, 0]),
        ("melded_hand", True, [42, -10, -20]),
        ("negative", True, [0, 20, 40]),
        ("negative", False, [0, 10, 20]),
    ],
)
def test_rummy__doubles(scoring: str, rummy: bool, expected: list[int]) -> None:
    """`rummy_bonus`, 8.8: what scoring gives them, or what it charges the others."""
    rules = {"scoring": scoring, "rummy_bonus": 2}
    facts = [
        row(rules, BY_DISCARD, "", "7c 7d 7h", out=True, rummy=rummy),
        row(rules, BY_DISCARD, "Kc"),
        row(rules, BY_DISCARD, "Kd Kh"),
    ]
    assert points(rules, facts) == expected
    assert points(rules | {"rummy_bonus": 1}, facts)[1:] == [
        value // (2 if rummy and scoring == "negative" else 1) for value in expected[1:]
    ]


def test_rummy__doubles_the_rounded_share() -> None:
    """8.8, a choice of this referee: what scoring gives, rounded by `split_rounding`, is doubled."""
    rules = {"rummy_bonus": 2, "split_rounding": "floor"}
    facts = [
        row(rules, BY_DISCARD, "", out=True, rummy=True),
        row(rules, BY_DISCARD, ""),
        row(rules, BY_DISCARD, "5c Kc"),
    ]
    assert points(rules, facts) == [14, 7, 0]


def test_won__by_the_best_points() -> None:
    """STOCK 6: in 500 that need not be who went out."""
    facts = [row(FIVE_HUNDRED, BY_DISCARD, "", "7c 7d 7h", out=True), row(FIVE_HUNDRED, BY_DISCARD, "2c", "Kc Kd Kh")]
    assert points(FIVE_HUNDRED, facts) == [21, 28]
    assert won(FIVE_HUNDRED, facts) == [0, 1]
    negative = {"scoring": "negative"}
    tied = [row(negative, EXHAUSTED, "5c"), row(negative, EXHAUSTED, "5d"), row(negative, EXHAUSTED, "Kd")]
    assert won(negative, tied) == [0.5, 0.5, 0]
