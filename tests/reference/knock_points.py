"""Points and winners of a deal of the knock family (CONTRACT 4.6 and 5.5)."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from tests.reference.knock_rules import Rules, rules_of

EXHAUSTED, TURNS_USED_UP, KNOCKED, DEAD_HAND = 0, 1, 2, 3
KNOCK, CLOSED, WILD_CONGA, OWN_ACE_CONGA, CONGA, GIN, BIG_GIN = range(7)
SPADES = 3

Facts = Sequence[dict[str, int]]


def points(rules: dict[str, Any] | Rules, facts: Facts) -> list[int]:
    """Points of each player, in the order of the facts."""
    made = rules_of(rules)
    if any(fact["end"] == DEAD_HAND for fact in facts):
        return [0] * len(facts)
    return difference(made, facts) if made.difference else [own_points(made, fact) for fact in facts]


def own_points(rules: Rules, fact: dict[str, int]) -> int:
    """Points of one player, lower is better (CONTRACT 4.6)."""
    if fact["close"] < 0:
        return int(fact["left_points"]) + rules.wild_points * int(fact["left_wilds"])
    conga = rules.close_bonus if rules.conga_bonus == "win_match" else int(rules.conga_bonus)
    of_close = {
        KNOCK: int(fact["left_points"]),
        CLOSED: rules.close_bonus,
        WILD_CONGA: rules.invalid_conga,
        OWN_ACE_CONGA: conga if rules.wild_natural_in_conga else rules.invalid_conga,
        CONGA: conga,
        BIG_GIN: rules.close_bonus,
    }
    return of_close[fact["close"]]


def difference(rules: Rules, facts: Facts) -> list[int]:
    """Points of two players, higher is better (CONTRACT 5.5)."""
    if len(facts) != 2:
        raise ValueError(f"difference scoring is for two players, not {len(facts)}")
    scored = [0, 0]
    for knocker in range(2):
        close, other = facts[knocker]["close"], 1 - knocker
        if close < 0:
            continue
        wild_points = rules.wild_points if rules.wild_penalty_knocker else 0
        own = int(facts[knocker]["left_points"]) + wild_points * int(facts[knocker]["left_wilds"])
        others = int(facts[other]["left_points"]) + rules.wild_points * int(facts[other]["left_wilds"])
        if close == GIN:
            scored[knocker] = others + rules.gin_bonus
        elif close == BIG_GIN:
            scored[knocker] = others + rules.big_gin_bonus
        elif others > own:
            scored[knocker] = others - own
        else:
            scored[other] = own - others + rules.undercut_bonus
        if rules.oklahoma_spade_double and facts[knocker].get("upcard", -1) // 16 == SPADES:
            scored = [2 * its_points for its_points in scored]
    return scored


def won(rules: dict[str, Any] | Rules, facts: Facts) -> list[Fraction]:
    """Share of the deal that each player won (CONTRACT 4.6 and 5.5)."""
    made = rules_of(rules)
    if any(fact["end"] != KNOCKED for fact in facts):
        return [Fraction(0)] * len(facts)
    scored = points(made, facts)
    if made.difference:
        return [Fraction(int(its_points > 0)) for its_points in scored]
    natural = {CONGA, OWN_ACE_CONGA} if made.wild_natural_in_conga else {CONGA}
    winners = [i for i, fact in enumerate(facts) if fact["close"] in natural]
    winners = winners or [i for i, its_points in enumerate(scored) if its_points == min(scored)]
    return [Fraction(int(i in winners), len(winners)) for i in range(len(facts))]
