"""Every command of the tool on a small job: exit code 0, tables for people, JSON and files for machines."""

import csv
import io
import json
import math
from pathlib import Path
from typing import Any

import polars as pl
import pytest

import rummysim as rs
from rummysim.fields.estimates import Effects, Estimates, frame_schema
from rummysim.fields.rule import rule_fields
from rummysim.games.registry import FAMILIES, names
from rummysim.reports.numbers import row_cells
from rummysim.results.games import games as list_games
from rummysim.shell import as_json
from tests.engine.process import run_command
from tests.results.command import rummysim

PLAY = ["--bots", "greedy,random", "--deals", "600", "--seed", "3", "--quiet"]

TABLES: dict[str, list[str]] = {
    "games": ["games"],
    "bots": ["bots", "conga", "--quiet"],
    "quantities": ["quantities"],
    "rules": ["rules", "conga", "--set", "knock_limit=3"],
    "simulate": ["simulate", "conga", *PLAY],
    "simulate matches": ["simulate", "conga", "--matches", "40", "--seed", "3", "--quiet"],
    "compare": ["compare", "conga", "conga:knock_limit=3,deck=48", "conga:wild_points=50", *PLAY],
    "sweep": [
        "sweep",
        "conga",
        "--grid",
        "knock_limit=3,5",
        "--grid",
        "wild_points=25,50",
        "--quiet",
        "--deals",
        "300",
    ],
}
"""Commands that print a table."""


def strictly(text: str) -> Any:
    """Parsed JSON; the words NaN and Infinity, which JSON does not have, are refused."""

    def refuse(word: str) -> None:
        raise ValueError(f"{word} is no JSON")

    return json.loads(text, parse_constant=refuse)


@pytest.mark.parametrize("name", TABLES)
def test_command__prints_a_table(name: str) -> None:
    ended = rummysim(*TABLES[name])
    assert (ended.code, ended.error) == (0, "")
    header, *lines = ended.out.splitlines()
    assert len(header.split()) >= 4
    assert lines
    assert len({len(line) for line in (header, *lines)}) == 1


@pytest.mark.parametrize("name", TABLES)
def test_command__writes_json_csv_and_parquet_of_the_same_table(name: str, tmp_path: Path) -> None:
    files = ["--csv", str(tmp_path / "x.csv"), "--parquet", str(tmp_path / "x.parquet")]
    ended = rummysim(*TABLES[name], "--json", *files)
    assert ended.code == 0
    rows = strictly(ended.out)
    frame = pl.read_parquet(tmp_path / "x.parquet")
    assert len(rows) == len(frame) > 0
    assert all(list(row) == frame.columns for row in rows)
    assert rows == strictly(as_json(frame))
    with (tmp_path / "x.csv").open() as file:
        table = list(csv.DictReader(file))
    assert [list(row) for row in table] == [frame.columns] * len(frame)
    assert [row[frame.columns[0]] for row in table] == frame[frame.columns[0]].cast(pl.String).to_list()


@pytest.mark.parametrize("name", ["games", "rules", "simulate"])
def test_file__instead_of_json_leaves_the_terminal_empty(name: str, tmp_path: Path) -> None:
    ended = rummysim(*TABLES[name], "--csv", str(tmp_path / "x.csv"))
    assert (ended.code, ended.out) == (0, "")
    assert len(list(csv.reader(io.StringIO((tmp_path / "x.csv").read_text())))) > 1


@pytest.mark.parametrize("deals", ["2", "4"])
def test_json__of_a_run_of_one_bin_is_json(deals: str) -> None:
    """Where nothing bounds the truth an estimate has infinite limits: they must not become a word JSON lacks."""
    ended = rummysim("simulate", "conga", "--deals", deals, "--quiet", "--json")
    assert ended.code == 0
    assert len(strictly(ended.out)) > 10


def test_games__lists_every_preset() -> None:
    rows = strictly(rummysim("games", "--json").out)
    assert [row["name"] for row in rows] == names()
    assert rows == list_games().to_dicts()


def test_bots__lists_every_bot_with_how_it_plays() -> None:
    rows = json.loads(rummysim("bots", "conga", "--quiet", "--json").out)
    table = FAMILIES["knock"].bots()
    assert [row["name"] for row in rows] == list(table)
    assert [row["plays"] for row in rows] == [bot.notes for bot in table.values()]
    assert any("=" in row["parameters"] for row in rows)


def test_rules__shows_every_option_with_its_value() -> None:
    rows = {row["option"]: row for row in strictly(rummysim("rules", "conga", "--set", "knock_limit=3", "--json").out)}
    assert list(rows) == list(rule_fields(FAMILIES["knock"].rules))
    assert (rows["knock_limit"]["value"], rows["knock_limit"]["default"]) == ("3", "5")


def test_schema__is_that_of_the_family() -> None:
    ended = rummysim("rules", "conga", "--schema")
    assert ended.code == 0
    assert strictly(ended.out) == FAMILIES["knock"].rules.model_json_schema()


def test_simulate__gives_the_estimates_of_the_python_call() -> None:
    rows = strictly(rummysim(*TABLES["simulate"], "--json").out)
    run = rs.simulate("conga", ["greedy", "random"], deals=600, seed=3, progress=False)
    assert rows == run.summary().to_dicts()
    assert list(rows[0]) == list(frame_schema(Estimates))


def test_simulate__reads_every_kind_of_value() -> None:
    words = ["knock_limit=3", "ace_of_coins_wild=false", "max_reshuffles=2", "conga_bonus=-50", "ace_mode=either"]
    sets = [part for word in words for part in ("--set", word)]
    rows = strictly(rummysim("simulate", "conga", *sets, *PLAY, "--json").out)
    variant = rs.variant(
        "conga", knock_limit=3, ace_of_coins_wild=False, max_reshuffles=2, conga_bonus=-50, ace_mode="either"
    )
    run = rs.simulate(variant, ["greedy", "random"], deals=600, seed=3, progress=False)
    assert [row["estimate"] for row in rows] == run.summary()["estimate"].to_list()


def test_simulate__keeps_its_run_in_the_folder(tmp_path: Path) -> None:
    folder = tmp_path / "deep" / "run"
    assert rummysim("simulate", "conga", *PLAY, "--out", str(folder), "--keep", "deals", "--threads", "2").code == 0
    assert rs.load(folder).n_units == 600
    assert rs.load(folder).deals.collect().height == 1_200


def test_compare__gives_the_effects_of_the_python_call() -> None:
    rows = strictly(rummysim(*TABLES["compare"], "--json").out)
    variants = {
        "conga": rs.variant("conga"),
        "conga:knock_limit=3,deck=48": rs.variant("conga", knock_limit=3, deck=48),
        "conga:wild_points=50": rs.variant("conga", wild_points=50),
    }
    effects = rs.compare(variants, ["greedy", "random"], deals=600, seed=3, progress=False).effects()
    assert rows == effects.to_dicts()
    assert list(rows[0]) == list(frame_schema(Effects))


def test_compare__prints_differences_beside_the_base_with_intervals_and_units() -> None:
    ended = rummysim("compare", "conga", "conga:knock_limit=3", *PLAY)
    header, *lines = ended.out.splitlines()
    labels = ["quantity", "part", "base", "difference", "95 % interval", "unit", "n", "unfinished"]
    assert header.split() == " ".join(labels).split()
    base = rs.simulate("conga", ["greedy", "random"], deals=600, seed=3, keep="bins", progress=False)
    shown = row_cells(base.estimate("turns"))
    (turns,) = [line for line in lines if line.startswith("turns per deal ")]
    assert turns.split()[3] == shown[0]
    assert turns.split()[-4:] == ["turns", "600", "0", "%"]
    assert "…" in turns


@pytest.mark.parametrize("command", ["simulate", "compare"])
def test_precision__ends_the_run_when_it_is_reached(command: str) -> None:
    games = ["conga", "conga:knock_limit=3"] if command == "compare" else ["conga"]
    words = [command, *games, "--bots", "greedy,greedy", "--seed", "3", "--quiet", "--json", "--deals", "200000"]
    rows = {
        (row["quantity"], row["group"]): row for row in json.loads(rummysim(*words, "--precision", "turns=0.1").out)
    }
    turns = rows["turns", "all"]
    assert turns["n_units"] < 200_000
    assert (turns["hi"] - turns["lo"]) / 2 <= 0.1


@pytest.mark.parametrize("text", ["turns=small", "turns=nan", "turns=0", "turns=-1", "turns", "nothing=1"])
def test_precision__that_cannot_be_is_one_message(text: str) -> None:
    ended = rummysim("simulate", "conga", "--precision", text, "--quiet")
    assert ended.code == 2
    assert ended.error.count("\n") == 1
    assert "allowed" in ended.error or "there are" in ended.error


def test_sweep__shows_one_line_a_cell_of_the_grid() -> None:
    rows = strictly(rummysim(*TABLES["sweep"], "--quantity", "turns", "--json").out)
    cells = [(row["knock_limit"], row["wild_points"]) for row in rows]
    assert cells == [(3, 25), (3, 50), (5, 25), (5, 50)]
    assert {row["quantity"] for row in rows} == {"turns"}
    assert all(math.isfinite(row["lo"]) and row["lo"] <= row["estimate"] <= row["hi"] for row in rows)


def test_replay__prints_the_deal() -> None:
    ended = rummysim("replay", "conga", "--set", "deck=48", "--bots", "greedy,random", "--seed", "3", "--deal", "5")
    assert (ended.code, ended.error) == (0, "")
    replay = rs.replay(rs.variant("conga", deck=48), ["greedy", "random"], seed=3, deal=5)
    assert ended.out == f"{replay}\n"


def test_bench__measures_kernel_and_whole_in_one_and_two_threads() -> None:
    rows = strictly(rummysim("bench", "conga", "--bots", "greedy,greedy", "--seconds", "0.05", "--json").out)
    assert {(row["what"], row["threads"]) for row in rows} == {
        (what, threads) for what in ("kernel", "end to end") for threads in (1, 2)
    }
    assert all(0 < row["least"] <= row["median"] <= row["most"] for row in rows)


def test_audit__says_what_was_checked_and_appends_to_its_record(tmp_path: Path) -> None:
    record = tmp_path / "verification.csv"
    words = ["audit", "conga", "--bots", "greedy,random,random", "--seed", "4", "--quiet", "--record", str(record)]
    for deals in ("300", "31"):
        ended = rummysim(*words, "--deals", deals)
        assert (ended.code, ended.error) == (0, "")
        assert "no fault" in ended.out
    rows = list(csv.DictReader(io.StringIO(record.read_text())))
    assert [row["deals"] for row in rows] == ["300", "33"]
    assert rows[0]["faults"] == "0"
    assert rows[0]["rummysim"] == rs.__version__
    assert rows[0]["command"] == "rummysim audit conga --bots greedy,random,random --deals 300 --seed 4"
    assert rummysim(*rows[0]["command"].split()[1:], "--quiet").code == 0


def test_version_and_help__name_the_tool() -> None:
    assert rummysim("--version").out == f"rummysim {rs.__version__}\n"
    text = rummysim("--help").out
    assert rummysim("--help").code == 0
    for command in ("games", "rules", "simulate", "compare", "sweep", "replay", "solve", "bench", "audit"):
        assert command in text
        assert rummysim(command, "--help").code == 0


def test_process__prints_json_and_nothing_else(tmp_path: Path) -> None:
    ended = run_command("simulate", "conga", *PLAY, "--json", cwd=tmp_path)
    assert (ended.returncode, ended.stderr) == (0, "")
    assert strictly(ended.stdout) == strictly(rummysim(*TABLES["simulate"], "--json").out)
    assert list(tmp_path.iterdir()) == []
