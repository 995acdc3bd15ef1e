"""The confidence sequence: the formula as printed, its cost, and coverage over all its looks."""

import math

import numpy as np
import pytest

from rummysim.fields.estimates import Method
from rummysim.results.duel import look_sizes
from rummysim.stats.ratio import Ratio, interval
from rummysim.stats.sequence import FIRST_LOOK, look, width_factor
from tests.stats.synthetic import coupled_blocks


def printed(t: float, sigma: float, t_star: float, alpha: float) -> float:
    """Half-width as statistics.md 8 has it."""
    rho2 = (-2 * math.log(alpha) + math.log(-2 * math.log(alpha)) + 1) / t_star
    return sigma * math.sqrt(2 * (t * rho2 + 1) / (t**2 * rho2) * math.log(math.sqrt(t * rho2 + 1) / alpha))


def share(wins: np.ndarray, per_bin: int, n_units: int = 2) -> Ratio:
    """Ratio of blocks of ``n_units`` units, by bins."""
    n = len(wins)
    bins = np.arange(n) // per_bin
    return Ratio(
        group="x", a=np.bincount(bins, weights=wins), b=n_units * np.bincount(bins).astype(float),
        n_units=n_units * n, n_blocks=n, share=True,
    )  # fmt: skip


@pytest.mark.parametrize("alpha", [0.05, 0.01])
@pytest.mark.parametrize("t", [100, 1000, 50_000])
def test_width__is_the_printed_formula(t: int, alpha: float) -> None:
    assert width_factor(t, 1000, alpha) * 3.0 / math.sqrt(t) == pytest.approx(printed(t, 3.0, 1000, alpha))


def test_width__costs_half_as_much_again_at_t_star() -> None:
    assert 1.45 < width_factor(1000, 1000) / 1.96 < 1.6
    factors = [width_factor(t, 1000) for t in (30, 1000, 100_000)]
    assert min(factors) == factors[1]


def test_look__does_not_depend_on_the_size_of_bins() -> None:
    wins = coupled_blocks(np.random.default_rng(1), (8192,), 2, 0.6, 0.3)
    rows = [look(share(wins, per_bin), 4000) for per_bin in (4, 8)]
    assert rows[0].estimate == rows[1].estimate
    assert rows[0].hi - rows[0].lo == pytest.approx(rows[1].hi - rows[1].lo, rel=0.1)
    assert rows[0].method == Method.SEQUENCE
    plain = interval(share(wins, 4))
    assert rows[0].lo < plain.lo < plain.hi < rows[0].hi


def test_look__of_bins_that_hardly_vary_supposes_the_worst() -> None:
    wins = np.ones(2000)
    wins[:3] = 0
    row = look(share(wins, 2), 2000)
    assert row.lo < 0.5 - 1.9 * 0.5 / math.sqrt(2000)
    assert row.hi > 0.5
    never = look(share(np.zeros(2000), 2), 2000)
    assert 0 == never.lo < never.hi < 0.1


def always_covered(n_runs: int, p: float, dependence: float, *, seed: int = 3, most: int = 12_000) -> float:
    """Share of runs whose intervals hold the truth at every look."""
    rng = np.random.default_rng(seed)
    sizes = list(look_sizes(most))
    t_star = math.sqrt(FIRST_LOOK * most)
    n_held = 0
    for _ in range(n_runs):
        wins = coupled_blocks(rng, (most,), 2, p, dependence)
        per_bin = [1 << max(0, (size // 500).bit_length() - 1) for size in sizes]
        rows = [look(share(wins[:size], k), t_star) for size, k in zip(sizes, per_bin, strict=True)]
        n_held += all(row.lo <= p <= row.hi for row in rows)
    return n_held / n_runs


@pytest.mark.parametrize(("p", "dependence"), [(0.5, 0.0), (0.5, 0.7), (0.93, 0.5)])
def test_coverage__over_all_looks(p: float, dependence: float) -> None:
    assert always_covered(300, p, dependence) >= 0.95


@pytest.mark.slow
@pytest.mark.parametrize(("p", "dependence"), [(0.5, 0.0), (0.5, 1.0), (0.93, 0.5), (0.995, 0.5)])
def test_coverage__over_all_looks_of_many_runs(p: float, dependence: float) -> None:
    assert always_covered(2000, p, dependence, seed=4, most=40_000) >= 0.95


def test_ordinary_intervals__looked_at_often_do_not_cover() -> None:
    """What the sequence is for."""
    rng = np.random.default_rng(5)
    sizes = list(look_sizes(40_000))
    n_held = 0
    for _ in range(200):
        wins = coupled_blocks(rng, (40_000,), 2, 0.5, 0.5)
        rows = [interval(share(wins[:size], 8)) for size in sizes]
        n_held += all(row.lo <= 0.5 <= row.hi for row in rows)
    assert n_held / 200 < 0.9
