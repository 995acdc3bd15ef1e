"""Solves a second of the free solver of tile rummy, on positions that come up in deals."""

import time
from collections.abc import Callable, Sequence

import numpy as np

from rummysim.engine.work import Work
from rummysim.games.tile.house import House
from rummysim.games.tile.reading import rack_of
from rummysim.melds.table import solve
from rummysim.melds.table.memory import solver_tables
from rummysim.melds.table.reach import new_work
from rummysim.results.tile_positions import TilePosition, positions_of

__all__ = ["N_BESIDE", "STRIDE", "cells_of", "is_free", "passes_rate", "solve_rates", "tile_solver"]

N_POSITIONS = 2_000
N_BESIDE, STRIDE = 40, 25
"""Positions solved beside a peer, which is slow: one of so many that come up."""
SIZES = (("up to 20 tiles", 20), ("21 to 40 tiles", 40), ("over 40 tiles", 10**6))
"""Sizes of the table, and most tiles of each."""


def is_free(work: Work) -> bool:
    """Whether a work of tile rummy asks the free solver: the whole table may be laid anew, jokers anywhere."""
    house = House.of(work.variant.rules)
    return house.rearrange == "free" and not house.binds


def tile_solver(work: Work, positions: Sequence[TilePosition]) -> Callable[[int], int]:
    """Function that gives most tiles of the position of a number, tables and memory made before."""
    tables, memory, ace_high = solver_tables(), new_work(), House.of(work.variant.rules).ace_high
    solve.count_weights(memory[0])
    asked = []
    for table, rack in positions:
        there, held = rack_of(list(table.elements())), rack_of(list(rack.elements()))
        masks = (np.uint64(mask) for mask in (there.kinds, there.twice, held.kinds, held.twice))
        asked.append((tables[0], memory[0], *masks, there.n_jokers, held.n_jokers, ace_high))

    def most(number: int) -> int:
        return int(solve.most_weight(*asked[number]))

    return most


def passes_rate(play: Callable[[int], object], numbers: Sequence[int], seconds: float) -> float:
    """Calls a second over whole passes of the numbers, one pass or more."""
    n_calls, start = 0, time.perf_counter()
    while not n_calls or time.perf_counter() - start < seconds:
        for number in numbers:
            play(number)
        n_calls += len(numbers)
    return n_calls / (time.perf_counter() - start)


def cells_of(positions: Sequence[TilePosition]) -> dict[str, list[int]]:
    """Numbers of the positions by jokers in play and size of the table."""
    cells: dict[str, list[int]] = {"solves, all positions": list(range(len(positions)))} if positions else {}
    for n_jokers in sorted({position.n_jokers for position in positions}):
        least = -1
        for name, most in SIZES:
            found = [
                number
                for number, position in enumerate(positions)
                if position.n_jokers == n_jokers and least < position.table.total() <= most
            ]
            if found:
                cells[f"solves, {n_jokers} joker{'s' * (n_jokers != 1)}, {name}"] = found
            least = most
    return cells


def solve_rates(work: Work, seconds: float, repeats: int) -> dict[tuple[str, int], list[float]]:
    """Solves a second in one thread by jokers in play and size of the table, a figure a repeat; each takes about
    ``seconds``.
    """
    positions = positions_of(work, N_POSITIONS)
    most = tile_solver(work, positions)
    return {
        (what, 1): [passes_rate(most, numbers, seconds / repeats) for _ in range(repeats)]
        for what, numbers in cells_of(positions).items()
    }
