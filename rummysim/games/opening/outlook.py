"""What a card is worth keeping for: cards that could still complete a meld with it, and the price of throwing it."""

import numpy as np
from numba import float64, int64, types, uint64

from rummysim.core.bits import bit, count_bits, lowest_bit
from rummysim.core.jit import kernel
from rummysim.games.opening.state import CODE, JOKER, OWN, PUBLIC
from rummysim.games.opening.throws import fitting, throwable
from rummysim.melds.cover import rank_mask
from rummysim.melds.spread import at_places, best_worth, is_worth, loose_cards, without
from rummysim.melds.worth import LOW, PLACES

__all__ = ["WEIGHTS", "best_throw", "card_points", "live_outs"]

WEIGHTS = types.UniTuple(float64, 5)
"""Of points in melds, points of the card, outs, points in an out, and of a card that the next player could use."""
TEN = 9
DEAR = np.uint64(0b1111000000001)
"""Places of aces, tens and figures."""
NOTHING = -1e30
THROW = types.Tuple((int64, float64))
"""A card and what its throwing is worth."""


@kernel(int64(CODE, int64), inline=True)
def card_points(code, place):
    """Points of a card in hand."""
    if place == 0:
        return code.ace_points
    return place + 1 if place < TEN else np.int64(10)


@kernel(types.UniTuple(uint64, 2)(CODE, PUBLIC, OWN), inline=True)
def live_cards(code, public, own):
    """Kinds of which one copy, and of which two, are neither held nor in the pile."""
    once = own.hand | public.pile
    twice = own.spare | public.pile_spare | (own.hand & public.pile)
    naturals = code.all_cards & ~code.joker_cards
    if code.decks == 1:
        return naturals & ~once, np.uint64(0)
    return naturals & ~twice, naturals & ~once


@kernel(uint64(CODE, int64, int64), inline=True)
def beside(code, card, distance):
    """The card so many positions above (below: negative) in its suit, 0 if there is none."""
    place = (card & 15) + distance
    if code.points.ace_mode != LOW:
        if place == PLACES:
            place = 0
        elif card & 15 == 0 and distance < 0:
            place = PLACES + distance
    return bit((card & 48) + place) if 0 <= place < PLACES else np.uint64(0)


@kernel(int64(uint64, uint64, uint64), inline=True)
def copies(cards, one, two):
    """Copies of cards that are live."""
    return count_bits(cards & one) + count_bits(cards & two)


@kernel(int64(CODE, uint64, int64, uint64, uint64))
def live_outs(code, hand, card, one, two):
    """Live cards that would complete a meld of ``card`` and one partner of the hand, added over the partners.

    one, two : kinds of which a copy, two copies are live.
    """
    others = rank_mask(card & 15) & ~bit(card)
    partners = hand & others
    n_partners = count_bits(partners)
    outs = n_partners * copies(others & ~partners, one, two)
    if n_partners > 1:
        outs += (n_partners - 1) * copies(partners, one, two)
    for side in range(2):
        sign = 1 if side else -1
        near, far = beside(code, card, sign), beside(code, card, 2 * sign)
        if near & hand:
            outs += copies(far, one, two) + copies(beside(code, card, -sign), one, two)
        if far & hand:
            outs += copies(near, one, two)
    return outs


@kernel(float64(CODE, PUBLIC, OWN, int64, WEIGHTS))
def price(code, public, own, card, weights):
    """What throwing a card gains, but for the melds it takes away; 0 outs where a second copy is held."""
    _, by_points, by_outs, slope, _ = weights
    points = card_points(code, card & 15)
    value = by_points * points
    if by_outs != 0.0 and not own.spare & bit(card):
        one, two = live_cards(code, public, own)
        value -= by_outs * (1.0 + slope * points) * live_outs(code, own.hand, card, one, two)
    return value


@kernel(THROW(CODE, PUBLIC, OWN, uint64, uint64, WEIGHTS))
def best_loose(code, public, own, cards, fed, weights):
    """Of ``cards``, which lie in no meld, the one whose throwing is worth most, -1 if there are none, and what that is;
    among equals the highest place, then the first suit.
    """
    best, best_value = np.int64(-1), NOTHING
    while cards:
        card = lowest_bit(cards)
        kind = bit(card)
        cards ^= kind
        value = price(code, public, own, card, weights) - (weights[4] if kind & fed else 0.0)
        if value > best_value or (value == best_value and card & 15 > best & 15):
            best, best_value = card, value
    return best, best_value


@kernel(uint64(int64), inline=True)
def dear_part(step):
    """Cards of aces, tens and figures at step 0, then of one number a step, from the nine down."""
    return at_places(DEAR) if step == 0 else rank_mask(TEN - step)


@kernel(THROW(CODE, PUBLIC, OWN, uint64, uint64, WEIGHTS, THROW))
def best_melded(code, public, own, cards, fed, weights, found):
    """Of ``cards``, which may lie in melds, and the one ``found`` the one whose throwing is worth most; among equals
    the one found, then by suit and place.

    Cards that no melds miss come first: the dearest of them is soon known, and melds are looked at only for those that
    could be worth more.
    """
    best, best_value = found
    is_found, total = best >= 0, np.int64(-1)
    costly = np.uint64(0)
    for part in range(2):
        for step in range(TEN):
            rest = (costly if part else cards) & dear_part(np.int64(step))
            while rest:
                card = lowest_bit(rest)
                kind = bit(card)
                rest ^= kind
                value = price(code, public, own, card, weights) - (weights[4] if kind & fed else 0.0)
                most = value - weights[0] if part else value
                if most < best_value or (most == best_value and (is_found or card > best)):
                    continue
                if total < 0:
                    total = best_worth(code.points, own.hand, own.spare, own.n_jokers)
                hand, spare = without(own.hand, own.spare, kind), own.spare & ~kind
                if part:
                    value -= weights[0] * (total - best_worth(code.points, hand, spare, own.n_jokers))
                elif not is_worth(code.points, hand, spare, own.n_jokers, total):
                    costly |= kind
                    continue
                if value > best_value or (value == best_value and not is_found and card < best):
                    best, best_value, is_found = card, value, False
    return best, best_value


@kernel(int64(CODE, PUBLIC, OWN, WEIGHTS))
def best_throw(code, public, own, weights):
    """Card whose throwing is worth most: points kept in melds, points got rid of, outs lost; a joker only if there is
    nothing else. Among equals first cards that can lie in no meld, of these the highest place, then the first suit;
    then the others by suit and place.
    """
    cards, _ = throwable(code, public, own)
    if cards == 0:
        return JOKER
    fed = np.uint64(0)
    if weights[4] != 0.0 and public.opened >> np.uint64((own.seat + 1) % own.n_players) & np.uint64(1):
        fed = fitting(code, public)[0]
    loose = loose_cards(code.points, own.hand, own.n_jokers)
    found = best_loose(code, public, own, cards & loose, fed, weights)
    return best_melded(code, public, own, cards & ~loose, fed, weights, found)[0]
