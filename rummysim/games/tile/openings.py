"""Legal openings of a rack: what the best is worth, and its melds one by one (TR-22 … TR-24, 8.4).

While an opening is answered the rack is without its first melds, so that what is asked for is the rest of it.
"""

import numpy as np
from numba import int64

from rummysim.core.jit import kernel
from rummysim.games.tile.state import CODE, OWN, TILE_WORTH
from rummysim.melds.code import n_wilds
from rummysim.melds.each import cards_of, meld_worth
from rummysim.melds.spread import best_meld, best_worth, loose_cards, without

__all__ = ["add_to_opening", "can_open", "is_complete", "may_be_in_opening", "points_meld", "tiles_meld"]

JOKER_FORBIDDEN = 1
"""Value of ``opening_joker``."""


@kernel(int64(CODE, OWN), inline=True)
def jokers_for(code, own):
    """Jokers that may lie in an opening."""
    return np.int64(0) if code.opening_joker == JOKER_FORBIDDEN else own.n_jokers


@kernel(int64(CODE, int64), inline=True)
def may_be_in_opening(code, meld):
    """0 if a meld has a joker where openings may have none."""
    return 0 if code.opening_joker == JOKER_FORBIDDEN and n_wilds(meld) else 1


@kernel(int64(CODE, OWN), inline=True)
def is_complete(code, own):
    """1 if the melds answered so far are an opening."""
    return 1 if own.n_laid and own.laid_points >= code.opening_min else 0


@kernel(int64(CODE, OWN), inline=True)
def has_meld(code, own):
    """0 if the rack certainly has no meld."""
    return 1 if own.rack & ~loose_cards(code.points, own.rack, jokers_for(code, own)) else 0


@kernel(int64(CODE, OWN))
def can_open(code, own):
    """1 if melds of the rack, with those answered so far, are an opening."""
    if is_complete(code, own):
        return 1
    if not has_meld(code, own):
        return 0
    points = best_worth(code.points, own.rack, own.twice, jokers_for(code, own))
    return 1 if points and own.laid_points + points >= code.opening_min else 0


@kernel(int64(CODE, OWN))
def points_meld(code, own):
    """Code of the next meld of melds that are worth most points, 0 if there is none."""
    if not has_meld(code, own):
        return np.int64(0)
    return best_meld(code.points, own.rack, own.twice, jokers_for(code, own))


@kernel(int64(CODE, OWN))
def tiles_meld(code, own):
    """Code of the next meld of an opening: of melds with most tiles if they are worth enough, else with most points; 0
    if there is no more, or no opening.
    """
    if not has_meld(code, own):
        return np.int64(0)
    n_jokers = jokers_for(code, own)
    worth = best_worth(code.cover, own.rack, own.twice, n_jokers)
    if worth == 0:
        return np.int64(0)
    if own.laid_points + worth % TILE_WORTH >= code.opening_min:
        return best_meld(code.cover, own.rack, own.twice, n_jokers)
    return points_meld(code, own) if can_open(code, own) else np.int64(0)


@kernel(int64(CODE, OWN, int64))
def add_to_opening(code, own, meld):
    """Take the tiles of a meld off the rack in view, and count it."""
    once, _, n_jokers = cards_of(meld)
    own.rack, own.twice = without(own.rack, own.twice, once), own.twice & ~once
    own.n_jokers -= n_jokers
    own.n_laid += 1
    own.laid_points += meld_worth(code.points, meld)
    return 0
