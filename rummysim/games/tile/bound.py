"""The table laid anew where its jokers are bound (TR-20, TR-21, 8.3), or a meld may have only so many.

The table is judged as it lay before the turn; what was played since must lie on the new one, as tiles that may go
anywhere. A joker of the table that only such a tile could free is taken for bound: ``UNPROVED`` then, as when the
solver's budget ended.
"""

import numpy as np
from numba import int64, uint64, void

from rummysim.core.bits import count_bits
from rummysim.core.jit import kernel
from rummysim.games.tile.rebuild import LAID, NOTHING, REBUILD_SIGNATURE, UNPROVED
from rummysim.games.tile.state import CODE, DEAL
from rummysim.melds.table.candidates import list_candidates
from rummysim.melds.table.frames import FREE, TABLE, TABLE_TWICE
from rummysim.melds.table.memory import TABLES, WORK
from rummysim.melds.table.release import begin_frames, lay_out_released, list_jokers, settle_all
from rummysim.melds.table.solve import UNKNOWN, count_weights, most_weight, point_weights

__all__ = ["rebuild_bound"]

NO_LIMIT = np.int64(1) << 40
NO_TILES = np.uint64(0)


@kernel(void(WORK, DEAL))
def begin(work, deal):
    """Set the table before the turn."""
    work.n_old = deal.n_before
    for number in range(deal.n_before):
        work.old_melds[number] = deal.before[number]
    list_jokers(work)


@kernel(void(WORK, DEAL))
def bind_played(work, deal):
    """Have the tiles played in this turn lie on the new table."""
    tiles = work.tiles[0]
    tiles[TABLE_TWICE] |= (tiles[TABLE] & deal.now) | deal.now_twice
    tiles[TABLE] |= deal.now
    work.counts[0, FREE] += deal.now_jokers


@kernel(int64(WORK, DEAL))
def may_free(work, deal):
    """1 if a tile played in this turn could free a joker of the table."""
    for joker in range(work.n_table_jokers):
        if work.joker_kinds[joker] & deal.now:
            return 1
    return 0


@kernel(int64(TABLES, WORK, CODE, DEAL, uint64, uint64, int64))
def most_bound(tables, work, code, deal, rack, twice, n_jokers):
    """Most weight of these tiles of the rack that can be laid, -1 if none is known; ``is_unknown`` says whether it is
    proved.
    """
    rules = code.jokers
    begin(work, deal)
    begin_frames(work, rack, twice, n_jokers)
    bind_played(work, deal)
    table, table_twice = work.tiles[0, TABLE], work.tiles[0, TABLE_TWICE]
    n_table = work.n_table_jokers + deal.now_jokers
    work.upper = most_weight(tables, work, table, table_twice, rack, twice, n_table, n_jokers, rules.ace_high)
    if work.upper == UNKNOWN:
        work.upper = NO_LIMIT
    list_candidates(work, table | rack, n_table + n_jokers, rules.cap, rules.ace_high)
    settle_all(tables, work, rules)
    is_short = work.best_total < work.upper
    work.is_unknown = np.int64(is_short and (work.is_unknown or work.n_tried >= rules.budget or may_free(work, deal)))
    return work.best_total


@kernel(int64(TABLES, WORK, CODE, DEAL))
def lay_whole(tables, work, code, deal):
    """1 if the whole rack can be laid; its melds are read then. Asked first is whether it could if no joker were bound."""
    own, public = deal.own, deal.public
    count_weights(work)
    work.is_unknown = 0
    once, twice = public.tiles | own.rack, public.twice | own.twice | (public.tiles & own.rack)
    n_jokers = public.n_jokers + own.n_jokers
    if most_weight(tables, work, once, twice, NO_TILES, NO_TILES, n_jokers, np.int64(0), code.ace_high) < 0:
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
