"""Deals of the kernel, judged by the referee."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from rummysim.games.stock.bots.table import BOTS
from rummysim.games.stock.play import FACT_COLUMNS, Player
from rummysim.games.stock.rules import StockRules
from tests.reference import stock as referee
from tests.stock.probe import PROBE

__all__ = ["judge_deals", "random_rules"]

N_LOG_ROWS = 16384


def rows_of(facts: np.ndarray) -> list[dict[str, int]]:
    """Facts of one deal as the referee reads them."""
    return [dict(zip(FACT_COLUMNS, (int(value) for value in row), strict=True)) for row in facts.T]


def judge_deals(
    options: Mapping[str, Any], bots: Sequence[str], seed: int, units: range, holders: Sequence[int] | None = None
) -> list[str]:
    """Differences between kernel and referee over all seatings of some units, each with what to play again.

    holders : player at each place; player p holds place p if left out.
    """
    rules = StockRules.checked(options)
    told = rules.model_dump(mode="json") | {"hand_sizes": [rules.hand_size(n) for n in range(2, 9)]}
    table = {**BOTS, "probe": PROBE}
    lineup = [table[name] for name in bots]
    shown, quiet = Player(rules.encode, lineup, N_LOG_ROWS), Player(rules.encode, lineup)
    n = len(bots)
    places = list(range(n) if holders is None else holders)
    jobs_holders = np.array([places])
    found = []
    for unit in units:
        for starter in range(n):
            jobs = np.array([[seed, unit, 0, n, starter]], np.int64)
            where = f"{dict(options)} {bots} seed {seed} unit {unit} holders {places} starter {starter}"
            facts, bad = shown.play(jobs, jobs_holders)
            if bad >= 0:
                found.append(f"{where}: an illegal move, after {shown.read_log()[-3:].tolist()}")
                continue
            log = [tuple(int(value) for value in row) for row in shown.read_log()]
            differences = referee.judge(told, list(bots), seed, unit, 0, places, starter, log, rows_of(facts))
            if not np.array_equal(facts, quiet.play(jobs, jobs_holders)[0]):
                differences.append("the facts differ when nothing is logged")
            found += [f"{where}: {text}" for text in differences]
    return found


def random_rules(rng: np.random.Generator) -> dict[str, Any]:
    """A random valid combination of options that the referee judges."""
    while True:
        options = _any_rules(rng)
        try:
            StockRules.checked(options)
        except ValueError:
            continue
        return options


def _any_rules(rng: np.random.Generator) -> dict[str, Any]:
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
