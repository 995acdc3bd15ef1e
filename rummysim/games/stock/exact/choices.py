"""What bots ask of best plays: the next action, the cards that go, the take that gains most.

Where the quick way of :mod:`rummysim.games.stock.laying` is exact it answers, else the search of
:mod:`rummysim.games.stock.exact.plans`.
"""

import numpy as np
from numba import int64, types, uint64

from rummysim.core.bits import bit, count_bits
from rummysim.core.jit import kernel
from rummysim.games.stock.actions import use_of
from rummysim.games.stock.draws import deepest, is_useful_take
from rummysim.games.stock.exact.effects import play_action, put_back, remember
from rummysim.games.stock.exact.plans import best_plan, exact_action, exact_take
from rummysim.games.stock.exact.room import MOST_ACTIONS, POINTS
from rummysim.games.stock.laying import is_plain, laid_cards, lay_value, layable_on
from rummysim.games.stock.plans import next_action
from rummysim.games.stock.state import CODE, MAX_SHOWN, OWN, PUBLIC

__all__ = ["best_action", "best_take", "cards_laid"]

LAID = types.Tuple((uint64, int64))


@kernel(int64(CODE, PUBLIC, OWN))
def best_action(code, public, own):
    """The next action of the play that gains most points, ``STOP`` after the last."""
    return next_action(code, public, own) if is_plain(code) else exact_action(code, public, own)


@kernel(LAID(CODE, PUBLIC, OWN))
def exactly_laid(code, public, own):
    """:func:`cards_laid` where a plan has to be played."""
    actions, melds = np.empty(MOST_ACTIONS, np.int64), np.empty(MAX_SHOWN, np.int64)
    before = remember(public, own)
    for index in range(public.n_melds):
        melds[index] = public.melds[index]
    _, n_cards, n_actions = best_plan(code, public, own, np.int64(POINTS), actions)
    cards = np.uint64(0)
    for number in range(n_actions):
        _, naturals, _, _ = use_of(code, public, own, actions[number])
        cards |= naturals
        play_action(code, public, own, actions[number])
    put_back(public, own, before)
    for index in range(public.n_melds):
        public.melds[index] = melds[index]
    return cards, n_cards


@kernel(LAID(CODE, PUBLIC, OWN))
def cards_laid(code, public, own):
    """Kinds of naturals that the play which gains most lays, and the number of its cards."""
    if not is_plain(code):
        return exactly_laid(code, public, own)
    in_sets, in_runs = laid_cards(code, own.hand, layable_on(code, public, own), np.int64(-1))
    return in_sets | in_runs, count_bits(in_sets | in_runs)


@kernel(int64(CODE, PUBLIC, OWN))
def best_take(code, public, own):
    """Depth of the take that gains most among those that can be used at once, 0 if there is none."""
    best, best_value = np.int64(0), np.int64(-1) << 50
    hand, where, plain = own.hand, layable_on(code, public, own), is_plain(code)
    for depth in range(1, deepest(code, public, own) + 1):
        card = np.int64(public.pile_cards[public.n_pile - depth])
        hand |= bit(card)
        if is_useful_take(code, public, own, np.int64(depth)):
            if plain:
                value = lay_value(code, hand, where, card)
            else:
                value = exact_take(code, public, own, np.int64(depth), np.int64(1))
            if value > best_value:
                best, best_value = np.int64(depth), value
    return best
