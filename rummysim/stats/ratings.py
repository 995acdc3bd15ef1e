"""Ratings of bots from the wins at the tables of a tournament (statistics.md 7).

At a table T bot i wins a decided unit with probability

    P(i wins) = w_i / sum of w_j over j in T,    w = exp(theta),

which is Bradley and Terry's model for two players and the first place of Plackett and Luce's for more. Shared wins
count by their parts. The likelihood of all tables, with one drawn game of each bot against a bot of theta 0 as prior
(so that a bot that always loses stays finite), is concave. Newton steps, damped as its third derivative asks, reach the
maximum from anywhere (Sun and Tran-Dinh, Mathematical Programming 178, 2019). The rating is 400 / ln 10 (theta - mean
theta): ten to one in wins is 400 points. The mean is over the bots whose rating the games bound from both sides.

Intervals: central 95 % of the ratings of bootstrap samples of bins, the same bins at all tables, deviations stretched
for few bins as in :mod:`rummysim.stats.balance`. A table at which some bot's count is small (below ``SMALL_COUNT``
effective wins, or bins that do not vary) would hardly vary in such samples: its shares are drawn from Jeffreys'
Dirichlet distribution with the effective number of units instead, each bot with the same luck at all such tables, since
they share their cards (too wide if they hardly do). A bot that won nothing has no lower limit, one that lost nothing no
upper one.
"""

import math
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from rummysim.fields.estimates import CONFIDENCE, Method
from rummysim.fields.tallies import WIN, Floats, Integers
from rummysim.stats.balance import N_REPLICATES, SEED
from rummysim.stats.ratio import NORMAL, SMALL_COUNT, Estimate, Ratio, interval, t_quantile

__all__ = ["POINTS", "Wins", "rate", "rating_spread", "ratings", "strengths", "win_pairs"]

POINTS = 400 / math.log(10)
"""Rating points of a unit of theta."""
MOST_STEPS = 500
TOLERANCE = 1e-9
AT_ONCE = 250
"""Replicates that are fitted together, so that memory stays small."""


@dataclass(frozen=True, kw_only=True, eq=False)
class Wins:
    """Wins per bin at the tables of a tournament.

    Parameters
    ----------
    bots
        Names of the field.
    tables
        (tables, players) int64, indices of the bots at each table.
    won
        (tables, bins, players) float64, wins in 840ths; the bins are the same blocks at all tables.
    n_blocks
        Blocks played at each table.
    """

    bots: tuple[str, ...]
    tables: Integers
    won: Floats
    n_blocks: int

    @cached_property
    def counts(self) -> Floats:
        """(tables, players) wins."""
        total: Floats = self.won.sum(axis=1) / WIN
        return total

    @cached_property
    def decided(self) -> Floats:
        """(tables, bins) decided units, in 840ths."""
        total: Floats = self.won.sum(axis=2)
        return total

    def n_decided(self, bot: int) -> int:
        """Decided units that a bot took part in."""
        return round(float(self.decided[(self.tables == bot).any(axis=1)].sum()) / WIN)

    def is_bounded(self) -> tuple[np.ndarray, np.ndarray]:
        """(bots,) bool each: whether a bot has won, and has lost, something."""
        n_bots = len(self.bots)
        won = np.bincount(self.tables.ravel(), weights=self.won.sum(axis=1).ravel(), minlength=n_bots)
        played = np.repeat(self.decided.sum(axis=1), self.tables.shape[1])
        total = np.bincount(self.tables.ravel(), weights=played, minlength=n_bots)
        return won > 0, won < total


def _members(tables: Integers, n_bots: int) -> Floats:
    """(tables, players, bots) 1 where a bot sits."""
    members = np.zeros((*tables.shape, n_bots))
    np.put_along_axis(members, tables[..., None], 1.0, axis=2)
    return members


def strengths(counts: Floats, tables: Integers, n_bots: int) -> Floats:
    """Theta of each bot, (replicates, bots), at the maximum for each replicate.

    counts : (replicates, tables, players) wins, any numbers from 0.
    """
    members = _members(tables, n_bots)
    won = np.einsum("rtk,tkn->rn", counts, members)
    total = counts.sum(axis=2)
    theta: Floats = np.zeros((len(counts), n_bots))
    for _ in range(MOST_STEPS):
        seated = theta[:, tables]
        weight = np.exp(seated - seated.max(axis=2, keepdims=True))
        share = np.einsum("rtk,tkn->rtn", weight / weight.sum(axis=2, keepdims=True), members)
        drawn = 1 / (1 + np.exp(-theta))
        expected = total[..., None] * share
        gradient = won - expected.sum(axis=1) + 0.5 - drawn
        information = -np.einsum("rtn,rtm->rnm", expected, share)
        information[:, range(n_bots), range(n_bots)] += expected.sum(axis=1) + drawn * (1 - drawn)
        step = np.linalg.solve(information, gradient[..., None])[..., 0]
        length = 2 * np.abs(step).max(axis=1, keepdims=True)
        theta += step * np.where(length > TOLERANCE, np.log1p(length) / np.maximum(length, TOLERANCE), 1.0)
        if length.max() < TOLERANCE:
            break
    return theta


def rate(theta: Floats, counted: np.ndarray) -> Floats:
    """Ratings, (replicates, bots), with mean 0 over the counted bots; over all if none is."""
    chosen = counted if counted.any() else np.ones_like(counted)
    rated: Floats = POINTS * (theta - theta[:, chosen].mean(axis=1, keepdims=True))
    return rated


def _share_ratio(wins: Wins, table: int, chair: int) -> Ratio:
    decided = wins.decided[table]
    n_units = round(float(decided.sum()) / WIN)
    return Ratio(group="", a=wins.won[table, :, chair], b=decided, n_units=n_units, n_blocks=wins.n_blocks, share=True)


def _effective(wins: Wins, table: int) -> float | None:
    """Effective number of units of a table whose shares are drawn; None where bins are resampled."""
    ratios = [_share_ratio(wins, table, chair) for chair in range(wins.tables.shape[1])]
    most = ratios[0].n_independent
    sizes = []
    for ratio in ratios:
        spread = ratio.ratio * (1 - ratio.ratio)
        size = min(ratio.n_units, spread / ratio.variance) if ratio.variance > 0 and spread > 0 else most
        sizes.append((size, size * min(ratio.ratio, 1 - ratio.ratio)))
    return min(size for size, _ in sizes) if min(rarer for _, rarer in sizes) < SMALL_COUNT else None


def _replicates(wins: Wins, drawn: dict[int, float]) -> Floats:
    """(replicates, tables, players) wins of bootstrap samples; tables in ``drawn`` from their effective units."""
    rng = np.random.default_rng(SEED)
    n_tables, n_bins, n_players = wins.won.shape
    flat = wins.won.transpose(1, 0, 2).reshape(n_bins, -1) / WIN
    pieces = []
    for first in range(0, N_REPLICATES, AT_ONCE):
        n_samples = min(AT_ONCE, N_REPLICATES - first)
        picked = rng.integers(n_bins, size=(n_samples, n_bins)) + n_bins * np.arange(n_samples)[:, None]
        times = np.bincount(picked.ravel(), minlength=n_samples * n_bins).reshape(n_samples, n_bins)
        pieces.append((times @ flat).reshape(n_samples, n_tables, n_players))
    counts = np.concatenate(pieces)
    luck = rng.random((N_REPLICATES, len(wins.bots)))
    for table, size in drawn.items():
        total = float(wins.counts[table].sum())
        gammas = _gammas(size * wins.counts[table] / total + 0.5, luck[:, wins.tables[table]])
        counts[:, table] = total * gammas / gammas.sum(axis=1, keepdims=True)
    return counts


def _gammas(shape: Floats, luck: Floats) -> Floats:
    """Quantiles ``luck`` of the gamma distributions of these shapes."""
    from scipy.special import gammaincinv

    quantiles: Floats = gammaincinv(shape, luck)
    return quantiles


@dataclass(frozen=True, kw_only=True, eq=False)
class Fit:
    """Ratings of the field, (bots,), and of its replicates, (replicates, bots); ``scarce`` : tables that were drawn."""

    found: Floats
    replicates: Floats
    scarce: tuple[int, ...]
    n_bins: int


def fit(wins: Wins) -> Fit:
    """Ratings with their bootstrap replicates."""
    n_bots, n_bins = len(wins.bots), wins.won.shape[1]
    has_won, has_lost = wins.is_bounded()
    counted = has_won & has_lost
    found = rate(strengths(wins.counts[None], wins.tables, n_bots), counted)[0]
    sizes = {table: _effective(wins, table) for table in range(len(wins.tables)) if wins.counts[table].sum() > 0}
    drawn = {table: size for table, size in sizes.items() if size is not None}
    counts = _replicates(wins, drawn)
    theta = np.concatenate(
        [strengths(counts[k : k + AT_ONCE], wins.tables, n_bots) for k in range(0, N_REPLICATES, AT_ONCE)]
    )
    stretch = 1.0 if n_bins < 2 else t_quantile(n_bins - 1) / NORMAL * math.sqrt(n_bins / (n_bins - 1))
    replicates = found + stretch * (rate(theta, counted) - found)
    return Fit(found=found, replicates=replicates, scarce=tuple(drawn), n_bins=n_bins)


def _ends(found: float, replicates: Floats) -> tuple[float, float]:
    tail = (1 - CONFIDENCE) / 2
    lo, hi = np.quantile(replicates, [tail, 1 - tail])
    return min(found, float(lo)), max(found, float(hi))


def ratings(wins: Wins, fitted: Fit | None = None) -> list[Estimate]:
    """Rating of each bot; group is its name, n_units the decided units it took part in."""
    fitted = fitted or fit(wins)
    has_won, has_lost = wins.is_bounded()
    rows = []
    for bot, name in enumerate(wins.bots):
        lo, hi = _ends(float(fitted.found[bot]), fitted.replicates[:, bot])
        is_open = not (has_won[bot] and has_lost[bot])
        at_scarce = any(bot in wins.tables[table] for table in fitted.scarce)
        rows.append(
            Estimate(
                group=name,
                estimate=float(fitted.found[bot]),
                se=math.inf if is_open else float(fitted.replicates[:, bot].std(ddof=1)),
                lo=lo if has_won[bot] else -math.inf,
                hi=hi if has_lost[bot] else math.inf,
                n_units=wins.n_decided(bot),
                n_bins=fitted.n_bins,
                method=Method.BOOTSTRAP_SCARCE if at_scarce else Method.BOOTSTRAP,
            )
        )
    return rows


def rating_spread(wins: Wins, fitted: Fit | None = None) -> Estimate:
    """Standard deviation of the ratings of the field, debiased by their bootstrap variances; 0 if all are equal.

    The interval is that of the replicates, each debiased alike (too wide near 0, by nature).
    """
    fitted = fitted or fit(wins)
    has_won, has_lost = wins.is_bounded()
    noise = float(fitted.replicates.var(axis=0, ddof=1).sum()) / (len(wins.bots) - 1)

    def spread(rated: Floats, doubt: float) -> Floats:
        deviations: Floats = np.sqrt(np.clip(rated.var(axis=-1, ddof=1) - doubt, 0.0, None))
        return deviations

    found = float(spread(fitted.found, noise))
    lo, hi = _ends(found, spread(fitted.replicates, 2 * noise))
    is_open = not (has_won & has_lost).all()
    return Estimate(
        group="all",
        estimate=found,
        se=math.inf if is_open else (hi - lo) / (2 * NORMAL),
        lo=lo,
        hi=math.inf if is_open else hi,
        n_units=round(float(wins.counts.sum())),
        n_bins=fitted.n_bins,
        method=Method.BOOTSTRAP_SCARCE if fitted.scarce else Method.BOOTSTRAP,
    )


def win_pairs(wins: Wins) -> list[tuple[int, int, Estimate]]:
    """Of the units that one of two bots won, the share that the first won: bot, other bot, estimate.

    Units of all tables at which both sit; for tables of two that is the win share.
    """
    rows = []
    for one in range(len(wins.bots)):
        for other in range(len(wins.bots)):
            tables = [t for t, seated in enumerate(wins.tables) if one in seated and other in seated]
            if one == other or not tables:
                continue
            won = [sum(wins.won[t][:, list(wins.tables[t]).index(bot)] for t in tables) for bot in (one, other)]
            both: Floats = won[0] + won[1]
            if both.any():
                ratio = Ratio(
                    group=wins.bots[one],
                    a=np.asarray(won[0]),
                    b=both,
                    n_units=max(1, round(float(both.sum()) / WIN)),
                    n_blocks=wins.n_blocks,
                    share=True,
                )
                rows.append((one, other, interval(ratio)))
    return rows
