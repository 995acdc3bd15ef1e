"""End of a deal -> facts: what each player is left with, by card class."""

import numpy as np
from numba import int64, types, uint64

from rummysim.core.bits import bit, count_bits, lowest_bit
from rummysim.core.jit import kernel
from rummysim.games.stock.state import CODE

__all__ = ["LEFT", "left_by_class"]

LEFT = types.UniTuple(int64, 5)
"""Cards 2–9, their numbers added, tens and figures, aces, jokers."""


@kernel(LEFT(CODE, uint64, uint64))
def left_by_class(code, hand, spare):
    """Cards of a hand by class."""
    small, pips, tens, aces = np.int64(0), np.int64(0), np.int64(0), np.int64(0)
    jokers = count_bits(hand & code.joker_cards) + count_bits(spare & code.joker_cards)
    for cards in (hand & ~code.joker_cards, spare & ~code.joker_cards):
        rest = cards
        while rest:
            place = lowest_bit(rest) & 15
            rest &= rest - bit(0)
            if place == 0:
                aces += 1
            elif place < 9:
                small += 1
                pips += place + 1
            else:
                tens += 1
    return small, pips, tens, aces, jokers
