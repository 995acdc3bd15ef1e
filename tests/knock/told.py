"""A bot that does what its parameters say: source, card to throw, whether to knock."""

from types import MappingProxyType

import numpy as np

from rummysim.core.jit import kernel
from rummysim.games.bot import Bot
from rummysim.games.knock.view import SIGNATURE

__all__ = ["CARD", "CLOSES", "SOURCE", "TOLD"]

SOURCE, CARD, CLOSES = 0, 1, 2
"""Indices of the parameters."""


@kernel(SIGNATURE)
def choose_draw(view, parameters, word):
    """The source it was told."""
    return np.int64(parameters[SOURCE])


@kernel(SIGNATURE)
def choose_discard(view, parameters, word):
    """The card it was told."""
    return np.int64(parameters[CARD])


@kernel(SIGNATURE)
def choose_close(view, parameters, word):
    """Knocks if it was told."""
    return np.int64(parameters[CLOSES])


TOLD = Bot(
    name="told",
    hooks=MappingProxyType(
        {"choose_draw": choose_draw, "choose_discard": choose_discard, "choose_close": choose_close}
    ),
    notes="for tests",
)
