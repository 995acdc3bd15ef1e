"""What is best laid of a hand: new melds and lay-offs together, exact for one pack without jokers.

Sets are tried rank by rank; what they leave lies in runs where three neighbours are held or a neighbour of a run on the
table is. Cards of a suit are looked at as positions 0–13, the ace at 0 and, with ``EITHER``, at 13 instead. A card is
worth what it counts on the table and what it would cost in the hand; in a circle every ace is taken for a high one.
Printed jokers and second copies are left out.
"""

import numpy as np
from numba import int64, types, uint64

from rummysim.core.bits import bit, count_bits, lowest_bit
from rummysim.core.jit import kernel
from rummysim.games.stock.actions import EITHER, PLACES, WRAP, may_lay_off, may_meld, place_at
from rummysim.games.stock.state import CODE, OWN, PUBLIC
from rummysim.melds.cover import RANK, rank_mask, triples

__all__ = [
    "LAYABLE",
    "NOTHING",
    "card_points",
    "is_plain",
    "laid_cards",
    "laid_in_suit",
    "laid_positions",
    "lay_value",
    "layable_on",
    "place_in",
]

HIGH_ACE = 13
ONE_PACK = 54
"""Universe of one pack."""
NOTHING = np.int64(-1) << 40
"""Value where the card that must be used is not laid."""

LAYABLE = types.Tuple((uint64, uint64, int64))
"""Positions, in lanes of suits, next to a run on the table; cards that a set on the table takes; 1 if new melds may be
laid.
"""


@kernel(int64(CODE, int64), inline=True)
def card_points(code, place):
    """Points of a card in the hand."""
    if place == 0:
        return 15 if code.ace_mode else 1
    return min(place + 1, 10)


@kernel(int64(CODE, int64), inline=True)
def run_worth(code, position):
    """What a card gains at a position of a run: points there and not in the hand."""
    if position == 0 and code.ace_mode == EITHER:
        return 1 + 15
    return 2 * card_points(code, place_at(position))


@kernel(int64(CODE), inline=True)
def is_plain(code):
    """1 where :func:`lay_value` and :func:`laid_cards` are exact: one pack without jokers, no circle, no restriction of
    melds and lay-offs.
    """
    if code.n_universe != ONE_PACK or code.joker_cards or code.ace_mode == WRAP or not code.pile_card_reuse:
        return 0
    return 0 if code.one_meld_per_turn or code.layoff_requires_meld else 1


@kernel(LAYABLE(CODE, PUBLIC, OWN))
def layable_on(code, public, own):
    """Where the player at turn could lay off, now or after a new meld."""
    melds = may_meld(code, own)
    if may_lay_off(code, public, own, melds):
        return public.ends, public.fourths, melds
    return np.uint64(0), np.uint64(0), melds


@kernel(int64(int64, int64, int64, int64), inline=True)
def laid_positions(held, ends, melds, is_circle):
    """Positions of a suit that can be laid: in three neighbours, or joined to an end."""
    if is_circle:
        twice = held | held << PLACES
        runs = twice & twice >> 1 & twice >> 2
        runs |= runs << 1 | runs << 2
        laid = (runs | runs >> PLACES) & held if melds else 0
    else:
        runs = held & held >> 1 & held >> 2
        laid = runs | runs << 1 | runs << 2 if melds else np.int64(0)
    joined = held & ends
    while joined & ~laid:
        laid |= joined
        around = laid << 1 | laid >> 1
        if is_circle:
            around |= (laid & 1) << (PLACES - 1) | laid >> (PLACES - 1) & 1
        joined = held & around
    return laid


@kernel(int64(CODE, int64), inline=True)
def worth_of(code, laid):
    """What the positions of a suit gain."""
    total = 0
    while laid:
        total += run_worth(code, lowest_bit(np.uint64(laid)))
        laid &= laid - 1
    return total


@kernel(int64(int64, int64), inline=True)
def lies_at(laid, place):
    """1 if the card of a place is among the positions laid, the ace at either end."""
    return (laid | laid >> HIGH_ACE) >> place & 1


@kernel(types.UniTuple(int64, 2)(CODE, int64, int64, int64, int64))
def laid_in_suit(code, held, ends, melds, must):
    """Positions of a suit that are best laid, and what they gain.

    held : places. ends : positions next to a run on the table. must : place that has to be laid if it can, -1 if none.
    """
    laid = laid_positions(held, ends, melds, np.int64(code.ace_mode == WRAP))
    value = worth_of(code, laid)
    if code.ace_mode == EITHER and held & 1:
        high = laid_positions(held ^ 1 | 1 << HIGH_ACE, ends, melds, np.int64(0))
        is_better = worth_of(code, high) > value
        if must >= 0 and lies_at(laid, must) != lies_at(high, must):
            is_better = lies_at(high, must) == 1
        if is_better:
            return high, worth_of(code, high)
    return laid, value


@kernel(int64(int64, int64), inline=True)
def place_in(card, suit):
    """Place of a card (-1: none) if it is of a suit, else -1."""
    return card & 15 if card >= 0 and card >> 4 == suit else np.int64(-1)


@kernel(int64(uint64, int64), inline=True)
def suit_lane(cards, suit):
    """Lane of a suit, 14 positions."""
    return np.int64(cards >> np.uint64(16 * suit) & np.uint64(0x3FFF))


@kernel(int64(CODE, uint64, LAYABLE, int64))
def runs_value(code, hand, where, must):
    """What the runs of a hand gain; ``NOTHING`` if ``must`` (-1: none) does not lie in one."""
    total = 0
    for suit in range(4):
        held = suit_lane(hand, suit)
        if held == 0:
            continue
        place = place_in(must, np.int64(suit))
        laid, value = laid_in_suit(code, held, suit_lane(where[0], suit), where[2], place)
        total += value
        if place >= 0 and not lies_at(laid, place):
            return NOTHING
    return total


@kernel(uint64(CODE, uint64, LAYABLE))
def in_reach(code, hand, where):
    """Cards that might lie in a run: no subset of the hand lays others in one."""
    cards = np.uint64(0)
    for suit in range(4):
        held, ends = suit_lane(hand, suit), suit_lane(where[0], suit)
        if held:
            laid = laid_positions(held, ends, where[2], np.int64(code.ace_mode == WRAP))
            if code.ace_mode == EITHER and held & 1:
                high = laid_positions(held ^ 1 | 1 << HIGH_ACE, ends, where[2], np.int64(0))
                laid |= high | high >> HIGH_ACE
            cards |= np.uint64(laid & 0x1FFF) << np.uint64(16 * suit)
    return cards


@kernel(int64(CODE, uint64, uint64, LAYABLE, int64, uint64))
def sets_value(code, hand, places, where, must, reach):
    """Most that sets at ``places`` (a mask in lane 0) and then runs can gain; ``must`` has to be laid.

    reach : :func:`in_reach` of the hand; a card that is in no run is never kept out of a set.
    """
    if places == 0:
        return runs_value(code, hand, where, must)
    place = lowest_bit(places)
    rest = places & (places - bit(0))
    held = hand & rank_mask(place)
    gain = 2 * card_points(code, place)
    best, is_split = NOTHING, False
    fourth = held & where[1]
    if fourth:
        is_must = must >= 0 and fourth & bit(must)
        best = gain + sets_value(code, hand & ~fourth, rest, where, np.int64(-1) if is_must else must, reach)
        is_split = not fourth & reach
    free = held & reach if where[2] and count_bits(held) >= 3 else np.uint64(0)
    kept = np.uint64(0)
    while where[2] and count_bits(held) >= 3:
        used = held & ~kept
        n_used = count_bits(used)
        if n_used >= 3:
            is_must = must >= 0 and used & bit(must)
            left = sets_value(code, hand & ~used, rest, where, np.int64(-1) if is_must else must, reach)
            best = max(best, n_used * gain + left)
        kept = (kept - free) & free
        if kept == 0:
            is_split = is_split or free == 0
            break
    return best if is_split else max(best, sets_value(code, hand, rest, where, must, reach))


@kernel(uint64(CODE, uint64, LAYABLE), inline=True)
def set_places(code, hand, where):
    """Places at which a set may be laid or added to, as a mask in lane 0."""
    fourths = hand & where[1]
    fourths |= fourths >> np.uint64(16) | fourths >> np.uint64(32) | fourths >> np.uint64(48)
    return (triples(hand) if where[2] else np.uint64(0)) | fourths & np.uint64(0x1FFF)


@kernel(int64(CODE, uint64, LAYABLE, int64))
def lay_value(code, hand, where, must):
    """Most points that laying cards of a hand can gain, with ``must`` (-1: none) among them, else ``NOTHING``.

    hand : naturals. where : :func:`layable_on` of the table.
    """
    cards = hand & ~code.joker_cards
    places = set_places(code, cards, where)
    reach = in_reach(code, cards, where) if places else np.uint64(0)
    return sets_value(code, cards, places, where, must, reach)


@kernel(int64(CODE, uint64, LAYABLE), inline=True)
def may_lay_something(code, hand, where):
    """0 if no card of a hand can be laid, seen at a glance."""
    cards = hand & ~code.joker_cards
    places = cards | ((cards & RANK) << np.uint64(HIGH_ACE) if code.ace_mode == EITHER else np.uint64(0))
    if places & where[0] or cards & where[1] or code.ace_mode == WRAP:
        return 1
    runs = places & places >> np.uint64(1) & places >> np.uint64(2)
    return 1 if where[2] and (runs or triples(cards)) else 0


@kernel(types.UniTuple(uint64, 2)(CODE, uint64, LAYABLE, int64))
def laid_cards(code, hand, where, must):
    """Cards of a best plan: those in sets, and those in runs.

    Sets are fixed place by place where they keep the best value.
    """
    left = hand & ~code.joker_cards
    in_sets = np.uint64(0)
    places = set_places(code, left, where)
    reach = in_reach(code, left, where) if places else np.uint64(0)
    best = sets_value(code, left, places, where, must, reach) if places else np.int64(0)
    while places:
        place = lowest_bit(places)
        places &= places - bit(0)
        held, gain = left & rank_mask(place), 2 * card_points(code, place)
        used = held
        while used:
            n_used = count_bits(used)
            fits = (n_used == 1 and used & where[1]) or (n_used >= 3 and where[2] and not held & ~used & ~reach)
            if fits:
                still = np.int64(-1) if must >= 0 and used & bit(must) else must
                if n_used * gain + sets_value(code, left & ~used, places, where, still, reach) == best:
                    in_sets |= used
                    left &= ~used
                    best -= n_used * gain
                    must = still
                    break
            used = (used - bit(0)) & held
    in_runs = np.uint64(0)
    for suit in range(4):
        place = place_in(must, np.int64(suit))
        laid, _ = laid_in_suit(code, suit_lane(left, suit), suit_lane(where[0], suit), where[2], place)
        in_runs |= np.uint64((laid | laid >> HIGH_ACE) & 0x1FFF) << np.uint64(16 * suit)
    return in_sets, in_runs
