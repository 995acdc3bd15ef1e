"""Tables of bots: the order is the one given, and a bot is imported, and so compiled, only when it is asked for."""

import sys
from pathlib import Path

import pytest

from rummysim.games.bot import BotTable
from rummysim.games.registry import FAMILIES
from tests.engine.process import run_python

HOMES = {"zealous": "zealous.BOT", "calm": "calm.OTHER", "mild": "calm.BOT"}


@pytest.fixture
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> BotTable:
    """A table of two modules that nobody has imported."""
    (tmp_path / "made_up_bots").mkdir()
    for module in ("zealous", "calm"):
        (tmp_path / "made_up_bots" / f"{module}.py").write_text(f"BOT, OTHER = '{module}', 'other {module}'")
    monkeypatch.syspath_prepend(tmp_path)
    for module in ("made_up_bots", "made_up_bots.zealous", "made_up_bots.calm"):
        monkeypatch.setitem(sys.modules, module, None)
        monkeypatch.delitem(sys.modules, module)
    return BotTable("made_up_bots", HOMES)


def imported() -> set[str]:
    """Modules of the bots that were imported."""
    return {name.partition(".")[2] for name in sys.modules if name.startswith("made_up_bots.")}


def test_table__lists_its_bots_in_order_and_imports_none(table: BotTable) -> None:
    assert list(table) == list(table.keys()) == list(HOMES)
    assert len(table) == 3
    assert "calm" in table
    assert "wild" not in table
    assert imported() == set()


def test_table__imports_the_bot_asked_for_alone(table: BotTable) -> None:
    assert table["calm"] == "other calm"
    assert imported() == {"calm"}
    assert list(table.values()) == ["zealous", "other calm", "calm"]


def test_table__has_no_bot_of_another_name(table: BotTable) -> None:
    with pytest.raises(KeyError, match="wild"):
        table["wild"]
    assert table.get("wild") is None
    assert imported() == set()


@pytest.mark.parametrize("family", FAMILIES)
def test_family__lists_its_bots_without_compiling_one(family: str, tmp_path: Path) -> None:
    code = (
        "import sys; from rummysim.games.registry import FAMILIES; bots = FAMILIES[sys.argv[1]].bots()\n"
        "print(tuple(bots) == FAMILIES[sys.argv[1]].bot_names, len(bots), 'numba' in sys.modules)"
    )
    ended = run_python(code, family, cwd=tmp_path)
    assert (ended.stdout, ended.stderr) == (f"True {len(FAMILIES[family].bot_names)} False\n", "")
