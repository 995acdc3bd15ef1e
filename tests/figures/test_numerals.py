"""Numbers as text."""

import math

import pytest

from rummysim.figures.numerals import count, decimals_for, fixed, interval, percent, spread

INF = math.inf


@pytest.mark.parametrize(
    ("values", "signed", "shown"),
    [
        ((2.1, 1.2, 3.0), True, "+2.1 (+1.2 … +3.0)"),
        ((2.1234, 2.1111, 2.1357), False, "2.123 (2.111 … 2.136)"),
        ((34.12, 33.8, 34.4), False, "34.12 (33.80 … 34.40)"),
        ((-0.04, -0.9, 0.8), True, "0.0 (−0.9 … +0.8)"),
        ((1234.5, 1100.0, 1400.0), False, "1,234 (1,100 … 1,400)"),
        ((0.0, 0.0, 0.0), True, "0 (0 … 0)"),
        ((3.0, 3.0, 3.0), False, "3 (3 … 3)"),
        ((2.5, 2.5, 2.5), False, "2.5 (2.5 … 2.5)"),
        ((1.23456, -INF, INF), True, "+1.23 (−∞ … +∞)"),
        ((2.0, 0.5, INF), False, "2.0 (0.5 … ∞)"),
        ((0.0, 0.0, 0.03), False, "0.000 (0.000 … 0.030)"),
        ((1.0, 0.004, 2.0), True, "+1.000 (+0.004 … +2.000)"),
    ],
)
def test_interval__shows_digits_by_its_width(values, signed: bool, shown: str) -> None:
    assert interval(*values, signed=signed) == shown


@pytest.mark.parametrize(
    ("value", "decimals", "signed", "shown"),
    [
        (-0.04, 1, False, "0.0"),
        (-0.0, 0, True, "0"),
        (0.04, 1, True, "0.0"),
        (-1.25, 1, False, "−1.2"),
        (1e6, 0, True, "+1,000,000"),
        (-INF, 1, False, "−∞"),
        (INF, 1, True, "+∞"),
        (math.nan, 1, True, "unknown"),
    ],
)
def test_fixed__has_one_sign_and_no_minus_zero(value: float, decimals: int, signed: bool, shown: str) -> None:
    assert fixed(value, decimals, signed=signed) == shown


def test_decimals__are_enough_to_see_the_width() -> None:
    for exponent in range(-6, 4):
        for leading in (1.0, 2.0, 3.0, 5.0, 9.0, 9.7):
            half = leading * 10.0**exponent
            shown = float(f"{half:.{decimals_for(0.0, -half, half)}f}")
            assert abs(shown - half) <= 0.15 * half


@pytest.mark.parametrize(
    ("share", "shown"),
    [
        (0.0, "0 %"), (1.0, "100 %"), (1e-6, "<0.01 %"), (1 - 1e-6, ">99.99 %"), (0.103, "10.3 %"), (0.5, "50 %"),
        (0.0012, "0.12 %"), (0.9988, "99.88 %"), (0.1, "10 %"), (0.9996, "99.96 %"),
    ],
)  # fmt: skip
def test_percent__reads_as_nothing_or_all_only_if_it_is(share: float, shown: str) -> None:
    assert percent(share) == shown


def test_spread__is_one_value_where_both_are_equal() -> None:
    assert spread(["1", "1"]) == "1"
    assert spread(["1", "2", "3"]) == "1 to 3"
    assert count(1234567) == "1,234,567"
