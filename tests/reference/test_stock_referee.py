"""Clause tests of the referee of the stock family: worked examples, melds, draws."""

from itertools import pairwise
from typing import Any

import pytest

from tests.reference.stock import points, won
from tests.reference.stock_actions import OnRun, menu
from tests.reference.stock_cards import deck_of
from tests.reference.stock_melds import Run, Set, runs_of, sets_of
from tests.reference.stock_points import left_value, tabled_value
from tests.reference.stock_positions import (
    BASIC,
    FIVE_HUNDRED,
    WRAP,
    above,
    card,
    cards,
    is_valid,
    lay_off_rows,
    may,
    meld,
    on_set,
    table_with,
    value,
)
from tests.reference.stock_rules import rules_of
from tests.reference.stock_table import Table
from tests.reference.streams import shuffle, stream

SIMPLE = {"simple_scoring": True}
PILE_OF_B6 = "5d 9c 5s 2h"


# worked examples


def test_melds__b1_aces() -> None:
    """B1, BR-7."""
    runs = ("As 2s 3s", "Qs Ks As", "Ks As 2s")
    assert [is_valid(FIVE_HUNDRED, run) for run in runs] == [True, True, False]
    assert [is_valid(BASIC, run) for run in runs] == [True, False, False]
    assert [is_valid(WRAP, run) for run in runs] == [True, True, True]


def test_values__b2_aces_in_500() -> None:
    """B2 and case 50, BA-1, BA-2."""
    melds = ("As 2s 3s", "Qs Ks As", "As Ad Ah")
    assert [value(FIVE_HUNDRED, text) for text in melds] == [6, 35, 45]
    assert [value(FIVE_HUNDRED | SIMPLE, text) for text in melds] == [15, 35, 45]


def test_values__b3_basic() -> None:
    """B3; an ace of a set is low too."""
    assert [value(BASIC, text) for text in ("9h 10h Jh", "As 2s 3s", "As Ad Ah")] == [29, 6, 3]
    assert [value(SIMPLE, text) for text in ("9h 10h Jh", "As 2s 3s", "As Ad Ah")] == [25, 15, 15]


def test_points__b4_cards_laid_off_count_for_who_lays_them() -> None:
    """B4, BR-9."""
    table = table_with(FIVE_HUNDRED, ["8c 8d 8h Js Ad 4c", "2c"], pile="3c", melds=("8s 9s 10s",))
    table.act(meld("8c 8d 8h"))
    table.act(above(0))
    fact = table.tally.facts(table.hand)
    made = rules_of(FIVE_HUNDRED)
    assert (tabled_value(made, fact), left_value(made, fact)) == (34, 19)
    assert (fact["new_melds"], fact["laid_off"]) == (1, 1)


def test_points__b5_nothing_melded() -> None:
    """B5."""
    table = table_with(FIVE_HUNDRED, ["Kd Qc Ah", "2c"])
    assert left_value(table.rules, table.tally.facts(table.hand)) == 35


def test_draw__b6_a_lower_card_with_those_above() -> None:
    """B6, BA-5, `pile_card_reuse`."""
    table = table_with(FIVE_HUNDRED, ["5h Kc", "2c"], pile=PILE_OF_B6, stock="8c")
    assert table.draws() == [0, 1, 4]
    assert table.draw(4) == [(0, 2, card("5d"), 4, -1)]
    assert (table.must, table.barred) == (card("5d"), -1)
    assert not may(table, None)
    assert menu(table.position) == [meld("5d 5h 5s")]
    table.act(meld("5d 5h 5s"))
    assert may(table, None)
    assert table.discards() == cards("9c Kc 2h")
    no_reuse = table_with(FIVE_HUNDRED | {"pile_card_reuse": False}, ["5h Kc", "2c"], pile=PILE_OF_B6, stock="8c")
    assert no_reuse.draws() == [0, 1]
    assert table_with(BASIC, ["5h Kc", "2c"], pile=PILE_OF_B6, stock="8c").draws() == [0, 1]


def test_draw__b7_a_lower_card_that_cannot_be_used() -> None:
    """B7."""
    assert table_with(FIVE_HUNDRED, ["6d Kc", "2c"], pile="5d 9c Qs 2h", stock="8c").draws() == [0, 1]
    assert 4 in table_with(FIVE_HUNDRED, ["6d 7d Kc", "2c"], pile="5d 9c Qs 2h", stock="8c").draws()
    assert 4 in table_with(FIVE_HUNDRED, ["6d Kc", "2c"], pile="5d 9c Qs 2h", stock="8c", melds=("2d 3d 4d",)).draws()


def test_discard__b8_the_top_discard_is_not_thrown_back() -> None:
    """B8, `no_return_discard`."""
    for rules, thrown in ((BASIC, "Kc"), ({"no_return_discard": False}, "Kc 7d")):
        table = table_with(rules, ["Kc", "2c"], pile="7d", stock="8c")
        table.draw(1)
        assert table.discards() == cards(thrown)


def test_melds__b9_not_down_to_the_card_just_taken() -> None:
    """B9, BR-5."""
    table = table_with(BASIC, ["4c 4h 4s", "2c"], pile="7d", stock="8c")
    table.draw(1)
    assert not may(table, "4c 4h 4s")
    assert menu(table.position) == [None]
    assert table.discards() == cards("4c 4h 4s")
    fits = table_with(BASIC, ["4c 4h 4s", "2c"], pile="7d", stock="8c", melds=("7c 7h 7s",))
    fits.draw(1)
    assert may(fits, "4c 4h 4s")


def test_melds__b10_out_without_a_discard() -> None:
    """B10."""
    table = table_with(BASIC, ["9c 9d", "2c"], pile="7d", stock="9s")
    table.draw(0)
    table.act(meld("9c 9d 9s"))
    assert (table.ended, table.out) == (3, 0)


def test_melds__b11_one_new_meld_a_turn() -> None:
    """B11, `meld_layoff_restriction`, which is both finer options at once; BA-3."""
    table = table_with(
        {"meld_layoff_restriction": True}, ["3c 3d 3h 8s 8d 8h Kc", "2c"], pile="7d", stock="9s", melds=("Jc Qc",)
    )
    table.draw(0)
    assert not may(table, above(0))
    table.act(meld("3c 3d 3h"))
    assert not may(table, "8d 8h 8s")
    assert may(table, above(0))


def facts_of(rules: dict[str, Any], end: int, *hands: str, out: int = -1, rummy: int = 0) -> list[dict[str, int]]:
    table = table_with(rules, list(hands))
    return [
        {"end": end, "out": int(seat == out), "rummy": int(seat == out) * rummy, **tally.facts(table.hands[seat])}
        for seat, tally in enumerate(table.tallies)
    ]


def test_points__b12_the_sum_of_the_other_hands() -> None:
    """B12, BR-10, BA-8."""
    facts = facts_of(BASIC, 3, "", "Kc 5d As", "9h 9s", out=0)
    assert points(BASIC, facts) == [34, 0, 0]
    assert won(BASIC, facts) == [1, 0, 0]


def test_points__b13_exhausted_less_the_own_hand() -> None:
    """B13, BR-11."""
    assert points(BASIC, facts_of(BASIC, 0, "4c", "Kc 6c", "Kd 8c")) == [26, 0, 0]


def test_points__b14_ties_share() -> None:
    """B14, BR-12, `split_rounding`."""
    three, four = facts_of(BASIC, 0, "5c", "5d", "Kc Kd"), facts_of(BASIC, 0, "3c", "3d", "Kc", "Kd Ks")
    assert points(BASIC, three) == [7.5, 7.5, 0]
    assert points({"split_rounding": "floor"}, three) == [7, 7, 0]
    assert points(BASIC, four) == [12, 12, 0, 0]
    assert won(BASIC, four) == [0.5, 0.5, 0, 0]


def test_points__b15_negative() -> None:
    """B15, BR-13, BA-9."""
    rules = {"scoring": "negative"}
    facts = facts_of(rules, 2, "", "Kc 6c", "Kd 8c", out=0)
    assert points(rules, facts) == [0, 16, 18]
    assert won(rules, facts) == [1, 0, 0]
    assert points(rules, facts_of(rules, 0, "4c", "Kc 6c", "Kd 8c")) == [4, 16, 18]


def test_points__b16_a_deal_that_ends_a_match() -> None:
    """B16: this referee judges the deal; the totals are 505 and 520."""
    table = table_with(FIVE_HUNDRED, ["7c 7d 7h 6c", "Qc Qd Qh Ks"], melds=("9s 10s Js Qs",))
    table.act(meld("7c 7d 7h"))
    table.end_turn()
    table.begin_turn()
    table.act(meld("Qc Qd Qh"))
    table.act(above(0))
    assert points(FIVE_HUNDRED, table.facts()) == [505 - 490, 520 - 480]


def test_values__b17_whole_suits() -> None:
    """B17, 8.9."""
    numbers = "2c 3c 4c 5c 6c 7c 8c 9c 10c Jc Qc Kc"
    assert value(FIVE_HUNDRED, f"Ac {numbers}") == 85
    assert value(FIVE_HUNDRED, f"{numbers} Ac") == 99
    assert is_valid(FIVE_HUNDRED, f"Ac {numbers}")
    assert not is_valid(FIVE_HUNDRED, f"Ac {numbers} X")
    assert not is_valid(BASIC, f"{numbers} Ac")


def test_lay_off__case_51_two_targets_are_two_actions() -> None:
    """Case 51."""
    table = table_with(BASIC, ["7s Kc", "2c"], pile="2h", stock="9d", melds=("7c 7d 7h", "4s 5s 6s"))
    table.draw(0)
    assert menu(table.position) == [None, on_set(0, "s"), above(1)]
    assert lay_off_rows(table, above(1)) == [(8, card("7s"), 1, 6)]


def test_points__case_52_may_be_negative() -> None:
    """Case 52, BR-9."""
    facts = facts_of(FIVE_HUNDRED, 2, "Ac Ad Ah As Kc Kd Kh", "")
    facts[0] |= {"tabled_tens": 6, "tabled_small": 4, "tabled_pips": 27}
    assert left_value(rules_of(FIVE_HUNDRED), facts[0]) == 90
    assert points(FIVE_HUNDRED, facts)[0] == -3


# dealing and options


@pytest.mark.parametrize(
    ("rules", "players", "packs"), [({}, 4, 1), ({}, 5, 2), ({"two_packs_from": None}, 7, 1), ({"jokers": 2}, 6, 2)]
)
def test_deal__is_the_whole_deck(rules: dict[str, Any], players: int, packs: int) -> None:
    """BR-1, STOCK 1."""
    deck = deck_of(rules_of(rules), 3, 1, 4, players)
    pack = [suit * 16 + place for suit in range(4) for place in range(13)] + [13, 29] * bool(rules.get("jokers"))
    assert sorted(deck) == sorted(pack * packs)


@pytest.mark.parametrize("jokers", [0, 2])
@pytest.mark.parametrize("players", [2, 6])
def test_deal__from_the_shuffled_universe(jokers: int, players: int) -> None:
    """CONTRACT 2: places of absent cards take the next present card from behind the deck."""
    packs = 2 if players > 4 else 1
    order = shuffle(list(range(54 * packs)), stream(3, 1, 4, 1, 0))
    faces = [None if i % 54 > 51 and not jokers else (i % 54 // 13 * 16 + i % 54 % 13) for i in order]
    size = (52 + jokers) * packs
    front, behind = faces[:size], [face for face in faces[size:] if face is not None]
    expected = [behind.pop(0) if face is None else face for face in front]
    named = [{64: 13, 65: 29}.get(face, face) for face in expected]
    assert deck_of(rules_of({"jokers": jokers}), 3, 1, 4, players) == named


def test_deal__hands_by_place_then_the_upcard() -> None:
    """CONTRACT 2, BR-2."""
    rules = rules_of({"hand_sizes": (10, 7, 6)})
    deck, table = deck_of(rules, 3, 1, 4, 3), Table(rules, 3, 1, 4, [2, 0, 1], 1)
    assert [table.player_of(seat) for seat in range(3)] == [0, 1, 2]
    assert table.hands == [deck[7:14], deck[14:21], deck[:7]]
    assert (table.pile, table.stock) == ([deck[21]], deck[22:])


def test_rules__the_last_hand_size_holds_for_more_players() -> None:
    """STOCK 1."""
    made = rules_of({"hand_sizes": (10, 7, 7, 6)})
    assert [made.hand_size(n) for n in range(2, 9)] == [10, 7, 7, 6, 6, 6, 6]
    assert [rules_of({}).hand_size(n) for n in (2, 3, 8)] == [13, 7, 7]


def test_rules__the_restriction_is_round_whatever_else_is_said() -> None:
    """STOCK 2: `meld_layoff_restriction = true` is `one_meld_per_turn = true` with `layoff_requires_meld = round`."""
    made = rules_of({"meld_layoff_restriction": True, "layoff_requires_meld": "turn", "target": 500})
    assert (made.one_meld_per_turn, made.layoff_requires_meld) == (True, "round")


def test_rules__too_many_cards_to_deal() -> None:
    with pytest.raises(ValueError, match="more than the deck"):
        Table(rules_of({"hand_sizes": (13,), "two_packs_from": None}), 1, 0, 0, [0, 1, 2, 3], 0)


@pytest.mark.parametrize("name", ["jokers", "ace_mode", "scoring", "stock_exhausted"])
def test_rules__unknown_choices_are_refused(name: str) -> None:
    with pytest.raises(ValueError, match="unknown to this referee"):
        rules_of({name: "something"})


# melds


@pytest.mark.parametrize(
    ("text", "valid"),
    [
        ("7c 7d", False),
        ("7c 7d 7h", True),
        ("7c 7d 7h 7s", True),
        ("7c 7c 7d", False),
        ("7c 7d X", True),
        ("7c 7d 7h 7s X", False),
        ("set 7c X X", True),
        ("3c 4c", False),
        ("3c 4d 5c", False),
        ("X 4c X", True),
        ("Ac X X", True),
        ("X Ac 2c", False),
        ("Qc Kc X", False),
    ],
)
def test_melds__with_aces_low(text: str, valid: bool) -> None:
    """BR-6, STOCK 3."""
    assert is_valid(BASIC, text.removeprefix("set ")) is valid


def test_melds__need_a_natural() -> None:
    """Rules 0.5."""
    assert not list(runs_of(rules_of({}), cards("X X X X")))
    assert not list(sets_of(rules_of({}), cards("X X X X")))


@pytest.mark.parametrize("ace_mode", ["low", "either", "wrap"])
def test_melds__are_listed_in_order_and_once(ace_mode: str) -> None:
    """8.1: sets by number, suits, jokers; runs by suit, place, length, pattern with naturals first."""
    hand, made = cards("Ac Ad Ah Kc Qc Jc 10c X X 2c 2d"), rules_of({"ace_mode": ace_mode})
    sets, runs = list(sets_of(made, hand)), list(runs_of(made, hand))
    keys_of_sets = [(one.place, one.suit_bits, one.jokers) for one in sets]
    keys_of_runs = [(one.suit, one.start, one.size, one.pattern) for one in runs]
    for keys in (keys_of_sets, keys_of_runs):
        assert all(a < b for a, b in pairwise(keys))
    assert Run(0, 9, (False,) * 3) in runs
    assert (Run(0, 11, (False, False, True, False)) in runs) is (ace_mode == "wrap")
    assert (Run(0, 11, (False, False, False)) in runs) is (ace_mode != "low")
    assert Set(0, (1, 2), 2) in sets


def test_melds__codes() -> None:
    """STOCK 3: bit 13 − i of the pattern is the i-th position from the low end."""
    assert meld("7c 7s X").code == 6 << 24 | 0b1001 << 20 | 1 << 16
    assert meld("X 4d 5d X").code == 1 << 40 | 1 << 36 | 2 << 32 | 4 << 28 | 1 << 13 | 1 << 10


# draws


def test_draw__the_end_of_the_round_only_without_a_stock() -> None:
    """BR-4, BA-7."""
    table = table_with(BASIC, ["Kc", "2c"], pile="5d 7d")
    assert table.draws() == [1, -1]
    assert table.draw(-1) == [(0, 9, -1, -1, -1)]
    assert table.ended == 0
    assert table_with(BASIC, ["Kc", "2c"]).draws() == [-1]


@pytest.mark.parametrize(
    ("mode", "limit", "made", "pile", "draws"),
    [
        ("reshuffle", None, 0, "5d 7d", [0, 1]),
        ("reshuffle", None, 9, "5d 7d", [0, 1]),
        ("reshuffle", None, 0, "7d", [1, -1]),
        ("reshuffle", 2, 2, "5d 7d", [1, -1]),
        ("reshuffle_once", None, 0, "5d 7d", [0, 1]),
        ("reshuffle_once", None, 1, "5d 7d", [1, -1]),
        ("reshuffle_once", 5, 1, "5d 7d", [1, -1]),
        ("reshuffle_once", 0, 0, "5d 7d", [1, -1]),
        ("may_end", 5, 0, "5d 7d", [1, -1]),
    ],
)
def test_draw__when_the_stock_can_be_made_new(
    mode: str, limit: int | None, made: int, pile: str, draws: list[int]
) -> None:
    """STOCK 2; with both limits the smaller one holds."""
    table = table_with({"stock_exhausted": mode, "max_reshuffles": limit}, ["Kc", "2c"], pile=pile)
    table.reshuffles = made
    assert table.draws() == draws


def test_draw__a_new_stock_is_the_pile_without_its_top() -> None:
    """CG-6, STOCK 4."""
    table = table_with({"stock_exhausted": "reshuffle"}, ["Kc", "2c"], pile="5d 7d 9d Jd")
    rows = table.draw(0)
    assert rows[0] == (0, 5, -1, 3, -1)
    assert rows[1][:2] == (0, 1)
    assert (table.pile, len(table.stock), table.reshuffles) == (cards("Jd"), 2, 1)
    assert not table.imbalance()


def test_end__an_empty_stock_ends_the_deal_at_once() -> None:
    """`stock_exhausted = end`; turns used up go first (a choice of this referee)."""
    assert table_with({"stock_exhausted": "end"}, ["Kc", "2c"], pile="5d 7d").ended == 0
    assert table_with({"stock_exhausted": "end"}, ["Kc", "2c"], pile="5d 7d", stock="8c").ended is None
    assert table_with({"stock_exhausted": "end", "max_turns": 0}, ["Kc", "2c"], pile="5d 7d").ended == 1


def test_draw__an_empty_hand_takes_no_top_that_it_must_keep() -> None:
    """STOCK 2: a floating player could neither throw nor keep it."""
    floats = {"final_discard_required": True}
    assert table_with(floats, ["", "2c"], pile="7d", stock="8c").draws() == [0]
    assert table_with(floats, ["", "2c"], pile="7d", stock="8c", melds=("7c 7h 7s",)).draws() == [0, 1]
    assert table_with(floats | {"no_return_discard": False}, ["", "2c"], pile="7d", stock="8c").draws() == [0, 1]


def test_draw__top_discard_must_be_used() -> None:
    """4.7."""
    rules = {"top_discard_must_be_used": True}
    assert table_with(rules, ["Kc 7c", "2c"], pile="7d", stock="8c").draws() == [0]
    table = table_with(rules, ["Kc 7c 7h", "2c"], pile="7d", stock="8c")
    assert table.draws() == [0, 1]
    table.draw(1)
    assert (table.must, table.barred) == (card("7d"), card("7d"))
    assert menu(table.position) == [meld("7c 7d 7h")]
    nothing_to_throw = table_with(rules, ["7c 7h 7s", "2c"], pile="7d", stock="8c", melds=("4d 5d 6d",))
    nothing_to_throw.draw(1)
    assert menu(nothing_to_throw.position) == [
        meld("7c 7d 7h"),
        meld("7c 7d 7s"),
        meld("7d 7h 7s"),
        meld("7c 7d 7h 7s"),
        above(0),
    ]


def test_draw__top_discard_that_leaves_its_copy() -> None:
    """STOCK 2: the set would leave a 7d, which may not be thrown and goes nowhere."""
    rules = {"top_discard_must_be_used": True, "two_packs_from": 2}
    assert table_with(rules, ["7d 7c 7h", "2c"], pile="7d", stock="8c").draws() == [0]
    assert table_with(rules, ["7d 7c 7h Kd", "2c"], pile="7d", stock="8c").draws() == [0, 1]


def test_draw__one_card_below_another_needs_a_longer_lay_off() -> None:
    """STOCK 2 and 8: the whole menu of first actions if no short one uses the card; larger below first."""
    table = table_with(FIVE_HUNDRED, ["7c 8c 2c Kd", "2c"], pile="9c Qs", stock="8h", melds=("3c 4c 5c 6c",))
    assert table.draws() == [0, 1, 2]
    table.draw(2)
    assert menu(table.position) == [meld("7c 8c 9c")]
    other = table_with(FIVE_HUNDRED, ["8c 2c Kd", "2c"], pile="9c Qs", stock="8h", melds=("4c 5c 6c 7c", "3c 3d 3h"))
    other.draw(2)
    assert menu(other.position) == [above(0, 2)]
    assert lay_off_rows(other, above(0, 2)) == [(8, card("8c"), 0, 7), (10, card("9c"), 0, 8)]
    both = table_with(FIVE_HUNDRED, ["8c 3c Kd", "2c"], pile="9c Qs", stock="8h", melds=("4c 5c 6c 7c",))
    both.draw(2)
    assert menu(both.position) == [OnRun(0, 1, 2), above(0, 2)]
