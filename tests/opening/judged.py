"""Deals of the kernel, judged by the referee."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from rummysim.games.bot import Bot
from rummysim.games.opening.rules import OpeningRules
from tests.judging import Judge
from tests.opening.anyone import ANYONE
from tests.opening.probe import PROBE
from tests.reference import opening as referee

__all__ = ["JUDGE"]

CHOICES: dict[str, tuple[Any, ...]] = {
    "decks": (2, 2, 1),
    "jokers": (0, 2, 4, 4, 8),
    "hand_size": (7, 10, 13, 14),
    "hand_sizes": ("fixed", "fixed", "15_13_11"),
    "starter_has_extra": (True, False),
    "seats": (2, 3, 4, 5, 6),
    "cut_card": (True, False),
    "cut_joker_to_cutter": (True, False),
    "opening_min": (0, 30, 40, 51, 71),
    "ace_mode": ("low", "either", "both"),
    "ace_points": ("10", "11", "15", "1_low_10", "1_low_11"),
    "pure_run_required": (False, False, True),
    "hand_requires_min": (True, False),
    "no_open_first_rounds": (0, 0, 0, 1, 3),
    "first_turn_melding": (True, False),
    "layoff_on_opening_turn": (True, False),
    "layoff_in_hand": (True, False),
    "discard_take": ("free", "first_turn_free_then_open", "only_opened_or_opening", "only_opened", "from_round_2"),
    "starter_privilege_second_turn": (False, True),
    "taken_discard_must_be_used": (False, True),
    "no_return_discard": (True, True, False),
    "forbid_playable_discard": (False, True),
    "max_jokers_when_laid": (1, 1, 2, None),
    "max_jokers_total": (None, None, 1, 2, "less_or_equal"),
    "adjacent_jokers": (True, False),
    "set_joker_swap": ("any_missing", "both_missing", "never"),
    "joker_reuse": ("new_meld", "any_meld", "hand"),
    "joker_swap_before_opening": (False, True),
    "final_discard_required": (True, False),
    "stock_exhausted": ("reshuffle", "reshuffle", "end"),
    "max_reshuffles": (1, 1, 0, 3, None),
    "max_turns": (12, 80, 200),
    "scoring": ("own_hand", "own_hand", "winner_scores"),
    "go_out": (-40, -10, 0),
    "hand": (-80, -20),
    "cutcard_hand_bonus": (-120, -140),
    "unopened": ("100", "cards", "cards_doubled"),
    "hand_multiplier": (1, 2),
    "joker_in_hand": (20, 50),
}
"""Values of each option that are tried, some of them more often."""


def any_rules(rng: np.random.Generator) -> dict[str, Any]:
    """Random options, valid or not."""
    return {name: values[int(rng.integers(len(values)))] for name, values in CHOICES.items()}


def told(rules: OpeningRules) -> dict[str, Any]:
    """A number of reshuffles that is not limited."""
    return {"max_reshuffles": 1 << 20} if rules.max_reshuffles is None else {}


@dataclass(frozen=True, kw_only=True)
class OpeningJudge(Judge):
    """A judge whose tables also have a bot that plays any legal action."""

    @property
    def bots(self) -> dict[str, Bot]:
        """Bots by name, those for tests among them."""
        return {**super().bots, "anyone": ANYONE}


JUDGE = OpeningJudge(family="opening", probe=PROBE, referee=referee, any_rules=any_rules, n_log_rows=32768, told=told)
