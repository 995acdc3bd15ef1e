"""Duels: stop when decided, extend and never replay, go on in a folder, refuse."""

import json
from pathlib import Path
from typing import Any

import pytest

import rummysim as rs
from rummysim.engine import batch
from rummysim.errors import InputError, Interrupted
from rummysim.results import duel as duelling
from rummysim.results import simulate as simulating
from rummysim.results.duel import look_sizes
from tests.engine.test_interruption import PressesCtrlC
from tests.results.command import rummysim

QUIET: dict[str, Any] = {"seed": 3, "progress": False}


@pytest.fixture
def played(monkeypatch: pytest.MonkeyPatch) -> list[tuple[int, int]]:
    """Blocks of every part that is played: first and number."""
    calls: list[tuple[int, int]] = []
    original = batch.play_part

    def count(work: Any, first: int, size: int, *rest: Any) -> Any:
        calls.append((first, size))
        return original(work, first, size, *rest)

    monkeypatch.setattr(batch, "play_part", count)
    return calls


def test_looks__grow_to_the_maximum() -> None:
    assert list(look_sizes(4000)) == [1000, 1500, 2250, 3375, 4000]
    assert list(look_sizes(1000)) == [1000]


def test_duel__of_unequal_bots_ends_at_the_first_look(played: list[tuple[int, int]]) -> None:
    held = rs.duel("conga", "random", "greedy", deals=100_000, **QUIET)
    assert (held.better, held.decided, held.looks.height) == ("greedy", True, 1)
    assert held.looks["hi"][0] < 0.5
    assert sum(size for _, size in played) == 1000
    assert "greedy is better" in repr(held)
    assert "<table>" in held._repr_html_()


def test_duel__of_twins_plays_the_maximum_and_nothing_twice(played: list[tuple[int, int]]) -> None:
    twin = rs.bot("twin-in-duel", family="knock", base="greedy")
    held = rs.duel("conga", "greedy", twin, deals=6_000, **QUIET)
    assert (held.better, held.looks["blocks"].to_list()) == (None, [1000, 1500, 2250, 3000])
    blocks = [block for first, size in played for block in range(first, first + size)]
    assert sorted(blocks) == list(range(3000))
    assert "not decided" in repr(held)
    run = rs.simulate("conga", ["greedy", twin], deals=6_000, keep="bins", **QUIET)  # type: ignore[list-item]
    expected = run.estimate("win_share", "player 0: greedy")
    assert held.looks["estimate"][-1] == expected["estimate"]
    assert held.looks["lo"][-1] < expected["lo"]
    assert held.run.n_units == 6_000


def test_duel__is_the_same_for_any_threads() -> None:
    one, two = (rs.duel("conga", "careful", "greedy", deals=4_000, threads=n, **QUIET) for n in (1, 2))
    assert one.looks.equals(two.looks)


def test_folder__is_gone_on_with(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = rs.duel("conga", "strict-greedy", "greedy", deals=5_000, **QUIET)
    with monkeypatch.context() as patch:
        patch.setattr(simulating, "Progress", PressesCtrlC)
        with pytest.raises(Interrupted):
            rs.duel("conga", "strict-greedy", "greedy", deals=5_000, out=tmp_path, threads=1, chunk=500, **QUIET)
    again = rs.duel("conga", "strict-greedy", "greedy", deals=5_000, out=tmp_path, **QUIET)
    assert again.looks.equals(whole.looks)
    monkeypatch.setattr(batch, "play_part", None)
    once_more = rs.duel("conga", "strict-greedy", "greedy", deals=5_000, out=tmp_path, **QUIET)
    assert once_more.looks.equals(whole.looks)


def test_matches__are_looked_at_too() -> None:
    held = rs.duel("conga", "random", "greedy", matches=2_000, **QUIET)
    assert (held.better, held.run.level) == ("greedy", "match")


REFUSED: dict[str, tuple[dict[str, Any], str]] = {
    "same": ({"other": "careful"}, "the two bots are both 'careful'; allowed are two different bots; name another"),
    "few": ({"deals": 1_000}, "deals is 1000; allowed 2,000 or more, for the first look; raise it"),
    "none": ({"deals": None}, "deals is None and matches is None; allowed is exactly one of the two"),
    "both": ({"matches": 5_000}, "deals is 5000 and matches is 5000; allowed is exactly one"),
    "unknown": ({"other": "gredy"}, "no bot 'gredy'"),
}


@pytest.mark.parametrize(("options", "message"), REFUSED.values(), ids=list(REFUSED))
def test_duel__refuses_before_anything_is_played(
    options: dict[str, Any], message: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(duelling, "play", None)
    wish = {"variant": "conga", "bot": "careful", "other": "greedy", "deals": 5_000, **QUIET}
    with pytest.raises(InputError, match=f"^{message}"):
        rs.duel(**{**wish, **options})


def test_command__prints_the_looks() -> None:
    ended = rummysim("duel", "conga", "--bots", "random,greedy", "--deals", "4000", "--seed", "3", "--quiet", "--json")
    assert (ended.code, ended.error) == (0, "")
    assert json.loads(ended.out) == rs.duel("conga", "random", "greedy", deals=4_000, **QUIET).looks.to_dicts()


@pytest.mark.parametrize("words", ["duel conga --bots greedy", "duel conga --deals 10", "duel", "duel cnga"])
def test_command__refuses_in_one_line(words: str) -> None:
    ended = rummysim(*words.split())
    assert (ended.code, ended.out, ended.error.count("\n")) == (2, "", 1)
