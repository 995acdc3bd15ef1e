"""Clause tests of the referee of the tile family: what a turn may make of the table (rules 1.2, 1.9, 8.4, 8.5)."""

import pytest

from tests.reference.tile_legal import is_grown, play_refusal
from tests.reference.tile_melds import in_order
from tests.reference.tile_positions import may, melds, refused, table_with, tiles
from tests.reference.tile_rules import Rules

# named moves


def test_add__to_runs_and_groups() -> None:
    """TR-10, *Add*."""
    assert may("r5-r6-r7", "r8", "r5-r6-r7-r8")
    assert may("r5-r6-r7", "r4 r8", "r4-r5-r6-r7-r8")
    assert may("r5-b5-k5", "y5", "r5-b5-k5-y5")
    assert may("r11-r12-r13", "r1", "r11-r12-r13-r1")
    assert not may("r11-r12-r13", "r1", "r11-r12-r13-r1", ace_mode="low")
    assert may("r11-r12-r13", "X", "r11-r12-r13-X")


def test_split__T8() -> None:
    """TILE:8, first example."""
    assert may("y3-y4-y5-y6-y7", "y5", "y3-y4-y5 y5-y6-y7")
    assert not may("y3-y4-y5-y6-y7", "y5", "y3-y4-y5 y5-y6-y7", rearrange="none")


def test_combine__T9() -> None:
    """TILE:8, second example."""
    before, after = "r2-r3-r4-r5 r2'-y2-b2-k2", "r3-r4-r5 r2'-b2-k2 k2'-r2-y2"
    assert may(before, "k2'", after)
    assert not may(before, "k3", after)
    assert not may(before, "k2'", after, rearrange="none")


def test_swap__T10() -> None:
    assert may("r5-b5-y5", "k5 r6 r7", "k5-b5-y5 r5-r6-r7")
    assert not may("r5-b5-y5", "k5 r6 r7", "k5-b5-y5 r5-r6-r7", rearrange="none")


def test_nothing_played__T12() -> None:
    """TR-13, TR-14."""
    assert "TR-13" in refused("k4-r4-b4-y4", "k9", "k4-r4-b4")
    assert may("k4-r4-b4-y4", "k9", "k4-r4-b4-y4")
    assert "TR-14" in refused("k1-k2-k3-k4-k5-k6", "k9", "k1-k2-k3 k4-k5-k6")


def test_table_tiles__stay() -> None:
    """TR-13, cases 12 and 14: a joker stays too; tiles are counted by kind."""
    assert "TR-13" in refused("b4-b5-X r1-r2-r3", "b6", "b4-b5-b6 r1-r2-r3")
    assert "TR-13" in refused("r5-b5-k5", "y5", "r5-b5-y5")
    assert may("r5-b5-k5 r5'-r6-r7-r8", "r3 r4", "r5-b5-k5 r3-r4-r5' r6-r7-r8")
    assert "TR-13" in refused("r5-b5-k5 r5'-r6-r7-r8", "r3 r4", "r5-b5-k5 r3-r4-r5' r5-r6-r7-r8")
    assert "TR-13" in refused("r5-r6-r7", "r9", "r5-r6-r7-r8")
    assert "TR-13" in refused("r5-r6-r7", "r8", "r5-r6-r7-r8 r8-r9-r10")


def test_table__is_of_melds() -> None:
    """TR-15."""
    assert "TR-15" in refused("r5-b5-k5-y5", "X", "r5-b5-k5-y5-X")
    assert "TR-15" in refused("r5-r6-r7-r8", "b6 k6", "b6-k6-r6 r7-r8")
    assert "TR-15" in refused("r5-r6-r7", "X X", "X-r5-r6-r7-X", max_jokers_per_meld=1)


def test_property_of_case_12() -> None:
    """A table of two groups and three runs, and one tile that fits after a rearrangement."""
    before = "r2-b2-k2 r9-b9-k9-y9 r3-r4-r5 r6-r7-r8 b3-b4-b5-b6"
    assert may(before, "y6", "r2-b2-k2 r9-b9-k9-y9 r3-r4-r5 r7-r8-r9' b3-b4-b5 r6-b6-y6", "") is False
    assert may(before, "y6", "r2-b2-k2 b9-k9-y9 r3-r4-r5 r7-r8-r9 b3-b4-b5 r6-b6-y6")


# before and in an opening turn


def test_not_opened__nothing_but_an_opening() -> None:
    """TR-10, T13."""
    table = table_with(["y8 k1", "k2"], "y5-y6-y7")
    assert "TR-10" in table.turn_refusal(melds("y5-y6-y7-y8"))
    assert table_with(["y8 k1", "k2"], "y5-y6-y7", opened=[0]).turn_refusal(melds("y5-y6-y7-y8")) == ""
    assert table.turn_refusal(melds("y5-y6-y7")) == ""


@pytest.mark.parametrize("manipulate", [True, False])
def test_opening_turn__goes_on(manipulate: bool) -> None:
    """Case 2, rules 8.4."""
    opening = "k10-r10-y10"
    rack = "k10 r10 y10 r5 k9"
    after = "k10-r10-y10 r2-r3-r4-r5"
    assert may("r2-r3-r4", rack, after, opening, manipulate_on_opening_turn=manipulate) == manipulate
    assert may("r2-r3-r4", rack, "k10-r10-y10 r2-r3-r4", opening, manipulate_on_opening_turn=manipulate)
    table = table_with([rack, "k1"], "r2-r3-r4", manipulate_on_opening_turn=manipulate)
    assert table.goes_on
    table.open(melds(opening))
    assert table.goes_on == manipulate


def test_opening_turn__melds_may_be_rearranged_at_once() -> None:
    """Rules 8.4: T1 contains T0 and M as tiles."""
    before, opening, rack = "k8-k9-k10-k11", "k10-r10-y10", "k10 r10 y10 k12"
    after = "k8-k9-k10 k10-r10-y10 k11-k12"
    assert not may(before, rack, after, opening)
    assert may("k8-k9-k10", rack, "k8-k9-k10 k10-r10-y10", opening)
    assert may("b10-b11-b12-b13", "k10 r10 y10", "b11-b12-b13 b10-k10-r10-y10", opening)
    assert "TR-24" in refused("k8-k9-k10", "k10 r10 y10 k11", "k8-k9-k10-k11", opening)
    assert not may("b10-b11-b12-b13", rack, "b11-b12-b13 b10-k10-r10-y10", opening, manipulate_on_opening_turn=False)


def test_opening_turn__table_stays_as_it_is_without_manipulation() -> None:
    """Jokers of the table do not move either."""
    before, opening, rack = "r5-r6-X", "k10-r10-y10", "k10 r10 y10"
    assert may(before, rack, "r5-r6-X k10-r10-y10", opening, manipulate_on_opening_turn=False)
    assert not may(before, rack, "X-r5-r6 k10-r10-y10", opening, manipulate_on_opening_turn=False)
    assert may(before, rack, "X-r5-r6 k10-r10-y10", opening)


def test_opening_turn__its_own_jokers_are_free() -> None:
    """TILE 2: T0 is the table before the opening."""
    rack, opening = "k10 r10 X b7 b9", "k10-r10-X"
    for release in ("free", "fixed", "locked"):
        after = "b7-X-b9 k10-r10-b10"
        assert may("b10-b11-b12-b13", rack, f"{after} b11-b12-b13", opening, joker_release=release)


# no rearrangement


@pytest.mark.parametrize(
    ("before", "rack", "after", "right"),
    [
        ("r5-r6-r7", "r4 r8 k1 k2 k3", "r4-r5-r6-r7-r8 k1-k2-k3", True),
        ("r5-r6-X", "r8", "r5-r6-X-r8", True),
        ("r5-r6-X", "r7", "r5-r6-r7-X", False),
        ("r5-r6-X", "r7 r8", "r5-r6-r7-X r8-r9-r10", False),
        ("r5-r6-X", "r4", "X-r4-r5-r6", False),
        ("r5-r6-X", "r4", "r4-r5-r6-X", True),
        ("r5-r6-X", "X", "r5-r6-X-X", True),
        ("r5-b5-X", "k5", "r5-b5-k5-X", True),
        ("r5-b5-X", "X", "r5-b5-X-X", True),
        ("r5-b5-k5", "X", "r5-b5-k5-X", True),
        ("r5-b5-X", "k5 y5", "r5-b5-k5-y5 X-r1-r2", False),
        ("r5-r6-r7 r8-r9-r10", "k1 k2 k3", "r5-r6-r7-r8-r9-r10 k1-k2-k3", False),  # no joining
        ("r5-r6-r7 r5-r6-r7-r8", "r8 r9", "r5-r6-r7-r8 r5-r6-r7-r8-r9", True),
        ("r5-r6-r7 r5-r6-r7-r8", "r9 r10", "r5-r6-r7 r5-r6-r7-r8-r9-r10", True),
        ("r5-r6-r7 r7-r8-r9", "r8 r6", "r5-r6-r7-r8 r6-r7-r8-r9", True),
        ("group:r5-X-X", "r6", "r5-r6-X-X", False),
        ("r1-r2-r3", "b1 k1", "r1-b1-k1 r2-r3-r4", False),
    ],
)
def test_rearrange_none(before: str, rack: str, after: str, right: bool) -> None:
    """Rules 8.5, TILE 2: melds of the table only grow, each by rack tiles, table jokers where they were."""
    assert may(before, rack, after, rearrange="none") == right


def test_rearrange_none__each_meld_grows_into_one_of_its_own() -> None:
    assert not is_grown(melds("r5-r6-r7 r6-r7-r8"), melds("r5-r6-r7-r8 k1-k2-k3"))
    assert is_grown(melds("r5-r6-r7 r6-r7-r8"), melds("r5-r6-r7-r8 r4-r5-r6-r7"))
    assert is_grown(melds("r5-b5-X r5-b5-k5"), melds("r5-b5-k5-X r5-b5-X"))
    assert not is_grown(melds("r5-b5-X r5-b5-k5"), melds("r5-b5-k5-X k1-k2-k3"))


def test_play__looks_at_tiles_not_at_order() -> None:
    before, after = melds("r5-r6-r7 k1-k2-k3"), melds("r5-r6-r7-r8 k1-k2-k3")
    assert play_refusal(Rules(), before, after, tiles("r8")) == ""
    assert play_refusal(Rules(), list(reversed(before)), list(reversed(after)), tiles("r8")) == ""
    assert in_order(after) == after
