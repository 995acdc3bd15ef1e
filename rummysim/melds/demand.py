"""Most that melds of a hand are worth of which some have to be there: a pure run, a meld with a certain card, one with
a joker; and a card that may be thrown has to stay. Exact: each meld that meets the first open demand is tried.
"""

import numpy as np
from numba import int64, uint64

from rummysim.core.bits import bit
from rummysim.core.jit import kernel
from rummysim.melds.code import is_run
from rummysim.melds.each import FIRST_RUN, NO_MELD, cards_of, meld_worth, next_meld
from rummysim.melds.spread import best_meld, best_worth, loose_cards, without
from rummysim.melds.worth import LONGEST, SCALE

__all__ = ["IMPOSSIBLE", "JOKER", "LEAVE", "PURE", "meets", "meld_with", "worth_with"]

PURE, JOKER, LEAVE = 1, 2, 4
"""Demands: a run of naturals, a meld with a joker, a card that stays and may be thrown."""
IMPOSSIBLE = np.int64(-1) << 30
"""Worth where the demands cannot be met."""
ANY_JOKER = 13
"""As a card that may not be thrown: no joker may."""


@kernel(uint64(uint64, int64), inline=True)
def throwable(hand, barred):
    """Naturals that may be thrown; ``barred`` is -1 if all may."""
    return hand & ~bit(barred) if barred >= 0 else hand


@kernel(int64(SCALE, uint64, uint64, int64, int64))
def leaving_worth(scale, hand, spare, n_jokers, barred):
    """Most that melds are worth that leave a card that may be thrown."""
    total = best_worth(scale, hand, spare, n_jokers)
    allowed = throwable(hand, barred)
    if loose_cards(scale, hand, n_jokers) & allowed:
        return total
    best = IMPOSSIBLE
    while allowed and best < total:
        card = allowed & (~allowed + np.uint64(1))
        allowed ^= card
        best = max(best, best_worth(scale, without(hand, spare, card), spare & ~card, n_jokers))
    if n_jokers and barred != ANY_JOKER and best < total:
        best = max(best, best_worth(scale, hand, spare, n_jokers - 1))
    return best


@kernel(int64(SCALE, uint64, uint64, int64, int64))
def leaving_meld(scale, hand, spare, n_jokers, barred):
    """A meld of melds that are worth most and leave a card that may be thrown, 0 if there is none."""
    target = leaving_worth(scale, hand, spare, n_jokers, barred)
    allowed = throwable(hand, barred)
    loose = loose_cards(scale, hand, n_jokers) & allowed
    allowed = loose if loose else allowed
    while allowed:
        card = allowed & (~allowed + np.uint64(1))
        allowed ^= card
        kept, twice = without(hand, spare, card), spare & ~card
        if best_worth(scale, kept, twice, n_jokers) == target:
            return best_meld(scale, kept, twice, n_jokers)
    return best_meld(scale, hand, spare, n_jokers - 1) if n_jokers and target > 0 else np.int64(0)


@kernel(int64(int64, int64, int64), inline=True)
def meets(meld, demands, must):
    """1 if a meld meets the first of the demands that are open, the card ``must`` (-1: none) before the joker."""
    once, _, n_wilds = cards_of(meld)
    if demands & PURE:
        return 1 if is_run(meld) and n_wilds == 0 else 0
    if must >= 0:
        return 1 if once & bit(must) else 0
    return 1 if n_wilds else 0


@kernel(int64(int64, int64), inline=True)
def demands_after(meld, demands):
    """What is still demanded after a meld."""
    _, _, n_wilds = cards_of(meld)
    if n_wilds:
        return demands & ~JOKER
    return demands & ~PURE if is_run(meld) else demands


@kernel(int64(SCALE, uint64, uint64, int64, int64, int64, int64))
def worth_with(scale, hand, spare, n_jokers, demands, must, barred):
    """Most that melds are worth that meet all demands, ``IMPOSSIBLE`` if there are none.

    hand, spare : naturals held, held twice. demands : ``PURE``, ``JOKER``, ``LEAVE`` added. must : natural that a meld
    has to have, -1 if none. barred : card that may not be thrown, -1 if none, ``ANY_JOKER`` for jokers.
    """
    if must < 0 and not demands & (PURE | JOKER):
        if demands & LEAVE:
            return leaving_worth(scale, hand, spare, n_jokers, barred)
        return best_worth(scale, hand, spare, n_jokers)
    best = IMPOSSIBLE
    n_wilds = np.int64(0) if demands & PURE else n_jokers
    meld = next_meld(scale, hand, spare, n_wilds, LONGEST, FIRST_RUN if demands & PURE else NO_MELD)
    while meld != NO_MELD:
        if meets(meld, demands, must):
            once, twice, used = cards_of(meld)
            kept, kept_twice = without(hand & ~twice, spare & ~twice, once & ~twice), spare & ~once
            still = np.int64(-1) if must >= 0 and once & bit(must) else must
            rest = worth_with(scale, kept, kept_twice, n_jokers - used, demands_after(meld, demands), still, barred)
            best = max(best, meld_worth(scale, meld) + rest)
        meld = next_meld(scale, hand, spare, n_wilds, LONGEST, meld)
    return max(best, IMPOSSIBLE)


@kernel(int64(SCALE, uint64, uint64, int64, int64, int64, int64))
def meld_with(scale, hand, spare, n_jokers, demands, must, barred):
    """Code of one meld of a best answer to :func:`worth_with`; 0 if there is none."""
    if must < 0 and not demands & (PURE | JOKER):
        if demands & LEAVE:
            return leaving_meld(scale, hand, spare, n_jokers, barred)
        return best_meld(scale, hand, spare, n_jokers)
    target = worth_with(scale, hand, spare, n_jokers, demands, must, barred)
    n_wilds = np.int64(0) if demands & PURE else n_jokers
    meld = next_meld(scale, hand, spare, n_wilds, LONGEST, FIRST_RUN if demands & PURE else NO_MELD)
    while meld != NO_MELD and target > 0:
        if meets(meld, demands, must):
            once, twice, used = cards_of(meld)
            kept, kept_twice = without(hand & ~twice, spare & ~twice, once & ~twice), spare & ~once
            still = np.int64(-1) if must >= 0 and once & bit(must) else must
            rest = worth_with(scale, kept, kept_twice, n_jokers - used, demands_after(meld, demands), still, barred)
            if meld_worth(scale, meld) + rest == target:
                return meld
        meld = next_meld(scale, hand, spare, n_wilds, LONGEST, meld)
    return 0
