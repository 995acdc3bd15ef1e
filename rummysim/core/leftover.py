"""Cards left in a hand by class, the same for all families with sets and runs of French cards."""

import numpy as np

from rummysim.core.bits import bit, count_bits, lowest_bit
from rummysim.core.jit import kernel

__all__ = ["left_by_class"]

TEN = 9
"""Place of the ten; the figures follow."""


@kernel()
def left_by_class(code, hand, spare):
    """Cards 2–9, their numbers added, tens and figures, aces, jokers of a hand (kinds held, held twice)."""
    small, pips, tens, aces = np.int64(0), np.int64(0), np.int64(0), np.int64(0)
    jokers = count_bits(hand & code.joker_cards) + count_bits(spare & code.joker_cards)
    for cards in (hand & ~code.joker_cards, spare & ~code.joker_cards):
        rest = cards
        while rest:
            place = lowest_bit(rest) & 15
            rest &= rest - bit(0)
            if place == 0:
                aces += 1
            elif place < TEN:
                small += 1
                pips += place + 1
            else:
                tens += 1
    return small, pips, tens, aces, jokers
