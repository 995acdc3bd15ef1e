"""Keeps cards that may still become melds, and throws dear cards only when somebody is near the end.

A discard is judged by its live outs: the unseen cards that would complete a meld of it with a card of the hand. Where
the pile may be dug it draws as ``digger`` and outs count before points; else it takes the top if it can be used and
throws by points less four times the outs (bots.md 5).
"""

from types import MappingProxyType

import numpy as np
from numba import float64, int64, types, uint64

from rummysim.core.bits import bit, count_bits, lowest_bit
from rummysim.core.jit import kernel
from rummysim.games.bot import N_PARAMETERS, Bot
from rummysim.games.stock.actions import EITHER, PLACES, WRAP, throws
from rummysim.games.stock.bots.digger import choose_draw
from rummysim.games.stock.bots.greedy import GREEDY
from rummysim.games.stock.bots.hoarder import fewest_held
from rummysim.games.stock.laying import card_points
from rummysim.games.stock.state import CODE, OWN, PUBLIC
from rummysim.games.stock.view import SIGNATURE
from rummysim.melds.code import is_run, run_length, run_start, run_suit, set_place, set_suits
from rummysim.melds.cover import rank_mask

__all__ = ["CAREFUL", "gone", "live_outs"]

DUG_OUTS, DUG_POINTS, OUTS, POINTS, ALARM = range(5)


@kernel(uint64(PUBLIC, OWN))
def gone(public, own):
    """Cards on the table and known in other hands: they complete nothing for this player."""
    cards = np.uint64(0)
    for seat in range(own.n_players):
        if seat != own.seat:
            cards |= public.known[seat]
    for index in range(public.n_melds):
        meld = public.melds[index]
        if is_run(meld):
            for step in range(run_length(meld)):
                if not meld >> (13 - step) & 1:
                    cards |= bit(16 * run_suit(meld) + (run_start(meld) + step) % PLACES)
        else:
            for suit in range(4):
                if set_suits(meld) >> suit & 1:
                    cards |= bit(16 * suit + set_place(meld))
    return cards


@kernel(uint64(CODE, int64, int64), inline=True)
def beside(code, card, distance):
    """The card so many places above (below: negative) in the suit, 0 if there is none."""
    place = (card & 15) + distance
    if code.ace_mode == WRAP:
        return bit((card & 48) + place % PLACES)
    if code.ace_mode == EITHER and place == PLACES:
        place = 0
    elif code.ace_mode == EITHER and card & 15 == 0 and distance < 0:
        place = PLACES + distance
    return bit((card & 48) + place) if 0 <= place < PLACES else np.uint64(0)


@kernel(int64(CODE, uint64, int64, uint64))
def live_outs(code, hand, card, dead):
    """Cards that would complete a meld of ``card`` and one partner of the hand, added over the partners.

    dead : cards that cannot come.
    """
    missing = code.all_cards & ~(dead | hand)
    outs = 0
    partners = hand & rank_mask(card & 15) & ~bit(card)
    rank = rank_mask(card & 15) & missing
    outs += count_bits(partners) * count_bits(rank)
    for side in range(2):
        sign = 1 if side else -1
        near, far = beside(code, card, sign), beside(code, card, 2 * sign)
        if near & hand:
            outs += 1 if far & missing else 0
            outs += 1 if beside(code, card, -sign) & missing else 0
        if far & hand and near & missing:
            outs += 1
    return outs


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
    dead = gone(public, own)
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
