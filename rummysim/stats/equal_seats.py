"""Test that all seats win equally often (statistics.md 3).

With d = (w_1 - 1/n, ..., w_{n-1} - 1/n), p = n - 1 contrasts (any n - 1 seats give the same test, as the shares add to
1), and V their covariance from M bins: T^2 = d' V^-1 d, and F = (M - p) / (p (M - 1)) T^2 has p and M - p degrees of
freedom. Where V is singular (few bins, or seats whose share never varies) every block counts once in a chi-square test.
"""

from dataclasses import dataclass

import numpy as np

from rummysim.fields.estimates import Method
from rummysim.fields.tallies import Tallies
from rummysim.stats.groups import ALL
from rummysim.stats.ratio import Estimate, Ratio
from rummysim.stats.statistic import Statistic
from rummysim.stats.win_share import win_shares

__all__ = ["EQUAL_SEATS", "EqualSeats", "compare_seats"]

SINGULAR = 1e-10
"""Least eigenvalue of a covariance, relative to the greatest, that is inverted."""


@dataclass(frozen=True, kw_only=True)
class EqualSeats:
    """Outcome of the test; ``statistic`` is F, or chi-square with 0 as second degree of freedom."""

    statistic: float
    df: tuple[int, int]
    p_value: float
    method: Method


def compare_seats(seats: list[Ratio]) -> EqualSeats:
    """Test whether the win shares of all seats are equal."""
    from scipy.special import chdtrc, fdtrc

    n_seats, n_bins = len(seats), seats[0].n_bins
    n_contrasts = n_seats - 1
    excess = np.array([seat.ratio - 1 / n_seats for seat in seats])
    influence = np.stack([seat.influence for seat in seats[1:]])
    eigenvalues = np.linalg.eigvalsh(influence @ influence.T)
    if n_bins <= n_contrasts or eigenvalues[0] <= SINGULAR * eigenvalues[-1]:
        chi_square = seats[0].n_independent * n_seats * float(excess @ excess)
        p_value = float(chdtrc(n_contrasts, chi_square))
        return EqualSeats(statistic=chi_square, df=(n_contrasts, 0), p_value=p_value, method=Method.CHI_SQUARE)
    covariance = n_bins / (n_bins - 1) * (influence @ influence.T)
    t_square = float(excess[1:] @ np.linalg.solve(covariance, excess[1:]))
    df = (n_contrasts, n_bins - n_contrasts)
    f_value = df[1] / (df[0] * (n_bins - 1)) * t_square
    return EqualSeats(statistic=f_value, df=df, p_value=float(fdtrc(*df, f_value)), method=Method.HOTELLING)


def equal_seats(tallies: Tallies) -> list[Estimate]:
    """Outcome of the test as an estimate without interval: its p value."""
    seats = win_shares(tallies)
    if not seats:
        return []
    test = compare_seats(seats)
    return [
        Estimate(
            group=ALL,
            estimate=test.p_value,
            se=None,
            lo=None,
            hi=None,
            n_units=seats[0].n_units,
            n_bins=seats[0].n_bins,
            method=test.method,
        )
    ]


EQUAL_SEATS = Statistic(
    name="equal_seats_p",
    definition="Probability of seat shares at least this unequal if all seats were equally good; small means unequal.",
    unit="p value",
    needs=("rows.won", "rows.decided"),
    starter_scheme=True,
    function=equal_seats,
)
