"""Planning: closed forms, and that the planned run reaches its half width."""

import numpy as np
import pytest

from rummysim.stats.planning import units_needed
from rummysim.stats.ratio import NORMAL, wilson
from rummysim.stats.statistic import StatisticError
from rummysim.stats.summary import estimates
from tests.stats import synthetic


def coin(n_bins: int, seed: int = 51, p: float = 0.5):
    games = np.full(n_bins, 40)
    wins = np.random.default_rng(seed).binomial(games, p)
    return synthetic.two_outcomes(wins, games, n_blocks=20 * n_bins, blocks_per_bin=20)


def test_units_needed__for_one_point_is_case_72():
    # 9,604 decisive games for +- 1 point: 20,000 bins estimate the variance of a coin to 1 %.
    found = units_needed(coin(20_000), "win_share", 0.01, group="seat 0")
    assert found == pytest.approx(9604, rel=0.03)


def test_units_needed__equals_the_naive_form():
    pilot = coin(30)
    share = estimates(pilot).filter(quantity="win_share", group="seat 0").row(0, named=True)
    naive = pilot.n_units * (NORMAL * share["se"] / 0.003) ** 2
    assert units_needed(pilot, "win_share", 0.003, group="seat 0") == np.ceil(naive)
    # The advantage is twice the share, so that it needs four times the units.
    assert units_needed(pilot, "first_player_advantage", 0.003) == pytest.approx(4 * naive, rel=1e-3)


def test_units_needed__is_what_the_run_then_reaches():
    needed = units_needed(coin(500), "win_share", 0.002, group="seat 0")
    share = estimates(coin(-(-needed // 40), seed=52)).filter(quantity="win_share", group="seat 0").row(0, named=True)
    assert (share["hi"] - share["lo"]) / 2 == pytest.approx(0.002, rel=0.08)


def test_units_needed__without_an_event_plans_for_the_share_there_may_be():
    pilot = coin(10, p=0.0)
    most = wilson(0, 200)[1]
    found = units_needed(pilot, "win_share", 0.01, group="seat 0")
    assert found == np.ceil(400 * most * (1 - most) / 200 * (NORMAL / 0.01) ** 2)


def test_units_needed__refuses_what_cannot_be_planned():
    pilot = coin(10)
    with pytest.raises(StatisticError, match="half_width is 0; allowed: above 0"):
        units_needed(pilot, "turns", 0)
    with pytest.raises(StatisticError, match="win_share has no group 'all' in this pilot; it has seat 0, seat 1"):
        units_needed(pilot, "win_share", 0.01)
    with pytest.raises(StatisticError, match="balance is no ratio"):
        units_needed(pilot, "balance", 0.01)
    with pytest.raises(StatisticError, match="1 bin for turns; a variance needs 2 or more"):
        units_needed(coin(1), "turns", 0.01)
