"""Deals of the kernel, judged by the referee."""

from typing import Any

import numpy as np

from tests.judging import Judge
from tests.knock.probe import PROBE
from tests.reference import knock as referee

__all__ = ["JUDGE"]

REFEREE_ENDS = {0: 0, 1: 1, 2: 3}


def referee_row(row: dict[str, int]) -> dict[str, int]:
    """A row of facts as the referee reads it: the end is 2 for every close, 3 for a dead hand."""
    return row | {"end": REFEREE_ENDS.get(row["end"], 2)}


def any_rules(rng: np.random.Generator) -> dict[str, Any]:
    """Random options, valid or not; half of them of gin's kind."""

    def one_of(*values: Any) -> Any:
        return values[int(rng.integers(len(values)))]

    deck = one_of(40, 48, 50, 52, 54)
    decks = one_of(1, 1, 1, 2)
    gin = one_of(True, False)
    seats = 2 if gin else one_of(*range(2, 5 if decks == 1 else 9))
    dead_stock = one_of(None, 0, 2, 3) if gin else one_of(None, None, 2)
    return {
        "deck": deck,
        "decks": decks,
        "seats": seats,
        "joker_min_players": one_of(2, 3),
        "ace_of_coins_wild": one_of(False, False, True) if gin else one_of(True, False),
        "wilds_per_meld": one_of(None, None, 1, 2),
        "hand_size": one_of(7, 9, 10) if gin else one_of(3, 4, 5, 6, 7, 8),
        "knock_limit": one_of(0, 3, 5, 7, 10, 20),
        "min_melded": one_of(0, 3, 4) if gin else one_of(*range(8)),
        "max_leftover_cards": 10 if gin else one_of(*range(6)),
        "max_wilds_when_knocking": one_of(0, 1, 2, 4),
        "figures": one_of("10_10_10", "11_12_13") if deck > 50 else one_of("10_11_12", "10_10_10", "8_9_10"),
        "ace_mode": one_of("low", "low", "either"),
        "layoff_targets": one_of("none", "knocker_only", "knocker_only", "all_shown"),
        "wild_layoff": one_of(True, False),
        "wild_penalty_knocker": one_of(True, True, False),
        "no_knock_first_round": one_of(False, False, True),
        "knock_without_draw": one_of(False, False, True),
        "last_turn_after_knock": one_of(False, False, True),
        "starter_has_eight": one_of(False, False, True) if not gin else False,
        "upcard_offer": gin and one_of(True, False),
        "no_return_discard": one_of(True, False),
        "knock_limit_from_upcard": one_of(False, False, True),
        "oklahoma_ace": one_of(0, 1),
        "big_gin": one_of(True, False),
        "dead_stock": dead_stock,
        "fiftieth_card": dead_stock is not None and one_of(True, False),
        "max_turns": one_of(5, 50, 120),
        "max_reshuffles": one_of(None, 0, 1, 2),
        "deal_scoring": "difference" if gin else "each_own",
        "match_end": "target" if gin else one_of("elimination", "first_over"),
        "wild_points": one_of(0, 25, 50),
        "close_bonus": one_of(-10, 0, -20),
        "invalid_conga": one_of(-25, -10),
        "conga_bonus": one_of("win_match", -50, -25),
        "wild_natural_in_conga": one_of(True, False),
        "gin_bonus": one_of(25, 20),
        "undercut_bonus": one_of(25, 10),
        "big_gin_bonus": one_of(31, 50),
        "oklahoma_spade_double": one_of(True, False),
    }


JUDGE = Judge(family="knock", probe=PROBE, referee=referee, any_rules=any_rules, n_log_rows=4096, row=referee_row)
