"""Actions that the search for best plays tries, by ascending code.

Not all that are legal: what is left out can be made up for. Naturals that no joker wants the place of are laid after
the jokers; jokers behind which no natural lies, at the end; several cards one by one, unless a joker is among them.
"""

import numpy as np
from numba import int64, uint64

from rummysim.core.jit import kernel
from rummysim.games.actions import LAYOFF, STOP, action_meld, action_option, is_layoff, layoff_code
from rummysim.games.opening.actions import SWAP, is_action_possible, may_add, swap_code, use_of
from rummysim.games.opening.exact.room import ROOM
from rummysim.games.opening.menu import is_legal
from rummysim.games.opening.state import CODE, OWN, PUBLIC
from rummysim.melds.code import is_run, n_wilds, run_length
from rummysim.melds.each import FIRST_RUN, NO_MELD, next_meld
from rummysim.melds.grow import JOKER_OPTION, frees_joker, grow_run, grow_set
from rummysim.melds.worth import LONGEST

__all__ = ["JOKERS", "NATURALS", "joker_layoff", "n_fillable", "next_candidate"]

JOKERS, NATURALS = 1, 2
"""Phases: of jokers and what they hang on, then of naturals alone."""
LAST_POSITION = LONGEST - 1
BELOW, ABOVE = np.int64(16), np.int64(1)


@kernel(int64(int64, int64), inline=True)
def ends_on_joker(meld, option):
    """1 if the outermost card of a lay-off on one end of a run is a joker."""
    return meld >> (LAST_POSITION if option >> 4 else LONGEST - run_length(meld)) & 1


@kernel(int64(CODE, PUBLIC, OWN, ROOM, int64, int64, uint64))
def is_wanted(code, public, own, room, phase, action, wanted):
    """1 if a legal action but a swap is tried. wanted : cards that jokers want the place of."""
    if room.all_actions:
        return 1
    _, once, _, jokers, meld = use_of(code, public, own, action)
    if not is_layoff(action):
        return 1 if phase == JOKERS and (jokers or once & wanted) else 0
    option = action_option(action)
    if phase == NATURALS:
        return 1 if jokers == 0 and (not is_run(meld) or option in (BELOW, ABOVE)) else 0
    if own.pending:
        return 1
    if not is_run(meld):
        return 1 if once & wanted else 0
    if option >> 4 and option & 15:
        return 0
    return 0 if ends_on_joker(meld, option) else np.int64(jokers > 0 or option in (BELOW, ABOVE))


@kernel(int64(CODE, PUBLIC, OWN, ROOM, int64, int64, uint64))
def next_new_meld(code, public, own, room, phase, after, wanted):
    """The new meld behind the code ``after``, ``STOP`` if there is none."""
    if after > FIRST_RUN << 1 or (phase == NATURALS and not room.all_actions):
        return STOP
    meld = next_meld(code.points, own.hand, own.spare, own.n_jokers, LONGEST, after)
    while meld != NO_MELD:
        if is_action_possible(code, public, own, meld) and is_wanted(code, public, own, room, phase, meld, wanted):
            return meld
        meld = next_meld(code.points, own.hand, own.spare, own.n_jokers, LONGEST, meld)
    return STOP


@kernel(int64(CODE, OWN, int64, int64))
def next_option(code, own, meld, option):
    """The option behind ``option`` of a lay-off on a run for which the hand has the cards, -1 if there is none."""
    option += 1
    while option < 256:
        _, _, _, used, grown = grow_run(code.points, code.most_jokers, own.hand, own.spare, own.n_jokers, meld, option)
        if grown != meld and used <= own.n_jokers:
            return option
        if option & 15 == 0:
            return -1
        option = (option >> 4) + 1 << 4
    return -1


@kernel(int64(CODE, PUBLIC, OWN, ROOM, int64, int64, uint64))
def next_layoff(code, public, own, room, phase, after, wanted):
    """The lay-off behind the code ``after``, ``STOP`` if there is none."""
    if not may_add(code, own) or after >= SWAP:
        return STOP
    index, option = np.int64(0), np.int64(-1)
    if after >= LAYOFF:
        index, option = action_meld(after), action_option(after)
    while index < public.n_melds:
        meld = public.melds[index]
        if is_run(meld):
            option = next_option(code, own, meld, max(option, np.int64(0)))
        else:
            option = option + 1 if option < JOKER_OPTION else np.int64(-1)
        if option < 0:
            index += 1
            continue
        action = layoff_code(index, option)
        if is_action_possible(code, public, own, action) and is_wanted(code, public, own, room, phase, action, wanted):
            return action
    return STOP


@kernel(int64(CODE, PUBLIC, OWN, int64))
def next_swap(code, public, own, after):
    """The swap behind the code ``after``, ``STOP`` if there is none."""
    index, option = np.int64(0), np.int64(-1)
    if after >= SWAP:
        index, option = action_meld(after), action_option(after)
    while index < public.n_melds:
        meld = public.melds[index]
        for choice in range(option + 1, (run_length(meld) if is_run(meld) else 4) if n_wilds(meld) else 0):
            if frees_joker(own.hand, meld, np.int64(choice)):
                action = swap_code(index, np.int64(choice))
                if is_legal(code, public, own, action):
                    return action
        index, option = index + 1, np.int64(-1)
    return STOP


@kernel(int64(CODE, PUBLIC, OWN, ROOM, int64, int64, uint64))
def next_candidate(code, public, own, room, phase, after, wanted):
    """The action tried behind the code ``after`` (``STOP``: the first), ``STOP`` if there is none."""
    action = next_new_meld(code, public, own, room, phase, after, wanted)
    if action == STOP:
        action = next_layoff(code, public, own, room, phase, after, wanted)
    if action == STOP and (phase == JOKERS or room.all_actions):
        action = next_swap(code, public, own, after)
    return action


@kernel(int64(CODE, PUBLIC, OWN))
def joker_layoff(code, public, own):
    """A legal lay-off of one joker and nothing else, ``STOP`` if there is none."""
    if own.n_jokers == 0 or not may_add(code, own):
        return STOP
    for index in range(public.n_melds):
        for side in range(2):
            option = np.int64(JOKER_OPTION)
            if is_run(public.melds[index]):
                option = ABOVE if side else BELOW
            action = layoff_code(np.int64(index), option)
            _, once, _, jokers, _ = use_of(code, public, own, action)
            if jokers == 1 and once == 0 and is_action_possible(code, public, own, action):
                return action
    return STOP


@kernel(int64(CODE, OWN, int64))
def n_fillable_on(code, own, meld):
    """Of the jokers held those that fit one after the other on one meld."""
    scale, most, n_jokers, n_laid = code.points, code.most_jokers, own.n_jokers, np.int64(0)
    if not is_run(meld):
        while n_laid < n_jokers:
            fits, _, _, _, grown = grow_set(scale, most, own.hand, n_jokers, meld, np.int64(JOKER_OPTION))
            if not fits:
                break
            n_laid, meld = n_laid + 1, grown
        return n_laid
    for side in range(2):
        while n_laid < n_jokers:
            option = ABOVE if side else BELOW
            fits, once, _, _, grown = grow_run(scale, most, own.hand, own.spare, n_jokers, meld, option)
            if not fits or once:
                break
            n_laid, meld = n_laid + 1, grown
    return n_laid


@kernel(int64(CODE, PUBLIC, OWN))
def n_fillable(code, public, own):
    """Of the jokers held those for which there is room at ends of runs and in sets, all cards but one at most."""
    count = np.int64(0)
    if own.n_jokers == 0 or not may_add(code, own):
        return count
    for index in range(public.n_melds):
        count += n_fillable_on(code, own, public.melds[index])
    if own.hand == 0 and code.final_discard_required:
        return min(count, own.n_jokers - 1)
    return min(count, own.n_jokers)
