"""The table laid anew so that most of what is offered goes down, jokers going anywhere (TR-13 … TR-16, TR-20 free).

The solver is :mod:`rummysim.melds.table`. It is reached by its address (:data:`rebuild_at`), so that whoever calls it
is compiled without it, and the solver for bound jokers only where a variant asks for it
(:mod:`rummysim.games.tile.bound`).
"""

import numpy as np
from numba import int64

from rummysim.core.jit import call_at, kernel
from rummysim.games.tile.state import CODE, DEAL
from rummysim.melds.table.build import absorb, order_melds
from rummysim.melds.table.memory import LAST, TABLES, WORK
from rummysim.melds.table.path import lay_out, read_walk, walk_tag
from rummysim.melds.table.solve import (
    best_loaded,
    count_weights,
    load,
    must_hold_run,
    point_weights,
    search,
)

__all__ = ["LAID", "NOTHING", "REBUILD_SIGNATURE", "UNPROVED", "rebuild_at", "rebuild_free"]

REBUILD_SIGNATURE = int64(TABLES, WORK, CODE, DEAL)
"""Signature of a solver: it fills ``work.melds`` with the new table. Returns ``NOTHING`` if nothing is to be laid, and
adds ``UNPROVED`` if that is not proved to be best.
"""
rebuild_at = call_at(REBUILD_SIGNATURE)
NOTHING, LAID, UNPROVED = 0, 1, 2
NONE = np.uint64(0)


@kernel(int64(WORK))
def is_path_whole(work):
    """1 if the items behind the best one all belong to its tag."""
    tag = np.uint64(work.best_tag)
    item = np.int64(work.best_item)
    for _ in range(2, LAST + 1):
        if not work.item_tags[item] >> tag & np.uint64(1):
            return 0
        item = np.int64(work.item_parent[item])
    return 1


@kernel(int64(TABLES, WORK, int64, int64, int64))
def lay_most(tables, work, table_jokers, rack_jokers, ace_high):
    """:func:`rummysim.melds.table.path.lay_out` in fewer walks: the melds are read from the first where its path belongs
    to the best tag, and not at all if nothing can be laid.
    """
    n_jokers = table_jokers + rack_jokers
    work.n_jokers = n_jokers
    if not must_hold_run(tables, work):
        best = best_loaded(tables, work, table_jokers, rack_jokers, ace_high)
        return lay_out(tables, work, table_jokers, rack_jokers, ace_high) if best > 0 else best
    best = search(tables, work, n_jokers, ace_high, np.int64(1))
    laid = best + rack_jokers * work.joker_weight if best >= 0 else best
    if laid <= 0:
        return laid
    if work.best_highs == work.tag_highs[work.best_tag] and is_path_whole(work):
        found = read_walk(tables, work)
    else:
        found = walk_tag(tables, work, ace_high, np.int64(1))
    if found and absorb(work, ace_high):
        order_melds(work)
        return laid
    return lay_out(tables, work, table_jokers, rack_jokers, ace_high)


@kernel(int64(TABLES, WORK, CODE, DEAL))
def lay_whole(tables, work, code, deal):
    """1 if the whole rack can be laid; its melds are read then."""
    own, public = deal.own, deal.public
    both = public.tiles & own.rack
    once, twice = public.tiles | own.rack, public.twice | own.twice | both
    count_weights(work)
    load(work, once, twice, NONE, NONE)
    n_jokers = public.n_jokers + own.n_jokers
    if best_loaded(tables, work, n_jokers, np.int64(0), code.ace_high) < 0:
        return 0
    return 1 if lay_out(tables, work, n_jokers, np.int64(0), code.ace_high) >= 0 else 0


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
    best = lay_most(tables, work, public.n_jokers, n_jokers, code.ace_high)
    if best > 0:
        return LAID
    return NOTHING if best == 0 else NOTHING | UNPROVED
