"""Runs that go on until their intervals are narrow enough."""

from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest

import rummysim as rs
from rummysim.errors import InputError
from rummysim.results.precision import Precision, grown
from rummysim.stats.ratio import Ratio, interval
from tests.engine.rows import same_tallies

BOTS = ["greedy", "greedy"]
MANY = 400_000


def half_width(frame: pl.DataFrame, quantity: str) -> float:
    """Half the widest interval of a quantity."""
    rows = frame.filter(pl.col("quantity") == quantity)
    return float(((rows["hi"] - rows["lo"]) / 2).max())  # type: ignore[arg-type]


def test_simulate__goes_on_until_the_interval_is_as_narrow_as_wanted() -> None:
    run = rs.simulate("conga", BOTS, deals=MANY, seed=3, precision={"turns": 0.1}, progress=False)
    assert run.precision is not None
    assert run.precision.is_met
    assert half_width(run.summary(), "turns") <= 0.1
    assert 2_000 <= run.n_units < 60_000
    assert "precision reached: turns ±" in repr(run)


def test_run_that_has_grown__is_the_run_of_that_length() -> None:
    run = rs.simulate("conga", BOTS, deals=MANY, seed=3, precision={"turns": 0.1}, progress=False, keep="bins")
    whole = rs.simulate("conga", BOTS, deals=run.n_units, seed=3, progress=False, keep="bins")
    same_tallies(run.tallies, whole.tallies)


def test_simulate__says_where_the_cap_ended_it() -> None:
    run = rs.simulate("conga", BOTS, deals=3_000, seed=3, precision={"turns": 0.001}, progress=False)
    assert run.n_units == 3_000
    assert run.precision is not None
    assert not run.precision.is_met
    assert "precision not reached" in repr(run)


def test_simulate__goes_on_in_a_folder(tmp_path: Path) -> None:
    how: dict[str, Any] = {"seed": 3, "progress": False, "keep": "bins", "out": tmp_path / "run"}
    first = rs.simulate("conga", BOTS, deals=MANY, precision={"turns": 0.2}, **how)
    second = rs.simulate("conga", BOTS, deals=MANY, precision={"turns": 0.1}, **how)
    assert first.n_units < second.n_units
    assert half_width(second.summary(), "turns") <= 0.1
    assert half_width(rs.load(tmp_path / "run").summary(), "turns") <= 0.1


def test_compare__goes_on_until_every_difference_is_as_narrow_as_wanted() -> None:
    variants = {"5": "conga", "3": rs.variant("conga", knock_limit=3), "7": rs.variant("conga", knock_limit=7)}
    held = rs.compare(variants, BOTS, deals=MANY, seed=3, precision={"turns": 0.05}, progress=False)
    assert held.precision is not None
    assert held.precision.is_met
    assert half_width(held.effects(), "turns") <= 0.05
    assert len({run.n_units for run in held.runs.values()}) == 1
    assert held["5"].n_units < MANY


@pytest.mark.parametrize(
    ("precision", "words"),
    [
        ({}, "precision is {}; allowed is a mapping"),
        ({"turn": 1}, "precision: no statistic 'turn'"),
        ({"comeback_share": 0.1}, "defined for match and not for deal"),
        ({"turns": 0}, "precision of turns is 0; allowed is a half width above 0"),
        ({"turns": "narrow"}, "precision of turns is 'narrow'"),
        ({"never_opened": 0.1}, "precision names never_opened, which this line-up does not have"),
    ],
)
def test_precision__that_cannot_be_had_is_one_message(precision: Any, words: str) -> None:
    with pytest.raises(InputError, match=words):
        rs.simulate("conga", BOTS, deals=2_000, precision=precision, progress=False)


def dependent_bins(rng: np.random.Generator, n_bins: int) -> np.ndarray:
    """Sums of bins whose units depend on each other: a bin's level, and twenty units around it."""
    return rng.normal(0.3, 0.4, n_bins) + rng.normal(0, 1, (n_bins, 20)).mean(axis=1)


@pytest.mark.slow
def test_interval_at_the_end__covers_the_truth() -> None:
    """Stopped by its own width, the ordinary interval of a mean still covers it in 93 to 97 of a hundred runs."""
    rng, n_runs, n_covered = np.random.default_rng(17), 2_000, 0
    for _ in range(n_runs):
        values = dependent_bins(rng, 4_000)

        def frame(n: int, values: np.ndarray = values) -> pl.DataFrame:
            ratio = Ratio(group="all", a=values[:n], b=np.ones(n), n_units=n, n_blocks=n)
            found = interval(ratio)
            return pl.DataFrame({"quantity": ["turns"], "lo": [found.lo], "hi": [found.hi]})

        *_, (last, found) = grown(Precision({"turns": 0.02}), len(values), lambda n: n, frame)
        assert found.is_met
        lo, hi = frame(last).select("lo", "hi").row(0)
        n_covered += lo <= 0.3 <= hi
    assert 0.93 <= n_covered / n_runs <= 0.97
