"""Wrong arguments in Python: an InputError that says what is allowed, whatever the type of what was given."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import rummysim as rs
from rummysim.engine.record import read_manifest, write_manifest
from rummysim.errors import InputError, StoreError

PAIR = ["greedy", "greedy"]


def importing(view: Any, parameters: Any, word: Any) -> int:
    """What numba has no code for."""
    import os  # noqa: F401

    return 0


def with_file(name: str, value: Any) -> Callable[[], Any]:
    return lambda: getattr(rs, name)(value)


any_: Any = rs
CALLS: dict[str, Callable[[], Any]] = {
    "option, an array": lambda: rs.variant("conga", knock_limit=np.array([1, 2])),
    "variant": lambda: any_.variant(None),
    "variant, a list": lambda: any_.variant(["conga"]),
    "rules": lambda: any_.rules(1),
    "out": lambda: any_.simulate("conga", PAIR, deals=4, out=1, progress=False),
    "labels": lambda: any_.compare({1: "conga", 2: "gin"}, PAIR, deals=4, progress=False),
    "base": lambda: any_.compare({"a": "conga", "b": "gin"}, PAIR, deals=4, base=["a"], progress=False),
    "rescored": lambda: any_.rescore("conga", close_bonus=-25),
    "tuned values": lambda: any_.tune("conga", {"knock_limit": 5}, {"turns": (1, 2)}, bots=PAIR, progress=False),
    "goal": lambda: any_.tune("conga", {"knock_limit": [5]}, {"turns": ("a", "b")}, bots=PAIR, progress=False),
    "skill": lambda: any_.skill("conga", None, "greedy", deals=4, matches=None, progress=False),
    "family": lambda: any_.bot("mine", family=[], choose_draw=importing),
    "base bot": lambda: any_.bot("mine", family="knock", base=[], choose_draw=importing),
    "parameters": lambda: any_.bot("mine", family="knock", parameters=[1]),
    "reads": lambda: any_.bot("mine", family="knock", reads=5),
    "reads, a text": lambda: any_.bot("mine", family="knock", reads="totals"),
    "decision": lambda: any_.bot("mine", family="knock", choose_draw=importing),
    **{name: with_file(name, None) for name in ("load", "runs", "verify", "resume", "prune", "merge")},
}


@pytest.mark.parametrize("call", CALLS.values(), ids=CALLS)
def test_wrong_type__says_what_is_allowed(
    call: Callable[[], Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(InputError, match=r"allowed|bots are") as caught:
        call()
    assert "\n" not in str(caught.value)
    assert not list(tmp_path.iterdir())


def test_wrong_quantity__says_what_is_allowed() -> None:
    played: Any = rs.sweep("conga", {"knock_limit": [3, 5]}, PAIR, deals=20, progress=False)
    for arguments in ((1,), ("turns", [])):
        with pytest.raises(InputError, match="allowed are texts"):
            played.table(*arguments)


def test_run_of_a_game_that_is_not_there__is_refused(tmp_path: Path) -> None:
    rs.simulate("conga", PAIR, deals=20, out=tmp_path, progress=False)
    manifest = read_manifest(tmp_path)
    manifest["variants"][0]["preset"] = "conga_of_mars"
    write_manifest(tmp_path, manifest)
    with pytest.raises(StoreError, match="preset is 'conga_of_mars'"):
        rs.resume(tmp_path, progress=False)


def test_report_in_place_of_a_device__is_refused() -> None:
    run = rs.simulate("conga", PAIR, deals=20, progress=False)
    with pytest.raises(OSError, match="it is no file"):
        run.report("/dev/null")
    assert Path("/dev/null").is_char_device()
