"""The tools of pyproject.toml find nothing: each runs as a developer runs it."""

import subprocess
import sys
from importlib.util import find_spec

import pytest

from tests.engine.process import REPOSITORY, clean_environment

COMMANDS = {
    "ruff check": ["ruff", "check", "."],
    "ruff format": ["ruff", "format", "--check", "."],
    "mypy": ["mypy"],
    "import-linter": ["importlinter", "lint"],
}
IMPORT_LINTER = "import sys; from importlinter.cli import lint_imports_command; sys.exit(lint_imports_command())"


@pytest.mark.parametrize("name", COMMANDS)
def test_tool__finds_nothing(name: str) -> None:
    tool, *arguments = COMMANDS[name]
    assert find_spec(tool) is not None, f"{tool} is not installed; it is in the extra 'test'"
    how = ["-c", IMPORT_LINTER] if tool == "importlinter" else ["-m", tool, *arguments]
    ended = subprocess.run(
        [sys.executable, *how],
        cwd=REPOSITORY,
        env=clean_environment(),
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert ended.returncode == 0, ended.stdout + ended.stderr
