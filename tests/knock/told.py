"""A bot that does what its parameters say: source, card to throw, whether to knock, whether to show big gin."""

from types import MappingProxyType

import numpy as np

from rummysim.core.jit import kernel
from rummysim.games.bot import Bot
from rummysim.games.knock.view import ALL_MELDED, SIGNATURE

__all__ = ["BIG_GIN", "CARD", "CLOSES", "SOURCE", "TOLD"]

SOURCE, CARD, CLOSES, BIG_GIN = range(4)
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
    """Knocks, or shows big gin, if it was told."""
    return np.int64(parameters[BIG_GIN] if view.offer == ALL_MELDED else parameters[CLOSES])


TOLD = Bot(
    name="told",
    hooks=MappingProxyType(
        {"choose_draw": choose_draw, "choose_discard": choose_discard, "choose_close": choose_close}
    ),
    notes="for tests",
)
