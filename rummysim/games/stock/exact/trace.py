"""From the best state of the bound back to the new melds and lay-offs that it stands for."""

import numpy as np
from numba import int64, void

from rummysim.core.jit import kernel
from rummysim.games.actions import layoff_code
from rummysim.games.stock.actions import JOKER_OPTION, PLACES, place_at
from rummysim.games.stock.exact.bound import JOKER_ON_SET
from rummysim.games.stock.exact.room import HIGH_ACE, ROOM
from rummysim.games.stock.exact.runs import BEGIN, GAP1, GAP_TOP, JOIN1, KEEP, ON1, TOP, part
from rummysim.games.stock.exact.states import CHOICE, CLOSE, ON_SET, PARENT, RUNS, SETS, STATES, STEP, class_count
from rummysim.games.stock.state import CODE, PUBLIC
from rummysim.melds.code import is_run, run_code, run_length, run_start, run_suit, set_code

__all__ = ["trace_plan"]

NEW = np.int64(-1)
THREE, ON_TABLE = 2, 3
UNKNOWN = np.int64(-64)
"""Start of a run that came into the first place of a circle, while it is not known."""


@kernel(void(ROOM, int64, int64), inline=True)
def add_action(room, action, n_jokers):
    """Add an action to the plan, and how many jokers it is meant to take."""
    room.actions[room.n_actions], room.action_jokers[room.n_actions] = action, n_jokers
    room.n_actions += 1


@kernel(void(ROOM, int64, int64, int64, int64), inline=True)
def open_chain(room, suit, start, which, on):
    """Note a run of one card that begins."""
    at = room.n_chains[suit]
    room.chain_class[suit, at], room.chain_start[suit, at], room.chain_on[suit, at] = which, start, on
    room.chain_length[suit, at], room.chain_jokers[suit, at] = 1, 0
    room.n_chains[suit] += 1


@kernel(void(CODE, ROOM, int64, int64, int64, int64))
def add_run(code, room, suit, start, length, jokers):
    """Add a new run, with the jokers it needs to have three cards and those that are still to be laid.

    jokers : one bit a position from the low end.
    """
    pattern, n_jokers = jokers, np.int64(0)
    while length < PLACES and (length < 3 or room.n_trailing > 0):
        room.n_trailing -= 1 if length >= 3 else 0
        top = start + length - 1
        highest = HIGH_ACE if room.is_high and start > 0 else PLACES - 1
        if room.is_circle or top < highest:
            pattern |= np.int64(1) << length
        else:
            pattern, start = pattern << 1 | 1, start - 1
        length += 1
    flipped = np.int64(0)
    for index in range(length):
        if pattern >> index & 1:
            flipped |= np.int64(1) << (13 - index)
            n_jokers += 1
    add_action(room, run_code(suit, place_at(start) if room.is_circle else start, length, flipped), n_jokers)


@kernel(int64(PUBLIC, ROOM, int64, int64, int64))
def find_run(public, room, suit, position, at_top):
    """Run of the table that goes on at a position, or begins there, and is not used yet; it is then."""
    for index in range(public.n_melds):
        meld = public.melds[index]
        if not is_run(meld) or run_suit(meld) != suit or run_length(meld) >= PLACES:
            continue
        end = run_start(meld) + run_length(meld)
        if at_top and (place_at(end) if room.is_circle else end) == position and not room.used_tops >> index & 1:
            room.used_tops |= np.int64(1) << index
            return index
        if not at_top and run_start(meld) == position and not room.used_lows >> index & 1:
            room.used_lows |= np.int64(1) << index
            return index
    return NEW


@kernel(void(CODE, ROOM, int64, int64, int64))
def end_chain(code, room, suit, at, joined):
    """Add the action of a run that ends; ``joined``: run of the table at whose low end it lies, or ``NEW``."""
    start, length, jokers = room.chain_start[suit, at], room.chain_length[suit, at], room.chain_jokers[suit, at]
    n_jokers = np.int64(0)
    for index in range(length):
        n_jokers += jokers >> index & 1
    if start == UNKNOWN:
        return
    if joined != NEW:
        add_action(room, layoff_code(joined, 16 * length), n_jokers)
    elif room.chain_on[suit, at] != NEW:
        add_action(room, layoff_code(room.chain_on[suit, at], length), n_jokers)
    else:
        add_run(code, room, suit, start, length, jokers)


@kernel(void(CODE, PUBLIC, ROOM, int64, int64, int64, int64))
def trace_runs(code, public, room, kind, position, suit, choice):
    """Follow a step of runs: those that go on, end and begin."""
    n_kept = np.int64(0)
    for at in range(room.n_chains[suit]):
        which = room.chain_class[suit, at]
        on, gap, join = ON1 + 4 * which, GAP1 + 4 * which, JOIN1 + 4 * which
        goes_on, over = part(choice, on), part(choice, gap)
        if goes_on or over:
            choice -= np.int64(1) << (on if goes_on else gap)
            length, jokers = room.chain_length[suit, at], room.chain_jokers[suit, at]
            if kind == RUNS:
                jokers |= np.int64(0 if goes_on else 1) << length
                length += 1
                which = which if which == ON_TABLE else min(which + 1, THREE)
            room.chain_class[suit, n_kept], room.chain_start[suit, n_kept] = which, room.chain_start[suit, at]
            room.chain_length[suit, n_kept], room.chain_jokers[suit, n_kept] = length, jokers
            room.chain_on[suit, n_kept] = room.chain_on[suit, at]
            n_kept += 1
        elif which != ON_TABLE and part(choice, join):
            choice -= np.int64(1) << join
            low = room.first_place if kind == CLOSE else position
            end_chain(code, room, suit, np.int64(at), find_run(public, room, suit, low, np.int64(0)))
        else:
            end_chain(code, room, suit, np.int64(at), NEW)
    room.n_chains[suit] = n_kept
    if kind == CLOSE:
        return
    for number in range(part(choice, TOP) + part(choice, GAP_TOP)):
        open_chain(room, suit, position, np.int64(ON_TABLE), find_run(public, room, suit, position, np.int64(1)))
        room.chain_jokers[suit, room.n_chains[suit] - 1] = 0 if number < part(choice, TOP) else 1
    for _ in range(part(choice, BEGIN)):
        open_chain(room, suit, position, np.int64(0), NEW)
    for _ in range(part(choice, KEEP) if room.is_circle else 0):
        open_chain(room, suit, position - 1, np.int64(1), NEW)
        room.chain_length[suit, room.n_chains[suit] - 1] = 2
        room.chain_jokers[suit, room.n_chains[suit] - 1] = 1


@kernel(void(ROOM, int64), inline=True)
def begin_circle(room, entered):
    """Open the runs that come into the first place of a circle, their beginnings unknown."""
    for suit in range(4):
        for which in range(4):
            for _ in range(class_count(entered, np.int64(suit), np.int64(which))):
                open_chain(room, np.int64(suit), UNKNOWN, np.int64(which), NEW)


@kernel(void(ROOM, int64, int64), inline=True)
def trace_sets(room, place, chosen):
    """Add the new sets of a place."""
    while chosen:
        suits, wilds = chosen & 15, chosen >> 4 & 15
        add_action(room, set_code(place, suits, wilds), wilds)
        chosen >>= 8


@kernel(void(CODE, PUBLIC, ROOM, STATES), inline=True)
def follow_path(code, public, room, states):
    """Go through the states of the path once more and note what they lay."""
    room.n_actions = room.used_tops = room.used_lows = 0
    for index in range(room.n_path - 1, -1, -1):
        state = room.path[index]
        step, choice = states[state, STEP], states[state, CHOICE]
        kind, position, of = step & 15, step >> 4 & 15, step >> 8
        if kind == SETS:
            trace_sets(room, position, choice)
        elif kind == ON_SET and choice:
            is_joker = choice == JOKER_ON_SET
            add_action(room, layoff_code(of, JOKER_OPTION if is_joker else choice - 1), np.int64(is_joker))
        elif kind in (RUNS, CLOSE):
            trace_runs(code, public, room, kind, position, of, choice)


@kernel(void(CODE, PUBLIC, ROOM, STATES, int64))
def trace_plan(code, public, room, states, best):
    """Write the actions that a best state stands for into the room; ``room.n_trailing`` jokers are still to be laid.

    In a circle the first time round shows where the runs begin that come into its first place.
    """
    room.n_path = 0
    state = best
    while states[state, PARENT] > 0:
        room.path[room.n_path] = state
        room.n_path += 1
        state = states[state, PARENT]
    for suit in range(4):
        room.n_chains[suit] = 0
    if room.is_circle and states[state, CHOICE]:
        n_trailing = room.n_trailing
        begin_circle(room, states[state, CHOICE])
        follow_path(code, public, room, states)
        room.n_trailing = n_trailing
    follow_path(code, public, room, states)
