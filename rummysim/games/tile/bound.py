"""The table laid anew where its jokers are bound (TR-20, TR-21, 8.3), or a meld may have only so many.

The table is judged as it lay before the turn; what was played since has to lie on the new one.
"""

import numpy as np
from numba import int64, uint64

from rummysim.core.bits import count_bits
from rummysim.core.jit import kernel
from rummysim.games.tile.rebuild import LAID, NOTHING, REBUILD_SIGNATURE, UNPROVED
from rummysim.games.tile.state import CODE, DEAL
from rummysim.melds.table.layout import lay_out_released
from rummysim.melds.table.memory import TABLES, WORK
from rummysim.melds.table.reach import most_loaded
from rummysim.melds.table.release import most_released
from rummysim.melds.table.solve import count_weights, load, point_weights

__all__ = ["rebuild_bound"]

NO_TILES = np.uint64(0)


@kernel(int64(TABLES, WORK, CODE, DEAL, uint64, uint64, int64))
def most_bound(tables, work, code, deal, rack, twice, n_jokers):
    """Most weight of these tiles of the rack that can be laid, -1 if none is known; ``is_unknown`` says whether it is
    proved.
    """
    work.n_old = deal.n_before
    for number in range(deal.n_before):
        work.old_melds[number] = deal.before[number]
    return most_released(tables, work, code.jokers, rack, twice, n_jokers, deal.now, deal.now_twice, deal.now_jokers)


@kernel(int64(TABLES, WORK, CODE, DEAL))
def lay_whole(tables, work, code, deal):
    """1 if the whole rack can be laid, asked first as if no joker were bound; its melds are read then."""
    own, public = deal.own, deal.public
    count_weights(work)
    work.is_unknown = 0
    once, twice = public.tiles | own.rack, public.twice | own.twice | (public.tiles & own.rack)
    load(work, once, twice, NO_TILES, NO_TILES)
    if most_loaded(tables, work, public.n_jokers + own.n_jokers, np.int64(0), code.ace_high) < 0:
        return 0
    n_tiles = count_bits(own.rack) + count_bits(own.twice) + own.n_jokers
    best = most_bound(tables, work, code, deal, own.rack, own.twice, own.n_jokers)
    return lay_out_released(tables, work, code.jokers) if best == n_tiles else np.int64(0)


@kernel(REBUILD_SIGNATURE)
def rebuild_bound(tables, work, code, deal):
    """Lay most of the offer, jokers of the table as the rules of the variant have it."""
    own, offer = deal.own, deal.offer
    unproved = np.int64(0)
    if offer.all_or_this:
        if lay_whole(tables, work, code, deal):
            return LAID
        unproved = np.int64(UNPROVED) if work.is_unknown else np.int64(0)
    rack, n_jokers = own.rack & offer.rack, min(own.n_jokers, max(np.int64(0), offer.n_jokers))
    if not rack and not n_jokers:
        return NOTHING | unproved
    if offer.by_points:
        point_weights(work, offer.by_points)
    else:
        count_weights(work)
    best = most_bound(tables, work, code, deal, rack, own.twice & offer.twice & rack, n_jokers)
    if work.is_unknown:
        unproved = np.int64(UNPROVED)
    laid = best > 0 and lay_out_released(tables, work, code.jokers)
    return (LAID if laid else NOTHING) | unproved
