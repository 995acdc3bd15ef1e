"""Solves a second: the positions are those of the deals, every one is in one cell, and a rate is of whole passes."""

from collections import Counter
from collections.abc import Sequence
from itertools import pairwise

import pytest

import rummysim as rs
from rummysim.engine.lineup import resolve_lineup
from rummysim.engine.work import Work
from rummysim.results import bench, tile_solves
from rummysim.results.tile_positions import JOKER, TilePosition, positions_of
from rummysim.results.tile_solves import is_free, median_rate, passes_rate, solve_rates, tile_solver


def work_of(bots: list[str], **options: object) -> Work:
    """Deals of tile rummy."""
    variant = rs.variant("tile_seed", **options)
    return Work(variants=(variant,), lineup=resolve_lineup(variant, bots), seed=3, level="deal")


def test_positions__hold_tiles_that_there_are() -> None:
    positions = positions_of(work_of(["max", "max"]), 120)
    assert len(positions) == 120
    for table, rack in positions:
        both = table + rack
        assert min(table.values()) > 0
        assert min(rack.values()) > 0
        assert max(both.values()) <= 2
        assert table.total() >= 3
        assert both.total() <= 106


def test_players_who_lay_all_they_can__lay_what_the_solver_says() -> None:
    """From one position of a deal to the next the table grows by that, or by an opening more."""
    work = work_of(["max", "max"])
    positions = positions_of(work, 1_000, n_deals=1)
    most = tile_solver(work, positions)
    laid = [after.table.total() - before.table.total() for before, after in pairwise(positions)]
    more = [n - most([number], 1) for number, n in enumerate(laid)]
    assert len(more) > 5
    assert min(more) == 0
    assert sum(n > 0 for n in more) <= 1


def test_positions__are_fewer_where_the_deals_have_no_more() -> None:
    assert positions_of(work_of(["random", "random"]), 5, n_deals=0) == []


@pytest.mark.parametrize(("options", "free"), [({}, True), ({"joker_release": "fixed"}, False)])
def test_solver__is_measured_where_jokers_are_free(options: dict[str, object], free: bool) -> None:
    assert is_free(work_of(["max", "max"], **options)) == free


def test_solver__adds_up_positions_and_rounds() -> None:
    work = work_of(["max", "max"])
    solver = tile_solver(work, positions_of(work, 30))
    each = [solver([number], 1) for number in range(30)]
    assert sum(each) > 0
    assert solver(range(30), 2) == 2 * sum(each)


def test_rate__is_of_whole_passes(monkeypatch: pytest.MonkeyPatch) -> None:
    clock, asked = iter([10.0, 11.0, 12.0, 14.5]), list[tuple[list[int], int]]()
    monkeypatch.setattr(tile_solves.time, "perf_counter", lambda: next(clock))

    def solver(numbers: Sequence[int], n_rounds: int) -> int:
        asked.append((list(numbers), n_rounds))
        return 0

    assert passes_rate(solver, [4, 7, 9], 2.5) == 3 * 2 / 2.5
    assert asked == [([4, 7, 9], 1), ([4, 7, 9], 2)]


def test_median_rate__is_of_the_position_in_the_middle(monkeypatch: pytest.MonkeyPatch) -> None:
    rates = {4: 30.0, 7: 10.0, 9: 20.0}
    monkeypatch.setattr(tile_solves, "passes_rate", lambda solver, numbers, seconds: rates[numbers[0]])
    assert median_rate(lambda numbers, n_rounds: 0, [4, 7, 9]) == 20


def position(n_table: int, n_jokers: int) -> TilePosition:
    """A position of a size, whose tiles do not matter."""
    return TilePosition(Counter(r5=n_table), Counter({JOKER: n_jokers}))


def test_cells__have_every_position_once() -> None:
    sizes = [(3, 0), (20, 0), (21, 0), (40, 1), (41, 2), (90, 2)]
    cells = tile_solves.cells_of([position(*size) for size in sizes])
    assert cells == {
        "solves, all positions": [0, 1, 2, 3, 4, 5],
        "solves, 0 jokers, up to 20 tiles": [0, 1],
        "solves, 0 jokers, 21 to 40 tiles": [2],
        "solves, 1 joker, 21 to 40 tiles": [3],
        "solves, 2 jokers, over 40 tiles": [4, 5],
    }


def test_rates__are_of_each_cell(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tile_solves, "N_POSITIONS", 40)
    rates = solve_rates(work_of(["rack", "rack"]), 0.01, 3)
    assert next(iter(rates)) == ("solves, all positions", 1)
    assert len(rates) > 2
    assert any(what.endswith("up to 20 tiles") for what, _ in rates)
    assert any(what.endswith("median position") for what, _ in rates)
    assert all(len(found) == 3 and min(found) > 0 for found in rates.values())


def test_bench__shows_solves_of_tile_rummy_beside_the_deals(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench, "CHUNK_BLOCKS", 100)
    monkeypatch.setattr(bench, "REPEATS", 2)
    monkeypatch.setattr(tile_solves, "N_POSITIONS", 10)
    frame = bench.bench("tile", [["rack", "rack"]], seconds=0.05)
    assert frame["what"].to_list()[:5] == [*["kernel"] * 2, *["end to end"] * 2, "solves, all positions"]
    assert frame["least"].min() > 0
