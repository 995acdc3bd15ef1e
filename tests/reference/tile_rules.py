"""The options of the tile family that a single deal depends on (rules 1.6, 1.7)."""

from collections.abc import Collection
from dataclasses import dataclass, fields
from typing import Any

THIRTEEN, MOST = 12, 8
CHOICES: dict[str, Collection[Any]] = {
    "jokers": range(MOST + 1),
    "ace_mode": ("low", "either"),
    "draw_rule": ("always", "if_no_play"),
    "rearrange": ("free", "none"),
    "opening_joker": ("yes", "no", "zero"),
    "joker_release": ("free", "fixed", "locked"),
    "joker_reuse": ("any_meld", "new_meld"),
    "joker_freed_by": ("rack", "rack_or_table"),
    "group_joker_swap": ("any_missing", "both_missing"),
    "max_jokers_per_meld": (None, 1, 2),
    "pool_empty": ("play_on", "one_more_round", "stop"),
    "scoring": ("own_rack", "zero_sum", "winner_only"),
    "pool_empty_scoring": ("own_rack", "difference_to_lowest"),
    "initial_discard": ("dead", "takeable", "none"),
    "mano": ("first_player", "next_player"),
}


@dataclass(frozen=True)
class Rules:
    """Options of the deal with their defaults, which are those of `tile_seed` (rules 1).

    A deal has as many players as it has holders, whatever `seats` says.
    """

    jokers: int = 2
    hand_size: int = 14
    ace_mode: str = "either"
    draw_rule: str = "always"
    opening_min: int = 30
    joker_in_hand: int | str = 50
    rearrange: str = "free"
    scoring: str = "own_rack"
    manipulate_on_opening_turn: bool = True
    opening_joker: str = "yes"
    joker_release: str = "free"
    joker_reuse: str = "any_meld"
    joker_freed_by: str = "rack"
    group_joker_swap: str = "any_missing"
    max_jokers_per_meld: int | None = None
    pool_empty: str = "play_on"
    pool_empty_scoring: str = "own_rack"
    initial_discard: str = "dead"
    mano: str = "first_player"
    max_turns: int = 500

    @property
    def highest(self) -> int:
        """Highest position of a run; 13 is the 1 above 13."""
        return THIRTEEN if self.ace_mode == "low" else THIRTEEN + 1

    @property
    def most_jokers(self) -> int:
        """Most jokers in one meld."""
        return MOST if self.max_jokers_per_meld is None else self.max_jokers_per_meld

    @property
    def joker_value(self) -> int:
        """What a joker left on a rack counts."""
        return 0 if self.joker_in_hand == "face" else int(self.joker_in_hand)


def rules_of(rules: dict[str, Any] | Rules) -> Rules:
    """Options with the defaults of the rules of play; options of the match are passed over."""
    if isinstance(rules, Rules):
        return rules
    known = {field.name for field in fields(Rules)}
    values: dict[str, Any] = {name: value for name, value in rules.items() if name in known}
    most = values.get("max_jokers_per_meld")
    if isinstance(most, str):
        values["max_jokers_per_meld"] = None if most == "none" else int(most)
    if values.get("opening_joker") in (True, False):
        values["opening_joker"] = "yes" if values["opening_joker"] else "no"
    made = Rules(**values)
    for name, allowed in CHOICES.items():
        if getattr(made, name) not in allowed:
            raise ValueError(f"{name} = {getattr(made, name)!r} is unknown to this referee")
    return made
