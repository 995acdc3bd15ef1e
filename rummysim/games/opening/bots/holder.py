"""Keeps its melds back to go out by hand: it opens only for that, or once another player has opened, or when it has
waited long enough; then it plays as ``greedy``.
"""

from types import MappingProxyType

import numpy as np
from numba import float64, int64, types

from rummysim.core.jit import kernel
from rummysim.games.actions import STOP
from rummysim.games.bot import N_PARAMETERS, Bot
from rummysim.games.opening.bots.greedy import GREEDY, PARAMETERS, lay_opening, source
from rummysim.games.opening.draws import CUT, END, STOCK, is_cut_legal, owed_by_take
from rummysim.games.opening.openings import hand_meld, hand_points
from rummysim.games.opening.plans import next_action
from rummysim.games.opening.state import OWES_OPENING, OWN, PUBLIC
from rummysim.games.opening.view import SIGNATURE

__all__ = ["HOLDER"]

PATIENCE = 7
"""Index of the parameter: own turns after which it waits no longer."""


@kernel(int64(PUBLIC, OWN, types.UniTuple(float64, N_PARAMETERS)))
def waits(public, own, parameters):
    """1 while it opens only to go out by hand."""
    if own.is_open or own.owes or own.n_laid or own.turn // own.n_players >= parameters[PATIENCE]:
        return 0
    return 0 if public.opened & ~(np.uint64(1) << np.uint64(own.seat)) else 1


@kernel(SIGNATURE)
def choose_draw(view, parameters, word):
    """As ``greedy``, but nothing from the pile that it would have to open with while it waits."""
    code, public, own = view.code, view.public, view.own
    if waits(public, own, parameters) and owed_by_take(code, own) == OWES_OPENING:
        if is_cut_legal(code, public, own):
            return CUT
        return STOCK if own.can_draw_stock else END
    return source(code, public, own)


@kernel(SIGNATURE)
def choose_melds(view, parameters, word):
    """Going out by hand while it waits, then as ``greedy``."""
    code, public, own = view.code, view.public, view.own
    if own.is_open:
        return next_action(code, public, own)
    if waits(public, own, parameters):
        return hand_meld(code, own) if hand_points(code, own) >= 0 else STOP
    return lay_opening(code, own)


HOLDER = Bot(
    name="holder",
    hooks=MappingProxyType({**GREEDY.hooks, "choose_draw": choose_draw, "choose_melds": choose_melds}),
    parameters=MappingProxyType({**PARAMETERS, "patience": 12.0}),
    notes="keeps its melds back to go out by hand until another player opens or it has waited long",
)
