"""What bots of the family share: which tile to lay out or take, and what goes down without taking the table apart."""

import numpy as np
from numba import int64, uint64

from rummysim.core.bits import bit, count_bits, highest_bit, lowest_bit
from rummysim.core.jit import kernel
from rummysim.games.actions import STOP, layoff_code
from rummysim.games.tile.actions import is_legal, may_split, split_code
from rummysim.games.tile.state import CODE, JOKER, OWN, PUBLIC
from rummysim.melds.code import is_run, run_length, run_start, run_suit
from rummysim.melds.grow import JOKER_OPTION, card_at, end_cards
from rummysim.melds.spread import best_meld, best_worth, loose_cards
from rummysim.melds.worth import HIGH_ACE, PLACES

__all__ = ["loosest_tile", "plain_action", "source"]

POOL, LAID_OUT = 0, 1
BELOW, ABOVE = 16, 1
SHORTEST = 3
COLUMN = np.uint64(0x0001000100010001)
LANE = np.uint64(0x1FFF)


@kernel(int64(CODE, OWN, int64))
def partners(code, own, tile):
    """Tiles of the rack with which a tile could form a meld: same number, or colour and at most two away."""
    colour, place = tile >> 4, tile & 15
    same = own.rack & COLUMN << np.uint64(place) & ~bit(tile)
    lane = own.rack >> np.uint64(16 * colour) & LANE
    line = lane | ((lane & bit(0)) << np.uint64(HIGH_ACE) if code.ace_high else np.uint64(0))
    near = bit(place + 1) | bit(place + 2) | (bit(place) >> np.uint64(1)) | (bit(place) >> np.uint64(2))
    if place == 0 and code.ace_high:
        near |= bit(PLACES - 1) | bit(PLACES - 2)
    return count_bits(same) + count_bits(line & near)


@kernel(int64(CODE, OWN))
def loosest_tile(code, own):
    """The natural with fewest partners, of a kind held twice the second; then the highest; a joker only if there is
    nothing else.
    """
    best, best_key = np.int64(JOKER), np.int64(1) << 40
    rest = own.rack
    while rest:
        tile = highest_bit(rest)
        rest ^= bit(tile)
        n_partners = np.int64(0) if own.twice & bit(tile) else partners(code, own, tile)
        key = 256 * n_partners - 16 * (tile & 15) + (tile >> 4)
        if key < best_key:
            best, best_key = np.int64(tile), key
    return best


@kernel(int64(CODE, PUBLIC, OWN))
def source(code, public, own):
    """The laid-out tile if it is a joker, if there is no pool, or if more of the rack forms melds with it."""
    if public.n_pool == 0 or public.laid_out == JOKER:
        return LAID_OUT
    tile = bit(public.laid_out)
    twice = own.twice | (own.rack & tile)
    with_tile = best_worth(code.cover, own.rack | tile, twice, own.n_jokers)
    return LAID_OUT if with_tile > best_worth(code.cover, own.rack, own.twice, own.n_jokers) else POOL


@kernel(int64(CODE, PUBLIC, uint64))
def layoff_of(code, public, tile):
    """Lay-off of a natural on the first meld that takes it."""
    for index in range(public.n_melds):
        meld = public.melds[index]
        if not end_cards(code.points, meld) & tile:
            continue
        option = np.int64(lowest_bit(tile) >> 4)
        if is_run(meld):
            is_below = run_start(meld) > 0 and card_at(run_suit(meld), run_start(meld) - 1) == tile
            option = np.int64(BELOW if is_below else ABOVE)
        return layoff_code(np.int64(index), option)
    return STOP


@kernel(int64(CODE, PUBLIC, OWN, uint64))
def split_by(code, public, own, tile):
    """Split of the first run that a natural splits."""
    for index in range(public.n_melds):
        meld = public.melds[index]
        if not may_split(code, meld):
            continue
        for position in range(SHORTEST - 1, run_length(meld) - SHORTEST + 1):
            action = split_code(np.int64(index), np.int64(position))
            if card_at(run_suit(meld), run_start(meld) + position) == tile and is_legal(code, public, own, action):
                return action
    return STOP


@kernel(int64(CODE, PUBLIC, OWN))
def joker_layoff(code, public, own):
    """Lay-off of a joker, at an end of a run before in a set."""
    for sets in range(2):
        for index in range(public.n_melds):
            if is_run(public.melds[index]) == sets:
                continue
            for side in range(1 if sets else 2):
                option = np.int64(JOKER_OPTION if sets else (ABOVE if side else BELOW))
                action = layoff_code(np.int64(index), option)
                if is_legal(code, public, own, action):
                    return action
    return STOP


@kernel(int64(CODE, PUBLIC, OWN))
def rack_meld(code, public, own):
    """A meld of melds of the rack that hold most tiles, 0 if there is none."""
    if not own.rack & ~loose_cards(code.points, own.rack, own.n_jokers):
        return STOP
    return best_meld(code.cover, own.rack, own.twice, own.n_jokers)


@kernel(int64(CODE, PUBLIC, OWN))
def plain_action(code, public, own):
    """The next action of who takes nothing apart but runs: melds of the rack, then the lowest natural that fits a meld,
    or splits a run, then jokers; ``STOP`` after the last.
    """
    meld = rack_meld(code, public, own)
    if meld:
        return meld
    fits = own.rack & public.ends
    if fits:
        return layoff_of(code, public, fits & (~fits + bit(0)))
    fits = own.rack & public.inside
    while fits:
        action = split_by(code, public, own, fits & (~fits + bit(0)))
        if action != STOP:
            return action
        fits &= fits - bit(0)
    return joker_layoff(code, public, own) if own.n_jokers and public.takes_joker else STOP
