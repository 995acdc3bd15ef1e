"""What is allowed in a turn (CG-7 … CG-10, GN-2 … GN-5).

A turn is draw, discard, and the question whether to knock when the cards kept allow it. Trouble is a status, never an
exception.
"""

import numpy as np
from numba import int64, uint64

from rummysim.core.bits import bit, count_bits, lowest_bit
from rummysim.core.jit import kernel
from rummysim.games.knock.state import CODE
from rummysim.melds.cover import WILD_LEFT
from rummysim.melds.layoff import CARDS, points_of, with_more, without
from rummysim.melds.search import least_leftover

__all__ = [
    "NO_KNOCK",
    "fiftieth_helps",
    "is_all_melded",
    "is_discard_allowed",
    "knock_with",
    "least_knock",
    "may_knock",
]

NO_KNOCK = np.int64(1) << 40
"""Leftover of cards that allow no knock."""


@kernel(CARDS(CARDS, uint64, int64), inline=True)
def without_wilds(cards, wild_cards, n_wilds):
    """Cards less ``n_wilds`` wilds, printed jokers first."""
    for _ in range(n_wilds):
        wilds = cards[0] & wild_cards
        jokers = wilds & ~bit(0)
        cards = without(cards, bit(lowest_bit(jokers if jokers else wilds)))
    return cards


@kernel(int64(CODE, uint64, uint64, int64, int64))
def fewest_wilds_left(code, hand, spare, n_wilds, n_free):
    """Fewest wilds, up to ``n_free``, without which all cards of a hand lie in melds; -1 if that is not to be had."""
    for gone in range(min(n_wilds, n_free) + 1):
        kept = without_wilds((hand, spare), code.wild_cards, gone)
        if least_leftover(kept[0], kept[1], code.wild_cards, code.line) == 0:
            return gone
    return -1


@kernel(uint64(CODE, uint64, int64), inline=True)
def low_naturals(code, cards, limit):
    """Naturals among ``cards`` worth no more than ``limit``."""
    low = np.uint64(0)
    rest = cards & ~code.wild_cards
    while rest:
        card = rest & (~rest + bit(0))
        rest ^= card
        if points_of(card, code.line.table) <= limit:
            low |= card
    return low


@kernel(int64(CODE, uint64, uint64, int64))
def fewest_points(code, kept, spare, limit):
    """Least leftover within ``limit`` points and ``max_leftover_cards``: tries each choice of low cards left over.

    With ``wild_penalty_knocker`` off wilds may be left too: they count as cards, not as points.
    """
    n_wilds = count_bits(kept & code.wild_cards) + count_bits(spare & code.wild_cards)
    best = NO_KNOCK
    low = low_naturals(code, kept, limit)
    left = low
    while True:
        can_be_both = left & spare & ~code.wild_cards
        both = can_be_both
        while True:
            points = points_of(left, code.line.table) + points_of(both, code.line.table)
            free = code.max_leftover_cards - count_bits(left) - count_bits(both)
            if points <= limit and free >= 0:
                rest = (kept & ~left) | (spare & left & ~both)
                n_free = np.int64(0) if code.wild_penalty_knocker else free
                gone = fewest_wilds_left(code, rest, spare & ~left, n_wilds, n_free)
                if gone >= 0:
                    best = min(best, points + WILD_LEFT * gone)
            if both == 0:
                break
            both = (both - bit(0)) & can_be_both
        if left == 0:
            return best
        left = (left - bit(0)) & low


@kernel(int64(CODE, uint64, uint64), inline=True)
def has_too_many_jokers(code, hand, spare):
    """1 if the cards hold more printed jokers than ``max_wilds_when_knocking``."""
    if not hand & code.joker_cards:
        return 0
    return 1 if count_bits(hand & code.joker_cards) + count_bits(spare & code.joker_cards) > code.max_jokers else 0


@kernel(int64(CODE, uint64, uint64, int64, int64))
def knock_with(code, kept, spare, limit, left):
    """:func:`least_knock` where the least leftover ``left`` of the cards is known.

    No card counts less than a point, so a leftover of at most ``max_leftover_cards`` points needs no look at the number
    of cards.
    """
    if has_too_many_jokers(code, kept, spare):
        return NO_KNOCK
    if not code.wild_penalty_knocker and kept & code.wild_cards:
        return fewest_points(code, kept, spare, limit)
    if left > limit:
        return NO_KNOCK
    if left <= code.max_leftover_cards or code.max_leftover_cards >= code.hand_size:
        return left
    return fewest_points(code, kept, spare, limit)


@kernel(int64(CODE, uint64, uint64, int64))
def least_knock(code, kept, spare, limit):
    """Least leftover with which the cards kept may knock, else ``NO_KNOCK`` (CG-9, GN-3, apart from the first
    round).
    """
    return knock_with(code, kept, spare, limit, least_leftover(kept, spare, code.wild_cards, code.line))


@kernel(int64(CODE, uint64, uint64, int64, int64, int64), inline=True)
def may_knock(code, kept, spare, limit, turn, n_players):
    """1 if the cards kept allow a knock in this turn."""
    if code.no_knock_first_round and turn < n_players:
        return 0
    return 1 if least_knock(code, kept, spare, limit) < NO_KNOCK else 0


@kernel(int64(CODE, CARDS, int64, int64, int64, int64))
def fiftieth_helps(code, hand, top, limit, turn, n_players):
    """1 if some discard other than ``top``, once that is taken from the pile, allows a knock (GN-5)."""
    held = with_more(hand, bit(top))
    rest = held[0] & ~bit(top)
    while rest:
        card = rest & (~rest + bit(0))
        rest ^= card
        kept = without(held, card)
        if may_knock(code, kept[0], kept[1], limit, turn, n_players):
            return 1
    return 0


@kernel(int64(CODE, uint64, uint64), inline=True)
def is_all_melded(code, hand, spare):
    """1 if all cards held, the drawn one included, can be melded (GN-3, big gin)."""
    if has_too_many_jokers(code, hand, spare):
        return 0
    return 1 if least_leftover(hand, spare, code.wild_cards, code.line) == 0 else 0


@kernel(int64(CODE, uint64, int64, int64), inline=True)
def is_discard_allowed(code, hand, card, taken):
    """1 if ``card`` is held and may be thrown (CG-10, ``no_return_discard``)."""
    if card < 0 or card > 63 or not hand & bit(card):
        return 0
    return 0 if code.no_return_discard and card == taken else 1
