"""Clause tests of the referee of the opening family: melds, their points, openings and hands (rules 2.3, 2.4, 2.9)."""

from typing import Any

import pytest

from tests.reference.opening_cards import JOKER
from tests.reference.opening_melds import Run, new_melds
from tests.reference.opening_positions import (
    SEED_RULES,
    cards,
    may,
    may_open,
    meld,
    opening,
    table_with,
    valid,
    valid_when_laid,
    worth,
)
from tests.reference.opening_rules import Rules, rules_of
from tests.reference.opening_search import Wanted, most_points

ALL_SPADES = "As 2s 3s 4s 5s 6s 7s 8s 9s 10s Js Qs Ks As"


def test_defaults_are_those_of_the_seed() -> None:
    """Rules 2.1, 2.5 to 2.7."""
    rules = Rules()
    assert rules_of({}) == rules
    assert (rules.decks, rules.jokers, rules.hand_size, rules.starter_has_extra) == (2, 4, 14, True)
    assert (rules.opening_min, rules.ace_mode, rules.ace_points, rules.max_jokers_when_laid) == (51, "both", "10", 1)
    assert (rules.go_out, rules.hand, rules.cutcard_hand_bonus, rules.joker_in_hand) == (-40, -80, -120, 20)


@pytest.mark.parametrize(
    ("given", "name", "value"),
    [
        ({"max_jokers_total": "2"}, "max_jokers_total", 2),
        ({"max_jokers_total": "none"}, "max_jokers_total", None),
        ({"max_jokers_when_laid": "none"}, "max_jokers_when_laid", None),
        ({"max_jokers_when_laid": 3}, "max_jokers_when_laid", 3),
        ({"unopened": 100}, "unopened", "100"),
        ({"ace_points": 15}, "ace_points", "15"),
        ({"elimination": 501, "deals": 4}, "ace_mode", "both"),
    ],
)
def test_options_in_other_words(given: dict[str, Any], name: str, value: object) -> None:
    assert getattr(rules_of(given), name) == value


def test_options_unknown_to_the_referee() -> None:
    with pytest.raises(ValueError, match="wrap"):
        rules_of({"ace_mode": "wrap"})


# R1 to R7, R15


@pytest.mark.parametrize(
    ("example", "rules", "melds", "points", "legal"),
    [
        ("R1", {}, ["6s 7s 8s", "10d 10c 10h"], 51, True),
        ("R2", {}, ["5s 6s 7s", "10d 10c 10h"], 48, False),
        ("R3", {}, ["Ac 2c 3c 4c", "Qh Kh Ah"], 49, False),
        ("R3", {}, ["Ac 2c 3c 4c", "Qh Kh Ah", "2d 2s 2h"], 55, True),
        ("R3", {"ace_points": "1_low_10"}, ["Ac 2c 3c 4c", "Qh Kh Ah"], 40, False),
        ("R4", {}, ["9d X 9s", "8c 9c 10c"], 54, True),
        ("R5", {}, ["Jd X Kd", "7c 7h X"], 51, True),
        ("R5", {}, ["Jd X Kd", "set 7c X X"], 51, False),
        ("R5", {"max_jokers_when_laid": 2}, ["Jd X Kd", "set 7c X X"], 51, True),
    ],
)
def test_opening__worked_examples(
    example: str, rules: dict[str, Any], melds: list[str], points: int, legal: bool
) -> None:
    assert worth(rules, *melds) == points
    hand = " ".join([text.removeprefix("set ") for text in melds]) + " 3d 3d"
    assert may_open(rules, hand, *melds) is legal, example


@pytest.mark.parametrize(
    ("text", "both", "either", "low"),
    [
        ("Qh Kh Ah", True, True, False),
        ("Ah 2h 3h", True, True, True),
        ("Qh Kh Ah 2h", False, False, False),
        ("Kd Ad 2d", False, False, False),
        (ALL_SPADES, True, False, False),
        (ALL_SPADES.removeprefix("As "), True, True, False),
        (ALL_SPADES.removesuffix(" As"), True, True, True),
        ("9s 10s As", False, False, False),
        ("X As 2s", False, False, False),
        ("Ks As X", False, False, False),
        ("X Ks As", True, True, False),
        ("2s 3s", False, False, False),
    ],
)
def test_r6__runs(text: str, both: bool, either: bool, low: bool) -> None:
    """R6, rules 0.3."""
    for mode, expected in (("both", both), ("either", either), ("low", low)):
        assert valid({"ace_mode": mode}, text) is expected, mode


def test_r6__the_run_of_fourteen_is_104() -> None:
    assert worth(SEED_RULES, ALL_SPADES) == 104
    assert worth({"ace_points": "1_low_11"}, ALL_SPADES) == 96


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("10d 10c 10h", True),
        ("10d 10d 10h", False),
        ("10d 10c 10h 10s", True),
        ("10d 10c 10h 10s X", False),
        ("10d 10c", False),
        ("10d 10c X", True),
        ("10d 10c 10h X", True),
        ("10d 10c 9h", False),
    ],
)
def test_r7__sets(text: str, expected: bool) -> None:
    """R7, RM-9."""
    assert valid(SEED_RULES, text) is expected


def test_r7__nothing_is_added_to_four() -> None:
    table = table_with({}, ["X 10d 2c", "3c"], melds=["10d 10c 10h 10s"], opened=[0])
    assert [may(table, f"10d 10c 10h 10s {one}") for one in ("X", "10d")] == [False, False]
    assert table.discards() == cards("2c 10d X")


def test_r15__a_hand_of_46() -> None:
    """R15: the same melds are no hand by default, and one without a minimum for hands."""
    melds = ["2s 3s 4s", "2h 3h 4h", "2d 3d 4d 5d", "2c 3c 4c 5c"]
    hand = " ".join(melds) + " Ks"
    assert worth({}, *melds) == 46
    assert not may_open({}, hand, *melds)
    assert may_open({"hand_requires_min": False}, hand, *melds)
    assert not may_open({"hand_requires_min": False}, hand, *melds[1:])


# jokers in melds


@pytest.mark.parametrize(
    ("rules", "text", "laid", "lying"),
    [
        ({}, "5c X 7c", True, True),
        ({}, "5c X X 8c", False, True),
        ({}, "X X 8c 9c", False, True),
        ({"max_jokers_when_laid": None}, "X X X 8c", True, True),
        ({"max_jokers_when_laid": 0}, "5c X 7c", False, True),
        ({"max_jokers_when_laid": None, "max_jokers_total": 1}, "5c X X 8c", False, False),
        ({"max_jokers_when_laid": None, "max_jokers_total": "2"}, "5c X X 8c", True, True),
        ({"max_jokers_when_laid": None, "max_jokers_total": 2}, "X X X 8c", False, False),
        ({"max_jokers_when_laid": None, "max_jokers_total": "less_or_equal"}, "5c X X 8c", True, True),
        ({"max_jokers_when_laid": None, "max_jokers_total": "less_or_equal"}, "5c X X", False, False),
        ({"max_jokers_when_laid": None, "adjacent_jokers": False}, "5c X X 8c", False, False),
        ({"max_jokers_when_laid": None, "adjacent_jokers": False}, "X 5c X 7c X", True, True),
        ({"max_jokers_when_laid": None, "adjacent_jokers": False}, "set 5c X X", True, True),
        ({"max_jokers_when_laid": None}, "set 5c X X X", True, True),
    ],
)
def test_jokers(rules: dict[str, Any], text: str, laid: bool, lying: bool) -> None:
    """RM-11, 2.7: limits when laid, at any time, side by side."""
    assert valid_when_laid(rules, text) is laid
    assert valid(rules, text) is lying


def test_jokers__a_meld_has_a_natural() -> None:
    """Rules 0.5."""
    rules = rules_of({"max_jokers_when_laid": None})
    assert list(new_melds(rules, cards("X X X X"))) == []


@pytest.mark.parametrize(
    ("ace_points", "values"),
    [
        ("10", [15, 30, 30, 30]),
        ("11", [16, 31, 33, 31]),
        ("15", [20, 35, 45, 35]),
        ("1_low_10", [6, 30, 30, 30]),
        ("1_low_11", [6, 31, 33, 31]),
    ],
)
def test_ace_points(ace_points: str, values: list[int]) -> None:
    """RM-14, `ace_points`: low run, high run, set, and a joker as a high ace."""
    rules = {"ace_points": ace_points}
    assert [worth(rules, text) for text in ("Ac 2c 3c", "Qc Kc Ac", "Ac Ad Ah", "Qc Kc X")] == values


def test_points__a_joker_is_the_card_it_stands_for() -> None:
    assert worth({}, "X 2c 3c") == 15
    assert worth({"ace_points": "1_low_10"}, "X 2c 3c") == 6
    assert worth({}, "4c X 6c") == 15
    assert worth({}, "4c 4d X") == 12


# what an opening needs


def test_opening__leaves_a_card_to_throw() -> None:
    """RM-7."""
    melds = ["6s 7s 8s", "10d 10c 10h"]
    assert not may_open({}, " ".join(melds), *melds)
    assert may_open({}, " ".join([*melds, "2c"]), *melds)
    assert may_open({"final_discard_required": False}, " ".join(melds), *melds)


def test_opening__pure_run() -> None:
    rules = {"pure_run_required": True}
    assert may_open(rules, "6s 7s 8s 10d 10c 10h 2c", "6s 7s 8s", "10d 10c 10h")
    assert not may_open(rules, "6s X 8s 10d 10c 10h 2c", "6s X 8s", "10d 10c 10h")
    assert not may_open(rules, "Ks Kd Kc 10d 10c 10h 2c", "Ks Kd Kc", "10d 10c 10h")


def test_opening__only_with_cards_of_the_hand_and_each_once() -> None:
    assert not may_open({}, "6s 7s 10d 10c 10h 2c", "6s 7s 8s", "10d 10c 10h")
    assert not may_open({}, "Kd Kc Kh Js Qs Ks 2c", "Kd Kc Kh", "Js Qs Ks", "Kd Kc Kh")
    assert not may_open({}, "Kd Kc Ks Js Qs 2c", "Kd Kc Ks", "Js Qs Ks")
    assert not may_open({"opening_min": 0}, "Kd Kc Ks 2c")


def test_opening__nothing_else_before_it() -> None:
    table = table_with({}, ["6s 7s 8s 2c", "3c"], melds=["3d 4d 5d"])
    assert not may(table, "6s 7s 8s")
    assert not may(table, opening("6s 7s 8s"))
    assert may(table, None)
    table = table_with({}, ["6s 7s 8s 10d 10c 10h 2c", "3c"], opened=[0])
    assert not may(table, opening("6s 7s 8s", "10d 10c 10h"))


# order of melds


def test_new_melds__in_order() -> None:
    """Rules 8.1, CONTRACT 4.2: sets first, naturals before jokers."""
    rules = rules_of({"max_jokers_when_laid": 2})
    found = list(new_melds(rules, cards("2c 2d 3c X X"), longest=3))
    texts = ["set 2c X X", "set 2d X X", "set 2c 2d X", "set 3c X X"]
    with_fours = [meld(text) for text in texts]
    assert [one for one in found if one.size == 3 and not isinstance(one, Run)] == with_fours
    assert [one for one in found if isinstance(one, Run) and one.suit == 0] == [
        meld(text) for text in ("X 2c 3c", "X 2c X", "X X 3c", "2c 3c X", "2c X X", "X 3c X", "3c X X")
    ]
    assert found.index(meld("set 2c 2d X X")) == found.index(meld("set 2c 2d X")) + 1


def test_new_melds__two_aces_in_one_run() -> None:
    rules = rules_of({"jokers": 0})
    hand = cards(ALL_SPADES)
    assert meld(ALL_SPADES) in list(new_melds(rules, hand))
    assert meld(ALL_SPADES) not in list(new_melds(rules, hand[1:]))
    found = most_points(Wanted(rules, tuple(sorted([*hand, *cards("2c")]))))
    assert found is not None
    assert found.points == 104
    assert JOKER not in hand
