"""Seats: win shares, first-player advantage, the test of equal seats and the balance index.

1. Each equals the naive form over units.
2. Closed forms: a starter that wins with probability p; a fair game with dead deals.
3. Refused for mixed line-ups, with the reason.
4. The test keeps its level, intervals cover.
"""

import numpy as np
import pytest

from rummysim.fields.estimates import Method
from rummysim.stats.balance import BALANCE, seat_balance
from rummysim.stats.equal_seats import EQUAL_SEATS, compare_seats
from rummysim.stats.first_player import FIRST_PLAYER_ADVANTAGE, FIRST_PLAYER_POINTS
from rummysim.stats.ratio import Ratio, interval
from rummysim.stats.statistic import StatisticError
from rummysim.stats.win_share import WIN_SHARE
from tests.stats import synthetic


def naive_shares(run) -> list[float]:
    n_players = len(run[0]["points"])
    wins, decided = [0.0] * n_players, 0
    for unit in run:
        decided += unit["decided"]
        for winner in unit["winners"]:
            wins[(winner - unit["start"]) % n_players] += 1 / len(unit["winners"])
    return [win / decided for win in wins]


def naive_seat_points(run) -> tuple[float, float]:
    first, others = [], []
    for unit in run:
        for player, points in enumerate(unit["points"]):
            (first if player == unit["start"] else others).append(points)
    return sum(first) / len(first), sum(others) / len(others)


def seats_of(wins: np.ndarray, games: np.ndarray, n_blocks: int) -> list[Ratio]:
    """Ratios of seats from wins (n_seats, n_bins) and games (n_bins,)."""
    n_units = int(games.sum())
    return [
        Ratio(
            group=f"seat {seat}",
            a=won.astype(float),
            b=games.astype(float),
            n_units=n_units,
            n_blocks=n_blocks,
            share=True,
        )
        for seat, won in enumerate(wins)
    ]


def simulated_seats(rng, p: list[float], *, runs: int, n_bins: int, blocks: int = 8) -> np.ndarray:
    """Wins (runs, n_seats, n_bins); a block holds one unit for each seat, and in half of them all end alike."""
    n_seats = len(p)
    alone = rng.multinomial(n_seats, p, size=(runs, n_bins, blocks))
    alike = n_seats * rng.multinomial(1, p, size=(runs, n_bins, blocks))
    shared = rng.random((runs, n_bins, blocks, 1)) < 0.5
    return np.where(shared, alike, alone).sum(axis=2).transpose(0, 2, 1)


@pytest.mark.parametrize("n_players", [2, 3, 5])
def test_win_share__equals_the_naive_form(n_players):
    run = synthetic.units(seed=n_players, n_players=n_players)
    found = WIN_SHARE.estimate(synthetic.tallies(run))
    assert [each.estimate for each in found] == pytest.approx(naive_shares(run))
    assert sum(each.estimate for each in found) == pytest.approx(1)
    assert {each.n_units for each in found} == {sum(unit["decided"] for unit in run)}


def test_win_share__is_also_given_by_player_where_bots_differ():
    run = synthetic.units(seed=8)
    found = WIN_SHARE.estimate(synthetic.tallies(run, scheme="players", bots=("greedy", "novice", "novice")))
    assert [each.group for each in found] == [
        "seat 0", "seat 1", "seat 2", "player 0: greedy", "player 1: novice", "player 2: novice",
    ]  # fmt: skip
    wins = sum(1 / len(unit["winners"]) for unit in run if 1 in unit["winners"])
    assert found[4].estimate == pytest.approx(wins / sum(unit["decided"] for unit in run))


@pytest.mark.parametrize("n_players", [2, 4])
def test_first_player_advantage__equals_the_naive_form(n_players):
    run = synthetic.units(seed=n_players, n_players=n_players)
    (found,) = FIRST_PLAYER_ADVANTAGE.estimate(synthetic.tallies(run))
    (share,) = [each for each in WIN_SHARE.estimate(synthetic.tallies(run)) if each.group == "seat 0"]
    assert found.estimate == pytest.approx(n_players * naive_shares(run)[0] - 1)
    assert (found.lo, found.hi) == pytest.approx((n_players * share.lo - 1, n_players * share.hi - 1))
    assert found.se == pytest.approx(n_players * share.se)


@pytest.mark.parametrize(("direction", "sign"), [("lower", -1), ("higher", 1)])
@pytest.mark.parametrize("points_unit", [1, 2])
def test_first_player_points__equals_the_naive_form(direction, sign, points_unit):
    run = synthetic.units(seed=9, n_players=4, points_unit=points_unit)
    (found,) = FIRST_PLAYER_POINTS.estimate(synthetic.tallies(run, direction=direction, points_unit=points_unit))
    first, others = naive_seat_points(run)
    assert found.estimate == pytest.approx(sign * (first - others) / points_unit)


@pytest.mark.parametrize("statistic", [FIRST_PLAYER_ADVANTAGE, FIRST_PLAYER_POINTS, EQUAL_SEATS, BALANCE])
def test_seats__are_not_compared_in_mixed_line_ups(statistic):
    mixed = synthetic.tallies(synthetic.units(), scheme="players", bots=("greedy", "novice", "random"))
    with pytest.raises(StatisticError, match="cannot be told from who plays better; give all players the same bot"):
        statistic.estimate(mixed)


@pytest.mark.parametrize("p", [0.2, 0.5, 0.9])
def test_first_player_advantage__of_a_starter_that_wins_with_probability_p(p):
    rng = np.random.default_rng(10)
    games = np.full(400, 100)
    run = synthetic.two_outcomes(rng.binomial(games, p), games, n_blocks=20_000, blocks_per_bin=50)
    (found,) = FIRST_PLAYER_ADVANTAGE.estimate(run)
    assert found.lo <= 2 * p - 1 <= found.hi
    assert found.se == pytest.approx(2 * (p * (1 - p) / 40_000) ** 0.5, rel=0.1)


def test_first_player_advantage__of_a_fair_game_with_dead_deals_is_0():
    rng = np.random.default_rng(11)
    decided = rng.binomial(100, 0.9, size=400)
    run = synthetic.two_outcomes(rng.binomial(decided, 0.5), decided, n_blocks=20_000, blocks_per_bin=50)
    (found,) = FIRST_PLAYER_ADVANTAGE.estimate(run)
    assert found.lo <= 0 <= found.hi
    # Dead deals counted as losses would give -0.1.
    assert abs(found.estimate) < 0.02
    assert found.n_units == decided.sum()


@pytest.mark.slow
def test_first_player_advantage__covers_0_in_fair_games_with_dead_deals():
    rng = np.random.default_rng(12)
    decided = 4 * rng.binomial(25, 0.9, size=(2000, 60))
    wins = synthetic.coupled_blocks(rng, (2000, 60, 25), 4, 0.5, 0.5)
    kept = np.where(np.arange(25) < decided[..., None] // 4, wins, 0).sum(axis=2)
    covered = 0
    for a, b in zip(kept, decided, strict=True):
        (starter, _) = seats_of(np.stack([a, b - a]), b, 1500)
        share = interval(starter)
        covered += share.lo <= 0.5 <= share.hi
    assert 0.93 <= covered / 2000 <= 0.97


def naive_hotelling(wins: np.ndarray, games: np.ndarray, dropped: int) -> float:
    n_seats, n_bins = wins.shape
    kept = [seat for seat in range(n_seats) if seat != dropped]
    shares = [wins[seat].sum() / games.sum() for seat in kept]
    covariance = np.zeros((n_seats - 1, n_seats - 1))
    for i, s in enumerate(kept):
        for j, t in enumerate(kept):
            for k in range(n_bins):
                covariance[i, j] += (wins[s, k] - shares[i] * games[k]) * (wins[t, k] - shares[j] * games[k])
    covariance *= n_bins / (n_bins - 1) / games.sum() ** 2
    excess = np.array(shares) - 1 / n_seats
    t_square = excess @ np.linalg.inv(covariance) @ excess
    return (n_bins - n_seats + 1) / ((n_seats - 1) * (n_bins - 1)) * t_square


def test_equal_seats__equals_the_naive_form_whichever_seat_is_dropped():
    wins = simulated_seats(np.random.default_rng(13), [0.3, 0.25, 0.25, 0.2], runs=1, n_bins=30)[0]
    games = wins.sum(axis=0)
    test = compare_seats(seats_of(wins, games, 240))
    for dropped in range(4):
        assert test.statistic == pytest.approx(naive_hotelling(wins, games, dropped))
    assert (test.df, test.method) == ((3, 27), Method.HOTELLING)


def test_equal_seats__of_two_players_is_the_square_of_t():
    from scipy.stats import ttest_1samp

    starter = np.random.default_rng(14).binomial(40, 0.53, size=25)
    test = compare_seats(seats_of(np.stack([starter, 40 - starter]), np.full(25, 40), 500))
    reference = ttest_1samp(starter / 40, 0.5)
    assert test.statistic == pytest.approx(reference.statistic**2)
    assert test.p_value == pytest.approx(reference.pvalue)


@pytest.mark.parametrize("n_bins", [1, 2, 40])
def test_equal_seats__falls_back_on_blocks_where_bins_cannot_tell(n_bins):
    wins = np.tile(np.array([[30], [0], [0]]), n_bins)
    test = compare_seats(seats_of(wins, wins.sum(axis=0), 5 * n_bins))
    assert test.method == Method.CHI_SQUARE
    assert test.statistic == pytest.approx(5 * n_bins * 3 * (4 / 9 + 1 / 9 + 1 / 9))


@pytest.mark.slow
@pytest.mark.parametrize("n_seats", [2, 4])
def test_equal_seats__rejects_fair_games_at_its_level(n_seats):
    runs = simulated_seats(np.random.default_rng(15), [1 / n_seats] * n_seats, runs=2000, n_bins=40)
    p_values = [compare_seats(seats_of(wins, wins.sum(axis=0), 320)).p_value for wins in runs]
    assert 0.03 <= np.mean(np.array(p_values) < 0.05) <= 0.07
    assert np.mean(p_values) == pytest.approx(0.5, abs=0.03)


def naive_balance(wins: np.ndarray, games: np.ndarray) -> float:
    n_seats, n_bins = wins.shape
    q = 0.0
    for won in wins:
        share = won.sum() / games.sum()
        variance = n_bins / (n_bins - 1) * sum((a - share * b) ** 2 for a, b in zip(won, games, strict=True))
        q += (share - 1 / n_seats) ** 2 - variance / games.sum() ** 2
    return 1 - (max(0.0, q) * n_seats / (n_seats - 1)) ** 0.5


@pytest.mark.parametrize("p", [[0.5, 0.5], [0.7, 0.3], [0.4, 0.3, 0.2, 0.1]])
def test_balance__equals_the_naive_form_and_is_reproducible(p):
    wins = simulated_seats(np.random.default_rng(16), p, runs=1, n_bins=50)[0]
    games = wins.sum(axis=0)
    found = seat_balance(seats_of(wins, games, 400))
    assert found.estimate == pytest.approx(naive_balance(wins, games))
    assert found == seat_balance(seats_of(wins, games, 400))
    assert 0 <= found.lo <= found.estimate <= found.hi <= 1


def test_balance__of_two_players_is_one_minus_the_advantage():
    games = np.full(200, 1000)
    starter = np.random.default_rng(17).binomial(games, 0.62)
    run = synthetic.two_outcomes(starter, games, n_blocks=100_000, blocks_per_bin=500)
    (found,), (advantage,) = BALANCE.estimate(run), FIRST_PLAYER_ADVANTAGE.estimate(run)
    assert found.estimate == pytest.approx(1 - abs(advantage.estimate), abs=1e-4)
    assert (found.lo, found.hi) == pytest.approx((1 - advantage.hi, 1 - advantage.lo), abs=2e-3)


def test_balance__is_not_pulled_down_by_chance():
    # Shares of 4 seats in 320 blocks scatter by 0.02, which alone would cost 0.06; what is left is the kink at B = 1.
    runs = simulated_seats(np.random.default_rng(18), [0.25] * 4, runs=300, n_bins=40)
    plain, found = [], []
    for wins in runs:
        games = wins.sum(axis=0)
        plain.append(1 - (((wins.sum(axis=1) / games.sum() - 0.25) ** 2).sum() * 4 / 3) ** 0.5)
        found.append(naive_balance(wins, games))
    assert 1 - np.mean(found) < 0.5 * (1 - np.mean(plain))


@pytest.mark.parametrize("wins", [[[30] * 9, [0] * 9], [[15] * 9, [15] * 9]])
def test_balance__has_a_width_where_bins_do_not_vary(wins):
    found = seat_balance(seats_of(np.array(wins), np.full(9, 30), 135))
    assert found.method == Method.DIRICHLET
    assert found.hi - found.lo > 0.01
    assert found.lo <= found.estimate <= found.hi


@pytest.mark.slow
@pytest.mark.parametrize(
    ("p", "most"),
    [([0.6, 0.4], 0.97), ([0.4, 0.3, 0.2, 0.1], 0.97), ([0.5, 0.5], 1.0), ([0.27, 0.25, 0.25, 0.23], 1.0)],
)
def test_balance__covers_in_simulation(p, most):
    # At and near the boundary B = 1 it may cover more.
    n_seats = len(p)
    truth = 1 - (sum((share - 1 / n_seats) ** 2 for share in p) * n_seats / (n_seats - 1)) ** 0.5
    runs = simulated_seats(np.random.default_rng(19), p, runs=2000, n_bins=80, blocks=4)
    found = [seat_balance(seats_of(wins, wins.sum(axis=0), 320), n_replicates=400) for wins in runs]
    covered = np.mean([each.lo <= truth + 1e-12 and truth <= each.hi + 1e-12 for each in found])
    assert 0.93 <= covered <= most
