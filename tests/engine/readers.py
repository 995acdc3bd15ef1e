"""Bots that draw from the pile where they read what they expect, else from the stock: facts show what they read."""

from types import MappingProxyType

import numpy as np
import pytest

from rummysim.core.jit import kernel
from rummysim.games.bot import TOTALS, Bot
from rummysim.games.knock.bots import table
from rummysim.games.knock.bots.greedy import GREEDY
from rummysim.games.knock.view import PILE, SIGNATURE, STOCK

__all__ = ["LEADER", "expecting", "seat_leaders"]


@kernel(SIGNATURE)
def expects_totals(view, parameters, word):
    """The pile if the totals of all eight seats are the parameters."""
    for seat in range(8):
        if view.score.totals[seat] != np.int64(parameters[seat]):
            return STOCK
    return PILE


@kernel(SIGNATURE)
def expects_options(view, parameters, word):
    """The pile if all eight options are the parameters."""
    for number in range(8):
        if view.score.options[number] != np.int64(parameters[number]):
            return STOCK
    return PILE


@kernel(SIGNATURE)
def leads(view, parameters, word):
    """The pile if nobody at the table has more points."""
    for seat in range(view.n_players):
        if view.score.totals[seat] > view.score.totals[view.seat]:
            return STOCK
    return PILE


def reader(choose_draw: object, reads: tuple[str, ...], *expected: float) -> Bot:
    """A bot that draws so and plays as ``greedy`` else."""
    hooks = MappingProxyType({**GREEDY.hooks, "choose_draw": choose_draw})
    parameters = MappingProxyType({str(number): float(value) for number, value in enumerate(expected)})
    return Bot(name="reader", hooks=hooks, notes="for tests", reads=reads, parameters=parameters)


def expecting(reads: tuple[str, ...], *, totals: tuple[int, ...] = (), options: tuple[int, ...] = ()) -> Bot:
    """A bot that expects these totals by seat, or these options."""
    return reader(expects_options, reads, *options) if options else reader(expects_totals, reads, *totals)


LEADER = reader(leads, (TOTALS,))


def seat_leaders(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let :data:`LEADER` play where ``random`` is named."""
    monkeypatch.setattr(table, "BOTS", {**table.BOTS, "random": LEADER})
