"""Balance index of the seats, debiased, with a bootstrap over bins (statistics.md 4).

    Q = sum (w_s - 1/n)^2 - sum Var(w_s),   B = 1 - sqrt(max(0, Q) n / (n - 1));

1 is fair, 0 means that one seat wins everything; for two players B is 1 - |first-player advantage|. Without the second
sum chance alone would make every game look unfair.

Resampled shares scatter about the observed ones, so a replicate's Q is too large by sum Var(w_s) once more: that is
taken off, and the interval is the central 95 % of the replicates' B, extended to the estimate where need be. At the
boundary B = 1 it is too wide by nature. If no share varies between bins, the replicates are multinomial draws with
every block counted once, from shares drawn a little towards 1/n (as Agresti and Coull: z^2 / n more wins a seat).
"""

import math

import numpy as np
from numpy.typing import ArrayLike

from rummysim.fields.estimates import CONFIDENCE, Method
from rummysim.stats.groups import ALL
from rummysim.stats.ratio import NORMAL, Estimate, Ratio
from rummysim.stats.statistic import Statistic
from rummysim.stats.tallies import Floats, Tallies
from rummysim.stats.win_share import win_shares

__all__ = ["BALANCE", "N_REPLICATES", "balance_index", "seat_balance"]

N_REPLICATES = 2000
SEED = 20_240_229
"""Of the resampling: the same tallies give the same interval."""


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
        replicates, method = _resampled_bins(seats, n_replicates, rng) - noise, Method.BOOTSTRAP
    else:
        replicates, method = _drawn_blocks(seats, n_replicates, rng), Method.BOOTSTRAP_BLOCKS
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
    wins = np.stack([seat.a[held] for seat in seats])
    games = seats[0].b[held]
    n_bins = len(games)
    squares = np.stack([wins**2, wins * games, np.broadcast_to(games**2, wins.shape)])
    result = np.empty(n_replicates)
    for replicate in range(n_replicates):
        times = np.bincount(rng.integers(n_bins, size=n_bins), minlength=n_bins).astype(float)
        total = times @ games
        shares = wins @ times / total
        own, mixed, denominator = squares @ times
        residuals = own - 2 * shares * mixed + shares**2 * denominator
        variances = n_bins / (n_bins - 1) * residuals / total**2
        result[replicate] = ((shares - 1 / len(seats)) ** 2).sum() - variances.sum()
    return result


def _drawn_blocks(seats: list[Ratio], n_replicates: int, rng: np.random.Generator) -> Floats:
    """Q of multinomial draws, one winner a block."""
    n_seats, n_blocks = len(seats), seats[0].n_independent
    wins = np.array([n_blocks * seat.ratio for seat in seats]) + NORMAL**2 / n_seats
    drawn = rng.multinomial(n_blocks, wins / math.fsum(wins), size=n_replicates) / n_blocks
    squares: Floats = ((drawn - 1 / n_seats) ** 2).sum(axis=1)
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
