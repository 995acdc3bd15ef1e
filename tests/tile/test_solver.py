"""The free solver against vectors and everything that melds can be made of."""

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from tests.tile.closure import GRIDS, Closure, positions
from tests.tile.games import game_positions
from tests.tile.position import JOKER, Position, Solver, Tiles, check_melds, parse

DATA = Path(__file__).parent.parent / "data" / "vectors"


def vectors() -> list[dict[str, Any]]:
    """Solved positions."""
    found: list[dict[str, Any]] = json.loads((DATA / "tile.json").read_text())["vectors"]
    return found


def holding(counts: list[list[int]], n_jokers: int) -> Tiles:
    """Tiles of a vector."""
    tiles = Tiles({(colour, value + 1): n for colour, row in enumerate(counts) for value, n in enumerate(row) if n})
    if n_jokers:
        tiles[JOKER] = n_jokers
    return tiles


def position_of(vector: dict[str, Any]) -> Position:
    """Position of a vector."""
    return Position(holding(vector["table"], vector["table_jokers"]), holding(vector["rack"], vector["rack_jokers"]))


def test_vectors__most_tiles_and_most_points(solver: Solver) -> None:
    for vector in vectors():
        position = position_of(vector)
        solver.weigh()
        assert solver.most(position) == vector["opened"]["max_tiles"]
        assert check_melds(solver, position, ace_high=True) == vector["opened"]["max_tiles"]
        solver.weigh(50)
        assert solver.most(position) == vector["opened"]["max_points_joker50"]
        assert check_melds(solver, position, ace_high=True, joker=50) == vector["opened"]["max_points_joker50"]


def check_grid(solver: Solver, name: str, step: int, most_jokers: int) -> int:
    """Compare a family of positions with the closure; returns how many."""
    n_checked = 0
    for n_jokers in range(most_jokers + 1):
        for ace_high in (True, False):
            closure = Closure(GRIDS[name], n_jokers, ace_high=ace_high)
            for position in positions(GRIDS[name], n_jokers, step):
                answer = solver.most(position, ace_high=ace_high)
                assert answer == closure.most(position), (position, ace_high)
                n_checked += 1
                if n_checked % 17 == 0:
                    assert check_melds(solver, position, ace_high=ace_high) == answer
    return n_checked


@pytest.mark.parametrize("name", GRIDS)
def test_small_sets__agree_with_all_that_melds_can_be_made_of(solver: Solver, name: str) -> None:
    assert check_grid(solver, name, 1 if name == "four colours, one value" else 211, 4) > 1000


@pytest.mark.slow
@pytest.mark.parametrize("name", GRIDS)
def test_small_sets__agree_in_every_position(solver: Solver, name: str) -> None:
    """Of 0, 1 and 2 jokers 1 + 2 + 3 ways to lie on table and rack, with the 1 low and high."""
    assert check_grid(solver, name, 1, 2) == 2 * (1 + 2 + 3) * 6 ** len(GRIDS[name])


def numbers_of(tiles: Tiles) -> list[int]:
    """Tiles as the published solver numbers them."""
    return [53 if tile == JOKER else 13 * tile[0] + tile[1] for tile in tiles.elements()]


def published_most(rules: Any, position: Position) -> int:
    """Most tiles as the published solver finds them."""
    state = rules.new_game()
    state.initial = False
    state.add_table(*numbers_of(position.table))
    state.add_rack(*numbers_of(position.rack))
    proposed = rules.solve(state)
    return len(proposed.tiles) if proposed else 0


@pytest.mark.slow
def test_game_positions__agree_with_the_published_solver(solver: Solver) -> None:
    """Its 1 is always low; where the HiGHS that it takes first finds nothing, the one of scipy has to find it."""
    published = pytest.importorskip("rummikub_solver")
    rules, again = published.RuleSet(), published.RuleSet(solver_backend="SCIPY")
    checked, missed = Counter[int](), Counter[int]()
    for position in game_positions(3, 60):
        answer = check_melds(solver, position, ace_high=False)
        if answer < 0:
            continue
        found, n_jokers = published_most(rules, position), position.table[JOKER] + position.rack[JOKER]
        checked[n_jokers] += 1
        missed[n_jokers] += found < answer
        assert answer == (found if found >= answer else published_most(again, position)), position
    print("positions by jokers:", dict(checked), "missed at first:", missed.total())
    assert min(checked[n_jokers] for n_jokers in range(3)) >= 50
    assert checked.total() >= 1_000
    assert missed.total() <= 0.02 * checked.total()


EXAMPLES = {
    "T8": ("y3 y4 y5 y6 y7", "y5", 1),
    "T9": ("r2 r3 r4 r5 r2 y2 b2 k2", "k2", 1),
    "T10": ("r5 b5 y5", "k5 r6 r7", 3),
    "T11": ("b4 b5 X r1 r2 r3", "b6 k9 y9", 3),
    "T18": ("b4 b5 b6 X", "k9 y9", 2),
    "T19": ("b3 b4 X b6 b7 b8", "k8 r8", 2),
    "case 6": ("", "r13 y13 k13 k13", 3),
    "case 8": ("k1 k2 k3 k4 k5 k6 k7 k8 k9 k10 k11 k12 k13", "k1", 1),
    "case 11, three jokers": ("", "X X X", 0),
    "case 11, a natural": ("", "X X X k13", 4),
    "case 14": ("r5 b5 k5 r5 r6 r7 r8", "r3 r4", 2),
    "only a full set": ("r5 b5 k5 y5", "X", 0),
    "two full sets take a joker as three": ("r5 b5 k5 y5 r5 b5 k5 y5", "X", 1),
}


@pytest.mark.parametrize("name", EXAMPLES)
def test_example__has_its_answer(solver: Solver, name: str) -> None:
    table, rack, answer = EXAMPLES[name]
    position = Position(parse(table), parse(rack))
    assert solver.most(position) == answer
    assert check_melds(solver, position, ace_high=True) == answer


def test_table_that_cannot_be_kept__is_infeasible(solver: Solver) -> None:
    assert solver.most(Position(parse("r5 b5"), parse("k9"))) == -1
    assert solver.most(Position(parse("r12 r13 r1"), Tiles()), ace_high=False) == -1


def test_memory__is_clean_after_any_answer(solver: Solver) -> None:
    """The same positions in another order and between infeasible ones have the same answers."""
    chosen = [position_of(vector) for vector in vectors()[::5]]
    first = [solver.most(position) for position in chosen]
    infeasible = Position(parse("r5 b5 X"), parse("k9 X"))
    for position, answer in zip(reversed(chosen), reversed(first), strict=True):
        solver.most(infeasible)
        assert solver.most(position) == answer


def test_slots__are_cleared_when_the_generations_run_out(solver: Solver) -> None:
    position = position_of(vectors()[3])
    answer = solver.most(position)
    solver.work["generation"] = (1 << 15) - 6
    assert [solver.most(position) for _ in range(3)] == [answer] * 3
    assert 0 < solver.work["generation"] < 100
