"""Best partition of any hand, by search: two packs, and the own ace where melds take few wilds.

The lowest card is left over or lies in one of the melds it can be in; then the same with the rest. Slower than
:mod:`rummysim.melds.cover`, and exact where that is not: cards held twice (``spare``), and a wild ace of coins that
must count as a natural in its own place because melds may take only so many wilds.
"""

import numpy as np
from numba import int64, uint64

from rummysim.core.bits import count_bits, lowest_bit
from rummysim.core.jit import kernel
from rummysim.melds.cover import (
    WILD_LEFT,
    entry,
    hand_key,
    lane,
    left_of,
    natural_cover,
    natural_discard,
    natural_left,
    rank_mask,
)
from rummysim.melds.line import LINE
from rummysim.melds.suits import window

__all__ = ["best_discard", "least_leftover", "leftover_in_line"]

OWN_ACE = np.uint64(1)
ONE = np.uint64(1)


@kernel(int64(uint64, uint64, int64, int64, LINE))
def search_left(hand, spare, n_jokers, n_aces, line):
    """Least leftover of naturals ``hand`` (``spare``: those held twice), printed jokers and wild own aces."""
    n_wilds = n_jokers + n_aces
    if hand == 0:
        # What is left are wilds: each own ace is a natural that a run of wilds can follow.
        melded = 0
        if line.cap >= 2:
            melded = min(n_wilds, 1 + line.cap) if n_aces and n_wilds >= 3 else 0
            melded = max(melded, min(n_wilds, 2 + 2 * line.cap)) if n_aces >= 2 and n_wilds >= 6 else melded
        return WILD_LEFT * (n_wilds - melded)
    card = hand & (~hand + ONE)
    at = lowest_bit(card)
    suit, place = at >> 4, at & 15
    points = left_of(entry(line.table, 0, 1 << place))
    best = points + search_left(hand ^ card if not spare & card else hand, spare & ~card, n_jokers, n_aces, line)
    aces = OWN_ACE if n_aces else np.uint64(0)
    held = (hand | aces) & rank_mask(place)
    used = held
    while used:
        own = 1 if used & aces else 0
        if used & card and count_bits(used) <= 4:
            taken = used & ~aces
            for wilds in range(max(0, 3 - count_bits(used)), min(line.cap, 4 - count_bits(used)) + 1):
                if wilds + own <= n_wilds:
                    from_jokers = min(wilds, n_jokers)
                    aces_left = n_aces - own - (wilds - from_jokers)
                    rest = (hand & ~taken) | (spare & taken)
                    value = search_left(rest, spare & ~taken, n_jokers - from_jokers, aces_left, line)
                    best = min(best, value)
        used = (used - ONE) & held
    holding = np.uint64(lane(hand | aces, suit))
    own_place = OWN_ACE if n_aces and suit == 0 else np.uint64(0)
    for start in range(line.n_places - 1):
        for length in range(3, min(line.n_places, count_bits(holding) + n_wilds) + 1):
            places = window(start, length, line.n_places, line.ace_high != 0)
            if places >> np.uint64(place) & ONE == 0:
                continue
            # The wild own ace is a natural at position 0 only, not above the last card.
            held = places & holding & ~(own_place if start else np.uint64(0))
            used = held
            while used:
                wilds = length - count_bits(used)
                own = 1 if used & own_place else 0
                if used >> np.uint64(place) & ONE and wilds <= line.cap and wilds + own <= n_wilds:
                    taken = (used & ~own_place) << np.uint64(16 * suit)
                    from_jokers = min(wilds, n_jokers)
                    aces_left = n_aces - own - (wilds - from_jokers)
                    if aces_left >= 0:
                        rest = (hand & ~taken) | (spare & taken)
                        value = search_left(rest, spare & ~taken, n_jokers - from_jokers, aces_left, line)
                        best = min(best, value)
                used = (used - ONE) & held
    return best


@kernel(int64(uint64, uint64, uint64, LINE), inline=True)
def needs_search(hand, spare, wild_cards, line):
    """1 if only the search is exact for a hand."""
    if spare:
        return 1
    return 1 if hand & wild_cards & OWN_ACE and line.cap < count_bits(hand & wild_cards) else 0


@kernel(int64(uint64, uint64, uint64, LINE))
def searched_leftover(hand, spare, wild_cards, line):
    """Least leftover by search."""
    wilds, twice = hand & wild_cards, spare & wild_cards
    n_aces = count_bits(wilds & OWN_ACE) + count_bits(twice & OWN_ACE)
    n_jokers = count_bits(wilds) + count_bits(twice) - n_aces
    return search_left(hand & ~wild_cards, spare & ~wild_cards, n_jokers, n_aces, line)


@kernel(int64(uint64, uint64, uint64, LINE))
def searched_discard(hand, spare, wild_cards, line):
    """Key of the best natural discard by search."""
    best = np.int64(1) << 40
    rest = hand & ~wild_cards
    while rest:
        card = rest & (~rest + ONE)
        rest ^= card
        at = lowest_bit(card)
        kept = hand if spare & card else hand ^ card
        left = searched_leftover(kept, spare & ~card, wild_cards, line)
        best = min(best, 64 * left + 4 * (15 - (at & 15)) + (at >> 4))
    return best


@kernel(int64(uint64, uint64, uint64, LINE), inline=True)
def least_leftover(hand, spare, wild_cards, line):
    """Least leftover of a hand: ``WILD_LEFT`` a wild plus natural card points.

    hand : uint64, kinds held. spare : uint64, kinds held twice. wild_cards : uint64, the kinds that are wild.
    """
    if not (hand & wild_cards or spare):
        return natural_left(hand, line)
    if needs_search(hand, spare, wild_cards, line):
        return searched_leftover(hand, spare, wild_cards, line)
    return hand_key(hand, wild_cards, 0, line) >> 6


@kernel(int64(uint64, uint64, uint64, LINE), inline=True)
def leftover_in_line(hand, spare, wild_cards, line):
    """:func:`least_leftover` with the case of one pack without wilds in line, for the one call of every turn."""
    if hand & wild_cards or spare:
        return least_leftover(hand, spare, wild_cards, line)
    return natural_cover(hand, np.int64(0), line) >> 6


@kernel(int64(uint64, uint64, uint64, LINE), inline=True)
def best_discard(hand, spare, wild_cards, line):
    """Key of the natural card whose discard leaves least: leftover ``key >> 6``, card ``card_of_key(key)``."""
    if not (hand & wild_cards or spare):
        return natural_discard(hand, line)
    if needs_search(hand, spare, wild_cards, line):
        return searched_discard(hand, spare, wild_cards, line)
    return hand_key(hand, wild_cards, 1, line)
