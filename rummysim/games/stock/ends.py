"""Where the table takes cards, kept beside the melds so that no decision has to look through them."""

import numpy as np
from numba import int64, void

from rummysim.core.bits import bit, count_bits
from rummysim.core.jit import kernel
from rummysim.games.stock.actions import FULL_SET, PLACES, WRAP, fits_line, place_at
from rummysim.games.stock.state import CODE, PUBLIC
from rummysim.melds.code import is_run, run_length, run_start, run_suit, set_place, set_suits, set_wilds

__all__ = ["add_meld", "change_meld", "note_ends"]


@kernel(void(CODE, PUBLIC, int64))
def note_run(code, public, meld):
    """Add the positions next to a run."""
    start, length, lane = run_start(meld), run_length(meld), 16 * run_suit(meld)
    is_circle = code.ace_mode == WRAP
    below = start - 1 + (PLACES if is_circle and start == 0 else 0)
    if fits_line(code, below, length + 1):
        public.ends |= bit(lane + below)
    if fits_line(code, start, length + 1):
        above = start + length
        public.ends |= bit(lane + (place_at(above) if is_circle else above))


@kernel(void(PUBLIC, int64))
def note_set(public, meld):
    """Add the cards that a set takes."""
    if count_bits(np.uint64(set_suits(meld))) + set_wilds(meld) < FULL_SET:
        for suit in range(4):
            if not set_suits(meld) >> suit & 1:
                public.fourths |= bit(16 * suit + set_place(meld))


@kernel(void(CODE, PUBLIC, int64), inline=True)
def note_meld(code, public, meld):
    """Add what a meld takes."""
    if is_run(meld):
        note_run(code, public, meld)
    else:
        note_set(public, meld)


@kernel(void(CODE, PUBLIC))
def note_ends(code, public):
    """Set ``ends`` and ``fourths`` from the melds."""
    public.ends = public.fourths = np.uint64(0)
    for index in range(public.n_melds):
        note_meld(code, public, public.melds[index])


@kernel(void(CODE, PUBLIC, int64))
def add_meld(code, public, meld):
    """Put a new meld on the table."""
    public.melds[public.n_melds] = meld
    public.n_melds += 1
    note_meld(code, public, meld)


@kernel(void(CODE, PUBLIC, int64, int64))
def change_meld(code, public, index, meld):
    """Put a meld in the place of the one that it grew out of."""
    public.melds[index] = meld
    note_ends(code, public)
