"""Legal openings of a hand: what the best is worth, and its melds one by one (RM-13, 8.7).

While an opening is answered the hand is without its first melds, so that what is asked for is the rest of it.
"""

import numpy as np
from numba import int64, uint64

from rummysim.core.bits import count_bits
from rummysim.core.jit import kernel
from rummysim.games.opening.actions import can_finish, throws
from rummysim.games.opening.state import CARD_WORTH, CODE, JOKER, OWES_HAND, OWN
from rummysim.melds.code import is_run
from rummysim.melds.demand import JOKER as JOKER_LAID
from rummysim.melds.demand import LEAVE, PURE, meld_with, worth_with
from rummysim.melds.each import cards_of, meld_worth
from rummysim.melds.spread import is_worth, loose_cards, without

__all__ = [
    "add_to_opening",
    "hand_meld",
    "hand_points",
    "is_complete",
    "most_points",
    "opening_meld",
    "opening_points",
    "points_meld",
]

NO_OPENING = np.int64(-1)
POINTS = np.int64(CARD_WORTH - 1)
MOST_BESIDE = 4


@kernel(int64(CODE, OWN), inline=True)
def demands_on(code, own):
    """What the rest of an opening has to have."""
    demands = np.int64(PURE) if code.pure_run_required and not own.has_pure else np.int64(0)
    return demands | JOKER_LAID if own.pending or own.must == JOKER else demands


@kernel(int64(OWN), inline=True)
def must_natural(own):
    """Natural that has to be in the opening, -1 if none."""
    return own.must if own.must != JOKER else np.int64(-1)


@kernel(int64(OWN), inline=True)
def n_cards(own):
    """Cards held."""
    return count_bits(own.hand) + count_bits(own.spare) + own.n_jokers


@kernel(int64(CODE, OWN, uint64, uint64, int64))
def covered_points(code, own, hand, spare, n_jokers):
    """Most points of melds of all these cards, -1 if there are none."""
    n = count_bits(hand) + count_bits(spare) + n_jokers
    worth = worth_with(code.cover, hand, spare, n_jokers, demands_on(code, own), must_natural(own), np.int64(-1))
    return worth & POINTS if worth >= 0 and worth // CARD_WORTH == n else NO_OPENING


@kernel(int64(CODE, OWN), inline=True)
def may_go_by_hand(code, own):
    """0 if too many cards can lie in no meld, seen at a glance.

    Of cards that lie in no natural meld one with a joker takes four at most, two on each side of it.
    """
    if code.points.cap <= 1:
        loose = loose_cards(code.points, own.hand, np.int64(0))
        if count_bits(loose) + count_bits(loose & own.spare) > 1 + MOST_BESIDE * own.n_jokers:
            return 0
    loose = loose_cards(code.points, own.hand, own.n_jokers)
    return 1 if count_bits(loose) + count_bits(loose & own.spare) <= 1 else 0


@kernel(int64(CODE, OWN))
def hand_points(code, own):
    """Most points with which the player goes out by hand, those laid so far included; -1 if that is not legal.

    All cards but one that may be thrown are laid, or all where no discard is required (2.2 (5)).
    """
    if not may_go_by_hand(code, own):
        return NO_OPENING
    hand, spare, n_jokers = own.hand, own.spare, own.n_jokers
    if not is_worth(code.cover, hand, spare, n_jokers, CARD_WORTH * (n_cards(own) - 1)):
        return NO_OPENING
    best = NO_OPENING if code.final_discard_required else covered_points(code, own, hand, spare, n_jokers)
    allowed = throws(own)
    while allowed:
        card = allowed & (~allowed + np.uint64(1))
        allowed ^= card
        best = max(best, covered_points(code, own, without(hand, spare, card), spare & ~card, n_jokers))
    if n_jokers and own.barred != JOKER:
        best = max(best, covered_points(code, own, hand, spare, n_jokers - 1))
    if best < 0 or (code.hand_requires_min and best + own.laid_points < code.opening_min):
        return NO_OPENING
    return best + own.laid_points


@kernel(int64(CODE, OWN))
def hand_meld(code, own):
    """Next meld of going out by hand with most points, 0 after the last."""
    hand, spare, n_jokers = own.hand, own.spare, own.n_jokers
    target = hand_points(code, own) - own.laid_points
    demands, must, nothing = demands_on(code, own), must_natural(own), np.int64(-1)
    if not code.final_discard_required and covered_points(code, own, hand, spare, n_jokers) == target:
        return meld_with(code.cover, hand, spare, n_jokers, demands, must, nothing)
    allowed = throws(own)
    while allowed:
        card = allowed & (~allowed + np.uint64(1))
        allowed ^= card
        kept, twice = without(hand, spare, card), spare & ~card
        if covered_points(code, own, kept, twice, n_jokers) == target:
            return meld_with(code.cover, kept, twice, n_jokers, demands, must, nothing)
    return meld_with(code.cover, hand, spare, n_jokers - 1, demands, must, nothing)


@kernel(int64(CODE, OWN))
def most_points(code, own):
    """Most points of melds that could be an opening but for its minimum, those laid so far included; -1 if none."""
    demands = demands_on(code, own) | LEAVE
    worth = worth_with(code.points, own.hand, own.spare, own.n_jokers, demands, must_natural(own), own.barred)
    if not code.final_discard_required:
        worth = max(worth, covered_points(code, own, own.hand, own.spare, own.n_jokers))
    return worth + own.laid_points if worth >= 0 else NO_OPENING


@kernel(int64(CODE, OWN))
def points_meld(code, own):
    """Next meld of :func:`most_points`, 0 after the last."""
    demands, must = demands_on(code, own), must_natural(own)
    hand, spare, n_jokers = own.hand, own.spare, own.n_jokers
    if not code.final_discard_required:
        covered = covered_points(code, own, hand, spare, n_jokers)
        if covered >= 0 and covered + own.laid_points == most_points(code, own):
            return meld_with(code.cover, hand, spare, n_jokers, demands, must, np.int64(-1))
    return meld_with(code.points, hand, spare, n_jokers, demands | LEAVE, must, own.barred)


@kernel(int64(CODE, OWN))
def opening_points(code, own):
    """Most points of a legal opening, those laid so far included; -1 if there is none."""
    if own.owes == OWES_HAND:
        return hand_points(code, own)
    if is_worth(code.points, own.hand, own.spare, own.n_jokers, code.opening_min - own.laid_points):
        points = most_points(code, own)
        if points >= code.opening_min:
            return points
    return NO_OPENING if code.hand_requires_min else hand_points(code, own)


@kernel(int64(CODE, OWN))
def opening_meld(code, own):
    """Next meld of a legal opening with most points, 0 after the last."""
    if own.owes == OWES_HAND or most_points(code, own) < code.opening_min:
        return hand_meld(code, own)
    return points_meld(code, own)


@kernel(int64(CODE, OWN))
def is_complete(code, own):
    """1 if the melds answered so far are a legal opening."""
    if own.n_laid == 0 or own.must >= 0 or own.pending or (code.pure_run_required and not own.has_pure):
        return 0
    if not can_finish(code, own.hand, own.n_jokers, own.barred):
        return 0
    is_hand = n_cards(own) <= 1
    if own.owes == OWES_HAND and not is_hand:
        return 0
    return 1 if own.laid_points >= code.opening_min or (is_hand and not code.hand_requires_min) else 0


@kernel(int64(CODE, OWN, int64))
def add_to_opening(code, own, meld):
    """Note a meld of an opening: its cards leave the hand."""
    once, twice, n_wilds = cards_of(meld)
    own.hand, own.spare = without(own.hand & ~twice, own.spare & ~twice, once & ~twice), own.spare & ~once
    own.n_jokers -= n_wilds
    own.laid_points += meld_worth(code.points, meld)
    own.n_laid += 1
    if is_run(meld) and n_wilds == 0:
        own.has_pure = 1
    if n_wilds:
        own.pending = 0
    if (n_wilds > 0) if own.must == JOKER else (own.must >= 0 and once >> np.uint64(own.must) & np.uint64(1) > 0):
        own.must = -1
    return own.n_laid
