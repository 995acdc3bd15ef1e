"""Discards of bots that look ahead: a knock now, or the card after which the next draws promise most."""

import numpy as np
from numba import float64, int64, types, uint64

from rummysim.core.bits import bit, lowest_bit
from rummysim.core.jit import kernel
from rummysim.games.bot import N_PARAMETERS
from rummysim.games.knock.bots.outlook import danger, future, power, unseen, worth
from rummysim.games.knock.bots.ways import best_throw, knocking_throws, thrown_allows_knock, throws
from rummysim.games.knock.view import LAST_TURN, VIEW
from rummysim.melds.layoff import without
from rummysim.melds.search import least_leftover

__all__ = ["PARAMETERS", "WEIGHTS", "decayed", "knocking_discard", "quiet_discard"]

PARAMETERS = types.UniTuple(float64, N_PARAMETERS)
WEIGHTS = types.UniTuple(float64, 4)
"""Of the outlook and of danger, points more than the least that a discard may leave, and draws looked at."""
FUTURE, DANGER, WITHIN, N_BEST = range(4)
DECAY = 0.9
WILD_POINTS = 25.0


@kernel(float64(VIEW, float64), inline=True)
def decayed(view, weight):
    """A weight that loses a tenth with each own turn."""
    return weight * power(DECAY, view.turn // view.n_players)


@kernel(int64(VIEW, uint64, WEIGHTS))
def best_outlook(view, candidates, weights):
    """Of the naturals ``candidates`` the one with the best outlook; then the highest, then of the first suit."""
    code, hidden = view.code, unseen(view)
    best, best_value = np.int64(-1), 1e9
    rest = candidates
    while rest:
        card = lowest_bit(rest)
        rest &= rest - bit(0)
        kept = without((view.hand, view.spare), bit(card))
        value = worth(least_leftover(kept[0], kept[1], code.wild_cards, code.line), WILD_POINTS)
        if weights[FUTURE]:
            value += weights[FUTURE] * future(view, kept, hidden, int(weights[N_BEST]), WILD_POINTS)
        if weights[DANGER]:
            value += weights[DANGER] * danger(view, hidden, card)
        if value < best_value or (value == best_value and card & 15 > best & 15):
            best, best_value = card, value
    return best


@kernel(uint64(VIEW, uint64, float64))
def near_least(view, allowed, within):
    """Naturals among ``allowed`` whose discard leaves at most ``within`` points more than the least."""
    code = view.code
    near, least = np.uint64(0), np.int64(1) << 40
    rest = allowed & ~code.wild_cards
    while rest:
        card = rest & (~rest + bit(0))
        rest ^= card
        kept = without((view.hand, view.spare), card)
        least = min(least, least_leftover(kept[0], kept[1], code.wild_cards, code.line))
    rest = allowed & ~code.wild_cards
    while rest:
        card = rest & (~rest + bit(0))
        rest ^= card
        kept = without((view.hand, view.spare), card)
        if least_leftover(kept[0], kept[1], code.wild_cards, code.line) <= least + within:
            near |= card
    return near


@kernel(int64(VIEW), inline=True)
def knocking_discard(view):
    """The card that leaves least if it allows a knock, else another that does, else -1."""
    quick = best_throw(view)
    if view.offer == LAST_TURN or thrown_allows_knock(view, quick):
        return quick
    knocking = knocking_throws(view) & throws(view) & ~view.code.wild_cards
    return lowest_bit(knocking) if knocking else np.int64(-1)


@kernel(int64(VIEW, WEIGHTS))
def quiet_discard(view, weights):
    """The card with the best outlook."""
    candidates = near_least(view, throws(view), weights[WITHIN])
    return best_outlook(view, candidates, weights) if candidates else best_throw(view)
