"""Who holds which place and who acts first, in every deal of a block (design, seating).

Scheme ``starter`` (all bots equal): player p holds place p and place r acts first, r = 0 … n-1. Scheme ``players``
(bots differ): place 0 acts first and player p holds place (p + r) mod n.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from rummysim.core import rng

__all__ = ["Integers", "deal_jobs", "drawn_starters", "first_seats", "seatings"]

Integers = NDArray[np.int64]


def seatings(scheme: str, n_players: int) -> tuple[Integers, Integers]:
    """Starter's place (n,) and player by place (n, n) of each seating of a block."""
    rotation = np.arange(n_players)
    if scheme == "starter":
        return rotation, np.tile(rotation, (n_players, 1))
    return np.zeros(n_players, np.int64), (rotation[None, :] - rotation[:, None]) % n_players


def first_seats(scheme: str, n_players: int) -> Integers:
    """Seat of each player in the first deal: (seatings, players)."""
    rotation = np.arange(n_players)
    sign = -1 if scheme == "starter" else 1
    return (rotation[None, :] + sign * rotation[:, None]) % n_players


def deal_jobs(scheme: str, n_players: int, seed: int, first: int, count: int) -> tuple[Integers, Integers]:
    """Jobs of the blocks ``first`` … ``first + count - 1``, one deal a seating.

    Returns jobs (deals, 5): seed, unit, round 0, players, starter's place; and holders (deals, players).
    """
    starters, holders = seatings(scheme, n_players)
    jobs = np.empty((count * n_players, 5), np.int64)
    jobs[:, 0] = seed
    jobs[:, 1] = np.repeat(np.arange(first, first + count), n_players)
    jobs[:, 2] = 0
    jobs[:, 3] = n_players
    jobs[:, 4] = np.tile(starters, count)
    return jobs, np.tile(holders, (count, 1)).astype(np.int64)


def drawn_starters(numbers: Sequence[int], n_players: int, seed: int, first: int, count: int) -> Integers:
    """Starters of the matches of blocks that are drawn for: (count * n,), all seatings of a block together.

    Each block has tiles with these numbers shuffled (stream of purpose ``START``); in seating r player p draws the one
    at ``(p + r) mod n``. The highest number starts, of equal ones the first player's (8.5).
    """
    order = np.empty(len(numbers), np.int8)
    values, players = np.array(numbers), np.arange(n_players)
    hands = (players[None, :] + players[:, None]) % n_players
    starters = np.empty((count, n_players), np.int64)
    for block in range(count):
        order[:] = np.arange(len(numbers))
        rng.shuffle(order, len(numbers), rng.stream(seed, first + block, 0, rng.START, 0))
        starters[block] = values[order[hands]].argmax(axis=1)
    return starters.ravel()
