"""Clause tests of the referee of the tile family: scoring (rules 1.5, 8.8, 5.2, TILE 6)."""

from fractions import Fraction
from typing import Any

import pytest

from tests.reference.tile import left_value, points, rules_of, won
from tests.reference.tile_positions import tiles
from tests.reference.tile_table import EXHAUSTED, OUT, TURNS_USED_UP
from tests.reference.tile_tally import left_on_rack

Facts = list[dict[str, int]]


def facts(*racks: str, end: int = EXHAUSTED) -> Facts:
    """Facts of a deal that ended with these racks; with an empty one somebody is out."""
    out = "" in racks
    rows = [{"out": int(not rack), **left_on_rack(tiles(rack))} for rack in racks]
    return [{"end": OUT if out else end, **row} for row in rows]


def of_values(*values: int) -> Facts:
    """Facts of an exhausted deal with racks of these values."""
    return [{"end": EXHAUSTED, "out": 0, "left_tiles": 1, "left_pips": value, "left_jokers": 0} for value in values]


def test_rack__T14() -> None:
    """TR-25."""
    fact = facts("r1 k13 X y7", "")[0]
    assert fact == {"end": OUT, "out": 0, "left_tiles": 3, "left_pips": 21, "left_jokers": 1}
    assert left_value(rules_of({}), fact) == 71


@pytest.mark.parametrize(("value", "points_"), [(50, 71), (30, 51), (20, 41), ("face", 21)])
def test_rack__joker_in_hand(value: Any, points_: int) -> None:
    """Case 20: each total differs by the jokers left."""
    assert points({"joker_in_hand": value}, facts("r1 k13 X y7", "")) == [points_, 0]


def test_nobody_out__T17() -> None:
    racks = facts("r4 b9 k13", "X y2", "k1 k3")
    assert points({}, racks) == [26, 52, 4]
    assert won({}, racks) == [0, 0, 1]


def test_match__T15() -> None:
    """TR-26: the sums of the deals."""
    deals = [(0, 71, 60), (34, 0, 41), (50, 5, 0), (12, 20, 30)]
    of_deals = [points({}, of_values(*deal)) for deal in deals]
    assert [sum(column) for column in zip(*of_deals, strict=True)] == [96, 96, 131]


def test_difference_to_lowest__case_19() -> None:
    """Rules 5.2, 8.8."""
    racks = of_values(15, 8, 22, 19)
    assert points({}, racks) == [15, 8, 22, 19]
    assert points({"pool_empty_scoring": "difference_to_lowest"}, racks) == [7, 0, 14, 11]
    assert points({"scoring": "zero_sum"}, racks) == [-7, 32, -14, -11]
    assert points({"scoring": "winner_only"}, racks) == [0, 32, 0, 0]


def test_difference_to_lowest__only_if_nobody_is_out() -> None:
    rules = {"pool_empty_scoring": "difference_to_lowest"}
    assert points(rules, facts("k5", "", "k7")) == [5, 0, 7]
    assert points(rules, facts("k5", "k6", "k7", end=TURNS_USED_UP)) == [0, 1, 2]


def test_zero_sum() -> None:
    """Rules 8.8, higher is better."""
    racks = facts("k5 X", "", "k7")
    assert points({"scoring": "zero_sum"}, racks) == [-55, 62, -7]
    assert points({"scoring": "winner_only"}, racks) == [0, 62, 0]
    assert won({}, racks) == [0, 1, 0]


def test_zero_sum__ties_share() -> None:
    racks = of_values(4, 9, 4, 4)
    assert points({"scoring": "zero_sum"}, racks) == [Fraction(5, 3), -5, Fraction(5, 3), Fraction(5, 3)]
    assert points({"scoring": "winner_only"}, racks) == [Fraction(5, 3), 0, Fraction(5, 3), Fraction(5, 3)]
    assert won({}, racks) == [Fraction(1, 3), 0, Fraction(1, 3), Fraction(1, 3)]
    assert points({"scoring": "zero_sum"}, of_values(3, 3)) == [0, 0]


def test_max_turns__is_undecided() -> None:
    racks = facts("k5", "k6", end=TURNS_USED_UP)
    assert points({}, racks) == [5, 6]
    assert points({"scoring": "zero_sum"}, racks) == [1, -1]
    assert won({}, racks) == [0, 0]


def test_joker_value__decides_who_has_the_lowest_rack() -> None:
    racks = facts("X", "k13")
    assert won({}, racks) == [0, 1]
    assert won({"joker_in_hand": "face"}, racks) == [1, 0]
