"""Legal actions in canonical order, to choose from by number, and what a swap has to leave possible (2.2 (2), 8.7).

The menu of who has opened: stop, every new meld of three cards or of a set of four in the order of melds, every
lay-off of one card meld by meld, and where asked for every swap. While a card must be used or a joker laid and that
menu has no action, all actions that would do.
"""

import numpy as np
from numba import int64

from rummysim.core.jit import kernel
from rummysim.games.actions import STOP, action_meld, layoff_code
from rummysim.games.opening.actions import is_action_possible, is_swap, may_add, swap_code, use_of
from rummysim.games.opening.openings import opening_points
from rummysim.games.opening.state import CODE, OWES_HAND, OWES_OPENING, OWN, PUBLIC
from rummysim.melds.code import is_run, n_wilds, run_length
from rummysim.melds.each import NO_MELD, next_meld
from rummysim.melds.grow import JOKER_OPTION, frees_joker
from rummysim.melds.spread import without
from rummysim.melds.worth import LONGEST

__all__ = [
    "can_act",
    "first_action",
    "is_legal",
    "is_stop_legal",
    "menu_action",
    "n_actions",
    "short_action",
    "swap_action",
]

SHORT, ONE = 3, 1
"""Longest new run and most cards of a lay-off in the menu."""


@kernel(int64(OWN), inline=True)
def is_stop_legal(own):
    """1 if nothing is left that has to be done."""
    return 1 if own.must < 0 and not own.pending and not own.owes else 0


@kernel(int64(CODE, PUBLIC, OWN, int64, int64))
def new_meld(code, public, own, longest, wanted):
    """The legal new meld of number ``wanted``, or -1 - their number; runs have up to ``longest`` cards."""
    found = np.int64(0)
    meld = next_meld(code.points, own.hand, own.spare, own.n_jokers, longest, NO_MELD)
    while meld != NO_MELD:
        if is_action_possible(code, public, own, meld):
            if found == wanted:
                return meld
            found += 1
        meld = next_meld(code.points, own.hand, own.spare, own.n_jokers, longest, meld)
    return -1 - found


@kernel(int64(CODE, PUBLIC, OWN, int64, int64))
def layoff(code, public, own, most, wanted):
    """The legal lay-off of up to ``most`` cards of number ``wanted``, or -1 - their number."""
    found = np.int64(0)
    if not may_add(code, own):
        return -1 - found
    for index in range(public.n_melds):
        is_a_run = is_run(public.melds[index])
        ends = min(most, LONGEST - run_length(public.melds[index])) if is_a_run else np.int64(0)
        for choice in range((ends + 1) * (ends + 1) if is_a_run else JOKER_OPTION + 1):
            option = np.int64(choice)
            if is_a_run:
                below, above = ends - choice // (ends + 1), ends - choice % (ends + 1)
                if not 0 < below + above <= ends:
                    continue
                option = 16 * below + above
            action = layoff_code(np.int64(index), option)
            if is_action_possible(code, public, own, action):
                if found == wanted:
                    return action
                found += 1
    return -1 - found


@kernel(int64(CODE, PUBLIC, OWN))
def can_act(code, public, own):
    """1 if some new meld or lay-off is legal."""
    if new_meld(code, public, own, SHORT, np.int64(0)) >= 0 or layoff(code, public, own, ONE, np.int64(0)) >= 0:
        return 1
    if new_meld(code, public, own, LONGEST, np.int64(0)) >= 0:
        return 1
    return 1 if layoff(code, public, own, LONGEST, np.int64(0)) >= 0 else 0


@kernel(int64(CODE, PUBLIC, OWN))
def can_follow_swap(code, public, own):
    """1 if after a swap what has to follow is possible."""
    if not own.is_open:
        return 1 if opening_points(code, own) >= 0 else 0
    return can_act(code, public, own) if own.pending else 1


@kernel(int64(CODE, PUBLIC, OWN, int64))
def is_swap_legal(code, public, own, action):
    """1 if a swap is legal (2.2 (2), 8.7); an opening that has to have a card begins with no swap."""
    if own.pending or own.owes == OWES_HAND or own.n_laid:
        return 0
    if not own.is_open and not (code.joker_swap_before_opening and own.may_meld and own.must < 0):
        return 0
    if not is_action_possible(code, public, own, action):
        return 0
    hand, spare, n_jokers, must, owes = own.hand, own.spare, own.n_jokers, own.must, own.owes
    index = action_meld(action)
    meld = public.melds[index]
    _, given, _, _, changed = use_of(code, public, own, action)
    own.hand, own.spare, own.n_jokers = without(hand, spare, given), spare & ~given, n_jokers + 1
    own.must = np.int64(-1)
    own.pending = np.int64(code.joker_reuse > 0)
    own.owes = own.owes if own.is_open else np.int64(OWES_OPENING)
    public.melds[index] = changed
    follows = can_follow_swap(code, public, own)
    public.melds[index] = meld
    own.hand, own.spare, own.n_jokers, own.must, own.owes = hand, spare, n_jokers, must, owes
    own.pending = 0
    return follows


@kernel(int64(CODE, PUBLIC, OWN, int64))
def is_legal(code, public, own, action):
    """1 if an action but to stop is legal: for who has opened, or a swap to open with."""
    if is_swap(action):
        return is_swap_legal(code, public, own, action)
    return is_action_possible(code, public, own, action) if own.is_open else 0


@kernel(int64(CODE, PUBLIC, OWN, int64))
def swap_action(code, public, own, wanted):
    """The legal swap of number ``wanted``, or -1 - their number."""
    found = np.int64(0)
    for index in range(public.n_melds):
        meld = public.melds[index]
        if not n_wilds(meld):
            continue
        for option in range(run_length(meld) if is_run(meld) else 4):
            if not frees_joker(own.hand, meld, np.int64(option)):
                continue
            action = swap_code(np.int64(index), np.int64(option))
            if is_swap_legal(code, public, own, action):
                if found == wanted:
                    return action
                found += 1
    return -1 - found


@kernel(int64(CODE, PUBLIC, OWN, int64, int64))
def short_action(code, public, own, swaps, wanted):
    """The short legal action of number ``wanted``, with swaps if asked for, or -1 - their number."""
    action = new_meld(code, public, own, SHORT, wanted)
    if action >= 0:
        return action
    n_found = -1 - action
    action = layoff(code, public, own, ONE, wanted - n_found)
    if action >= 0 or not swaps:
        return action if action >= 0 else action - n_found
    n_found += -1 - action
    action = swap_action(code, public, own, wanted - n_found)
    return action if action >= 0 else action - n_found


@kernel(int64(CODE, PUBLIC, OWN, int64))
def first_action(code, public, own, wanted):
    """The legal action of number ``wanted`` but to stop, or -1 - their number."""
    action = new_meld(code, public, own, LONGEST, wanted)
    if action >= 0:
        return action
    n_found = -1 - action
    action = layoff(code, public, own, LONGEST, wanted - n_found)
    if action >= 0:
        return action
    n_found += -1 - action
    action = swap_action(code, public, own, wanted - n_found)
    return action if action >= 0 else action - n_found


@kernel(int64(CODE, PUBLIC, OWN, int64))
def n_actions(code, public, own, swaps):
    """Entries of the menu."""
    count = is_stop_legal(own) - 1 - short_action(code, public, own, swaps, np.int64(1) << 40)
    return count if count else -1 - first_action(code, public, own, np.int64(1) << 40)


@kernel(int64(CODE, PUBLIC, OWN, int64, int64))
def menu_action(code, public, own, swaps, number):
    """Entry of that number."""
    may_stop = is_stop_legal(own)
    if may_stop and number == 0:
        return STOP
    action = short_action(code, public, own, swaps, number - may_stop)
    return action if action >= 0 else first_action(code, public, own, number)
