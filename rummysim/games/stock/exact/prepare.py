"""Setting the room up for a position: what could be laid at all, what each card is worth, which restrictions hold."""

import numpy as np
from numba import int64, types, void

from rummysim.core.bits import bit, count_bits, lowest_bit
from rummysim.core.jit import kernel
from rummysim.games.stock.actions import EITHER, PLACES, WRAP, fits_line, may_lay_off, may_meld, n_jokers, place_at
from rummysim.games.stock.exact.hope import fill_hope
from rummysim.games.stock.exact.room import (
    HIGH_ACE,
    JOKER_POINTS,
    LANE,
    ONE,
    ROOM,
    is_open_set,
    nibble,
    positions_in,
    worth,
)
from rummysim.games.stock.laying import card_points
from rummysim.games.stock.state import CODE, OWN, PUBLIC
from rummysim.melds.code import is_run, run_length, run_start, run_suit, set_place
from rummysim.melds.cover import pairs, rank_mask, triples

__all__ = ["may_be_laid", "set_up"]


@kernel(void(CODE, ROOM, int64))
def fill_worths(code, room, aim):
    """Worth of a joker and of naturals by position."""
    room.joker_worth = worth(aim, np.int64(2 * JOKER_POINTS))
    low_ace = 1 + card_points(code, np.int64(0))
    for place in range(PLACES):
        room.set_worth[place] = worth(aim, 2 * card_points(code, np.int64(place)))
        room.worth[place] = room.begin_worth[place] = room.set_worth[place]
    room.worth[HIGH_ACE] = room.begin_worth[HIGH_ACE] = room.set_worth[0]
    room.begin_worth[0] = worth(aim, low_ace)
    if not room.is_circle:
        room.worth[0] = room.begin_worth[0]


@kernel(void(CODE, PUBLIC, ROOM))
def fill_table(code, public, room):
    """Where the melds on the table could be added to."""
    room.open_sets = room.open_runs = 0
    for suit in range(4):
        room.tops[suit] = room.lows[suit] = np.uint64(0)
    if not room.may_new and room.needs_new:
        return
    for index in range(public.n_melds):
        meld = public.melds[index]
        if is_run(meld):
            start, length, suit = run_start(meld), run_length(meld), run_suit(meld)
            if fits_line(code, place_at(start - 1) if room.is_circle else start - 1, length + 1):
                room.lows[suit] += ONE << np.uint64(4 * start)
                room.open_runs += 1
            if fits_line(code, start, length + 1):
                above = start + length
                room.tops[suit] += ONE << np.uint64(4 * (place_at(above) if room.is_circle else above))
                room.open_runs += 1
        elif is_open_set(meld):
            room.open_sets |= 1 << set_place(meld)


@kernel(int64(ROOM, int64, int64, int64), inline=True)
def near_in_suit(room, line, suit, free):
    """Positions held in a suit that could lie in a run with so many jokers, as seen at a glance: none too few."""
    if free > 1:
        return line
    if free:
        return line if room.tops[suit] | room.lows[suit] else line & (line << 1 | line >> 1 | line << 2 | line >> 2)
    runs = line & line >> 1 & line >> 2
    near = runs | runs << 1 | runs << 2
    if not room.tops[suit] | room.lows[suit]:
        return near
    joined = np.int64(0)
    for position in range(PLACES + 1):
        if nibble(room.tops[suit], np.int64(position)):
            joined |= 1 << position
        if nibble(room.lows[suit], np.int64(position)):
            joined |= 1 << (place_at(np.int64(position - 1)) if room.is_circle else position - 1)
    joined = (joined | joined << PLACES if room.is_circle else joined) & line
    grown = joined
    while grown & ~near:
        near |= grown
        grown = line & (near << 1 | near >> 1)
    return near


@kernel(types.uint64(PUBLIC, ROOM, types.uint64, int64))
def may_be_laid(public, room, hand, free):
    """Naturals of a hand that could lie in some meld with so many jokers, as seen at a glance: none too few."""
    kept = np.uint64(0)
    for suit in range(4):
        near = near_in_suit(room, positions_in(room, hand, np.int64(suit)), np.int64(suit), free)
        if room.is_high or room.is_circle:
            near |= near >> PLACES
        kept |= np.uint64(near & LANE) << np.uint64(16 * suit)
    if free < 2:
        places = pairs(hand) if free else triples(hand)
        while places:
            kept |= rank_mask(lowest_bit(places))
            places &= places - ONE
        if room.open_sets:
            for index in range(public.n_melds):
                meld = public.melds[index]
                if is_open_set(meld):
                    kept |= rank_mask(set_place(meld))
    return hand & kept


@kernel(int64(ROOM, int64, int64, int64), inline=True)
def can_begin(room, line, suit, position):
    """1 if a run whose lowest natural is at a position could be completed, or join one of the table."""
    following = (line >> (position + 1) & 1) + (line >> (position + 2) & 1)
    if room.may_new and following + room.n_jokers >= 2:
        return 1
    if not room.lows[suit]:
        return 0
    missing = np.int64(0)
    for step in range(1, PLACES):
        at = position + step
        if at > HIGH_ACE and not room.is_circle:
            return 0
        if nibble(room.lows[suit], place_at(at) if room.is_circle else at):
            return 1
        missing += 0 if line >> at & 1 else 1
        if missing > room.n_jokers:
            return 0
    return 0


@kernel(int64(ROOM, int64, int64), inline=True)
def can_end_high(room, line, suit):
    """1 if an ace above the king could lie in a run."""
    below = (line >> 12 & 1) + (line >> 11 & 1)
    if room.may_new and below + room.n_jokers >= 2:
        return 1
    missing = np.int64(0)
    for step in range(PLACES):
        if nibble(room.tops[suit], np.int64(HIGH_ACE - step)):
            return 1
        missing += 0 if line >> (12 - step) & 1 else 1
        if missing > room.n_jokers:
            return 0
    return 0


@kernel(void(ROOM))
def fill_reach(room):
    """Where runs could begin, what is worth reaching over jokers, and where there is something to decide."""
    room.highs = 0
    room.set_places = np.int64(pairs(room.hand) if room.n_jokers else triples(room.hand)) if room.may_new else 0
    for suit in range(4):
        line = positions_in(room, room.hand, np.int64(suit))
        starts, targets = np.int64(0), line
        for position in range(PLACES + room.is_high):
            if line >> position & 1 and can_begin(room, line, np.int64(suit), np.int64(position)):
                starts |= 1 << position
            targets |= np.int64(nibble(room.lows[suit], np.int64(position)) > 0) << position
        room.starts[suit] = starts
        room.targets[suit] = targets | (targets & LANE) << PLACES if room.is_circle else targets
        if room.is_high and line & 1 and can_end_high(room, line, np.int64(suit)):
            room.highs |= 1 << suit
        active = starts | (line & 1 if room.is_high or room.is_circle else np.int64(0))
        if room.watches_left or (room.must >= 0 and room.must >> 4 == suit):
            active |= line
        for position in range(PLACES + 1 if room.tops[suit] else 0):
            active |= np.int64(nibble(room.tops[suit], np.int64(position)) > 0) << position
        room.active[suit] = active


@kernel(void(ROOM), inline=True)
def cut_circle(room):
    """Cut a circle where the fewest suits hold both neighbours."""
    room.first_place = 0
    fewest = np.int64(5)
    for place in range(PLACES if room.is_circle else 0):
        across = room.hand & rank_mask(place)
        below = room.hand & rank_mask(place_at(np.int64(place - 1)))
        n_across = count_bits(np.uint64(across >> np.uint64(place)) & np.uint64(below >> np.uint64((place + 12) % 13)))
        if n_across < fewest:
            fewest, room.first_place = n_across, np.int64(place)


@kernel(void(CODE, PUBLIC, OWN, ROOM, int64))
def set_up(code, public, own, room, aim):
    """Prepare the room for the position of the player at turn and an aim."""
    room.is_circle, room.is_high = np.int64(code.ace_mode == WRAP), np.int64(code.ace_mode == EITHER)
    room.n_jokers = n_jokers(code, own.hand, own.spare)
    room.may_new = 0 if not may_meld(code, own) else 1 if code.one_meld_per_turn else 2
    room.needs_new = 0 if may_lay_off(code, public, own, 0) else 1
    room.counts_new = 1 if room.may_new < 2 or room.needs_new else 0
    fill_worths(code, room, aim)
    fill_table(code, public, room)
    room.counts_runs = 1 if room.n_jokers and not room.open_runs else 0
    hand, spare = own.hand & ~code.joker_cards, own.spare & ~code.joker_cards
    room.hand = may_be_laid(public, room, hand, room.n_jokers)
    room.spare = spare & room.hand
    must_is_joker = own.must >= 0 and bit(own.must) & code.joker_cards
    room.must_joker = 1 if must_is_joker else 0
    room.must = np.int64(-1) if must_is_joker else own.must
    room.barred = own.barred
    room.first_left = 0
    if own.barred >= 0:
        gone, barred = hand & ~room.hand, bit(own.barred)
        room.first_left = 2 if gone & ~barred or spare & gone else 1 if gone else 0
    room.watches_left = 1 if own.barred >= 0 and room.first_left < 2 else 0
    cut_circle(room)
    fill_reach(room)
    room.sure = may_be_laid(public, room, hand, np.int64(0)) if room.n_jokers else room.hand
    fill_hope(room)
