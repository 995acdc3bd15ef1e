"""What the solver has to know of the rules, whoever states them."""

from dataclasses import dataclass, fields
from typing import Any, Self

import numpy as np

from rummysim.melds.table.memory import RULES_DTYPE

__all__ = ["House"]

NO_LIMIT = 99
BUDGET = 20_000
"""Positions that are solved for one answer before it is given as not proved."""
RELEASES = ("free", "fixed", "locked")
JOKER_MODES = ("yes", "no", "zero")


@dataclass(frozen=True, kw_only=True)
class House:
    """The options of rules.md 1.6 and 1.7 that bear on one turn, with the values that they have there."""

    jokers: int = 2
    ace_mode: str = "either"
    opening_min: int = 30
    opening_joker: str = "yes"
    manipulate_on_opening_turn: bool = True
    rearrange: str = "free"
    joker_release: str = "free"
    joker_reuse: str = "any_meld"
    joker_freed_by: str = "rack"
    group_joker_swap: str = "any_missing"
    max_jokers_per_meld: int | None = None
    joker_in_hand: int | str = 50

    @classmethod
    def of(cls, rules: Any) -> Self:
        """What rules with options of these names say."""
        said: dict[str, Any] = {}
        for field in fields(cls):
            value = getattr(rules, field.name)
            said[field.name] = str(value) if isinstance(value, str) else value
        return cls(**said)

    @property
    def ace_high(self) -> int:
        """1 if a 1 may follow a 13."""
        return int(self.ace_mode == "either")

    @property
    def cap(self) -> int:
        """Most jokers in a meld."""
        return self.max_jokers_per_meld or NO_LIMIT

    @property
    def joker_mode(self) -> int:
        """What a joker counts in an opening, as :mod:`rummysim.melds.table.opening` has it."""
        return JOKER_MODES.index(self.opening_joker)

    @property
    def joker_points(self) -> int:
        """Points of a joker left on the rack."""
        return self.joker_in_hand if isinstance(self.joker_in_hand, int) else 0

    @property
    def binds(self) -> bool:
        """Whether it matters which meld a joker lies in."""
        return self.joker_release != "free" or self.joker_reuse == "new_meld" or self.cap < self.jokers

    def encode(self) -> Any:
        """The record that the kernels read."""
        record: Any = np.zeros(1, RULES_DTYPE)[0]
        record["ace_high"], record["cap"], record["budget"] = self.ace_high, self.cap, BUDGET
        record["release"], record["new_meld"] = RELEASES.index(self.joker_release), self.joker_reuse == "new_meld"
        record["freed_by_table"] = self.joker_freed_by == "rack_or_table"
        record["both_missing"] = self.group_joker_swap == "both_missing"
        return record
