"""Most that disjoint melds of a hand of two packs with up to four jokers are worth where a meld takes one joker, exact.

A set no card of which could lie in a run is settled at once: of three or four numbers it is laid, and of three it may
take a joker for the worth of one card more; of two numbers it takes a joker for the worth of three. All that a joker
could bring there are *gains*, and only the highest count. The other sets are tried rank by rank from the
highest place down; what they leave lies in runs, with the jokers that bring no gain. A set is tried only if it could
still beat the best found.
"""

import numpy as np
from numba import int64, types, uint64

from rummysim.core.bits import bit, count_bits, highest_bit
from rummysim.core.jit import kernel
from rummysim.melds.cover import RANK, pairs, rank_mask, triples
from rummysim.melds.worth import HIGH_ACE, SCALE, WORTHS, shared_worths

__all__ = ["MOST_JOKERS", "beside", "in_natural_runs", "one_each_worth", "without"]

LANE = np.uint64(0x1FFF)
S1, S2 = np.uint64(1), np.uint64(2)
FULL_SET, SMALLEST = 4, 3
MOST_JOKERS = 4
GAINS = types.UniTuple(int64, MOST_JOKERS)
"""The highest gains, in falling order."""
SETTLED = types.Tuple((int64, uint64, GAINS))
"""What the sets settled are worth, the places left, and the gains."""


@kernel(uint64(uint64, uint64, uint64), inline=True)
def without(hand, spare, cards):
    """Kinds held after one card of each of ``cards`` is gone; ``spare`` loses their bits."""
    return (hand & ~cards) | (spare & cards)


@kernel(uint64(SCALE, uint64), inline=True)
def in_natural_runs(scale, hand):
    """Cards that lie in some run without jokers."""
    line = hand | ((hand & RANK) << np.uint64(HIGH_ACE) if scale.ace_mode else np.uint64(0))
    starts = line & line >> S1 & line >> S2
    runs = starts | starts << S1 | starts << S2
    return (runs | (runs >> np.uint64(HIGH_ACE) & RANK)) & hand


@kernel(uint64(SCALE, uint64), inline=True)
def beside(scale, hand):
    """Cards with a card of their suit at most two positions away."""
    line = hand | ((hand & RANK) << np.uint64(HIGH_ACE) if scale.ace_mode else np.uint64(0))
    near = line << S1 | line >> S1 | line << S2 | line >> S2
    near &= line
    return (near | (near >> np.uint64(HIGH_ACE) & RANK)) & hand


@kernel(GAINS(GAINS, int64, int64), inline=True)
def with_gain(gains, gain, n_jokers):
    """The ``n_jokers`` highest of gains and one more."""
    first, second, third, fourth = gains
    if n_jokers > 2 and gain <= second:
        return first, second, max(third, gain), max(fourth, min(third, gain))
    if n_jokers > 2:
        return max(first, gain), min(first, gain), second, third
    return max(first, gain), max(second, min(first, gain)), third, fourth


@kernel(int64(WORTHS, int64, GAINS), inline=True)
def shared_out(worths, n_jokers, gains):
    """Most that jokers bring in runs, whose worth by jokers is given, and as gains."""
    none, one, two, three, four = worths
    if n_jokers == 0:
        return none
    if n_jokers == 1:
        return max(one, none + gains[0])
    by_two = gains[0] + gains[1]
    if n_jokers == 2:
        return max(max(two, one + gains[0]), none + by_two)
    by_three = by_two + gains[2]
    if n_jokers == 3:
        return max(max(three, two + gains[0]), max(one + by_two, none + by_three))
    best = max(max(four, three + gains[0]), max(two + by_two, one + by_three))
    return max(best, none + by_three + gains[3])


@kernel(SETTLED(SCALE, uint64, uint64, uint64, int64, GAINS), inline=True)
def settled(scale, hand, spare, places, n_jokers, gains):
    """Settle the sets at ``places`` of which no card could lie in a run, but where three suits or more could make two
    sets: with a spare, and four with two jokers.

    Who gives the only joker to a pair has none for a run: there only runs without jokers count.
    """
    natural = in_natural_runs(scale, hand)
    runs = beside(scale, hand) if n_jokers else natural
    total, left = np.int64(0), places
    while places:
        place = highest_bit(places)
        places ^= bit(place)
        held, worth = hand & rank_mask(place), scale.set_worth[place]
        n_held, doubles = count_bits(held), spare & held
        contested = natural if n_held < SMALLEST and n_jokers == 1 else runs
        if held & contested or (n_held >= SMALLEST and (doubles or (n_held == FULL_SET and n_jokers > 1))):
            continue
        left ^= bit(place)
        if n_held >= SMALLEST:
            total += n_held * worth
            if n_held == SMALLEST:
                gains = with_gain(gains, worth, n_jokers)
        else:
            for _ in range(2 if doubles == held else 1):
                gains = with_gain(gains, SMALLEST * worth, n_jokers)
    return total, left, gains


@kernel(SETTLED(SCALE, uint64, uint64, uint64, int64, GAINS), inline=True)
def at_most(scale, hand, spare, places, n_jokers, gains):
    """At least what sets at ``places`` can be worth without jokers, and the gains they can have at most."""
    room = np.int64(0)
    while places:
        place = highest_bit(places)
        places ^= bit(place)
        held, worth, times = hand & rank_mask(place), scale.set_worth[place], n_jokers
        if count_bits(held) >= SMALLEST:
            room += worth * (count_bits(held) + count_bits(spare & held))
        else:
            worth *= SMALLEST
            times = min(n_jokers, np.int64(2 if spare & held == held else 1))
        for _ in range(times):
            gains = with_gain(gains, worth, n_jokers)
    return room, places, gains


@kernel(int64(SCALE, uint64, uint64, uint64, int64, GAINS, int64, int64))
def tried_worth(scale, hand, spare, places, n_jokers, gains, floor, enough):
    """Most that sets at ``places`` (a mask in lane 0), runs and gains are worth; or not more than ``floor`` where it is
    not more, or something from ``enough`` on where it is as much.
    """
    worths = shared_worths(scale, hand, spare, n_jokers)
    places &= (pairs(hand) if n_jokers else triples(hand)) & LANE
    total, places, gains = settled(scale, hand, spare, places, n_jokers, gains)
    best = total + shared_out(worths, n_jokers, gains)
    while places and best < enough:
        room, _, most = at_most(scale, hand, spare, places, n_jokers, gains)
        if total + room + shared_out(worths, n_jokers, most) <= max(best, floor):
            return best
        place = highest_bit(places)
        held, worth = hand & rank_mask(place), scale.set_worth[place]
        used = held
        while used:
            size = count_bits(used)
            if size >= SMALLEST or (size == 2 and n_jokers):
                laid = total + worth * max(size, np.int64(SMALLEST))
                more = with_gain(gains, worth, n_jokers) if size == SMALLEST else gains
                left = n_jokers if size >= SMALLEST else n_jokers - 1
                kept = without(hand, spare, used)
                least = max(best, floor) - laid
                rest = tried_worth(scale, kept, spare & ~used, places, left, more, least, enough - laid)
                best = max(best, laid + rest)
            used = (used - S1) & held
        places ^= bit(place)
    return best


@kernel(int64(SCALE, uint64, uint64, int64, int64, int64), inline=True)
def one_each_worth(scale, hand, spare, n_jokers, floor, enough):
    """Most that disjoint melds are worth with up to four jokers where a meld takes one (:func:`tried_worth`).

    hand, spare : naturals held, held twice.
    """
    nothing = (np.int64(0), np.int64(0), np.int64(0), np.int64(0))
    return tried_worth(scale, hand, spare, LANE, n_jokers, nothing, floor, enough)
