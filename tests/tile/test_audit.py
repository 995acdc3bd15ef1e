"""The audit of the tile family: it finds nothing in deals as they are, and each fault where one is put."""

from collections.abc import Callable

import numpy as np
import pytest

from rummysim.games.tile.audit import AUDIT_FAULTS, COUNTS_DTYPE, audit_batch, audit_end, audit_turn
from rummysim.games.tile.bots.table import BOTS
from rummysim.games.tile.moves import find_ends, table_tiles
from rummysim.games.tile.play import FACT_COLUMNS
from rummysim.games.tile.rules import TileRules
from rummysim.games.tile.settle import write_facts
from tests.tile.judged import JUDGE
from tests.tile.probe import PROBE
from tests.tile.seated import Table, meld_of
from tests.tile.told import LAY_OUT

ALL_BOTS = {**BOTS, "probe": PROBE}
N_COMBINATIONS = 24
NO_TILE = 99


@pytest.mark.parametrize("number", range(N_COMBINATIONS))
def test_audit__finds_nothing_under_random_rules(number: int) -> None:
    """rules.md 0.7, 1.2: no tile is lost, every meld is valid; and the facts are those of a plain run."""
    rng = np.random.default_rng([9, number])
    rules = TileRules.checked({**JUDGE.random_rules(rng), "jokers": int(rng.integers(0, 3))})
    n = int(rng.integers(2, rules.seats + 1))
    lineup = [list(ALL_BOTS.values())[index] for index in rng.integers(len(ALL_BOTS), size=n)]
    jobs = np.array([[3, unit, 0, n, unit % n] for unit in range(6)])
    holders = np.tile(np.arange(n), (6, 1))
    player = JUDGE.seated(rules, lineup)
    facts, _ = player.play(jobs, holders)
    audited = np.zeros_like(facts)
    found = audit_batch(player.set_table(n), jobs, holders, audited)
    assert found == -1, (rules, AUDIT_FAULTS[found % len(AUDIT_FAULTS)])
    assert np.array_equal(audited, facts)


def fresh(melds: tuple[str, ...] = ("r3-r4-r5", "k5-b5-X")) -> Table:
    """A table on which all tiles are: melds of tiles that were in the pool."""
    table = Table(initial_discard="none", jokers=2)
    deal = table.deal
    wanted = [word for meld in melds for word in meld.split("-")]
    deck = [int(tile) for tile in deal["deck"][:106]]
    order = [*range(int(deal["stock_at"]), 106), *range(int(deal["stock_at"]))]
    for word in wanted:
        place = next(at for at in order if fits(deck[at], word))
        at = int(deal["stock_at"])
        deck[at], deck[place] = deck[place], deck[at]
        deal["stock_at"] += 1
    deal["deck"][:106] = deck
    for seat in range(2):
        hand = deck[14 * seat : 14 * seat + 14]
        kinds = twice = 0
        for tile in hand:
            twice |= kinds & 1 << tile
            kinds |= 1 << tile
        deal["hands"][seat], deal["spares"][seat] = np.uint64(kinds), np.uint64(twice)
    codes = sorted(meld_of(meld) for meld in melds)
    table.public["melds"][: len(codes)], table.public["n_melds"] = codes, len(codes)
    settle(table)
    return table


def fits(tile: int, word: str) -> bool:
    """Whether a tile is the one named."""
    return tile % 16 > 12 if word == "X" else tile == 16 * "krby".index(word[0]) + int(word[1:]) - 1


def settle(table: Table) -> None:
    """Bring what is public in line."""
    table_tiles(table.public)
    find_ends(table.code, table.public)
    table.public["n_pool"] = table.deal["stock_end"] - table.deal["stock_at"]


def counts_of(table: Table, before: tuple[str, ...] = ()) -> np.void:
    """The counts with the table of a turn before."""
    counts = np.zeros(1, COUNTS_DTYPE)[0]
    other = Table().put(melds=before)
    for name in ("tiles", "twice", "n_jokers", "n_melds"):
        counts[name] = other.public[name]
    counts["melds"][: len(before)] = other.melds()
    table.own["n_played"] = 1
    return counts


def fault_of_turn(change: Callable[[Table], None], before: tuple[str, ...] = ()) -> str:
    """Fault of a position after a change."""
    table = fresh()
    counts = counts_of(table, before)
    change(table)
    return AUDIT_FAULTS[audit_turn(table.code, table.deal, np.int64(2), counts)]


def leave(_: Table) -> None:
    """Nothing is changed."""


def lose_tile(table: Table) -> None:
    """A's lowest tile is gone."""
    hand = int(table.deal["hands"][0])
    table.deal["hands"][0] = np.uint64(hand & hand - 1)
    table.deal["spares"][0] &= table.deal["hands"][0]
    table.public["n_held"][0] = int(table.deal["hands"][0]).bit_count() + int(table.deal["spares"][0]).bit_count()


def turn_tile_into_another(table: Table) -> None:
    """The front tile of the pool has become the next other one."""
    deal = table.deal
    at = int(deal["stock_at"])
    deal["deck"][at] = next(tile for tile in deal["deck"][at : deal["stock_end"]] if tile != deal["deck"][at])


def shorten(table: Table) -> None:
    """A run of two on the table."""
    table.public["melds"][1] = meld_of("r3-r4")
    settle(table)


def disorder(table: Table) -> None:
    """The run before the group."""
    table.public["melds"][:2] = table.public["melds"][:2][::-1].copy()


def forget_joker(table: Table) -> None:
    """The table has a joker less than its melds."""
    table.public["n_jokers"] = 0


def hide_end(table: Table) -> None:
    """The kinds that fit the table are not all named."""
    table.public["ends"] = 0


def miscount(table: Table) -> None:
    """The public number of tiles on a rack is wrong."""
    table.public["n_held"][1] += 1


def pass_but_change(table: Table) -> None:
    """Nothing was played."""
    table.own["n_played"] = 0


@pytest.mark.parametrize(
    ("change", "before", "fault"),
    [
        (leave, (), "none"),
        (leave, ("r3-r4-r5",), "none"),
        (lose_tile, (), "a tile is missing or there too often"),
        (turn_tile_into_another, (), "a tile is missing or there too often"),
        (shorten, (), "a meld on the table is not valid or not in its place"),
        (disorder, (), "a meld on the table is not valid or not in its place"),
        (forget_joker, (), "what is public differs from what there is"),
        (hide_end, (), "what is public differs from what there is"),
        (miscount, (), "what is public differs from what there is"),
        (leave, ("r3-r4-r5-r6",), "the table lost a tile, or changed without a tile played"),
        (leave, ("k5-X-X",), "the table lost a tile, or changed without a tile played"),
        (pass_but_change, ("r3-r4-r5",), "the table lost a tile, or changed without a tile played"),
    ],
)
def test_audit__names_the_fault_of_a_turn(change: Callable[[Table], None], before: tuple[str, ...], fault: str) -> None:
    """Each invariant that is checked after a turn, broken on purpose."""
    assert fault_of_turn(change, before) == fault


@pytest.mark.parametrize(
    ("before", "played", "fault"),
    [
        (("k5-b5-X",), "", "none"),
        (("b6-b7-X",), "", "a joker that was not freed stands for another tile"),
        (("b6-b7-X",), "b8", "none"),
    ],
)
def test_audit__follows_bound_jokers(before: tuple[str, ...], played: str, fault: str) -> None:
    """8.3: a joker that stood for b8 stands for a 5 now."""
    table = fresh(("r3-r4-r5", "k5-b5-X", "b6-b7-b8"))
    table.code["release"] = 1
    counts = counts_of(table, before)
    table.deal["now"] = np.uint64(1 << 39) if played else np.uint64(0)
    assert AUDIT_FAULTS[audit_turn(table.code, table.deal, np.int64(2), counts)] == fault


def fault_of_end(*, out: int = -1, column: str = "") -> str:
    """Fault of a deal that ends as dealt, with somebody out or a fact that is one too high."""
    table = fresh(())
    facts = np.zeros((len(FACT_COLUMNS), 2), np.int16)
    table.deal["out"] = out
    write_facts(table.game, np.int64(0), facts, np.int64(0))
    if column:
        facts[FACT_COLUMNS.index(column), 0] += 1
    return AUDIT_FAULTS[audit_end(table.game, facts, np.int64(0))]


def test_audit__names_the_fault_of_an_end() -> None:
    """Tiles counted as played or left that are not there; somebody out with tiles on the rack."""
    assert fault_of_end() == "none"
    for column in ("played", "left_tiles", "left_jokers"):
        assert fault_of_end(column=column) == "the tiles played and left are not those dealt and drawn", column
    assert fault_of_end(out=1) == "the player who went out holds tiles"


def test_audit__names_an_illegal_move_and_its_deal() -> None:
    """A tile laid out that nobody holds: the deal's number and the fault."""
    table = Table()
    table.game["parameters"][:2, :, LAY_OUT] = NO_TILE
    jobs, facts = np.array([[1, 5, 0, 2, 0]]), np.zeros((len(FACT_COLUMNS), 2), np.int16)
    found = audit_batch(table.game, jobs, np.array([[0, 1]]), facts)
    assert divmod(found, len(AUDIT_FAULTS)) == (0, AUDIT_FAULTS.index("a bot made an illegal move"))
