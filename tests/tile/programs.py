"""The same question as two integer programs: CP-SAT over all melds, HiGHS over melds whose faces jokers stand for.

A run of six and more can be cut, so runs of three to five are all; a meld is a multiset of faces.
"""

from collections.abc import Iterator
from functools import cache
from itertools import combinations
from typing import Any, NamedTuple

import numpy as np
from scipy.optimize import Bounds, LinearConstraint, milp
from scipy.sparse import csc_array

from tests.tile.position import JOKER, Position, Tiles, weight_of

__all__ = ["UNDECIDED", "all_melds", "most_by_cp_sat", "most_by_highs", "most_opening"]

UNDECIDED = -2
"""Answer of a program that has not proved an optimum in :data:`SECONDS`."""
SECONDS = 5.0
KINDS = [(colour, value) for colour in range(4) for value in range(1, 14)] + [JOKER]
ROW = {kind: row for row, kind in enumerate(KINDS)}

Meld = tuple[frozenset[tuple[int, int]], int]


def _runs(ace_high: bool) -> Iterator[tuple[tuple[int, int], ...]]:
    for colour in range(4):
        for length in (3, 4, 5):
            for start in range(1, 15 + ace_high - length):
                yield tuple((colour, (place - 1) % 13 + 1) for place in range(start, start + length))


@cache
def all_melds(ace_high: bool, n_jokers: int) -> tuple[Meld, ...]:
    """Melds with up to so many jokers, as naturals and number of jokers."""
    whole = list(_runs(ace_high))
    whole += [
        tuple((colour, value) for colour in colours)
        for value in range(1, 14)
        for size in (3, 4)
        for colours in combinations(range(4), size)
    ]
    found = set()
    for tiles in whole:
        for n_wilds in range(min(n_jokers, len(tiles) - 1) + 1):
            for naturals in combinations(tiles, len(tiles) - n_wilds):
                found.add((frozenset(naturals), n_wilds))
    return tuple(sorted(found, key=lambda meld: (sorted(meld[0]), meld[1])))


@cache
def meld_columns(ace_high: bool, n_jokers: int) -> csc_array:
    """A column a meld: how many of each kind."""
    melds = all_melds(ace_high, n_jokers)
    matrix = np.zeros((len(KINDS), len(melds)))
    for column, (naturals, n_wilds) in enumerate(melds):
        matrix[[ROW[tile] for tile in naturals], column] = 1
        matrix[-1, column] = n_wilds
    return csc_array(matrix)


@cache
def replacing_columns(ace_high: bool) -> csc_array:
    """A column a meld of naturals, then a column a face whose natural a joker replaces.

    With two jokers no meld is of jokers alone, so any choice of no more replaced faces than there are is one of melds.
    """
    replaced = np.vstack([-np.eye(len(KINDS) - 1), np.ones(len(KINDS) - 1)])
    return csc_array(np.hstack([meld_columns(ace_high, 0).toarray(), replaced]))


class Program(NamedTuple):
    """Whole numbers ``x`` from 0 to 2 with most ``gain @ x``, where ``least <= columns @ x <= held``."""

    columns: csc_array
    gain: np.ndarray
    least: np.ndarray
    held: np.ndarray
    base: int

    @classmethod
    def of(cls, position: Position, joker: int | None, columns: csc_array, chosen: np.ndarray) -> "Program":
        """Program of a position, of some of the columns."""
        weights = np.array([weight_of(Tiles([kind]), joker) for kind in KINDS])
        least, columns = counts(position.table), columns[:, np.flatnonzero(chosen)]
        return cls(columns, weights @ columns, least, least + counts(position.rack), int(weights @ least))

    @property
    def only_answer(self) -> int:
        """Answer where no meld can be made."""
        return -1 if self.least.any() else 0


def counts(tiles: Tiles) -> np.ndarray:
    """How many of each kind."""
    return np.array([tiles[kind] for kind in KINDS])


def missing_kinds(position: Position, columns: csc_array) -> np.ndarray:
    """How many kinds of each column are neither on table nor rack."""
    absent = counts(position.table + position.rack) == 0
    missing: np.ndarray = absent.astype(float) @ (columns > 0)
    return missing


def most_by_cp_sat(position: Position, *, ace_high: bool, joker: int | None = None) -> int:
    """Most weight laid, -1 if the table cannot be kept, or ``UNDECIDED``."""
    from ortools.sat.python import cp_model

    columns = meld_columns(ace_high, position.table[JOKER] + position.rack[JOKER])
    program = Program.of(position, joker, columns, missing_kinds(position, columns) == 0)
    rows = program.columns.tocsr()
    if not rows.shape[1]:
        return program.only_answer
    model = cp_model.CpModel()
    used = [model.new_int_var(0, 2, "") for _ in range(rows.shape[1])]
    for row in np.flatnonzero(program.held):
        here = slice(rows.indptr[row], rows.indptr[row + 1])
        total = cp_model.LinearExpr.weighted_sum([used[x] for x in rows.indices[here]], rows.data[here].astype(int))
        model.add_linear_constraint(total, int(program.least[row]), int(program.held[row]))
    model.maximize(cp_model.LinearExpr.weighted_sum(used, program.gain.astype(int)))
    best = proved(model)
    return best - program.base if best >= 0 else best


def proved(model: Any) -> int:
    """Proved optimum, -1 if there is no solution, or ``UNDECIDED``; presolving takes longer than these solves."""
    from ortools.sat.python import cp_model

    solver = cp_model.CpSolver()
    solver.parameters.num_workers, solver.parameters.max_time_in_seconds = 1, SECONDS
    solver.parameters.cp_model_presolve = False
    status = solver.solve(model)
    if status == cp_model.INFEASIBLE:
        return -1
    return round(solver.objective_value) if status == cp_model.OPTIMAL else UNDECIDED


def most_by_highs(position: Position, *, ace_high: bool, joker: int | None = None) -> int:
    """Most weight laid with up to two jokers, -1 if the table cannot be kept, or ``UNDECIDED``."""
    columns, n_jokers = replacing_columns(ace_high), position.table[JOKER] + position.rack[JOKER]
    chosen = missing_kinds(position, columns) <= n_jokers
    if not n_jokers:
        chosen[-(len(KINDS) - 1) :] = False
    program = Program.of(position, joker, columns, chosen)
    if not program.gain.size:
        return program.only_answer
    found = milp(
        -program.gain,
        constraints=LinearConstraint(program.columns, program.least, program.held),
        integrality=np.ones_like(program.gain),
        bounds=Bounds(0, 2),
        options={"time_limit": SECONDS},
    )
    if found.status == 1:
        return UNDECIDED
    return -1 if found.x is None else round(-found.fun) - program.base


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
    return proved(model)
