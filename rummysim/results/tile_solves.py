"""Solves a second of the free solver of tile rummy, on positions that come up in deals.

The rate is the kernel's: many positions are solved in one call from Python.
"""

import statistics
import time
from collections.abc import Callable, Sequence
from itertools import product

import numpy as np

from rummysim.engine.work import Work
from rummysim.games.tile.house import House
from rummysim.games.tile.reading import rack_of
from rummysim.melds.table import solve
from rummysim.melds.table.memory import solver_tables
from rummysim.melds.table.reach import new_work
from rummysim.results.tile_positions import TilePosition, positions_of

__all__ = [
    "N_BESIDE",
    "STRIDE",
    "Solver",
    "cells_of",
    "is_free",
    "median_rate",
    "passes_rate",
    "solve_rates",
    "tile_solver",
]

N_POSITIONS = 2_000
N_BESIDE, STRIDE = 40, 25
"""Positions solved beside a peer, which is slow: one of so many that come up."""
SECONDS = 0.002
"""Time for one position alone."""
SIZES = (("up to 20 tiles", 20), ("21 to 40 tiles", 40), ("over 40 tiles", 10**6))
"""Sizes of the table, and most tiles of each."""

Solver = Callable[[Sequence[int], int], int]
"""Solves the positions of some numbers so many times; gives the tiles laid, added up."""


def is_free(work: Work) -> bool:
    """Whether a work of tile rummy asks the free solver: the whole table may be laid anew, jokers anywhere."""
    house = House.of(work.variant.rules)
    return house.rearrange == "free" and not house.binds


def tile_solver(work: Work, positions: Sequence[TilePosition]) -> Solver:
    """The free solver on some positions, tables and memory made before."""
    tables, memory, ace_high = solver_tables(), new_work(), House.of(work.variant.rules).ace_high
    solve.count_weights(memory[0])
    rows = np.zeros((len(positions), 6), np.uint64)
    for row, (table, rack) in zip(rows, positions, strict=True):
        there, held = rack_of(list(table.elements())), rack_of(list(rack.elements()))
        row[:] = there.kinds, there.twice, held.kinds, held.twice, there.n_jokers, held.n_jokers

    def most(numbers: Sequence[int], n_rounds: int) -> int:
        return int(solve.weights_of(tables[0], memory[0], rows[list(numbers)], ace_high, n_rounds))

    return most


def passes_rate(solver: Solver, numbers: Sequence[int], seconds: float) -> float:
    """Solves a second over whole passes of the numbers, as many as go into the time, one or more."""
    start = time.perf_counter()
    solver(numbers, 1)
    n_rounds = max(1, int(seconds / (time.perf_counter() - start)))
    start = time.perf_counter()
    solver(numbers, n_rounds)
    return n_rounds * len(numbers) / (time.perf_counter() - start)


def median_rate(solver: Solver, numbers: Sequence[int]) -> float:
    """Solves a second of the position that takes the median time."""
    return statistics.median(passes_rate(solver, [number], SECONDS) for number in numbers)


def by_jokers(positions: Sequence[TilePosition]) -> dict[str, list[int]]:
    """Numbers of the positions by jokers in play."""
    counts = sorted({position.n_jokers for position in positions})
    return {
        f"solves, {count} joker{'s' * (count != 1)}": [
            number for number, position in enumerate(positions) if position.n_jokers == count
        ]
        for count in counts
    }


def cells_of(positions: Sequence[TilePosition]) -> dict[str, list[int]]:
    """Numbers of the positions by jokers in play and size of the table."""
    cells: dict[str, list[int]] = {"solves, all positions": list(range(len(positions)))} if positions else {}
    least = dict(zip((name for name, _ in SIZES), (-1, *(most for _, most in SIZES)), strict=False))
    for (jokers, numbers), (name, most) in product(by_jokers(positions).items(), SIZES):
        found = [number for number in numbers if least[name] < positions[number].table.total() <= most]
        if found:
            cells[f"{jokers}, {name}"] = found
    return cells


def solve_rates(work: Work, seconds: float, repeats: int) -> dict[tuple[str, int], list[float]]:
    """Solves a second in one thread by jokers in play and size of the table, and of the median position by jokers, a
    figure a repeat; each takes about ``seconds``.
    """
    positions = positions_of(work, N_POSITIONS)
    solver = tile_solver(work, positions)
    means = {
        (what, 1): [passes_rate(solver, numbers, seconds / repeats) for _ in range(repeats)]
        for what, numbers in cells_of(positions).items()
    }
    medians = {
        (f"{what}, median position", 1): [median_rate(solver, numbers) for _ in range(repeats)]
        for what, numbers in by_jokers(positions).items()
    }
    return means | medians
