"""Most that disjoint melds of a hand of two packs are worth, exact, any number of jokers, and a meld to begin with.

Sets are tried rank by rank from the highest place down, several of a rank where cards are held twice; what they leave
lies in runs (:mod:`rummysim.melds.worth`). A set is tried only if it could still beat the best found.
"""

import numpy as np
from numba import int64, uint64

from rummysim.core.bits import bit, count_bits, highest_bit
from rummysim.core.jit import kernel
from rummysim.melds.code import set_code
from rummysim.melds.cover import RANK, pairs, rank_mask, triples
from rummysim.melds.one_each import MOST_JOKERS, beside, in_natural_runs, one_each_worth, without
from rummysim.melds.worth import (
    SCALE,
    find_run,
    runs_worth,
    suit_lane,
    suit_worth,
)

__all__ = [
    "at_places",
    "best_meld",
    "best_worth",
    "is_set",
    "is_worth",
    "joker_in_set",
    "loose_cards",
    "suits_in",
    "without",
]

FULL_SET, SMALLEST = 4, 3
NONE, ALL = np.int64(-1), np.int64(1) << 40
LANE = np.uint64(0x1FFF)
S1, S2, S16, S32, S48 = (np.uint64(shift) for shift in (1, 2, 16, 32, 48))


@kernel(int64(uint64, int64), inline=True)
def suits_in(cards, place):
    """Suits, four bits, of the cards of a place."""
    at = cards >> np.uint64(place)
    suits = at & S1 | at >> np.uint64(15) & S2 | at >> np.uint64(30) & np.uint64(4) | at >> np.uint64(45) & np.uint64(8)
    return np.int64(suits)


@kernel(uint64(uint64), inline=True)
def at_places(places):
    """All four cards of places given in lane 0."""
    return RANK * (places & LANE)


@kernel(uint64(SCALE, uint64, int64), inline=True)
def loose_cards(scale, hand, n_jokers):
    """Cards that can lie in no meld whatever happens; not all of them where a meld may take two jokers."""
    if n_jokers == 0 or scale.cap == 0:
        return hand & ~(in_natural_runs(scale, hand) | at_places(triples(hand)))
    if n_jokers == 1 or scale.cap == 1:
        return hand & ~(beside(scale, hand) | at_places(pairs(hand)))
    return np.uint64(0)


@kernel(int64(SCALE, int64), inline=True)
def joker_in_set(scale, place):
    """What a joker is worth in a set."""
    return scale.set_worth[place] if scale.joker_worth < 0 else scale.joker_worth


@kernel(int64(SCALE, uint64, uint64, uint64, int64))
def room_for_sets(scale, hand, spare, places, n_jokers):
    """At least what sets at ``places`` can be worth."""
    room, dearest = np.int64(0), np.int64(0)
    while places:
        place = highest_bit(places)
        places ^= bit(place)
        held, worth = hand & rank_mask(place), scale.set_worth[place]
        dearest = max(dearest, max(worth, scale.joker_worth))
        if count_bits(held) >= SMALLEST:
            room += worth * (count_bits(held) + count_bits(spare & held))
    return room + SMALLEST * n_jokers * dearest


@kernel(int64(SCALE, int64, int64), inline=True)
def is_set(scale, size, n_wilds):
    """1 if so many naturals and jokers are a set."""
    if size + n_wilds < SMALLEST or size + n_wilds > FULL_SET:
        return 0
    return 0 if n_wilds > scale.cap or (scale.naturals_lead and n_wilds > size) else 1


@kernel(uint64(SCALE, uint64, int64), inline=True)
def set_places(scale, hand, n_jokers):
    """Places at which a set may lie, as a mask in lane 0."""
    n_wilds = min(scale.cap, n_jokers)
    if n_wilds == 0:
        return triples(hand) & LANE
    if n_wilds == 1:
        return pairs(hand) & LANE
    return (hand | hand >> S16 | hand >> S32 | hand >> S48) & LANE


@kernel(int64(SCALE, uint64, uint64, uint64, int64))
def sets_worth(scale, hand, spare, places, n_jokers):
    """Most that sets at ``places`` (a mask in lane 0) and runs are worth."""
    best = runs_worth(scale, hand, spare, n_jokers)
    places &= set_places(scale, hand, n_jokers)
    if places == 0:
        return best
    runs = best
    for n_wilds in range(min(min(scale.cap, n_jokers), FULL_SET - 1) + 1):
        left, wanted = n_jokers - n_wilds, places
        if n_wilds:
            runs = runs_worth(scale, hand, spare, left)
        while wanted:
            place = highest_bit(wanted)
            held, worth, by_jokers = (
                hand & rank_mask(place),
                scale.set_worth[place],
                n_wilds * joker_in_set(scale, place),
            )
            n_most = min(FULL_SET, count_bits(held) + n_wilds)
            used, most = np.uint64(0), worth * (n_most - n_wilds) + by_jokers
            if n_most >= SMALLEST and runs + most + room_for_sets(scale, hand, spare, wanted, left) > best:
                used = held
            while used:
                size = count_bits(used)
                if is_set(scale, size, n_wilds):
                    rest = sets_worth(scale, without(hand, spare, used), spare & ~used, wanted, left)
                    best = max(best, worth * size + by_jokers + rest)
                used = (used - S1) & held
            wanted ^= bit(place)
    return best


@kernel(int64(SCALE, uint64, uint64))
def natural_worth(scale, hand, spare):
    """:func:`best_worth` without jokers: a set none of whose cards lies in a run or is held twice is laid in any
    case.
    """
    runs, places = in_natural_runs(scale, hand), triples(hand) & LANE
    if places == 0:
        return runs_worth(scale, hand, spare, np.int64(0)) if runs else np.int64(0)
    contested = runs | spare
    contested = places & (contested | contested >> S16 | contested >> S32 | contested >> S48)
    free, total = places ^ contested, np.int64(0)
    free_cards = hand & at_places(free)
    while free:
        place = highest_bit(free)
        free ^= bit(place)
        total += scale.set_worth[place] * count_bits(free_cards & rank_mask(place))
    if runs == 0 and contested == 0:
        return total
    return total + sets_worth(scale, hand & ~free_cards, spare, contested, np.int64(0))


@kernel(int64(SCALE, uint64, uint64, int64))
def best_worth(scale, hand, spare, n_jokers):
    """Most that disjoint melds are worth; nothing has to be left.

    hand, spare : naturals held, held twice. n_jokers : not more than ``scale.n_jokers``.
    """
    if n_jokers == 0 or scale.cap == 0:
        return natural_worth(scale, hand, spare)
    if n_jokers <= MOST_JOKERS and scale.cap == 1 and scale.joker_worth < 0:
        return one_each_worth(scale, hand, spare, n_jokers, NONE, ALL)
    return sets_worth(scale, hand, spare, LANE, n_jokers)


@kernel(int64(SCALE, uint64, uint64, int64, int64))
def is_worth(scale, hand, spare, n_jokers, least):
    """1 if disjoint melds are worth ``least`` or more; sooner known than :func:`best_worth`."""
    if n_jokers and n_jokers <= MOST_JOKERS and scale.cap == 1 and scale.joker_worth < 0:
        return 1 if one_each_worth(scale, hand, spare, n_jokers, least - 1, least) >= least else 0
    return 1 if best_worth(scale, hand, spare, n_jokers) >= least else 0


@kernel(int64(SCALE, uint64, uint64, int64))
def run_to_lay(scale, hand, spare, n_jokers):
    """Code of a run of a best set of runs that is worth more than nothing."""
    left, target = n_jokers, runs_worth(scale, hand, spare, n_jokers)
    for suit in range(4):
        held, twice = suit_lane(hand, suit), suit_lane(spare, suit)
        others = hand & ~(LANE << np.uint64(16 * suit))
        for here in range(left + 1):
            worth = suit_worth(scale, held, twice, np.int64(here))
            if worth and worth + runs_worth(scale, others, spare & others, left - here) == target:
                return find_run(scale, np.int64(suit), held, twice, np.int64(here))
    return np.int64(0)


@kernel(int64(SCALE, uint64, uint64, int64))
def best_meld(scale, hand, spare, n_jokers):
    """Code of one meld of melds that are worth most, 0 if there is none."""
    places = set_places(scale, hand, n_jokers)
    target = sets_worth(scale, hand, spare, places, n_jokers)
    if target == 0:
        return 0
    if runs_worth(scale, hand, spare, n_jokers) == target:
        return run_to_lay(scale, hand, spare, n_jokers)
    while places:
        place = highest_bit(places)
        held, worth = hand & rank_mask(place), scale.set_worth[place]
        for n_wilds in range(min(scale.cap, n_jokers) + 1):
            used = held
            while used:
                size = count_bits(used)
                if is_set(scale, size, n_wilds):
                    rest = without(hand, spare, used)
                    left = sets_worth(scale, rest, spare & ~used, places, n_jokers - n_wilds)
                    if worth * size + n_wilds * joker_in_set(scale, place) + left == target:
                        return set_code(place, suits_in(used, place), n_wilds)
                used = (used - S1) & held
        places ^= bit(place)
    return 0
