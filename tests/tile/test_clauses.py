"""Clauses of rules.md 1.1 to 1.5, 8.3 to 8.5 and the worked examples T1 to T19, in tile notation."""

from typing import Any

import numpy as np
import pytest

import rummysim as rs
from rummysim.melds.each import is_meld
from tests.tile.seated import BAD_MOVE, EXHAUSTED, GOES_ON, OUT, Table, meld_of
from tests.tile.told import DRAW

ANY_RACK = "k1 k3 r6 b9"


# melds


@pytest.mark.parametrize(
    ("meld", "legal"),
    [
        ("k13-k1-k2", False),
        ("k1-k2-k3-k4-k5-k6-k7-k8-k9-k10-k11-k12-k13", True),
        ("k2-k3-k4-k5-k6-k7-k8-k9-k10-k11-k12-k13-k1", True),
        ("k1-k2-k3-k4-k5-k6-k7-k8-k9-k10-k11-k12-k13-k1", False),
        ("k12-k13-k1", True),
        ("r5-b5-y5-k5", True),
        ("r5-b5", False),
        ("r5-b5-X", True),
        ("r5-X-X", True),
        ("r5-b5-y5-k5-X", False),
        ("r6-X-r8", True),
        ("X-r6-r7", True),
        ("X-r1-r2", False),
        ("r5-X-X-r8", True),
    ],
)
def test_melds(meld: str, legal: bool) -> None:
    """TR-17 … TR-19, T6, T7: groups of three or four colours, runs up to 13, the 1 at either end but not both."""
    assert is_meld(Table().code["points"], np.int64(meld_of(meld))) == legal


def test_melds__codes_of_nothing_are_none() -> None:
    """A group with a colour twice cannot be said; jokers alone, runs beyond the line and stray bits are refused."""
    table = Table()
    for code in (
        0,
        -1,
        meld_of("r5-X-X") & ~(15 << 20),
        meld_of("r5-b5-y5") | 1,
        meld_of("r5-r6-r7") | 1,
        meld_of("r12-r13-r1") + (1 << 28) | 1 << 42,
        meld_of("r5-r6-r7") | 0b111 << 11,
    ):
        assert not is_meld(table.code["points"], np.int64(code)), code


# dealing and course


@pytest.mark.parametrize(("n", "pool"), [(2, 77), (3, 63), (4, 49)])
def test_deal__leaves_a_pool(n: int, pool: int) -> None:
    """TR-3 … TR-5, T16: fourteen each, fifteen to the first player, and the pool."""
    table = Table(n)
    assert table.public["n_held"][:n].tolist() == [15, *[14] * (n - 1)]
    assert table.public["n_pool"] == pool


def test_first_player__lays_out_a_tile_and_then_draws() -> None:
    """TR-4, TA-1: the tile is out of play; the first turn is the same player's, with a tile drawn."""
    lines = str(rs.replay("tile", ["rack", "rack"], seed=1, deal=0)).splitlines()
    course = [line.split(") ")[1] for line in lines if ") " in line][3:]
    assert course[0].startswith("lays out")
    assert course[1].startswith("draws")


def test_turn__draws_one_tile_before_the_play() -> None:
    """TR-9, TR-11: always, also when tiles are played; nothing is thrown."""
    table = Table().put(ANY_RACK, pool="y7 y8", melds=["r3-r4-r5"])
    assert table.turn("r6>0") == GOES_ON
    assert table.rack() == "k1 k3 b9 y7"
    assert table.public["n_pool"] == 1


def test_out__ends_the_deal_at_once() -> None:
    """TR-12: the last tile played, in the opening too."""
    table = Table().put("r6", pool="b9", melds=["r3-r4-r5", "k9-r9-y9"])
    assert table.turn("r6>1", "b9>0") == OUT
    assert table.facts(OUT)[0]["out"] == 1
    table.put("r10 b10", pool="y10", opened="")
    assert table.turn("r10-b10-y10") == OUT
    assert table.facts(OUT)[0]["opening_points"] == 30


# opening


@pytest.mark.parametrize(
    ("rack", "melds", "legal"),
    [
        ("r9 r10 r11", ("r9-r10-r11",), True),
        ("r5 r6 r7 r8 k1 y1 b1", ("r5-r6-r7-r8", "k1-b1-y1"), False),
        ("r12 r13 r1", ("r12-r13-r1",), False),
        ("r12 r13 r1 k2 y2 b2", ("r12-r13-r1", "k2-b2-y2"), True),
        ("k10 b10 X", ("k10-b10-X",), True),
        ("X y12 y13", ("X-y12-y13",), True),
        ("X y12 y13", ("y12-y13-X",), False),
    ],
)
def test_opening__is_worth_thirty(rack: str, melds: tuple[str, ...], legal: bool) -> None:
    """TR-22, TR-23, T1 … T5: all melds of the turn together; a 1 counts 1, a joker the tile it stands for."""
    table = Table().put(rack + " b13", opened="")
    assert (table.turn(*melds, "open") == GOES_ON) == legal
    assert table.facts()[0]["opened"] == (61 if legal else 0)


def test_unopened__may_do_nothing_else() -> None:
    """TR-10, T13: no lay-off, no split, no rebuild before the opening; a stop passes."""
    for play in ("y8>0", "2/0", "rebuild"):
        table = Table().put("y5 y8 k1", pool="k3", melds=["y3-y4-y5-y6-y7"], opened="")
        assert table.turn(play) == BAD_MOVE
    table.put("y8 k1", melds=["y5-y6-y7"], opened="")
    assert table.turn() == GOES_ON


def test_opening__uses_tiles_of_the_rack_only() -> None:
    """TR-24: tiles that are not held, and a tile used twice."""
    for rack, melds in (("r9 r10", ("r9-r10-r11",)), ("r9 r10 r11 b9 y9", ("r9-r10-r11", "r9-b9-y9"))):
        table = Table().put(rack + " k1", pool="k2", melds=["r11-b11-y11"], opened="")
        assert table.turn(*melds, "open") == BAD_MOVE


@pytest.mark.parametrize("allowed", [True, False])
def test_opening__may_be_followed_by_more(allowed: bool) -> None:
    """TR-10, 8.4: in the same turn with manipulate_on_opening_turn, else the turn ends with the opening."""
    table = Table(manipulate_on_opening_turn=allowed).put("r9 r10 r11 y8 k1", pool="k3", melds=["y5-y6-y7"], opened="B")
    assert table.turn("r9-r10-r11", "open", "y8>1") == GOES_ON
    assert table.lies("y5-y6-y7-y8", "r9-r10-r11") == allowed
    assert table.facts()[0]["played"] == 3 + allowed


# the table


def test_swap_split_and_combine__are_rebuilds() -> None:
    """TR-13 … TR-15, T8 … T10, cases 14: every table tile stays, in valid melds."""
    for melds, rack, after in (
        (["y3-y4-y5-y6-y7"], "y5", ["y3-y4-y5", "y5-y6-y7"]),
        (["r2-r3-r4-r5", "k2-r2-b2-y2"], "k2", ["r3-r4-r5", "k2-r2-b2", "k2-r2-y2"]),
        (["r5-b5-y5"], "k5 r6 r7", ["k5-b5-y5", "r5-r6-r7"]),
        (["k5-r5-b5", "r5-r6-r7-r8"], "r3 r4", ["k5-r5-b5", "r3-r4-r5-r6-r7-r8"]),
    ):
        table = Table().put(rack + " k13", pool="b13", melds=melds)
        assert table.turn("rebuild") == GOES_ON
        played = len(rack.split())
        assert table.facts()[0]["played"] == played
        assert table.rack() == "k13 b13"
        if len(after) == 2 and "r3" in rack:
            continue
        faces = sorted(word for meld in after for word in meld.split("-"))
        tiles = [*melds, rack.replace(" ", "-")]
        assert faces == sorted(word for meld in tiles for word in meld.split("-"))


def test_split__by_hand() -> None:
    """T8: a tile at a position that a run has; both parts have three tiles."""
    table = Table().put("y5 y4 k1", pool="k3", melds=["y3-y4-y5-y6-y7"])
    assert table.may("2/0")
    assert not table.may("1/0")
    assert not table.may("3/0")
    assert table.turn("2/0") == GOES_ON
    assert table.lies("y3-y4-y5", "y5-y6-y7")
    table.put("y5 y6 k1", melds=["y3-y4-X-y6-y7-y8"])
    assert not table.may("2/0")
    assert table.may("3/0")


def test_nothing_played__leaves_the_table() -> None:
    """TR-14, T12: a rebuild that lays nothing is none."""
    table = Table().put("k1 k3", pool="k5", melds=["r4-b4-y4", "r5-r6-r7"])
    assert table.turn("rebuild") == GOES_ON
    assert table.lies("r4-b4-y4", "r5-r6-r7")
    assert table.facts()[0]["plays"] == 0


def test_rearrange_none__allows_melds_and_lay_offs_only() -> None:
    """8.5: no split, no rebuild."""
    for play, outcome in (("rebuild", BAD_MOVE), ("2/0", BAD_MOVE), ("y8>0", GOES_ON), ("k9-b9-r9", GOES_ON)):
        table = Table(rearrange="none").put("y5 y8 k9 r9 b9 k1", pool="k3", melds=["y3-y4-y5-y6-y7"])
        assert table.turn(play) == outcome, play


# jokers


def after_rebuild(rack: str, melds: list[str], **options: Any) -> int:
    """Tiles that a rebuild plays."""
    table = Table(**options).put(rack + " y1", pool="r13", melds=melds)
    assert table.turn("rebuild") == GOES_ON
    return table.facts()[0]["played"]


def test_joker__is_freed_by_its_tile() -> None:
    """TR-20, T11: b6 takes the joker's place, the joker goes to k9 and y9."""
    melds = ["b4-b5-X", "r1-r2-r3"]
    for release in ("free", "fixed", "locked"):
        assert after_rebuild("b6 k9 y9", melds, joker_release=release) == 3


@pytest.mark.parametrize(("release", "alone", "in_the_middle"), [("free", 2, 3), ("fixed", 0, 3), ("locked", 0, 0)])
def test_joker__may_be_bound(release: str, alone: int, in_the_middle: int) -> None:
    """TR-20, 8.3, T18, T19: the joker at the end of a run of four; a tile of a run around a joker."""
    assert after_rebuild("k9 y9", ["b4-b5-b6-X"], joker_release=release) == alone
    assert after_rebuild("k8 r8", ["b3-b4-X-b6-b7-b8"], joker_release=release) == (2 if in_the_middle else 0)


def test_joker__may_have_to_form_a_new_meld() -> None:
    """TR-21, T11: put as r4 behind r1-r2-r3 it would lie in a meld of the table before; k9 and y9 take it."""
    melds = ["b4-b5-X", "r1-r2-r3"]
    for reuse, alone in (("any_meld", 1), ("new_meld", 0)):
        table = Table(joker_reuse=reuse, joker_release="fixed").put("b6 y1", pool="r13", melds=melds)
        assert table.turn("rebuild") == GOES_ON
        assert table.facts()[0]["played"] == alone
        assert after_rebuild("b6 k9 y9", melds, joker_reuse=reuse, joker_release="fixed") == 3


def test_group_joker__is_freed_by_one_colour_or_both() -> None:
    """group_joker_swap, 8.3: a group of three with a joker."""
    melds = ["r7-b7-X"]
    for swap, rack, played in (
        ("any_missing", "k7 k9 y9", 3),
        ("both_missing", "k7 k9 y9", 1),
        ("both_missing", "k7 y7 k9 r9", 4),
    ):
        assert after_rebuild(rack, melds, joker_release="fixed", group_joker_swap=swap) == played, (swap, rack)


def test_both_missing_colours__are_played_and_each_frees_one_joker() -> None:
    """8.3: y7 is played for the group and frees the joker of the run; two colours free two jokers of a group."""
    rules = {"joker_release": "fixed", "group_joker_swap": "both_missing"}
    assert after_rebuild("k7 y7 k9 r9 k11 r11", ["r7-b7-X", "y6-X-y8"], **rules) == 6
    assert after_rebuild("k7 y7 k9 r9 k11 r11", ["r7-X-X"], **rules) == 6
    assert after_rebuild("k7 k9 r9 k11 r11", ["r7-X-X"], **rules) == 1
    assert after_rebuild("k7 k9 r9 k11 r11", ["r7-b7-X-X"], **rules) == 3


def test_joker__may_be_freed_by_a_tile_of_the_table() -> None:
    """joker_freed_by: b6 of the table takes the joker's place beside b4 and b5."""
    melds = ["b4-b5-X", "r6-b6-y6-k6"]
    assert after_rebuild("k9 y9", melds, joker_release="fixed", joker_freed_by="rack") == 0
    assert after_rebuild("k9 y9", melds, joker_release="fixed", joker_freed_by="rack_or_table") == 2


def test_table_tile__joins_all_other_tiles_of_the_meld_jokers_too() -> None:
    """8.3: r6 may take a joker's place beside r5, the other joker and r8; r7 cannot free that one as well."""
    rules = {"joker_release": "fixed", "joker_freed_by": "rack_or_table"}
    melds = ["r5-X-X-r8", "r6-b6-y6-k6", "r7-b7-y7-k7"]
    assert after_rebuild("k9 y9", melds, **rules) == 2
    assert after_rebuild("k9 y9 k11 y11", melds, **rules) == 2


@pytest.mark.parametrize(("most", "legal"), [(None, True), (2, True), (1, False)])
def test_max_jokers_per_meld(most: int | None, legal: bool) -> None:
    """max_jokers_per_meld: new melds, lay-offs, openings."""
    table = Table(max_jokers_per_meld=most).put("k9 X X k1", melds=["r5-r6-X"])
    assert table.may("k9-X-X") == legal
    assert table.may("X>0") == legal
    table.put("k12 X X k1", opened="")
    assert (table.turn("k12-X-X", "open") == GOES_ON) == legal


def test_opening_joker__counts_or_not() -> None:
    """opening_joker: as the tile it stands for, nothing, or not allowed."""
    for value, legal in (("yes", True), ("zero", False), ("no", False)):
        table = Table(opening_joker=value).put("k10 b10 X k1", opened="")
        assert table.may_open() == legal
        assert (table.turn("k10-b10-X", "open") == GOES_ON) == legal
    table = Table(opening_joker="zero").put("k10 r10 b10 X k1", opened="")
    assert table.turn("k10-r10-b10-X", "open") == GOES_ON
    assert table.facts()[0]["opening_points"] == 30


# draw rule, laid-out tile, empty pool


def test_if_no_play__draws_after_a_turn_without_a_play() -> None:
    """draw_rule = if_no_play: a drawn tile ends the turn."""
    table = Table(draw_rule="if_no_play").put("r6 k1", pool="y7", melds=["r3-r4-r5"])
    assert table.turn("r6>0") == GOES_ON
    assert table.public["n_pool"] == 1
    assert table.turn() == GOES_ON
    assert table.rack("B") == "k13 r13 y7"


def test_laid_out_tile__may_be_taken_by_the_second_player_only() -> None:
    """initial_discard = takeable, 8.5: in their first turn, instead of drawing; it is gone then."""
    table = Table(initial_discard="takeable").put("k1", "k2 k3", pool="y7 y8", laid_out="r9", turn=0)
    table.turn()
    assert table.public["laid_out"] == 24
    table.game["parameters"][1, :, DRAW] = 1
    table.turn()
    assert table.rack("B") == "k2 k3 r9"
    assert table.facts()[1]["took"] == 1
    assert table.public["laid_out"] == -1
    assert table.public["n_pool"] == 1


@pytest.mark.parametrize(
    ("rule", "outcomes"),
    [
        ("play_on", [GOES_ON, GOES_ON, GOES_ON, EXHAUSTED]),
        ("one_more_round", [GOES_ON, GOES_ON, GOES_ON, EXHAUSTED]),
        ("stop", [EXHAUSTED]),
    ],
)
def test_empty_pool__ends_the_deal(rule: str, outcomes: list[int]) -> None:
    """TR-8, 8.5: three players; the first turn draws the last tile."""
    table = Table(3, pool_empty=rule).put("k1", pool="k3", opened="ABC")
    assert [table.turn() for _ in outcomes] == outcomes


def test_play_on__begins_again_after_a_play() -> None:
    """8.5: turns without a play have to follow one another."""
    table = Table(2).put("r6 r7 k1", pool="", melds=["r3-r4-r5"], opened="AB")
    assert [table.turn() for _ in range(1)] == [GOES_ON]
    assert table.turn() == EXHAUSTED
    table.put("r6 r7 k1", "k13 r13", pool="", melds=["r3-r4-r5"], opened="AB")
    assert table.turn("r6>0") == GOES_ON
    assert table.turn() == GOES_ON
    assert table.turn() == EXHAUSTED
