"""Points and winners of a deal of the opening family (rules 2.5, OPENING 6)."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from tests.reference.opening_rules import Rules, rules_of

TEN_POINTS = 10
UNOPENED_POINTS = 100

Fact = Mapping[str, int]


def left_value(rules: Rules, fact: Fact) -> int:
    """L: value of the cards left in hand."""
    return (
        int(fact["left_pips"])
        + TEN_POINTS * int(fact["left_tens"])
        + rules.ace_high * int(fact["left_aces"])
        + rules.joker_in_hand * int(fact["left_jokers"])
    )


def loser_points(rules: Rules, fact: Fact, by_hand: bool) -> int:
    """What a player has against them who did not go out."""
    value = left_value(rules, fact)
    if not fact["opened"]:
        value = {"100": UNOPENED_POINTS, "cards": value, "cards_doubled": 2 * value}[rules.unopened]
    return value * (rules.hand_multiplier if by_hand else 1)


def points(rules: dict[str, Any] | Rules, facts_rows: Sequence[Fact]) -> list[Fraction]:
    """Points of each player, in the order of the facts."""
    made = rules_of(rules)
    by_hand = any(fact["hand"] for fact in facts_rows)
    lost = [0 if fact["out"] else loser_points(made, fact, by_hand) for fact in facts_rows]
    if made.scoring == "winner_scores":
        return [Fraction(sum(lost) if fact["out"] else 0) for fact in facts_rows]
    both = zip(facts_rows, lost, strict=True)
    return [Fraction(bonus(made, fact) if fact["out"] else its_points) for fact, its_points in both]


def bonus(rules: Rules, fact: Fact) -> int:
    """Points of who went out."""
    if fact["cut"]:
        return rules.cutcard_hand_bonus
    return rules.hand if fact["hand"] else rules.go_out


def won(rules: dict[str, Any] | Rules, rows: Sequence[Fact]) -> list[Fraction]:
    """Share of the deal that each player won, whatever the rules: all of it who went out."""
    return [Fraction(int(fact["out"])) for fact in rows]
