"""Legal actions in canonical order, to choose from by number.

The menu of who has opened: stop, every new meld of three tiles or of a group of four in the order of melds, every
lay-off of one tile meld by meld, on a run one below before one above; and where asked for every split, positions
ascending.
"""

import numpy as np
from numba import int64

from rummysim.core.jit import kernel
from rummysim.games.actions import STOP, layoff_code
from rummysim.games.tile.actions import is_legal, may_split, split_code
from rummysim.games.tile.state import CODE, OWN, PUBLIC
from rummysim.melds.code import is_run, run_length
from rummysim.melds.each import NO_MELD, next_meld
from rummysim.melds.grow import JOKER_OPTION

__all__ = ["menu_action", "n_actions"]

SHORT = 3
BELOW, ABOVE = 16, 1
MANY = np.int64(1) << 40


@kernel(int64(CODE, OWN, int64))
def new_meld(code, own, wanted):
    """The short new meld of number ``wanted``, or -1 - their number."""
    found = np.int64(0)
    meld = next_meld(code.points, own.rack, own.twice, own.n_jokers, SHORT, NO_MELD)
    while meld != NO_MELD:
        if found == wanted:
            return meld
        found += 1
        meld = next_meld(code.points, own.rack, own.twice, own.n_jokers, SHORT, meld)
    return -1 - found


@kernel(int64(CODE, PUBLIC, OWN, int64))
def layoff(code, public, own, wanted):
    """The lay-off of one tile of number ``wanted``, or -1 - their number."""
    found = np.int64(0)
    for index in range(public.n_melds):
        is_a_run = is_run(public.melds[index])
        for choice in range(2 if is_a_run else JOKER_OPTION + 1):
            option = np.int64((ABOVE if choice else BELOW) if is_a_run else choice)
            action = layoff_code(np.int64(index), option)
            if is_legal(code, public, own, action):
                if found == wanted:
                    return action
                found += 1
    return -1 - found


@kernel(int64(CODE, PUBLIC, OWN, int64))
def split(code, public, own, wanted):
    """The split of number ``wanted``, or -1 - their number."""
    found = np.int64(0)
    for index in range(public.n_melds):
        meld = public.melds[index]
        for position in range(run_length(meld) if may_split(code, meld) else 0):
            action = split_code(np.int64(index), np.int64(position))
            if is_legal(code, public, own, action):
                if found == wanted:
                    return action
                found += 1
    return -1 - found


@kernel(int64(CODE, PUBLIC, OWN, int64, int64))
def short_action(code, public, own, splits, wanted):
    """The action but to stop of number ``wanted``, with splits if asked for, or -1 - their number."""
    action = new_meld(code, own, wanted)
    if action >= 0:
        return action
    n_found = -1 - action
    action = layoff(code, public, own, wanted - n_found)
    if action >= 0 or not splits:
        return action if action >= 0 else action - n_found
    n_found += -1 - action
    action = split(code, public, own, wanted - n_found)
    return action if action >= 0 else action - n_found


@kernel(int64(CODE, PUBLIC, OWN, int64))
def n_actions(code, public, own, splits):
    """Entries of the menu."""
    return -short_action(code, public, own, splits, MANY)


@kernel(int64(CODE, PUBLIC, OWN, int64, int64))
def menu_action(code, public, own, splits, number):
    """Entry of that number."""
    return short_action(code, public, own, splits, number - 1) if number else STOP
