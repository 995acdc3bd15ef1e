"""Opening melds: rack tiles only, worth at least so many points (TR-22 to TR-24, 8.4).

Most points: :func:`rummysim.melds.spread.best_worth` where a joker counts as the tile it replaces, the solver of this
folder where it counts nothing. Most tiles that open: the most tiles there are, if they are worth enough; otherwise a
search over the melds that hold jokers, the rest by the walk with points due.
"""

import numpy as np
from numba import int64, uint64, void

from rummysim.core.jit import kernel
from rummysim.melds.code import meld_naturals
from rummysim.melds.spread import best_worth
from rummysim.melds.table.candidates import list_candidates, meld_jokers, meld_points, meld_size
from rummysim.melds.table.memory import LAST, TABLES, WORK
from rummysim.melds.table.reach import best_when_points_are_due, most_loaded
from rummysim.melds.table.solve import UNKNOWN, count_weights, load, point_weights
from rummysim.melds.worth import SCALE

__all__ = [
    "JOKER_COUNTS",
    "JOKER_FORBIDDEN",
    "JOKER_IS_ZERO",
    "TILE_WORTH",
    "most_opening_points",
    "most_opening_tiles",
]

JOKER_COUNTS, JOKER_FORBIDDEN, JOKER_IS_ZERO = range(3)
"""Values of ``opening_joker``: yes, no, zero."""
TILE_WORTH = 4096
"""What a tile weighs beside its points where most tiles come first."""
NO_MELD = np.uint64(0)
MANY = 99


@kernel(void(WORK))
def tile_weights(work):
    """Most tiles, then most points of naturals."""
    for value in range(LAST + 1):
        work.weight[value] = TILE_WORTH + value
    work.joker_weight = TILE_WORTH


@kernel(int64(TABLES, WORK, SCALE, uint64, uint64, int64, int64, int64))
def most_opening_points(tables, work, points, rack, rack_twice, n_jokers, joker_mode, ace_high):
    """Most points of disjoint melds of a rack.

    points : scale on which a card is worth its number, a 1 everywhere 1.
    """
    if joker_mode != JOKER_IS_ZERO:
        return best_worth(points, rack, rack_twice, n_jokers if joker_mode == JOKER_COUNTS else np.int64(0))
    point_weights(work, np.int64(0))
    load(work, NO_MELD, NO_MELD, rack, rack_twice)
    best = most_loaded(tables, work, np.int64(0), n_jokers, ace_high)
    count_weights(work)
    return best


@kernel(int64(TABLES, WORK, uint64, uint64, int64, int64))
def natural_tiles(tables, work, rack, rack_twice, points_due, ace_high):
    """Most tiles in melds without jokers worth so many points, -1 if there are none."""
    load(work, NO_MELD, NO_MELD, rack, rack_twice)
    return best_when_points_are_due(tables, work, points_due, ace_high)


@kernel(int64(TABLES, WORK, uint64, uint64, int64, int64, int64, int64, int64))
def tiles_with_jokers(tables, work, rack, rack_twice, n_jokers, points_due, first, jokers_count, ace_high):
    """Most tiles worth so many points in melds with jokers, from candidate ``first`` on, and melds without."""
    best = natural_tiles(tables, work, rack, rack_twice, points_due, ace_high)
    for number in range(first, work.n_candidates):
        code = work.candidates[number]
        naturals, n_wilds = meld_naturals(code, LAST), meld_jokers(code)
        if n_wilds > n_jokers or naturals & ~rack or best == UNKNOWN:
            continue
        rest, rest_twice = (rack & ~naturals) | (rack_twice & naturals), rack_twice & ~naturals
        due = max(np.int64(0), points_due - meld_points(code, jokers_count))
        found = tiles_with_jokers(
            tables, work, rest, rest_twice, n_jokers - n_wilds, due, np.int64(number), jokers_count, ace_high
        )
        if found == UNKNOWN:
            return found
        if found >= 0:
            best = max(best, found + meld_size(code))
    return best


@kernel(int64(TABLES, WORK, SCALE, SCALE, uint64, uint64, int64, int64, int64, int64))
def most_opening_tiles(tables, work, points, cover, rack, rack_twice, n_jokers, opening_min, joker_mode, ace_high):
    """Most tiles in disjoint melds of a rack worth at least ``opening_min`` points, -1 if there are none.

    cover : scale on which a card is worth ``TILE_WORTH`` and its number. Leaves tiles as weights.
    """
    if joker_mode == JOKER_FORBIDDEN:
        n_jokers = np.int64(0)
    if joker_mode == JOKER_IS_ZERO:
        tile_weights(work)
        load(work, NO_MELD, NO_MELD, rack, rack_twice)
        best = most_loaded(tables, work, np.int64(0), n_jokers, ace_high)
    else:
        best = best_worth(cover, rack, rack_twice, n_jokers)
    count_weights(work)
    if best == UNKNOWN or best % TILE_WORTH >= opening_min:
        return best if best == UNKNOWN else best // TILE_WORTH
    if most_opening_points(tables, work, points, rack, rack_twice, n_jokers, joker_mode, ace_high) < opening_min:
        return np.int64(-1)
    list_candidates(work, rack, n_jokers, np.int64(MANY), ace_high)
    counts = np.int64(joker_mode == JOKER_COUNTS)
    return tiles_with_jokers(tables, work, rack, rack_twice, n_jokers, opening_min, np.int64(0), counts, ace_high)
