"""Clause tests of the referee of the opening family: an empty stock, discards, ends (RM-6, 2.7, 8.6)."""

from tests.reference.opening_facts import facts_of
from tests.reference.opening_positions import cards, table_with
from tests.reference.opening_table import END_DEAL, EXHAUSTED, STOCK, TOP, TURNS_USED_UP

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


def test_max_turns__before_an_empty_stock() -> None:
    """Rules 0.7."""
    table = table_with({"max_turns": 4, "stock_exhausted": "end"}, ["2c", "3c"])
    assert table.ended == TURNS_USED_UP
