"""Keeps cards that may still become melds, as ``careful``, looks at what its discards give to the others, and keeps its
melds back.

Where the pile may be dug it is an open larder: the worst discard is one that is a card short of a meld with what lies
in the pile or with what the next player took (bots.md 5.1, rows 4 and 4b). Where only the top may be taken, two players
reckon with what the other may hold, and more do not look at points at all (bots.md 5.2, row 4). Two players, and three
where the pile may be dug, lay nothing until another one holds few cards or all but one card can go: nobody can lay off
on what is not on the table (tuned; bots.md measured with other hands that it does not pay). Draws as ``digger``.
"""

from types import MappingProxyType
from typing import Any, NamedTuple

import numpy as np
from numba import float64, int64, types, uint64

from rummysim.core.bits import bit, lowest_bit
from rummysim.core.jit import kernel, named
from rummysim.games.bot import N_PARAMETERS, Bot
from rummysim.games.stock.actions import throws
from rummysim.games.stock.bots.digger import choose_draw
from rummysim.games.stock.bots.greedy import GREEDY
from rummysim.games.stock.bots.hoarder import fewest_held, held_back
from rummysim.games.stock.bots.outlook import danger, known_elsewhere, live_outs, on_table, outs_of
from rummysim.games.stock.exact.choices import best_action, cards_laid
from rummysim.games.stock.laying import card_points
from rummysim.games.stock.state import CODE, OWN, PUBLIC
from rummysim.games.stock.view import SIGNATURE

__all__ = ["EXPERT"]

OUTS, POINTS, DANGER, HOLD, DUG_OUTS, CROWD_OUTS, FEED, DUG_DANGER = range(8)
HOLDERS, DIGGING_HOLDERS = 2, 3
"""Most players among whom it keeps melds back."""
ALARM = 3
"""Cards of another player from which on points count; with more than two players one less."""
IN_PILE, HIDDEN = 0.5, 1 / 16
"""What a card short of a meld in the pile, and of one in unseen cards, counts against one in the next player's hand
and pile.
"""
PARAMETERS = types.UniTuple(float64, N_PARAMETERS)


class Cards(NamedTuple):
    """Masks: on the table, known in other hands and in that of the next player, in the pile, in none of these."""

    table: Any
    known: Any
    following: Any
    pile: Any
    hidden: Any


class Weights(NamedTuple):
    """Of points, own outs, outs of others, and danger in a discard."""

    points: Any
    outs: Any
    feed: Any
    danger: Any


CARDS = named(Cards, *(uint64,) * 5)
WEIGHTS = named(Weights, *(float64,) * 4)


@kernel(int64(OWN), inline=True)
def following(own):
    """Seat of the next player."""
    return own.seat + 1 if own.seat + 1 < own.n_players else np.int64(0)


@kernel(CARDS(CODE, PUBLIC, OWN))
def look_round(code, public, own):
    """Where the cards are."""
    table, known = on_table(public), known_elsewhere(public, own)
    hidden = code.all_cards & ~(table | known | public.pile | own.hand)
    return Cards(table, known, public.known[following(own)], public.pile, hidden)


@kernel(int64(CODE, PUBLIC, OWN, PARAMETERS), inline=True)
def holds_melds(code, public, own, parameters):
    """1 while melds are kept back: as long as all others hold more than a few cards and one turn could lay all."""
    if code.one_meld_per_turn or own.n_players > (DIGGING_HOLDERS if code.extended_discard else HOLDERS):
        return 0
    return 1 if fewest_held(public, own) > parameters[HOLD] else 0


@kernel(WEIGHTS(CODE, PUBLIC, OWN, PARAMETERS))
def weights_of(code, public, own, parameters):
    """Weights of a discard."""
    two = own.n_players == 2
    late = 1.0 if fewest_held(public, own) <= (ALARM if two else ALARM - 1) else 0.0
    if code.extended_discard:
        if two:
            return Weights(late, parameters[DUG_OUTS], parameters[FEED], parameters[DUG_DANGER])
        return Weights(late, parameters[CROWD_OUTS], parameters[FEED], 0.0)
    if two:
        return Weights(parameters[POINTS] + late, parameters[OUTS], 0.0, parameters[DANGER])
    return Weights(0.0, parameters[OUTS], 0.0, 0.0)


@kernel(float64(CODE, OWN, CARDS, int64), inline=True)
def fed(code, own, cards, card):
    """Melds that a discard is one card short of with what others have or can take."""
    free = code.all_cards & ~(cards.table | own.hand)
    taken = 2.0 * outs_of(code, cards.following, card, free & ~cards.following)
    piled = IN_PILE * outs_of(code, cards.pile, card, free & ~cards.pile)
    return taken + piled + HIDDEN * outs_of(code, cards.hidden, card, cards.hidden)


@kernel(float64(CODE, PUBLIC, OWN, CARDS, WEIGHTS, int64))
def value_of(code, public, own, cards, weights, card):
    """What throwing a card is worth."""
    dead = cards.table | cards.known | (np.uint64(0) if code.extended_discard else cards.pile)
    value = weights.points * card_points(code, card & 15) - weights.outs * live_outs(code, own.hand, card, dead)
    if weights.feed:
        value -= weights.feed * fed(code, own, cards, card)
    if weights.danger:
        sure = cards.following | (cards.pile if code.extended_discard else np.uint64(0))
        n_held = public.n_held[following(own)]
        value -= weights.danger * danger(code, n_held, card, cards.following, sure, cards.hidden)
    return value


@kernel(SIGNATURE)
def choose_melds(view, parameters, word):
    """All of a best plan, unless melds are kept back."""
    code, public, own = view.code, view.public, view.own
    if holds_melds(code, public, own, parameters):
        return held_back(code, public, own)
    return best_action(code, public, own)


@kernel(SIGNATURE)
def choose_discard(view, parameters, word):
    """The card that is worth most thrown; of equal ones the highest, then of the first suit."""
    code, public, own = view.code, view.public, view.own
    cards, weights = look_round(code, public, own), weights_of(code, public, own, parameters)
    allowed = throws(own)
    if holds_melds(code, public, own, parameters):
        laid, _ = cards_laid(code, public, own)
        allowed = allowed & ~laid if allowed & ~laid else allowed
    rest = allowed & ~code.joker_cards if allowed & ~code.joker_cards else allowed
    best, best_value = np.int64(-1), -1e9
    while rest:
        card = lowest_bit(rest)
        rest &= rest - bit(0)
        value = value_of(code, public, own, cards, weights, card)
        if value > best_value or (value == best_value and card & 15 > best & 15):
            best, best_value = card, value
    return best


EXPERT = Bot(
    name="expert",
    hooks=MappingProxyType(
        {**GREEDY.hooks, "choose_draw": choose_draw, "choose_melds": choose_melds, "choose_discard": choose_discard}
    ),
    parameters=MappingProxyType(
        {
            "outs": 4.0,
            "points": 1.0,
            "danger": 5.0,
            "hold": 3.0,
            "dug_outs": 1.0,
            "crowd_outs": 8.0,
            "feed": 20.0,
            "dug_danger": 40.0,
        }
    ),
    notes="keeps cards that may become melds and throws what helps nobody, by what is known of hands and pile",
)
