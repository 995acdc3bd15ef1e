"""What each bot is for, in positions, and how strong it is against the others."""

from dataclasses import replace
from math import sqrt
from statistics import fmean, stdev
from types import MappingProxyType

import polars as pl
import pytest

import rummysim as rs
from rummysim.games.actions import STOP
from rummysim.games.bot import Bot
from rummysim.games.tile.actions import REBUILD
from rummysim.games.tile.bots.table import BOTS
from tests.tile.seated import Table, meld_of, tile_of

Z = 3.0
POOL, LAID_OUT = 0, 1
REBUILDERS = ("max", "points-first", "joker-keeper", "melds-last", "waiter", "expert")
OPENERS = ("rack", *REBUILDERS)


def bot(name: str, few: int | None = None) -> Bot:
    """A bot of the family, one that waits with a parameter of its own."""
    found = BOTS[name]
    return found if few is None else replace(found, parameters=MappingProxyType({"few": float(few)}))


# random


def test_random__plays_anything_of_its_menu() -> None:
    """bots.md 7: stop, new melds of three tiles or groups of four, lay-offs; nothing is split or taken apart."""
    table = Table().put("r3 r6 k9 b9 y9 X", melds=["r3-r4-r5-r6-r7"])
    answers = {table.ask(bot("random"), word=word) for word in range(200)}
    wanted = {table.answer(play) for play in ("k9-b9-y9", "k9-b9-X", "k9-y9-X", "b9-y9-X", "X>0")}
    assert {STOP, *wanted} <= answers
    assert REBUILD not in answers
    assert table.answer("2/0") not in answers


def test_random__opens_when_it_can_with_most_points() -> None:
    """bots.md 7: as soon as it can."""
    table = Table().put("r9 r10 r11 k10 b10 k1", opened="")
    assert table.ask(bot("random")) in {meld_of("r9-r10-r11"), meld_of("k10-r10-b10")}
    assert table.put("r9 r10 k1 k2", opened="").ask(bot("random")) == STOP


def test_random__lays_out_no_joker_while_it_holds_another_tile() -> None:
    """CONTRACT_TILE 8."""
    table = Table().put("k1 y2 X")
    assert {table.ask(bot("random"), "choose_discard", word) for word in range(20)} == {tile_of("k1"), tile_of("y2")}


# opening and lay-out, shared by all others


@pytest.mark.parametrize("name", OPENERS)
def test_opening__has_the_most_tiles_if_they_are_worth_enough(name: str) -> None:
    """bots.md 6: four groups of three low tiles rather than two high runs; else the most points."""
    table = Table().put("r3 b3 y3 r4 b4 y4 r5 b5 y5 k13", opened="")
    assert table.ask(bot(name)) != STOP
    table = Table().put("r12 r13 r11 r1 r2 r3 k2 b2 y2 k5", opened="")
    assert table.ask(bot(name)) in {meld_of(meld) for meld in ("r11-r12-r13", "r11-r12-r13-r1", "r1-r2-r3", "k2-b2-y2")}
    assert table.put("r1 r2 r3 k9", opened="").ask(bot(name)) == STOP


def test_tile_laid_out__is_the_loosest() -> None:
    """A tile without partners before one of a pair; the highest of those; a joker last."""
    table = Table().put("r5 r6 k6 b13 y1 X")
    assert table.ask(bot("rack"), "choose_discard") == tile_of("b13")
    assert table.put("X").ask(bot("rack"), "choose_discard") == 13
    assert table.put("r5 r5 r6 k6").ask(bot("rack"), "choose_discard") == tile_of("r5")


def test_tile_laid_out__is_taken_if_it_makes_a_meld() -> None:
    """A joker always; nothing else that could as well come from the pool."""
    for tile, wanted in (("r7", LAID_OUT), ("b12", POOL), ("X", LAID_OUT)):
        table = Table(initial_discard="takeable").put("r5 r6 k1", laid_out=tile, turn=0)
        assert table.ask(bot("rack"), "choose_draw") == wanted, tile


# rack


def test_rack__plays_all_that_goes_without_taking_apart() -> None:
    """bots.md 6: melds of the rack, tiles added, runs split, jokers last."""
    melds = ["r3-r4-r5-r6-r7", "k9-b9-y9"]
    for rack, play in (
        ("k2 b2 y2 r8", "k2-b2-y2"),
        ("r8 k13", "r8>1"),
        ("r2 k13", "r2<1"),
        ("r9 k13", "r9>0"),
        ("r5 k13", "2/1"),
        ("k13 b1", "open"),
    ):
        table = Table().put(rack, melds=melds)
        assert table.ask(bot("rack")) == table.answer(play), rack
    table = Table().put("X", melds=melds)
    assert table.may("X>1")
    assert table.ask(bot("rack")) in {table.answer("X<1"), table.answer("X>1")}


# those that have the table laid anew


@pytest.mark.parametrize("name", REBUILDERS)
def test_rebuilder__plays_as_rack_where_nothing_may_be_taken_apart(name: str) -> None:
    """Rearrange = none."""
    table = Table(rearrange="none").put("r8 k13", melds=["r3-r4-r5-r6-r7"])
    assert table.ask(bot(name)) == table.answer("r8>0")


@pytest.mark.parametrize(
    ("name", "offer"),
    [
        ("max", "k3 k4 k5 b9 X"),
        ("points-first", "k3 k4 k5 b9 X"),
        ("joker-keeper", "k3 k4 k5 b9 !"),
        ("melds-last", "b9 !"),
        ("waiter", "!"),
    ],
)
def test_rebuilder__offers_what_it_is_ready_to_lay(name: str, offer: str) -> None:
    """bots.md 6, rows 2 … 5; an exclamation mark: or else everything."""
    table = Table().put("k3 k4 k5 b9 X", "k13 r13 b13 y13", melds=["r3-r4-r5"])
    assert table.ask(bot(name)) == REBUILD
    assert table.offered() == offer


def test_points_first__reads_what_a_joker_costs() -> None:
    """CONTRACT_TILE 6: as little as one point if it shows no number."""
    for value, weight in ((50, 50), (30, 30), ("face", 1)):
        table = Table(joker_in_hand=value).put("k3", melds=["r3-r4-r5"])
        table.ask(bot("points-first"))
        assert table.deal["offer"]["by_points"] == weight


@pytest.mark.parametrize(("few", "others", "waits"), [(0, "k1", True), (2, "k1 k2 k3", True), (2, "k1 k2", False)])
def test_waiter__waits_until_another_holds_few(few: int, others: str, waits: bool) -> None:
    """bots.md 6, row 5b: the parameter is data."""
    table = Table(3).put("r7 b9", others, "k1 k2 k3 k4", melds=["r3-r4-r5"])
    table.ask(bot("waiter", few))
    assert table.offered() == ("!" if waits else "r7 b9")


@pytest.mark.parametrize(
    ("n", "options", "few", "points"),
    [(2, {}, 0, 0), (3, {}, 2, 0), (4, {}, 99, 50), (4, {"scoring": "winner_only"}, 0, 0)],
)
def test_expert__chooses_by_players_and_scoring(n: int, options: dict[str, str], few: int, points: int) -> None:
    """bots.md 6: two players to the end, three until two tiles, four not at all unless only the winner scores."""
    for held in (1, 2, 3):
        others = ["k1 k2 k3"[: 3 * held - 1], *["k1 k2 k3 k4"] * 2]
        table = Table(n, **options).put("r7 b9", *others, melds=["r3-r4-r5"])
        table.ask(bot("expert"))
        assert table.offered() == ("!" if held > few else "r7 b9"), held
        assert table.deal["offer"]["by_points"] == points


def test_whole_rack__goes_out_whatever_is_offered() -> None:
    """bots.md 6: the waiter plays nothing until everything goes, jokers too."""
    for name in ("waiter", "melds-last", "joker-keeper"):
        table = Table().put("r6 k9 X", pool="b9", melds=["r3-r4-r5"])
        table.game["addresses"][0] = Table.addresses(bot(name))
        assert table.turn() == 2, name
        table.put("r6 k9 b1", pool="b5", melds=["r3-r4-r5"])
        table.turn()
        assert table.facts()[0]["played"] == (0 if name == "waiter" else 1)


# strength


def shares(bots: tuple[str, ...], n: int, **options: object) -> list[float]:
    """Part of the deals that the first player won, block by block."""
    variant = rs.variant("tile", manipulate_on_opening_turn=False, **options)
    frame = rs.simulate(variant, list(bots), deals=n, seed=7, threads=1, progress=False).deals.collect()
    return frame.filter(pl.col("player") == 0).group_by("block").agg(pl.col("won").mean())["won"].to_list()


@pytest.mark.parametrize(
    ("stronger", "weaker", "n"),
    [
        ("rack", "random", 400),
        ("max", "rack", 200),
        ("joker-keeper", "max", 3000),
        ("melds-last", "joker-keeper", 1000),
        ("waiter", "melds-last", 300),
    ],
)
def test_bots__the_stronger_wins_more_deals(stronger: str, weaker: str, n: int) -> None:
    """bots.md 6, 8: by more than three standard errors, at a table of two."""
    won = shares((stronger, weaker), n)
    z = (fmean(won) - 0.5) * sqrt(len(won)) / max(stdev(won), 1 / len(won))
    assert z > Z, f"{stronger} over {weaker}: {fmean(won):.3f}, {z:.1f} standard errors"


@pytest.mark.parametrize(("n_players", "low", "high"), [(2, 0.97, 1.0), (3, 0.76, 0.90), (4, 0.42, 0.60)])
def test_waiter__wins_as_measured_before(n_players: int, low: float, high: float) -> None:
    """bots.md 6, row 5: 98.9 % of deals against one ``max``, 84 against two, about 50 against three."""
    won = fmean(shares(("waiter", *["max"] * (n_players - 1)), 200 * n_players))
    assert low <= won <= high
