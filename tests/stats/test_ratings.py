"""Ratings: closed forms, other programs on the same counts, the naive likelihood, coverage, what nothing bounds."""

import math
from itertools import combinations
from typing import Any

import choix
import numpy as np
import pytest
from scipy.optimize import minimize

from rummysim.fields.estimates import Method
from rummysim.stats.ratings import POINTS, Wins, fit, rating_spread, ratings, strengths, win_pairs


def field(n_bots: int, n_players: int) -> np.ndarray:
    """All tables of a field."""
    return np.array(list(combinations(range(n_bots), n_players)))


def wins_of(won: np.ndarray, tables: np.ndarray, n_blocks: int | None = None) -> Wins:
    """Wins in whole units of bots called a, b, …"""
    names = tuple("abcdefgh"[: tables.max() + 1])
    return Wins(bots=names, tables=tables, won=840.0 * won, n_blocks=n_blocks or won.shape[1])


def played(
    rng: np.random.Generator, theta: np.ndarray, n_players: int, *, n_bins: int = 60, per_bin: int = 40
) -> tuple[np.ndarray, np.ndarray]:
    """Wins per bin of a field of these strengths, luck shared by the tables of a bin, and the tables."""
    tables = field(len(theta), n_players)
    weight = np.exp(theta[tables])
    share = weight / weight.sum(axis=1, keepdims=True)
    won = np.zeros((len(tables), n_bins, n_players))
    draws = rng.random((n_bins, per_bin))
    for table in range(len(tables)):
        winner = (draws[..., None] > np.cumsum(share[table])).sum(axis=2).clip(max=n_players - 1)
        for chair in range(n_players):
            won[table, :, chair] = (winner == chair).sum(axis=1)
    return won, tables


def naive_loss(theta: np.ndarray, counts: np.ndarray, tables: np.ndarray) -> float:
    """Minus the logarithm of the likelihood, unit by unit as defined."""
    loss = 0.0
    for wins, table in zip(counts, tables, strict=True):
        total = sum(math.exp(theta[bot]) for bot in table)
        loss -= sum(n * math.log(math.exp(theta[bot]) / total) for n, bot in zip(wins, table, strict=True))
    return loss - sum(0.5 * x - math.log1p(math.exp(x)) for x in theta)


def test_strengths__of_two_bots_have_a_closed_form_without_prior() -> None:
    theta = strengths(np.array([[[3e7, 1e7]]]), np.array([[0, 1]]), 2)[0]
    assert theta[0] - theta[1] == pytest.approx(math.log(3), abs=1e-6)
    assert POINTS * math.log(10) == pytest.approx(400)


def test_strengths__of_a_drawn_field_are_zero() -> None:
    assert strengths(np.full((1, 10, 3), 7.0), field(5, 3), 5) == pytest.approx(np.zeros((1, 5)), abs=1e-9)


def test_strengths__of_a_bot_that_always_loses_are_finite() -> None:
    """Of two bots and n games: n / (1 + e^d) = e^(d/2) / (1 + e^(d/2)) - 1/2, by symmetry of the two."""
    n = 10_000.0
    theta = strengths(np.array([[[n, 0.0]]]), np.array([[0, 1]]), 2)[0]
    assert theta[0] == pytest.approx(-theta[1])
    d = theta[0] - theta[1]
    assert n / (1 + math.exp(d)) == pytest.approx(1 / (1 + math.exp(-d / 2)) - 0.5)


@pytest.mark.parametrize(("n_bots", "n_players"), [(2, 2), (5, 2), (4, 3), (5, 4)])
def test_strengths__maximise_the_naive_likelihood(n_bots: int, n_players: int) -> None:
    rng = np.random.default_rng(n_bots)
    tables = field(n_bots, n_players)
    counts = rng.gamma(0.7, 30, (len(tables), n_players))
    best = minimize(naive_loss, np.zeros(n_bots), args=(counts, tables), method="BFGS", options={"gtol": 1e-7})
    assert strengths(counts[None], tables, n_bots)[0] == pytest.approx(best.x, abs=2e-4)


@pytest.mark.parametrize("method", [choix.ilsr_pairwise_dense, choix.mm_pairwise])
def test_strengths__of_pairs_are_those_of_choix(method: Any) -> None:
    """On counts so large that the prior is nothing."""
    rng = np.random.default_rng(8)
    tables = field(5, 2)
    counts = rng.integers(1, 400, (10, 2)).astype(float)
    matrix = np.zeros((5, 5))
    for (i, j), (a, b) in zip(tables, counts, strict=True):
        matrix[i, j], matrix[j, i] = a, b
    ours = strengths(1e4 * counts[None], tables, 5)[0]
    if method is choix.mm_pairwise:
        data = [(i, j) for i in range(5) for j in range(5) for _ in range(int(matrix[i, j]))]
        theirs = method(5, data, max_iter=100_000)
    else:
        theirs = method(matrix, max_iter=1000)
    assert ours - ours.mean() == pytest.approx(theirs - theirs.mean(), abs=1e-4)


def test_strengths__of_tables_of_three_are_those_of_choix() -> None:
    rng = np.random.default_rng(3)
    tables = field(4, 3)
    counts = rng.integers(5, 60, (4, 3))
    data = [
        (int(table[k]), [int(bot) for bot in table if bot != table[k]])
        for table, row in zip(tables, counts, strict=True)
        for k in range(3)
        for _ in range(row[k])
    ]
    theirs = choix.ilsr_top1(4, data, max_iter=1000)
    ours = strengths(1e4 * counts[None].astype(float), tables, 4)[0]
    assert ours - ours.mean() == pytest.approx(theirs - theirs.mean(), abs=1e-4)


def test_strengths__of_replicates_are_those_of_each_alone() -> None:
    rng = np.random.default_rng(1)
    tables = field(4, 2)
    counts = rng.gamma(0.3, 100, (20, 6, 2))
    together = strengths(counts, tables, 4)
    for k in range(20):
        assert strengths(counts[k : k + 1], tables, 4)[0] == pytest.approx(together[k], abs=1e-7)


def test_ratings__do_not_depend_on_the_order_of_the_bots() -> None:
    won, tables = played(np.random.default_rng(2), np.array([0.5, 0.0, -0.4]), 2)
    turned = Wins(bots=("c", "b", "a"), tables=2 - tables, won=840.0 * won, n_blocks=60)
    one = {row.group: row for row in ratings(wins_of(won, tables))}
    for row in ratings(turned):
        assert row.estimate == pytest.approx(one[row.group].estimate)
        assert (row.lo, row.hi) == pytest.approx((one[row.group].lo, one[row.group].hi))


def test_ratings__have_mean_zero_and_count_units() -> None:
    won, tables = played(np.random.default_rng(2), np.array([0.5, 0.0, -0.4, 0.2]), 3)
    rows = ratings(wins_of(won, tables))
    assert sum(row.estimate for row in rows) == pytest.approx(0)
    assert {(row.n_units, row.n_bins, row.method) for row in rows} == {(3 * 2400, 60, Method.BOOTSTRAP)}
    assert all(row.lo < row.estimate < row.hi and row.se > 0 for row in rows)


def test_ratings__of_who_never_wins_have_no_lower_limit_and_do_not_move_the_others() -> None:
    won, tables = played(np.random.default_rng(2), np.array([0.5, 0.0, -0.4]), 2)
    hopeless = np.stack([np.full(60, 40.0), np.zeros(60)], axis=1)
    more = np.concatenate([won, [hopeless] * 3])
    seats = np.concatenate([tables, [[0, 3], [1, 3], [2, 3]]])
    rows = ratings(wins_of(more, seats))
    assert (rows[3].lo, rows[3].se, rows[3].method) == (-math.inf, math.inf, Method.BOOTSTRAP_SCARCE)
    assert rows[3].estimate < rows[3].hi < rows[2].lo
    for row, alone in zip(rows[:3], ratings(wins_of(won, tables)), strict=True):
        assert row.estimate == pytest.approx(alone.estimate, abs=0.5)
        assert math.isfinite(row.lo)
        assert math.isfinite(row.hi)


def test_ratings__of_one_bin_have_an_interval() -> None:
    rows = ratings(wins_of(np.array([[[6.0, 4.0]]]), np.array([[0, 1]]), n_blocks=5))
    assert rows[0].lo < 0 < rows[0].hi


def test_pairs__at_tables_of_two_are_win_shares() -> None:
    won, tables = played(np.random.default_rng(5), np.array([0.5, 0.0, -0.4]), 2)
    for one, other, row in win_pairs(wins_of(won, tables)):
        (table,) = [t for t, seated in enumerate(tables) if {one, other} == set(seated)]
        mine = won[table, :, list(tables[table]).index(one)].sum()
        assert row.estimate == pytest.approx(mine / won[table].sum())
        assert (row.group, row.n_units) == ("abc"[one], 2400)
        assert row.lo < row.estimate < row.hi


def test_pairs__at_larger_tables_split_what_the_two_won() -> None:
    won, tables = played(np.random.default_rng(5), np.array([0.5, 0.0, -0.4, 0.1]), 3)
    found = {(one, other): row for one, other, row in win_pairs(wins_of(won, tables))}
    assert len(found) == 12
    mine, theirs = won[0, :, 0].sum() + won[1, :, 0].sum(), won[0, :, 1].sum() + won[1, :, 1].sum()
    assert found[0, 1].estimate == pytest.approx(mine / (mine + theirs))
    assert found[0, 1].estimate + found[1, 0].estimate == pytest.approx(1)
    assert found[0, 1].n_units == mine + theirs


def covered(n_runs: int, seed: int, n_players: int) -> float:
    """Share of the intervals that hold the true rating."""
    rng = np.random.default_rng(seed)
    theta = np.array([0.6, 0.1, -0.2, -0.5])
    true = POINTS * (theta - theta.mean())
    hits = []
    for _ in range(n_runs):
        won, tables = played(rng, theta, n_players, n_bins=50, per_bin=20)
        hits += [row.lo <= x <= row.hi for row, x in zip(ratings(wins_of(won, tables)), true, strict=True)]
    return float(np.mean(hits))


@pytest.mark.parametrize("n_players", [2, 3])
def test_coverage__is_about_what_it_says(n_players: int) -> None:
    assert 0.91 <= covered(60, 4, n_players) <= 0.99


@pytest.mark.slow
@pytest.mark.parametrize("n_players", [2, 3])
def test_coverage__over_many_runs(n_players: int) -> None:
    assert 0.93 <= covered(2000, 5, n_players) <= 0.97


def rarely_covered(n_runs: int) -> float:
    """Share of the intervals that hold the rating of a bot that wins about twelve of 2,400 games, always together."""
    rng = np.random.default_rng(9)
    theta = np.array([0.2, -0.2, -5.5])
    true = POINTS * (theta - theta.mean())
    hits = []
    for _ in range(n_runs):
        row = ratings(wins_of(*played(rng, theta, 2, n_bins=60, per_bin=40)))[2]
        hits.append(row.lo <= true[2] <= row.hi)
    return float(np.mean(hits))


def test_coverage__of_rare_wins() -> None:
    assert rarely_covered(100) >= 0.9


@pytest.mark.slow
def test_coverage__of_rare_wins_over_many_runs() -> None:
    assert 0.93 <= rarely_covered(1000) <= 0.985


def test_spread__is_debiased() -> None:
    rng = np.random.default_rng(3)
    theta = np.array([0.4, 0.0, -0.4])
    true = POINTS * float(theta.std(ddof=1))
    rows = [rating_spread(wins_of(*played(rng, theta, 2, n_bins=40, per_bin=10))) for _ in range(40)]
    found = np.array([row.estimate for row in rows])
    assert abs(found.mean() - true) < 3 * found.std() / math.sqrt(40)
    assert np.mean([row.lo <= true <= row.hi for row in rows]) >= 0.85
    equal = [rating_spread(wins_of(*played(rng, np.zeros(3), 2, n_bins=40, per_bin=10))) for _ in range(20)]
    assert sum(row.lo == 0 for row in equal) >= 17


def test_fit__is_the_same_every_time() -> None:
    wins = wins_of(*played(np.random.default_rng(2), np.array([0.5, 0.0, -0.4]), 2))
    assert (fit(wins).replicates == fit(wins).replicates).all()
