"""Other programs that play the same game, measured beside the kernel in one run. An extra: ``pip install
'rummysim[bench]'``.
"""

import time
from collections.abc import Callable
from importlib import import_module
from typing import Any

from rummysim.errors import InputError

__all__ = ["PEERS", "peer_rate"]


def open_spiel_gin() -> Callable[[int], None]:
    """OpenSpiel's gin rummy with its simple bots at both seats, both written in C++: plays a hand of a number."""
    spiel: Any = import_module("pyspiel")
    game = spiel.load_game("gin_rummy")
    bots = [spiel.make_simple_gin_rummy_bot(game.get_parameters(), player) for player in range(2)]

    def play(number: int) -> None:
        spiel.evaluate_bots(game.new_initial_state(), bots, number)

    return play


PEERS: dict[str, tuple[str, Callable[[], Callable[[int], None]]]] = {"open_spiel": ("gin", open_spiel_gin)}
"""Peers by name: the preset whose rules they play, and what makes a player of deals."""


def peer_rate(name: str, game: str) -> Callable[[float], float]:
    """Function that plays for some seconds and gives deals a second; refused where the peer plays another game."""
    if name not in PEERS:
        raise InputError(f"no peer {name!r}; allowed {', '.join(PEERS)}; name one of them")
    preset, make = PEERS[name]
    if game != preset:
        raise InputError(f"{name} plays {preset} and the game is {game}; allowed is {preset}; bench that game")
    try:
        play = make()
    except ImportError:
        raise InputError(f"{name} is not installed; it is an extra; pip install 'rummysim[bench]'") from None

    def rate(seconds: float) -> float:
        n_deals, start = 0, time.perf_counter()
        while time.perf_counter() - start < seconds:
            play(n_deals)
            n_deals += 1
        return n_deals / (time.perf_counter() - start)

    return rate
