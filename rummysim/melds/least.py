"""Least that a hand of two packs comes to after its best discard: what melds leave, less the card thrown, exact.

The scale says what a card costs that is left: the melds that save most of the cards kept leave least.
"""

import numpy as np
from numba import int64, types, uint64

from rummysim.core.bits import bit, lowest_bit
from rummysim.core.jit import kernel
from rummysim.melds.spread import best_worth, loose_cards, without
from rummysim.melds.worth import SCALE

__all__ = ["ANY_JOKER", "NOTHING_THROWN", "cost_of", "least_left"]

ANY_JOKER, NOTHING_THROWN = np.int64(13), np.int64(-1)
"""What is thrown if it is a joker, and if there is nothing to throw."""
LEFT = types.Tuple((int64, int64))
"""What is left, and the card thrown."""


@kernel(int64(SCALE, uint64, uint64), inline=True)
def cost_of(scale, hand, spare):
    """What naturals cost."""
    total = np.int64(0)
    for twice in range(2):
        cards = spare if twice else hand
        while cards:
            total += scale.set_worth[lowest_bit(cards) & 15]
            cards &= cards - bit(0)
    return total


@kernel(int64(int64, int64), inline=True)
def comes_before(card, other):
    """1 if of two cards as good to throw ``card`` is thrown: the higher place, then the first suit."""
    return 1 if card & 15 > other & 15 or (card & 15 == other & 15 and card < other) else 0


@kernel(LEFT(SCALE, uint64, uint64, int64, uint64, int64))
def least_left(scale, hand, spare, n_jokers, allowed, may_joker):
    """Least that is left after a discard, and the card thrown; among equals a natural before a joker, then the highest
    place, then the first suit.

    hand, spare : naturals held, held twice. allowed : those of them that may be thrown; may_joker : 1 if jokers may.
    Cards that can lie in no meld cost the melds nothing, so that one evaluation does for all of them; of the others
    only those are tried that are dear enough.
    """
    total = cost_of(scale, hand, spare) + n_jokers * max(scale.joker_worth, np.int64(0))
    everything = best_worth(scale, hand, spare, n_jokers)
    best, best_card = np.int64(-1), NOTHING_THROWN
    loose = loose_cards(scale, hand, n_jokers)
    for part in range(2):
        cards = allowed & (hand & ~loose if part else loose)
        while cards:
            card = lowest_bit(cards)
            kind = bit(card)
            cards ^= kind
            saved = scale.set_worth[card & 15] + everything
            if saved < best or (saved == best and not comes_before(card, best_card)):
                continue
            if part:
                kept = best_worth(scale, without(hand, spare, kind), spare & ~kind, n_jokers)
                saved += kept - everything
            if saved > best or (saved == best and comes_before(card, best_card)):
                best, best_card = saved, card
    if n_jokers and may_joker:
        saved = scale.joker_worth + best_worth(scale, hand, spare, n_jokers - 1)
        if saved > best:
            best, best_card = saved, ANY_JOKER
    if best_card == NOTHING_THROWN:
        return total - everything, NOTHING_THROWN
    return total - best, best_card
