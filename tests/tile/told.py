"""A bot that does what its parameters say: draw, tile laid out, up to six answers of the play phase."""

from types import MappingProxyType

import numpy as np

from rummysim.core.jit import kernel
from rummysim.games.bot import Bot
from rummysim.games.tile.view import SIGNATURE

__all__ = ["DRAW", "FIRST_PLAY", "LAY_OUT", "MAX_PLAYS", "TOLD"]

DRAW, LAY_OUT, FIRST_PLAY = range(3)
"""Indices of the parameters; from the last on, the answers."""
MAX_PLAYS = 6


@kernel(SIGNATURE)
def choose_draw(view, parameters, word):
    """The draw it was told."""
    return np.int64(parameters[DRAW])


@kernel(SIGNATURE)
def choose_melds(view, parameters, word):
    """The next answer it was told; the memory counts them."""
    number = np.int64(view.memory.words[0])
    view.memory.words[0] += np.uint64(1)
    return np.int64(parameters[FIRST_PLAY + number]) if number < MAX_PLAYS else np.int64(0)


@kernel(SIGNATURE)
def choose_discard(view, parameters, word):
    """The tile it was told."""
    return np.int64(parameters[LAY_OUT])


TOLD = Bot(
    name="told",
    hooks=MappingProxyType(
        {"choose_draw": choose_draw, "choose_melds": choose_melds, "choose_discard": choose_discard}
    ),
    notes="for tests",
    has_memory=True,
)
