"""Deals of the kernel, judged by the referee."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from rummysim.games.bot import Bot
from rummysim.games.knock.bots.table import BOTS
from rummysim.games.knock.play import FACT_COLUMNS, Player
from rummysim.games.knock.rules import KnockRules
from tests.knock.probe import PROBE
from tests.reference import knock as referee

__all__ = ["facts_of", "judge_deals", "random_rules", "seated"]

N_LOG_ROWS = 4096
REFEREE_ENDS = {0: 0, 1: 1, 2: 3}


def seated(rules: KnockRules, lineup: Sequence[Bot], n_log_rows: int = 0) -> Player:
    """A table with bots that may read the rules' options."""
    return Player(rules.encode, lineup, n_log_rows, options=rules.model_dump())


def facts_of(facts: np.ndarray) -> list[dict[str, int]]:
    """Facts of one deal as the referee reads them: the end is 2 for every close, 3 for a dead hand."""
    rows = [dict(zip(FACT_COLUMNS, (int(value) for value in row), strict=True)) for row in facts.T]
    for row in rows:
        row["end"] = REFEREE_ENDS.get(row["end"], 2)
    return rows


def judge_deals(
    options: Mapping[str, Any], bots: Sequence[str], seed: int, units: range, holders: Sequence[int] | None = None
) -> list[str]:
    """Differences between kernel and referee over all seatings of some units, each with what to play again.

    holders : player at each place; player p holds place p if left out.
    """
    rules = KnockRules.checked(options)
    told = rules.model_dump(mode="json")
    table = {**BOTS, "probe": PROBE}
    lineup = [table[name] for name in bots]
    shown, quiet = seated(rules, lineup, N_LOG_ROWS), seated(rules, lineup)
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
            rows = facts_of(facts)
            differences = referee.judge(told, list(bots), seed, unit, 0, places, starter, log, rows)
            differences += scoring_differences(rules, told, facts, rows)
            if not np.array_equal(facts, quiet.play(jobs, jobs_holders)[0]):
                differences.append("the facts differ when nothing is logged")
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
        options = _any_rules(rng)
        try:
            KnockRules.checked(options)
        except ValueError:
            continue
        return options


def _any_rules(rng: np.random.Generator) -> dict[str, Any]:
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
