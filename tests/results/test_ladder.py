"""The ladder of bots: each against the next weaker one, by match and by deal, and what is refused before it begins."""

import json
from typing import Any

import polars as pl
import pytest

import rummysim as rs
from rummysim.errors import InputError, Interrupted
from rummysim.games.registry import FAMILIES
from rummysim.results import ladder as climbing
from tests.engine.process import run_command
from tests.results.command import rummysim

COLUMNS = ["game", "bot", "against", "players", "level", "fair", "estimate", "se", "lo", "hi", "n_units", "n_bins"]
COLUMNS += ["method", "share_unfinished"]
SMALL: dict[str, Any] = {"matches": 30, "deals": 60, "seed": 3, "progress": False}
WORDS = ["--matches", "30", "--deals", "60", "--seed", "3", "--quiet"]
THREE = ["random", "greedy", "careful"]


def climb(bots: list[str] | None = THREE, **options: Any) -> pl.DataFrame:
    """A small ladder of conga."""
    return rs.ladder("conga", bots, **{**SMALL, **options})


def test_ladder__has_a_row_a_rung_and_level_weakest_first() -> None:
    frame = climb()
    assert frame.columns == COLUMNS
    assert frame.select("game", "bot", "against", "players", "level", "fair").rows() == [
        ("conga", bot, weaker, 2, level, 0.5)
        for weaker, bot in (("random", "greedy"), ("greedy", "careful"))
        for level in ("match", "deal")
    ]
    assert frame["n_units"].to_list() == pytest.approx([30, 60, 30, 60], abs=6)


@pytest.mark.parametrize("game", ["conga", "bga_basic"])
def test_ladder__of_no_bots_is_that_of_the_family(game: str) -> None:
    frame = rs.ladder(game, **{**SMALL, "matches": 2, "deals": 2})
    names = rs.variant(game).family.bot_names
    assert frame["against"].unique(maintain_order=True).to_list() == list(names[:-1])
    assert frame["bot"].unique(maintain_order=True).to_list() == list(names[1:])


@pytest.mark.parametrize(("level", "players"), [("match", 2), ("deal", 2), ("match", 4), ("deal", 4)])
def test_rung__is_the_win_share_of_one_bot_among_the_weaker(level: str, players: int) -> None:
    wish: dict[str, Any] = {"match": {"matches": 30}, "deal": {"deals": 60}}[level]
    run = rs.simulate("conga", ["greedy", *["random"] * (players - 1)], **wish, seed=3, keep="bins", progress=False)
    expected = run.estimate("win_share", "player 0: greedy")
    (row,) = climb(THREE[:2], players=players).filter(pl.col("level") == level).to_dicts()
    assert {name: row[name] for name in COLUMNS[6:]} == {name: expected[name] for name in COLUMNS[6:]}
    assert (row["players"], row["fair"]) == (players, 1 / players)
    assert 0 <= row["lo"] <= row["estimate"] <= row["hi"] <= 1
    assert row["lo"] < row["hi"]


def test_ladder__of_the_same_seed_has_the_same_rows() -> None:
    assert climb(threads=1).equals(climb(threads=2))
    assert not climb().equals(climb(seed=4))


def test_ladder__follows_the_options() -> None:
    variant = rs.variant("conga", knock_limit=0)
    frame = rs.ladder(variant, THREE[:2], **SMALL)
    assert frame["game"].to_list() == ["conga, knock_limit=0"] * 2
    assert frame["estimate"].to_list() != climb(THREE[:2])["estimate"].to_list()


REFUSED: dict[str, tuple[dict[str, Any], str]] = {
    "one bot": (
        {"bots": ["greedy"]},
        r"bots is \['greedy'\]; allowed is a list of two or more, weakest first; name an",
    ),
    "no bot": ({"bots": []}, r"bots is \[\]; allowed is a list of two or more"),
    "a text": ({"bots": "greedy"}, "bots is 'greedy'; allowed is a list of two or more"),
    "the same bot": (
        {"bots": ["random", "greedy", "greedy"]},
        "bots has 'greedy' twice in a row; allowed are different neighbours; leave one out",
    ),
    "an unknown bot at the end": (
        {"bots": [*THREE, "gredy"]},
        "no bot 'gredy' in the family knock; did you mean greedy",
    ),
    "no match": ({"matches": 0}, "matches is 0; allowed 1 to"),
    "no deal": ({"deals": 0}, "deals is 0; allowed 1 to"),
    "one player": ({"players": 1}, "players is 1; allowed 2 to 4 for conga; choose one of these"),
    "too many players": ({"players": 5}, "players is 5; allowed 2 to 4 for conga"),
    "no whole number": ({"players": 2.0}, r"players is 2\.0; allowed 2 to 4 for conga"),
    "seed": ({"seed": -1}, "seed is -1; allowed is a whole number from 0"),
    "game": ({"variant": "cnga"}, "no game 'cnga'; did you mean conga"),
}


@pytest.mark.parametrize(("options", "message"), REFUSED.values(), ids=list(REFUSED))
def test_ladder__refuses_before_anything_is_played(
    options: dict[str, Any], message: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(climbing, "play", None)
    with pytest.raises(InputError, match=f"^{message}"):
        rs.ladder(**{"variant": "conga", "bots": THREE, **SMALL, **options})


def test_interruption__ends_the_ladder(monkeypatch: pytest.MonkeyPatch) -> None:
    played: list[str] = []

    def stop(work: Any, *rest: Any, **options: Any) -> None:
        played.append(work.level)
        raise Interrupted("interrupted", [])

    monkeypatch.setattr(climbing, "play", stop)
    with pytest.raises(KeyboardInterrupt):
        climb()
    ended = rummysim("ladder", "conga", *WORDS)
    assert (ended.code, ended.out, ended.error) == (130, "", "interrupted\n")
    assert played == ["match", "match"]


# the command


def test_command__gives_the_rows_of_the_python_call() -> None:
    ended = rummysim(
        "ladder", "conga", "--set", "deck=48", "--bots", "random,greedy", "--players", "3", *WORDS, "--json"
    )
    assert (ended.code, ended.error) == (0, "")
    frame = rs.ladder(rs.variant("conga", deck=48), THREE[:2], players=3, **SMALL)
    assert json.loads(ended.out) == frame.to_dicts()


def test_command__without_bots_climbs_the_whole_family() -> None:
    ended = rummysim("ladder", "conga", "--matches", "2", "--deals", "2", "--quiet")
    header, *lines = ended.out.splitlines()
    assert (ended.code, header.split()[:3]) == (0, ["game", "bot", "against"])
    assert len(lines) == 2 * (len(FAMILIES["knock"].bot_names) - 1)


WRONG = {
    "ladder cnga": "no game 'cnga'",
    "ladder conga --bots greedy": "bots is ['greedy']",
    "ladder conga --bots ,": "bots is []",
    "ladder conga --bots greedy,greedy": "bots has 'greedy' twice in a row",
    "ladder conga --bots random,gredy": "no bot 'gredy'",
    "ladder conga --players 9": "players is 9",
    "ladder conga --players two": "--players",
    "ladder conga --deals 0": "deals is 0",
    "ladder conga --matches -1": "matches is -1",
    "ladder conga --threads 0": "threads is 0",
    "ladder conga --seed -1": "seed is -1",
    "ladder conga --set dek=48": "no option 'dek'",
    "ladder conga --csv nowhere/x.csv": "nowhere/x.csv cannot be written",
    "ladder": "Missing argument",
}


@pytest.mark.parametrize(("words", "fact"), WRONG.items(), ids=list(WRONG))
def test_command__refuses_in_one_line(words: str, fact: str) -> None:
    ended = rummysim(*words.split())
    assert (ended.code, ended.out) == (2, "")
    assert ended.error.startswith("rummysim: ")
    assert ended.error.count("\n") == 1
    assert fact in ended.error


def test_process__refuses_without_a_traceback(tmp_path: Any) -> None:
    ended = run_command("ladder", "conga", "--bots", "", cwd=tmp_path)
    assert (ended.returncode, ended.stdout) == (2, "")
    assert ended.stderr == "rummysim: bots is []; allowed is a list of two or more, weakest first; name another\n"
