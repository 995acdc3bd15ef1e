"""Points and winners of a deal of the tile family (rules 1.5, 8.8, TILE 6)."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from tests.reference.tile_rules import Rules, rules_of
from tests.reference.tile_table import EXHAUSTED, OUT

Fact = Mapping[str, int]


def left_value(rules: Rules, fact: Fact) -> int:
    """L: value of the tiles left on the rack (TR-25)."""
    return int(fact["left_pips"]) + rules.joker_value * int(fact["left_jokers"])


def points(rules: dict[str, Any] | Rules, facts_rows: Sequence[Fact]) -> list[Fraction]:
    """Points of each player, in the order of the facts."""
    made = rules_of(rules)
    someone_out = facts_rows[0]["end"] == OUT
    left = [0 if fact["out"] else left_value(made, fact) for fact in facts_rows]
    lowest = min(left)
    if made.scoring == "own_rack":
        less = lowest if made.pool_empty_scoring == "difference_to_lowest" and not someone_out else 0
        return [Fraction(value - less) for value in left]
    if someone_out:
        wins = [bool(fact["out"]) for fact in facts_rows]
        lost = left
    else:
        wins = [value == lowest for value in left]
        lost = [value - lowest for value in left]
    share = Fraction(sum(lost), sum(wins))
    charged = [Fraction(0 if made.scoring == "winner_only" else -value) for value in lost]
    return [share if winner else loss for winner, loss in zip(wins, charged, strict=True)]


def won(rules: dict[str, Any] | Rules, rows: Sequence[Fact]) -> list[Fraction]:
    """Share of the deal that each player won."""
    end = rows[0]["end"]
    if end == OUT:
        return [Fraction(int(fact["out"])) for fact in rows]
    if end != EXHAUSTED:
        return [Fraction(0) for _ in rows]
    made = rules_of(rules)
    left = [left_value(made, fact) for fact in rows]
    n = left.count(min(left))
    return [Fraction(int(value == min(left)), n) for value in left]
