"""Melds of the table that one meld of the new table has to hold, its home: those of bound jokers (TR-20, 8.3).

Under ``locked`` a meld with a joker that is not freed needs one, and so does a meld with a joker that a table tile
frees. Faces are compared, so one home may serve several melds: all ways of sharing are tried. A joker that keeps its
identity lies in the home of its meld. Of melds that may only be extended each has one of its own. The home of a meld
with a joker that a table tile frees holds the other jokers too; that one of them is freed as well and lies there all
the same is not tried (``is_unknown``).
"""

import numpy as np
from numba import int64, types, uint64

from rummysim.core.bits import count_bits
from rummysim.core.jit import kernel
from rummysim.melds.code import is_run, run_code, run_length, run_start, run_suit, set_code, set_place, set_suits
from rummysim.melds.table.blocks import block_naturals
from rummysim.melds.table.frames import copy_frame, take_cards
from rummysim.melds.table.identities import settle_identities
from rummysim.melds.table.jokers import FREED_BY_TABLE, KEPT, LOCKED, stays
from rummysim.melds.table.memory import RULES, TABLES, WORK
from rummysim.melds.table.merge import merged
from rummysim.melds.table.settle import is_done

__all__ = ["are_joined", "has_home", "settle_homes"]

PATTERN_TOP = 13


@kernel(int64(WORK, RULES, int64))
def has_home(work, rules, meld):
    """1 if a meld of the table needs a home."""
    if stays(work, meld):
        return 1
    for joker in range(work.n_table_jokers):
        if work.joker_meld[joker] == meld:
            status = work.status[joker]
            if status >= FREED_BY_TABLE or (status == KEPT and rules.release == LOCKED):
                return 1
    return 0


@kernel(types.Tuple((int64, int64))(int64, int64, int64))
def trimmed(code, pattern, holes):
    """A run with other jokers, without the holes at its ends, and the holes that are left."""
    start, length = run_start(code), run_length(code)
    while holes & 1:
        start, length, holes, pattern = start + 1, length - 1, holes >> 1, pattern << 1
    while holes >> (length - 1) & 1:
        length -= 1
        holes &= ~(1 << length)
    return run_code(run_suit(code), start, length, pattern), holes


@kernel(uint64(WORK, int64), inline=True)
def joining(work, meld):
    """Kinds of the table tiles that free jokers of a meld."""
    kinds = np.uint64(0)
    for joker in range(work.n_table_jokers):
        if work.joker_meld[joker] == meld and work.status[joker] >= FREED_BY_TABLE:
            kinds |= work.status_kind[joker]
    return kinds


@kernel(types.Tuple((int64, int64))(WORK, int64))
def block_of(work, meld):
    """What the home of a meld has to hold, and the holes in it."""
    code, pattern, holes, wilds = work.old_melds[meld], np.int64(0), np.int64(0), np.int64(0)
    for joker in range(work.n_table_jokers):
        if work.joker_meld[joker] == meld:
            if work.status[joker] == KEPT:
                wilds += 1
                pattern |= 1 << (PATTERN_TOP - work.joker_place[joker])
            elif work.status[joker] < FREED_BY_TABLE:
                holes |= 1 << work.joker_place[joker]
    if is_run(code):
        return trimmed(code, pattern, holes)
    suits = set_suits(code)
    for colour in range(4):
        if joining(work, meld) >> np.uint64(16 * colour + set_place(code)) & np.uint64(1):
            suits |= 1 << colour
    return set_code(set_place(code), suits, wilds), np.int64(0)


@kernel(int64(WORK))
def are_joined(work):
    """1 if each joker that a table tile frees has one of its own, and the others of its meld keep their identity."""
    once = twice = np.uint64(0)
    for joker in range(work.n_table_jokers):
        if work.status[joker] >= FREED_BY_TABLE:
            kind = work.status_kind[joker]
            if twice & kind or (once & kind and not work.old_twice & kind):
                return 0
            twice |= once & kind
            once |= kind
    for meld in range(work.n_old):
        n_joining = n_freed = 0
        for joker in range(work.n_table_jokers):
            if work.joker_meld[joker] == meld:
                n_joining += work.status[joker] >= FREED_BY_TABLE
                n_freed += work.status[joker] != KEPT
        if count_bits(joining(work, meld)) != n_joining:
            return 0
        if n_joining and n_freed > 1:
            work.is_unknown = 1
            return 0
    return 1


@kernel(int64(TABLES, WORK, RULES, int64))
def take_blocks(tables, work, rules, frame):
    """Take the tiles of all homes and settle what is left."""
    copy_frame(work, frame, frame + 1)
    for number in range(work.n_blocks):
        if not take_cards(work, frame + 1, block_naturals(work.blocks[number], work.holes[number])):
            return 0
    return settle_identities(tables, work, rules, frame + 1, np.int64(0), np.int64(0))


@kernel(int64(TABLES, WORK, RULES, int64, int64))
def settle_homes(tables, work, rules, frame, meld):
    """Give the melds from ``meld`` on that need one a home, alone or with others, and settle what is left."""
    if is_done(work, rules):
        return 0
    while meld < work.n_old and not has_home(work, rules, meld):
        meld += 1
    if meld == work.n_old:
        return take_blocks(tables, work, rules, frame)
    code, holes = block_of(work, meld)
    n_blocks = work.n_blocks
    work.blocks[n_blocks], work.holes[n_blocks], work.joins[n_blocks] = code, holes, joining(work, meld)
    work.is_whole[n_blocks], work.wanted[n_blocks] = stays(work, meld), np.uint64(0)
    work.n_blocks = n_blocks + 1
    settle_homes(tables, work, rules, frame, meld + 1)
    work.n_blocks = n_blocks
    for number in range(n_blocks):
        before, its_holes, its_joins = work.blocks[number], work.holes[number], work.joins[number]
        is_whole = work.is_whole[number]
        if (is_whole and stays(work, meld)) or its_joins & joining(work, meld):
            continue
        both, left = merged(before, its_holes, code, holes)
        if both:
            work.blocks[number], work.holes[number] = both, left
            work.joins[number], work.is_whole[number] = its_joins | joining(work, meld), is_whole | stays(work, meld)
            settle_homes(tables, work, rules, frame, meld + 1)
            work.blocks[number], work.holes[number] = before, its_holes
            work.joins[number], work.is_whole[number] = its_joins, is_whole
    return 0
