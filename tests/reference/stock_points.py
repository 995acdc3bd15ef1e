"""Points and winners of a deal of the stock family (rules 4.5 and 8.8, STOCK 6)."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from tests.reference.stock_rules import Rules, rules_of
from tests.reference.stock_table import EXHAUSTED, TURNS_USED_UP

TEN_POINTS = 10
SIMPLE_POINTS = 5

Fact = Mapping[str, int]


def small_value(rules: Rules, cards: int, pips: int) -> int:
    """Value of cards from 2 to 9."""
    return SIMPLE_POINTS * cards if rules.simple_scoring else pips


def low_ace_value(rules: Rules) -> int:
    """Value of an ace at the low end of a run, and of every ace where aces are low (BA-2)."""
    return SIMPLE_POINTS if rules.simple_scoring else 1


def tabled_value(rules: Rules, fact: Fact) -> int:
    """T: value of the cards on the table that the player laid there."""
    return (
        small_value(rules, int(fact["tabled_small"]), int(fact["tabled_pips"]))
        + TEN_POINTS * int(fact["tabled_tens"])
        + low_ace_value(rules) * int(fact["tabled_aces_low"])
        + rules.ace_points_high * int(fact["tabled_aces_high"])
        + rules.joker_points * int(fact["tabled_jokers"])
    )


def left_value(rules: Rules, fact: Fact) -> int:
    """L: value of the cards left in hand."""
    ace = low_ace_value(rules) if rules.ace_mode == "low" else rules.ace_points_high
    return (
        small_value(rules, int(fact["left_small"]), int(fact["left_pips"]))
        + TEN_POINTS * int(fact["left_tens"])
        + ace * int(fact["left_aces"])
        + rules.joker_points * int(fact["left_jokers"])
    )


def points(rules: dict[str, Any] | Rules, facts_rows: Sequence[Fact]) -> list[Fraction]:
    """Points of each player, in the order of the facts."""
    made = rules_of(rules)
    left = [left_value(made, fact) for fact in facts_rows]
    exhausted = any(fact["end"] in (EXHAUSTED, TURNS_USED_UP) for fact in facts_rows)
    if made.scoring == "melded_hand":
        no_penalty = exhausted and made.exhausted_no_penalty
        scored = [
            Fraction(tabled_value(made, fact) - (0 if no_penalty else its_left))
            for fact, its_left in zip(facts_rows, left, strict=True)
        ]
    elif made.scoring == "positive":
        scored = positive(made, left, exhausted)
    else:
        scored = [Fraction(its_left) for its_left in left]
    return doubled(made, facts_rows, scored)


def positive(rules: Rules, left: Sequence[int], exhausted: bool) -> list[Fraction]:
    """Who holds least has what the others hold, less their own cards from each if the stock ran out (BR-10 to 12)."""
    least = min(left)
    winners = left.count(least)
    pot = sum(value - (least if exhausted else 0) for value in left if value != least)
    share = Fraction(pot // winners) if rules.split_rounding == "floor" else Fraction(pot, winners)
    return [share if value == least else Fraction(0) for value in left]


def doubled(rules: Rules, facts_rows: Sequence[Fact], scored: Sequence[Fraction]) -> list[Fraction]:
    """The points with the bonus for going rummy (8.8)."""
    if rules.rummy_bonus == 1 or not any(fact["out"] and fact["rummy"] for fact in facts_rows):
        return list(scored)
    charges_others = rules.scoring == "negative"
    return [
        its_points * rules.rummy_bonus if bool(fact["out"] and fact["rummy"]) != charges_others else its_points
        for fact, its_points in zip(facts_rows, scored, strict=True)
    ]


def won(rules: dict[str, Any] | Rules, rows: Sequence[Fact]) -> list[Fraction]:
    """Share of the deal that each player won."""
    if any(fact["end"] == TURNS_USED_UP for fact in rows):
        return [Fraction(0)] * len(rows)
    made = rules_of(rules)
    scored = points(made, rows)
    best = min(scored) if made.scoring == "negative" else max(scored)
    return [Fraction(int(its_points == best), scored.count(best)) for its_points in scored]
