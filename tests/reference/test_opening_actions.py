"""Clause tests of the referee of the opening family: new melds, lay-offs, swaps, going out (rules 2.2, 2.7, 8.7)."""

from typing import Any

import pytest

from tests.reference.opening_actions import Action, OnRun
from tests.reference.opening_facts import facts_of
from tests.reference.opening_legal import menu
from tests.reference.opening_positions import (
    above,
    below,
    card,
    cards,
    done,
    end_by_throwing,
    may,
    meld,
    on_set,
    opened_with,
    opening,
    swap,
    table_with,
)
from tests.reference.opening_table import CUT_CARD, OUT_BY_PLAY, TOP

FREE_JOKER = {"joker_reuse": "hand"}
ANY_MELD = {"joker_reuse": "any_meld"}
BEFORE = {"joker_swap_before_opening": True}
OPTIONAL_DISCARD = {"final_discard_required": False}


# lay-offs and the last card


def test_r9__lay_one_off_and_throw_the_other() -> None:
    """R9, RM-7, RA-14."""
    table = opened_with("2s 6s", "3s 4s 5s")
    assert [may(table, below(0)), may(table, above(0)), may(table, "2s 3s 4s")] == [True, True, False]
    done(table, above(0))
    assert not may(table, below(0))
    fact = end_by_throwing(table, "2s")
    assert (fact["out"], fact["hand"], fact["laid_off"]) == (1, 0, 1)


def test_last_card__may_go_where_no_discard_is_required() -> None:
    table = opened_with("2s 6s", "3s 4s 5s", **OPTIONAL_DISCARD)
    done(table, above(0))
    done(table, below(0))
    table.end_turn()
    assert (table.ended, table.out) == (OUT_BY_PLAY, 0)


def test_last_card__that_may_not_be_thrown() -> None:
    """8.7: actions that leave no legal discard are not offered."""
    table = table_with({}, ["2s 6s", "2c"], "Kd", "3c", melds=["3s 4s 5s"], opened=[0])
    table.draw(TOP)
    done(table, above(0))
    assert not may(table, below(0))
    assert table.discards() == cards("2s")


def test_lay_off__several_cards_at_both_ends() -> None:
    """OPENING 2 and 4: low end outwards, then high end outwards; natural before joker."""
    table = opened_with("3c 4c 8c X Kd", "5c 6c 7c")
    rows = done(table, above(0, 2))
    assert rows == [(8, card("8c"), 0, 7), (10, 13, 0, 8)]
    table = opened_with("3c X 8c Kd", "5c 6c 7c")
    layoff = OnRun(0, 2, 1)
    assert done(table, layoff) == [(8, 13, 0, 3), (10, card("3c"), 0, 2), (10, card("8c"), 0, 7)]
    assert table.melds == [meld("3c X 5c 6c 7c 8c")]
    assert (table.tally.laid_off, table.tally.tabled_cards, table.tally.tabled_jokers) == (3, 3, 1)


@pytest.mark.parametrize(("mode", "both"), [("both", True), ("either", False)])
def test_lay_off__an_ace_at_each_end(mode: str, both: bool) -> None:
    run = "2c 3c 4c 5c 6c 7c 8c 9c 10c Jc Qc Kc"
    table = opened_with("Ac Ac Kd", run, ace_mode=mode)
    assert [may(table, below(0)), may(table, above(0)), may(table, OnRun(0, 1, 1))] == [True, True, both]
    done(table, below(0))
    assert may(table, above(0)) is both
    single = opened_with("Ac X Kd", run, ace_mode="both")
    rows = done(single, OnRun(0, 1, 1))
    assert rows == [(8, card("Ac"), 0, 0), (10, 13, 0, 13)]


def test_lay_off__on_sets() -> None:
    table = opened_with("9s X 9c Kd", "9c 9d 9h")
    assert [may(table, on_set(0, suit)) for suit in "cdhsX"] == [False, False, False, True, True]
    assert done(table, on_set(0, "X")) == [(8, 13, 0, -1)]
    assert not may(table, on_set(0, "s"))


def test_lay_off__jokers_beyond_the_limit() -> None:
    """RM-11: lay-offs may add jokers unless `max_jokers_total` says no."""
    assert may(opened_with("X 2c", "5c X 7c"), above(0))
    assert not may(opened_with("X 2c", "5c X 7c", max_jokers_total=1), above(0))
    assert may(opened_with("X 2c", "5c X 7c", max_jokers_total="less_or_equal"), above(0))
    assert not may(opened_with("X X 2c", "5c X 7c", max_jokers_total="less_or_equal"), above(0, 2))
    assert not may(opened_with("X 2c", "5c 6c X", adjacent_jokers=False), above(0))
    assert may(opened_with("X 2c", "5c 6c X", adjacent_jokers=False), below(0))


def test_opening_turn__more_after_the_opening() -> None:
    """RA-6: further melds without minimum, and lay-offs unless switched off."""
    hand = "6s 7s 8s 10d 10c 10h 2c 2d 2h 4c 9s"
    for allowed in (True, False):
        rules = {"layoff_on_opening_turn": allowed}
        table = table_with(rules, [hand, "2c"], stock="3c", melds=["3h X 5h"])
        assert not may(table, above(0))
        done(table, opening("6s 7s 8s", "10d 10c 10h"))
        assert table.tally.opened == 3
        assert may(table, meld("2c 2d 2h"))
        assert may(table, above(1)) is allowed
    table = opened_with("2h 2c 9c 4s", "3h 4h 5h", layoff_on_opening_turn=False)
    assert may(table, below(0))


# hand


def by_hand(rules: dict[str, Any], *melds: str, then: tuple[Action | str, ...] = (), last: str = "Kd") -> int:
    """Whether a deal ends by hand when a player opens, does the rest, and throws the last card."""
    later = [text for text in then if isinstance(text, str)]
    others = "5h" if any(not isinstance(text, str) for text in then) else ""
    hand = " ".join([*melds, *later, others, last])
    table = table_with(rules, [hand, "2c"], stock="3c", melds=["2h 3h 4h"])
    done(table, opening(*melds))
    for action in then:
        done(table, action)
    return end_by_throwing(table, last)["hand"]


def test_hand__all_melds_in_one_action() -> None:
    """2.2, 8.7."""
    melds = ("6s 7s 8s", "10d 10c 10h")
    assert by_hand({}, *melds) == 1
    assert by_hand({}, *melds, then=("2c 2d 2s",)) == 0
    assert by_hand({}, *melds, "2c 2d 2s") == 1


def test_r13__out_in_one_turn_with_lay_offs_is_no_hand() -> None:
    """R13, `layoff_in_hand`."""
    melds = ("6s 7s 8s", "10d 10c 10h")
    assert by_hand({}, *melds, then=(above(0),)) == 0
    assert by_hand({"layoff_in_hand": True}, *melds, then=(above(0),)) == 1
    hand = "9c 9d 9h Jc Qc Kc 4h 5h 6h 2h 3h 4d 5d 6d As"
    table = table_with({}, [hand, "2c"], melds=["5c 6c 7c", "7d 8d 9d", "4h 5h 6h"], round_=0)
    rows = done(table, opening("9c 9d 9h", "Jc Qc Kc", "4h 5h 6h"))
    assert rows[0] == (12, -1, 3, 72)
    done(table, below(1, 3))
    done(table, below(2, 2))
    fact = end_by_throwing(table, "As")
    assert (fact["opened"], fact["opening_points"], fact["out"], fact["hand"]) == (1, 72, 1, 0)


def test_hand__not_of_a_player_who_had_opened() -> None:
    table = opened_with("2c 2d 2h 9s")
    done(table, "2c 2d 2h")
    assert end_by_throwing(table, "9s")["hand"] == 0


def test_hand__no_swap() -> None:
    rules = BEFORE | FREE_JOKER
    hand = "4h 6s 7s 8s 10d 10c 9c"
    table = table_with(rules, [hand, "2c"], stock="3c", melds=["3h X 5h"])
    done(table, swap(0, 1))
    done(table, opening("6s 7s 8s", "10d 10c X"))
    fact = end_by_throwing(table, "9c")
    assert (fact["hand"], fact["swaps"], fact["tabled_cards"], fact["tabled_jokers"]) == (0, 1, 7, 1)


def test_cut_card__nothing_that_spoils_the_hand() -> None:
    """2.2: a choice of this referee, since the cut card is only for a hand."""
    hand = "6s 7s 8s Ks Kc 5h"
    for in_hand in (False, True):
        rules = OPTIONAL_DISCARD | FREE_JOKER | {"layoff_in_hand": in_hand}
        table = table_with(rules, [hand, "2c"], stock="3c", melds=["2h 3h 4h", "X 6h 7h"], cut="Kd")
        table.draw(CUT_CARD)
        done(table, opening("6s 7s 8s", "Ks Kc Kd"))
        assert [may(table, above(0)), may(table, swap(1, 0)), may(table, None)] == [in_hand, False, True]
        if in_hand:
            done(table, above(0))
            table.end_turn()
            fact = facts_of(table)[0]
            assert (fact["hand"], fact["cut"], fact["end"]) == (1, 1, OUT_BY_PLAY)


# menus


def test_menu__in_order() -> None:
    """OPENING 8: stop, new melds, lay-offs of one card, swaps."""
    new = [meld("9c 9s X"), meld("X 8c 9c"), meld("8c 9c X")]
    laid_off = [below(0), above(0), on_set(1, "c"), on_set(1, "s"), on_set(1, "X")]
    for with_swaps in (False, True):
        table = opened_with("3c 8c 9s X 9c Kd", "5c 6c 7c", "9d 9h X", **FREE_JOKER)
        swaps = [swap(1, "c"), swap(1, "s")] if with_swaps else []
        assert menu(table.position, with_swaps) == [None, *new, *laid_off, *swaps]


def test_menu__longer_actions_only_where_nothing_else_would_do() -> None:
    rules = {"taken_discard_must_be_used": True}
    table = table_with(rules, ["7c 2h 3h 4h 5h Kd", "2c"], "9c", "3c", melds=["5c X 7c"], opened=[0])
    assert TOP not in table.draws()
    table = table_with(rules, ["8c 2h 3h 4h 5h Kd", "2c"], "9c", "3c", melds=["5c X 7c"], opened=[0])
    table.draw(TOP)
    assert menu(table.position, with_swaps=False) == [above(0, 2)]
    table = table_with(rules, ["10d 10h Kd", "2c"], "6c", "3c", melds=["5c X 7c"], opened=[0])
    table.draw(TOP)
    assert menu(table.position, with_swaps=False) == [swap(0, 1)]
    assert menu(table.position, with_swaps=True) == [swap(0, 1)]
