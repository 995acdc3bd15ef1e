"""What may be drawn: the stock, cards of the pile down to one that can be used, the end of the round (4.2, BR-4)."""

import numpy as np
from numba import int64

from rummysim.core.bits import bit
from rummysim.core.jit import kernel
from rummysim.games.stock.state import CODE, OWN, PUBLIC
from rummysim.games.stock.use import can_use

__all__ = ["END", "STOCK", "deepest", "draw_answer", "is_take_legal", "is_useful_take", "n_draws"]

STOCK, END = 0, -1
"""Answers that are no depth."""


@kernel(int64(CODE, PUBLIC, OWN, int64))
def is_useful_take(code, public, own, depth):
    """1 if the lowest of ``depth`` cards taken off the pile can be used at once."""
    hand, spare = own.hand, own.spare
    lowest = np.int64(public.pile_cards[public.n_pile - depth])
    for index in range(public.n_pile - depth, public.n_pile):
        card = bit(np.int64(public.pile_cards[index]))
        own.spare |= own.hand & card
        own.hand |= card
        if index == public.n_pile - depth or code.pile_card_reuse:
            own.usable_spare |= own.usable & card
            own.usable |= card
    own.must = lowest
    own.barred = lowest if depth == 1 and code.no_return_discard else np.int64(-1)
    useful = can_use(code, public, own)
    own.must = own.barred = -1
    own.hand, own.spare, own.usable, own.usable_spare = hand, spare, hand, spare
    return useful


@kernel(int64(CODE, PUBLIC, OWN, int64))
def is_take_legal(code, public, own, depth):
    """1 if the player at turn may take ``depth`` cards of the pile (BR-5, 4.2)."""
    if depth > public.n_pile or (depth > 1 and not code.extended_discard):
        return 0
    if depth == 1 and not code.top_must_be_used and (own.hand or not code.no_return_discard):
        return 1
    return is_useful_take(code, public, own, depth)


@kernel(int64(CODE, PUBLIC, OWN), inline=True)
def deepest(code, public, own):
    """Most cards of the pile that could be taken at once."""
    if public.n_pile == 0:
        return 0
    return public.n_pile if code.extended_discard else 1


@kernel(int64(CODE, PUBLIC, OWN))
def n_draws(code, public, own):
    """Legal answers to the draw: the stock or the end of the round, and the takes."""
    count = 1
    for depth in range(1, deepest(code, public, own) + 1):
        count += is_take_legal(code, public, own, np.int64(depth))
    return count


@kernel(int64(CODE, PUBLIC, OWN, int64))
def draw_answer(code, public, own, number):
    """Legal answer of that number: the stock first, the takes from shallow to deep, the end last."""
    if own.can_draw_stock:
        if number == 0:
            return STOCK
        number -= 1
    for depth in range(1, deepest(code, public, own) + 1):
        if is_take_legal(code, public, own, np.int64(depth)):
            if number == 0:
                return depth
            number -= 1
    return END
