"""Deals of the opening family by rules at random: what must be so in every one, and that its judge agrees."""

import random
from collections import Counter
from typing import Any

import pytest

from tests.reference.opening import facts_of, judge, play, points, won
from tests.reference.opening_explorer import explore
from tests.reference.opening_rules import rules_of

Log = list[tuple[int, ...]]
Facts = list[dict[str, int]]
Rules = dict[str, Any]
OWN = ("random", "probe")


def some_rules(draw: random.Random) -> Rules:
    """Options at random; often with few cards and a low minimum, so that much happens."""
    chance = draw.random
    return {
        "decks": draw.choice([1, 2, 2]),
        "jokers": draw.choice([0, 2, 4, 8, 8]),
        "hand_size": draw.choice([3, 4, 5, 6, 7, 8]),
        "hand_sizes": draw.choice(["fixed"] * 9 + ["15_13_11"]),
        "starter_has_extra": chance() < 0.7,
        "cut_card": chance() < 0.8,
        "cut_joker_to_cutter": chance() < 0.5,
        "opening_min": draw.choice([0, 10, 20, 30, 51]),
        "no_open_first_rounds": draw.choice([0, 0, 0, 1, 2]),
        "ace_points": draw.choice(["10", "11", "15", "1_low_10", "1_low_11"]),
        "ace_mode": draw.choice(["low", "either", "both"]),
        "pure_run_required": chance() < 0.2,
        "hand_requires_min": chance() < 0.4,
        "layoff_on_opening_turn": chance() < 0.7,
        "layoff_in_hand": chance() < 0.3,
        "taken_discard_must_be_used": chance() < 0.4,
        "discard_take": draw.choice(
            ["free", "first_turn_free_then_open", "only_opened_or_opening", "only_opened", "from_round_2"]
        ),
        "forbid_playable_discard": chance() < 0.4,
        "max_jokers_when_laid": draw.choice([None, 1, 2]),
        "max_jokers_total": draw.choice([None, None, 1, 2, "less_or_equal"]),
        "adjacent_jokers": chance() < 0.6,
        "set_joker_swap": draw.choice(["any_missing", "any_missing", "both_missing", "never"]),
        "joker_reuse": draw.choice(["new_meld", "any_meld", "hand"]),
        "joker_swap_before_opening": chance() < 0.5,
        "final_discard_required": chance() < 0.6,
        "stock_exhausted": draw.choice(["reshuffle", "reshuffle", "end"]),
        "max_reshuffles": draw.choice([0, 1, 2]),
        "no_return_discard": chance() < 0.8,
        "starter_privilege_second_turn": chance() < 0.5,
        "first_turn_melding": chance() < 0.7,
        "max_turns": draw.choice([120, 60, 11]),
        "scoring": draw.choice(["own_hand", "winner_scores"]),
        "unopened": draw.choice(["100", "cards", "cards_doubled"]),
        "hand_multiplier": draw.choice([1, 2]),
    }


def fitting(rules: Rules, n: int) -> bool:
    """Whether the deck is large enough."""
    made = rules_of(rules)
    return n * made.cards_each(n) + 3 <= 52 * made.decks + made.jokers


def check_end(rules: Rules, log: Log, facts: Facts) -> None:
    """What must be so at the end of any deal."""
    end, out = facts[0]["end"], [fact for fact in facts if fact["out"]]
    assert len(out) == (1 if end >= 2 else 0)
    assert end != 3 or not rules["final_discard_required"]
    assert facts[0]["turns"] <= rules["max_turns"]
    assert (facts[0]["turns"] == rules["max_turns"]) or end != 1
    assert all(fact["hand"] <= fact["out"] and fact["cut"] <= fact["hand"] for fact in facts)
    ops = Counter(row[1] for row in log)
    assert sum(fact["new_melds"] for fact in facts) == ops[6] + ops[7]
    assert sum(fact["laid_off"] for fact in facts) == ops[8] + ops[10]
    assert sum(fact["swaps"] for fact in facts) == ops[11]
    assert sum(fact["takes"] for fact in facts) == ops[2]
    assert sum(fact["opened"] > 0 for fact in facts) == ops[12]
    assert facts[0]["reshuffles"] == ops[5]
    assert ops[4] <= rules["cut_card"]
    assert ops[4] == sum(fact["cut"] for fact in facts)
    assert sum(won(rules, facts)) == (1 if out else 0)
    assert all(fact["opened"] == 0 or fact["opening_points"] >= 3 for fact in facts)
    assert len(points(rules, facts)) == len(facts)


@pytest.mark.parametrize("part", range(8))
def test_self_play__own_bots(part: int) -> None:
    """Rules 0.7: every deal ends; conservation and melds are checked at every row."""
    draw = random.Random(part)
    for unit in range(20):
        n = draw.choice([2, 2, 3, 4, 5, 6])
        rules, bots = some_rules(draw), [draw.choice(OWN) for _ in range(n)]
        if not fitting(rules, n):
            continue
        holders = draw.sample(range(n), n)
        starter = draw.randrange(n)
        log, facts = play(rules, bots, part, unit, holders, starter)
        check_end(rules, list(log), facts)
        deal = (part, unit, 0, holders, starter, log, facts, points(rules, facts), won(rules, facts))
        assert judge(rules, bots, *deal) == []
        assert judge(rules, ["else"] * n, *deal) == []
        assert play(rules, bots, part, unit, holders, starter) == (log, facts)


@pytest.mark.parametrize("part", range(8))
def test_self_play__any_legal_move(part: int) -> None:
    """A player who does anything, with views, among own bots."""
    draw = random.Random(100 + part)
    ops: Counter[int] = Counter()
    ends: Counter[str] = Counter()
    for unit in range(100 * part, 100 * part + 30):
        n = draw.choice([2, 2, 3, 4])
        rules, bots = some_rules(draw), [draw.choice(["any", "any", *OWN]) for _ in range(n)]
        if not fitting(rules, n):
            continue
        holders, starter = draw.sample(range(n), n), draw.randrange(n)
        table, players = explore(rules_of(rules), bots, unit, holders, starter)
        assert players.broken == []
        facts = facts_of(table)
        check_end(rules, list(players.log), facts)
        deal = (1, unit, 0, holders, starter, players.log, facts, points(rules, facts), won(rules, facts))
        assert judge(rules, bots, *deal, players.views) == []
        ops.update(row[1] for row in players.log)
        ends.update({f"end {facts[0]['end']}": 1, "hand": sum(fact["hand"] for fact in facts)})
    assert set(ops) >= {1, 2, 3, 6, 7, 8, 12}
    assert len(ends) > 3
