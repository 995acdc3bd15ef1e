"""Main effects and interactions: the naive form, two cells, coverage."""

import itertools
import math

import numpy as np
import pytest

from rummysim.fields.estimates import Method
from rummysim.stats.factorial import factorial, weighted
from rummysim.stats.paired import difference
from rummysim.stats.ratio import Ratio, t_quantile
from rummysim.stats.statistic import StatisticError

OPTIONS = ("first", "second")
CELLS = list(itertools.product((31, 51, 71), ("free", "none")))


def ratio(a, b, **options) -> Ratio:
    a, b = np.asarray(a, float), np.asarray(b, float)
    return Ratio(group="all", a=a, b=b, n_units=int(b.sum()), n_blocks=int(b.sum()), **options)


def grid(seed: int, n_bins: int = 40, spread: float = 0.0) -> dict[tuple, Ratio]:
    """Cells that share the luck of the bins; the mean rises by 1 a step of the first option, by 2 of the second."""
    rng = np.random.default_rng(seed)
    luck, cells = rng.normal(0, 2, n_bins), {}
    for number, cell in enumerate(CELLS):
        b = rng.integers(8, 14, n_bins)
        mean = 10 + number // 2 + 2 * (number % 2) + spread * (number == 5)
        cells[cell] = ratio(b * (mean + luck) + rng.normal(0, 3, n_bins), b)
    return cells


def test_effects__are_those_of_the_table_of_means() -> None:
    cells = grid(1, spread=3.0)
    table = np.array([each.estimate for each in cells.values()]).reshape(3, 2)
    found = {tuple(term.values.items()): term.estimate.estimate for term in factorial(OPTIONS, cells)}
    for i, first in enumerate((31, 51, 71)):
        assert found[("first", first),] == pytest.approx(table[i].mean() - table.mean())
        for j, second in enumerate(("free", "none")):
            expected = table[i, j] - table[i].mean() - table[:, j].mean() + table.mean()
            assert found[("first", first), ("second", second)] == pytest.approx(expected)
    for j, second in enumerate(("free", "none")):
        assert found[("second", second),] == pytest.approx(table[:, j].mean() - table.mean())
    assert len(found) == 3 + 2 + 6


def test_weighted__has_the_variance_of_the_naive_form() -> None:
    cells = list(grid(2).values())
    weights = np.array([0.5, -0.25, -0.25, 0.0, 1.0, -1.0])
    found = weighted(cells, weights, "all")
    n = len(cells[0].b)
    d = sum(
        weight * (each.a - each.ratio * each.b) / each.b.mean() for weight, each in zip(weights, cells, strict=True)
    )
    assert found.se == pytest.approx(math.sqrt(sum((d - d.mean()) ** 2) / (n * (n - 1))))
    assert found.hi - found.lo == pytest.approx(2 * t_quantile(n - 1) * found.se)


def test_two_cells__are_half_a_paired_difference() -> None:
    cells = dict(itertools.islice(grid(3).items(), 2))
    high = next(term for term in factorial(OPTIONS, cells) if term.values == {"second": "none"})
    paired = difference(cells[31, "none"], cells[31, "free"], paired=True).estimate
    assert high.estimate.estimate == pytest.approx(paired.estimate / 2)
    assert high.estimate.se == pytest.approx(paired.se / 2)


def test_intervals__cover_the_truth() -> None:
    inside = [
        term.estimate.lo <= {31: -1, 51: 0, 71: 1}[term.values["first"]] <= term.estimate.hi
        for seed in range(400)
        for term in factorial(OPTIONS, grid(seed))
        if set(term.values) == {"first"}
    ]
    assert 0.93 < np.mean(inside) < 0.97


def test_equal_cells__differ_by_nothing() -> None:
    one = ratio([3, 4, 5], [1, 1, 1])
    terms = factorial(("x",), {(0,): one, (1,): one})
    assert [(term.estimate.estimate, term.estimate.method) for term in terms] == [(0.0, Method.IDENTICAL)] * 2


def test_grid__has_to_be_full_and_on_common_units() -> None:
    cells = grid(4)
    missing = dict(list(cells.items())[:-1])
    with pytest.raises(StatisticError, match="5 of 6 cells"):
        factorial(OPTIONS, missing)
    with pytest.raises(StatisticError, match="common units"):
        factorial(OPTIONS, cells | {CELLS[0]: ratio([1, 2], [1, 1])})
