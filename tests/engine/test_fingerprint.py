"""Fingerprints of bots: what decides a bot's play changes them, and nothing else does."""

import sys
from collections.abc import Callable
from dataclasses import replace
from importlib.util import module_from_spec, spec_from_file_location
from itertools import count
from pathlib import Path
from types import MappingProxyType
from typing import Any

import pytest

from rummysim.engine.lineup import fingerprint
from rummysim.games.bot import TOTALS, Bot
from rummysim.games.registry import FAMILIES
from tests.engine.process import REPOSITORY, clean_environment, run_python

SOURCE = '''"""A bot that is never compiled: ``first`` calls ``near`` and ``far``, that calls ``deep``."""
from types import MappingProxyType
from numba import njit
import elsewhere
from rummysim.games.bot import Bot

STEP, PAIR, UNUSED = 1, (2, 3), 4

@njit
def near(view):
    return view + STEP

@njit
def unused(view):
    return view + 20

@njit
def first(view, parameters, word):
    return near(view) + elsewhere.far(view) + PAIR[0]

@njit
def last(view, parameters, word):
    return 30

BOT = Bot(name="made-up", hooks=MappingProxyType({"choose_draw": first, "choose_close": last}), notes="for tests")
'''
ELSEWHERE = '''"""What other modules hold."""
import numpy as np
from numba import njit

SIZE, ALSO_UNUSED = 5, 6
TABLE = np.array([70, 80])

def made(number):
    @njit
    def add(view):
        return view + number
    return add

add_sixty = made(60)

@njit
def deep(view):
    return add_sixty(view) * SIZE + TABLE[view] + 40

@njit
def far(view):
    return deep(view)
'''
KNOCK = FAMILIES["knock"]
Load = Callable[..., Bot]


@pytest.fixture
def load(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Load:
    """Makes the bot with a text replaced in its two modules."""
    numbers = count()

    def make(old: str = "", new: str = "") -> Bot:
        folder = tmp_path / str(next(numbers))
        folder.mkdir()
        for name, source in (("elsewhere", ELSEWHERE), ("made_up", SOURCE)):
            path = folder / f"{name}.py"
            path.write_text(source.replace(old, new) if old else source)
            spec = spec_from_file_location(name, path)
            assert spec is not None
            assert spec.loader is not None
            module = module_from_spec(spec)
            monkeypatch.setitem(sys.modules, name, module)
            spec.loader.exec_module(module)
        bot: Bot = module.BOT
        return bot

    return make


PLAY = {
    "first hook": ("+ PAIR[0]", "- PAIR[0]"),
    "later hook": ("return 30", "return 31"),
    "kernel": ("view + STEP", "view - STEP"),
    "constant": ("UNUSED = 1,", "UNUSED = 9,"),
    "constants": ("(2, 3)", "(2, 9)"),
    "kernel elsewhere": ("return deep(view)", "return deep(view) + 1"),
    "kernel that is called elsewhere": ("+ 40", "+ 41"),
    "table of numbers": ("70, 80", "70, 81"),
    "number around a kernel": ("made(60)", "made(61)"),
    "constant elsewhere": ("UNUSED = 5,", "UNUSED = 9,"),
}
"""Edits of what decides the play."""

REST = {
    "kernel that no hook calls": ("view + 20", "view + 21"),
    "constant that no hook names": (", 4", ", 9"),
    "constant elsewhere that no hook names": ("= 5, 6", "= 5, 9"),
    "prose": ("A bot that is never", "A bot never"),
    "notes": ("for tests", "for no game"),
}
"""Edits of something else."""

RECORD: dict[str, dict[str, Any]] = {
    "name": {"name": "other"},
    "parameter": {"parameters": MappingProxyType({"one": 1.0, "two": 3.0})},
    "order of parameters": {"parameters": MappingProxyType({"two": 2.0, "one": 1.0})},
    "option read": {"reads": ("limit",)},
    "totals read": {"reads": (TOTALS,)},
    "memory": {"has_memory": True},
}
"""Changes of the record."""


@pytest.mark.parametrize("edit", PLAY.values(), ids=list(PLAY))
def test_fingerprint__changes_with_what_decides_the_play(load: Load, edit: tuple[str, str]) -> None:
    assert fingerprint(KNOCK, load(*edit)) != fingerprint(KNOCK, load())


@pytest.mark.parametrize("edit", REST.values(), ids=list(REST))
def test_fingerprint__stays_whatever_else_changes(load: Load, edit: tuple[str, str]) -> None:
    assert load(*edit) is not load()
    assert fingerprint(KNOCK, load(*edit)) == fingerprint(KNOCK, load())


@pytest.mark.parametrize("change", RECORD.values(), ids=list(RECORD))
def test_fingerprint__changes_with_the_record(load: Load, change: dict[str, Any]) -> None:
    bot = replace(load(), parameters=MappingProxyType({"one": 1.0, "two": 2.0}))
    assert fingerprint(KNOCK, replace(bot, **change)) != fingerprint(KNOCK, bot)


def test_fingerprint__changes_with_the_family_and_with_who_decides_what(load: Load) -> None:
    bot = load()
    names, hooks = list(bot.hooks), list(bot.hooks.values())
    swapped = replace(bot, hooks=MappingProxyType(dict(zip(names, hooks[::-1], strict=True))))
    turned = replace(bot, hooks=MappingProxyType(dict(zip(names[::-1], hooks[::-1], strict=True))))
    assert fingerprint(KNOCK, turned) == fingerprint(KNOCK, bot)
    assert len({fingerprint(KNOCK, bot), fingerprint(KNOCK, swapped), fingerprint(FAMILIES["stock"], bot)}) == 3


def built_in() -> list[str]:
    """Fingerprints of all bots of all families."""
    return [fingerprint(family, bot) for family in FAMILIES.values() for bot in family.bots().values()]


def test_fingerprints__of_built_in_bots_are_distinct() -> None:
    assert len(set(built_in())) == sum(len(family.bot_names) for family in FAMILIES.values())


def test_fingerprints__are_the_same_in_another_process() -> None:
    code = "from tests.engine.test_fingerprint import built_in; print(*built_in())"
    ended = run_python(code, cwd=REPOSITORY, env=clean_environment(PYTHONHASHSEED="5"))
    assert (ended.stdout.split(), ended.stderr) == (built_in(), "")
