"""Tallies: exact sums that merge in any order, and refuse what contradicts itself."""

import random
from dataclasses import replace
from itertools import pairwise

import polars as pl
import pytest
from polars.testing import assert_frame_equal

from rummysim.fields.tallies import Tallies, TalliesError, merge
from rummysim.stats.summary import estimates
from tests.stats import synthetic

RUN = synthetic.units(seed=3, n_blocks=22)


def split(at: list[int]) -> list[Tallies]:
    """Parts of the run, cut before the given blocks."""
    edges = [0, *at, 22]
    return [synthetic.tallies([unit for unit in RUN if low <= unit["block"] < high]) for low, high in pairwise(edges)]


def assert_same(one: Tallies, two: Tallies) -> None:
    assert one.n_blocks == two.n_blocks
    for name in ("rows", "units", "histogram"):
        assert_frame_equal(getattr(one, name), getattr(two, name))


@pytest.mark.parametrize("at", [[4], [5], [1, 2, 3], [7, 13, 21], list(range(1, 22))])
def test_merge__does_not_depend_on_where_a_run_is_split(at):
    assert_same(merge(split(at)), merge(split([])))


def test_merge__does_not_depend_on_the_order_or_grouping():
    parts = split([3, 9, 10, 18])
    shuffled = random.Random(5).sample(parts, len(parts))
    assert_same(merge(shuffled), merge(parts))
    assert_same(merge([merge(parts[3:]), merge(parts[:3])]), merge(parts))


def test_merge__gives_the_same_estimates():
    assert_frame_equal(estimates(merge(split([1, 6, 15]))), estimates(split([])[0]))


def test_merge__sorts_by_keys():
    merged = merge(split([9])[::-1])
    for frame, keys in ((merged.rows, ["bin", "player", "seat"]), (merged.histogram, ["bin", "quantity", "value"])):
        assert_frame_equal(frame, frame.sort(keys))


@pytest.mark.parametrize(
    ("name", "value"),
    [("variant", "x"), ("level", "match"), ("direction", "higher"), ("points_unit", 2), ("blocks_per_bin", 9)],
)
def test_merge__refuses_parts_of_different_runs(name, value):
    one, two = split([8])
    with pytest.raises(TalliesError, match=f"differ in {name}"):
        merge([one, replace(two, **{name: value})])


def test_merge__refuses_nothing_and_different_columns():
    one, two = split([8])
    with pytest.raises(TalliesError, match="no tallies"):
        merge([])
    with pytest.raises(TalliesError, match="different columns"):
        merge([one, replace(two, units=two.units.drop("turns"))])


@pytest.mark.parametrize(
    ("change", "fact"),
    [
        ({"level": "round"}, "level is 'round'; allowed: deal, match"),
        ({"scheme": "mirrored"}, "scheme is"),
        ({"direction": "up"}, "direction is"),
        ({"n_players": 1}, "n_players is 1"),
        ({"bots": ("a",)}, "1 bots for 3 players"),
        ({"bots": ("a", "a", "b")}, "equal bots only"),
        ({"ends": ("closed", "closed")}, "repeat a name"),
        ({"ends": ("closed",)}, r"end codes \[1\] have no name"),
        ({"n_blocks": 0}, "n_blocks is 0"),
        ({"n_blocks": 1}, "6 bins, 1 blocks"),
        ({"n_blocks": 10**6}, "1000000 blocks, 66 units"),
    ],
)
def test_tallies__refuse_meta_data_that_cannot_be(change, fact):
    with pytest.raises(TalliesError, match=fact):
        replace(split([])[0], **change)


@pytest.mark.parametrize(
    ("table", "change", "fact"),
    [
        ("rows", {"won": pl.col("won") + 1}, "rows.won"),
        ("rows", {"n": pl.col("n") * 2}, "rows.n"),
        ("rows", {"decided": pl.col("n")}, "rows.decided"),
        ("rows", {"points": pl.col("points").cast(pl.Float64)}, "rows.points is Float64; allowed: Int64"),
        ("units", {"turns": pl.lit(None, dtype=pl.Int64)}, "units has nulls"),
        ("units", {"bin": pl.lit(0, dtype=pl.Int64)}, "units repeats a key"),
        ("histogram", {"n": pl.col("n") * 2}, "histogram"),
    ],
)
def test_tallies__refuse_frames_that_cannot_be(table, change, fact):
    whole = split([])[0]
    with pytest.raises(TalliesError, match=fact):
        replace(whole, **{table: getattr(whole, table).with_columns(**change)})


def test_tallies__refuse_missing_columns():
    whole = split([])[0]
    with pytest.raises(TalliesError, match=r"rows lacks the columns \['won'\]"):
        replace(whole, rows=whole.rows.drop("won"))


def test_tallies__know_what_they_hold():
    whole = split([])[0]
    assert whole.has("units.turns")
    assert not whole.has("units.lead_changes")
    assert whole.has("histogram.points")
    assert not whole.has("histogram.deals")
    assert whole.n_units == 66
    assert whole.share_unfinished == sum(not unit["decided"] for unit in RUN) / 66
