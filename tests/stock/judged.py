"""Deals of the kernel, judged by the referee."""

from typing import Any

import numpy as np

from rummysim.games.stock.rules import StockRules
from tests.judging import Judge
from tests.reference import stock as referee
from tests.stock.probe import PROBE

__all__ = ["JUDGE"]


def told(rules: StockRules) -> dict[str, Any]:
    """Cards a hand for each number of players."""
    return {"hand_sizes": [rules.hand_size(n) for n in range(2, 9)]}


def any_rules(rng: np.random.Generator) -> dict[str, Any]:
    """Random options, valid or not."""

    def one_of(*values: Any) -> Any:
        return values[int(rng.integers(len(values)))]

    return {
        "jokers": one_of(0, 0, 2),
        "hand_sizes": one_of("13_7", "10_7_6", "13_7_7", "10_7_7"),
        "seats": one_of(2, 3, 4, 5, 6),
        "two_packs_from": one_of(None, 5, 3),
        "extended_discard": one_of(True, False),
        "ace_mode": one_of("low", "either", "wrap"),
        "meld_layoff_restriction": one_of(False, False, True),
        "one_meld_per_turn": one_of(False, False, True),
        "layoff_requires_meld": one_of("none", "round", "turn"),
        "final_discard_required": one_of(False, True),
        "call_rummy": one_of("none", "last_discard", "any"),
        "top_discard_must_be_used": one_of(False, False, True),
        "no_return_discard": one_of(True, True, False),
        "stock_exhausted": one_of("may_end", "reshuffle_once", "reshuffle", "end"),
        "max_reshuffles": one_of(None, 0, 2),
        "pile_card_reuse": one_of(True, True, False),
        "max_turns": one_of(10, 60, 150),
    }


JUDGE = Judge(family="stock", probe=PROBE, referee=referee, any_rules=any_rules, n_log_rows=16384, told=told)
