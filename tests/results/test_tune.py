"""Grids searched for a goal, factorial tables, contrasts and their figures."""

from typing import Any

import polars as pl
import pytest

import rummysim as rs
from rummysim.errors import InputError
from rummysim.reports.numbers import row_words
from rummysim.results.tune import distance
from tests.figures.drawn import texts

GRID = {"knock_limit": [3, 5, 10], "close_bonus": [-10, -25]}
TWO = ["greedy", "greedy"]


def tuned(**changes: Any) -> Any:
    """A small search."""
    wishes = {"bots": TWO, "deals": 400, "confirm": 1000, "seed": 2, "progress": False, "threads": 1, **changes}
    return rs.tune("conga", wishes.pop("grid", GRID), wishes.pop("goal", {"turns": (9.0, 20.0)}), **wishes)


@pytest.mark.parametrize(
    ("value", "wanted", "expected"),
    [(5, (4, 6), 0), (4, (4, 6), 0), (3, (4, 6), 0.5), (10, (4, 6), 2), (3, "most", 0), (3, "least", 0)],
)
def test_distance__is_in_widths_of_the_range(value: float, wanted: Any, expected: float) -> None:
    assert distance(value, wanted) == expected


def test_winner__is_nearest_to_the_goal_and_confirmed_on_other_shuffles() -> None:
    found = tuned()
    assert found.winner.options()["knock_limit"] == 3
    (row,) = found.confirmed.iter_rows(named=True)
    searched = found.rounds.filter(pl.col("variant") == found.winner.name)["estimate"].to_list()
    assert row["estimate"] not in searched
    assert row["lo"] < row["estimate"] < row["hi"]
    assert row["n_units"] == 1000
    assert repr(found) == f"Tuning(knock_limit=3; on a fresh seed turns per deal {row_words(row)})"


def test_rounds__halve_the_candidates_and_double_the_deals() -> None:
    rounds = tuned().rounds
    sizes = rounds.group_by("round", maintain_order=True).agg(pl.col("variant").n_unique(), pl.col("n_units").max())
    assert sizes.rows() == [(1, 6, 400), (2, 3, 800), (3, 2, 1600)]
    assert rounds.filter(pl.col("goes_on") & (pl.col("round") == 3))["variant"].n_unique() == 1


def test_first_round__is_that_of_a_sweep_on_the_same_shuffles() -> None:
    first = tuned().rounds.filter(pl.col("round") == 1).select("variant", "estimate")
    table = rs.sweep("conga", GRID, TWO, deals=400, seed=2, progress=False).table("turns")
    assert first.sort("variant").equals(table.select("variant", "estimate").sort("variant"))


def test_skill__is_a_goal_and_ranges_come_first() -> None:
    found = tuned(goal={"skill": "most", "turns": (9.0, 20.0)}, against="random")
    assert found.winner.options()["knock_limit"] == 3
    skill = found.confirmed.filter(pl.col("goal") == "skill").row(0, named=True)
    assert (skill["quantity"], skill["estimate"] > 0.6) == ("win_share", True)


def test_front__holds_whom_no_other_beats() -> None:
    found = tuned(goal={"turns": "least", "points_sd": "least"})
    rows = found.rounds.filter(pl.col("round") == 1)
    points = {
        name: tuple(rows.filter(pl.col("variant") == name).sort("goal")["estimate"])
        for name in rows["variant"].unique()
    }
    free = {
        name
        for name, mine in points.items()
        if not any(all(a <= b for a, b in zip(other, mine, strict=True)) and other != mine for other in points.values())
    }
    assert set(found.front["variant"]) == free
    assert "no other candidate is as good" in texts(found.plot_front()).replace("\n", " ")


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"goal": {}}, ["goal", "mapping"]),
        ({"goal": {"turns": (5, 5)}}, ["turns", "(5, 5)", "most"]),
        ({"goal": {"turns": "big"}}, ["big", "most"]),
        ({"goal": {"skill": "most"}}, ["skill", "against"]),
        ({"goal": {"height": (1, 2)}}, ["height", "turns"]),
        ({"grid": {}}, ["grid", "mapping"]),
        ({"grid": {"knock_limit": []}}, ["grid", "at least one"]),
        ({"grid": {"knock_limits": [1]}}, ["knock_limits", "knock_limit"]),
    ],
    ids=str,
)
def test_wrong_wish__is_one_message(changes: dict[str, Any], words: list[str]) -> None:
    with pytest.raises(InputError) as caught:
        tuned(**changes)
    assert all(word in str(caught.value) for word in words), str(caught.value)


def test_front_of_one_goal__is_refused() -> None:
    with pytest.raises(InputError, match="two goals"):
        tuned(grid={"knock_limit": [3, 5]}).plot_front()


@pytest.fixture(scope="module")
def swept() -> Any:
    """A grid of two options."""
    grid = {"knock_limit": [3, 7], "hand_size": [5, 7]}
    return rs.sweep("conga", grid, TWO, deals=600, seed=4, progress=False)


def test_factorial__adds_up_to_the_cells(swept: Any) -> None:
    terms = {row["term"]: row["estimate"] for row in swept.factorial("turns").iter_rows(named=True)}
    table = swept.table("turns")
    mean = table["estimate"].mean()
    for row in table.iter_rows(named=True):
        first, second = f"knock_limit={row['knock_limit']}", f"hand_size={row['hand_size']}"
        assert mean + terms[first] + terms[second] + terms[f"{first}, {second}"] == pytest.approx(row["estimate"])
    with pytest.raises(InputError, match="turns_quantile"):
        swept.factorial("turns_quantile")
    with pytest.raises(InputError, match="height"):
        swept.factorial("height")


def test_heat_map__shows_every_cell_with_its_half_interval(swept: Any) -> None:
    shown = texts(swept.plot_heat("turns"))
    for row in swept.table("turns").iter_rows(named=True):
        assert f"{row['estimate']:.1f}" in shown or f"{row['estimate']:.2f}" in shown
    assert shown.count("±") == 5
    one = rs.sweep("conga", {"knock_limit": [3, 7]}, TWO, deals=40, progress=False)
    with pytest.raises(InputError, match="two"):
        one.plot_heat("turns")


def test_contrasts__correct_for_those_declared(swept: Any) -> None:
    frame = swept.contrasts("turns")
    assert frame.height == 3
    assert (frame["p_adjusted"] >= frame["p"]).all()
    one = swept.contrasts("turns", declared=["knock_limit=7, hand_size=5"])
    assert one["p"].to_list() == one["p_adjusted"].to_list()
    with pytest.raises(InputError, match="is the base"):
        swept.contrasts("turns", declared=[swept.base])
    with pytest.raises(InputError, match="height"):
        swept.contrasts("height")
