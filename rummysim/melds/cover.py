"""Best partition of a hand of one pack into melds, exact, with any number of wilds the suit table was made for.

Sets are enumerated rank by rank; what they leave is split over the suits by the table of :mod:`rummysim.melds.suits`.
An answer is a *key*: ``64 * left`` for the least leftover, and when one natural card is taken away too
``64 * left + 4 * (15 - place) + suit``, so that the least key is the least leftover, then the highest place,
then the first suit. A leftover is ``WILD_LEFT`` for each wild that lies in no meld plus the points of the naturals: as
many wilds as possible are melded first, so that the answer does not hang on what a wild costs.

Sets of one natural and wilds are left out: the same wilds make a run around that card.
"""

import numpy as np
from numba import int64, uint64

from rummysim.core.bits import bit, count_bits, load_int32, lowest_bit
from rummysim.core.jit import kernel
from rummysim.melds.line import LINE
from rummysim.melds.suits import INFEASIBLE, LEFT_BITS, N_HOLDINGS

__all__ = [
    "NO_KEY",
    "WILD_LEFT",
    "card_of_key",
    "cover_key",
    "entry",
    "hand_key",
    "lane",
    "left_of",
    "natural_discard",
    "natural_left",
    "pairs",
    "rank_mask",
    "triples",
]

WILD_LEFT = 4096
"""What a wild counts in a leftover: more than any naturals."""

LANE = np.uint64(0xFFFF)
S16, S32, S48 = np.uint64(16), np.uint64(32), np.uint64(48)
RANK = np.uint64(0x0001000100010001)
NO_KEY = 64 * INFEASIBLE
OWN_ACE = np.uint64(1)


@kernel(int64(uint64, int64), inline=True)
def lane(cards, suit):
    """Places held in a suit."""
    return np.int64((cards >> np.uint64(16 * suit)) & LANE)


@kernel(uint64(uint64), inline=True)
def pairs(cards):
    """Places held in two suits or more, as a mask in lane 0."""
    a, b = cards & LANE, (cards >> S16) & LANE
    c, d = (cards >> S32) & LANE, cards >> S48
    return (a & b) | (c & d) | ((a | b) & (c | d))


@kernel(uint64(uint64), inline=True)
def triples(cards):
    """Places held in three suits or more, as a mask in lane 0."""
    a, b = cards & LANE, (cards >> S16) & LANE
    c, d = (cards >> S32) & LANE, cards >> S48
    return (a & b & (c | d)) | ((a | b) & c & d)


@kernel(uint64(int64), inline=True)
def rank_mask(place):
    """The four cards of one place."""
    return RANK << np.uint64(place)


@kernel(int64(int64, int64, int64), inline=True)
def entry(table, n_wilds, holding):
    """Packed entry of the suit table at address ``table``."""
    return load_int32(table, n_wilds * N_HOLDINGS + holding)


@kernel(int64(int64), inline=True)
def left_of(packed):
    """Points left outside runs, of an entry."""
    return packed & ((1 << LEFT_BITS) - 1)


@kernel(int64(int64), inline=True)
def gain_of(packed):
    """Change of a hand's key when the best card of the suit goes, of an entry."""
    return packed >> LEFT_BITS


@kernel(int64(uint64, int64, int64, int64, int64))
def split_key(cards, suit, n_wilds, removing, table):
    """Least key of runs in the suits from ``suit`` on with exactly ``n_wilds`` wilds; with ``removing`` one card
    goes.
    """
    if suit == 4:
        return NO_KEY if removing or n_wilds else 0
    holding = lane(cards, suit)
    best = NO_KEY
    for here in range(n_wilds + 1):
        packed = entry(table, here, holding)
        left = left_of(packed)
        if left < INFEASIBLE:
            best = min(best, 64 * left + split_key(cards, suit + 1, n_wilds - here, removing, table))
        if removing and holding:
            gone = gain_of(packed) + 64 * left + suit
            best = min(best, gone + split_key(cards, suit + 1, n_wilds - here, np.int64(0), table))
    return best


@kernel(int64(int64, int64), inline=True)
def run_gain(with_wild, without):
    """Change of the key when a suit's runs take the wild: entries with one wild and with none."""
    return 64 * (left_of(with_wild) - left_of(without))


@kernel(int64(int64, int64, int64), inline=True)
def card_gain(after, before, suit):
    """Change of the key when a card of ``suit`` goes: the entry it goes from and the entry counted so far."""
    return gain_of(after) + 64 * (left_of(after) - left_of(before)) + suit


@kernel(int64(uint64, int64, int64), inline=True)
def natural_key(cards, removing, table):
    """:func:`split_key` without wilds."""
    a, b = entry(table, 0, lane(cards, 0)), entry(table, 0, lane(cards, 1))
    c, d = entry(table, 0, lane(cards, 2)), entry(table, 0, lane(cards, 3))
    left = left_of(a) + left_of(b) + left_of(c) + left_of(d)
    if not removing:
        return 64 * left
    gone = min(min(gain_of(a), gain_of(b) + 1), min(gain_of(c) + 2, gain_of(d) + 3))
    return min(64 * left + gone, NO_KEY)


@kernel(int64(uint64, int64, int64), inline=True)
def one_wild_key(cards, removing, table):
    """:func:`split_key` with exactly one wild."""
    ha, hb, hc, hd = lane(cards, 0), lane(cards, 1), lane(cards, 2), lane(cards, 3)
    a, b, c, d = entry(table, 0, ha), entry(table, 0, hb), entry(table, 0, hc), entry(table, 0, hd)
    e, f, g, h = entry(table, 1, ha), entry(table, 1, hb), entry(table, 1, hc), entry(table, 1, hd)
    total = 64 * (left_of(a) + left_of(b) + left_of(c) + left_of(d))
    wa, wb, wc, wd = run_gain(e, a), run_gain(f, b), run_gain(g, c), run_gain(h, d)
    if not removing:
        return min(total + min(min(wa, wb), min(wc, wd)), NO_KEY)
    ca, cb, cc, cd = gain_of(a), gain_of(b) + 1, gain_of(c) + 2, gain_of(d) + 3
    apart = min(
        min(wa + min(cb, min(cc, cd)), wb + min(ca, min(cc, cd))),
        min(wc + min(cd, min(ca, cb)), wd + min(cc, min(ca, cb))),
    )
    same = min(
        min(card_gain(e, a, 0), card_gain(f, b, 1)),
        min(card_gain(g, c, 2), card_gain(h, d, 3)),
    )
    return min(total + min(apart, same), NO_KEY)


@kernel(int64(uint64, uint64, int64, int64))
def many_sets_key(cards, places, removing, table):
    """Least key of naturals, sets at ``places`` (a mask in lane 0) laid or not."""
    best = natural_key(cards, removing, table)
    while places:
        place = places & (~places + bit(0))
        places ^= place
        held = cards & RANK * place
        best = min(best, many_sets_key(cards & ~held, places, removing, table))
        if count_bits(held) == 4:
            rest = held
            while rest:
                spared = rest & (~rest + bit(0))
                rest ^= spared
                best = min(best, many_sets_key(cards & ~held | spared, places, removing, table))
    return best


@kernel(uint64(uint64, LINE), inline=True)
def in_runs(cards, line):
    """Cards that lie in some run."""
    starts = cards & cards >> np.uint64(1) & cards >> np.uint64(2)
    if line.ace_high:
        top = np.uint64(line.n_places - 2)
        starts |= (cards & RANK) << top & cards & cards >> np.uint64(1)
        starts |= starts >> top & RANK
    return starts | starts << np.uint64(1) | starts << np.uint64(2)


@kernel(int64(uint64, int64, LINE), inline=True)
def natural_cover(cards, removing, line):
    """Least key of naturals without wilds.

    A set no card of which lies in a run is laid in any case, but where a card goes although nothing may be left over:
    each other card lies in a run or has two of its number beside it.
    """
    places = triples(cards)
    runs = in_runs(cards, line)
    contested = places & (runs | runs >> S16 | runs >> S32 | runs >> S48)
    loose = cards & ~(RANK * (places ^ contested))
    if removing and places and not loose & ~runs & ~(RANK * contested):
        return many_sets_key(cards, places, removing, line.table)
    key = natural_key(loose, removing, line.table)
    if contested:
        held = loose & RANK * contested
        if count_bits(held) > 3:
            return many_sets_key(loose, contested, removing, line.table)
        key = min(key, natural_key(loose & ~held, removing, line.table))
    return key


@kernel(int64(uint64, LINE))
def natural_left(cards, line):
    """Least leftover of naturals without wilds."""
    return natural_cover(cards, np.int64(0), line) >> 6


@kernel(int64(uint64, LINE), inline=True)
def natural_discard(cards, line):
    """Key of the best discard from naturals without wilds."""
    return natural_cover(cards, np.int64(1), line)


@kernel(int64(uint64, int64, int64, int64, int64, int64))
def cover_key(cards, first_place, n_wilds, removing, table, cap):
    """Least key of naturals ``cards`` and exactly ``n_wilds`` melded wilds, sets at places from ``first_place`` on."""
    if n_wilds == 0:
        return many_sets_key(cards, triples(cards) & ~(bit(first_place) - bit(0)), removing, table)
    best = one_wild_key(cards, removing, table) if n_wilds == 1 else split_key(cards, 0, n_wilds, removing, table)
    places = pairs(cards) & ~(bit(first_place) - bit(0))
    while places:
        place = lowest_bit(places)
        places &= places - bit(0)
        held = cards & rank_mask(place)
        used = held
        while used:
            n_used = count_bits(used)
            if n_used >= 2:
                for wilds in range(max(0, 3 - n_used), min(min(n_wilds, cap), 4 - n_used) + 1):
                    best = min(best, cover_key(cards & ~used, place, n_wilds - wilds, removing, table, cap))
            used = (used - bit(0)) & held
    return best


@kernel(int64(uint64, uint64, int64, LINE))
def hand_key(hand, wild_cards, removing, line):
    """Least key of a hand, as many wilds melded as can be; wilds left count ``WILD_LEFT`` each."""
    n_wilds = count_bits(hand & wild_cards)
    naturals = hand & ~wild_cards
    if n_wilds == 0:
        return natural_cover(naturals, removing, line)
    if hand & wild_cards & OWN_ACE and n_wilds > 2 and count_bits(naturals) == removing:
        # Nothing but wilds is kept: the ace counts as the natural of a meld of them all.
        return 4 * (15 - (lowest_bit(naturals) & 15)) + (lowest_bit(naturals) >> 4) if removing else 0
    for melded in range(n_wilds, -1, -1):
        key = cover_key(naturals, 0, melded, removing, line.table, line.cap)
        if key < NO_KEY:
            return key + 64 * WILD_LEFT * (n_wilds - melded)
    return NO_KEY


@kernel(int64(int64), inline=True)
def card_of_key(key):
    """Card that a key of :func:`rummysim.melds.search.best_discard` takes away."""
    return 16 * (key & 3) + 15 - ((key >> 2) & 15)
