"""Opening melds: rack tiles only, worth at least so many points (TR-22 to TR-24, 8.4).

Most points, and most tiles where those are worth enough, are asked of :func:`rummysim.melds.spread.best_worth`. Where
the most tiles are not worth enough, and where jokers count nothing, the melds that hold jokers are gone through; what
they leave is the free solver's, with points due. The search counts what it solves, as that for bound jokers does
(``budget``, ``is_unknown``).
"""

import numpy as np
from numba import int64, uint64, void

from rummysim.core.jit import kernel
from rummysim.melds.code import meld_naturals
from rummysim.melds.spread import best_worth
from rummysim.melds.table.candidates import list_candidates, meld_jokers, meld_points, meld_size
from rummysim.melds.table.frames import BEST, N_PLACED, RACK, RACK_TWICE
from rummysim.melds.table.memory import LAST, RULES, TABLES, WORK
from rummysim.melds.table.reach import best_when_points_are_due, laid_when_due
from rummysim.melds.table.solve import UNKNOWN, count_weights, load, point_weights
from rummysim.melds.worth import SCALE

__all__ = [
    "JOKER_COUNTS",
    "JOKER_FORBIDDEN",
    "JOKER_IS_ZERO",
    "TILE_WORTH",
    "lay_opening",
    "most_opening_points",
    "most_opening_tiles",
]

JOKER_COUNTS, JOKER_FORBIDDEN, JOKER_IS_ZERO = range(3)
"""Values of ``opening_joker``: yes, no, zero."""
TILE_WORTH = 900
"""What a tile is worth beside its points on the scale of most tiles; 36 of them are less than 2 ** 15."""
NO_TILE = np.uint64(0)


@kernel(void(WORK, int64, int64, int64))
def keep_opening(work, depth, found, due):
    """Keep the melds with jokers, ``depth`` of them, and the rest of the rack, if they are the best."""
    if found < 0 or found + work.counts[depth, 0] <= work.best_total:
        return
    work.best_total, work.best_due = found + work.counts[depth, 0], due
    work.tiles[BEST, RACK], work.tiles[BEST, RACK_TWICE] = work.tiles[depth, RACK], work.tiles[depth, RACK_TWICE]
    work.counts[BEST, N_PLACED] = depth
    for number in range(depth):
        work.placed[BEST, number] = work.placed[0, number]


@kernel(void(TABLES, WORK, RULES, int64, int64, int64, int64, int64))
def search_opening(tables, work, rules, depth, n_jokers, due, first, mode):
    """Melds with jokers from candidate ``first`` on beside those placed, and without from the rest of the rack.

    depth : melds placed; their weight is ``counts[depth, 0]``. due : points that are due still. mode : of jokers.
    """
    rack, twice = work.tiles[depth, RACK], work.tiles[depth, RACK_TWICE]
    load(work, NO_TILE, NO_TILE, rack, twice)
    work.n_tried += 1
    found = best_when_points_are_due(tables, work, due, rules.ace_high)
    if found == UNKNOWN or work.n_tried > rules.budget:
        work.is_unknown = 1
        return
    keep_opening(work, depth, found, due)
    for number in range(first, work.n_candidates):
        code = work.candidates[number]
        naturals, n_here = meld_naturals(code, LAST), meld_jokers(code)
        if n_here > n_jokers or naturals & ~rack:
            continue
        work.tiles[depth + 1, RACK], work.tiles[depth + 1, RACK_TWICE] = (rack & ~naturals) | twice, twice & ~naturals
        points = meld_points(code, np.int64(mode == JOKER_COUNTS))
        weight = meld_size(code) if work.weight[LAST] == 1 else points
        work.counts[depth + 1, 0] = work.counts[depth, 0] + weight
        work.placed[0, depth] = code
        left = max(np.int64(0), due - points)
        search_opening(tables, work, rules, depth + 1, n_jokers - n_here, left, np.int64(number), mode)


@kernel(int64(TABLES, WORK, RULES, uint64, uint64, int64, int64, int64))
def begin_search(tables, work, rules, rack, twice, n_jokers, due, mode):
    """Most weight in melds of a rack worth at least ``due`` points, -1 if there are none; for :func:`lay_opening`."""
    work.tiles[0, RACK], work.tiles[0, RACK_TWICE] = rack, twice
    work.counts[0, 0] = 0
    work.best_total, work.n_tried, work.is_unknown = -1, 0, 0
    list_candidates(work, rack, n_jokers, rules.cap, rules.ace_high)
    search_opening(tables, work, rules, np.int64(0), n_jokers, due, np.int64(0), mode)
    return work.best_total


@kernel(int64(TABLES, WORK, RULES, SCALE, uint64, uint64, int64, int64))
def most_opening_points(tables, work, rules, points, rack, twice, n_jokers, mode):
    """Most points of disjoint melds of a rack; after ``mode`` zero for :func:`lay_opening`. Leaves tiles as weights.

    points : scale on which a card is worth its number, a 1 everywhere 1.
    """
    if mode != JOKER_IS_ZERO:
        return best_worth(points, rack, twice, n_jokers if mode == JOKER_COUNTS else np.int64(0))
    point_weights(work, np.int64(0))
    best = begin_search(tables, work, rules, rack, twice, n_jokers, np.int64(0), mode)
    count_weights(work)
    return best


@kernel(int64(TABLES, WORK, RULES, SCALE, uint64, uint64, int64, int64, int64))
def most_opening_tiles(tables, work, rules, cover, rack, twice, n_jokers, opening_min, mode):
    """Most tiles in disjoint melds of a rack worth at least ``opening_min`` points; 0 or -1 if there are none.

    cover : scale on which a card is worth ``TILE_WORTH`` and its number; its melds are those of the answer if
    ``best_total`` is -1 (:func:`rummysim.melds.spread.best_meld`), else :func:`lay_opening` reads them.
    """
    if mode == JOKER_FORBIDDEN:
        n_jokers = np.int64(0)
    best = best_worth(cover, rack, twice, n_jokers)
    work.best_total, work.is_unknown = -1, 0
    if mode != JOKER_IS_ZERO and best % TILE_WORTH >= opening_min:
        return best // TILE_WORTH
    return begin_search(tables, work, rules, rack, twice, n_jokers, opening_min, mode)


@kernel(int64(TABLES, WORK, RULES, int64))
def lay_opening(tables, work, rules, by_points):
    """``melds`` of the last search: those with jokers behind those without; 0 if that fails (never)."""
    if by_points:
        point_weights(work, np.int64(0))
    load(work, NO_TILE, NO_TILE, work.tiles[BEST, RACK], work.tiles[BEST, RACK_TWICE])
    found = laid_when_due(tables, work, work.best_due, rules.ace_high)
    count_weights(work)
    for number in range(work.counts[BEST, N_PLACED]):
        work.melds[work.n_melds] = work.placed[BEST, number]
        work.n_melds += 1
    return 1 if found >= 0 else 0
