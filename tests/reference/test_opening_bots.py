"""What bots of the opening family see, and how the referee's own choose (OPENING 2, 7 and 8)."""

from typing import Any

import pytest

from tests.reference.opening import view
from tests.reference.opening_bots import (
    HOOK_DISCARD,
    HOOK_DRAW,
    HOOK_PLAY,
    OwnBots,
    Wish,
    choose_action,
    choose_discard,
    choose_draw,
    key_of,
    unopened_options,
)
from tests.reference.opening_position import OWES_HAND, OWES_OPENING
from tests.reference.opening_positions import above, card, cards, done, meld, opening, swap, table_with
from tests.reference.opening_rows import Row
from tests.reference.opening_table import CUT_CARD, END_DEAL, STOCK, TOP, Table
from tests.reference.opening_turn import play_turn
from tests.reference.streams import MASK, G, mix, stream, word

OPENABLE = "6s 7s 8s 10d 10c 2c 3d"
MELDS = ("9c 9d X", "5h X 7h")


def bits(text: str) -> int:
    return sum(1 << kind for kind in set(cards(text)))


def test_view__fields_in_order() -> None:
    """OPENING 7."""
    table = table_with({}, ["2c 2c X 4d", "5h", "X X"], "3c X Kd", "6c 7c", MELDS, opened=[0, 2], cut="As")
    table.draw(TOP)
    assert view(table, 0) == [
        bits("2c 4d Kd"),
        bits("2c"),
        1,
        *[bits("Kd"), 0, 0, 0, 0, 0, 0, 0],
        13,
        card("Kd"),
        -1,
        card("As"),
        *[6, 0, 3, 2, 2],
        *cards("3c X"),
        *[5, 1, 2, 0, 0, 0, 0, 0],
        0b101,
        *[0, 0, 0],
        2,
        8 << 24 | 0b0011 << 20 | 1 << 16,
        1 << 40 | 2 << 36 | 4 << 32 | 3 << 28 | 1 << 12,
    ]


def place_of(name: str, table: Table) -> int:
    """The index of a field."""
    names = ["hand", "spare", "jokers", *["known"] * 8, "top", "barred", "must", "cut", "turn", "seat", "n_players"]
    names += ["n_stock", "n_pile", *["pile"] * len(table.pile), *["sizes"] * 8, "opened", "owes", "pending", "now"]
    return names.index(name)


def seen(table: Table, name: str) -> int:
    return view(table, table.seat)[place_of(name, table)]


def test_view__what_is_owed_and_open() -> None:
    used = {"taken_discard_must_be_used": True}
    table = table_with(used, [OPENABLE, "5h"], "10h", "6c")
    assert [seen(table, name) for name in ("owes", "must", "barred", "top")] == [0, -1, -1, card("10h")]
    table.draw(TOP)
    expected = [OWES_OPENING, card("10h"), card("10h"), -1]
    assert [seen(table, name) for name in ("owes", "must", "barred", "top")] == expected
    done(table, opening("6s 7s 8s", "10d 10c 10h"))
    assert [seen(table, name) for name in ("owes", "must", "now", "opened")] == [0, -1, 1, 1]
    table = table_with({"joker_swap_before_opening": True}, [f"{OPENABLE} 5c", "5h"], melds=["4c X 6c"])
    done(table, swap(0, 1))
    assert [seen(table, name) for name in ("owes", "pending", "now", "jokers")] == [OWES_OPENING, 1, 0, 1]


def test_view__cut_card() -> None:
    table = table_with({}, ["6s 7s 8s Ks Kc 5c", "2c"], stock="3c", cut="Kd")
    assert [seen(table, "cut"), seen(table, "owes")] == [card("Kd"), 0]
    table.draw(CUT_CARD)
    assert [seen(table, "cut"), seen(table, "owes"), seen(table, "known")] == [-1, OWES_HAND, bits("Kd")]
    assert [seen(table, "barred"), seen(table, "must")] == [-1, -1]


def test_view__known_cards() -> None:
    """Natural kinds taken from the pile, known while any copy is held."""
    table = table_with({}, ["Kd 2c 3c", "5h"], "Kd", "6c", opened=[0])
    table.draw(TOP)
    table.discard(card("Kd"))
    assert seen(table, "known") == bits("Kd")
    table.let_go(cards("Kd"))
    assert seen(table, "known") == 0
    table = table_with({}, ["2c 3c", "5h"], "X", "6c", opened=[0])
    table.draw(TOP)
    assert [seen(table, "known"), seen(table, "barred"), seen(table, "jokers")] == [0, 13, 1]


def test_view__while_an_opening_is_answered() -> None:
    table = table_with({}, [f"{OPENABLE} 10h", "5h"], "9s", "6c")
    seen_before = view(table, 0, cards("6s 7s 8s"))
    assert seen_before[0] == bits("10d 10c 10h 2c 3d")
    assert seen_before[place_of("sizes", table)] == 5
    assert seen_before[place_of("opened", table)] == 0
    assert seen_before[-1] == 0


# words


def words(table: Table, hook: int, asked_before: int = 0) -> int:
    """The word of a question of seat 0, as CONTRACT 1 and OPENING 2 have it."""
    first = word(stream(1, 0, 0, 3, table.player_of(0)), 8 * table.turn + hook)
    return mix(first + G * asked_before) if asked_before else first


def test_words() -> None:
    table = table_with({}, ["2c 3c", "4c"], "5d", "6c")
    for hook in (HOOK_DRAW, HOOK_PLAY, HOOK_DISCARD):
        for asked_before in range(3):
            expected = words(table, hook, asked_before)
            assert key_of("random", table, hook, asked_before) == expected
            for value in view(table, 0):
                expected = mix(expected ^ (value & MASK))
            assert key_of("probe", table, hook, asked_before) == expected


class Asks(OwnBots):
    """Counts what was asked before each action."""

    counted: list[int]

    def action(self, asked_before: int) -> Any:
        self.counted.append(asked_before)
        return opening("6s 7s 8s", "10d 10c 10h") if asked_before == 0 else above(0) if asked_before == 3 else None

    def hear(self, rows: Any) -> None:
        self.log += rows


def test_words__an_opening_takes_a_question_for_each_meld_and_one_more() -> None:
    table = table_with({}, ["6s 7s 8s 9s 10d 10c 10h 2c 3d", "5h"], "", "6c")
    players = Asks(table, ["random", "random"])
    players.counted = []
    play_turn(table, players)
    ops: list[Row] = players.log
    assert [row[1] for row in ops] == [1, 12, 7, 6, 8, 3]
    assert players.counted == [0, 3, 4]


# random


def turns(rules: dict[str, Any], hand: str, **place: Any) -> list[Table]:
    """The same position in many turns."""
    return [table_with(rules, [hand, "5h"], round_=round_, **place) for round_ in range(2, 42)]


def test_random__draws_from_the_stock_if_it_can() -> None:
    assert {choose_draw("random", table) for table in turns({}, OPENABLE, pile="4d 10h", stock="6c")} == {STOCK}
    assert {choose_draw("random", table) for table in turns({}, OPENABLE, pile="10h", opened=[0])} == {END_DEAL}


def test_random__opens_with_a_third_of_the_words() -> None:
    for table in turns({}, f"{OPENABLE} 10h"):
        expected = Wish.MOST_POINTS if words(table, HOOK_PLAY) % 3 == 0 else None
        assert choose_action("random", table, 0) is expected
    assert {choose_action("random", table, 0) for table in turns({}, OPENABLE)} == {None}


def test_random__discards_no_joker_if_it_can() -> None:
    for table in turns({}, "X 4c 2d"):
        assert choose_discard("random", table) == cards("4c 2d")[words(table, HOOK_DISCARD) % 2]
    assert {choose_discard("random", table) for table in turns({}, "X X")} == {13}
    only_the_joker = turns({"forbid_playable_discard": True, "max_jokers_total": 1}, "X 4h", melds=["5h X 7h"])
    assert {choose_discard("random", table) for table in only_the_joker} == {13}


def test_random__chooses_from_the_menu_without_swaps() -> None:
    options = [None, meld("2c 3c 4c"), above(0)]
    for table in turns({"joker_reuse": "hand"}, "2c 3c 4c 8h 6h", opened=[0], melds=["5h X 7h"]):
        assert choose_action("random", table, 2) == options[words(table, HOOK_PLAY, 2) % 3]


# probe


def test_probe__draws() -> None:
    hand = "6s 7s 8s Ks Kc 5c"
    for table in turns({}, hand, pile="4d Kh", stock="6c", cut="Kd"):
        assert choose_draw("probe", table) == [STOCK, TOP, CUT_CARD][key_of("probe", table, HOOK_DRAW) % 3]
    for table in turns({"max_reshuffles": 0}, hand, pile="4d Kh", cut="Kd"):
        assert choose_draw("probe", table) == [TOP, CUT_CARD, END_DEAL][key_of("probe", table, HOOK_DRAW) % 3]


def test_probe__unopened() -> None:
    """Stop, most points, a hand, swaps; nothing but openings once one is owed."""
    rules = {"joker_swap_before_opening": True}
    hand = "6s 7s 8s 10d 10c 10h 5c"
    table = table_with(rules, [hand, "5h"], "Kd", "3c", melds=["4c X 6c"])
    assert unopened_options(table) == [None, Wish.MOST_POINTS, Wish.HAND, swap(0, 1)]
    table = table_with(rules, [f"{hand} 9d", "5h"], "Kd", "3c", melds=["4c X 6c"])
    assert unopened_options(table) == [None, Wish.MOST_POINTS, swap(0, 1)]
    done(table, swap(0, 1))
    assert unopened_options(table) == [Wish.MOST_POINTS, Wish.HAND]
    table = table_with(rules, [f"{hand} 9d", "5h"], "Kd", "3c", melds=["4c X 6c"])
    table.draw(TOP)
    assert unopened_options(table) == [Wish.MOST_POINTS]
    table = table_with(rules, [hand, "5h"], "", "3c", cut="9s")
    table.draw(CUT_CARD)
    assert unopened_options(table) == [Wish.MOST_POINTS, Wish.HAND]


def test_probe__discards_a_joker_last() -> None:
    for table in turns({}, "X 4c 2d"):
        assert choose_discard("probe", table) == cards("4c 2d X")[key_of("probe", table, HOOK_DISCARD) % 3]


@pytest.mark.parametrize("asked_before", [0, 1])
def test_probe__chooses_from_the_menu_with_swaps(asked_before: int) -> None:
    options = [None, above(0), swap(0, 1)]
    for table in turns({"joker_reuse": "hand"}, "8h 6h 2c", opened=[0], melds=["5h X 7h"]):
        key = key_of("probe", table, HOOK_PLAY, asked_before)
        assert choose_action("probe", table, asked_before) == options[key % 3]
