"""Limits of size and names (style, house): files to 500 lines, functions to 60, no drawers."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.engine.process import REPOSITORY

MAX_FILE = 500
MAX_FUNCTION = 60
DRAWERS = {"utils", "util", "helpers", "helper", "common", "core", "misc", "tools"}

LONG_FILES: dict[str, str] = {}
"""Files that may be longer, each with the reason."""
LONG_FUNCTIONS: dict[str, str] = {}
"""Functions that may be longer, as ``path:name``, each with the reason."""

FILES = sorted(path for room in ("rummysim", "tests") for path in (REPOSITORY / room).rglob("*.py"))


def name_of(path: Path) -> str:
    """Path within the repository."""
    return str(path.relative_to(REPOSITORY))


def functions(path: Path) -> Iterator[tuple[str, int]]:
    """Name and lines of every function of a file."""
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield f"{name_of(path)}:{node.name}", (node.end_lineno or 0) - node.lineno + 1


def test_files__are_found() -> None:
    assert len(FILES) > 100
    assert {"rummysim/cli.py", "tests/house/test_sizes.py"} <= {name_of(path) for path in FILES}


@pytest.mark.parametrize("room", ["rummysim", "tests"])
def test_files__are_not_longer_than_the_limit(room: str) -> None:
    lengths = {name_of(path): len(path.read_text().splitlines()) for path in FILES}
    long = {name: lines for name, lines in lengths.items() if lines > MAX_FILE and name.startswith(room)}
    assert {name: lines for name, lines in long.items() if name not in LONG_FILES} == {}


@pytest.mark.parametrize("room", ["rummysim", "tests"])
def test_functions__are_not_longer_than_the_limit(room: str) -> None:
    long = {name: lines for path in FILES for name, lines in functions(path) if lines > MAX_FUNCTION}
    assert {name: n for name, n in long.items() if name not in LONG_FUNCTIONS and name.startswith(room)} == {}


def test_exceptions__are_still_needed() -> None:
    for name in LONG_FILES:
        assert len((REPOSITORY / name).read_text().splitlines()) > MAX_FILE
    lines = {name: n for path in FILES for name, n in functions(path)}
    for name in LONG_FUNCTIONS:
        assert lines[name] > MAX_FUNCTION


def test_modules__are_named_for_what_they_hold() -> None:
    files = {path.stem for path in FILES}
    folders = {path.parent.name for path in FILES} - {"core"}
    assert (files | folders) & DRAWERS == set()
    assert [name_of(path) for path in FILES if path.parent.name == "core" and path.parent.parent.name == "core"] == []


def test_lazy_annotations__are_imported_nowhere() -> None:
    here = Path(__file__)
    assert [name_of(path) for path in FILES if path != here and "from __future__" in path.read_text()] == []
