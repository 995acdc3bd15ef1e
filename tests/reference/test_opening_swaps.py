"""Clause tests of the referee of the opening family: jokers swapped (rules 2.2, 2.7, RA-11, 8.7)."""

import pytest

from tests.reference.opening_facts import facts_of
from tests.reference.opening_legal import swap_actions
from tests.reference.opening_positions import (
    above,
    below,
    card,
    cards,
    done,
    end_by_throwing,
    may,
    meld,
    opened_with,
    opening,
    swap,
    table_with,
)
from tests.reference.opening_table import CUT_CARD, TOP, Table

FREE_JOKER = {"joker_reuse": "hand"}
ANY_MELD = {"joker_reuse": "any_meld"}
BEFORE = {"joker_swap_before_opening": True}
OPTIONAL_DISCARD = {"final_discard_required": False}


def test_r14__swap_and_lay_the_joker() -> None:
    """R14: the joker may not stay in the hand."""
    table = opened_with("5c 9d 9s Kh", "4c X 6c")
    assert done(table, swap(0, 1)) == [(11, card("5c"), 0, 4)]
    assert table.melds == [meld("4c 5c 6c")]
    assert [may(table, None), may(table, "9d 9s X")] == [False, True]
    done(table, "9d 9s X")
    fact = end_by_throwing(table, "Kh")
    assert (fact["swaps"], fact["new_melds"], fact["tabled_cards"], fact["tabled_jokers"]) == (1, 1, 4, 1)


def test_swap__only_with_a_use_for_the_joker() -> None:
    assert not may(opened_with("5c 9d 8s Kh", "4c X 6c"), swap(0, 1))
    assert not may(opened_with("5c 9d 9s", "4c X 6c"), swap(0, 1))
    assert may(opened_with("5c 9d 9s", "4c X 6c", **OPTIONAL_DISCARD), swap(0, 1))
    assert not may(opened_with("6c 9d 9s Kh", "4c X 6c"), swap(0, 1))
    assert not may(opened_with("5c 9d 9s Kh", "4c X 6c"), swap(0, 0))
    assert not may(table_with({}, ["5c 9d 9s Kh", "2c"], melds=["4c X 6c"]), swap(0, 1))


def test_swap__any_meld() -> None:
    """2.7 `joker_reuse`: laid off with the joker, at once."""
    table = opened_with("5c 9d 8s Kh", "4c X 6c", **ANY_MELD)
    done(table, swap(0, 1))
    assert table.doing.pending
    assert [may(table, None), may(table, above(0)), may(table, below(0))] == [False, True, True]
    table = opened_with("5c 7c 9d 9s Kh", "4c X 6c", **ANY_MELD)
    done(table, swap(0, 1))
    assert [may(table, above(0)), may(table, above(0, 2)), may(table, "9d 9s X")] == [False, True, True]
    done(table, above(0, 2))
    assert may(table, None)


def test_swap__into_the_hand() -> None:
    table = opened_with("5c Kh", "4c X 6c", **FREE_JOKER)
    done(table, swap(0, 1))
    assert (may(table, None), table.doing.pending, table.discards()) == (True, False, cards("Kh X"))
    assert facts_after(table)["left_jokers"] == 1


def facts_after(table: Table) -> dict[str, int]:
    """Facts of the first player as if the deal ended now."""
    table.ended = 0
    return facts_of(table)[0]


def test_swap__a_joker_that_may_not_be_thrown() -> None:
    table = table_with(FREE_JOKER, ["5c", "2c"], "X", "3c", melds=["4c X 6c"], opened=[0])
    table.draw(TOP)
    assert not may(table, swap(0, 1))


@pytest.mark.parametrize(
    ("how", "melds", "hand", "allowed"),
    [
        ("any_missing", "9c 9d X", "9h 9s", "hs"),
        ("any_missing", "9c 9d X", "9c 9s", "s"),
        ("any_missing", "9c 9d 9h X", "9s", "s"),
        ("any_missing", "set 9c X X", "9d", "d"),
        ("any_missing", "9c 9d 9h", "9s", ""),
        ("both_missing", "9c 9d X", "9h 9s", "h"),
        ("both_missing", "9c 9d X", "9h", ""),
        ("both_missing", "9c 9d 9h X", "9s", "s"),
        ("both_missing", "9c 9d X X", "9h 9s", ""),
        ("both_missing", "set 9c X X", "9d 9h 9s", ""),
        ("never", "9c 9d 9h X", "9s", ""),
    ],
)
def test_set_joker_swap(how: str, melds: str, hand: str, allowed: str) -> None:
    """RA-11, 2.7."""
    table = opened_with(f"{hand} Kd", melds, set_joker_swap=how, **FREE_JOKER)
    assert "".join(suit for suit in "cdhs" if may(table, swap(0, suit))) == allowed
    assert list(swap_actions(table.position)) == [swap(0, suit) for suit in allowed]


def test_set_joker_swap__both_missing_lays_both() -> None:
    table = opened_with("9h 9s Kd", "9c 9d X", set_joker_swap="both_missing", **FREE_JOKER)
    assert done(table, swap(0, "h")) == [(11, card("9h"), 0, -1)]
    assert table.melds == [meld("9c 9d 9h 9s")]
    assert (sorted(table.hand), table.tally.swaps, table.tally.tabled_cards) == (cards("X Kd"), 1, 2)


def test_set_joker_swap__never_leaves_runs_alone() -> None:
    assert may(opened_with("5c Kd", "4c X 6c", set_joker_swap="never", **FREE_JOKER), swap(0, 1))


def test_swap__before_the_opening() -> None:
    """2.7 `joker_swap_before_opening`: then an opening is owed, with the joker unless that may stay in hand."""
    hand = "5c 6s 7s 8s 10d 10c 9h"
    assert not may(table_with({}, [hand, "2c"], melds=["4c X 6c"]), swap(0, 1))
    table = table_with(BEFORE, [hand, "2c"], melds=["4c X 6c"])
    done(table, swap(0, 1))
    assert [may(table, None), may(table, opening("6s 7s 8s", "10d 10c X"))] == [False, True]
    other = "5c 6s 7s 8s 10d 10c 10h 9h"
    for rules in ({}, ANY_MELD, FREE_JOKER):
        table = table_with(BEFORE | rules, [other, "2c"], melds=["4c X 6c"])
        done(table, swap(0, 1))
        assert not may(table, None)
        assert may(table, opening("6s 7s 8s", "10d 10c 10h")) is (rules == FREE_JOKER)
        assert may(table, opening("6s 7s 8s", "10d 10c 10h X"))
    assert not may(table_with(BEFORE | {"opening_min": 60}, [hand, "2c"], melds=["4c X 6c"]), swap(0, 1))
    not_yet = BEFORE | {"no_open_first_rounds": 3}
    assert not may(table_with(not_yet, [hand, "2c"], melds=["4c X 6c"]), swap(0, 1))
    without = BEFORE | {"layoff_on_opening_turn": False}
    assert may(table_with(without, [hand, "2c"], melds=["4c X 6c"]), swap(0, 1))


def test_swap__not_by_who_owes_a_hand() -> None:
    rules = BEFORE | FREE_JOKER
    table = table_with(rules, ["6s 7s 8s Ks Kc 5c", "2c"], stock="3c", melds=["4c X 6c"], cut="Kd")
    assert may(table, swap(0, 1)) is False
    table.hands[0] = cards("6s 7s 8s Ks Kc Kh 5c")
    assert may(table, swap(0, 1))
    table.draw(CUT_CARD)
    assert not may(table, swap(0, 1))


def test_swap__none_while_a_joker_is_pending() -> None:
    table = opened_with("5c 9h 10d 10c Kh", "4c X 6c", "9c 9d X", **ANY_MELD)
    done(table, swap(0, 1))
    assert not may(table, swap(1, "h"))
    done(table, "10d 10c X")
    assert may(table, swap(1, "h"))
