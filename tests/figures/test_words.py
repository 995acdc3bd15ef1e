"""Words and units of quantities, and lines of text."""

import pytest

from rummysim.figures.quantities import QUANTITIES, UNITS, plural, quantity, unit
from rummysim.figures.text import shorten, width_of, wrap
from rummysim.stats.table import STATISTICS


@pytest.mark.parametrize("statistic", STATISTICS, ids=lambda each: each.name)
def test_quantity__is_listed_for_every_statistic_with_its_unit(statistic) -> None:
    assert quantity(statistic.name) in QUANTITIES
    assert quantity(statistic.name).unit == statistic.unit
    assert unit(statistic.unit) in UNITS


def test_quantity__has_no_words_for_statistics_that_do_not_exist() -> None:
    assert {each.name for each in QUANTITIES} == {each.name for each in STATISTICS}


def test_quantity__unknown_is_called_by_its_name() -> None:
    assert quantity("luck_{share}").called("deal", "seat 0") == "luck {share}, seat 0"
    assert unit("cards").symbol == "cards"


def test_quantity__is_called_by_level() -> None:
    assert quantity("turns").called("match") == "turns per match"
    assert quantity("unfinished_share").called("match") == "share of unfinished matches"
    assert plural("deal") == "deals"


@pytest.mark.parametrize("text", ["words " * 30, "W" * 200, "", "a" * 30 + " b", "one"])
def test_wrap__fits_and_loses_nothing(text: str) -> None:
    lines = wrap(text, 2.0, 11).split("\n")
    assert all(width_of(line, 11) <= 2.0 for line in lines)
    assert "".join(lines).replace(" ", "") == text.replace(" ", "")


def test_wrap__keeps_number_and_per_cent_sign_together() -> None:
    for inches in (0.4, 0.6, 0.8, 1.0):
        assert not any(line.startswith("%") for line in wrap("share 95 % of 12 %", inches, 11).split("\n"))


def test_shorten__keeps_both_ends_of_a_long_name() -> None:
    name = "start " + "x" * 200 + " end"
    assert shorten(name).startswith("start ")
    assert shorten(name).endswith(" end")
    assert len(shorten(name)) <= 84
    assert shorten("two\n lines") == "two lines"
