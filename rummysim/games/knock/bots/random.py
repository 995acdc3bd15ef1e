"""Plays any legal move, each as likely; knocks at the first legal time with the lowest card whose discard allows it.

The floor of every ladder: what a rule does when nobody thinks.
"""

from types import MappingProxyType

import numpy as np

from rummysim.core.bits import bit, lowest_bit
from rummysim.core.jit import kernel
from rummysim.games.bot import Bot
from rummysim.games.knock.bots.ways import sources, thrown_allows_knock, throws
from rummysim.games.knock.view import KNOCK, SIGNATURE

__all__ = ["RANDOM"]


@kernel(SIGNATURE)
def choose_draw(view, parameters, word):
    """Knock without drawing where that is allowed, else any source."""
    allowed = sources(view)
    if allowed[KNOCK]:
        return KNOCK
    if not allowed[0]:
        return 1
    return np.int64(word % np.uint64(2)) if allowed[1] else 0


@kernel(SIGNATURE)
def choose_discard(view, parameters, word):
    """The first card whose discard allows a knock, else any card."""
    allowed = throws(view)
    n_allowed = 0
    rest = allowed
    while rest:
        if thrown_allows_knock(view, lowest_bit(rest)):
            return lowest_bit(rest)
        n_allowed += 1
        rest &= rest - bit(0)
    for _ in range(np.int64(word % np.uint64(n_allowed))):
        allowed &= allowed - bit(0)
    return lowest_bit(allowed)


@kernel(SIGNATURE)
def choose_close(view, parameters, word):
    """Always knock."""
    return 1


RANDOM = Bot(
    name="random",
    hooks=MappingProxyType(
        {"choose_draw": choose_draw, "choose_discard": choose_discard, "choose_close": choose_close}
    ),
    notes="any legal move; knocks as soon as it may",
)
