"""Other programs that play the same game or answer the same question, measured beside the kernel in one run. An extra:
``pip install 'rummysim[bench]'``.
"""

import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from importlib import import_module
from typing import Any, NamedTuple

from rummysim.engine.work import Work
from rummysim.errors import InputError

__all__ = ["PEERS", "Pair", "Peer", "check_peer"]

Rate = Callable[[float], float]
"""Measures for some seconds and gives calls a second."""


class Pair(NamedTuple):
    """Rate of a peer, and of what is measured beside it; None where that is the kernel that plays deals."""

    theirs: Rate
    ours: Rate | None = None


class Peer(NamedTuple):
    """The preset whose rules a peer plays, the module that has to be installed, and what measures it for a work."""

    game: str
    module: str
    rates: Callable[[Work], Pair]


def calls_rate(play: Callable[[int], object]) -> Rate:
    """Rate of calls with the numbers from 0 on."""

    def rate(seconds: float) -> float:
        n_calls, start = 0, time.perf_counter()
        while time.perf_counter() - start < seconds:
            play(n_calls)
            n_calls += 1
        return n_calls / (time.perf_counter() - start)

    return rate


def open_spiel_gin(_work: Work) -> Pair:
    """OpenSpiel's gin rummy with its simple bots at both seats, both written in C++: hands a second."""
    spiel: Any = import_module("pyspiel")
    game = spiel.load_game("gin_rummy")
    bots = [spiel.make_simple_gin_rummy_bot(game.get_parameters(), player) for player in range(2)]

    def play(number: int) -> None:
        spiel.evaluate_bots(game.new_initial_state(), bots, number)

    return Pair(calls_rate(play))


def rummikub_solver(work: Work) -> Pair:
    """The rummikub-solver package, an integer program, and the free solver on the same positions: solves a second.

    Its 1 is low, so the positions are of deals played like that.
    """
    from rummysim.results import tile_solves
    from rummysim.results.tile_positions import positions_of

    low = replace(work, variants=(work.variant.with_options({"ace_mode": "low"}, None),))
    positions = positions_of(low, tile_solves.N_BESIDE * tile_solves.STRIDE)[:: tile_solves.STRIDE]
    numbers = range(len(positions))
    theirs, ours = published_solver(positions), tile_solves.tile_solver(low, positions)
    return Pair(
        lambda seconds: tile_solves.passes_rate(theirs, numbers, seconds),
        lambda seconds: tile_solves.passes_rate(ours, numbers, seconds),
    )


def published_solver(positions: Sequence[Any]) -> Callable[[Sequence[int], int], int]:
    """rummikub-solver on some positions (:data:`rummysim.results.tile_solves.Solver`), states made before."""
    from rummysim.results.tile_positions import JOKER

    rules = import_module("rummikub_solver").RuleSet()
    states = []
    for position in positions:
        state = rules.new_game()
        state.initial = False
        for add, tiles in ((state.add_table, position.table), (state.add_rack, position.rack)):
            add(*(53 if tile == JOKER else 13 * "krby".index(tile[0]) + int(tile[1:]) for tile in tiles.elements()))
        states.append(state)

    def most(numbers: Sequence[int], n_rounds: int) -> int:
        found = [rules.solve(states[number]) for _ in range(n_rounds) for number in numbers]
        return sum(len(solution.tiles) for solution in found if solution)

    return most


PEERS = {
    "open_spiel": Peer("gin", "pyspiel", open_spiel_gin),
    "rummikub_solver": Peer("tile_seed", "rummikub_solver", rummikub_solver),
}
"""Peers by name."""


def check_peer(name: str, game: str) -> Peer:
    """The peer of that name; refused where it plays another game or is not installed."""
    if name not in PEERS:
        raise InputError(f"no peer {name!r}; allowed {', '.join(PEERS)}; name one of them")
    peer = PEERS[name]
    if game != peer.game:
        raise InputError(f"{name} plays {peer.game} and the game is {game}; allowed is {peer.game}; bench that game")
    try:
        import_module(peer.module)
    except ImportError:
        raise InputError(f"{name} is not installed; it is an extra; pip install 'rummysim[bench]'") from None
    return peer
