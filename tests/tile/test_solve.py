"""Racks solved in words: worked examples of rules.md 1.9 and of cases.md A, options, messages, and the frame."""

from typing import Any

import pytest

from rummysim.errors import InputError
from rummysim.fields.solutions import TileSolutions
from rummysim.games.tile.house import House
from rummysim.games.tile.solve import INPUTS, Solver, TileSolution

SABRA = {"ace_mode": "low", "joker_release": "fixed", "joker_reuse": "new_meld", "joker_freed_by": "rack_or_table"}


def solved(table: str, rack: str, *, opened: bool = True, **options: Any) -> TileSolution:
    """A rack solved, of a player who has opened unless said otherwise."""
    return Solver(House(**options), table, opened=opened).solution("tile", rack)


@pytest.mark.parametrize(
    ("table", "rack", "n_tiles", "new"),
    [
        pytest.param("y3-y4-y5-y6-y7", "y5", 1, {"y3-y4-y5", "y5-y6-y7"}, id="T8"),
        pytest.param("r2 r3 r4 r5 | r2 y2 b2 k2", "k2", 1, {"r3-r4-r5", "k2-r2-b2", "k2-r2-y2"}, id="T9"),
        pytest.param("r5 b5 y5", "k5 r6 r7", 3, {"k5-b5-y5", "r5-r6-r7"}, id="T10"),
        pytest.param("b4 b5 X=b6 | r1 r2 r3", "b6 k9 y9", 3, {"b4-b5-b6", "r1-r2-r3", "k9-y9-X"}, id="T11"),
        pytest.param("b4 b5 b6 X=b7", "k9 y9", 2, {"b4-b5-b6", "k9-y9-X"}, id="T18"),
        pytest.param("b3 b4 X b6 b7 b8", "k8 r8", 2, {"b3-b4-X(=b5)-b6-b7", "k8-r8-b8"}, id="T19"),
        pytest.param("r5 b5 k5 | r5 r6 r7 r8", "r3 r4", 2, None, id="case 14, and T13 for who has opened"),
        pytest.param("y5-y6-y7", "y8", 1, {"y5-y6-y7-y8"}, id="TR-10 add"),
    ],
)
def test_example__lays_what_it_says(table: str, rack: str, n_tiles: int, new: set[str] | None) -> None:
    found = solved(table, rack)
    assert found.tiles_played == n_tiles
    assert found.proved
    assert new is None or set(found.table) == new


@pytest.mark.parametrize(
    ("table", "rack", "by_release"),
    [
        pytest.param("b4 b5 X=b6 | r1 r2 r3", "b6 k9 y9", {"free": 3, "fixed": 3, "locked": 3}, id="T11"),
        pytest.param("b4 b5 b6 X=b7", "k9 y9", {"free": 2, "fixed": 0, "locked": 0}, id="T18"),
        pytest.param("b3 b4 X b6 b7 b8", "k8 r8", {"free": 2, "fixed": 2, "locked": 0}, id="T19"),
    ],
)
def test_joker_release__decides(table: str, rack: str, by_release: dict[str, int]) -> None:
    for release, n_tiles in by_release.items():
        assert solved(table, rack, joker_release=release).tiles_played == n_tiles


def test_new_meld__forbids_the_joker_behind_a_run() -> None:
    """T11: X as r4 behind r1-r2-r3 is a way to lay b6; under ``new_meld`` it is not, and k9-y9-X still is."""
    assert solved("b4 b5 X=b6 | r1 r2 r3", "b6", joker_release="fixed").tiles_played == 1
    bound = solved("b4 b5 X=b6 | r1 r2 r3", "b6", joker_release="fixed", joker_reuse="new_meld")
    assert "r1-r2-r3-X(=r4)" not in bound.table
    assert solved("b4 b5 X=b6 | r1 r2 r3", "b6 k9 y9", **SABRA).tiles_played == 3


def test_group_joker__is_freed_by_either_colour_or_by_both() -> None:
    """8.3: of k5-r5-X one of b5 and y5 frees the joker, under ``both_missing`` both together."""
    options = {"joker_release": "fixed"}
    assert solved("k5 r5 X", "b5 k9 y9", **options).tiles_played == 3
    assert solved("k5 r5 X", "b5 k9 y9", group_joker_swap="both_missing", **options).tiles_played == 1
    assert solved("k5 r5 X", "b5 y5 k9 y9", group_joker_swap="both_missing", **options).tiles_played == 4


def test_joker_freed_by_table__takes_the_tile_from_another_meld() -> None:
    """8.3: b6 of the table joins b4-b5, and the joker goes to k9-y9."""
    table, rack = "b4 b5 X=b6 | k6 r6 y6 b6", "k9 y9"
    assert solved(table, rack, joker_release="fixed").tiles_played == 0
    assert solved(table, rack, joker_release="fixed", joker_freed_by="rack_or_table").tiles_played == 2


@pytest.mark.parametrize(
    ("rack", "points", "opens"),
    [
        pytest.param("r9 r10 r11", 30, True, id="T1"),
        pytest.param("r5 r6 r7 r8 k1 y1 b1", 29, False, id="T2"),
        pytest.param("r12 r13 r1", 26, False, id="T3 alone"),
        pytest.param("r12 r13 r1 k2 y2 b2", 32, True, id="T3 together"),
        pytest.param("k10 b10 X", 30, True, id="T4, case 1"),
        pytest.param("X y12 y13", 36, True, id="T5"),
        pytest.param("b10 b11 X b13", 46, True, id="case 1"),
        pytest.param("y7 y8 y9 k2 b2 r2", 30, True, id="case 4"),
        pytest.param("r13 y13 k13 k13", 39, True, id="case 6"),
        pytest.param("k1 k2", 0, False, id="no meld"),
    ],
)
def test_opening__counts_what_it_says(rack: str, points: int, opens: bool) -> None:
    found = solved("", rack, opened=False)
    assert found.opening_points == points
    assert (found.tiles_played > 0) == opens


def test_opening_turn__goes_on_with_the_table_where_that_is_allowed() -> None:
    """Case 2, 8.4."""
    table, rack = "r2 r3 r4", "k10 r10 y10 r5"
    assert solved(table, rack, opened=False).tiles_played == 4
    assert solved(table, rack, opened=False, manipulate_on_opening_turn=False).tiles_played == 3
    assert solved("y5 y6 y7", "y8", opened=False).tiles_played == 0  # T13


def test_opening_melds__free_jokers_of_the_table_and_may_be_rearranged() -> None:
    """8.4: b6 of the opening melds takes the place of the joker; the joker makes k1-r1-X."""
    found = solved("b3 b4 b5 X=b6", "b6 r6 k6 b13 r13 k13 k1 r1", opened=False, joker_release="fixed")
    assert found.tiles_played == 8
    assert found.proved
    kept = solved("b3 b4 b5 X=b6", "r6 k6 y6 b13 r13 k13 k1 r1", opened=False, joker_release="fixed")
    assert kept.tiles_played == 6


def test_three_jokers__are_no_meld_alone() -> None:
    """Case 11."""
    assert solved("", "X X X", jokers=3, opened=False).opening_points == 0
    assert solved("", "X X k13", jokers=3, opened=False).opening_points == 39
    assert solved("", "X X X k13", jokers=4, opened=True).tiles_played == 4


def test_rearrange_none__only_adds() -> None:
    """8.5."""
    assert solved("y3-y4-y5-y6-y7", "y5", rearrange="none").tiles_played == 0
    found = solved("y3-y4-y5 | k9 r9 b9", "y6 y9 r1 r2 r3 k1", rearrange="none")
    assert found.tiles_played == 5
    assert found.leftover == "k1"


@pytest.mark.parametrize(
    ("table", "rack", "n_tiles", "options"),
    [
        ("", "X X k13", 3, {}),
        ("", "X X k13", 0, {"max_jokers_per_meld": 1}),
        ("", "X X k13", 3, {"max_jokers_per_meld": 2}),
        ("k12 k13 r5", "k1", 0, None),
        ("", "k12 k13 k1", 3, {}),
        ("", "k12 k13 k1", 0, {"ace_mode": "low"}),
    ],
)
def test_options__decide(table: str, rack: str, n_tiles: int, options: dict[str, Any] | None) -> None:
    if options is None:
        with pytest.raises(InputError, match="is no meld"):
            solved(table, rack)
    else:
        assert solved(table, rack, opened=True, **options).tiles_played == n_tiles


@pytest.mark.parametrize(
    ("table", "rack", "words"),
    [
        ("r5 r6", "k1", "is no meld of these rules"),
        ("k13-k1-k2", "k5", "is no meld"),
        ("r7 r7 b7", "k1", "is no meld"),
        ("r5 b5 y5 k5 X", "k1", "is no meld"),
        ("k1 k2 k3 k4 k5 k6 k7 k8 k9 k10 k11 k12 k13 k1", "k5", "is no meld"),
        ("r3 r4 X=r9", "k5", "is no meld"),
        ("r3 r4 r5", "r3 r3", "r3 is 3 times on rack and table"),
        ("r3 r4 X", "X X", "X is 3 times"),
        ("", "", "no tiles"),
        ("", "5r", "'5r' is no tile"),
        ("", "r14", "'r14' is no tile"),
        ("", "r5 r5 r5", "stands there 3 times"),
    ],
)
def test_wrong_input__is_one_message(table: str, rack: str, words: str) -> None:
    """T6 and T7 among them."""
    with pytest.raises(InputError, match=words):
        solved(table, rack)


def test_full_runs__are_melds_of_thirteen() -> None:
    """T6, case 8."""
    low = "-".join(f"k{value}" for value in range(1, 14))
    assert solved(low, "k5 r1").tiles_played == 1
    high = "-".join(f"k{value}" for value in (*range(2, 14), 1))
    assert solved(high, "r1 k1").tiles_played == 1
    assert solved(low, "X").tiles_played == 1


def test_solution__prints_itself() -> None:
    assert str(solved("r3 r4 r5 | k7 r7 b7", "y7 r6 X", opened=True)) == (
        "game     tile\n"
        "rack     r6 y7 X\n"
        "table    k7-r7-b7 | r3-r4-r5\n"
        "lays     r6 y7 X (3 tiles, 63 points)\n"
        "  1      add y7 to k7-r7-b7: k7-r7-b7-y7\n"
        "  2      add X(=r2) and r6 to r3-r4-r5: X(=r2)-r3-r4-r5-r6\n"
        "  table  k7-r7-b7-y7 | X(=r2)-r3-r4-r5-r6\n"
        "  left   nothing"
    )
    assert "<table>" in solved("", "r9 r10 r11")._repr_html_()
    assert solved("", "r5 r6").best.moves == ()


def test_frame__has_a_row_a_rack() -> None:
    solver = Solver(House(), "r2 r3 r4", opened=False)
    frame = solver.solve([solver.read("k10 r10 y10 r5"), solver.read("k1 X")])
    TileSolutions.validate(frame)
    assert frame["tiles_played"].to_list() == [4, 0]
    assert frame["opening_points"].to_list() == [30, 0]
    assert set(INPUTS) == {"table", "opened"}
