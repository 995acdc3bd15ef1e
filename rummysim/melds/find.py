"""All melds of a hand, in the order of rules 8.1.

The wild ace of coins standing for itself is a natural of its meld: its bit is in ``naturals`` as well as counted among
the wilds, ``own_ace`` says so, and a meld that has it as a natural has one wild less to draw on.
"""

import numpy as np
from numba import int64, uint64

from rummysim.core.bits import bit, count_bits, lowest_bit
from rummysim.core.jit import kernel, record
from rummysim.melds.code import run_code, set_code
from rummysim.melds.cover import lane, pairs, rank_mask, triples
from rummysim.melds.line import LINE
from rummysim.melds.suits import window

__all__ = ["MAX_MELDS", "MELDS", "MELDS_DTYPE", "find_melds", "wild_pattern"]

MAX_MELDS = 4096
"""Room for the melds of one hand; the most there can be with eleven cards, six of them wild, are under it."""

MELDS_DTYPE, MELDS = record(codes=(np.int64, MAX_MELDS), naturals=(np.uint64, MAX_MELDS), wilds=(np.int64, MAX_MELDS))
"""Melds of one hand: codes ascending, their naturals and numbers of wilds."""


@kernel(int64(MELDS, int64, int64, uint64, int64), inline=True)
def insert(melds, n_melds, code, naturals, n_wilds):
    """Put a meld at its place in the order; the new number of melds. Melds beyond the room are dropped."""
    if n_melds == MAX_MELDS:
        return n_melds
    at = n_melds
    while at > 0 and melds.codes[at - 1] > code:
        melds.codes[at] = melds.codes[at - 1]
        melds.naturals[at] = melds.naturals[at - 1]
        melds.wilds[at] = melds.wilds[at - 1]
        at -= 1
    melds.codes[at] = code
    melds.naturals[at] = naturals
    melds.wilds[at] = n_wilds
    return n_melds + 1


@kernel(uint64(uint64, int64), inline=True)
def set_places(naturals, n_wilds):
    """Places at which a set may be laid, as a mask in lane 0."""
    if n_wilds == 0:
        return triples(naturals)
    if n_wilds == 1:
        return pairs(naturals)
    return (naturals | naturals >> np.uint64(16) | naturals >> np.uint64(32) | naturals >> np.uint64(48)) & np.uint64(
        0xFFFF
    )


@kernel(int64(uint64), inline=True)
def suits_of(cards):
    """Suits of cards of one place, four bits."""
    suits = 0
    for suit in range(4):
        suits |= (1 if lane(cards, suit) else 0) << suit
    return suits


@kernel(int64(MELDS, uint64, int64, uint64, int64))
def find_sets(melds, naturals, n_wilds, own_ace, cap):
    """Put all sets into ``melds``; their number."""
    n_melds = 0
    places = set_places(naturals, n_wilds)
    while places:
        place = lowest_bit(places)
        places &= places - bit(0)
        held = naturals & rank_mask(place)
        cards = held
        while cards:
            n_cards = count_bits(cards)
            free_wilds = n_wilds - (1 if cards & own_ace else 0)
            if n_wilds == 1 and n_cards == 3 and own_ace and cards | own_ace == held and not cards & own_ace:
                free_wilds = 0  # the own ace could only stand for itself, and then it is a natural
            for wilds in range(max(0, 3 - n_cards), min(min(4 - n_cards, free_wilds), cap) + 1):
                n_melds = insert(melds, n_melds, set_code(place, suits_of(cards), wilds), cards, wilds)
            cards = (cards - bit(0)) & held
    return n_melds


@kernel(int64(uint64, int64, int64, int64), inline=True)
def wild_pattern(places, start, length, n_places):
    """Pattern bits of a run: set where ``places`` has no natural."""
    pattern = 0
    for index in range(length):
        position = start + index
        if not places & bit(position if position < n_places else 0):
            pattern |= 1 << (13 - index)
    return pattern


@kernel(uint64(uint64, int64, int64, int64), inline=True)
def run_starts(holding, n_wilds, n_places, ace_high):
    """Positions at which a run may start: with its two followers they hold three cards less the wilds."""
    first = holding | (holding & bit(0)) << np.uint64(n_places) if ace_high else holding
    second, third = first >> np.uint64(1), first >> np.uint64(2)
    if n_wilds == 0:
        return first & second & third
    if n_wilds == 1:
        return (first & second) | (third & (first | second))
    anywhere = bit(n_places + ace_high - 2) - bit(0)
    return anywhere & (first | second | third) if n_wilds == 2 else anywhere


@kernel(int64(MELDS, int64, uint64, int64, uint64, LINE))
def find_runs(melds, n_melds, naturals, n_wilds, own_ace, line):
    """Put all runs into ``melds`` after the sets; the number of melds."""
    for suit in range(4):
        holding = np.uint64(lane(naturals, suit))
        if count_bits(holding) + n_wilds < 3:
            continue
        starts = run_starts(holding, n_wilds, line.n_places, line.ace_high)
        while starts:
            start = lowest_bit(starts)
            starts &= starts - bit(0)
            # Above the last card the wild ace is a wild like any other.
            usable = holding & ~own_ace if suit == 0 and start else holding
            for length in range(3, min(line.n_places, count_bits(holding) + n_wilds) + 1):
                held = window(start, length, line.n_places, line.ace_high != 0) & usable
                used = held
                while used:
                    cards = used << np.uint64(16 * suit)
                    wilds = length - count_bits(used)
                    if wilds <= line.cap and wilds + (1 if cards & own_ace else 0) <= n_wilds:
                        code = run_code(suit, start, length, wild_pattern(used, start, length, line.n_places))
                        n_melds = insert(melds, n_melds, code, cards, wilds)
                    used = (used - bit(0)) & held
    return n_melds


@kernel(int64(MELDS, int64, uint64, LINE))
def find_natural_runs(melds, n_melds, naturals, line):
    """Put all runs without wilds into ``melds`` after the sets; the number of melds."""
    for suit in range(4):
        holding = np.uint64(lane(naturals, suit))
        starts = run_starts(holding, 0, line.n_places, line.ace_high)
        while starts:
            start = lowest_bit(starts)
            starts &= starts - bit(0)
            for length in range(3, line.n_places + 1):
                places = window(start, length, line.n_places, line.ace_high != 0)
                if places == 0 or places & ~holding:
                    break
                n_melds = insert(
                    melds, n_melds, run_code(suit, start, length, 0), places << np.uint64(16 * suit), np.int64(0)
                )
    return n_melds


@kernel(int64(MELDS, uint64, int64, uint64, LINE))
def find_melds(melds, naturals, n_wilds, own_ace, line):
    """Find all melds of a hand, ascending; their number.

    melds : output. naturals : uint64, kinds held, own ace included. n_wilds : wilds held, own aces included. own_ace :
    uint64, the bit of the ace of coins if it is held and wild, else 0.
    """
    n_sets = find_sets(melds, naturals, n_wilds, own_ace, line.cap)
    if n_wilds == 0:
        return find_natural_runs(melds, n_sets, naturals, line)
    return find_runs(melds, n_sets, naturals, n_wilds, own_ace, line)
