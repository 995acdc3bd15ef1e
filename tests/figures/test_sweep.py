"""The curve of a quantity over an option: what it shows, and frames of which no curve can be made."""

import math
from functools import cache
from typing import Any

import matplotlib as mpl
import polars as pl
import pytest
from matplotlib.axes import Axes
from matplotlib.colors import to_hex
from matplotlib.figure import Figure

import rummysim as rs
from rummysim.errors import InputError
from rummysim.figures.render import to_svg
from rummysim.figures.style import MARKS
from rummysim.figures.sweep import plot_sweep
from tests.figures.drawn import bands, intervals, outside, overlapping_labels, texts
from tests.figures.frames import estimate_rows

X = "knock_limit"


def rows(quantity: str = "win_share", **same: Any) -> pl.DataFrame:
    """Estimates at 0, 5 and 3, in this order."""
    given = [("a", "all", 0.5, 0.4, 0.6), ("b", "all", 0.7, 0.5, 0.8), ("c", "all", 0.6, 0.55, 0.65)]
    return estimate_rows(quantity, *given, **same).with_columns(pl.Series(X, [0, 5, 3]))


def lines(ax: Axes) -> list[list[tuple[float, float]]]:
    """Points of every line with marks."""
    found = [line for line in ax.lines if line.get_marker() != "None"]
    return [list(zip(line.get_xdata(), line.get_ydata(), strict=True)) for line in found]


@cache
def small_sweep() -> rs.Sweep:
    """A sweep over one option."""
    return rs.sweep("conga", {X: [5, 0, 3]}, ["greedy", "random"], deals=200, seed=2, progress=False)


# one line


def test_curve__shows_estimates_and_intervals_by_value() -> None:
    ax = plot_sweep(rows(), X)
    assert lines(ax) == [[(0, 50), (3, 60), (5, 70)]]
    (band,) = bands(ax)
    assert {x: pytest.approx(edges) for x, edges in band.items()} == {0: (40, 60), 3: (55, 65), 5: (50, 80)}


def test_curve__says_what_it_shows() -> None:
    ax = plot_sweep(rows("turns", n_units=2000, share_unfinished=0.25), X)
    assert (ax.get_title(loc="left"), ax.get_xlabel()) == ("Turns per deal by knock_limit", X)
    assert ax.get_ylabel() == "turns per deal (turns)"
    assert ax.get_legend() is None
    assert "Bands: intervals of 95 %. n = 2,000 (deals) each; unfinished: 25 %." in texts(ax)


def test_curve__names_the_group_at_its_axis() -> None:
    ax = plot_sweep(rows(level="match").with_columns(group=pl.lit("seat 0")), X)
    assert (ax.get_title(loc="left"), ax.get_ylabel()) == ("Win share by knock_limit", "win share, seat 0 (%)")
    assert "(matches) each" in texts(ax)


def test_caption__spans_different_counts() -> None:
    frame = rows().with_columns(pl.Series("n_units", [900, 100, 1500]), pl.Series("share_unfinished", [0.2, 0.0, 0.1]))
    assert "n = 100 to 1,500 (deals) each; unfinished: 0 % to 20 %." in texts(plot_sweep(frame, X))


def test_fair_value__is_a_dashed_line() -> None:
    ax = plot_sweep(rows(), X, fair=0.25)
    assert [list(line.get_ydata()) for line in ax.lines if line.get_linestyle() == "--"] == [[25, 25]]
    assert "Dashed: fair." in texts(ax)
    assert "Dashed" not in texts(plot_sweep(rows(), X))


def test_lone_point__has_its_interval_as_a_line() -> None:
    ax = plot_sweep(rows().head(1), X)
    assert intervals(ax) == [(0, 40, 0, 60)]
    assert intervals(plot_sweep(rows(), X)) == []


@pytest.mark.parametrize("limit", [math.inf, None], ids=["unbounded", "none"])
def test_caption__says_that_a_band_is_missing(limit: float | None) -> None:
    missing = pl.when(pl.col(X) == 3).then(pl.lit(limit, pl.Float64)).otherwise("hi")
    ax = plot_sweep(rows().with_columns(missing.alias("hi")), X)
    assert [3 in band for band in bands(ax)] == [False]
    assert "No band: no interval with two ends." in texts(ax)
    assert "No band" not in texts(plot_sweep(rows(), X))


# several lines


def two_levels() -> pl.DataFrame:
    """Rows of matches and, a tenth below, of deals."""
    below = [(pl.col(name) - 0.1).alias(name) for name in ("estimate", "lo", "hi")]
    return pl.concat([rows(level="match"), rows().with_columns(below)])


def test_lines__are_one_a_series_in_the_order_given() -> None:
    ax = plot_sweep(two_levels(), X, series="level")
    assert [[round(y) for _, y in line] for line in lines(ax)] == [[50, 60, 70], [40, 50, 60]]
    assert [round(band[3][0]) for band in bands(ax)] == [55, 45]
    assert [text.get_text() for text in ax.get_legend().get_texts()] == ["match", "deal"]
    assert "(matches, deals) each" in texts(ax)
    turns = plot_sweep(two_levels().with_columns(quantity=pl.lit("turns")), X, series="level")
    assert " ".join(turns.get_ylabel().split()) == "turns per match or deal (turns)"


def test_lines__differ_in_colour_and_mark_with_their_bands() -> None:
    ax = plot_sweep(two_levels(), X, series="level")
    drawn = [(to_hex(line.get_color()).upper(), line.get_marker()) for line in ax.lines]
    assert drawn == [(mark.colour.upper(), mark.marker) for mark in MARKS[:2]]
    handles = [(to_hex(each.get_color()).upper(), each.get_marker()) for each in ax.get_legend().get_lines()]
    assert handles == drawn
    assert [to_hex(band.get_facecolor()[0]).upper() for band in ax.collections] == [colour for colour, _ in drawn]


@pytest.mark.parametrize("column", ["group", "variant", "limit"])
def test_lines__are_told_apart_by_any_column(column: str) -> None:
    frame = pl.concat([rows().with_columns(pl.lit(value).alias(column)) for value in ("one", "two")])
    ax = plot_sweep(frame, X, series=column)
    assert [text.get_text() for text in ax.get_legend().get_texts()] == ["one", "two"]
    assert len(lines(ax)) == len(bands(ax)) == 2
    assert ax.get_ylabel() == "win share (%)"


def test_line__of_numbers_or_nothing_has_a_name() -> None:
    frame = pl.concat([rows().with_columns(pl.lit(value, pl.Int64).alias("limit")) for value in (50, None)])
    ax = plot_sweep(frame, X, series="limit")
    assert [text.get_text() for text in ax.get_legend().get_texts()] == ["50", "none"]
    assert len(lines(ax)) == 2


# what every figure keeps


def test_curve__is_drawn_on_given_axes_and_leaves_frame_and_settings_alone() -> None:
    frame, figure = two_levels(), Figure()
    before, settings, ax = frame.clone(), dict(mpl.rcParams), figure.add_subplot()
    assert plot_sweep(frame, X, series="level", ax=ax) is ax
    assert figure.axes == [ax]
    assert frame.equals(before)
    assert dict(mpl.rcParams) == settings
    assert not plot_sweep(frame, X, series="level").spines["top"].get_visible()


def test_curve__keeps_its_words_apart_and_inside_and_is_the_same_twice() -> None:
    frame = pl.concat(
        [rows().with_columns(pl.lit(f"a rather long name {number}").alias("limit")) for number in range(9)]
    )
    ax = plot_sweep(frame, X, series="limit", fair=0.5)
    assert (overlapping_labels(ax), outside(ax)) == ([], [])
    assert to_svg(ax.figure) == to_svg(plot_sweep(frame, X, series="limit", fair=0.5).figure)


# what is refused

MORE = rows().with_columns(estimate=pl.lit(0.1))
REFUSED: dict[str, tuple[pl.DataFrame, str | None, str]] = {
    "words": (
        rows().with_columns(pl.Series(X, ["low", "wrap", "low"])),
        None,
        f"{X} is low, wrap; a curve needs numbers",
    ),
    "no number": (
        rows().with_columns(pl.Series(X, ["None", "1", "2"])),
        None,
        f"{X} is None, 1, 2; a curve needs numbers",
    ),
    "no column": (rows().drop(X), None, f"the frame lacks {X}; this figure needs {X}, "),
    "no series": (rows(), "bots", "the frame lacks bots; this figure needs "),
    "no rows": (rows().clear(), None, "the frame has no rows"),
    "levels": (two_levels(), None, "the frame holds 2 values of level: match, deal; .*; filter the frame by level"),
    "levels at different values": (
        pl.concat([rows().filter(pl.col(X) == 0), rows(level="match").filter(pl.col(X) == 3)]),
        None,
        "the frame holds 2 values of level: deal, match",
    ),
    "groups": (
        pl.concat([rows(), rows().with_columns(group=pl.lit("seat 1"))]),
        None,
        "the frame holds 2 values of group: all, seat 1",
    ),
    "groups within series": (
        pl.concat([two_levels(), two_levels().with_columns(group=pl.lit("seat 1"))]),
        "level",
        "the frame holds 2 values of group: all, seat 1",
    ),
    "quantities": (pl.concat([rows(), rows("turns")]), None, "the frame holds 2 values of quantity: win_share, turns"),
    "two of a value": (pl.concat([rows(), MORE]), None, f"a line has several rows at one value of {X}; .*; filter"),
    "two of a value in a series": (
        pl.concat([two_levels(), MORE]),
        "level",
        f"a line has several rows at one value of {X}; .* as series$",
    ),
}


@pytest.mark.parametrize(("frame", "series", "message"), REFUSED.values(), ids=list(REFUSED))
def test_curve__that_no_frame_makes_is_refused(frame: pl.DataFrame, series: str | None, message: str) -> None:
    with pytest.raises(InputError, match=f"^{message}"):
        plot_sweep(frame, X, series=series)


# of a sweep


def test_sweep__draws_its_table_over_its_option() -> None:
    table = small_sweep().table("win_share", "player 0: greedy").sort(X)
    ax = small_sweep().plot_sweep("win_share", "player 0: greedy", fair=0.5)
    assert lines(ax) == [[(x, pytest.approx(100 * y)) for x, y in table.select(X, "estimate").rows()]]
    (band,) = bands(ax)
    expected = {row[X]: pytest.approx((100 * row["lo"], 100 * row["hi"])) for row in table.to_dicts()}
    assert band == expected
    assert ax.get_xlabel() == X
    assert "Dashed: fair." in texts(ax)


def test_sweep__draws_on_given_axes() -> None:
    ax = Figure().add_subplot()
    assert small_sweep().plot_sweep("turns", ax=ax) is ax


def test_sweep__refuses_what_is_no_curve() -> None:
    def sweep(**grid: list[Any]) -> rs.Sweep:
        return rs.sweep("conga", grid, ["greedy"] * 2, deals=20, progress=False)

    with pytest.raises(
        InputError, match=f"^the grid has the options {X}, deck; a curve shows one; sweep over one option$"
    ):
        sweep(knock_limit=[3, 5], deck=[40, 48]).plot_sweep("turns")
    with pytest.raises(InputError, match=r"^ace_mode is low, either; a curve needs numbers; plot_effects compares"):
        sweep(ace_mode=["low", "either"]).plot_sweep("turns")
    with pytest.raises(InputError, match=r"^no estimate 'luck' of group 'all'"):
        small_sweep().plot_sweep("luck")
    with pytest.raises(InputError, match=r"^no estimate 'turns' of group 'nobody'"):
        small_sweep().plot_sweep("turns", "nobody")
