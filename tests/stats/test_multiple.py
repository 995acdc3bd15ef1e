"""Corrections for many contrasts: naive forms, known values, what they promise."""

import numpy as np
import polars as pl
import pytest
from scipy import stats

from rummysim.errors import InputError
from rummysim.stats.multiple import adjusted, benjamini_hochberg, holm, p_values


def naive_holm(p: list[float]) -> list[float]:
    """Step by step: the k-th smallest is rejected at level a only with all smaller ones."""
    order = sorted(range(len(p)), key=p.__getitem__)
    result, worst = [0.0] * len(p), 0.0
    for k, index in enumerate(order):
        worst = max(worst, min(1.0, (len(p) - k) * p[index]))
        result[index] = worst
    return result


@pytest.mark.parametrize("seed", range(5))
def test_holm__is_the_stepwise_form(seed: int) -> None:
    p = np.random.default_rng(seed).random(1 + 3 * seed) ** 3
    assert holm(p).tolist() == pytest.approx(naive_holm(p.tolist()))


def test_known_values() -> None:
    p = [0.01, 0.04, 0.03, 0.005]
    assert holm(p).tolist() == pytest.approx([0.03, 0.06, 0.06, 0.02])
    assert benjamini_hochberg(p).tolist() == pytest.approx([0.02, 0.04, 0.04, 0.02])
    assert benjamini_hochberg([]).tolist() == []


def effects(*rows: tuple[float, float, int]) -> pl.DataFrame:
    return pl.DataFrame(rows, schema=["estimate", "se", "n_bins"], orient="row")


def test_p_values__are_those_of_student() -> None:
    found = p_values(effects((2.0, 1.0, 11), (-2.0, 1.0, 11), (0.0, 0.0, 5), (1.0, 0.0, 5), (1.0, float("inf"), 1)))
    expected = 2 * stats.t.sf(2.0, 10)
    assert found.tolist() == pytest.approx([expected, expected, 1.0, 0.0, 1.0])


def test_holm__keeps_the_chance_of_a_false_difference() -> None:
    rng = np.random.default_rng(7)
    hits = [(holm(2 * stats.norm.sf(np.abs(rng.normal(size=8)))) < 0.05).any() for _ in range(4000)]
    assert 0.035 < np.mean(hits) < 0.065


def test_adjusted__sorts_and_refuses_other_words() -> None:
    frame = adjusted(effects((0.5, 1.0, 30), (3.0, 1.0, 30)))
    assert frame["estimate"].to_list() == [3.0, 0.5]
    assert frame["p_adjusted"].to_list() == pytest.approx([2 * frame["p"][0], frame["p"][1]])
    with pytest.raises(InputError, match="bonferroni"):
        adjusted(frame, "bonferroni")
