"""Deals of the kernel, judged by the referee."""

from typing import Any

import numpy as np

from tests.judging import Judge
from tests.reference import tile as referee
from tests.tile.probe import PROBE

__all__ = ["JUDGE", "any_rules"]

CHOICES: dict[str, tuple[Any, ...]] = {
    "jokers": (0, 2, 2, 4, 8),
    "hand_size": (7, 10, 14, 14, 20),
    "seats": (2, 3, 4),
    "initial_discard": ("dead", "takeable", "none"),
    "mano": ("first_player", "next_player"),
    "draw_rule": ("always", "if_no_play"),
    "ace_mode": ("either", "low"),
    "opening_min": (0, 10, 30, 30, 50),
    "opening_joker": ("yes", "no", "zero"),
    "manipulate_on_opening_turn": (True, False),
    "rearrange": ("free", "free", "none"),
    "joker_release": ("free", "fixed", "locked"),
    "joker_reuse": ("any_meld", "new_meld"),
    "joker_freed_by": ("rack", "rack_or_table"),
    "group_joker_swap": ("any_missing", "both_missing"),
    "max_jokers_per_meld": (None, None, 1, 2),
    "pool_empty": ("play_on", "one_more_round", "stop"),
    "max_turns": (20, 120, 500),
    "scoring": ("own_rack", "zero_sum", "winner_only"),
    "pool_empty_scoring": ("own_rack", "difference_to_lowest"),
    "joker_in_hand": (50, 30, "face"),
}
"""Values of each option that are tried, some of them more often."""


def any_rules(rng: np.random.Generator) -> dict[str, Any]:
    """Random options, valid or not."""
    return {name: values[int(rng.integers(len(values)))] for name, values in CHOICES.items()}


JUDGE = Judge(family="tile", probe=PROBE, referee=referee, any_rules=any_rules, n_log_rows=32768)
