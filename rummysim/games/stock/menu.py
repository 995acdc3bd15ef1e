"""Legal actions in canonical order, to choose from by number: what ``random`` plays.

The menu of the play phase: stop, every new meld of three cards or of a set of four in the order of melds, every
lay-off of one card meld by meld. While a card must be used and that menu has no action, all first actions.
"""

import numpy as np
from numba import int64

from rummysim.core.bits import count_bits
from rummysim.core.jit import kernel
from rummysim.games.actions import STOP, layoff_code
from rummysim.games.stock.actions import (
    EITHER,
    JOKER_OPTION,
    LONGEST,
    PLACES,
    WRAP,
    is_legal,
    is_stop_legal,
    kind_at,
    may_lay_off,
    n_jokers,
)
from rummysim.games.stock.state import CODE, OWN, PUBLIC
from rummysim.melds.code import (
    is_run,
    run_code,
    run_length,
    set_code,
)
from rummysim.melds.cover import rank_mask

__all__ = ["claim_action", "first_action", "menu_action", "n_actions", "n_claims", "short_action"]

NOT_FOUND = np.int64(-1)


@kernel(int64(CODE), inline=True)
def n_starts(code):
    """Positions at which a run of three may start."""
    if code.ace_mode == WRAP:
        return PLACES
    return PLACES - 1 if code.ace_mode == EITHER else PLACES - 2


@kernel(int64(CODE, PUBLIC, OWN, int64))
def set_action(code, public, own, wanted):
    """The legal new set of number ``wanted``, or -1 - their number."""
    found, free = np.int64(0), n_jokers(code, own.usable, own.usable_spare)
    for place in range(PLACES):
        n_held = count_bits(own.usable & rank_mask(place))
        if n_held == 0 or n_held + free < 3:
            continue
        for suits in range(1, 16):
            size = count_bits(np.uint64(suits))
            for wilds in range(max(0, 3 - size), min(free, 4 - size) + 1):
                action = set_code(place, suits, wilds)
                if is_legal(code, public, own, action):
                    if found == wanted:
                        return action
                    found += 1
    return -1 - found


@kernel(int64(CODE, OWN, int64, int64, int64), inline=True)
def n_missing(code, own, suit, start, length):
    """Positions of a run whose card may not be used."""
    missing = 0
    for index in range(length):
        missing += 0 if own.usable & kind_at(suit, start + index) else 1
    return missing


@kernel(int64(CODE, PUBLIC, OWN, int64, int64))
def run_action(code, public, own, longest, wanted):
    """The legal new run of up to ``longest`` cards of number ``wanted``, or -1 - their number."""
    found, free = np.int64(0), n_jokers(code, own.usable, own.usable_spare)
    for suit in range(4):
        for start in range(n_starts(code)):
            for length in range(3, longest + 1):
                missing = n_missing(code, own, suit, start, length)
                if missing > free:
                    continue
                for pattern in range(1 if free == 0 else np.int64(1) << length):
                    if count_bits(np.uint64(pattern)) < missing or count_bits(np.uint64(pattern)) > free:
                        continue
                    action = run_code(suit, start, length, pattern << (14 - length))
                    if is_legal(code, public, own, action):
                        if found == wanted:
                            return action
                        found += 1
    return -1 - found


@kernel(int64(CODE, PUBLIC, OWN, int64, int64))
def layoff_action(code, public, own, longest, wanted):
    """The legal lay-off of up to ``longest`` cards of number ``wanted``, or -1 - their number."""
    found = np.int64(0)
    if not may_lay_off(code, public, own, 0):
        return NOT_FOUND
    for meld in range(public.n_melds):
        is_a_run = is_run(public.melds[meld])
        most = min(longest, LONGEST - run_length(public.melds[meld])) if is_a_run else 0
        for choice in range((most + 1) * (most + 1) if is_a_run else JOKER_OPTION + 1):
            option = choice
            if is_a_run:
                below, above = most - choice // (most + 1), most - choice % (most + 1)
                if not 0 < below + above <= most:
                    continue
                option = 16 * below + above
            action = layoff_code(np.int64(meld), np.int64(option))
            if is_legal(code, public, own, action):
                if found == wanted:
                    return action
                found += 1
    return -1 - found


@kernel(int64(CODE, PUBLIC, OWN, int64, int64, int64))
def numbered_action(code, public, own, longest_run, longest_layoff, wanted):
    """Number ``wanted`` of the legal actions but the stop, new runs and lay-offs of up to so many cards, or -1 - their
    number.
    """
    action = set_action(code, public, own, wanted)
    if action >= 0:
        return action
    n_found = -1 - action
    action = run_action(code, public, own, longest_run, wanted - n_found)
    if action >= 0:
        return action
    n_found += -1 - action
    action = layoff_action(code, public, own, longest_layoff, wanted - n_found)
    return action if action >= 0 else action - n_found


@kernel(int64(CODE, PUBLIC, OWN, int64), inline=True)
def short_action(code, public, own, wanted):
    """Number ``wanted`` of the menu without the stop, or -1 - their number."""
    return numbered_action(code, public, own, np.int64(3), np.int64(1), wanted)


@kernel(int64(CODE, PUBLIC, OWN, int64), inline=True)
def first_action(code, public, own, wanted):
    """Number ``wanted`` of all legal actions, or -1 - their number."""
    return numbered_action(code, public, own, np.int64(LONGEST), np.int64(LONGEST), wanted)


@kernel(int64(CODE, PUBLIC, OWN))
def n_actions(code, public, own):
    """Entries of the menu."""
    n_found = -1 - short_action(code, public, own, NOT_FOUND)
    if own.must >= 0:
        return n_found if n_found else -1 - first_action(code, public, own, NOT_FOUND)
    return n_found + is_stop_legal(own)


@kernel(int64(CODE, PUBLIC, OWN, int64))
def menu_action(code, public, own, number):
    """Entry ``number`` of the menu, from 0."""
    if own.must >= 0:
        action = short_action(code, public, own, number)
        return action if action >= 0 else first_action(code, public, own, number)
    stop = is_stop_legal(own)
    return STOP if stop and number == 0 else short_action(code, public, own, number - stop)


@kernel(int64(CODE, PUBLIC, OWN))
def n_claims(code, public, own):
    """Lay-offs of the one usable card, the discard that is called."""
    return -1 - layoff_action(code, public, own, np.int64(1), NOT_FOUND)


@kernel(int64(CODE, PUBLIC, OWN, int64))
def claim_action(code, public, own, number):
    """Answer ``number`` to a call: 0 no, then the lay-offs."""
    return STOP if number == 0 else layoff_action(code, public, own, np.int64(1), number - 1)
