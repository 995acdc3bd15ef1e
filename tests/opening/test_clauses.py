"""Clauses of rules.md 2.1 to 2.4 and 8.6, 8.7 in card notation; the worked examples have a file of their own."""

from typing import Any

import numpy as np
import pytest

import rummysim as rs
from rummysim.core.decks import DECKS
from rummysim.core.notation import parse_hand
from rummysim.errors import NotationError
from rummysim.games.opening.menu import is_legal
from rummysim.games.opening.rules import OpeningRules
from tests.opening.positions import (
    BAD_MOVE,
    DECK,
    ENDED,
    GOES_ON,
    OUT_BY_DISCARD,
    OUT_BY_PLAY,
    STUCK,
    Table,
    meld_of,
)

OPENER = "10c 10d 10h Jc Qc Kc"
"""A hand that opens with 60 points."""
OPENS = ("10c-10d-10h", "Jc-Qc-Kc", "open")


def dealt(n_players: int = 4, **options: Any) -> Table:
    """A table as dealt."""
    return Table(n_players, **options)


def held(table: Table) -> list[int]:
    """Cards in each hand."""
    hands = zip(table.deal["hands"].tolist(), table.deal["spares"].tolist(), strict=True)
    return [hand.bit_count() + spare.bit_count() for hand, spare in hands][: table.n_players]


# 2.1 equipment, deal


def test_deck__has_two_packs_and_four_jokers() -> None:
    """RM-1: 108 cards."""
    table = dealt(2)
    stock = int(table.deal["stock_end"] - table.deal["stock_at"])
    assert sum(held(table)) + stock + 1 == 108
    assert sum(card % 16 == 13 or card % 16 > 13 for card in table.deal["deck"][:108]) == 4


def test_first_player__starts_with_fifteen_cards_and_does_not_draw() -> None:
    """RM-2, 8.6: 15 and 14; the first turn begins with the play."""
    table = dealt(4)
    assert held(table) == [15, 14, 14, 14]
    lowest = table.hand().split()[0]
    assert table.turn("end", throw=lowest) == GOES_ON
    assert held(table) == [14, 14, 14, 14]
    assert held(dealt(4, starter_has_extra=False)) == [14, 14, 14, 14]


def test_cut_card__lies_open_below_the_stock_and_is_not_drawn() -> None:
    """RM-3: the last card of the deck, seen by all, no part of the stock."""
    table = dealt(2)
    assert table.public["cut"] in (int(table.deal["deck"][107]), 13)
    assert table.deal["stock_end"] == 107
    assert dealt(2, cut_card=False).public["cut"] == -1
    table.put("2c 3d", stock="", cut="4h")
    assert table.turn("stock", throw="2c") == BAD_MOVE


def test_pile__begins_with_the_first_discard() -> None:
    """RM-4: no card is turned up."""
    assert dealt(2).public["n_pile"] == 0


# 8.6, RM-6 the stock runs out


def test_stock__is_made_new_from_all_but_the_top() -> None:
    """RM-6, case 26: the order is that of a shuffle, and the same again with the same seed."""
    pile = "2c 3c 4c 5c 6c 7c 8c 9c 2d 3d 4d 5d 6d 7d 8d"
    orders = []
    for _ in range(2):
        table = Table().put("4h 9s", pile=pile, stock="")
        assert table.turn("stock", throw="4h") == GOES_ON
        assert table.pile() == "8d 4h"
        deck = [int(card) for card in table.deal["deck"][: table.deal["stock_end"]]]
        orders.append(deck)
    assert orders[0] == orders[1]
    thrown = [parse_hand(word, DECK)[0].bit_length() - 1 for word in pile.split()[:-1]]
    assert sorted(orders[0]) == sorted(thrown)
    assert orders[0] not in (thrown, thrown[::-1])


@pytest.mark.parametrize(("n_reshuffles", "limit", "outcome"), [(1, 1, BAD_MOVE), (1, 2, GOES_ON), (0, 0, BAD_MOVE)])
def test_stock__is_made_new_so_often_only(n_reshuffles: int, limit: int, outcome: int) -> None:
    """RM-6: max_reshuffles."""
    table = Table(max_reshuffles=limit).put("4h 9s", pile="2c 3c 4c", stock="", n_reshuffles=n_reshuffles)
    assert table.turn("stock", throw="4h") == outcome


def test_stock__that_cannot_be_made_new_lets_the_player_take_or_end() -> None:
    """8.6: the pile where 2.2 allows it, or the end, with nobody out; the end only then."""
    for opened, taken in (("A", GOES_ON), ("", BAD_MOVE)):
        table = Table().put("4h 9s", pile="2c 7d", stock="", n_reshuffles=1, opened=opened)
        assert table.turn("pile", throw="4h") == taken
    table.put("4h 9s", pile="2c 7d", stock="", n_reshuffles=1)
    assert table.turn("end") == ENDED
    assert [fact["out"] for fact in table.facts(ENDED)] == [0, 0]
    assert table.facts(ENDED)[0]["end"] == 0
    for stock, n_reshuffles in (("2d", 1), ("", 0)):
        table.put("4h 9s", pile="2c 7d", stock=stock, n_reshuffles=n_reshuffles)
        assert table.turn("end") == BAD_MOVE
    table.put("4h 9s", pile="7d", stock="")
    assert table.turn("end") == ENDED


def test_stock__that_is_empty_may_end_the_deal() -> None:
    """rules.md 2.7: stock_exhausted = end, whatever the player wants."""
    table = Table(stock_exhausted="end").put("4h 9s", pile="2c 7d", stock="", opened="A")
    assert table.turn("pile", throw="4h") == STUCK
    assert table.facts(STUCK)[0]["end"] == 0


# 2.2 turn


def test_draw__moves_one_card() -> None:
    """Case 27: one hand has one card more until the discard, stock or pile one less; other hands do not move."""
    for draw in ("stock", "pile"):
        table = Table(3).put("2c 5d", "7s 7s", "9h", pile="3c 4c", stock="Qs Qd", opened="A")
        before = held(table), table.public["n_pile"], int(table.deal["stock_end"] - table.deal["stock_at"])
        assert table.turn(draw, throw="2c") == GOES_ON
        assert held(table) == before[0]
        assert table.public["n_pile"] == before[1] + (1 if draw == "stock" else 0)
        assert table.deal["stock_end"] - table.deal["stock_at"] == before[2] - (1 if draw == "stock" else 0)
        assert (table.hand("B"), table.hand("C")) == ("7s 7s", "9h")


def test_discard__follows_every_turn() -> None:
    """2.2 (3): exactly one card of the hand, also in the turn of the opening; no other."""
    table = Table().put(OPENER + " 2d", stock="5h")
    assert table.turn("stock", *OPENS, throw="2d") == GOES_ON
    assert table.pile() == "2d"
    table.put(OPENER + " 2d", stock="5h")
    assert table.turn("stock", *OPENS, throw="10c") == BAD_MOVE
    table.put("2c 5d", stock="5h")
    assert table.turn("stock", throw="6h") == BAD_MOVE


def test_opened__may_always_take_the_top() -> None:
    """2.2 (1)."""
    table = Table().put("2c 5d", pile="Kh", opened="A")
    assert table.may_take()
    assert not Table().put("2c 5d", pile="Kh", opened="B").may_take()


def test_opened__melds_without_minimum_and_lays_off_anywhere() -> None:
    """2.2 (2): own and others' melds, in the turn of the opening too (RA-6)."""
    table = Table(3).put("2c 2d 2h 6s 4c", stock="9h", opened="AB", melds=["3s-4s-5s", "7c-7d-7h"])
    assert table.turn("stock", "2c-2d-2h", "6s>0", throw="4c") == GOES_ON
    assert table.lies("3s-4s-5s-6s", "7c-7d-7h", "2c-2d-2h")
    table = Table().put(OPENER + " 6s 2d", stock="9h", melds=["3s-4s-5s"])
    assert table.turn("stock", *OPENS, "6s>0", throw="2d") == GOES_ON


def test_unopened__may_not_lay_off() -> None:
    """2.2 (2)."""
    table = Table().put("6s 2d", stock="9h", melds=["3s-4s-5s"], opened="B")
    assert table.turn("stock", "6s>0", throw="2d") == BAD_MOVE


def test_opening__counts_no_lay_offs() -> None:
    """RM-13: 48 points and a lay-off are no opening; the laid-off card has to wait for one."""
    table = Table().put("5s 6s 7s 10c 10d 10h 6h", stock="2d", melds=["3h-4h-5h"], opened="B")
    assert table.turn("stock", "5s-6s-7s", "10c-10d-10h", "6h>0", "open", throw="2d") == BAD_MOVE
    table.put("5s 6s 7s 10c 10d 10h 6h", stock="2d", melds=["3h-4h-5h"], opened="B")
    assert table.turn("stock", "5s-6s-7s", "10c-10d-10h", "open", throw="2d") == BAD_MOVE


def test_opening__is_one_action_that_is_finished() -> None:
    """8.7: what was begun has to be completed in the turn."""
    table = Table().put(OPENER + " 2d", stock="5h")
    assert table.turn("stock", "10c-10d-10h", throw="2d") == BAD_MOVE


def test_opening__leaves_a_card_to_throw() -> None:
    """RM-7, 8.7: all cards laid is no opening; without the compulsory discard it goes out at once."""
    hand = OPENER.split()
    table = Table().put(" ".join(hand[:-1]), stock=hand[-1])
    assert table.best_opening() == -1
    assert table.turn("stock", *OPENS) == BAD_MOVE
    table = Table(final_discard_required=False).put(" ".join(hand[:-1]), stock=hand[-1])
    assert table.turn("stock", *OPENS) == OUT_BY_PLAY
    facts = table.facts(OUT_BY_PLAY)[0]
    assert (facts["end"], facts["out"], facts["hand"]) == (3, 1, 1)


def test_last_card__may_be_laid_where_no_discard_is_required() -> None:
    """2.6: final_discard_required = false."""
    table = Table(final_discard_required=False).put("2s", stock="6s", opened="A", melds=["3s-4s-5s"])
    assert table.turn("stock", "2s<0", "6s>0") == OUT_BY_PLAY
    assert table.facts(OUT_BY_PLAY)[0]["hand"] == 0


def test_taken_card__may_be_thrown_if_another_was_held() -> None:
    """RM-8, 8.6; without no_return_discard it always may."""
    for held_too, allowed in ((False, BAD_MOVE), (True, GOES_ON)):
        table = Table().put("4h 9c" + " Qd" * held_too, pile="Qd", opened="A")
        assert table.turn("pile", throw="Qd") == allowed
    table = Table(no_return_discard=False).put("4h 9c", pile="Qd", opened="A")
    assert table.turn("pile", throw="Qd") == GOES_ON
    table = Table().put("4h 9c", pile="X", opened="A")
    assert table.turn("pile", throw="X") == BAD_MOVE


def test_take__leaves_another_card_to_throw() -> None:
    """RM-8, 8.6: with the card barred an opening that leaves it alone is not offered."""
    assert not Table().put(OPENER, pile="2d").may_take()
    assert Table(no_return_discard=False).put(OPENER, pile="2d").may_take()
    assert Table().put(OPENER + " 3h", pile="2d").may_take()


def test_going_out__ends_the_deal_at_once() -> None:
    """2.2 (4): with the last card thrown."""
    table = Table(3).put("2s", "Kc Kd", "Kh", stock="6s", opened="A", melds=["3s-4s-5s"])
    assert table.turn("stock", "2s<0", throw="6s") == OUT_BY_DISCARD
    facts = table.facts(OUT_BY_DISCARD)
    assert [fact["out"] for fact in facts] == [1, 0, 0]
    assert [fact["left_tens"] for fact in facts] == [0, 2, 1]


def test_hand__is_for_who_had_not_opened_and_takes_one_turn() -> None:
    """2.2 (5): going out in a later turn than the opening is no hand; nor with a swap."""
    table = Table().put("4h", stock="9c", opened="A", melds=["5h-6h-7h"])
    assert table.turn("stock", "4h<0", throw="9c") == OUT_BY_DISCARD
    assert table.facts(OUT_BY_DISCARD)[0]["hand"] == 0
    table = Table().put(OPENER + " 5c 9d 9s", stock="Kh", melds=["4c-X-6c"], opened="B")
    assert table.turn("stock", *OPENS, "5c=0@1", "9d-9s-X", throw="Kh") == OUT_BY_DISCARD
    assert table.facts(OUT_BY_DISCARD)[0]["hand"] == 0


def test_hand_for_the_cut_card__is_not_spoilt_by_a_swap_or_a_lay_off() -> None:
    """2.2 (1), (5): who took the cut card goes out by hand, which is without a swap and without a lay-off."""
    hand = "9c 9d 9h Jc Qc 5s"
    plays = "9c-9d-9h", "Jc-Qc-Kc", "open"
    table = Table(joker_reuse="hand").put(hand, cut="Kc", melds=["4s-X-6s"])
    assert table.turn("cut", *plays, "5s=0@1", throw="X") == BAD_MOVE
    table.put(hand, cut="Kc", melds=["4s-X-6s"])
    assert table.turn("cut", *plays, throw="5s") == OUT_BY_DISCARD
    table.put("9c 9d 9h Jc Qc Kc 5s", stock="2d", melds=["4s-X-6s"])
    assert table.turn("stock", *plays, "5s=0@1", throw="2d") == GOES_ON
    for layoff_in_hand, outcome in ((False, BAD_MOVE), (True, OUT_BY_PLAY)):
        table = Table(final_discard_required=False, layoff_in_hand=layoff_in_hand)
        table.put("9c 9d 9h Jc Qc 7s", cut="Kc", melds=["4s-5s-6s"])
        assert table.turn("cut", *plays, "7s>0", throw="7s") == outcome


def test_cut_card__is_drawn_for_a_hand_that_is_then_laid() -> None:
    """2.2 (1), RM-3: who draws it owes the hand: no plain opening, no stop, no lay-off in its place."""
    hand = "9c 9d 9h Jc Qc 2s"
    for plays in (("9c-9d-9h", "open"), ()):
        table = Table(opening_min=27).put(hand, cut="Kc")
        assert table.turn("cut", *plays, throw="2s") == BAD_MOVE
    table = Table().put(hand, cut="Kc")
    assert table.turn("cut", "9c-9d-9h", "Jc-Qc-Kc", "open", throw="2s") == OUT_BY_DISCARD
    assert table.public["cut"] == -1


# 2.3 melds


@pytest.mark.parametrize(
    ("meld", "mode", "legal"),
    [
        ("Ac-2c-3c", "low", True),
        ("Qc-Kc-Ac", "low", False),
        ("Qc-Kc-Ac", "either", True),
        ("Ac-2c-3c-4c-5c-6c-7c-8c-9c-10c-Jc-Qc-Kc-Ac", "either", False),
        ("2c-3c-4c-5c-6c-7c-8c-9c-10c-Jc-Qc-Kc-Ac", "either", True),
        ("Ac-2c-3c-4c-5c-6c-7c-8c-9c-10c-Jc-Qc-Kc-Ac", "both", True),
        ("Kc-Ac-2c", "both", False),
        ("3c-4c", "both", False),
    ],
)
def test_run__by_where_the_ace_stands(meld: str, mode: str, legal: bool) -> None:
    """RM-10, 0.3: ace_mode."""
    table = Table(ace_mode=mode).put(meld.replace("-", " ") + " 9h", opened="A")
    assert table.may(meld) == legal


def test_meld__has_a_natural_card() -> None:
    """0.5: one of jokers alone is none."""
    table = Table(max_jokers_when_laid=None, jokers=8).put("X X X X 5s 9h", opened="A")
    assert table.may("5s-X-X")
    no_suits = ~(15 << 20)
    assert not is_legal(table.code, table.public, table.own, np.int64(meld_of("5s-X-X-X") & no_suits))


def test_joker__may_be_added_to_a_meld_that_has_one() -> None:
    """RM-11: one joker when a meld is laid, more by lay-offs."""
    table = Table().put("X 9h", opened="A", melds=["4c-X-6c", "7c-7d-X"])
    for play in ("X<0", "X>0", "X>1"):
        assert table.may(play)


def test_joker__stands_for_a_card_that_lies_elsewhere() -> None:
    """RM-11: a joker replaces any card, one that is held too."""
    table = Table(max_jokers_when_laid=1).put("5c 6c 7c 7c X 9h", opened="A")
    assert table.may("5c-6c-X")
    assert table.may("5c-X-7c")


@pytest.mark.parametrize(
    ("word", "name"), [("1c", "Ac"), ("Tc", "10c"), ("kc", "Kc"), ("12c", "Jc"), ("13c", "Qc"), ("14c", "Kc")]
)
def test_labels__are_letters_and_numbers(word: str, name: str) -> None:
    """RM-12: the ace is 1, and J, Q, K are 12, 13, 14 too."""
    assert parse_hand(word, DECK) == parse_hand(name, DECK)
    solution = rs.solve("rummy51", f"{word} 7d 7h 2s")
    assert str(solution) == str(rs.solve("rummy51", f"{name} 7d 7h 2s"))


def test_labels__have_no_eleven() -> None:
    """RM-12: there is no 11; no number is read as another figure."""
    with pytest.raises(NotationError, match="'11c' is no card"):
        parse_hand("11c", DECK)
    assert parse_hand("11c", DECKS[52]) == parse_hand("Jc", DECKS[52])


# 2.4 points


@pytest.mark.parametrize(
    ("points", "worth"),
    [("10", (15, 30, 30)), ("11", (16, 31, 33)), ("15", (20, 35, 45)), ("1_low_10", (6, 30, 30))],
)
def test_points__of_aces(points: str, worth: tuple[int, int, int]) -> None:
    """RM-14, RA-12: ace_points in A-2-3, Q-K-A and A-A-A."""
    for meld, wanted in zip(("Ac-2c-3c", "Qc-Kc-Ac", "Ac-Ad-Ah"), worth, strict=True):
        table = Table(ace_points=points, opening_min=0).put(meld.replace("-", " ") + " 9h")
        assert table.best_opening() == wanted, meld


def test_points__of_a_joker_are_those_of_its_card() -> None:
    """RM-14, 0.5: in a run by its place, in a set the number; the best place counts."""
    table = Table(opening_min=0)
    for hand, wanted in (("9d 9s X 2c", 27), ("4c X 6c 9h", 15), ("Qc Kc X 2h", 30), ("2c 3c X 9h", 15)):
        assert table.put(hand).best_opening() == wanted, hand


def test_left__counts_cards_by_class() -> None:
    """RM-15: what is left of each class; B holds 2 and 9, ten, jack, two aces, a joker."""
    table = Table(2).put("2s", "2c 9c 10c Jd Ac Ah X", stock="6s", opened="AB", melds=["3s-4s-5s"])
    assert table.turn("stock", "2s<0", throw="6s") == OUT_BY_DISCARD
    left = table.facts(OUT_BY_DISCARD)[1]
    assert [left[f"left_{name}"] for name in ("small", "pips", "tens", "aces", "jokers")] == [2, 11, 2, 2, 1]


def test_facts__of_an_opening() -> None:
    """CONTRACT_OPENING 5: own turn, points, melds, cards and jokers laid."""
    table = Table().put("10c 10d X Jc Qc Kc 9c 2d", stock="5h")
    assert table.turn("stock", "10c-10d-X", "Jc-Qc-Kc", "open", "9c<1", throw="2d") == BAD_MOVE
    table.put("10c 10d X Jc Qc Kc 10c 2d", stock="5h")
    assert table.turn("stock", "10c-10d-X", "Jc-Qc-Kc", "open", "10c<1", throw="2d") == GOES_ON
    facts = table.facts(GOES_ON)[0]
    assert facts["opened"] == 120 // 2 + 1
    counted = ("opening_points", "new_melds", "laid_off", "tabled_cards", "tabled_jokers", "takes", "swaps")
    assert [facts[name] for name in counted] == [60, 2, 1, 7, 1, 0, 0]


def test_known__are_the_cards_that_all_have_seen_taken() -> None:
    """CONTRACT_OPENING 7: a card from the pile is known until it is thrown or laid."""
    table = Table().put("4h 9c", pile="Qd", opened="A")
    assert table.turn("pile", throw="4h") == GOES_ON
    assert table.public["known"][0] == np.uint64(1 << 16 + 11)
    table.put("4h Qd Qd", pile="", stock="2c", opened="A")
    table.public["known"][0] = np.uint64(1 << 16 + 11)
    assert table.turn("stock", throw="Qd") == GOES_ON
    assert table.public["known"][0] == np.uint64(1 << 16 + 11)
    assert table.turn("stock", throw="Qd") == BAD_MOVE


def test_max_turns__ends_a_deal_undecided() -> None:
    """rules.md 0.7."""
    rules = OpeningRules(max_turns=3)
    assert rules.encode(2)["max_turns"] == 3
    assert Table(2).put("2c 3d").facts(GOES_ON)[0]["end"] == 1
