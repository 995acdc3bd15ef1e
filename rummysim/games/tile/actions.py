"""What may be done with the table by who has opened, but for taking it apart: new melds, lay-offs, splits (TR-10, 8.5).

An action is one integer: 0 stops; a new meld is its code (:mod:`rummysim.melds.code`); a lay-off of one tile is
``LAYOFF | meld << 8 | option``, on a run 16 one below and 1 one above, on a set a colour or ``JOKER_OPTION``; a split
is ``SPLIT | meld << 8 | position``, the index from the low end of the run; ``REBUILD`` has the table laid anew.

A split of a run puts a natural at a position where it has the same tile: the lower run ends with one, the upper begins
with the other (TILE:8). Where jokers are bound to their melds or may change places only into new melds no run with a
joker is split.
"""

import numpy as np
from numba import int64, types, uint64

from rummysim.core.bits import count_bits
from rummysim.core.jit import kernel
from rummysim.games.actions import action_meld, action_option
from rummysim.games.tile.state import CODE, OWN, PUBLIC
from rummysim.melds.code import (
    is_run,
    is_wild_at,
    run_code,
    run_length,
    run_start,
    run_suit,
)
from rummysim.melds.each import cards_of, is_meld
from rummysim.melds.grow import card_at, grow_run, grow_set

__all__ = [
    "REBUILD",
    "SPLIT",
    "USE",
    "holds_meld",
    "is_legal",
    "is_split",
    "may_split",
    "split_code",
    "use_of",
]

SPLIT, REBUILD = np.int64(1) << 51, np.int64(1) << 52
SHORTEST, LONGEST_PATTERN = 3, 14
WHOLE = (1 << LONGEST_PATTERN) - 1
LOCKED = 2
"""Value of ``joker_release``."""
USE = types.Tuple((int64, uint64, int64, int64, int64))
"""What an action comes to: 1 if it is possible, the kinds of naturals it takes, the number of jokers, the meld that it
makes or changes, and the upper run of a split, else 0.
"""
NO_USE = (np.int64(0), np.uint64(0), np.int64(0), np.int64(0), np.int64(0))


@kernel(int64(int64), inline=True)
def is_split(action):
    """1 for a split."""
    return 1 if action >> 50 == 2 else 0


@kernel(int64(int64, int64), inline=True)
def split_code(meld, position):
    """Code of a split."""
    return SPLIT | meld << 8 | position


@kernel(int64(OWN, int64), inline=True)
def holds_meld(own, meld):
    """1 if the tiles of a new meld are on the rack."""
    once, _, n_wilds = cards_of(meld)
    return 1 if not once & ~own.rack and n_wilds <= own.n_jokers else 0


@kernel(int64(CODE, int64), inline=True)
def may_split(code, meld):
    """1 if a meld is one that may be split at all."""
    if not code.rearrange or not is_run(meld):
        return 0
    return 0 if (code.release == LOCKED or code.new_meld) and meld & WHOLE else 1


@kernel(USE(CODE, OWN, int64, int64))
def split_run(code, own, meld, position):
    """A run split at a position."""
    length = run_length(meld)
    if not may_split(code, meld) or position < SHORTEST - 1 or position > length - SHORTEST:
        return NO_USE
    if is_wild_at(meld, position):
        return NO_USE
    suit, start, pattern = run_suit(meld), run_start(meld), meld & WHOLE
    tile = card_at(suit, start + position)
    below = pattern & ~((np.int64(1) << (LONGEST_PATTERN - position)) - 1)
    lower = run_code(suit, start, position + 1, below)
    upper = run_code(suit, start + position, length - position, pattern << position & WHOLE)
    for part in (lower, upper):
        if count_bits(np.uint64(part & WHOLE)) == run_length(part):
            return NO_USE
    return 1 if own.rack & tile else 0, tile, np.int64(0), lower, upper


@kernel(USE(CODE, PUBLIC, OWN, int64))
def use_of(code, public, own, action):
    """What an action comes to, but for a stop or a rebuild."""
    if action <= 0 or action >> 52:
        return NO_USE
    if not action >> 50:
        if not is_meld(code.points, action):
            return NO_USE
        once, _, n_wilds = cards_of(action)
        return holds_meld(own, action), once, n_wilds, action, np.int64(0)
    index, option = action_meld(action), action_option(action)
    if index >= public.n_melds or action >> 50 == 3:
        return NO_USE
    meld, most = public.melds[index], code.most_jokers
    if is_split(action):
        return split_run(code, own, meld, option)
    if is_run(meld):
        if option not in (1, 16):
            return NO_USE
        fits, once, _, n_wilds, grown = grow_run(code.points, most, own.rack, own.twice, own.n_jokers, meld, option)
    else:
        fits, once, _, n_wilds, grown = grow_set(code.points, most, own.rack, own.n_jokers, meld, option)
    return fits, once, n_wilds, grown, np.int64(0)


@kernel(int64(CODE, PUBLIC, OWN, int64))
def is_legal(code, public, own, action):
    """1 if a new meld, a lay-off or a split is legal for who has opened."""
    possible, _, _, _, _ = use_of(code, public, own, action)
    return possible
