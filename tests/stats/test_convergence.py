"""Estimates of the first bins against those of runs of that length."""

import pytest

from rummysim.figures.convergence import plot_convergence
from rummysim.stats.convergence import convergence
from rummysim.stats.statistic import StatisticError
from rummysim.stats.table import statistic
from tests.stats import synthetic

RUN = synthetic.units(seed=31, n_blocks=120)
WHOLE = synthetic.tallies(RUN)


def test_convergence__ends_at_the_estimate_of_the_whole_run():
    frame = convergence(WHOLE, "turns")
    (whole,) = statistic("turns").estimate(WHOLE)
    assert frame.row(-1) == pytest.approx((whole.n_units, whole.estimate, whole.lo, whole.hi))
    assert frame["n_units"].is_sorted()


def test_convergence__is_the_estimate_of_the_first_bins():
    bins = sorted({unit["bin"] for unit in RUN})[:4]
    first = synthetic.tallies([unit for unit in RUN if unit["bin"] in bins])
    (estimate,) = statistic("turns").estimate(first)
    assert convergence(WHOLE, "turns").row(0)[1:] == pytest.approx((estimate.estimate, estimate.lo, estimate.hi))


@pytest.mark.parametrize(
    ("quantity", "group", "words"), [("balance", "all", "is no ratio"), ("turns", "seat 0", "has no group 'seat 0'")]
)
def test_convergence__of_what_has_no_course_is_refused(quantity: str, group: str, words: str):
    with pytest.raises(StatisticError, match=words):
        convergence(WHOLE, quantity, group=group)


def test_figure__shows_the_last_interval_whole():
    frame = convergence(WHOLE, "turns")
    low, high = plot_convergence(frame, "turns", "deal").get_ylim()
    assert low < frame["lo"][-1]
    assert frame["hi"][-1] < high
