"""Records of a report, and tables made of frames."""

from dataclasses import FrozenInstanceError

import polars as pl
import pytest

from rummysim.reports.numbers import row_cells
from rummysim.reports.sections import Column, Question, RuleRow, Table
from rummysim.reports.tables import effect_table, estimate_table, glossary, screen_table
from rummysim.stats.table import statistic
from tests.figures.frames import frames
from tests.reports.sample import report


def test_sections__are_immutable() -> None:
    with pytest.raises(FrozenInstanceError):
        Question("a", "b").text = "c"  # type: ignore[misc]
    with pytest.raises(FrozenInstanceError):
        report().title = "c"  # type: ignore[misc]


def test_table__shows_all_columns_unless_told() -> None:
    frame = pl.DataFrame({"a": ["x", None], "b": [1.5, 2.5]})
    assert Table("", frame).labels() == ["a", "b"]
    assert Table("", frame).cells() == [["x", "1.5"], ["", "2.5"]]
    assert Table("", frame).are_numbers() == [False, True]
    chosen = Table("", frame, (Column("b", "B", lambda value: f"{value:.0f}!"),))
    assert (chosen.labels(), chosen.cells()) == (["B"], [["2!"], ["2!"]])


def test_rules__group_variants_by_value_in_order() -> None:
    row = RuleRow("deck", "cards", "40", {"a": "48", "b": "40", "c": "50", "d": "48"})
    assert row.changes() == [("48", ["a", "d"]), ("50", ["c"])]


def test_estimates__are_shown_with_interval_n_method_and_unfinished_share() -> None:
    table = estimate_table(frames()["estimates"], "All")
    assert table.labels() == [
        "variant", "quantity", "part", "estimate", "95 % interval", "unit", "n", "bins", "unfinished", "method",
    ]  # fmt: skip
    cells = table.cells()
    assert len(cells) == frames()["estimates"].height
    assert all(cell for line in cells for cell in line[:4] + line[6:])


def test_effects__leave_out_what_all_rows_share() -> None:
    effects = frames()["effects"]
    table = effect_table(effects, "Effect", note="Paired.")
    assert table.labels()[:2] == ["variant", "difference"]
    assert table.labels()[-1] == "variance factor"
    unpaired = effects.with_columns(variance_factor=pl.lit(None, dtype=pl.Float64))
    assert "variance factor" not in effect_table(unpaired, "Effect").labels()


def test_table_for_a_screen__has_intervals_and_units_and_the_base_beside_effects() -> None:
    whole, effects = frames()["estimates"], frames()["effects"]
    base = whole.filter(pl.col("variant") == effects["base"][0])
    table = screen_table("Effects", effects, base)
    labels = ["variant", "quantity", "base", "difference", "95 % interval", "unit", "n", "unfinished"]
    assert table.labels() == labels
    (shown,) = base.filter(pl.col("quantity") == "first_player_advantage").rows(named=True)
    for line in table.cells():
        cells = dict(zip(labels, line, strict=True))
        assert (cells["base"], cells["unit"]) == (row_cells(shown)[0], "percentage points")
        assert "…" in cells["95 % interval"]


def test_table_for_a_screen__shows_parts_where_there_are_some() -> None:
    table = screen_table("All", frames()["estimates"])
    assert table.labels()[:4] == ["variant", "quantity", "part", "estimate"]
    assert {line[2] for line in table.cells()} > {"", "seat 0"}
    assert "part" not in screen_table("Effects", frames()["effects"]).labels()


def test_table_for_a_screen__of_anything_else_is_that_frame() -> None:
    frame = pl.DataFrame({"name": ["conga"], "deals": [12_000], "share": [0.123456], "open": [True], "none": [None]})
    table = screen_table("Games", frame)
    assert table.labels() == frame.columns
    assert table.cells() == [["conga", "12,000", "0.1235", "True", ""]]


def test_glossary__says_what_each_quantity_of_a_frame_means() -> None:
    table = glossary(frames()["effects"])
    (line,) = table.cells()
    assert line[:2] == ["first-player advantage", statistic("first_player_advantage").definition]
    assert len(glossary(frames()["estimates"]).cells()) == frames()["estimates"]["quantity"].n_unique()


def test_tables__leave_their_frames_alone() -> None:
    frame = frames()["effects"]
    before = frame.clone()
    effect_table(frame, "Effect").cells()
    assert frame.equals(before)
