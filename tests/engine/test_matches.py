"""Matches: every one judged again from its deals; deals shared between variants change nothing."""

from collections.abc import Mapping
from typing import Any

import polars as pl
import pytest

import rummysim as rs
from rummysim.engine.matches import play_matches
from rummysim.engine.work import Work
from rummysim.results.run import Run
from tests.engine.match_judge import judge_match
from tests.engine.rows import same_tallies

FORMATS: dict[str, dict[str, Any]] = {
    "default": {},
    "reach": {"eliminate_at": "reach", "limit": 40},
    "lowest of all wins when all are out": {"all_bust_rule": "lowest", "limit": 5},
    "others win when all are out": {"all_bust_rule": "non_knocker", "limit": 1},
    "closer at the limit loses": {"knocker_at_limit_loses": True, "limit": 4},
    "early win": {"win_at_minus": -15, "limit": 60},
    "winner starts": {"next_start": "winner_of_last", "limit": 70},
    "same starter": {"next_start": "fixed", "limit": 70},
    "conga counts points": {"conga_bonus": -50, "invalid_conga": -10, "win_at_minus": -40},
    "undecided deals": {"max_turns": 8, "limit": 50, "next_start": "winner_of_last"},
    "loser starts": {"next_start": "loser_of_last", "limit": 70, "max_turns": 8},
    "alternate": {"next_start": "alternate_after_scored", "limit": 70, "max_turns": 8},
    "first over": {"match_end": "first_over", "limit": 60},
    "first to reach": {"match_end": "first_over", "limit": 30, "eliminate_at": "reach", "win_at_minus": -15},
    "back once": {"reentry": "once", "limit": 60},
    "back once, highest": {"reentry": "once", "reentry_total": "highest", "eliminate_at": "reach", "limit": 40},
    "back every time": {"reentry": "unlimited", "limit": 30},
    "back every time, highest": {"reentry": "unlimited", "reentry_total": "highest", "limit": 30, "win_at_minus": -30},
    "extra deal": {"all_bust_rule": "extra_deal", "limit": 1, "max_turns": 4, "figures": "10_10_10"},
    "extra deal, back": {"all_bust_rule": "extra_deal", "limit": 3, "reentry": "unlimited", "max_turns": 8},
}
DIFFERENCE = {"deal_scoring": "difference", "match_end": "target", "seats": 2}
DUELS: dict[str, dict[str, Any]] = {
    "target": {},
    "alternate": {"next_start": "alternate_after_scored", "max_turns": 8},
    "loser starts": {"next_start": "loser_of_last", "target": 50},
    "winner starts": {"next_start": "winner_of_last", "max_turns": 8, "undercut_bonus": 0},
    "bonuses": {"game_bonus": 100, "box_bonus": 20, "target": 60},
    "dear undercuts": {"undercut_bonus": 60, "knock_limit": 20, "max_leftover_cards": 7, "target": 200},
}
LINEUPS = {"equal": ["greedy"] * 3, "mixed": ["random", "greedy", "greedy", "random"]}


def play(options: Mapping[str, Any], bots: list[str], matches: int = 300) -> Run:
    """Run of matches with its deals."""
    return rs.simulate(rs.variant("conga", **options), bots, matches=matches, seed=11, progress=False)


def differences(run: Run, options: Mapping[str, Any]) -> list[str]:
    """What the judge finds in all matches of a run under these options."""
    results: dict[int, list[dict[str, Any]]] = {}
    for row in run.matches.sort("match", "player").to_dicts():
        results.setdefault(row["match"], []).append(row)
    deals: dict[int, dict[int, list[dict[str, Any]]]] = {}
    for row in run.deals.collect().to_dicts():
        deals.setdefault(row["match"], {}).setdefault(row["round"], []).append(row)
    assert results.keys() == deals.keys()
    found = []
    for match, rounds in deals.items():
        assert sorted(rounds) == list(range(len(rounds)))
        judged = judge_match(options, [rounds[number] for number in sorted(rounds)], results[match])
        found += [f"match {match}: {text}" for text in judged]
    return found


@pytest.mark.parametrize("lineup", LINEUPS)
@pytest.mark.parametrize("name", FORMATS)
def test_match__goes_as_judged_from_its_deals(name: str, lineup: str) -> None:
    run = play(FORMATS[name], LINEUPS[lineup])
    assert differences(run, run.variant.options()) == []


@pytest.mark.parametrize("bots", [["greedy"] * 2, ["random", "greedy"]], ids=["equal", "mixed"])
@pytest.mark.parametrize("name", DUELS)
def test_match__to_a_target_goes_as_judged_from_its_deals(name: str, bots: list[str]) -> None:
    run = play({**DIFFERENCE, **DUELS[name]}, bots)
    assert differences(run, run.variant.options()) == []


@pytest.mark.parametrize(
    ("name", "other"),
    [
        ("target", {"target": 99}),
        ("alternate", {"next_start": "rotate"}),
        ("alternate", {"next_start": "fixed"}),
        ("loser starts", {"next_start": "winner_of_last"}),
        ("winner starts", {"next_start": "rotate"}),
        ("bonuses", {"game_bonus": 99}),
        ("bonuses", {"box_bonus": 0}),
    ],
)
def test_judge__finds_matches_to_a_target_that_follow_another_rule(name: str, other: dict[str, Any]) -> None:
    run = play({**DIFFERENCE, **DUELS[name]}, ["greedy"] * 2)
    assert differences(run, {**run.variant.options(), **other}) != []


@pytest.mark.parametrize(
    ("name", "other"),
    [
        ("loser starts", {"next_start": "rotate"}),
        ("alternate", {"next_start": "rotate"}),
        ("first over", {"match_end": "elimination"}),
        ("first to reach", {"eliminate_at": "over"}),
        ("back once", {"reentry": "none"}),
        ("back once", {"reentry_total": "highest"}),
        ("back every time", {"reentry": "once"}),
        ("extra deal", {"all_bust_rule": "lowest"}),
        ("extra deal, back", {"reentry": "none"}),
        ("reach", {"eliminate_at": "over"}),
        ("lowest of all wins when all are out", {"all_bust_rule": "non_knocker"}),
        ("closer at the limit loses", {"knocker_at_limit_loses": False}),
        ("early win", {"win_at_minus": None}),
        ("winner starts", {"next_start": "rotate"}),
        ("same starter", {"next_start": "rotate"}),
        ("default", {"limit": 99}),
    ],
)
def test_judge__finds_matches_that_follow_another_rule(name: str, other: dict[str, Any]) -> None:
    run = play(FORMATS[name], LINEUPS["equal"])
    assert differences(run, {**run.variant.options(), **other}) != []


SCORINGS: dict[str, dict[str, Any]] = {
    "base": {},
    "dear wilds": {"wild_points": 60},
    "short": {"limit": 40},
    "conga counts": {"conga_bonus": -50, "close_bonus": -25},
    "winner starts": {"next_start": "winner_of_last"},
    "another deck": {"deck": 48},
}


@pytest.mark.parametrize("lineup", LINEUPS)
def test_deals_shared_between_scorings__give_what_each_variant_gives_alone(lineup: str) -> None:
    variants = {label: rs.variant("conga", **options) for label, options in SCORINGS.items()}
    bots = LINEUPS[lineup]
    together = rs.compare(variants, bots, matches=200, seed=11, keep="deals", chunk=90, progress=False)
    sums = rs.compare(variants, bots, matches=200, seed=11, keep="bins", progress=False)
    assert together.n_works == 2
    for label, variant in variants.items():
        alone = rs.simulate(variant.named(label), bots, matches=200, seed=11, progress=False)
        assert together[label].matches.equals(alone.matches), label
        assert together[label].deals.collect().equals(alone.deals.collect()), label
        assert same_tallies(together[label].tallies, alone.tallies), label
        assert same_tallies(sums[label].tallies, alone.tallies), label


def test_deals__that_two_variants_need_are_played_once() -> None:
    def played(*options: dict[str, Any]) -> tuple[int, int]:
        variants = tuple(rs.variant("conga", str(number), **each) for number, each in enumerate(options))
        work = Work(variants=variants, lineup=("greedy",) * 3, seed=11, level="match")
        chunk = play_matches(work, work.player(), 0, 60, keep_deals=False)
        assert chunk.n_new + chunk.n_reused == sum(int(state.deals.sum()) for state in chunk.states)
        return chunk.n_new, chunk.n_reused

    new, reused = played({})
    assert reused == 0
    same, shared = played({}, {"limit": 100})
    assert same + shared == 2 * new
    assert same <= new
    both, shared = played({}, {"close_bonus": -40})
    other, _ = played({"close_bonus": -40})
    assert both + shared == new + other
    assert same < both < min(2 * same, new + other)


def test_cards__of_a_round_do_not_depend_on_who_is_still_in() -> None:
    """Two variants that end matches at different times deal the same cards in the rounds that both play."""
    runs = [play({"limit": limit}, LINEUPS["equal"], 90).deals.collect() for limit in (60, 100)]
    keys = ["match", "round"]
    seated = [run.group_by(keys).agg(pl.col("player").sort()) for run in runs]
    common = seated[0].join(seated[1], on=[*keys, "player"]).select(keys)
    starts = [run.filter(pl.col("seat") == 0).select(*keys, "player") for run in runs]
    common = common.join(starts[0].join(starts[1], on=[*keys, "player"]).select(keys), on=keys)
    assert len(common) > 100
    facts = ["player", "turns", "end", "left_points", "left_wilds", "takes"]
    rows = [run.join(common, on=keys, how="semi").sort(*keys, "player").select(*keys, *facts) for run in runs]
    assert rows[0].equals(rows[1])
