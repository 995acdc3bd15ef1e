"""Properties of racks and whole deals that hold whatever is dealt."""

from collections import Counter
from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import rummysim as rs
from rummysim.games.bot import Bot
from rummysim.games.registry import find_variant
from rummysim.games.tile.bots.table import BOTS
from rummysim.games.tile.play import FACT_COLUMNS
from rummysim.games.tile.rules import TileRules
from rummysim.games.tile.state import ACT
from rummysim.melds.spread import best_worth
from tests.courses import Course, masks, turns_twice
from tests.tile.judged import JUDGE
from tests.tile.probe import PROBE
from tests.tile.seated import Table

FIXED = settings(max_examples=200, derandomize=True, deadline=None, database=None)
FEW = settings(max_examples=40, derandomize=True, deadline=None, database=None)
ALL_BOTS: dict[str, Bot] = {**BOTS, "probe": PROBE}
WITHOUT_CHANCE = ("rack", "max", "melds-last", "expert")
N_LOG_ROWS = 32768
JOKER, N_COLOURS = 13, 4

TABLES = [
    Table(jokers=4),
    Table(jokers=4, ace_mode="low", opening_joker="zero"),
    Table(jokers=4, max_jokers_per_meld=1),
    Table(jokers=4, opening_joker="zero"),
]
TILES = [tile for _ in range(2) for tile in (16 * colour + place for colour in range(N_COLOURS) for place in range(13))]


@st.composite
def racks(draw: st.DrawFn, n_places: int = 5) -> tuple[Table, list[int], int]:
    """A table, naturals, half of the time of a few neighbouring places, and a number of jokers."""
    table, tiles = draw(st.sampled_from(TABLES)), TILES
    if draw(st.booleans()):
        low = draw(st.integers(0, 13 - n_places))
        tiles = [tile for tile in TILES if low <= tile % 16 < low + n_places]
    chosen = draw(st.lists(st.integers(0, len(tiles) - 1), min_size=6, max_size=14, unique=True))
    return table, [tiles[index] for index in chosen], draw(st.integers(0, 2))


def worth(table: Table, tiles: Sequence[int], n_jokers: int, scale: str = "points") -> int:
    """Most that melds of a rack are worth."""
    return int(best_worth(table.code[scale], *masks(tiles), np.int64(n_jokers)))


# openings


@FIXED
@given(rack=racks(), colours=st.permutations(range(N_COLOURS)))
def test_worth__does_not_depend_on_the_names_of_colours(rack: tuple[Table, list[int], int], colours: list[int]) -> None:
    """Colours may be renamed: most points, and most tiles."""
    table, tiles, n_jokers = rack
    renamed = [16 * colours[tile >> 4] + tile % 16 for tile in tiles]
    for scale in ("points", "cover"):
        assert worth(table, renamed, n_jokers, scale) == worth(table, tiles, n_jokers, scale)


@FIXED
@given(rack=racks(), data=st.data())
def test_worth__grows_with_the_rack(rack: tuple[Table, list[int], int], data: st.DataObject) -> None:
    """A tile more, or a joker more, never makes it less."""
    table, tiles, n_jokers = rack
    gone = data.draw(st.integers(0, len(tiles) - 1))
    total = worth(table, tiles, n_jokers)
    assert worth(table, tiles[:gone] + tiles[gone + 1 :], n_jokers) <= total
    assert total <= worth(table, tiles, n_jokers + 1)


@FIXED
@given(rack=racks())
def test_opening__is_laid_as_it_is_counted(rack: tuple[Table, list[int], int]) -> None:
    """The melds that a bot answers one by one are worth what the best opening is, and of most tiles if that opens."""
    table, tiles, n_jokers = rack
    names = ["krby"[tile >> 4] + str(tile % 16 + 1) for tile in tiles]
    for name in ("random", "max"):
        table.put(" ".join([*names, *["X"] * n_jokers, "k1" if tiles.count(0) < 2 else "k2"]), pool="", opened="")
        kinds, twice, jokers = (table.own[field].copy() for field in ("rack", "twice", "n_jokers"))
        most = int(best_worth(table.code["points"], kinds, twice, jokers))
        tiles_first = int(best_worth(table.code["cover"], kinds, twice, jokers))
        table.game["addresses"][0] = Table.addresses(BOTS[name])
        table.turn()
        table.game["addresses"][0] = Table.addresses(table.player.lineup[0])
        points = table.facts()[0]["opening_points"]
        if most < 30:
            assert points == 0
        elif name == "random" or tiles_first % 900 < 30:
            assert points == most
        else:
            assert points == tiles_first % 900


# whole deals


def jobs_of(seed: int, units: int, n_players: int) -> tuple[np.ndarray, np.ndarray]:
    """Jobs of all seatings of some units, players in places of their own."""
    jobs = [[seed, unit, 0, n_players, starter] for unit in range(units) for starter in range(n_players)]
    return np.array(jobs), np.tile(np.arange(n_players), (len(jobs), 1))


def any_table(seed: int) -> tuple[TileRules, list[Bot], int]:
    """Random rules of up to four jokers, bots and number of players."""
    rng = np.random.default_rng(seed)
    options = JUDGE.random_rules(rng)
    options["jokers"] = min(options["jokers"], 4)
    n_players = int(rng.integers(2, options["seats"] + 1))
    lineup = [list(ALL_BOTS.values())[number] for number in rng.integers(len(ALL_BOTS), size=n_players)]
    return TileRules.checked(options), lineup, n_players


def names_of(kinds: int, twice: int) -> Counter[int]:
    """Tiles of a rack as logs name them."""
    held = [tile for tile in range(64) for mask in (kinds, twice) if mask >> tile & 1]
    return Counter(JOKER if tile % 16 >= JOKER else tile for tile in held)


def meld_tiles(act: int, card: int, a: int, b: int) -> list[int]:
    """Tiles of a logged meld."""
    if act == ACT["set"]:
        return [16 * colour + card for colour in range(N_COLOURS) if a >> colour & 1] + [JOKER] * b
    return [JOKER if b >> step & 1 else card // 16 * 16 + (card % 16 + step) % 13 for step in range(a)]


def move(log: list[list[int]], held: list[Counter[int]]) -> Counter[int]:
    """Move the tiles as a log says; the table at the end."""
    table, rows = Counter[int](), iter(log)
    for seat, act, card, _, b in rows:
        if act in (ACT["draw"], ACT["take"]):
            held[seat][card] += 1
        if act == ACT["out"]:
            held[seat][card] -= 1
        if act == ACT["play"]:
            now = Counter(tile for _ in range(b) for tile in meld_tiles(*next(rows)[1:]))
            assert not table - now
            held[seat].subtract(now - table)
            table = now
    return table


@FEW
@given(seed=st.integers(0, 1 << 40))
def test_deal__keeps_its_tiles(seed: int) -> None:
    """Rules 0.7, TR-13, from the log: every tile lies where the moves put it."""
    rules, lineup, n = any_table(seed)
    player = JUDGE.seated(rules, lineup, N_LOG_ROWS)
    jobs, holders = jobs_of(seed, 1, n)
    dealt, _ = player.dealt(jobs[-1])
    held = [names_of(*rack) for rack in dealt]
    facts, _ = player.play(jobs[-1:], holders[-1:])
    table = move(player.read_log().tolist(), held)
    deal = player.game["deal"]
    kept = zip(deal["hands"][:n].tolist(), deal["spares"][:n].tolist(), strict=True)
    assert [+rack for rack in held] == [names_of(*rack) for rack in kept]
    row = dict(zip(FACT_COLUMNS, facts, strict=True))
    assert table.total() == row["played"].sum() == row["table_tiles"][0]
    assert table[JOKER] == row["played_jokers"].sum()


@FEW
@given(seed=st.integers(0, 1 << 40))
def test_deal__of_the_same_seed_has_the_same_log(seed: int) -> None:
    """Rules 0.7: same seed, same policies, same log: also after other deals, and on another table."""
    rules, lineup, n = any_table(seed)
    jobs, holders = jobs_of(seed, 2, n)
    first, second = JUDGE.seated(rules, lineup, N_LOG_ROWS), JUDGE.seated(rules, lineup, N_LOG_ROWS)
    first.play(jobs[:1], holders[:1])
    log = first.read_log()
    second.play(jobs[::-1].copy(), holders)
    assert np.array_equal(second.read_log(), log)


@pytest.mark.parametrize("bot", WITHOUT_CHANCE)
@pytest.mark.parametrize("preset", ["tile", "rummikub_sabra"])
def test_deal__of_bots_without_chance_does_not_depend_on_who_they_are(preset: str, bot: str) -> None:
    """Players may be renamed: equal bots that use no random words play the same deal whoever sits where."""
    rules: Any = find_variant(preset).rules
    player = JUDGE.seated(rules, [BOTS[bot]] * 4)
    jobs, places = jobs_of(4, 6, 4)
    plain, _ = player.play(jobs, places)
    other, _ = player.play(jobs, (places + 1) % 4)
    who = FACT_COLUMNS.index("player")
    assert np.array_equal(other[who], (plain[who] + 1) % 4)
    assert np.array_equal(np.delete(other, who, axis=0), np.delete(plain, who, axis=0))


def test_rows__are_the_same_for_one_thread_and_two() -> None:
    """Design 3: bit for bit; a solver's memory is its thread's own."""
    runs = [
        rs.simulate("tile", ["max", "rack", "waiter"], deals=900, seed=3, threads=threads, progress=False)
        for threads in (1, 2)
    ]
    first, second = (run.deals.collect() for run in runs)
    assert first.equals(second)


# no peeking


def test_turn__does_not_depend_on_what_its_player_cannot_see() -> None:
    """bots.md 8: the next tile of the pool apart, hidden tiles are dealt out anew and every move stays the same."""
    n_compared = 0
    for seed in range(40):
        rules, lineup, _ = any_table(1000 + seed)
        for seat, plain, other in turns_twice(Course("tile", rules, lineup), seed, 30):
            assert other == plain, (rules, lineup, seed, seat)
            n_compared += 1
    assert n_compared > 400
