"""Deals of the kernel, judged by the referee."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from rummysim.games.knock.bots.table import BOTS
from rummysim.games.knock.play import FACT_COLUMNS, Player
from rummysim.games.knock.rules import KnockRules
from tests.knock.probe import PROBE
from tests.reference import knock as referee

__all__ = ["facts_of", "judge_deals", "random_rules"]

N_LOG_ROWS = 4096


def facts_of(facts: np.ndarray) -> list[dict[str, int]]:
    """Facts of one deal as the referee reads them: the end is 2 for every close, and 3 for a dead hand."""
    rows = [dict(zip(FACT_COLUMNS, (int(value) for value in row), strict=True)) for row in facts.T]
    for row in rows:
        row["end"] = {0: 0, 1: 1, 2: 3}.get(row["end"], 2)
    return rows


def judge_deals(
    options: Mapping[str, Any], bots: Sequence[str], seed: int, units: range, holders: Sequence[int] | None = None
) -> list[str]:
    """Differences between kernel and referee over all seatings of some units, each with what to play again.

    holders : player at each place; player p holds place p if left out.
    """
    rules = KnockRules.checked(options)
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
            _, upcard = shown.dealt(jobs[0])
            facts, bad = shown.play(jobs, jobs_holders)
            assert bad == -1
            log = [tuple(int(value) for value in row) for row in shown.read_log()]
            rows = [{"upcard": 13 if upcard == 29 else upcard} | row for row in facts_of(facts)]
            differences = referee.judge(dict(options), list(bots), seed, unit, 0, places, starter, log, rows)
            differences += scoring_differences(rules, options, facts, rows)
            if not np.array_equal(facts, quiet.play(jobs, jobs_holders)[0]):
                differences.append("the facts differ when nothing is logged")
            where = f"{dict(options)} {bots} seed {seed} unit {unit} holders {places} starter {starter}"
            found += [f"{where}: {text}" for text in differences]
    return found


def scoring_differences(
    rules: KnockRules, options: Mapping[str, Any], facts: np.ndarray, rows: list[dict[str, int]]
) -> list[str]:
    """Differences in points and won between the expressions and the referee."""
    from rummysim.engine.deals import scored
    from rummysim.engine.work import facts_frame
    from rummysim.games.registry import find_variant

    variant = find_variant("conga").with_options(dict(options))
    frame = scored(variant, facts_frame(FACT_COLUMNS, facts), len(rows))
    ours, theirs = frame["points"].to_list(), referee.points(dict(options), rows)
    shares, wins = frame["share"].to_list(), [int(840 * share) for share in referee.won(dict(options), rows)]
    return [] if (ours, shares) == (theirs, wins) else [f"points {ours} {shares}, referee {theirs} {wins}"]


def random_rules(rng: np.random.Generator) -> dict[str, Any]:
    """A random valid combination of options that the referee judges."""
    while True:
        options = {
            "deck": int(rng.choice([40, 48, 50])),
            "seats": int(rng.integers(2, 5)),
            "ace_of_coins_wild": bool(rng.integers(2)),
            "hand_size": int(rng.integers(3, 9)),
            "knock_limit": int(rng.choice([0, 3, 5, 7, 10, 20])),
            "min_melded": int(rng.integers(0, 8)),
            "max_leftover_cards": int(rng.integers(0, 6)),
            "max_wilds_when_knocking": int(rng.integers(0, 3)),
            "figures": str(rng.choice(["10_11_12", "10_10_10", "8_9_10"])),
            "ace_mode": str(rng.choice(["low", "either"])),
            "layoff_targets": str(rng.choice(["none", "knocker_only", "all_shown"])),
            "wild_layoff": bool(rng.integers(2)),
            "no_knock_first_round": bool(rng.integers(2)),
            "knock_without_draw": bool(rng.integers(2)),
            "starter_has_eight": bool(rng.integers(2)),
            "no_return_discard": bool(rng.integers(2)),
            "max_turns": int(rng.choice([5, 50, 120])),
            "max_reshuffles": [None, 0, 1, 2][int(rng.integers(4))],
            "wild_points": int(rng.choice([0, 25, 50])),
            "close_bonus": int(rng.choice([-10, 0, -20])),
            "invalid_conga": int(rng.choice([-25, -10])),
            "conga_bonus": ["win_match", -50, -25][int(rng.integers(3))],
            "wild_natural_in_conga": bool(rng.integers(2)),
        }
        try:
            KnockRules.checked(options)
        except ValueError:
            continue
        return options
