"""Keeps cards that may still become melds, and throws dear cards only when somebody is near the end.

A discard is judged by its live outs: the unseen cards that would complete a meld of it with a card of the hand. Where
the pile may be dug it draws as ``digger`` and outs count before points; else it takes the top if it can be used and
throws by points less four times the outs (bots.md 5).
"""

from types import MappingProxyType

import numpy as np
from numba import float64, int64, types

from rummysim.core.bits import bit, lowest_bit
from rummysim.core.jit import kernel
from rummysim.games.bot import N_PARAMETERS, Bot
from rummysim.games.stock.actions import throws
from rummysim.games.stock.bots.digger import choose_draw
from rummysim.games.stock.bots.greedy import GREEDY
from rummysim.games.stock.bots.hoarder import fewest_held
from rummysim.games.stock.bots.outlook import known_elsewhere, live_outs, on_table
from rummysim.games.stock.laying import card_points
from rummysim.games.stock.view import SIGNATURE

__all__ = ["CAREFUL"]

DUG_OUTS, DUG_POINTS, OUTS, POINTS, ALARM = range(5)


@kernel(types.UniTuple(float64, 2)(types.UniTuple(float64, N_PARAMETERS), int64, int64), inline=True)
def weights(parameters, digs, is_late):
    """Weights of points and outs in a discard."""
    if digs:
        return 1.0 if is_late else parameters[DUG_POINTS], parameters[DUG_OUTS]
    return parameters[POINTS], parameters[OUTS]


@kernel(SIGNATURE)
def choose_discard(view, parameters, word):
    """The card with the most points and the fewest live outs."""
    code, public, own = view.code, view.public, view.own
    dead = on_table(public) | known_elsewhere(public, own)
    dead |= np.uint64(0) if code.extended_discard else public.pile
    is_late = np.int64(fewest_held(public, own) <= parameters[ALARM])
    points_weight, outs_weight = weights(parameters, code.extended_discard, is_late)
    allowed = throws(own)
    rest = allowed & ~code.joker_cards if allowed & ~code.joker_cards else allowed
    best, best_value = np.int64(-1), -1e9
    while rest:
        card = lowest_bit(rest)
        rest &= rest - bit(0)
        value = points_weight * card_points(code, card & 15)
        value -= outs_weight * live_outs(code, own.hand, card, dead)
        if value > best_value or (value == best_value and card & 15 > best & 15):
            best, best_value = card, value
    return best


CAREFUL = Bot(
    name="careful",
    hooks=MappingProxyType({**GREEDY.hooks, "choose_draw": choose_draw, "choose_discard": choose_discard}),
    parameters=MappingProxyType({"dug_outs": 2.0, "dug_points": 0.0, "outs": 4.0, "points": 1.0, "alarm": 3.0}),
    notes="keeps cards that may become melds, digs where it may, throws dear cards when somebody is near the end",
)
