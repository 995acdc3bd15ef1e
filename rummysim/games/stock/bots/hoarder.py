"""Keeps its melds back to go out in one turn: lays nothing until all but one card can be laid, or somebody holds few
cards.

It takes from the pile as ``digger``, laying no more than the take asks for, and throws the dearest card that lies in no
meld of a best plan.
"""

from types import MappingProxyType

import numpy as np
from numba import int64

from rummysim.core.bits import count_bits
from rummysim.core.jit import kernel
from rummysim.games.actions import STOP
from rummysim.games.bot import Bot
from rummysim.games.stock.actions import is_stop_legal, throws
from rummysim.games.stock.bots.digger import DIGGER
from rummysim.games.stock.bots.greedy import dearest
from rummysim.games.stock.exact.choices import best_action, cards_laid
from rummysim.games.stock.state import CODE, OWN, PUBLIC
from rummysim.games.stock.view import SIGNATURE

__all__ = ["HOARDER", "fewest_held", "held_back"]


@kernel(int64(PUBLIC, OWN), inline=True)
def fewest_held(public, own):
    """Fewest cards that another player holds."""
    fewest = np.int64(1000)
    for seat in range(own.n_players):
        if seat != own.seat:
            fewest = min(fewest, public.n_held[seat])
    return fewest


@kernel(int64(CODE, PUBLIC, OWN))
def held_back(code, public, own):
    """No action that is not asked for, but all of a best plan once all but one card can go."""
    if own.must < 0 and is_stop_legal(own):
        _, n_laid = cards_laid(code, public, own)
        if count_bits(own.hand) + count_bits(own.spare) - n_laid > 1:
            return STOP
    return best_action(code, public, own)


@kernel(SIGNATURE)
def choose_melds(view, parameters, word):
    """Nothing, or, once all but one card can go or somebody is near the end, all of a best plan."""
    code, public, own = view.code, view.public, view.own
    if fewest_held(public, own) > parameters[0]:
        return held_back(code, public, own)
    return best_action(code, public, own)


@kernel(SIGNATURE)
def choose_discard(view, parameters, word):
    """The dearest card that no meld of a best plan needs."""
    code, own = view.code, view.own
    allowed = throws(own)
    laid, _ = cards_laid(code, view.public, own)
    loose = allowed & ~laid
    return dearest(code, loose if loose else allowed)


HOARDER = Bot(
    name="hoarder",
    hooks=MappingProxyType({**DIGGER.hooks, "choose_melds": choose_melds, "choose_discard": choose_discard}),
    parameters=MappingProxyType({"alarm": 4.0}),
    notes="keeps melds back to go out in one turn; lays them when somebody holds few cards",
)
