"""The same question as two integer programs over all melds, solved by CP-SAT and by HiGHS.

A run of six and more can be cut, so runs of three to five are all; a meld is a multiset of faces.
"""

from collections.abc import Iterator
from functools import cache
from itertools import combinations

import numpy as np
from scipy.optimize import Bounds, LinearConstraint, milp
from scipy.sparse import csr_matrix

from tests.tile.position import JOKER, Position, Tiles, weight_of

__all__ = ["UNDECIDED", "all_melds", "most_by_cp_sat", "most_by_highs", "most_opening"]

UNDECIDED = -2
"""Answer of CP-SAT when it has not proved an optimum in :data:`SECONDS`."""
SECONDS = 5.0

Meld = tuple[frozenset[tuple[int, int]], int]


def _runs(ace_high: bool) -> Iterator[tuple[tuple[int, int], ...]]:
    for colour in range(4):
        for length in (3, 4, 5):
            for start in range(1, 15 + ace_high - length):
                yield tuple((colour, (place - 1) % 13 + 1) for place in range(start, start + length))


@cache
def all_melds(ace_high: bool, n_jokers: int, cap: int = 99) -> tuple[Meld, ...]:
    """Melds with up to so many jokers, ``cap`` at most in one, as naturals and number of jokers."""
    whole = list(_runs(ace_high))
    whole += [
        tuple((colour, value) for colour in colours)
        for value in range(1, 14)
        for size in (3, 4)
        for colours in combinations(range(4), size)
    ]
    found = set()
    for tiles in whole:
        for n_wilds in range(min(n_jokers, cap, len(tiles) - 1) + 1):
            for naturals in combinations(tiles, len(tiles) - n_wilds):
                found.add((frozenset(naturals), n_wilds))
    return tuple(sorted(found, key=lambda meld: (sorted(meld[0]), meld[1])))


def possible_melds(position: Position, ace_high: bool, cap: int) -> tuple[list[Meld], Tiles]:
    """Melds for which there are tiles, and all tiles."""
    tiles = position.table + position.rack
    melds = all_melds(ace_high, tiles[JOKER], cap)
    return [meld for meld in melds if all(tiles[tile] for tile in meld[0])], tiles


def most_by_cp_sat(position: Position, *, ace_high: bool, joker: int | None = None, cap: int = 99) -> int:
    """Most weight laid, -1 if the table cannot be kept, or ``UNDECIDED``."""
    from ortools.sat.python import cp_model

    melds, tiles = possible_melds(position, ace_high, cap)
    model = cp_model.CpModel()
    used = [model.new_int_var(0, 2 if naturals else 1, "") for naturals, _ in melds]
    total = []
    for tile in tiles:
        counts = [
            x * (n if tile == JOKER else 1)
            for x, (face, n) in zip(used, melds, strict=True)
            if tile in face or (tile == JOKER and n)
        ]
        here = sum(counts)
        model.add(here >= position.table[tile])
        model.add(here <= tiles[tile])
        total.append(weight_of(Tiles([tile]), joker) * (here - position.table[tile]))
    if not melds:
        return 0 if not position.table else -1
    model.maximize(sum(total))
    solver = cp_model.CpSolver()
    solver.parameters.num_workers, solver.parameters.max_time_in_seconds = 1, SECONDS
    status = solver.solve(model)
    if status == cp_model.INFEASIBLE:
        return -1
    if status != cp_model.OPTIMAL:
        return UNDECIDED
    return round(solver.objective_value)


def most_by_highs(position: Position, *, ace_high: bool, joker: int | None = None, cap: int = 99) -> int:
    """Most weight laid, -1 if the table cannot be kept or HiGHS says so (it has been wrong there)."""
    melds, tiles = possible_melds(position, ace_high, cap)
    kinds = sorted(tiles)
    if not melds:
        return -1 if position.table else 0
    row = {tile: index for index, tile in enumerate(kinds)}
    matrix = np.zeros((len(kinds), len(melds)))
    for column, (naturals, n_wilds) in enumerate(melds):
        for tile in naturals:
            matrix[row[tile], column] = 1
        if n_wilds:
            matrix[row[JOKER], column] = n_wilds
    weights = np.array([weight_of(Tiles([tile]), joker) for tile in kinds])
    bound = np.array([position.table[tile] for tile in kinds])
    held = np.array([tiles[tile] for tile in kinds])
    found = milp(
        -(weights @ matrix),
        constraints=LinearConstraint(csr_matrix(matrix), bound, held),
        integrality=np.ones(len(melds)),
        bounds=Bounds(0, 2),
    )
    if found.x is None:
        return -1
    return round(-found.fun) - int(weights @ bound)


@cache
def placed_melds(ace_high: bool, n_jokers: int, cap: int) -> tuple[tuple[Meld, int, int], ...]:
    """Melds with up to two jokers in their places: what they are, points of the naturals, points jokers replace."""
    found = []
    runs = list(_runs(ace_high))
    for tiles in runs:
        for n_wilds in range(min(n_jokers, cap, len(tiles) - 1) + 1):
            for naturals in combinations(tiles, len(tiles) - n_wilds):
                own = sum(value for _, value in naturals)
                found.append(((frozenset(naturals), n_wilds), own, sum(value for _, value in tiles) - own))
    for value in range(1, 14):
        for size in range(1, 5):
            for colours in combinations(range(4), size):
                for n_wilds in range(max(0, 3 - size), min(4 - size, n_jokers, cap) + 1):
                    meld = frozenset((colour, value) for colour in colours), n_wilds
                    found.append((meld, value * size, value * n_wilds))
    return tuple(found)


def most_opening(
    rack: Tiles, opening_min: int, *, by_points: bool, ace_high: bool = True, mode: str = "yes", cap: int = 99
) -> int:
    """Most points, or tiles, of an opening of a rack with up to two jokers, -1 if there is none."""
    from ortools.sat.python import cp_model

    n_jokers = 0 if mode == "no" else rack[JOKER]
    melds = [
        (meld, own + (more if mode == "yes" else 0))
        for meld, own, more in placed_melds(ace_high, n_jokers, cap)
        if all(rack[tile] for tile in meld[0])
    ]
    model = cp_model.CpModel()
    used = [model.new_int_var(0, 2, "") for _ in melds]
    for tile in rack:
        counts = [
            x * (meld[1] if tile == JOKER else int(tile in meld[0])) for x, (meld, _) in zip(used, melds, strict=True)
        ]
        model.add(sum(counts) <= (n_jokers if tile == JOKER else rack[tile]))
    points = sum(x * worth for x, (_, worth) in zip(used, melds, strict=True))
    tiles = sum(x * (len(meld[0]) + meld[1]) for x, (meld, _) in zip(used, melds, strict=True))
    model.add(points >= opening_min)
    model.add(sum(used) >= 1)
    model.maximize(points if by_points else tiles)
    solver = cp_model.CpSolver()
    solver.parameters.num_workers, solver.parameters.max_time_in_seconds = 1, SECONDS
    status = solver.solve(model)
    if status == cp_model.INFEASIBLE:
        return -1
    return round(solver.objective_value) if status == cp_model.OPTIMAL else UNDECIDED
