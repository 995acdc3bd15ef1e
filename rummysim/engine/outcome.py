"""Who won a deal: by the best points, ties split, or outright; nobody in an undecided one. The same for every
family.
"""

import numpy as np
from numpy.typing import NDArray

from rummysim.fields.tallies import WIN

__all__ = ["win_shares", "winner_margins"]


def win_shares(
    points: NDArray[np.int64], outright: NDArray[np.bool_], decided: NDArray[np.bool_], direction: str
) -> NDArray[np.int64]:
    """Shares of the win in 840ths, (deals, players) like ``points`` and ``outright``; ``decided`` is (deals,)."""
    good = -points if direction == "lower" else points
    best = good == good.max(axis=1, keepdims=True)
    winners = np.where(outright.any(axis=1, keepdims=True), outright, best) & decided[:, None]
    n_winners = np.maximum(winners.sum(axis=1, keepdims=True), 1)
    shares: NDArray[np.int64] = winners * (WIN // n_winners)
    return shares


def winner_margins(points: NDArray[np.int64], won: NDArray[np.int64], direction: str) -> NDArray[np.int64]:
    """Points by which the winner is ahead of the best other, (deals,); 0 if shared by all or undecided."""
    good = -points if direction == "lower" else points
    low = np.iinfo(np.int64).min // 4
    winner = np.where(won > 0, good, low).max(axis=1)
    other = np.where(won > 0, low, good).max(axis=1)
    alone = (won > 0).any(axis=1) & (won == 0).any(axis=1)
    return np.where(alone & ((won > 0).sum(axis=1) == 1), winner - other, 0)
