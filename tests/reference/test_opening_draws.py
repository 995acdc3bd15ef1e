"""Clause tests of the referee of the opening family: who may draw what (rules 2.2, 2.7, 8.6)."""

from typing import Any

import pytest

from tests.reference.opening_facts import facts_of
from tests.reference.opening_position import OWES_HAND, OWES_NOTHING, OWES_OPENING
from tests.reference.opening_positions import cards, deal, done, may, opening, swap, table_with
from tests.reference.opening_table import CUT_CARD, STOCK, TOP

OPENABLE = "6s 7s 8s 10d 10c 2c 3d"
USED = {"taken_discard_must_be_used": True}
THREE_SPADES = "Js Qs Ks"


# turns


def test_first_turn__without_a_draw() -> None:
    """2.2, 8.6: the starter draws nothing, the cut card included, and may open (RA-9)."""
    table = deal({})
    table.begin_turn()
    assert (table.starts_without_draw, table.plays) == (True, True)
    table = deal({"first_turn_melding": False})
    assert not table.plays
    table.turn = 1
    assert table.plays
    assert not deal({"starter_has_extra": False}).starts_without_draw


@pytest.mark.parametrize("rounds", [0, 1, 2])
def test_no_open_first_rounds(rounds: int) -> None:
    """2.7: nobody opens in the first rounds, nor takes a card for an opening or a hand."""
    rules = {"no_open_first_rounds": rounds, "discard_take": "only_opened_or_opening", "starter_has_extra": False}
    for round_ in range(3):
        table = table_with(rules, [OPENABLE, "2d"], "10h", "4d", round_=round_, cut="Kd")
        assert table.plays is (round_ >= rounds)
        assert table.draws() == ([STOCK, TOP] if round_ >= rounds else [STOCK])


# draws


def draws(rules: dict[str, Any], hand: str, pile: str, **place: Any) -> list[int]:
    """Legal draws, the stock left out."""
    table = table_with(rules, [hand, hand], pile, "4d", **place)
    return [answer for answer in table.draws() if answer != STOCK]


def test_r8__free_in_the_first_turn_only() -> None:
    """R8, RA-8: each player's own first turn; later only with an opening."""
    assert draws({}, "2c 3d 9h", "10h 5d", seat=1, round_=0) == [TOP]
    assert draws({}, "2c 3d 9h", "10h 5d", seat=1, round_=1) == []
    assert draws({}, OPENABLE, "5d 10h", seat=1, round_=1) == [TOP]
    table = table_with({}, ["2c 3d 9h", "2c 3d 9h"], "5d", "4d", seat=1, round_=0)
    table.draw(TOP)
    assert may(table, None)
    assert table.discards() == cards("2c 3d 9h")


def test_take__owes_an_opening() -> None:
    """Rules 0.8: the turn may not end before the opening, which need not contain the card taken."""
    table = table_with({}, ["6s 7s 8s 10d 10c 10h 2c", "2d"], "3d", "4d")
    assert table.draws() == [STOCK, TOP]
    table.draw(TOP)
    assert table.doing.owes == OWES_OPENING
    assert not may(table, None)
    done(table, opening("6s 7s 8s", "10d 10c 10h"))
    assert table.doing.owes == OWES_NOTHING
    assert may(table, None)
    assert table.discards() == cards("2c")


def test_take__for_an_opening_that_would_leave_only_the_card_taken() -> None:
    """RM-8."""
    hand = "6s 7s 8s 10d 10c 10h"
    assert draws({}, hand, "3d") == []
    assert draws({"no_return_discard": False}, hand, "3d") == [TOP]
    assert draws({}, hand + " 3d", "3d") == [TOP]
    assert draws({"final_discard_required": False}, hand, "3d") == []
    assert draws({"final_discard_required": False}, "6s 7s 8s 10d 10c", "10h") == [TOP]


@pytest.mark.parametrize(
    ("take", "unopened", "opens", "opened"),
    [
        ("free", [1, 1, 1], [1, 1, 1], 1),
        ("first_turn_free_then_open", [1, 0, 0], [1, 1, 1], 1),
        ("only_opened_or_opening", [0, 0, 0], [1, 1, 1], 1),
        ("only_opened", [0, 0, 0], [0, 0, 0], 1),
        ("from_round_2", [0, 1, 1], [0, 1, 1], 1),
    ],
)
def test_discard_take(take: str, unopened: list[int], opens: list[int], opened: int) -> None:
    """2.7, 8.7: by the player's own turns 1, 2, 3; nothing to open with, or something."""
    rules = {"discard_take": take, "starter_has_extra": False}
    for round_ in range(3):
        assert draws(rules, "2c 3d 9h", "10h", round_=round_) == [TOP] * unopened[round_]
        assert draws(rules, OPENABLE, "10h", round_=round_) == [TOP] * opens[round_]
    assert draws(rules, "2c 3d 9h", "10h", opened=[0]) == [TOP] * opened


def test_discard_take__free_owes_nothing() -> None:
    for take in ("free", "from_round_2"):
        table = table_with({"discard_take": take}, [OPENABLE, "2d"], "10h", "4d")
        table.draw(TOP)
        assert may(table, None)


def test_starter_privilege() -> None:
    """RA-8: the first player keeps the free take for their first drawing turn."""
    rules = {"starter_privilege_second_turn": True}
    assert draws(rules, "2c 3d 9h", "10h", round_=1) == [TOP]
    assert draws(rules, "2c 3d 9h", "10h", round_=1, seat=1) == []
    assert draws(rules, "2c 3d 9h", "10h", round_=2) == []


def test_must__in_the_opening() -> None:
    """2.7 `taken_discard_must_be_used`, whatever would be free."""
    for take in ("free", "first_turn_free_then_open", "only_opened_or_opening", "from_round_2"):
        rules = USED | {"discard_take": take}
        place: dict[str, Any] = {"round_": 1} if take == "from_round_2" else {"seat": 1, "round_": 0}
        assert draws(rules, OPENABLE, "10h", **place) == [TOP]
        assert draws(rules, OPENABLE, "9h", **place) == []
        assert draws(rules, "6s 7s 8s 10d 10c 10h 2c", "3d", **place) == []
    table = table_with(USED, ["6s 7s 8s 10d 10c Jd Qd Kd 9d 2c", "2d"], "10h", "4d")
    table.draw(TOP)
    assert not may(table, opening("6s 7s 8s", "10d Jd Qd Kd"))
    assert may(table, opening("6s 7s 8s", "10d 10c 10h"))


def test_must__no_swap_before_the_opening_that_contains_it() -> None:
    """A choice of this referee."""
    rules = USED | {"joker_swap_before_opening": True, "joker_reuse": "hand"}
    table = table_with(rules, [OPENABLE, "2d"], "10h", "4d", melds=["2h X 2s"])
    assert may(table, swap(0, "c"))
    table.draw(TOP)
    assert not may(table, swap(0, "c"))
    table = table_with(rules, ["6s 7s 8s 9s 10s 5d 5h 2c", "2d"], "5c", "4d", melds=["4c X 6c"])
    table.draw(TOP)
    assert [may(table, swap(0, 1)), may(table, opening("6s 7s 8s 9s 10s", "5c 5d 5h"))] == [False, True]


def test_must__of_an_opened_player() -> None:
    """A new meld, a lay-off or a swap has to use the card at once."""
    melds = ["7h 8h X"]
    assert draws(USED, "2c 3d 4d", "10h", opened=[0], melds=melds) == [TOP]
    assert draws(USED, "2c 3d 4d", "Jh", opened=[0], melds=melds) == []
    assert draws(USED, "10h Jd", "Jh", opened=[0], melds=melds) == [TOP]
    assert draws(USED, "10h", "Jh", opened=[0], melds=melds) == []
    assert draws(USED, "9d 9c 4d", "9h", opened=[0], melds=melds) == [TOP]
    assert draws(USED, "4c 4d", "9h", opened=[0], melds=melds) == []
    assert draws(USED, "4c 8d 5s", "9h", opened=[0], melds=melds) == []
    assert draws(USED, "4c 4d 5s", "9h", opened=[0], melds=melds) == [TOP]  # swap, then 4c 4d X
    assert draws({}, "2c", "Jh", opened=[0], melds=melds) == [TOP]
    table = table_with(USED, ["6h 4c 4d 5s", "2c"], "9h", "4d", opened=[0], melds=melds)
    table.draw(TOP)
    assert [may(table, None), may(table, swap(0, 2))] == [False, True]
    done(table, swap(0, 2))
    assert (table.doing.must, table.doing.pending) == (-1, True)


def test_must__a_joker() -> None:
    assert draws(USED, "4c 4d 5s", "X", opened=[0]) == [TOP]
    assert draws(USED, "4c 8d 5s", "X", opened=[0]) == []
    assert draws(USED, "6s 7s 8s 10d 10c 2c", "X") == [TOP]
    assert draws(USED, "6s 7s 8s 10d 10c 10h 2c", "X") == [TOP]
    assert draws(USED, "10s Js Qs 10d 10c 10h 2c", "X") == [TOP]


def test_r16__the_card_taken_is_not_thrown() -> None:
    """R16, RM-8, 8.6: unless the hand held another of its kind before."""
    table = table_with({}, ["4h", "2d"], "Qd", "4d", opened=[0])
    table.draw(TOP)
    assert table.discards() == cards("4h")
    table = table_with({"no_return_discard": False}, ["4h", "2d"], "Qd", "4d", opened=[0])
    table.draw(TOP)
    assert table.discards() == cards("Qd 4h")
    table = table_with({}, ["4h Qd", "2d"], "Qd", "4d", opened=[0])
    table.draw(TOP)
    assert table.discards() == cards("Qd 4h")
    assert table.doing.barred == -1


def test_r17__cut_card_only_for_a_hand() -> None:
    """R17, RA-15."""
    hand = "6s 7s 8s 10d 10c 10h Ks Kc"
    for left, expected in (("", []), ("3d", [CUT_CARD]), ("3d 4d", []), ("3d 4d 5d", []), ("3d 4d 5d 3h", [CUT_CARD])):
        assert draws({}, f"{hand} {left}", "", cut="Kd") == expected, left
    table = table_with({}, ["6s 7s 8s 10d 10c 10h Ks Kc 3d", "2d"], "", "4d", cut="Kd")
    assert table.draws() == [STOCK, CUT_CARD]
    table.draw(CUT_CARD)
    assert (table.doing.owes, table.cut, may(table, None)) == (OWES_HAND, -1, False)
    assert not may(table, opening("6s 7s 8s", "10d 10c 10h"))
    done(table, opening("6s 7s 8s", "10d 10c 10h", "Ks Kc Kd"))
    table.discard(table.discards()[0])
    table.end_turn()
    assert [(fact["hand"], fact["cut"]) for fact in facts_of(table)] == [(1, 1), (0, 0)]


def test_cut_card__not_for_opened_players_nor_under_the_minimum() -> None:
    hand = "6s 7s 8s Ks Kc 3d"
    assert draws({}, hand, "", cut="Kd") == [CUT_CARD]
    assert draws({}, hand, "", cut="Kd", opened=[0]) == []
    assert draws({"opening_min": 60}, hand, "", cut="Kd") == []
    assert draws({"opening_min": 60, "hand_requires_min": False}, hand, "", cut="Kd") == [CUT_CARD]
    assert draws({}, hand, "", cut="Kh", round_=1) == [CUT_CARD]
    assert draws({"no_open_first_rounds": 3}, hand, "", cut="Kd") == []


def test_cut_card__all_cards_where_no_discard_is_required() -> None:
    hand = "6s 7s 8s Ks Kc"
    assert draws({}, hand, "", cut="Kd") == []
    rules = {"final_discard_required": False}
    assert draws(rules, hand, "", cut="Kd") == [CUT_CARD]
    table = table_with(rules, [hand, "2d"], "", "4d", cut="Kd")
    table.draw(CUT_CARD)
    done(table, opening("6s 7s 8s", "Ks Kc Kd"))
    table.end_turn()
    assert [(fact["end"], fact["cut"]) for fact in facts_of(table)] == [(3, 1), (3, 0)]
