"""Looks one draw ahead: takes the upcard only if it joins two cards and the leftover falls, throws a card after which
the next draws promise most, and, where the difference is scored, that helps the next player least. Knocks at once.

A discard is chosen among those within a few points of the least leftover by leftover + future * decay^(own turn) *
mean of the best leftovers after one more card + danger * chance that it completes a meld of the next player (bots.md,
1–3). With each player's own leftover scored the look ahead is deeper and danger counts nothing. It never throws a wild.
"""

from types import MappingProxyType

import numpy as np
from numba import float64, int64, types, uint64

from rummysim.core.bits import bit, lowest_bit
from rummysim.core.jit import kernel
from rummysim.games.bot import N_PARAMETERS, Bot
from rummysim.games.knock.bots.outlook import danger, future, joins, power, unseen, worth
from rummysim.games.knock.bots.ways import (
    best_throw,
    knocking_throws,
    left_now,
    sources,
    surplus_joker,
    thrown_allows_knock,
    throws,
)
from rummysim.games.knock.view import FIFTIETH, KNOCK, LAST_TURN, PILE, SIGNATURE, STOCK, VIEW
from rummysim.melds.layoff import with_more, without
from rummysim.melds.search import best_discard, least_leftover

__all__ = ["CAREFUL", "choose_draw", "knocking_discard", "quiet_discard"]

PARAMETERS = types.UniTuple(float64, N_PARAMETERS)
DIFFERENCE, OWN = 0, 4
"""Where the weights of the two kinds of scoring begin among the parameters."""
FUTURE, DANGER, WITHIN, N_BEST = range(4)
DECAY = 0.9
WILD_POINTS = 25.0


@kernel(SIGNATURE)
def choose_draw(view, parameters, word):
    """The pile if its top is wild, or joins two cards and the leftover falls, or allows a knock."""
    allowed = sources(view)
    if allowed[KNOCK]:
        return KNOCK
    if not allowed[PILE] or not allowed[STOCK]:
        return PILE if allowed[PILE] else STOCK
    code = view.code
    if bit(view.top) & code.wild_cards or view.offer == FIFTIETH:
        return PILE
    held = with_more((view.hand, view.spare), bit(view.top))
    then = best_discard(held[0], held[1], code.wild_cards, code.line) >> 6
    if then >= left_now(view):
        return STOCK
    knocks = not code.difference and then <= view.limit and view.offer != LAST_TURN
    return PILE if knocks or joins(code, view.hand, view.top) else STOCK


@kernel(int64(VIEW, PARAMETERS, uint64, int64))
def best_outlook(view, parameters, candidates, weights):
    """Of the naturals ``candidates`` the one with the best outlook; then the highest, then of the first suit."""
    code, hidden = view.code, unseen(view)
    turn = view.turn // view.n_players
    ahead = parameters[weights + FUTURE] * power(DECAY, turn)
    best, best_value = np.int64(-1), 1e9
    rest = candidates
    while rest:
        card = lowest_bit(rest)
        rest &= rest - bit(0)
        kept = without((view.hand, view.spare), bit(card))
        value = worth(least_leftover(kept[0], kept[1], code.wild_cards, code.line), WILD_POINTS)
        if ahead:
            value += ahead * future(view, kept, hidden, int(parameters[weights + N_BEST]), WILD_POINTS)
        if parameters[weights + DANGER]:
            value += parameters[weights + DANGER] * danger(view, hidden, card)
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


@kernel(int64(VIEW, PARAMETERS))
def quiet_discard(view, parameters):
    """The card with the best outlook."""
    weights = DIFFERENCE if view.code.difference else OWN
    candidates = near_least(view, throws(view), parameters[weights + WITHIN])
    return best_outlook(view, parameters, candidates, weights) if candidates else best_throw(view)


@kernel(SIGNATURE)
def choose_discard(view, parameters, word):
    """A card that allows a knock if there is one, else the one with the best outlook."""
    joker = surplus_joker(view)
    if joker >= 0:
        return joker
    card = knocking_discard(view)
    return card if card >= 0 else quiet_discard(view, parameters)


@kernel(SIGNATURE)
def choose_close(view, parameters, word):
    """Always knock."""
    return 1


CAREFUL = Bot(
    name="careful",
    hooks=MappingProxyType(
        {"choose_draw": choose_draw, "choose_discard": choose_discard, "choose_close": choose_close}
    ),
    parameters=MappingProxyType(
        {
            "future": 1.0,
            "danger": 2.0,
            "within": 5.0,
            "n_best": 10.0,
            "own_future": 3.0,
            "own_danger": 0.0,
            "own_within": 6.0,
            "own_n_best": 5.0,
        }
    ),
    notes="looks one draw ahead and, where it pays, at what the next player may need; knocks as soon as it may",
)
