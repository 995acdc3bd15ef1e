"""Runs that go on until their intervals are narrow enough."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest

import rummysim as rs
from rummysim.engine.batch import blocks_per_bin
from rummysim.engine.record import write_manifest
from rummysim.errors import InputError, StoreError
from rummysim.results.precision import FIRST_LOOK, LEAST_BINS, Precision, grown
from rummysim.stats.ratio import Ratio, interval
from tests.engine.rows import same_tallies

BOTS = ["greedy", "greedy"]
MANY = 400_000


def half_width(frame: pl.DataFrame, quantity: str) -> float:
    """Half the widest interval of a quantity."""
    rows = frame.filter((pl.col("quantity") == quantity) & (pl.col("group") == "all"))
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
    assert "precision not reached at the cap: turns ±" in repr(run)
    assert run.manifest["precision"]["ended_by"] == "cap"


def test_simulate__goes_on_in_a_folder(tmp_path: Path) -> None:
    how: dict[str, Any] = {"seed": 3, "progress": False, "keep": "bins", "out": tmp_path / "run"}
    first = rs.simulate("conga", BOTS, deals=MANY, precision={"turns": 0.2}, **how)
    second = rs.simulate("conga", BOTS, deals=MANY, precision={"turns": 0.1}, **how)
    assert first.n_units < second.n_units
    assert half_width(second.summary(), "turns") <= 0.1
    loaded = rs.load(tmp_path / "run")
    assert half_width(loaded.summary(), "turns") <= 0.1
    assert loaded.precision == second.precision
    assert loaded.manifest["precision"]["ended_by"] == "precision"
    longer = rs.simulate("conga", BOTS, deals=second.n_units + 2, **how)
    assert longer.precision is rs.load(tmp_path / "run").precision is None


def test_simulate__in_a_folder_of_coarse_bins_goes_on_until_there_are_enough_of_them(tmp_path: Path) -> None:
    how: dict[str, Any] = {"deals": 40_000, "seed": 3, "progress": False, "keep": "bins", "out": tmp_path / "run"}
    rs.simulate("conga", BOTS, **how)
    run = rs.simulate("conga", BOTS, precision={"turns": 1}, **how)
    assert LEAST_BINS <= run.estimate("turns")["n_bins"] < 1.5 * LEAST_BINS


def test_compare__in_a_folder_of_coarse_bins_is_looked_at_in_bins_that_are_alike(tmp_path: Path) -> None:
    how: dict[str, Any] = {"deals": 40_000, "seed": 3, "progress": False, "out": tmp_path}
    rs.compare(["conga"], BOTS, **how)
    held = rs.compare({"conga": "conga", "7": rs.variant("conga", knock_limit=7)}, BOTS, precision={"turns": 1}, **how)
    assert held.effects()["n_bins"].max() >= LEAST_BINS  # type: ignore[operator]
    for run in held.runs.values():
        assert rs.load(run.store.folder).manifest["precision"]["of"] == "differences to conga"  # type: ignore[attr-defined]
        assert rs.load(run.store.folder).precision is None  # type: ignore[attr-defined]


def test_group_all__counts_and_where_there_is_none_the_widest() -> None:
    frame = pl.DataFrame(
        {
            "quantity": ["turns", "turns", "turns", "win_share", "win_share", "equal_seats_p"],
            "group": ["all", "all", "seat 0", "seat 0", "seat 1", "all"],
            "lo": [0.0, 0.0, 0.0, 0.0, 0.0, None],
            "hi": [2.0, 4.0, 9.0, 1.0, 3.0, None],
        }
    )
    assert Precision({"turns": 2, "win_share": 2}).of(frame).reached == {"turns": 2, "win_share": 1.5}
    with pytest.raises(InputError, match="precision names equal_seats_p, which has no interval here"):
        Precision({"equal_seats_p": 0.1}).of(frame)


def looked_at(widths: dict[int, float], n_bins: int = 500) -> list[int]:
    """Blocks at which a run is looked at whose half width at n blocks is that of the last entry up to n."""

    def frame(n: int) -> pl.DataFrame:
        half = next(width for start, width in reversed(widths.items()) if start <= n)
        return pl.DataFrame({"quantity": ["turns"], "group": ["all"], "lo": [-half], "hi": [half], "n_bins": [n_bins]})

    return [n for n, _ in grown(Precision({"turns": 1.0}), 100_000, lambda n: (n, n), frame)]


def test_looks__come_when_the_variance_says_it_will_do_in_whole_bins_and_at_the_cap_last() -> None:
    assert looked_at({0: 0.9}) == [1_000]
    assert looked_at({0: 2.0, 3_000: 0.9}) == [1_000, 4_200]
    assert looked_at({0: 1.01, 1_200: 0.9}) == [1_000, 1_300]
    assert looked_at({0: 50.0}) == [1_000, 10_000, 100_000]
    assert looked_at({0: 0.5}, n_bins=20) == [1_000, 10_000, 100_000]
    assert all(n % blocks_per_bin(n) == 0 for n in looked_at({0: 1.7, 3_000: 1.3, 6_000: 0.9}))


@pytest.mark.parametrize("entry", [[], {"of": "estimates"}, {"of": "estimates", "units": 2, "wanted": {"turns": "x"}}])
def test_precision_in_a_manifest_that_is_none__is_refused(entry: Any, tmp_path: Path) -> None:
    run = rs.simulate(
        "conga", BOTS, deals=40, precision={"turns": 1}, progress=False, keep="bins", out=tmp_path / "run"
    )
    write_manifest(tmp_path / "run", {**run.manifest, "precision": entry})
    with pytest.raises(StoreError, match=r"manifest\.json is wrong \(precision is "):
        rs.load(tmp_path / "run")


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
        ({"never_opened": 0.1}, "precision names never_opened, which has no interval here"),
    ],
)
def test_precision__that_cannot_be_had_is_one_message(precision: Any, words: str) -> None:
    with pytest.raises(InputError, match=words):
        rs.simulate("conga", BOTS, deals=2_000, precision=precision, progress=False)


def dependent_bins(rng: np.random.Generator, n_bins: int) -> np.ndarray:
    """Sums of bins whose units depend on each other: a bin's level, and twenty units around it."""
    return rng.normal(0.3, 0.4, n_bins) + rng.normal(0, 1, (n_bins, 20)).mean(axis=1)


def rare_bins(rng: np.random.Generator, n_bins: int) -> np.ndarray:
    """Shares of twenty units each that are what is counted in three of ten, more or less likely from bin to bin."""
    return rng.binomial(20, rng.beta(3, 7, n_bins)) / 20


@pytest.mark.slow
@pytest.mark.parametrize(("made", "width"), [(dependent_bins, 0.02), (rare_bins, 0.009)])
def test_interval_at_the_end__covers_the_truth(
    made: Callable[[np.random.Generator, int], np.ndarray], width: float
) -> None:
    """Stopped by its own width, the ordinary interval of a mean still covers it in 93 to 97 of a hundred runs."""
    rng, n_runs, n_covered, n_grown = np.random.default_rng(17), 2_000, 0, 0
    for _ in range(n_runs):
        values = made(rng, 4_000)

        def frame(n: int, values: np.ndarray = values) -> pl.DataFrame:
            found = interval(Ratio(group="all", a=values[:n], b=np.ones(n), n_units=n, n_blocks=n))
            row = {"quantity": "turns", "group": "all", "lo": found.lo, "hi": found.hi, "n_bins": n}
            return pl.DataFrame([row])

        *_, (last, found) = grown(Precision({"turns": width}), len(values), lambda n: (n, n), frame)
        assert found.is_met
        n_grown += last > FIRST_LOOK
        lo, hi = frame(last).select("lo", "hi").row(0)
        n_covered += lo <= 0.3 <= hi
    assert 0.93 <= n_covered / n_runs <= 0.97
    assert n_grown > n_runs / 2
