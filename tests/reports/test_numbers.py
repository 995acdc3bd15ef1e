"""Estimates in words."""

import math

import polars as pl
import pytest

from rummysim.reports.numbers import answer, answer_row, estimate_words, p_words, row_cells, row_words

INF = math.inf


def row(quantity: str, *values: float | None, **more: object) -> dict[str, object]:
    return dict(zip(("estimate", "lo", "hi"), values, strict=True)) | {"quantity": quantity} | more


def test_estimate__has_unit_and_interval() -> None:
    assert estimate_words(0.021, 0.012, 0.030, "share", signed=True) == "+2.1 % (95 %: +1.2 … +3.0)"
    assert estimate_words(0.5, 0.45, 0.55, "share") == "50 % (95 %: 45 … 55)"
    assert estimate_words(0.01, -0.02, 0.04, "share", difference=True) == "+1.0 percentage points (95 %: −2.0 … +4.0)"
    assert estimate_words(0.97, 0.95, 0.99, "index") == "0.970 (95 %: 0.950 … 0.990)"
    assert estimate_words(12.0, 12.0, INF, "turns") == "12 turns (95 %: 12 … ∞)"
    assert estimate_words(-0.0001, -0.5, 0.5, "score points", difference=True) == "0.0 points (95 %: −0.5 … +0.5)"


@pytest.mark.parametrize(
    ("values", "unit", "said"),
    [
        ((2.1, 1.2, 3.0), "score points", "more: by 1.2 to 3.0 points"),
        ((-2.1, -3.0, -1.2), "score points", "less: by 1.2 to 3.0 points"),
        ((0.1, -0.2, 0.3), "score points", "no detectable difference: at most 0.30 points"),
        ((0.0, -0.9, 0.4), "turns", "no detectable difference: at most 0.9 turns"),
        ((0.021, 0.012, 0.030), "share", "more: by 1.2 to 3.0 percentage points"),
        ((0.0, 0.0, 0.0), "turns", "no difference at all"),
        ((2.0, 2.0, 2.0), "turns", "more: by exactly 2 turns"),
        ((-2.0, -2.0, -2.0), "turns", "less: by exactly 2 turns"),
        ((2.0, 0.5, INF), "turns", "more: by at least 0.5 turns"),
        ((-2.0, -INF, -0.5), "turns", "less: by at least 0.5 turns"),
        ((1.0, -INF, INF), "turns", "too little was played to tell"),
        ((1.0, 0.0, INF), "turns", "too little was played to tell"),
        ((1.0, 1e-9, 2.0), "turns", "more: by at most 2.0 turns"),
        ((1.0, 0.0, 2.0), "turns", "no detectable difference: at most 2.0 turns"),
        ((0.05, 0.04, 0.06), "index", "more: by 0.040 to 0.060"),
    ],
)
def test_answer__says_what_the_interval_says(values: tuple[float, float, float], unit: str, said: str) -> None:
    assert answer(*values, unit) == said


def test_answer__takes_other_words() -> None:
    assert answer(2.0, 1.2, 3.0, "turns", more="longer", less="shorter") == "longer: by 1.2 to 3.0 turns"
    said = answer(0.021, 0.012, 0.03, "share of a fair share", difference=False, more="more than fair")
    assert said == "more than fair: by 1.2 to 3.0 %"


def test_p_value__is_never_zero() -> None:
    assert p_words(0.0) == "p < 0.001"
    assert p_words(0.031) == "p = 0.031"
    assert p_words(1.0) == "p = 1"


def test_row__is_signed_where_it_compares_with_zero() -> None:
    assert row_words(row("first_player_advantage", 0.021, 0.012, 0.03)) == "+2.1 % (95 %: +1.2 … +3.0)"
    assert row_words(row("turns", 12.0, 11.5, 12.5)) == "12.0 turns (95 %: 11.5 … 12.5)"
    assert row_words(row("turns", 12.0, 11.5, 12.5, base="x")) == "+12.0 turns (95 %: +11.5 … +12.5)"
    assert row_words(row("equal_seats_p", 0.2, None, None)) == "p = 0.2"
    assert row_cells(row("equal_seats_p", 0.2, None, None)) == ("p = 0.2", "", "")
    assert row_cells(row("win_share", 0.5, 0.4, 0.6)) == ("50", "40 … 60", "%")


def test_row__answers_by_itself() -> None:
    given = row("first_player_advantage", 0.021, 0.012, 0.03)
    assert answer_row(given) == "more: by 1.2 to 3.0 %"
    assert answer_row(given | {"base": "x"}) == "more: by 1.2 to 3.0 percentage points"


def test_row__of_a_frame_is_understood() -> None:
    frame = pl.DataFrame([row("margin", 3.0, 2.0, 4.0)])
    assert row_words(frame.row(0, named=True)) == "3.0 points (95 %: 2.0 … 4.0)"
