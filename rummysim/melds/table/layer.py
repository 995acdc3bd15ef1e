"""What the tiles of one value can do, for all holdings of the four colours.

A colour holds ``n_held`` tiles of a value, 0 to 2, of which ``n_bound`` lie on the table and must stay there: six
codes, ``6**4`` for the value (``layer code``). An option says how many tiles of each colour go into runs (``vector``, a
number of four ternary digits); jokers stand for what is lacking. What is left may go into sets. All of it:

- ``gains``, by layer code and vector: 4 bits the fewest jokers with which the bound tiles find a place, then five times
  4 bits the most free tiles laid with so many jokers and one, two, … more. ``NO_WAY`` is the number of jokers of none.
- ``ways``, by layer code and number of jokers: the vectors that are possible with so many, a mask of 81 bits in two
  words.

Tiles of a value that form sets: all different one set, otherwise two; a set that lacks tiles takes jokers up to three.
Three sets are never needed, and a set of four needs no joker.
"""

import numpy as np
from numba import int32, int64, types, uint64, void

from rummysim.core.bits import lowest_bit
from rummysim.core.jit import kernel

__all__ = [
    "MAX_JOKERS",
    "MAX_SET_JOKERS",
    "NO_WAY",
    "N_CODES",
    "N_COLOURS",
    "N_LOW",
    "N_VECTORS",
    "fill_layers",
    "jokers_of_sets",
    "take_vector",
]

N_COLOURS = 4
N_CODES, N_VECTORS = 6**N_COLOURS, 3**N_COLOURS
N_LOW = 54
"""Vectors in the first word of a mask: those with at most one tile of the last colour in runs."""
MAX_JOKERS, MAX_SET_JOKERS = 8, 4
NO_WAY = 15
ONE = np.uint64(1)
HELD = np.array([0, 1, 1, 2, 2, 2])
BOUND = np.array([0, 0, 1, 0, 1, 2])


@kernel(int64(int64, int64), inline=True)
def jokers_of_sets(n_tiles, n_double):
    """Jokers that tiles of one value need to form sets, ``n_double`` colours being there twice."""
    if n_tiles == 0:
        return 0
    return max(0, 6 - n_tiles) if n_double else max(0, 3 - n_tiles)


@kernel(types.Tuple((int64, uint64, uint64))(uint64, uint64), inline=True)
def take_vector(low, high):
    """The first vector of a mask of two words that is not empty, and the mask without it."""
    if low:
        return lowest_bit(low), low & (low - ONE), high
    return lowest_bit(high) + N_LOW, low, high & (high - ONE)


@kernel(void(int64, int64, types.Array(int64, 1, "C")))
def most_in_sets(held, bound, most):
    """Most tiles in sets, by jokers.

    held, bound : tiles left and those that must be used, two bits a colour. most : (5,) int64, -1 for no way. Output.
    """
    most[:] = -1
    for vector in range(N_VECTORS):
        n_tiles, n_double, rest, fits = 0, 0, vector, True
        for colour in range(N_COLOURS):
            n_used, rest = rest % 3, rest // 3
            fits = fits and (bound >> 2 * colour & 3) <= n_used <= (held >> 2 * colour & 3)
            n_tiles += n_used
            n_double += n_used == 2
        n_jokers = jokers_of_sets(n_tiles, n_double)
        if fits and n_jokers <= MAX_SET_JOKERS:
            for n_more in range(n_jokers, MAX_SET_JOKERS + 1):
                most[n_more] = max(most[n_more], n_tiles)


@kernel(int64(int64, int64, types.Array(int64, 1, "C")))
def entry(code, vector, most):
    """One entry of ``gains``.

    most : (5,) int64, scratch.
    """
    held, bound, n_jokers, gain = 0, 0, 0, 0
    for colour in range(N_COLOURS):
        n_held, n_bound, n_in_runs = HELD[code % 6], BOUND[code % 6], vector % 3
        code, vector = code // 6, vector // 3
        n_jokers += max(0, n_in_runs - n_held)
        gain += min(n_in_runs, n_held) - n_bound
        held |= max(0, n_held - n_in_runs) << 2 * colour
        bound |= max(0, n_bound - n_in_runs) << 2 * colour
    most_in_sets(held, bound, most)
    first = 0
    while first <= MAX_SET_JOKERS and most[first] < 0:
        first += 1
    if first > MAX_SET_JOKERS or n_jokers + first >= NO_WAY:
        return NO_WAY
    word = n_jokers + first
    for more in range(MAX_SET_JOKERS + 1):
        word |= (gain + most[min(first + more, MAX_SET_JOKERS)]) << 4 * (more + 1)
    return word


@kernel(void(types.Array(int32, 2, "C"), types.Array(uint64, 3, "C")))
def fill_layers(gains, ways):
    """Fill the tables (module docstring).

    gains : (1296, 81) int32. ways : (1296, 9, 2) uint64. Outputs.
    """
    most = np.empty(MAX_SET_JOKERS + 1, np.int64)
    for code in range(N_CODES):
        for n_jokers in range(MAX_JOKERS + 1):
            ways[code, n_jokers, :] = 0
        for vector in range(N_VECTORS):
            word = entry(code, vector, most)
            gains[code, vector] = word
            for n_jokers in range(word & 15, MAX_JOKERS + 1):
                if vector < N_LOW:
                    ways[code, n_jokers, 0] |= np.uint64(1) << np.uint64(vector)
                else:
                    ways[code, n_jokers, 1] |= np.uint64(1) << np.uint64(vector - N_LOW)
