"""Most rack tiles laid where the table may not be rearranged: new melds of the rack, and tiles added to melds (8.5).

All melds of the table are blocks (:mod:`rummysim.melds.table.blocks`); what of the rack is left after their extensions
is the free solver's. The budget counts what is solved.
"""

import numpy as np
from numba import int64, uint64

from rummysim.core.jit import kernel
from rummysim.melds.table.blocks import settle_blocks
from rummysim.melds.table.candidates import list_candidates, meld_jokers
from rummysim.melds.table.frames import FREE_RACK, RACK, RACK_TWICE, clear_frame, load_table
from rummysim.melds.table.memory import RULES, TABLES, WORK
from rummysim.melds.table.reach import most_loaded
from rummysim.melds.table.solve import UNKNOWN, load

__all__ = ["most_added"]

UNBOUNDED = 1 << 40


@kernel(int64(TABLES, WORK, RULES, uint64, uint64, int64))
def most_added(tables, work, rules, rack, rack_twice, rack_jokers):
    """Most weight of the rack that can be added to ``old_melds`` or laid beside them, -1 if nothing is known.

    ``rules`` binds no joker. ``is_unknown`` becomes 1 if the answer is not proved; the table is read by
    :func:`rummysim.melds.table.layout.lay_out_released`.
    """
    load_table(work)
    n_table = np.int64(0)
    for number in range(work.n_old):
        n_table += meld_jokers(work.old_melds[number])
    load(work, work.tiles[0, 0], work.tiles[0, 1], rack, rack_twice)
    work.upper = most_loaded(tables, work, n_table, rack_jokers, rules.ace_high)
    if work.upper == UNKNOWN:
        work.upper = np.int64(UNBOUNDED)
    clear_frame(work, np.int64(0))
    work.tiles[0, RACK], work.tiles[0, RACK_TWICE] = rack, rack_twice
    work.counts[0, FREE_RACK] = rack_jokers
    work.n_blocks, work.n_all_jokers = work.n_old, n_table + rack_jokers
    for number in range(work.n_old):
        work.blocks[number], work.holes[number] = work.old_melds[number], 0
    list_candidates(work, rack, rack_jokers, rules.cap, rules.ace_high)
    settle_blocks(tables, work, rules, np.int64(0), np.int64(0))
    work.is_unknown = 1 if work.best_total < work.upper and (work.is_unknown or work.n_tried >= rules.budget) else 0
    return work.best_total
