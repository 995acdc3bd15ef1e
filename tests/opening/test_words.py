"""Logs in words: CONTRACT_OPENING 4, written by hand. No kernel."""

from typing import Any

import pytest

from rummysim.core.notation import parse_hand
from rummysim.games.opening.rules import OpeningRules
from rummysim.games.opening.words import describe_deal, legend

JOKER, NO_CUT = 13, -1
Row = tuple[int, int, int, int, int]


def card(text: str) -> int:
    """A card."""
    return parse_hand(text, OpeningRules().pack)[0].bit_length() - 1


def said(*log: Row, **options: Any) -> list[str]:
    """Lines of a log of A, B and C without what they hold."""
    return list(describe_deal(OpeningRules.checked(options), [0, 0, 0], NO_CUT, log, "ABC"))[3:]


def test_deal__from_the_first_line_to_the_last() -> None:
    log: list[Row] = [
        (0, 3, card("2c"), -1, -1),
        (1, 1, card("Ks"), -1, -1),
        (1, 12, -1, 2, 54),
        (1, 6, 8, 0b1010, 1),
        (1, 7, card("8c"), 3, 0),
        (1, 8, card("7c"), 1, 6),
        (1, 10, card("Jc"), 1, 10),
        (1, 11, card("9h"), 0, -1),
        (1, 3, JOKER, -1, -1),
        (2, 2, JOKER, -1, -1),
        (2, 3, card("4d"), -1, -1),
        (0, 4, card("Qd"), -1, -1),
        (0, 12, -1, 1, 30),
        (0, 5, -1, 12, -1),
        (0, 9, -1, -1, -1),
    ]
    hands = [parse_hand(text, OpeningRules().pack) for text in ("Ac Ac Ks", "Jd X", "2s 3s")]
    assert list(describe_deal(OpeningRules(), hands, card("Qd"), log, "ABC")) == [
        "A holds Ac Ac Ks",
        "B holds Jd X",
        "C holds 2s 3s",
        "cut: Qd",
        "A throws 2c",
        "B draws Ks",
        "B opens with 54 points in 2 melds",
        "B lays 9d-9s-X",
        "B lays 8c-9c-10c",
        "B lays off 7c on 8c-9c-10c",
        "B lays off Jc on 7c-8c-9c-10c",
        "B puts 9h for the joker of 9d-9s-X",
        "B throws X",
        "C takes X from the pile",
        "C throws 4d",
        "A draws the cut card Qd",
        "A opens with 30 points in 1 meld",
        "A has the pile shuffled into a stock of 12",
        "A ends the deal",
    ]


def test_cut__is_not_named_where_there_is_none() -> None:
    assert not any(line.startswith("cut") for line in describe_deal(OpeningRules(), [0, 0], NO_CUT, [], "AB"))


def test_jokers__stand_for_a_card_in_a_run_until_they_are_swapped() -> None:
    log: list[Row] = [
        (0, 7, card("5s"), 3, 0b010),
        (1, 8, JOKER, 0, 3),
        (1, 10, card("8s"), 0, 7),
        (2, 11, card("6s"), 0, 5),
        (2, 8, JOKER, 0, 8),
    ]
    assert said(*log) == [
        "A lays 5s-X(=6s)-7s",
        "B lays off X on 5s-X(=6s)-7s",
        "B lays off 8s on X(=4s)-5s-X(=6s)-7s",
        "C puts 6s for the joker of X(=4s)-5s-X(=6s)-7s-8s",
        "C lays off X on X(=4s)-5s-6s-7s-8s",
    ]


@pytest.mark.parametrize(
    ("rule", "line", "after"),
    [
        ("any_missing", "A puts 7d for the joker of 7c-7s-X", "7c-7d-7s"),
        ("both_missing", "A puts 7d 7h for the joker of 7c-7s-X", "7c-7d-7h-7s"),
    ],
)
def test_swap__with_a_set_puts_one_card_or_both(rule: str, line: str, after: str) -> None:
    """RA-11: set_joker_swap."""
    log: list[Row] = [(0, 6, 6, 0b1001, 1), (0, 11, card("7d"), 0, -1), (0, 8, JOKER, 0, -1)]
    assert said(*log, set_joker_swap=rule)[1:] == [line, f"A lays off X on {after}"]


def test_run__grows_at_the_end_where_the_position_is() -> None:
    """RM-10: position 13 is the ace above the king, 0 the one below the 2."""
    run: Row = (0, 7, card("2c"), 12, 0)
    whole = "2c-3c-4c-5c-6c-7c-8c-9c-10c-Jc-Qc-Kc"
    log: list[Row] = [run, (0, 8, card("Ac"), 0, 13), (0, 8, card("Ac"), 0, 0), (0, 8, JOKER, 0, 14)]
    assert said(*log)[1:] == [
        f"A lays off Ac on {whole}",
        f"A lays off Ac on {whole}-Ac",
        f"A lays off X on Ac-{whole}-Ac",
    ]


def test_legend__names_jokers_where_there_are_some() -> None:
    assert legend(OpeningRules()).endswith("; X a joker")
    assert "joker" not in legend(OpeningRules(jokers=0))
    assert "h hearts" in legend(OpeningRules(jokers=0))
