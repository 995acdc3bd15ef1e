"""The options of the stock family that a single deal depends on (rules 4.6, 4.7 and 8.11)."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, fields, replace
from typing import Any

KING = 12
CHOICES: dict[str, Collection[Any]] = {
    "jokers": (0, 2),
    "ace_mode": ("low", "either", "wrap"),
    "layoff_requires_meld": ("none", "round", "turn"),
    "scoring": ("melded_hand", "positive", "negative"),
    "ace_points_high": (10, 11, 15),
    "call_rummy": ("none", "last_discard", "any"),
    "rummy_bonus": (1, 2),
    "stock_exhausted": ("may_end", "reshuffle_once", "reshuffle", "end"),
    "split_rounding": ("exact", "floor"),
}
MAY_BE_NONE = ("two_packs_from", "max_reshuffles")


@dataclass(frozen=True)
class Rules:
    """Options of the deal with their defaults, which are those of basic rummy (rules 4)."""

    jokers: int = 0
    hand_sizes: Sequence[int] = (13, 7)
    two_packs_from: int | None = 5
    extended_discard: bool = False
    ace_mode: str = "low"
    meld_layoff_restriction: bool = False
    one_meld_per_turn: bool = False
    layoff_requires_meld: str = "none"
    simple_scoring: bool = False
    scoring: str = "positive"
    ace_points_high: int = 15
    joker_points: int = 15
    final_discard_required: bool = False
    call_rummy: str = "none"
    top_discard_must_be_used: bool = False
    no_return_discard: bool = True
    rummy_bonus: int = 1
    stock_exhausted: str = "may_end"
    max_reshuffles: int | None = None
    exhausted_no_penalty: bool = False
    pile_card_reuse: bool = True
    split_rounding: str = "exact"
    max_turns: int = 500

    @property
    def highest(self) -> int:
        """Highest position on the rank line; 13 is the ace above the king."""
        return KING + 1 if self.ace_mode == "either" else KING

    @property
    def reshuffle_limit(self) -> float:
        """How often the stock may be made new in a deal."""
        allowed = {"reshuffle": float("inf"), "reshuffle_once": 1}.get(self.stock_exhausted, 0)
        return allowed if self.max_reshuffles is None else min(allowed, self.max_reshuffles)

    def packs(self, players: int) -> int:
        """How many packs so many players use."""
        return 1 if self.two_packs_from is None or players < self.two_packs_from else 2

    def hand_size(self, players: int) -> int:
        """Cards each for so many players; the last entry of the list holds for more."""
        return self.hand_sizes[min(players - 2, len(self.hand_sizes) - 1)]


def rules_of(rules: dict[str, Any] | Rules) -> Rules:
    """Options with the defaults of the rules of play; options of the match are passed over."""
    if isinstance(rules, Rules):
        return rules
    known = {field.name for field in fields(Rules)}
    values: dict[str, Any] = {name: value for name, value in rules.items() if name in known}
    values.update((name, None) for name in MAY_BE_NONE if values.get(name) == "none")
    made = Rules(**values)
    for name, allowed in CHOICES.items():
        if getattr(made, name) not in allowed:
            raise ValueError(f"{name} = {getattr(made, name)!r} is unknown to this referee")
    if made.meld_layoff_restriction:
        made = replace(made, one_meld_per_turn=True, layoff_requires_meld="round")
    return made
