"""The table laid anew so that most of what is offered goes down, jokers going anywhere (TR-13 … TR-16, TR-20 free).

The solver is :mod:`rummysim.melds.table`. What is here, and its twin for bound jokers
(:mod:`rummysim.games.tile.bound`, compiled only where a variant asks for it), is reached by its address, so that the
game is compiled without it.
"""

import numpy as np
from numba import int64

from rummysim.core.jit import call_at, kernel
from rummysim.games.tile.state import CODE, DEAL
from rummysim.melds.table.memory import TABLES, WORK
from rummysim.melds.table.reach import laid_more, laid_out
from rummysim.melds.table.solve import count_weights, load, point_weights

__all__ = ["LAID", "NOTHING", "REBUILD_SIGNATURE", "UNPROVED", "rebuild_at", "rebuild_free"]

REBUILD_SIGNATURE = int64(TABLES, WORK, CODE, DEAL)
"""Signature of a solver: it fills ``work.melds`` with the new table. Returns ``NOTHING`` if nothing is to be laid, and
adds ``UNPROVED`` if that is not proved to be best.
"""
rebuild_at = call_at(REBUILD_SIGNATURE)
NOTHING, LAID, UNPROVED = 0, 1, 2
NONE = np.uint64(0)


@kernel(int64(TABLES, WORK, CODE, DEAL))
def lay_whole(tables, work, code, deal):
    """1 if the whole rack can be laid; its melds are read then."""
    own, public = deal.own, deal.public
    both = public.tiles & own.rack
    once, twice = public.tiles | own.rack, public.twice | own.twice | both
    count_weights(work)
    load(work, once, twice, NONE, NONE)
    n_jokers = public.n_jokers + own.n_jokers
    return 1 if laid_out(tables, work, n_jokers, np.int64(0), code.ace_high) >= 0 else 0


@kernel(REBUILD_SIGNATURE)
def rebuild_free(tables, work, code, deal):
    """Lay most of the offer, jokers of the table going anywhere."""
    own, public, offer = deal.own, deal.public, deal.offer
    if offer.all_or_this and lay_whole(tables, work, code, deal):
        return LAID
    rack, n_jokers = own.rack & offer.rack, min(own.n_jokers, max(np.int64(0), offer.n_jokers))
    twice = own.twice & offer.twice & rack
    if not rack and not n_jokers:
        return NOTHING
    if offer.by_points:
        point_weights(work, offer.by_points)
    else:
        count_weights(work)
    load(work, public.tiles, public.twice, rack, twice)
    best = laid_more(tables, work, public.n_jokers, n_jokers, code.ace_high)
    if best > 0:
        return LAID
    return NOTHING if best == 0 else NOTHING | UNPROVED
