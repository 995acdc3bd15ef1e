"""What cards of a hand could still be laid, and the least that is left whatever is done: both by more than is true."""

import numpy as np
from numba import int64, uint64

from rummysim.core.bits import bit, count_bits
from rummysim.core.jit import kernel
from rummysim.games.opening.exact.room import COST
from rummysim.games.opening.state import CODE, OWN, PUBLIC
from rummysim.melds.code import (
    is_run,
    is_wild_at,
    n_wilds,
    run_length,
    run_start,
    run_suit,
    set_place,
    set_suits,
    set_wilds,
)
from rummysim.melds.cover import RANK, pairs, rank_mask
from rummysim.melds.grow import FULL_SET, card_at, end_cards, frees_joker
from rummysim.melds.least import cost_of
from rummysim.melds.spread import at_places, loose_cards
from rummysim.melds.worth import HIGH_ACE, LONGEST

__all__ = ["dead_cards", "forced_card", "least_cost", "n_usable_jokers", "wanted_by_jokers"]

CORE = 3
"""Naturals of a suit of which a run with several jokers could grow over one of them."""


@kernel(int64(CODE, PUBLIC, OWN))
def n_usable_jokers(code, public, own):
    """At least the jokers that can be laid: those held, and on the table those for which a card is held."""
    count = own.n_jokers
    for index in range(public.n_melds):
        meld = public.melds[index]
        if not n_wilds(meld) or (not is_run(meld) and code.set_joker_swap == 0):
            continue
        if not is_run(meld):
            for suit in range(4):
                if frees_joker(own.hand, meld, np.int64(suit)):
                    count += set_wilds(meld)
                    break
            continue
        for option in range(run_length(meld)):
            count += frees_joker(own.hand, meld, np.int64(option))
    return count


@kernel(uint64(uint64, int64, int64))
def behind_ends(hand, meld, n_jokers):
    """Cards of a hand on which a run could grow with so many jokers."""
    cards = np.uint64(0)
    for side in range(2):
        left = n_jokers
        for step in range(LONGEST):
            at = run_start(meld) + run_length(meld) + step if side else run_start(meld) - 1 - step
            if at < 0 or at >= LONGEST:
                break
            card = card_at(run_suit(meld), np.int64(at))
            if hand & card:
                cards |= card
            elif left:
                left -= 1
            else:
                break
    return cards


@kernel(uint64(uint64, int64))
def on_table(hand, meld):
    """Cards of a hand that could be added to a set, or be given for a joker."""
    cards = np.uint64(0)
    if is_run(meld):
        for index in range(run_length(meld)):
            if is_wild_at(meld, index):
                cards |= card_at(run_suit(meld), run_start(meld) + index)
    elif count_bits(np.uint64(set_suits(meld))) + set_wilds(meld) < FULL_SET or set_wilds(meld):
        for suit in range(4):
            if not set_suits(meld) >> suit & 1:
                cards |= bit(16 * suit + set_place(meld))
    return cards & hand


@kernel(uint64(CODE, uint64, int64))
def in_new_melds(code, hand, n_jokers):
    """Cards of a hand that could lie in new melds grown with so many jokers."""
    if n_jokers < 2:
        return hand & ~loose_cards(code.points, hand, n_jokers)
    if code.points.cap > 1:
        return hand
    line = hand | ((hand & RANK) << np.uint64(HIGH_ACE) if code.points.ace_mode else np.uint64(0))
    near = np.uint64(0)
    for distance in range(1, n_jokers + 2):
        near |= line << np.uint64(distance) | line >> np.uint64(distance)
    near &= line
    return ((near | (near >> np.uint64(HIGH_ACE) & RANK)) | at_places(pairs(hand))) & hand


@kernel(uint64(CODE, PUBLIC, OWN, int64))
def dead_cards(code, public, own, n_jokers):
    """Cards that can be laid nowhere, with so many jokers to help."""
    alive = in_new_melds(code, own.hand, n_jokers)
    for index in range(public.n_melds):
        meld = public.melds[index]
        alive |= on_table(own.hand, meld)
        if is_run(meld):
            alive |= behind_ends(own.hand, meld, n_jokers)
    return own.hand & ~alive


@kernel(int64(CODE, COST, PUBLIC, OWN, int64))
def least_cost(code, cost, public, own, n_jokers):
    """At most what is left after the best play and discard, with so many jokers to help."""
    dead = dead_cards(code, public, own, n_jokers)
    if dead == 0:
        return np.int64(0)
    dearest, rest = np.int64(0), dead
    for place in range(HIGH_ACE):
        if rest & rank_mask(np.int64(place)):
            dearest = max(dearest, cost.naturals.set_worth[place])
    return cost_of(cost.naturals, dead, own.spare & dead) - dearest


@kernel(uint64(CODE, PUBLIC, OWN, int64))
def wanted_by_jokers(code, public, own, n_jokers):
    """Cards held in whose place a lay-off could want to put a joker, which it cannot while they are held."""
    cards = np.uint64(0)
    for index in range(public.n_melds):
        if is_run(public.melds[index]):
            cards |= behind_ends(own.hand, public.melds[index], n_jokers)
    if n_jokers > code.points.cap and code.most_jokers > code.points.cap:
        for suit in range(4):
            lane = own.hand & np.uint64(0x1FFF) << np.uint64(16 * suit)
            if count_bits(lane) + count_bits(own.spare & lane) >= CORE:
                cards |= lane
    return cards


@kernel(uint64(CODE, PUBLIC, OWN))
def forced_card(code, public, own):
    """A card that may be laid off without looking at anything else, 0 if there is none.

    It can lie in no new meld and goes on one meld only, which no other card of the hand wants; and there is a second
    one of the kind, so that not just this one should be kept to be thrown. No jokers are held.
    """
    once, again = np.uint64(0), np.uint64(0)
    for index in range(public.n_melds):
        meld = public.melds[index]
        fits = end_cards(code.points, meld) & own.hand
        again |= once & fits
        once |= fits
        if not is_run(meld) and set_wilds(meld):
            again |= fits
    if code.points.ace_mode == 1:
        again |= rank_mask(np.int64(0))
    cards = once & ~again & loose_cards(code.points, own.hand, np.int64(0))
    return cards & (~cards + np.uint64(1)) if cards & (cards - np.uint64(1)) else np.uint64(0)
