"""The next action towards a best plan (:mod:`rummysim.games.stock.laying`): sets first, then runs, then lay-offs."""

import numpy as np
from numba import int64, uint64

from rummysim.core.bits import bit, count_bits, lowest_bit
from rummysim.core.jit import kernel
from rummysim.games.actions import STOP, layoff_code
from rummysim.games.stock.actions import EITHER, PLACES, WRAP, is_legal, is_stop_legal, n_jokers, place_at
from rummysim.games.stock.laying import (
    HIGH_ACE,
    LAYABLE,
    laid_cards,
    laid_in_suit,
    layable_on,
    may_lay_something,
    place_in,
    suit_lane,
)
from rummysim.games.stock.menu import first_action, short_action
from rummysim.games.stock.state import CODE, OWN, PUBLIC
from rummysim.melds.code import is_run, run_code, run_length, run_start, run_suit, set_code, set_place
from rummysim.melds.cover import rank_mask

__all__ = ["next_action"]

NONE = np.int64(-1)


@kernel(int64(CODE, PUBLIC, OWN, uint64))
def set_step(code, public, own, cards):
    """New set of cards that a plan lays in sets, or the lay-off of one; ``NONE`` if no such action is legal."""
    places = cards | cards >> np.uint64(16) | cards >> np.uint64(32) | cards >> np.uint64(48)
    places &= np.uint64(0x1FFF)
    while places:
        place = lowest_bit(places)
        places &= places - bit(0)
        held = cards & rank_mask(place)
        suits = 0
        for suit in range(4):
            suits |= np.int64(held >> np.uint64(16 * suit + place) & np.uint64(1)) << suit
        if count_bits(held) >= 3:
            action = set_code(place, suits, 0)
            if is_legal(code, public, own, action):
                return action
            continue
        for index in range(public.n_melds):
            meld = public.melds[index]
            if not is_run(meld) and set_place(meld) == place:
                action = layoff_code(np.int64(index), lowest_bit(held) >> 4)
                if is_legal(code, public, own, action):
                    return action
    return NONE


@kernel(int64(CODE, int64, int64), inline=True)
def block_end(code, laid, start):
    """First position after the neighbours from ``start`` on."""
    end = start
    while laid >> (place_at(end) if code.ace_mode == WRAP else end) & 1 and end < start + PLACES:
        end += 1
    return end


@kernel(int64(CODE, PUBLIC, OWN, int64, int64, int64))
def extension(code, public, own, suit, start, end):
    """Lay-off of the neighbours ``start`` … ``end - 1`` on a run of the table that they touch, ``NONE`` if there is
    none.
    """
    for index in range(public.n_melds):
        meld = public.melds[index]
        if not is_run(meld) or run_suit(meld) != suit:
            continue
        low, high = run_start(meld), run_start(meld) + run_length(meld)
        option = 0
        if end == low or (code.ace_mode == WRAP and place_at(end) == low):
            option = 16 * (end - start)
        elif start == high or (code.ace_mode == WRAP and start == place_at(high)):
            option = end - start
        if option and is_legal(code, public, own, layoff_code(np.int64(index), np.int64(option))):
            return layoff_code(np.int64(index), np.int64(option))
    return NONE


@kernel(int64(CODE, PUBLIC, OWN, uint64, LAYABLE, int64))
def run_step(code, public, own, cards, where, new_only):
    """New run of cards that a plan lays in runs, or (not with ``new_only``) their lay-off; ``NONE`` if none is
    legal.
    """
    for suit in range(4):
        held = suit_lane(cards, suit)
        place = place_in(own.must, np.int64(suit))
        laid, _ = laid_in_suit(code, held, suit_lane(where[0], suit), where[2], place)
        for start in range(PLACES + (1 if code.ace_mode == EITHER else 0)):
            before = place_at(np.int64(start - 1)) if code.ace_mode == WRAP else start - 1
            begins = laid >> start & 1 and not (before >= 0 and laid >> before & 1)
            if not begins:
                continue
            end = block_end(code, laid, np.int64(start))
            if new_only:
                action = run_code(suit, start, end - start, 0)
                if end - start >= 3 and start < HIGH_ACE and is_legal(code, public, own, action):
                    return action
            else:
                action = extension(code, public, own, np.int64(suit), np.int64(start), end)
                if action != NONE:
                    return action
    return NONE


@kernel(int64(CODE, PUBLIC, OWN))
def joker_step(code, public, own):
    """Any legal action with a joker, ``NONE`` if there is none or no joker is held."""
    if not n_jokers(code, own.usable, own.usable_spare):
        return NONE
    action = short_action(code, public, own, np.int64(0))
    return action if action > 0 else NONE


@kernel(int64(CODE, PUBLIC, OWN))
def next_action(code, public, own):
    """The next action of a plan that gains most, ``STOP`` after the last. A card that must be used comes first."""
    where = layable_on(code, public, own)
    hand = own.usable
    action, in_sets, in_runs = NONE, np.uint64(0), np.uint64(0)
    if may_lay_something(code, hand, where):
        in_sets, in_runs = laid_cards(code, hand, where, own.must)
    if in_sets:
        action = set_step(code, public, own, in_sets)
    if action == NONE and in_runs:
        action = run_step(code, public, own, in_runs, where, np.int64(1))
        if action == NONE:
            action = run_step(code, public, own, in_runs, where, np.int64(0))
    if action == NONE:
        action = joker_step(code, public, own)
    if action != NONE:
        return action
    if own.must >= 0:
        return first_action(code, public, own, np.int64(0))
    return STOP if is_stop_legal(own) else short_action(code, public, own, np.int64(0))
