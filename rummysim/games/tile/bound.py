"""The table laid anew where its jokers are bound (TR-20, TR-21, 8.3), or a meld may have only so many.

The table is judged as it lay before the turn; what was played since has to lie on the new one.
"""

import numpy as np
from numba import int64, void

from rummysim.core.jit import kernel
from rummysim.games.tile.rebuild import LAID, NOTHING, REBUILD_SIGNATURE, UNPROVED
from rummysim.games.tile.state import CODE, DEAL
from rummysim.melds.table.layout import lay_out_released
from rummysim.melds.table.memory import TABLES, WORK
from rummysim.melds.table.release import most_released
from rummysim.melds.table.solve import count_weights, point_weights

__all__ = ["rebuild_bound"]


@kernel(void(WORK, DEAL))
def load_table(work, deal):
    """Set the table as it lay before the turn."""
    work.n_old = deal.n_before
    for number in range(deal.n_before):
        work.old_melds[number] = deal.before[number]


@kernel(int64(TABLES, WORK, CODE, DEAL))
def lay_whole(tables, work, code, deal):
    """1 if the whole rack can be laid, all of it being due; its melds are read then."""
    own = deal.own
    count_weights(work)
    load_table(work, deal)
    twice = deal.now_twice | own.twice | (deal.now & own.rack)
    n_jokers = deal.now_jokers + own.n_jokers
    nothing, none = np.uint64(0), np.int64(0)
    due = deal.now | own.rack
    if most_released(tables, work, code.jokers, nothing, nothing, none, due, twice, n_jokers) < 0:
        return 0
    return lay_out_released(tables, work, code.jokers)


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
    load_table(work, deal)
    twice = own.twice & offer.twice & rack
    best = most_released(tables, work, code.jokers, rack, twice, n_jokers, deal.now, deal.now_twice, deal.now_jokers)
    if work.is_unknown:
        unproved = np.int64(UNPROVED)
    laid = best > 0 and lay_out_released(tables, work, code.jokers)
    return (LAID if laid else NOTHING) | unproved
