"""Logs in words: CONTRACT_STOCK 4, written by hand. No kernel."""

from typing import Any

import pytest

from rummysim.core.notation import parse_hand
from rummysim.games.stock.rules import StockRules
from rummysim.games.stock.words import describe_deal, legend

JOKER = 13
Row = tuple[int, int, int, int, int]


def card(text: str) -> int:
    """A card."""
    return parse_hand(text, StockRules().pack)[0].bit_length() - 1


def said(*log: Row, **options: Any) -> list[str]:
    """Lines of a log of A, B and C."""
    return list(describe_deal(StockRules.checked(options), [0, 0, 0], card("Ah"), log, "ABC"))[4:]


def test_deal__from_the_first_line_to_the_last() -> None:
    log: list[Row] = [
        (0, 1, card("Ks"), -1, -1),
        (0, 6, 6, 0b0111, 0),
        (0, 3, card("2c"), -1, -1),
        (1, 2, card("9h"), 3, -1),
        (1, 7, card("9h"), 3, 0),
        (1, 8, card("7s"), 0, -1),
        (1, 8, card("8h"), 1, 7),
        (1, 10, card("7h"), 1, 6),
        (1, 10, card("Qh"), 1, 11),
        (1, 3, card("4d"), -1, -1),
        (0, 11, card("6h"), 1, 5),
        (2, 2, card("4d"), 1, -1),
        (2, 5, -1, 12, -1),
        (2, 1, card("5d"), -1, -1),
        (0, 9, -1, -1, -1),
    ]
    hands = [parse_hand(text, StockRules().pack)[0] for text in ("Ac 10h Ks", "Jd", "2s 3s")]
    assert list(describe_deal(StockRules(), hands, card("Qd"), log, "ABC")) == [
        "A holds Ac 10h Ks",
        "B holds Jd",
        "C holds 2s 3s",
        "turned up: Qd",
        "A draws Ks",
        "A lays 7c-7d-7h",
        "A throws 2c",
        "B takes 9h and the 2 above it from the pile",
        "B lays 9h-10h-Jh",
        "B lays off 7s on 7c-7d-7h",
        "B lays off 8h on 9h-10h-Jh",
        "B lays off 7h on 8h-9h-10h-Jh",
        "B lays off Qh on 7h-8h-9h-10h-Jh",
        "B throws 4d",
        "A claims 6h on 7h-8h-9h-10h-Jh-Qh",
        "C takes 4d from the pile",
        "C has the pile shuffled into a stock of 12",
        "C draws 5d",
        "A ends the deal",
    ]


def test_jokers__stand_for_a_card_in_a_run_and_for_none_in_a_set() -> None:
    log: list[Row] = [
        (0, 6, 12, 0b1001, 1),
        (0, 8, JOKER, 0, -1),
        (0, 7, card("5s"), 3, 0b010),
        (1, 8, JOKER, 1, 3),
        (1, 10, card("3s"), 1, 2),
        (1, 8, JOKER, 1, 7),
        (1, 8, card("9s"), 1, 8),
        (1, 1, JOKER, -1, -1),
    ]
    assert said(*log, (0, 8, card("Kh"), 0, -1), jokers=2) == [
        "A lays Kc-Ks-X",
        "A lays off X on Kc-Ks-X",
        "A lays 5s-X(=6s)-7s",
        "B lays off X on 5s-X(=6s)-7s",
        "B lays off 3s on X(=4s)-5s-X(=6s)-7s",
        "B lays off X on 3s-X(=4s)-5s-X(=6s)-7s",
        "B lays off 9s on 3s-X(=4s)-5s-X(=6s)-7s-X(=8s)",
        "B draws X",
        "A lays off Kh on Kc-Ks-X-X",
    ]


@pytest.mark.parametrize(
    ("mode", "start", "length", "position", "name", "after"),
    [
        ("either", "2c", 3, 0, "Ac", "Ac-2c-3c-4c"),
        ("either", "Jc", 3, 13, "Ac", "Jc-Qc-Kc-Ac"),
        ("either", "2c", 12, 0, "Ac", "Ac-2c-3c-4c-5c-6c-7c-8c-9c-10c-Jc-Qc-Kc"),
        ("either", "2c", 12, 13, "Ac", "2c-3c-4c-5c-6c-7c-8c-9c-10c-Jc-Qc-Kc-Ac"),
        ("either", "Ac", 12, 12, "Kc", "Ac-2c-3c-4c-5c-6c-7c-8c-9c-10c-Jc-Qc-Kc"),
        ("wrap", "Ac", 3, 12, "Kc", "Kc-Ac-2c-3c"),
        ("wrap", "Jc", 3, 0, "Ac", "Jc-Qc-Kc-Ac"),
        ("wrap", "Qc", 3, 1, "2c", "Qc-Kc-Ac-2c"),
        ("wrap", "Qc", 3, 10, "Jc", "Jc-Qc-Kc-Ac"),
    ],
)
def test_run__grows_at_the_end_where_the_position_is(
    mode: str, start: str, length: int, position: int, name: str, after: str
) -> None:
    """CONTRACT_STOCK 4: 13 is the ace above the king; in wrap the place."""
    low = card(start)
    lines = said((0, 7, low, length, 0), (0, 8, card(name), 0, position), (0, 8, card("5d"), 0, 99), ace_mode=mode)
    assert lines[-1] == f"A lays off 5d on {after}"


def test_hands__of_two_packs_are_pairs_of_masks() -> None:
    rules = StockRules.checked({"two_packs_from": 2})
    hands = [parse_hand(text, rules.pack) for text in ("7c 7c Ad", "3h 4h")]
    assert list(describe_deal(rules, hands, 0, [], "AB"))[:2] == ["A holds 7c 7c Ad", "B holds 3h 4h"]


def test_legend__names_jokers_where_there_are_some() -> None:
    assert "h hearts" in legend(StockRules())
    assert "joker" not in legend(StockRules())
    assert legend(StockRules.checked({"jokers": 2})).endswith("; X a joker")
