"""Python and the command line in processes of their own."""

import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import rummysim

__all__ = ["COMMAND", "REPOSITORY", "ROOT", "clean_environment", "run_command", "run_python"]

ROOT = Path(rummysim.__file__).resolve().parent.parent
"""Folder that holds the package."""

REPOSITORY = Path(__file__).resolve().parents[2]
"""Folder of ``pyproject.toml``."""

COMMAND = [sys.executable, "-c", "from rummysim.cli import main; main()"]
"""What the console script does, also where the package is not installed."""


def clean_environment(package_root: Path = ROOT, **variables: str) -> dict[str, str]:
    """Environment without numba's settings; the package comes from ``package_root``."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("NUMBA_")}
    return {**kept, "PYTHONPATH": str(package_root), "PYTHONDONTWRITEBYTECODE": "1", **variables}


def run_python(
    code: str, *arguments: str, cwd: Path, env: Mapping[str, str] | None = None, timeout: float = 120
) -> subprocess.CompletedProcess[str]:
    """Run Python code; the process with its output as text."""
    return subprocess.run(
        [sys.executable, "-c", code, *arguments],
        cwd=cwd,
        env=dict(env) if env is not None else clean_environment(),
        capture_output=True,
        text=True,
        timeout=timeout,
        check=False,
    )


def run_command(*arguments: str, cwd: Path, timeout: float = 120) -> subprocess.CompletedProcess[str]:
    """Run the command line."""
    return subprocess.run(
        [*COMMAND, *arguments],
        cwd=cwd,
        env=clean_environment(),
        capture_output=True,
        text=True,
        timeout=timeout,
        check=False,
    )
