"""What is loose while it is decided, joker by joker, where the jokers of the table lie.

A frame is one level of that search: tiles that are loose and have to lie on the table, kinds and kinds twice; tiles of
the rack that may be played, likewise; those of the first that were played from the rack in this turn and freed no joker
yet (``DUE``), likewise; then what has been gained (rack tiles that are bound to be played), jokers that may lie
anywhere, of the table and of the rack, jokers whose meld has still to be named, and the number of melds that are
settled (``placed``), each with the naturals that may not become a joker (``faces``).
"""

import numpy as np
from numba import int64, uint64, void

from rummysim.core.bits import lowest_bit
from rummysim.core.jit import kernel
from rummysim.melds.code import meld_naturals
from rummysim.melds.table.memory import LAST, MAX_FRAMES, N_MASKS, WORK

__all__ = [
    "BEST",
    "CHANGED",
    "DUE",
    "DUE_TWICE",
    "FREE",
    "FREE_RACK",
    "GAIN",
    "N_PLACED",
    "RACK",
    "RACK_TWICE",
    "TABLE",
    "TABLE_TWICE",
    "add_identity",
    "bind_rack",
    "clear_frame",
    "copy_frame",
    "drop_one",
    "drop_rack",
    "load_table",
    "place_meld",
    "return_card",
    "take_cards",
    "take_joker",
]

TABLE, TABLE_TWICE, RACK, RACK_TWICE, DUE, DUE_TWICE = range(N_MASKS)
GAIN, FREE, FREE_RACK, CHANGED, N_PLACED = range(5)
N_COUNTS = 5
BEST = MAX_FRAMES - 1
"""Frame that keeps the best solution."""


@kernel(void(WORK, int64))
def clear_frame(work, frame):
    """Make a frame empty."""
    for field in range(N_MASKS):
        work.tiles[frame, field] = np.uint64(0)
    for field in range(N_COUNTS):
        work.counts[frame, field] = 0


@kernel(void(WORK))
def load_table(work):
    """Frame 0: nothing but the naturals of the old table, loose; its jokers are not counted."""
    clear_frame(work, np.int64(0))
    for number in range(work.n_old):
        cards = meld_naturals(work.old_melds[number], LAST)
        work.tiles[0, TABLE_TWICE] |= work.tiles[0, TABLE] & cards
        work.tiles[0, TABLE] |= cards
    work.best_total, work.n_tried, work.is_unknown = -1, 0, 0
    work.n_blocks = work.n_pending = 0


@kernel(void(WORK, int64, int64))
def copy_frame(work, source, target):
    """Copy a frame."""
    for field in range(N_MASKS):
        work.tiles[target, field] = work.tiles[source, field]
    for field in range(N_COUNTS):
        work.counts[target, field] = work.counts[source, field]
    for number in range(work.counts[source, N_PLACED]):
        work.placed[target, number] = work.placed[source, number]
        work.faces[target, number] = work.faces[source, number]


@kernel(int64(WORK, uint64), inline=True)
def weight_of(work, kind):
    """Weight of a tile."""
    return work.weight[(lowest_bit(kind) & 15) + 1]


@kernel(void(WORK, int64, int64, uint64), inline=True)
def take_one(work, frame, held, kind):
    """Take one tile of a kind from those of the fields ``held`` (TABLE, RACK or DUE) and the next."""
    if work.tiles[frame, held + 1] & kind:
        work.tiles[frame, held + 1] &= ~kind
    else:
        work.tiles[frame, held] &= ~kind


@kernel(int64(WORK, int64, uint64))
def take_cards(work, frame, cards):
    """Take a tile of each kind, of the table before the rack; 0 if one is lacking."""
    if cards & ~(work.tiles[frame, TABLE] | work.tiles[frame, RACK]):
        return 0
    while cards:
        kind = cards & (~cards + np.uint64(1))
        cards ^= kind
        if work.tiles[frame, TABLE] & kind:
            take_one(work, frame, TABLE, kind)
        else:
            take_one(work, frame, RACK, kind)
            work.counts[frame, GAIN] += weight_of(work, kind)
    return 1


@kernel(int64(WORK, int64, uint64), inline=True)
def copies(work, frame, kind):
    """Tiles of a kind, of table and rack."""
    number = 0
    for field in range(DUE):
        if work.tiles[frame, field] & kind:
            number += 1
    return number


@kernel(void(WORK, int64, uint64), inline=True)
def return_card(work, frame, kind):
    """Add a loose table tile."""
    if work.tiles[frame, TABLE] & kind:
        work.tiles[frame, TABLE_TWICE] |= kind
    else:
        work.tiles[frame, TABLE] |= kind


@kernel(int64(WORK, int64, uint64))
def add_identity(work, frame, kind):
    """Add a joker as a loose table tile of a kind; 0 if there are two tiles of it already."""
    if copies(work, frame, kind) >= 2:
        return 0
    return_card(work, frame, kind)
    return 1


@kernel(void(WORK, int64, uint64), inline=True)
def drop_rack(work, frame, kinds):
    """All tiles of these kinds stay on the rack."""
    work.tiles[frame, RACK] &= ~kinds
    work.tiles[frame, RACK_TWICE] &= ~kinds


@kernel(int64(WORK, int64, uint64), inline=True)
def drop_one(work, frame, kind):
    """One tile of a kind stays on the rack; 0 if there is none."""
    if not work.tiles[frame, RACK] & kind:
        return 0
    take_one(work, frame, RACK, kind)
    return 1


@kernel(int64(WORK, int64, uint64))
def bind_rack(work, frame, kind):
    """Free a joker by a tile of a kind that was played in this turn or is played now; 0 if there is none."""
    if work.tiles[frame, DUE] & kind:
        take_one(work, frame, DUE, kind)
        return 1
    if not work.tiles[frame, RACK] & kind:
        return 0
    take_one(work, frame, RACK, kind)
    return_card(work, frame, kind)
    work.counts[frame, GAIN] += weight_of(work, kind)
    return 1


@kernel(int64(WORK, int64))
def take_joker(work, frame):
    """Take a joker that may lie anywhere, of the table before the rack; 0 if there is none."""
    if work.counts[frame, FREE] > 0:
        work.counts[frame, FREE] -= 1
        return 1
    if work.counts[frame, FREE_RACK] > 0:
        work.counts[frame, FREE_RACK] -= 1
        work.counts[frame, GAIN] += work.joker_weight
        return 1
    return 0


@kernel(void(WORK, int64, int64, uint64), inline=True)
def place_meld(work, frame, code, faces):
    """Settle a meld; faces : its naturals that have to be tiles, not jokers that pass for tiles."""
    work.placed[frame, work.counts[frame, N_PLACED]] = code
    work.faces[frame, work.counts[frame, N_PLACED]] = faces
    work.counts[frame, N_PLACED] += 1
