"""The command in a manifest makes the run again: the same rules, and executed, the same estimates."""

import json
import shlex
from pathlib import Path
from typing import Any

import pytest

import rummysim as rs
from rummysim.fields.rule import rule_fields
from rummysim.games.registry import FAMILIES, find_variant
from rummysim.shell import as_json, parse_sets
from tests.engine.process import run_command
from tests.results.command import rummysim

BOTS = ["greedy", "random", "greedy"]


def alternatives() -> list[tuple[str, str, Any]]:
    """Each value of each option of a family, and the presets that have another one in turn."""
    found = []
    for family in FAMILIES.values():
        presets = [preset.name for preset in family.presets]
        for entry in rule_fields(family.rules).values():
            for value in [*entry.choices, *(bound for bound in (entry.low, entry.high) if bound is not None)]:
                others = [name for name in presets if find_variant(name).options()[entry.name] != value]
                found += [(others[len(found) % len(others)], entry.name, value)] if others else []
    return found


@pytest.mark.parametrize(("preset", "option", "value"), alternatives())
def test_command__carries_every_option(preset: str, option: str, value: Any) -> None:
    """Options that cannot be changed alone are left to the other cases."""
    try:
        variant = rs.variant(preset, "x", **{option: value})
    except ValueError as contradiction:
        assert " and " in str(contradiction)  # noqa: PT017 - two options contradict each other
        return
    run = rs.simulate(variant, ["random"] * 2, deals=2, seed=3, keep="bins", progress=False)
    verb, game, *words = shlex.split(run.manifest["commands"][0].removeprefix("rummysim "))
    sets = [words[at + 1] for at, word in enumerate(words) if word == "--set"]
    assert (verb, game, len(sets)) == ("simulate", preset, 1)
    assert rs.variant(game, **parse_sets(sets)).rules == variant.rules


def unlabelled(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Estimates without the label of the variant, which lists options in the order they were given in."""
    return [{name: value for name, value in row.items() if name != "variant"} for row in rows]


RUNS: dict[str, dict[str, Any]] = {
    "deals": {"deals": 900},
    "rounded": {"deals": 901},
    "matches": {"matches": 60},
}


@pytest.mark.parametrize("name", RUNS)
def test_command__executed_gives_the_same_estimates(name: str) -> None:
    variant = rs.variant("conga", knock_limit=3, max_reshuffles=4, conga_bonus=-50, wild_layoff=False)
    run = rs.simulate(variant, BOTS, **RUNS[name], seed=12, progress=False)
    ended = rummysim(*shlex.split(run.manifest["commands"][0])[1:], "--quiet", "--json")
    assert ended.code == 0
    assert unlabelled(json.loads(ended.out)) == unlabelled(json.loads(as_json(run.summary())))


def test_command_of_a_comparison__gives_the_estimates_of_its_variant(tmp_path: Path) -> None:
    variants = {"a": rs.variant("conga"), "b": rs.variant("conga", wild_points=50)}
    comparison = rs.compare(variants, BOTS, deals=600, seed=12, out=tmp_path, progress=False)
    manifest = json.loads(next(tmp_path.glob("*/manifest.json")).read_text())
    assert [variant["name"] for variant in manifest["variants"]] == ["a", "b"]
    for label, command in zip("ab", manifest["commands"], strict=True):
        rows = json.loads(rummysim(*shlex.split(command)[1:], "--quiet", "--json").out)
        assert [row["estimate"] for row in rows] == comparison[label].summary()["estimate"].to_list()


def test_command_of_a_rescored_run__gives_its_estimates() -> None:
    rescored = rs.simulate("conga", BOTS, deals=600, seed=12, progress=False).rescore(wild_points=70, close_bonus=-30)
    commands = rescored.manifest["commands"]
    assert len(commands) == 1
    rows = json.loads(rummysim(*shlex.split(commands[0])[1:], "--quiet", "--json").out)
    assert [row["estimate"] for row in rows] == rescored.summary()["estimate"].to_list()


def test_command__executed_in_a_process_of_its_own_gives_the_same_estimates(tmp_path: Path) -> None:
    run = rs.simulate(rs.variant("conga", deck=48), BOTS, deals=900, seed=12, out=tmp_path / "run", progress=False)
    manifest = json.loads((tmp_path / "run" / "manifest.json").read_text())
    ended = run_command(*shlex.split(manifest["commands"][0])[1:], "--quiet", "--json", cwd=tmp_path)
    assert (ended.returncode, ended.stderr) == (0, "")
    assert json.loads(ended.stdout) == rs.load(tmp_path / "run").summary().to_dicts() == run.summary().to_dicts()


def test_manifest__has_every_option_of_every_variant() -> None:
    variants = {"a": rs.variant("conga"), "b": rs.variant("conga", wild_points=50)}
    run = rs.compare(variants, BOTS, deals=6, progress=False)["b"]
    expected = list(rule_fields(FAMILIES["knock"].rules))
    assert [list(entry["rules"]) for entry in run.manifest["variants"]] == [expected, expected]
    assert run.manifest["play"].items() <= run.manifest["variants"][1]["rules"].items()
    assert json.loads(json.dumps(run.manifest)) == run.manifest
