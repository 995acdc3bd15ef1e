"""Clause tests of the referee of the opening family: dealing, draws, discards, ends (rules 2.1, 2.2, 8.6)."""

from collections import Counter
from typing import Any

import pytest

from tests.reference.opening_cards import JOKER, NATURALS, deck_of, give_jokers_to_cutter
from tests.reference.opening_facts import facts_of, imbalance
from tests.reference.opening_position import OWES_HAND, OWES_NOTHING, OWES_OPENING
from tests.reference.opening_positions import cards, done, may, opening, swap, table_with
from tests.reference.opening_rules import rules_of
from tests.reference.opening_table import CUT_CARD, END_DEAL, EXHAUSTED, STOCK, TOP, TURNS_USED_UP, Table

OPENABLE = "6s 7s 8s 10d 10c 2c 3d"
USED = {"taken_discard_must_be_used": True}
THREE_SPADES = "Js Qs Ks"


def deal(rules: dict[str, Any], n: int = 4, starter: int = 0, unit: int = 0) -> Table:
    return Table(rules_of(rules), 1, unit, 0, list(range(n)), starter)


# dealing


def test_dealing__seed() -> None:
    """RM-1 to RM-4."""
    table = deal({}, starter=2)
    assert [len(hand) for hand in table.hands] == [15, 14, 14, 14]
    assert table.place_of(0) == 2
    assert table.hands[0] == [*table.deck[28:42], table.deck[56]]
    assert table.hands[2] == table.deck[:14]
    assert table.stock == table.deck[57:-1]
    assert table.cut == table.deck[-1]
    assert table.pile == []
    assert len(table.deck) == 108
    assert imbalance(table) == []


@pytest.mark.parametrize(("decks", "jokers"), [(1, 0), (1, 2), (1, 3), (2, 0), (2, 2), (2, 4), (2, 8)])
def test_dealing__deck(decks: int, jokers: int) -> None:
    deck = deck_of(rules_of({"decks": decks, "jokers": jokers}), 3, 4, 5)
    assert Counter(deck) == Counter(NATURALS * decks + [JOKER] * jokers)


@pytest.mark.parametrize(("n", "each"), [(2, 15), (3, 15), (4, 15), (5, 13), (6, 11)])
def test_dealing__fewer_cards_for_more_players(n: int, each: int) -> None:
    table = deal({"hand_sizes": "15_13_11", "starter_has_extra": False, "cut_card": False}, n)
    assert [len(hand) for hand in table.hands] == [each] * n
    assert (table.cut, len(table.stock)) == (-1, 108 - n * each)


def test_dealing__too_many_cards() -> None:
    with pytest.raises(ValueError, match="too many"):
        deal({"decks": 1, "jokers": 0, "hand_size": 13})


def test_cut_joker__goes_to_the_cutter() -> None:
    """2.7: the cutter keeps jokers and turns another card; the last cards dealt to them are given for it."""
    deck = cards("2c 3c 4c 5c X 7c 8c X")
    give_jokers_to_cutter(deck, 1, 3)
    assert deck == cards("2c 3c 4c 5c X X 8c 7c")
    deck = cards("2c 3c 4c 5c 6c X 8c X")
    give_jokers_to_cutter(deck, 1, 3)
    assert deck == cards("2c 3c 4c 5c X X 8c 6c")


def test_cut_joker__only_with_the_option_and_to_seat_n_minus_2() -> None:
    with_jokers = {"jokers": 8, "cut_joker_to_cutter": True}
    seen = 0
    for unit in range(60):
        plain, table = deal({"jokers": 8}, 3, 1, unit), deal(with_jokers, 3, 1, unit)
        assert table.cut != JOKER
        if plain.cut == JOKER:
            seen += 1
            gained = [a.count(JOKER) - b.count(JOKER) for a, b in zip(table.hands, plain.hands, strict=True)]
            assert gained == [0, 1, 0]
    assert seen


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


def test_max_turns__before_an_empty_stock() -> None:
    """Rules 0.7."""
    table = table_with({"max_turns": 4, "stock_exhausted": "end"}, ["2c", "3c"])
    assert table.ended == TURNS_USED_UP


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


# the stock


def test_stock__reshuffled_without_the_top_of_the_pile() -> None:
    """RM-6: only for a player who wants the stock, as often as `max_reshuffles`."""
    table = table_with({}, ["2c", "3c"], "5d 6d 7d 8d")
    assert table.draws() == [STOCK]
    rows = table.draw(STOCK)
    assert rows[0] == (0, 5, -1, 3, -1)
    assert rows[1][:2] == (0, 1)
    assert (table.pile, len(table.stock), table.reshuffles) == (cards("8d"), 2, 1)
    table.stock, table.pile = [], cards("5d 6d 7d")
    assert table.draws() == [END_DEAL]
    assert table_with({"max_reshuffles": 0}, ["2c", "3c"], "5d 6d").draws() == [END_DEAL]
    assert table_with({}, ["2c", "3c"], "5d").draws() == [END_DEAL]


def test_stock__empty_and_the_discard_may_be_taken() -> None:
    """8.6."""
    table = table_with({"max_reshuffles": 0}, ["2c", "3c"], "5d 6d", opened=[0])
    assert table.draws() == [TOP, END_DEAL]
    assert table.draw(END_DEAL) == [(0, 9, -1, -1, -1)]
    table.end_turn()
    assert (table.ended, facts_of(table)[0]["turns"]) == (EXHAUSTED, 5)


def test_stock__exhausted_ends() -> None:
    rules = {"stock_exhausted": "end"}
    assert table_with(rules, ["2c", "3c"], "5d 6d").ended == EXHAUSTED
    assert table_with(rules, ["2c", "3c"], "5d 6d", "7d").ended is None
    assert table_with(rules, ["2c", "3c"], round_=0).ended is None


# discards


def test_discard__one_that_fits_the_table() -> None:
    """2.7, 8.7 `forbid_playable_discard`."""
    rules = {"forbid_playable_discard": True}
    melds = ["5h 6h 7h", "9c 9d 9h"]
    for hand, expected in (
        ("4h 8h 9s 9c 2c X", "9c 2c"),
        ("4h 8h 9s X", "4h 8h 9s X"),
        ("4h 3h", "3h"),
        ("4h", "4h"),
    ):
        table = table_with(rules, [hand, "2d"], melds=melds)
        assert sorted(table.discards()) == sorted(cards(expected)), hand
    assert table_with({}, ["4h 2c", "2d"], melds=melds).discards() == cards("2c 4h")
    limited = rules | {"max_jokers_total": 1}
    assert table_with(limited, ["X 2h", "2d"], melds=["5h X 7h"]).discards() == cards("2h X")
    low = rules | {"ace_mode": "low"}
    assert table_with(low, ["Ah 2h", "2d"], melds=["Jh Qh Kh"]).discards() == cards("Ah 2h")
    assert table_with(rules, ["Ah 2h", "2d"], melds=["Jh Qh Kh"]).discards() == cards("2h")


def test_discard__a_barred_card_stays_barred_if_all_others_fit() -> None:
    rules = {"forbid_playable_discard": True}
    table = table_with(rules, ["4h 8h", "2d"], "2c", "3d", melds=["5h 6h 7h"], opened=[0])
    table.draw(TOP)
    assert table.discards() == cards("4h 8h")
