"""What runs can do with the cards of one suit, as a table over all holdings of a suit.

Entry (w, mask) answers for a suit holding the places of ``mask`` when exactly ``w`` wilds go into its runs:
``left``, the least card points left outside runs, and ``key``, the least ``16 * left + (15 - place)`` after one card,
at ``place``, has been taken away, so that among equal leftovers the card of the highest place goes. ``INFEASIBLE``
stands for no way to use exactly that many wilds. A table has shape (wilds + 1, 8192); an entry is
``left | (4 * key - 64 * left) << LEFT_BITS``: the upper half is what the key of a hand (:mod:`rummysim.melds.cover`)
gains when the card goes.

A run is three or more consecutive positions with at least one natural; with ``ace_high`` the ace is place 0 and also
position ``n_places``, one run not using both. A wild may stand for a card that is held and lies elsewhere.
"""

import threading
from functools import cache

import numpy as np
from numba import boolean, int64, types, uint64

from rummysim.core.bits import bit, count_bits, lowest_bit
from rummysim.core.jit import kernel

__all__ = ["INFEASIBLE", "LEFT_BITS", "MANY", "N_HOLDINGS", "suit_table", "window"]

N_HOLDINGS = 8192
MANY = 99
"""Most wilds in a meld where there is no limit."""
LEFT_BITS = 11
"""Bits of an entry that hold ``left``."""
INFEASIBLE = 2000
"""More than the points of any suit; four of them and a key still fit the packed entry."""


_LOCK = threading.Lock()


@kernel(uint64(int64, int64, int64, boolean), inline=True)
def window(start, length, n_places, ace_high):
    """Places of a run at positions ``start`` … as a suit mask; 0 where no run may lie."""
    last = start + length
    if last > n_places + ace_high or (start == 0 and last > n_places):
        return types.uint64(0)
    places = (bit(length) - bit(0)) << types.uint64(start)
    if last > n_places:
        places = (places ^ bit(n_places)) | bit(0)
    return places


@kernel(int64(types.Array(types.int32, 2, "C"), int64, uint64, int64, boolean, int64))
def least_left(left, n_wilds, mask, n_places, ace_high, cap):
    """Entry of a table whose smaller masks are filled: the lowest card is left, or lies in some run.

    left : (wilds + 1, 8192) int32.
    """
    lowest = mask & (~mask + bit(0))
    best = np.int64(left[0, lowest]) + left[n_wilds, mask ^ lowest]
    # A run that holds the lowest card begins at most as many places before it as it may have wilds.
    place = lowest_bit(lowest)
    first = 0 if ace_high and place == 0 else max(0, place - min(n_wilds, cap))
    last = n_places - 2 if ace_high and place == 0 else min(place, n_places - 3 + ace_high)
    for start in range(first, last + 1):
        for length in range(3, n_places + 1):
            held = window(start, length, n_places, ace_high) & mask
            used = held
            while used:
                n_needed = length - count_bits(used)
                if used & lowest and n_needed <= min(n_wilds, cap):
                    best = min(best, left[n_wilds - n_needed, mask & ~used])
                used = (used - bit(0)) & held
    return min(best, INFEASIBLE)


@kernel(types.void(types.Array(types.int32, 2, "C"), types.Array(types.int64, 1, "C"), int64, boolean, int64))
def fill_suit_table(table, points, n_places, ace_high, cap):
    """Fill a table (module docstring).

    table : (wilds + 1, 8192) int32. Output.
    points : (n_places,) int64, card points by place.
    """
    n_wilds = table.shape[0]
    for wilds in range(n_wilds):
        table[wilds, 0] = 0 if wilds == 0 else INFEASIBLE
    for mask in range(1, 1 << n_places):
        cards = types.uint64(mask)
        for wilds in range(n_wilds):
            if wilds == 0 and count_bits(cards) == 1:
                table[0, mask] = points[lowest_bit(cards)]
            else:
                table[wilds, mask] = least_left(table, wilds, cards, n_places, ace_high, cap)
    for wilds in range(n_wilds):
        for mask in range((1 << n_places) - 1, -1, -1):
            key = 16 * INFEASIBLE
            for place in range(n_places):
                if mask >> place & 1 and table[wilds, mask ^ (1 << place)] < INFEASIBLE:
                    key = min(key, 16 * table[wilds, mask ^ (1 << place)] + 15 - place)
            table[wilds, mask] |= (4 * key - 64 * table[wilds, mask]) << LEFT_BITS


@cache
def _made_table(points: tuple[int, ...], ace_high: bool, n_wilds: int, cap: int) -> np.ndarray:
    table = np.full((n_wilds + 1, N_HOLDINGS), INFEASIBLE, np.int32)
    fill_suit_table(table, np.array(points, np.int64), len(points), ace_high, cap)
    table.flags.writeable = False
    return table


def suit_table(points: tuple[int, ...], *, ace_high: bool, n_wilds: int, cap: int = MANY) -> np.ndarray:
    """Table for card ``points`` by place of the line and runs with up to ``n_wilds`` wilds, ``cap`` in each; kept for
    the life of the process.
    """
    # Kernels hold the address: two threads must not make a table twice and drop one of them.
    with _LOCK:
        return _made_table(points, ace_high, n_wilds, cap)
