"""Legal actions in canonical order, to choose from by number: what ``random`` plays, and whether a card can be used.

The menu of the play phase: stop, every new meld of three cards or of a set of four in the order of melds, every
lay-off of one card meld by meld. While a card must be used and that menu has no action, all first actions.
"""

import numpy as np
from numba import int64

from rummysim.core.bits import bit, count_bits
from rummysim.core.jit import kernel
from rummysim.games.stock.actions import (
    EITHER,
    JOKER_OPTION,
    LONGEST,
    PLACES,
    STOP,
    WRAP,
    fits_line,
    is_legal,
    is_stop_legal,
    kind_at,
    layoff_code,
    may_lay_off,
    may_meld,
    n_jokers,
    place_at,
)
from rummysim.games.stock.state import CODE, OWN, PUBLIC
from rummysim.melds.code import (
    is_run,
    run_code,
    run_length,
    run_start,
    run_suit,
    set_code,
    set_place,
    set_suits,
    set_wilds,
)
from rummysim.melds.cover import rank_mask

__all__ = ["can_use", "claim_action", "first_action", "menu_action", "n_actions", "n_claims", "short_action"]

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


@kernel(int64(CODE, OWN, int64), inline=True)
def makes_meld(code, own, card):
    """1 if a natural makes a new meld with cards that may be used."""
    free = n_jokers(code, own.usable, own.usable_spare)
    if count_bits(own.usable & rank_mask(card & 15)) + free >= 3:
        return 1
    suit, place = card >> 4, card & 15
    for start in range(n_starts(code)):
        distance = place_at(np.int64(place - start))
        if distance < 3 and n_missing(code, own, suit, start, 3) <= free:
            return 1
    return 0


@kernel(int64(CODE, OWN, int64, int64), inline=True)
def reaches(code, own, meld, card):
    """1 if a natural can be laid off on a meld, on a run perhaps together with the cards between."""
    free = n_jokers(code, own.usable, own.usable_spare)
    if not is_run(meld):
        is_free = count_bits(np.uint64(set_suits(meld))) + set_wilds(meld) < 4
        return 1 if is_free and set_place(meld) == card & 15 and not set_suits(meld) >> (card >> 4) & 1 else 0
    if run_suit(meld) != card >> 4:
        return 0
    start, length = run_start(meld), run_length(meld)
    for side in range(2):
        missing = 0
        for step in range(1, LONGEST - length + 1):
            position = start + length - 1 + step if side else start - step
            first = start if side else position
            if not fits_line(code, place_at(first) if code.ace_mode == WRAP else first, length + step):
                break
            kind = kind_at(run_suit(meld), position)
            if kind == bit(card):
                return 1
            missing += 0 if own.usable & kind else 1
            if missing > free:
                break
    return 0


@kernel(int64(CODE, PUBLIC, OWN))
def can_use(code, public, own):
    """1 if some legal first action uses the card that must be used."""
    if bit(own.must) & code.joker_cards:
        return 1 if first_action(code, public, own, np.int64(0)) >= 0 else 0
    fits = may_meld(code, own) and makes_meld(code, own, own.must)
    if not fits and may_lay_off(code, public, own, 0):
        for meld in range(public.n_melds):
            fits = fits or reaches(code, own, public.melds[meld], own.must)
    if not fits or own.barred < 0 or not own.spare & bit(own.barred):
        # Once the card is used, nothing that is left is barred: the turn can be finished.
        return 1 if fits else 0
    return 1 if first_action(code, public, own, np.int64(0)) >= 0 else 0


@kernel(int64(CODE, PUBLIC, OWN))
def n_claims(code, public, own):
    """Lay-offs of the one usable card, the discard that is called."""
    return -1 - layoff_action(code, public, own, np.int64(1), NOT_FOUND)


@kernel(int64(CODE, PUBLIC, OWN, int64))
def claim_action(code, public, own, number):
    """Answer ``number`` to a call: 0 no, then the lay-offs."""
    return STOP if number == 0 else layoff_action(code, public, own, np.int64(1), number - 1)
