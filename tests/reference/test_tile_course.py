"""Clause tests of the referee of the tile family: deal, draws, ends (rules 1.1, 1.2, 8.5; TILE 1, 2)."""

from collections import Counter

import pytest

from tests.reference.streams import shuffle, stream
from tests.reference.tile_cards import JOKER, NATURALS, deck_of, universe
from tests.reference.tile_facts import imbalance
from tests.reference.tile_melds import tiles_in
from tests.reference.tile_positions import deal, meld, melds, table_with, tile, tiles
from tests.reference.tile_rows import Row
from tests.reference.tile_rules import rules_of
from tests.reference.tile_table import EXHAUSTED, LAID_OUT, OUT, POOL, TURNS_USED_UP, Table
from tests.reference.tile_turn import play_deal, play_turn

PASS, PLAY = 9, 5


class Script:
    """Players who do what they are told: a turn passes, or lays melds (an opening if there was none)."""

    def __init__(self, table: Table, plays: dict[int, str] | None = None, draws: int = POOL) -> None:
        self.table, self.plays, self.answer = table, plays or {}, draws
        self.rows: list[Row] = []
        self.asked = 0

    def lay_out(self) -> int:
        return self.table.kinds_to_lay_out()[0]

    def draw(self) -> int:
        self.asked += 1
        return self.answer if self.answer in self.table.draws() else LAID_OUT

    def play(self) -> None:
        new = melds(self.plays.get(self.table.turn, ""))
        if new and not self.table.tally.opened:
            assert self.table.opening_refusal(new) == ""
            self.hear(self.table.open(new))
        elif new:
            after = sorted([*self.table.melds, *new], key=lambda each: each.code)
            assert self.table.turn_refusal(after) == ""
            self.table.rebuild(after)

    def hear(self, rows: list[Row]) -> None:  # type: ignore[override]
        self.rows += rows
        assert imbalance(self.table) == []


def played_out(table: Table, plays: dict[int, str] | None = None, draws: int = POOL) -> Script:
    players = Script(table, plays, draws)
    play_deal(table, players)
    return players


def passing(n: int, pool: int, **rules: object) -> Table:
    """A deal of players who each hold one tile, with so many tiles left; then all pass."""
    table = deal(n, hand_size=1, **rules)
    table.pool = table.pool[:pool]
    table.deck = [*table.pool, *(each for rack in table.racks for each in rack)]
    table.emptied = None if pool else -1
    return table


# dealing


@pytest.mark.parametrize(("n", "pool"), [(2, 77), (3, 63), (4, 49)])
def test_deal__seed(n: int, pool: int) -> None:
    """TR-1 to TR-5, T16."""
    table = deal(n, 1)
    assert len(table.deck) == 106
    assert [len(rack) for rack in table.racks] == [15] + [14] * (n - 1)
    assert len(table.pool) == pool
    table.lay_out(table.racks[0][3])
    assert {len(rack) for rack in table.racks} == {14}
    table.begin_turn()
    table.draw()
    assert len(table.pool) == pool - 1
    assert len(table.rack) == 15
    assert imbalance(table) == []


def test_deal__places() -> None:
    """TILE 1: place j gets the tiles j·h …, seat s sits at place starter + s."""
    table = deal(3, starter=2)
    assert table.place_of(0) == 2
    assert table.racks[0] == [*table.deck[28:42], table.deck[42]]
    assert table.racks[1] == table.deck[:14]
    assert table.racks[2] == table.deck[14:28]
    assert table.pool == table.deck[43:]
    without = deal(3, starter=2, initial_discard="none")
    assert without.racks[0] == table.deck[28:42]
    assert without.pool == table.deck[42:]


@pytest.mark.parametrize("jokers", [0, 1, 2, 3, 5, 8])
def test_deal__deck(jokers: int) -> None:
    """TILE 1, CONTRACT 2."""
    rules = rules_of({"jokers": jokers})
    deck = deck_of(rules, 3, 4, 5)
    assert Counter(deck) == Counter(NATURALS * 2 + [JOKER] * jokers)
    places = universe(jokers)
    shuffled = shuffle(list(range(112)), stream(3, 4, 5, 1, 0))
    behind = [places[i] for i in shuffled[len(deck) :] if places[i] is not None]
    right = [behind.pop(0) if places[i] is None else places[i] for i in shuffled[: len(deck)]]
    assert deck == right
    assert behind == []


@pytest.mark.parametrize("jokers", range(9))
def test_deal__universe(jokers: int) -> None:
    """TILE 1: the indices of naturals and of the first jokers."""
    places = universe(jokers)
    assert len(places) == 112
    assert [i for i in (52, 53, 106, 107, 108, 109, 110, 111) if places[i] == JOKER] == [
        52,
        53,
        106,
        107,
        108,
        109,
        110,
        111,
    ][:jokers]
    assert all(places[54 * p + 13 * c + n] == 16 * c + n for p in range(2) for c in range(4) for n in range(13))


def test_deal__too_many_tiles() -> None:
    assert len(deal(2, hand_size=53, initial_discard="none").pool) == 0
    with pytest.raises(ValueError, match="too many"):
        deal(2, hand_size=53)


def test_lay_out() -> None:
    """TR-4, TR-6: the row, the kinds in order, the tile is out of play."""
    table = deal(2)
    table.racks[0] = tiles("r5 X k2 k2")
    assert table.kinds_to_lay_out() == [tile("k2"), tile("r5"), JOKER]
    assert table.lay_out(JOKER) == (0, 3, JOKER, -1, -1)
    assert table.racks[0] == tiles("r5 k2 k2")
    assert table.laid_out == JOKER
    table = passing(2, 3)
    laid_out = table.kinds_to_lay_out()[0]
    players = played_out(table)
    assert players.rows[0] == (0, 3, laid_out, -1, -1)
    assert table.gone == [laid_out]
    assert not players.asked


@pytest.mark.parametrize(("mano", "seats"), [("first_player", [0, 1, 2, 0]), ("next_player", [1, 2, 0, 1])])
def test_mano(mano: str, seats: list[int]) -> None:
    """TA-1."""
    table = deal(3, mano=mano)
    order = []
    for table.turn in range(4):
        order.append((table.seat, table.own_turn))
    assert order == [(seat, turn // 3) for turn, seat in enumerate(seats)]


# drawing


def test_draw__always_one_tile() -> None:
    """TR-9: also a player who can play draws; a drawn tile comes from the front."""
    table = deal(2)
    table.lay_out(table.racks[0][0])
    first, second = table.pool[:2]
    players = Script(table)
    play_turn(table, players)
    play_turn(table, players)
    assert players.rows == [(0, 1, first, -1, -1), (0, 9, -1, -1, -1), (1, 1, second, -1, -1), (1, 9, -1, -1, -1)]


def test_draw__if_no_play() -> None:
    """`draw_rule`: the draw comes after a turn in which nothing was played, and only then."""
    table = table_with(["k1 k2 k3 r9", "k9"], pool="r1 r2", opened=[0], turn=0, draw_rule="if_no_play")
    players = Script(table, {0: "k1-k2-k3"})
    for _ in range(3):
        play_turn(table, players)
    laid = (0, 7, 0, 3, 0)
    assert players.rows == [
        (0, 5, -1, 3, 1),
        laid,
        (1, 9, -1, -1, -1),
        (1, 1, tile("r1"), -1, -1),
        (0, 9, -1, -1, -1),
        (0, 1, tile("r2"), -1, -1),
    ]
    assert [table.tallies[0].plays, table.tallies[0].played, table.tallies[0].most_played] == [1, 3, 3]


@pytest.mark.parametrize("mano", ["first_player", "next_player"])
@pytest.mark.parametrize("draw_rule", ["always", "if_no_play"])
def test_takeable__second_player_in_their_first_turn(mano: str, draw_rule: str) -> None:
    """Rules 8.5, TILE 2."""
    table = deal(3, initial_discard="takeable", mano=mano, max_turns=9, draw_rule=draw_rule)
    laid_out = min(table.racks[0])
    players = played_out(table, draws=LAID_OUT)
    assert players.asked == 1
    takes = [row for row in players.rows if row[1] == 2]
    assert takes == [(1, 2, laid_out, -1, -1)]
    assert sum(row[1] == 1 for row in players.rows) == 8
    assert [tally.took for tally in table.tallies] == [0, 1, 0]
    assert table.laid_out == -1
    assert table.gone == []


def test_takeable__not_taken_is_gone() -> None:
    table = deal(3, initial_discard="takeable", max_turns=9)
    players = played_out(table)
    assert players.asked == 1
    assert len(table.gone) == 1
    assert not any(tally.took for tally in table.tallies)


def test_takeable__the_pool_is_legal_only_if_it_has_tiles() -> None:
    table = passing(2, 0, initial_discard="takeable")
    assert table.draws() == [LAID_OUT]
    players = played_out(table)
    assert [row[1] for row in players.rows] == [3, PASS, 2, PASS]


# ends


def test_out() -> None:
    """TR-12: the deal ends at once."""
    table = table_with(["k1 k2", "k9"], pool="k3 r2", turn=0, opening_min=0)
    players = played_out_from(table, {0: "k1-k2-k3"})
    assert (table.ended, table.out, table.turn) == (OUT, 0, 1)
    assert [row[1] for row in players.rows] == [1, 4, 7, PLAY, 7]


def played_out_from(table: Table, plays: dict[int, str] | None = None) -> Script:
    """A table in a turn that has not begun, played to its end."""
    players = Script(table, plays)
    while table.ended is None:
        play_turn(table, players)
    return players


@pytest.mark.parametrize(
    ("how", "n", "pool", "turns"),
    [
        ("play_on", 2, 3, 5),
        ("play_on", 3, 3, 6),
        ("play_on", 3, 0, 3),
        ("one_more_round", 2, 3, 5),
        ("one_more_round", 3, 4, 7),
        ("one_more_round", 3, 0, 3),
        ("stop", 2, 3, 3),
        ("stop", 4, 1, 1),
        ("stop", 4, 0, 0),
    ],
)
def test_pool_empty__all_pass(how: str, n: int, pool: int, turns: int) -> None:
    """Rules 8.5, TR-8."""
    table = passing(n, pool, pool_empty=how)
    played_out(table)
    assert (table.ended, table.turn) == (EXHAUSTED, turns)


@pytest.mark.parametrize(("how", "turns"), [("play_on", 8), ("one_more_round", 5), ("stop", 2)])
def test_pool_empty__with_a_play_in_between(how: str, turns: int) -> None:
    """`play_on` counts again after a play; `one_more_round` does not mind."""
    racks = ["k9", "k1 k2 k3 r9", "k8"]
    table = table_with(racks, pool="r1 r2", turn=0, opened=[1], pool_empty=how)
    table.doing.pool_was_empty = False
    played_out_from(table, {4: "k1-k2-k3"} if how != "stop" else {})
    assert (table.ended, table.turn) == (EXHAUSTED, turns)


def test_pool_empty__turns_that_began_with_tiles_do_not_count() -> None:
    """`play_on`: the drawer of the last tile began with a pool."""
    table = passing(2, 1, pool_empty="play_on")
    played_out(table)
    assert table.turn == 3


def test_pool_empty__if_no_play() -> None:
    table = passing(2, 3, pool_empty="stop", draw_rule="if_no_play")
    played_out(table)
    assert table.turn == 3
    table = passing(2, 3, pool_empty="play_on", draw_rule="if_no_play")
    played_out(table)
    assert table.turn == 5


def test_pool_empty__a_take_counts_as_any_other_turn() -> None:
    """TILE 2."""
    table = passing(2, 0, initial_discard="takeable", pool_empty="play_on")
    played_out(table, draws=LAID_OUT)
    assert (table.ended, table.turn) == (EXHAUSTED, 2)


def test_max_turns() -> None:
    """Rules 0.7-7."""
    table = deal(2, max_turns=7)
    played_out(table)
    assert (table.ended, table.turn) == (TURNS_USED_UP, 7)


def test_opened__counts_own_turns() -> None:
    table = table_with(["k1 k2", "r9 r10 r11"], pool="k3 k4 k5 k6 k7 k8", turn=0, max_turns=5)
    played_out_from(table, {3: "r9-r10-r11"})
    assert [tally.opened for tally in table.tallies] == [0, 2]
    assert table.tallies[1].opening_points == 30
    assert tiles_in(table.melds) == meld("r9-r10-r11").naturals
