"""Clause tests of the referee of the stock family: lay-offs, jokers, aces, discards, calls, facts."""

from typing import Any

import pytest

from tests.reference.stock import view
from tests.reference.stock_actions import OnRun, menu
from tests.reference.stock_bots import decision_word
from tests.reference.stock_positions import (
    BASIC,
    FIVE_HUNDRED,
    WRAP,
    above,
    below,
    card,
    cards,
    lay_off_rows,
    leaves,
    may,
    meld,
    on_set,
    table_with,
    value,
)
from tests.reference.stock_rules import rules_of
from tests.reference.stock_tally import Tally
from tests.reference.streams import G, mix, stream, word

FLOATING = {"final_discard_required": True}
JOKERS = {"jokers": 2}
TWO_PACKS = {"two_packs_from": 2}

# lay-offs


def test_lay_off__several_cards_at_both_ends() -> None:
    """STOCK 3 and 4: low end outwards, then high end outwards."""
    table = table_with(JOKERS, ["3c 4c 8c X Kd", "2c"], melds=("5c 6c 7c",))
    assert lay_off_rows(table, OnRun(0, 2, 2)) == [
        (8, card("4c"), 0, 3),
        (10, card("3c"), 0, 2),
        (10, card("8c"), 0, 7),
        (10, 13, 0, 8),
    ]
    assert table.melds == [meld("3c 4c 5c 6c 7c 8c X")]
    assert (table.tally.laid_off, table.hand) == (4, cards("Kd"))


def test_lay_off__joker_below_then_natural() -> None:
    table = table_with(JOKERS, ["3c X Kd", "2c"], melds=("5c 6c 7c",))
    assert lay_off_rows(table, below(0, 2)) == [(8, 13, 0, 3), (10, card("3c"), 0, 2)]
    assert table.melds == [meld("3c X 5c 6c 7c")]


def test_lay_off__natural_before_joker() -> None:
    """STOCK 3: whoever holds the natural cannot lay a joker there."""
    table = table_with(JOKERS, ["8c X Kd", "2c"], melds=("5c 6c 7c",))
    assert menu(table.position) == [None, below(0), above(0)]
    assert leaves(table, above(0)) == sorted(cards("X Kd"))
    assert leaves(table, below(0)) == sorted(cards("8c Kd"))


def test_lay_off__on_a_set() -> None:
    """Rules 0.5: any suit that is not there, while it has three cards."""
    table = table_with(JOKERS, ["7c 7d 7s X Kd", "2c"], melds=("7c 7h X", "Kc Kd Kh Ks"))
    assert menu(table.position)[-3:] == [on_set(0, "d"), on_set(0, "s"), on_set(0, "X")]
    assert not may(table, on_set(0, "c"))
    assert lay_off_rows(table, on_set(0, "s")) == [(8, card("7s"), 0, -1)]
    assert table.melds[0].code == 6 << 24 | 0b1101 << 20 | 1 << 16
    assert not may(table, on_set(0, "d"))


@pytest.mark.parametrize(
    ("rules", "run", "ends"),
    [
        (BASIC, "Ac 2c 3c", [False, True]),
        (BASIC, "Jc Qc Kc", [True, False]),
        (FIVE_HUNDRED, "Jc Qc Kc", [True, True]),
        (FIVE_HUNDRED, "Qc Kc Ac", [True, False]),
        (FIVE_HUNDRED, "Ac 2c 3c", [False, True]),
        (WRAP, "Qc Kc Ac", [True, True]),
        (WRAP, "Ac 2c 3c", [True, True]),
        (WRAP, "2c 3c 4c 5c 6c 7c 8c 9c 10c Jc Qc Kc Ac", [False, False]),
        (FIVE_HUNDRED, "2c 3c 4c 5c 6c 7c 8c 9c 10c Jc Qc Kc", [True, True]),
        (FIVE_HUNDRED, "2c 3c 4c 5c 6c 7c 8c 9c 10c Jc Qc Kc Ac", [False, False]),
    ],
)
def test_lay_off__ends_of_the_line(rules: dict[str, Any], run: str, ends: list[bool]) -> None:
    """BR-8, 8.9: nothing goes beyond an ace unless the line is a circle."""
    table = table_with(rules | JOKERS, ["X Kd", "2c"], melds=(run,))
    assert [may(table, below(0)), may(table, above(0))] == ends


def test_lay_off__on_a_circle_the_last_place_has_two_ends() -> None:
    """`ace_mode = wrap`: one row of the log, two actions."""
    table = table_with(WRAP, ["6c Kd", "2c"], melds=("7c 8c 9c 10c Jc Qc Kc Ac 2c 3c 4c 5c",))
    assert menu(table.position)[1:] == [below(0), above(0)]
    assert lay_off_rows(table, below(0)) == [(8, card("6c"), 0, 5)]
    assert table.melds[0] == meld("6c 7c 8c 9c 10c Jc Qc Kc Ac 2c 3c 4c 5c")


@pytest.mark.parametrize(
    ("requires", "before", "now"), [("none", True, True), ("round", False, True), ("turn", False, True)]
)
def test_lay_off__may_require_a_meld(requires: str, before: bool, now: bool) -> None:
    """`layoff_requires_meld`, BA-3."""
    table = table_with({"layoff_requires_meld": requires}, ["8c 9d 9h 9s Kd", "2c"], melds=("5c 6c 7c",))
    assert may(table, above(0)) is before
    table.act(meld("9d 9h 9s"))
    assert may(table, above(0)) is now
    table.turn += 2
    table.begin_turn()
    assert may(table, above(0)) is (requires != "turn")


def test_lay_off__a_claim_is_no_meld() -> None:
    """STOCK 2: `layoff_requires_meld` asks for a new meld."""
    table = table_with({"layoff_requires_meld": "round"}, ["8c Kd", "2c"], melds=("5c 6c 7c",))
    table.tally.claims, table.tally.laid_off, table.tally.tabled = 1, 1, cards("7c")
    assert not may(table, above(0))


def test_lay_off__of_the_taken_card_counts_for_the_finish_under_the_same_conditions() -> None:
    """8.9: the card just taken must be playable at once, after the meld that was just laid."""
    for requires in ("none", "round", "turn"):
        table = table_with(
            {"layoff_requires_meld": requires}, ["4c 4h 4s", "2c"], pile="7d", stock="8c", melds=("4d 5d 6d",)
        )
        table.draw(1)
        assert may(table, "4c 4h 4s")
        table.act(meld("4c 4h 4s"))
        assert not may(table, None)  # a choice of this referee: only the barred card is left, so there is no stopping
        assert menu(table.position) == [above(0)]
        table.act(above(0))
        assert (table.ended, table.out) == (3, 0)


# jokers and copies


def test_jokers__leave_the_hand_by_ascending_bit() -> None:
    """A choice of this referee: an action does not say which joker it uses."""
    table = table_with(JOKERS, ["7c 7d X X Kd", "2c"])
    assert leaves(table, "7c 7d X") == sorted([29, *cards("Kd")])


def test_jokers__the_one_that_must_be_used_goes_first() -> None:
    """STOCK 2: the action must use that card, also where others are held (a choice of this referee)."""
    table = table_with(FIVE_HUNDRED | JOKERS, ["7c 7d X Kd", "2c"], stock="8c")
    table.pile = [29, *cards("9h")]
    table.draw(2)
    assert table.must == 29
    assert leaves(table, "7c 7d X") == sorted([13, *cards("9h Kd")])
    narrow = table_with(FIVE_HUNDRED | JOKERS | {"pile_card_reuse": False}, ["7c 7d X Kd", "2c"], stock="8c")
    narrow.pile = [29, *cards("7h")]
    narrow.draw(2)
    assert may(narrow, "7c 7d X X")
    assert not may(narrow, "7c 7d 7h X")


def test_jokers__only_the_one_taken_is_barred() -> None:
    """A choice of this referee: the two printed jokers are two kinds."""
    table = table_with(JOKERS, ["X Kd", "2c"], stock="8c")
    table.pile = [29]
    table.draw(1)
    assert table.discards() == [13, *cards("Kd")]


def test_copies__the_barred_card_may_go_if_it_is_held_twice() -> None:
    """STOCK 2."""
    table = table_with(TWO_PACKS, ["7d 5h 6h 7h", "2c"], pile="7d", stock="8c")
    table.draw(1)
    assert table.discards() == cards("7d 5h 6h 7h")
    assert may(table, "5h 6h 7h")
    three = table_with(TWO_PACKS, ["7d 7c 7h", "2c"], pile="7d", stock="8c")
    three.draw(1)
    assert not may(three, "7c 7d 7h")  # leaves one 7d, which may not be thrown


def test_copies__are_one_kind_with_pile_card_reuse_off() -> None:
    """STOCK 2: with two packs copies held before."""
    rules = FIVE_HUNDRED | TWO_PACKS | {"pile_card_reuse": False}
    assert table_with(rules, ["5h Kc", "2c"], pile="5d 5c 5h", stock="8c").draws() == [0, 1]
    table = table_with(rules, ["5h 5s Kc", "2c"], pile="5d 5c 5h", stock="8c")
    assert table.draws() == [0, 1, 2, 3]
    table.draw(3)
    assert menu(table.position) == [meld("5d 5h 5s")]
    table.act(meld("5d 5h 5s"))
    assert sorted(table.hand) == sorted(cards("5c 5h Kc"))


# aces


@pytest.mark.parametrize(
    ("run", "points"),
    [("Ac 2c 3c", 6), ("Kc Ac 2c", 27), ("Qc Kc Ac", 35), ("Ac Ad Ah", 45), ("X Ac 2c", 32), ("Ac X 3c", 19)],
)
def test_aces__on_a_circle_are_low_if_lowest(run: str, points: int) -> None:
    """8.9."""
    assert value(WRAP, run) == points


@pytest.mark.parametrize(
    ("rules", "run", "hand", "lay_off", "low", "high"),
    [
        (FIVE_HUNDRED, "2c 3c 4c", "Ac", below(0), 1, 0),
        (FIVE_HUNDRED, "Jc Qc Kc", "Ac", above(0), 0, 1),
        (WRAP, "2c 3c 4c", "Ac", below(0), 1, 0),
        (WRAP, "2c 3c 4c", "Ac Kc", below(0, 2), 0, 1),
        (WRAP, "Jc Qc Kc", "Ac", above(0), 0, 1),
        (FIVE_HUNDRED, "Ad Ah As", "Ac", on_set(0, "c"), 0, 1),
        (BASIC, "Ad Ah As", "Ac", on_set(0, "c"), 1, 0),
        (WRAP, "Ad Ah As", "Ac", on_set(0, "c"), 0, 1),
    ],
)
def test_aces__laid_off(rules: dict[str, Any], run: str, hand: str, lay_off: Any, low: int, high: int) -> None:
    """STOCK 5."""
    table = table_with(rules, [f"{hand} Kd", "2c"], melds=(run,))
    table.act(lay_off)
    fact = table.tally.facts(table.hand)
    assert (fact["tabled_aces_low"], fact["tabled_aces_high"]) == (low, high)


def test_aces__keep_what_they_were() -> None:
    """STOCK 5: a king below the ace of a circle does not make it high."""
    table = table_with(WRAP, ["Ac 2c 3c Kc Kd", "2c"])
    table.act(meld("Ac 2c 3c"))
    table.act(below(0))
    assert table.tally.facts(table.hand)["tabled_aces_low"] == 1


# discards and floating


def test_float__an_emptied_hand_plays_on() -> None:
    """`final_discard_required`, S-56, S-57."""
    table = table_with(FLOATING, ["9c 9d", "2c"], stock="9s 5h 6h")
    table.draw(0)
    table.act(meld("9c 9d 9s"))
    assert (table.ended, table.hand) == (None, [])
    table.turn += 2
    table.begin_turn()
    table.draw(0)
    assert table.discards() == cards("5h")
    assert menu(table.position) == [None]


def test_float__may_lay_the_drawn_card_off_and_float_on() -> None:
    table = table_with(FLOATING, ["", "2c"], stock="9h", melds=("9c 9d 9s",))
    table.draw(0)
    assert menu(table.position) == [None, on_set(0, "h")]
    table.act(on_set(0, "h"))
    assert table.ended is None


@pytest.mark.parametrize(("laid_before", "rummy"), [([], 1), (["7c"], 0)])
def test_rummy__only_with_nothing_laid_before(laid_before: list[str], rummy: int) -> None:
    """`rummy_bonus`, 8.8: laid, laid off or claimed before this turn."""
    table = table_with(BASIC, ["9c 9d 9s 5h 5d 5s", "2c"], stock="Kd")
    table.tally.tabled = [card(text) for text in laid_before]
    table.begin_turn()
    table.draw(0)
    table.act(meld("9c 9d 9s"))
    table.act(meld("5d 5h 5s"))
    table.discard(card("Kd"))
    table.go_out_by_discard()
    facts = table.facts()
    assert [(fact["end"], fact["out"], fact["rummy"]) for fact in facts] == [(2, 1, rummy), (2, 0, 0)]


# calls


def test_call__the_others_are_asked_in_turn_order() -> None:
    """`call_rummy`, 8.8."""
    for call, hand, asked in (
        ("none", "8c", []),
        ("last_discard", "8c", [1, 2]),
        ("last_discard", "8c Kd", []),
        ("any", "8c Kd", [1, 2]),
        ("any", "8d Kd", []),
    ):
        table = table_with({"call_rummy": call}, [hand, "2c", "3h"], melds=("5c 6c 7c",))
        table.discard(cards(hand)[0])
        assert table.asked() == asked


def test_call__requires_a_meld_where_lay_offs_do() -> None:
    """STOCK 2: `round` and `turn` are the same here."""
    for requires in ("round", "turn"):
        table = table_with(
            {"call_rummy": "any", "layoff_requires_meld": requires}, ["8c Kd", "2c", "3h"], melds=("5c 6c 7c",)
        )
        table.tallies[2].new_melds = 1
        table.discard(card("8c"))
        assert table.asked() == [2]
        assert table.claims() == [above(0)]


def test_call__the_claimer_lays_the_discard_off() -> None:
    """8.8: the points are theirs."""
    table = table_with({"call_rummy": "any"}, ["8c Kd", "2c", "3h"], pile="4s", melds=("5c 6c 7c",))
    table.discard(card("8c"))
    assert table.claim(2, above(0)) == [(2, 11, card("8c"), 0, 7)]
    assert (table.pile, table.hands[2], table.melds) == (cards("4s"), cards("3h"), [meld("5c 6c 7c 8c")])
    fact = table.tallies[2].facts(table.hands[2])
    assert [fact[name] for name in ("claims", "laid_off", "new_melds", "tabled_pips")] == [1, 1, 0, 8]
    assert not table.imbalance()


def test_call__a_joker_goes_wherever_one_may() -> None:
    table = table_with(JOKERS | {"call_rummy": "any"}, ["X Kd", "2c"], melds=("Ac 2c 3c", "7c 7d 7h", "9c 9d 9h 9s"))
    table.discard(13)
    assert table.claims() == [above(0), on_set(1, "X")]
    assert table.claim(1, on_set(1, "X")) == [(1, 11, 13, 1, -1)]


# views and words


def test_view__of_the_player_in_turn() -> None:
    """STOCK 7: known cards, the pile from the bottom, melds."""
    table = table_with(FIVE_HUNDRED, ["4d 5h 6h Kc", "2c 3c"], pile="9s 8s 7h", stock="2d 3d", melds=("Qc Qd Qh",))
    table.draw(1)
    table.act(meld("5h 6h 7h"))
    expected = [
        1 << card("4d") | 1 << card("Kc"),
        *[0] * 8,  # the seven that was taken is on the table
        card("8s"),
        card("7h"),
        -1,
        *[0, 0, 2, 2, 2, card("9s"), card("8s")],
        *[2, 2, 0, 0, 0, 0, 0, 0],
        1,
        1,
        2,
        11 << 24 | 0b0111 << 20,
        1 << 40 | 2 << 36 | 4 << 32 | 3 << 28,
    ]
    assert view(table, 0) == expected


def test_view__what_must_be_used_until_it_is() -> None:
    """STOCK 7; none once the first action has used it (a choice of this referee)."""
    table = table_with(FIVE_HUNDRED, ["5h 5s Kc", "2c"], pile="5d 9c", stock="2d")
    table.draw(2)
    assert view(table, 0)[9:13] == [-1, -1, card("5d"), 0]
    table.act(meld("5d 5h 5s"))
    assert view(table, 0)[9:13] == [-1, -1, -1, 0]


def test_view__of_a_player_who_is_asked() -> None:
    """STOCK 7: the discard is on the pile; what was taken and melded in this turn still shows (a choice)."""
    table = table_with(FIVE_HUNDRED | {"call_rummy": "any"}, ["8c 6h Kc", "2c 3c"], pile="9s 6d", melds=("5c 6c 7c",))
    table.draw(1)
    table.discard(card("8c"))
    assert view(table, 1) == [
        1 << card("2c") | 1 << card("3c"),
        *[1 << card("6d"), 0, 0, 0, 0, 0, 0, 0],
        *[card("8c"), card("6d"), -1, 0, 1, 2, 0, 2, card("9s"), card("8c")],
        *[3, 2, 0, 0, 0, 0, 0, 0],
        *[0, 0, 1, 1 << 40 | 4 << 32 | 3 << 28],
    ]


def test_view__with_two_packs_has_the_kinds_held_twice() -> None:
    """STOCK 1 and 7: a card taken stays known while any copy is held."""
    table = table_with(TWO_PACKS, ["5h 5h 6h", "2c 3c"], pile="6h", stock="2d")
    table.draw(1)
    table.discard(card("6h"))
    assert view(table, 0)[:3] == [1 << card("5h") | 1 << card("6h"), 1 << card("5h"), 1 << card("6h")]
    table.turn += 2
    table.begin_turn()
    table.discard(card("6h"))
    assert view(table, 0)[2] == 0


def test_words__of_repeated_questions() -> None:
    """STOCK 2."""
    table = table_with(BASIC, ["5h", "2c"])
    table.turn = 3
    first = word(stream(1, 0, 0, 3, 1), 8 * 3 + 1)
    assert [decision_word(table, 1, 1, k) for k in range(3)] == [first, mix(first + G), mix(first + 2 * G)]


def test_counts__of_a_hand() -> None:
    """STOCK 5."""
    fact = Tally().facts(cards("2c 9d 10h Ks Ah X"))
    left = {name: count for name, count in fact.items() if name.startswith("left")}
    assert left == {"left_small": 2, "left_pips": 11, "left_tens": 2, "left_aces": 1, "left_jokers": 1}
    assert rules_of({}).ace_mode == "low"
