"""What a view allows: sources, discards, knocks. For bots; from the view alone."""

import numpy as np
from numba import int64, types, uint64

from rummysim.core.bits import bit, count_bits, lowest_bit
from rummysim.core.jit import kernel
from rummysim.games.knock.turns import fiftieth_helps, may_knock
from rummysim.games.knock.view import FIFTIETH, LAST_TURN, ORDINARY, STOCK_ONLY, UPCARD, VIEW
from rummysim.melds.cover import card_of_key
from rummysim.melds.layoff import without
from rummysim.melds.search import best_discard, least_leftover

__all__ = [
    "best_of",
    "best_throw",
    "knocking_throws",
    "left_now",
    "sources",
    "surplus_joker",
    "thrown_allows_knock",
    "throws",
]


@kernel(int64(VIEW), inline=True)
def left_now(view):
    """Least leftover of the own hand before the draw."""
    if view.left >= 0:
        return view.left
    return least_leftover(view.hand, view.spare, view.code.wild_cards, view.code.line)


@kernel(int64(VIEW, int64), inline=True)
def thrown_allows_knock(view, card):
    """1 if the cards kept after throwing ``card`` allow a knock in this turn."""
    if view.offer == LAST_TURN:
        return 0
    kept = without((view.hand, view.spare), bit(card))
    return may_knock(view.code, kept[0], kept[1], view.limit, view.turn, view.n_players)


@kernel(uint64(VIEW))
def knocking_throws(view):
    """Of the cards held those whose discard allows a knock."""
    helpful = np.uint64(0)
    rest = view.hand
    while rest:
        card = lowest_bit(rest)
        rest &= rest - bit(0)
        helpful |= bit(card) if thrown_allows_knock(view, card) else np.uint64(0)
    return helpful


@kernel(uint64(VIEW), inline=True)
def throws(view):
    """Cards that may be thrown; of a last discard taken, those that allow the knock that must follow."""
    allowed = view.hand
    if view.code.no_return_discard and view.taken >= 0:
        allowed &= ~bit(view.taken)
    return allowed & knocking_throws(view) if view.offer == FIFTIETH else allowed


@kernel(types.UniTuple(int64, 3)(VIEW), inline=True)
def sources(view):
    """1 for each allowed source: stock or pass, pile, knock without drawing."""
    if view.offer == UPCARD:
        return 1, 1, 0
    if view.offer == FIFTIETH:
        return 1, fiftieth_helps(view.code, (view.hand, view.spare), view.top, view.limit, view.turn, view.n_players), 0
    pile = 1 if view.top >= 0 and view.offer != STOCK_ONLY else 0
    knock = 0
    if view.code.knock_without_draw and view.offer == ORDINARY:
        knock = may_knock(view.code, view.hand, view.spare, view.limit, view.turn, view.n_players)
    return view.can_draw_stock, pile, knock


@kernel(int64(VIEW, uint64))
def best_of(view, allowed):
    """Of the cards ``allowed`` the natural one that leaves least, then the highest, then of the first suit; a wild only
    if there is nothing else.
    """
    wild_cards = view.code.wild_cards
    rest = allowed & ~wild_cards if allowed & ~wild_cards else allowed
    best, best_left = np.int64(-1), np.int64(1) << 40
    while rest:
        card = lowest_bit(rest)
        rest &= rest - bit(0)
        kept = without((view.hand, view.spare), bit(card))
        left = least_leftover(kept[0], kept[1], wild_cards, view.code.line)
        if left < best_left or (left == best_left and card & 15 > best & 15):
            best, best_left = card, left
    return best


@kernel(int64(VIEW), inline=True)
def best_throw(view):
    """The natural card that leaves least, of those that may be thrown; then the highest, then of the first suit."""
    if view.offer != FIFTIETH and view.hand & ~view.code.wild_cards:
        card = card_of_key(best_discard(view.hand, view.spare, view.code.wild_cards, view.code.line))
        if card != view.taken or not view.code.no_return_discard:
            return card
    return best_of(view, throws(view))


@kernel(int64(VIEW), inline=True)
def surplus_joker(view):
    """A printed joker too many whose discard allows a knock, else -1."""
    held = view.hand & view.code.joker_cards
    if not held or count_bits(held) + count_bits(view.spare & view.code.joker_cards) <= view.code.max_jokers:
        return np.int64(-1)
    jokers = throws(view) & held
    return lowest_bit(jokers) if jokers and thrown_allows_knock(view, lowest_bit(jokers)) else np.int64(-1)
