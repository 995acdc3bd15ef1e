"""The options of the opening family that a single deal depends on (rules 2.6, 2.7 and 8.11)."""

from collections.abc import Collection
from dataclasses import dataclass, fields
from typing import Any

KING = 12
SHRINKING_HANDS = {5: 13, 6: 11}
NOT_SHRUNK = 15
CHOICES: dict[str, Collection[Any]] = {
    "decks": (1, 2),
    "jokers": range(9),
    "hand_sizes": ("fixed", "15_13_11"),
    "ace_points": ("10", "11", "15", "1_low_10", "1_low_11"),
    "ace_mode": ("low", "either", "both"),
    "discard_take": ("free", "first_turn_free_then_open", "only_opened_or_opening", "only_opened", "from_round_2"),
    "max_jokers_total": (None, 1, 2, "less_or_equal"),
    "set_joker_swap": ("any_missing", "both_missing", "never"),
    "joker_reuse": ("new_meld", "any_meld", "hand"),
    "stock_exhausted": ("reshuffle", "end"),
    "scoring": ("own_hand", "winner_scores"),
    "unopened": ("100", "cards", "cards_doubled"),
}
MAY_BE_NONE = ("max_jokers_when_laid", "max_jokers_total")
ARE_WORDS = ("ace_points", "unopened")


@dataclass(frozen=True)
class Rules:
    """Options of the deal with their defaults, which are those of `remi51_seed` (rules 2).

    A deal has as many players as it has holders, whatever `seats` says.
    """

    decks: int = 2
    jokers: int = 4
    seats: int = 4
    hand_size: int = 14
    hand_sizes: str = "fixed"
    starter_has_extra: bool = True
    cut_card: bool = True
    cut_joker_to_cutter: bool = False
    opening_min: int = 51
    no_open_first_rounds: int = 0
    ace_points: str = "10"
    ace_mode: str = "both"
    pure_run_required: bool = False
    hand_requires_min: bool = True
    layoff_on_opening_turn: bool = True
    layoff_in_hand: bool = False
    taken_discard_must_be_used: bool = False
    discard_take: str = "first_turn_free_then_open"
    forbid_playable_discard: bool = False
    max_jokers_when_laid: int | None = 1
    max_jokers_total: int | str | None = None
    adjacent_jokers: bool = True
    set_joker_swap: str = "any_missing"
    joker_reuse: str = "new_meld"
    joker_swap_before_opening: bool = False
    final_discard_required: bool = True
    stock_exhausted: str = "reshuffle"
    max_reshuffles: int = 1
    no_return_discard: bool = True
    starter_privilege_second_turn: bool = False
    first_turn_melding: bool = True
    max_turns: int = 500
    scoring: str = "own_hand"
    go_out: int = -40
    hand: int = -80
    cutcard_hand_bonus: int = -120
    joker_in_hand: int = 20
    unopened: str = "100"
    hand_multiplier: int = 2

    @property
    def highest(self) -> int:
        """Highest position on the rank line; 13 is the ace above the king."""
        return KING if self.ace_mode == "low" else KING + 1

    @property
    def ace_high(self) -> int:
        """Points of an ace anywhere but at the low end of a run."""
        return int(self.ace_points.removeprefix("1_low_"))

    @property
    def ace_low(self) -> int:
        """Points of an ace at the low end of a run."""
        return 1 if self.ace_points.startswith("1_low_") else self.ace_high

    def cards_each(self, players: int) -> int:
        """Cards dealt to each of so many players."""
        return self.hand_size if self.hand_sizes == "fixed" else SHRINKING_HANDS.get(players, NOT_SHRUNK)


def rules_of(rules: dict[str, Any] | Rules) -> Rules:
    """Options with the defaults of the rules of play; options of the match are passed over."""
    if isinstance(rules, Rules):
        return rules
    known = {field.name for field in fields(Rules)}
    values: dict[str, Any] = {name: value for name, value in rules.items() if name in known}
    for name in MAY_BE_NONE:
        value = values.get(name)
        if isinstance(value, str) and value != "less_or_equal":
            values[name] = None if value == "none" else int(value)
    values.update((name, str(values[name])) for name in ARE_WORDS if name in values)
    made = Rules(**values)
    for name, allowed in CHOICES.items():
        if getattr(made, name) not in allowed:
            raise ValueError(f"{name} = {getattr(made, name)!r} is unknown to this referee")
    return made
