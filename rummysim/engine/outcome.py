"""Who won a deal: by the best points, ties split, or outright; nobody in an undecided one. The same for every
family.
"""

from functools import reduce
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rummysim.fields.tallies import WIN

__all__ = ["over_players", "win_shares", "winner_margins"]


def over_players(operation: "np.ufunc", grid: NDArray[Any]) -> NDArray[Any]:
    """Fold the last axis of a grid, a few players long: column by column, which is several times faster than a
    reduction along so short an axis.
    """
    folded: NDArray[Any] = reduce(operation, (grid[..., player] for player in range(grid.shape[-1])))
    return folded


def win_shares(
    points: NDArray[np.int64], outright: NDArray[np.bool_], decided: NDArray[np.bool_], direction: str
) -> NDArray[np.int64]:
    """Shares of the win in 840ths, (deals, players) like ``points`` and ``outright``; ``decided`` is (deals,)."""
    good = -points if direction == "lower" else points
    winners = good == over_players(np.maximum, good)[:, None]
    if outright.any():
        winners = np.where(over_players(np.logical_or, outright)[:, None], outright, winners)
    winners &= decided[:, None]
    n_winners = np.maximum(over_players(np.add, winners.astype(np.int64)), 1)
    shares: NDArray[np.int64] = winners * (WIN // n_winners)[:, None]
    return shares


def winner_margins(points: NDArray[np.int64], won: NDArray[np.int64], direction: str) -> NDArray[np.int64]:
    """Points by which the winner is ahead of the best other, (deals,); 0 if shared by all or undecided."""
    good = -points if direction == "lower" else points
    low = np.iinfo(np.int64).min // 4
    has_won = won > 0
    winner = over_players(np.maximum, np.where(has_won, good, low))
    other = over_players(np.maximum, np.where(has_won, low, good))
    is_alone = over_players(np.add, has_won.astype(np.int64)) == 1
    return np.where(is_alone & (other > low), winner - other, 0)
