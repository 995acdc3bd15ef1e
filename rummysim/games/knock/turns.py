"""What is allowed in a turn, and what a move does (CG-7 … CG-10).

A turn is draw, discard, and the question whether to knock when the cards kept allow it. Trouble is a status, never an
exception.
"""

import numpy as np
from numba import int64, uint64, void

from rummysim.core.bits import bit, count_bits
from rummysim.core.jit import kernel
from rummysim.games.knock.state import (
    CODE,
    DEAL,
    N_PILE,
    STOCK_AT,
    TURN,
    can_draw_stock,
)
from rummysim.games.knock.view import KNOCK, PILE, STOCK
from rummysim.melds.cover import least_leftover
from rummysim.melds.layoff import points_of

__all__ = [
    "NO_KNOCK",
    "draw_stock",
    "drop",
    "is_discard_allowed",
    "is_source_allowed",
    "least_knock",
    "may_knock",
    "take_pile",
    "throw",
]

NO_KNOCK = np.int64(1) << 40
"""Leftover of cards that allow no knock."""


@kernel(int64(CODE, uint64))
def fewest_points(code, kept):
    """Least leftover of cards kept that stays within ``knock_limit`` and ``max_leftover_cards``: tries each set of low
    cards left.
    """
    naturals = kept & ~np.uint64(code.wild_cards)
    low = np.uint64(0)
    rest = naturals
    while rest:
        card = rest & (~rest + bit(0))
        rest ^= card
        if points_of(card, code.line.table) <= code.knock_limit:
            low |= card
    best = NO_KNOCK
    left = low
    while left:
        points = points_of(left, code.line.table)
        allowed = points <= code.knock_limit and count_bits(left) <= code.max_leftover_cards
        if allowed and points < best and least_leftover(kept & ~left, np.uint64(code.wild_cards), code.line.table) == 0:
            best = points
        left = (left - bit(0)) & low
    return best


@kernel(int64(CODE, uint64))
def least_knock(code, kept):
    """Least leftover in card points with which the cards kept may knock, else ``NO_KNOCK`` (CG-9, apart from the first
    round).

    No card counts less than a point, so a leftover of at most ``max_leftover_cards`` points needs no look at the
    number of cards.
    """
    if count_bits(kept & np.uint64(code.joker_cards)) > code.max_jokers:
        return NO_KNOCK
    left = least_leftover(kept, np.uint64(code.wild_cards), code.line.table)
    if left > code.knock_limit:
        return NO_KNOCK
    if left <= code.max_leftover_cards or code.max_leftover_cards >= code.hand_size:
        return left
    return fewest_points(code, kept)


@kernel(int64(CODE, uint64, int64, int64), inline=True)
def may_knock(code, kept, turn, n_players):
    """1 if the cards kept allow a knock in this turn."""
    if code.no_knock_first_round and turn < n_players:
        return 0
    return 1 if least_knock(code, kept) < NO_KNOCK else 0


@kernel(int64(CODE, DEAL, int64, int64, int64), inline=True)
def is_source_allowed(code, deal, seat, n_players, source):
    """1 if the player in ``seat`` may draw from ``source``."""
    if source == STOCK:
        return can_draw_stock(code, deal)
    if source == PILE:
        return 1 if deal.now[N_PILE] else 0
    if source == KNOCK and code.knock_without_draw:
        return may_knock(code, deal.hands[seat], deal.now[TURN], n_players)
    return 0


@kernel(int64(CODE, uint64, int64, int64), inline=True)
def is_discard_allowed(code, hand, card, taken):
    """1 if ``card`` is held and may be thrown (CG-10, ``no_return_discard``)."""
    if card < 0 or card > 63 or not hand & bit(card):
        return 0
    return 0 if code.no_return_discard and card == taken else 1


@kernel(int64(DEAL, int64), inline=True)
def draw_stock(deal, seat):
    """Give the front card of the stock to ``seat``; the card."""
    card = np.int64(deal.stock[deal.now[STOCK_AT]])
    deal.now[STOCK_AT] += 1
    deal.hands[seat] |= bit(card)
    return card


@kernel(int64(DEAL, int64), inline=True)
def take_pile(deal, seat):
    """Give the top of the pile to ``seat``; the card."""
    deal.now[N_PILE] -= 1
    card = np.int64(deal.pile[deal.now[N_PILE]])
    deal.pile_cards[0] &= ~bit(card)
    deal.hands[seat] |= bit(card)
    deal.known[seat] |= bit(card)
    deal.takes[seat] += 1
    return card


@kernel(void(DEAL, int64, int64), inline=True)
def drop(deal, seat, card):
    """Take ``card`` out of the hand of ``seat``."""
    deal.hands[seat] &= ~bit(card)
    deal.known[seat] &= ~bit(card)


@kernel(void(DEAL, int64), inline=True)
def throw(deal, card):
    """Put ``card`` on the pile."""
    deal.pile[deal.now[N_PILE]] = card
    deal.pile_cards[0] |= bit(card)
    deal.now[N_PILE] += 1
