"""Openings against vectors and an integer program (TR-22 to TR-24)."""

from collections import Counter
from typing import Any

import numpy as np
import pytest

from rummysim.melds.table import opening
from rummysim.melds.table.memory import RULES_DTYPE
from rummysim.melds.worth import SCALE_DTYPE, fill_scale
from tests.tile.games import shuffled
from tests.tile.position import JOKER, Solver, Tiles, is_meld, laid, masks, parse, tiles_of
from tests.tile.programs import UNDECIDED, most_opening
from tests.tile.test_solver import position_of, vectors

MODES = {"yes": opening.JOKER_COUNTS, "no": opening.JOKER_FORBIDDEN, "zero": opening.JOKER_IS_ZERO}
N_FAST, N_SLOW = 60, 3000


class Openings:
    """The kernels under some rules."""

    def __init__(self, solver: Solver, *, ace_high: bool = True, cap: int = 99, n_jokers: int = 2) -> None:
        self.solver, self.rules = solver, np.zeros(1, RULES_DTYPE)[0]
        self.rules["ace_high"], self.rules["cap"], self.rules["budget"] = ace_high, cap, 1 << 40
        self.scales: list[Any] = [np.zeros(1, SCALE_DTYPE)[0] for _ in range(2)]
        self.kept = []
        for scale, more in zip(self.scales, (0, opening.TILE_WORTH), strict=True):
            worths = [more + value for value in range(1, 14)]
            values = {"ace_mode": int(ace_high), "n_jokers": n_jokers, "cap": cap}
            self.kept.append(fill_scale(scale, [*worths, worths[0]], worths, **values))

    def points(self, rack: Tiles, mode: str = "yes") -> int:
        """Most points."""
        arguments = (self.solver.tables[0], self.solver.work, self.rules, self.scales[0], *masks(rack), rack[JOKER])
        return int(opening.most_opening_points(*arguments, MODES[mode]))

    def tiles(self, rack: Tiles, opening_min: int, mode: str = "yes") -> int:
        """Most tiles worth so many points, checked against the melds where a search found them."""
        arguments = (self.solver.tables[0], self.solver.work, self.rules, self.scales[1], *masks(rack), rack[JOKER])
        best = int(opening.most_opening_tiles(*arguments, opening_min, MODES[mode]))
        if best > 0 and self.solver.work["best_total"] >= 0:
            assert opening.lay_opening(self.solver.tables[0], self.solver.work, self.rules, 0)
            melds = [tiles_of(int(code)) for code in self.solver.work["melds"][: self.solver.work["n_melds"]]]
            assert all(is_meld(meld, ace_high=bool(self.rules["ace_high"])) for meld in melds)
            assert max(meld.count(JOKER) for meld in melds) <= self.rules["cap"]
            assert not laid(melds) - rack
            assert laid(melds).total() == best
        return best


def test_vectors__most_points_and_most_tiles_that_open(solver: Solver) -> None:
    openings = Openings(solver)
    for vector in vectors():
        rack, answer = position_of(vector).rack, vector["unopened"]
        assert openings.points(rack) == answer["max_exposure_points"]
        assert max(0, openings.tiles(rack, 30)) == answer["max_tiles_when_opening"]
        assert (openings.tiles(rack, 30) > 0) == answer["can_open_30"]


def check_racks(solver: Solver, n: int, seed: int) -> int:
    """Racks with jokers under random rules; returns how many were decided."""
    rng, n_decided = np.random.default_rng(seed), 0
    for _ in range(n):
        ace_high, cap, mode = bool(rng.random() < 0.7), int(rng.choice([1, 2, 99])), str(rng.choice(list(MODES)))
        n_jokers, size = int(rng.integers(0, 3)), int(rng.integers(6, 24))
        pool = [tile for tile in shuffled(rng, 0) if tile[1] not in (5, 6, 7, 8) or rng.random() < 0.5]
        rack = +Counter(Counter(pool[:size]) + Counter({JOKER: n_jokers}))
        least = int(rng.choice([0, 30, 40, 50, 70]))
        openings = Openings(solver, ace_high=ace_high, cap=cap)
        options: dict[str, Any] = {"ace_high": ace_high, "mode": mode, "cap": cap}
        points = most_opening(rack, 0, by_points=True, **options)
        tiles = most_opening(rack, least, by_points=False, **options)
        if UNDECIDED not in (points, tiles):
            assert openings.points(rack, mode) == max(0, points), (rack, options)
            assert max(0, openings.tiles(rack, least, mode)) == max(0, tiles), (rack, least, options)
            n_decided += 1
    return n_decided


def test_racks__agree_with_an_integer_program(solver: Solver) -> None:
    pytest.importorskip("ortools")
    assert check_racks(solver, N_FAST, 1) >= 0.9 * N_FAST


@pytest.mark.slow
def test_many_racks__agree_with_an_integer_program(solver: Solver) -> None:
    pytest.importorskip("ortools")
    assert check_racks(solver, N_SLOW, 2) >= 0.9 * N_SLOW


EXAMPLES = {
    "T1": ("r9 r10 r11", 30),
    "T2": ("r5 r6 r7 r8 k1 y1 b1", 29),
    "T3 alone": ("r12 r13 r1", 26),
    "T3 together": ("r12 r13 r1 k2 y2 b2", 32),
    "T4": ("k10 b10 X", 30),
    "T5": ("X y12 y13", 36),
    "case 1, run": ("b10 b11 X b13", 46),
    "case 4": ("y7 y8 y9 k2 b2 r2", 30),
    "case 6": ("r13 y13 k13 k13", 39),
    "case 11": ("X X k13", 39),
    "TR-23": ("r11 X r13 r1", 37),
}


@pytest.mark.parametrize("name", EXAMPLES)
def test_example__is_worth_what_it_says(solver: Solver, name: str) -> None:
    rack, points = EXAMPLES[name]
    openings = Openings(solver)
    assert openings.points(parse(rack)) == points
    assert (openings.tiles(parse(rack), 30) > 0) == (points >= 30)


@pytest.mark.parametrize(("mode", "points", "tiles"), [("yes", 30, 3), ("no", 0, 0), ("zero", 20, 0)])
def test_opening_joker__decides_what_a_joker_counts(solver: Solver, mode: str, points: int, tiles: int) -> None:
    openings = Openings(solver)
    assert openings.points(parse("k10 b10 X"), mode) == points
    assert max(0, openings.tiles(parse("k10 b10 X"), 30, mode)) == tiles
