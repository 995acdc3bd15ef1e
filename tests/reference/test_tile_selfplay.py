"""Deals of the tile family by rules at random: what must be so in every one, and that its judge agrees."""

from collections import Counter
from random import Random
from typing import Any

import pytest

from tests.reference.tile import facts_of, judge, play, points, won
from tests.reference.tile_explorer import explore
from tests.reference.tile_rules import CHOICES, rules_of

Log = list[tuple[int, ...]]
Facts = list[dict[str, int]]
Rules = dict[str, Any]
OWN = ("random", "probe")


def some_rules(draw: Random) -> Rules:
    """Options at random; often with few tiles each and a low minimum, so that much happens."""
    return {name: draw.choice(list(allowed)) for name, allowed in CHOICES.items()} | {
        "jokers": draw.choice([0, 2, 2, 4, 8]),
        "hand_size": draw.choice([3, 5, 7, 10, 14, 14, 18]),
        "rearrange": draw.choice(["free", "free", "free", "none"]),
        "opening_min": draw.choice([0, 10, 30, 30, 50]),
        "joker_in_hand": draw.choice(["face", 25, 30, 50]),
        "manipulate_on_opening_turn": draw.random() < 0.6,
        "max_jokers_per_meld": draw.choice([None, None, 1, 2]),
        "max_turns": draw.choice([500, 120, 31]),
    }


def fits(rules: Rules, n: int) -> bool:
    """Whether there are enough tiles."""
    return n * rules["hand_size"] + (rules["initial_discard"] != "none") <= 104 + rules["jokers"]


def check_end(rules: Rules, log: Log, facts: Facts) -> None:
    """What must be so at the end of any deal."""
    end, out = facts[0]["end"], [fact for fact in facts if fact["out"]]
    n, turns = len(facts), facts[0]["turns"]
    assert len(out) == (end == 2)
    assert turns <= rules["max_turns"]
    assert turns == rules["max_turns"] or end != 1
    assert all(fact["left_tiles"] + fact["left_jokers"] == 0 for fact in out)
    ops = Counter(row[1] for row in log)
    assert ops[3] == (rules["initial_discard"] != "none")
    assert ops[2] == sum(fact["took"] for fact in facts) <= (rules["initial_discard"] == "takeable")
    assert ops[4] == sum(fact["opened"] > 0 for fact in facts)
    assert ops[5] == sum(fact["plays"] for fact in facts)
    assert ops[5] + ops[9] == turns
    played = Counter({fact["seat"]: fact["played"] for fact in facts})
    assert +played == +sum((Counter({row[0]: row[3]}) for row in log if row[1] == 5), Counter())
    assert facts[0]["table_tiles"] == sum(played.values())
    dealt = n * rules["hand_size"] + ops[1] + ops[2]
    left = sum(fact["left_tiles"] + fact["left_jokers"] for fact in facts)
    assert left + facts[0]["table_tiles"] == dealt
    assert facts[0]["pool_left"] == 104 + rules["jokers"] - dealt - (ops[3] - ops[2])
    assert all(fact["most_played"] <= fact["played"] for fact in facts)
    assert all(fact["opening_points"] >= rules["opening_min"] for fact in facts if fact["opened"])
    assert sum(won(rules, facts)) == (end != 1)
    if rules["scoring"] == "zero_sum":
        assert sum(points(rules, facts)) == 0


@pytest.mark.parametrize("part", range(6))
def test_self_play__own_bots(part: int) -> None:
    """Rules 0.7: every deal ends; conservation, melds and the whole play are checked at every turn."""
    draw = Random(part)
    for unit in range(8):
        n = draw.choice([2, 2, 3, 4])
        rules, bots = some_rules(draw), [draw.choice(OWN) for _ in range(n)]
        if not fits(rules, n):
            continue
        holders, starter = draw.sample(range(n), n), draw.randrange(n)
        log, facts = play(rules, bots, part, unit, holders, starter)
        check_end(rules, list(log), facts)
        deal = (part, unit, 0, holders, starter, log, facts, points(rules, facts), won(rules, facts))
        assert judge(rules, bots, *deal) == []
        assert judge(rules, ["else"] * n, *deal) == []
        assert play(rules, bots, part, unit, holders, starter) == (log, facts)


@pytest.mark.parametrize("part", range(6))
def test_self_play__any_legal_play(part: int) -> None:
    """A player who does anything, with views, among own bots."""
    draw = Random(100 + part)
    ops: Counter[int] = Counter()
    ends: Counter[int] = Counter()
    for unit in range(100 * part, 100 * part + 9):
        n = draw.choice([2, 2, 3, 4])
        rules, bots = some_rules(draw), [draw.choice(["any", "any", *OWN]) for _ in range(n)]
        if not fits(rules, n):
            continue
        holders, starter = draw.sample(range(n), n), draw.randrange(n)
        table, players = explore(rules_of(rules), bots, unit, holders, starter)
        assert players.broken == []
        facts = facts_of(table)
        check_end(rules, list(players.log), facts)
        deal = (1, unit, 0, holders, starter, players.log, facts, points(rules, facts), won(rules, facts))
        assert judge(rules, bots, *deal, players.views) == []
        ops.update(row[1] for row in players.log)
        ends[facts[0]["end"]] += 1
    assert set(ops) >= {1, 3, 4, 5, 6, 7, 9}
    assert len(ends) > 1
