"""What the single figures show, awkward cases included."""

import math

import polars as pl
import pytest

from rummysim.figures.effects import plot_effects
from rummysim.figures.endings import plot_endings
from rummysim.figures.length import plot_length
from rummysim.figures.scores import plot_scores
from rummysim.figures.seat_shares import plot_seat_shares
from tests.figures.drawn import intervals, texts
from tests.figures.frames import estimate_rows, frames


def distribution(*rows: tuple[float, float, float, float, int], variant: str | None = None) -> pl.DataFrame:
    frame = pl.DataFrame(rows, schema=["value", "share", "lo", "hi", "n"], orient="row")
    return frame if variant is None else frame.with_columns(variant=pl.lit(variant))


def effect_rows(*rows: tuple[str, str, float, float, float], **same: object) -> pl.DataFrame:
    return estimate_rows("turns", *rows, base="usual", **same)


def test_seat_shares__draw_shares_in_per_cent() -> None:
    rows = estimate_rows("win_share", ("a", "seat 0", 0.6, 0.5, 0.7), ("a", "seat 1", 0.4, 0.3, 0.5))
    assert sorted((x0, x1) for x0, _, x1, _ in intervals(plot_seat_shares(rows))) == [(30, 50), (50, 70)]


def test_seat_shares__leave_out_fair_line_where_a_seat_is_missing() -> None:
    whole = estimate_rows("win_share", ("a", "seat 0", 0.6, 0.5, 0.7), ("a", "seat 1", 0.4, 0.3, 0.5))
    assert "No fair line" not in texts(plot_seat_shares(whole))
    assert "No fair line" in texts(plot_seat_shares(whole.head(1)))


def test_seat_shares__ignore_players() -> None:
    rows = estimate_rows("win_share", ("a", "seat 0", 1.0, 0.9, 1.0), ("a", "player 0", 0.4, 0.3, 0.5))
    assert len(intervals(plot_seat_shares(rows))) == 1


def test_seat_shares__of_players_only_are_refused() -> None:
    with pytest.raises(ValueError, match="no rows"):
        plot_seat_shares(estimate_rows("win_share", ("a", "player 0", 0.4, 0.3, 0.5)))


def test_seat_shares__stay_between_nothing_and_all() -> None:
    rows = estimate_rows("win_share", ("a", "seat 0", 1.0, 0.9, 1.0), ("a", "seat 1", 0.0, 0.0, 0.1))
    assert plot_seat_shares(rows).get_xlim() == (0, 100)


def test_effects__keep_the_order_given() -> None:
    ax = plot_effects(effect_rows(("z", "all", 1, 0, 2), ("a", "all", 2, 1, 3), ("m", "all", 0, -1, 1)))
    assert [label.get_text() for label in ax.get_yticklabels()] == ["z", "a", "m"]
    assert ax.get_ylim()[0] > ax.get_ylim()[1]


def test_effects__print_difference_and_interval_at_the_right() -> None:
    shown = texts(plot_effects(effect_rows(("a", "all", 1.26, 0.31, 2.21), ("b", "all", 0.0, 0.0, 0.0))))
    assert "+1.3 (+0.3 … +2.2)" in shown
    assert "0 (0 … 0)" in shown
    assert "difference from usual (turns)" in shown


def test_effects__of_shares_are_in_percentage_points() -> None:
    rows = effect_rows(("a", "seat 0", 0.01, -0.01, 0.03)).with_columns(quantity=pl.lit("win_share"))
    ax = plot_effects(rows)
    assert "percentage points" in ax.get_xlabel().replace("\n", " ")
    assert "seat 0" in ax.get_title(loc="left").replace("\n", " ")
    assert intervals(ax)[0][0::2] == (-1, 3)


def test_effects__without_limits_end_in_arrows_at_the_edge() -> None:
    ax = plot_effects(effect_rows(("a", "all", 1.0, -math.inf, math.inf), ("b", "all", 2.0, 1.5, math.inf)))
    low, high = ax.get_xlim()
    assert math.isfinite(low)
    assert math.isfinite(high)
    assert [each[0::2] for each in intervals(ax)] == [(low, high), (1.5, high)]
    assert "(−∞ … +∞)" in texts(ax)


def test_effects__name_group_and_base_where_they_differ() -> None:
    rows = pl.concat(
        [effect_rows(("a", "seat 0", 1, 0, 2)), effect_rows(("a", "seat 1", 1, 0, 2)).with_columns(base=pl.lit("x"))]
    )
    shown = texts(plot_effects(rows))
    assert "a, seat 0 against usual" in shown
    assert "a, seat 1 against x" in shown


def test_effects__of_several_quantities_are_refused_with_the_remedy() -> None:
    with pytest.raises(ValueError, match="filter the frame by quantity"):
        plot_effects(frames()["all effects"])


def test_endings__leave_what_never_happened_to_the_caption() -> None:
    rows = estimate_rows("end_share", ("a", "knock", 1.0, 0.99, 1.0), ("a", "max_turns", 0.0, 0.0, 0.004))
    shown = texts(plot_endings(rows))
    assert "Never seen: max turns (upper limit 0.4 %)" in shown
    assert len(intervals(plot_endings(rows))) == 1


def test_endings__are_shown_where_another_variant_has_them() -> None:
    rows = estimate_rows(
        "end_share", ("a", "knock", 1.0, 0.99, 1.0), ("a", "dead", 0.0, 0.0, 0.1), ("b", "dead", 1.0, 0.9, 1.0)
    )
    assert len(intervals(plot_endings(rows))) == 3


def test_length__takes_the_median_from_the_estimates() -> None:
    given = frames()
    ax = plot_length(given["length"], estimates=given["estimates"])
    row = given["estimates"].filter(quantity="turns_quantile", group="median").row(0, named=True)
    assert f"median {row['estimate']:.0f} turns ({row['lo']:.0f} … {row['hi']:.0f})" in texts(ax)
    assert "for each variant; unfinished deals:" in texts(ax)


def test_length__without_estimates_says_what_is_not_known() -> None:
    shown = texts(plot_length(distribution((3, 0.4, 0.3, 0.5, 40), (4, 0.6, 0.5, 0.7, 60))))
    assert "median 4 turns" in shown
    assert "n = 100 deals; share of unfinished units not given" in shown


def test_length__refuses_estimates_of_other_runs() -> None:
    given = frames()
    with pytest.raises(ValueError, match="1 medians of turns for 3 distributions"):
        plot_length(given["length"], estimates=given["estimates"].filter(pl.col("variant") == "0 limit"))


def test_length__leaves_out_a_long_tail_and_says_so() -> None:
    rows = [(float(value), 0.05, 0.04, 0.06, 50) for value in range(1, 21)]
    ax = plot_length(distribution(*rows[:-1], (20.0, 0.0497, 0.04, 0.06, 50), (500.0, 0.0003, 0.0, 0.001, 1)))
    assert ax.get_xlim()[1] < 30
    assert "Beyond the axis: at most 0.03 % of deals" in texts(ax)


def test_length__of_one_value_is_drawn() -> None:
    assert len(intervals(plot_length(distribution((7, 1.0, 0.9, 1.0, 20))))) == 1


def test_scores__show_negative_points_and_the_zero_line() -> None:
    ax = plot_scores(distribution((-25, 0.2, 0.1, 0.3, 20), (-10.5, 0.3, 0.2, 0.4, 30), (100, 0.5, 0.4, 0.6, 50)))
    assert ax.get_xlim()[0] <= -25
    assert ax.get_xlim()[1] >= 100
    assert {x0 for x0, _, _, _ in intervals(ax)} == {-25, -10.5, 100}
    assert any(list(line.get_xdata()) == [0, 0] for line in ax.lines)


def test_scores__of_negative_points_only_have_no_zero_line() -> None:
    ax = plot_scores(distribution((-25, 0.5, 0.4, 0.6, 50), (-9, 0.5, 0.4, 0.6, 50), (-7, 0.0, 0.0, 0.1, 0)))
    assert not ax.lines


def test_columns__are_as_wide_as_the_values_are_apart() -> None:
    ax = plot_scores(distribution((0, 0.5, 0.4, 0.6, 50), (5, 0.25, 0.2, 0.3, 25), (15, 0.25, 0.2, 0.3, 25)))
    (stairs,) = (each for each in ax.patches if hasattr(each, "get_data"))
    assert list(stairs.get_data().edges) == [-2.5, 2.5, 7.5, 12.5, 17.5]


def test_points_of_both_levels__are_refused() -> None:
    both = pl.concat([estimate_rows("end_share", ("a", "x", 1, 1, 1), level=level) for level in ("deal", "match")])
    with pytest.raises(ValueError, match="filter the frame by level"):
        plot_endings(both)
