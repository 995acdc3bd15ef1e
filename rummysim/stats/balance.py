"""Balance index of the seats, debiased, with a bootstrap over bins (statistics.md 4).

    Q = sum (w_s - 1/n)^2 - sum Var(w_s),   B = 1 - sqrt(max(0, Q) n / (n - 1));

1 is fair, 0 means that one seat wins everything; for two players B is 1 - |first-player advantage|. Without the second
sum chance alone would make every game look unfair.

The interval is the central 95 % of B in bootstrap samples of bins, each debiased by its own variances, extended to the
estimate where need be. Samples of few bins scatter too little: deviations from the observed shares are stretched by
t_{M-1} / z sqrt(M / (M - 1)), which is 1 for many bins. Near the boundary B = 1 the interval is too wide by nature.
If no share varies between bins, shares are drawn from their Dirichlet distribution given one winner a block,
n = min(units, blocks) in all, and a uniform prior.
"""

import numpy as np
from numpy.typing import ArrayLike

from rummysim.fields.estimates import CONFIDENCE, Method
from rummysim.fields.tallies import Floats, Tallies
from rummysim.stats.groups import ALL
from rummysim.stats.ratio import NORMAL, Estimate, Ratio, t_quantile
from rummysim.stats.statistic import Statistic
from rummysim.stats.win_share import win_shares

__all__ = ["BALANCE", "N_REPLICATES", "balance_index", "seat_balance"]

N_REPLICATES = 1000
SEED = 20_240_229
"""Of the resampling: the same tallies give the same interval."""
DRAWS_AT_ONCE = 1_000_000
"""Bins drawn in one piece, so that memory stays small."""


def balance_index(excess: ArrayLike) -> Floats:
    """Balance index of Q n / (n - 1), elementwise."""
    index: Floats = 1 - np.sqrt(np.clip(excess, 0.0, 1.0))
    return index


def seat_balance(seats: list[Ratio], *, n_replicates: int = N_REPLICATES, seed: int = SEED) -> Estimate:
    """Balance index of the win shares of all seats."""
    n_seats = len(seats)
    scale = n_seats / (n_seats - 1)
    shares = np.array([seat.ratio for seat in seats])
    noise = sum(seat.variance for seat in seats)
    found = float(balance_index(scale * (((shares - 1 / n_seats) ** 2).sum() - noise)))
    rng = np.random.default_rng(seed)
    if noise > 0:
        replicates, method = _resampled_bins(seats, n_replicates, rng), Method.BOOTSTRAP
    else:
        replicates, method = _drawn_blocks(seats, n_replicates, rng), Method.DIRICHLET
    indices = balance_index(scale * replicates)
    lo, hi = np.quantile(indices, [(1 - CONFIDENCE) / 2, (1 + CONFIDENCE) / 2])
    return Estimate(
        group=ALL,
        estimate=found,
        se=float(indices.std(ddof=1)),
        lo=min(float(lo), found),
        hi=max(float(hi), found),
        n_units=seats[0].n_units,
        n_bins=seats[0].n_bins,
        method=method,
    )


def _resampled_bins(seats: list[Ratio], n_replicates: int, rng: np.random.Generator) -> Floats:
    """Q of each bootstrap sample of bins, with the variances of that sample."""
    held = seats[0].b > 0
    wins, games = np.stack([seat.a[held] for seat in seats], axis=1), seats[0].b[held]
    n_bins, n_seats = wins.shape
    observed = np.array([seat.ratio for seat in seats])
    stretch = t_quantile(n_bins - 1) / NORMAL * (n_bins / (n_bins - 1)) ** 0.5
    pieces = []
    for n_samples in _chunks(n_replicates, max(1, DRAWS_AT_ONCE // n_bins)):
        drawn = rng.integers(n_bins, size=(n_samples, n_bins)) + n_bins * np.arange(n_samples)[:, None]
        times = np.bincount(drawn.ravel(), minlength=n_samples * n_bins).reshape(n_samples, n_bins).astype(float)
        total = (times @ games)[:, None]
        shares = times @ wins / total
        # sum (A - w B)^2 in terms of sums that do not depend on w
        residuals = (
            times @ wins**2 - 2 * shares * (times @ (wins * games[:, None])) + shares**2 * (times @ games**2)[:, None]
        )
        variances = n_bins / (n_bins - 1) * residuals / total**2
        stretched = observed + stretch * (shares - observed)
        pieces.append(((stretched - 1 / n_seats) ** 2 - stretch**2 * variances).sum(axis=1))
    return np.concatenate(pieces)


def _chunks(total: int, most: int) -> list[int]:
    return [min(most, total - done) for done in range(0, total, most)]


def _drawn_blocks(seats: list[Ratio], n_replicates: int, rng: np.random.Generator) -> Floats:
    """Q of shares drawn given one winner a block."""
    wins = np.array([seat.n_independent * seat.ratio for seat in seats])
    squares: Floats = ((rng.dirichlet(wins + 1, size=n_replicates) - 1 / len(seats)) ** 2).sum(axis=1)
    return squares


def balance(tallies: Tallies) -> list[Estimate]:
    """Balance index, where a unit was decided."""
    seats = win_shares(tallies)
    return [seat_balance(seats)] if seats else []


BALANCE = Statistic(
    name="balance",
    definition="How equal the seats are: 1 if all win equally often, 0 if one seat wins every game.",
    unit="index",
    needs=("rows.won", "rows.decided"),
    starter_scheme=True,
    function=balance,
)
