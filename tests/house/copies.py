"""Copies of the package with two small kernels of their own, run in processes of their own."""

import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

from rummysim.core import jit
from tests.engine.process import clean_environment, run_python

__all__ = ["PROBE", "Copy", "cache_files", "prelude"]

CALLEE = '''"""For tests."""
import numpy as np
from numba import int64
from rummysim.core.jit import kernel
from rummysim.melds.probe_table import TABLE

STEP = 1

@kernel(int64(int64))
def step(x):
    return x + STEP + TABLE[0]
'''
TABLE = '''"""For tests."""
import numpy as np

TABLE = np.array([10], np.int64)
'''
CALLER = '''"""For tests."""
from numba import int64
from rummysim.core.jit import kernel
from rummysim.core.probe_callee import step

@kernel(int64(int64))
def twice(x):
    return step(step(x))
'''
PROBE = """
from rummysim.core import jit
from rummysim.games.probe_caller import twice
hits = sum(twice.stats.cache_hits.values())
print(twice(100), hits, jit.cache_folder())
"""
"""Prints the result (100 + two steps), cache hits, and the cache folder."""


class Copy:
    """A copy of the package below ``root``, without any cache."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.package = root / "rummysim"
        shutil.copytree(jit.PACKAGE, self.package, ignore=shutil.ignore_patterns("__pycache__"))
        (self.package / "core" / "probe_callee.py").write_text(CALLEE)
        (self.package / "melds" / "probe_table.py").write_text(TABLE)
        (self.package / "games" / "probe_caller.py").write_text(CALLER)

    def edit(self, name: str, old: str, new: str) -> None:
        """Replace a text in a file of the package."""
        path = self.package / name
        text = path.read_text()
        assert old in text
        path.write_text(text.replace(old, new))

    def environment(self, without: tuple[str, ...] = (), **variables: str) -> dict[str, str]:
        """Environment in which the copy is the package."""
        kept = clean_environment(self.root, **variables)
        return {name: value for name, value in kept.items() if name not in without}

    def run(self, code: str = PROBE, env: Mapping[str, str] | None = None) -> subprocess.CompletedProcess[str]:
        """Run code on the copy."""
        return run_python(code, cwd=self.root, env=self.environment() if env is None else env)

    def probe(self, env: Mapping[str, str] | None = None) -> tuple[int, int, str]:
        """Result, cache hits and folder of the small kernels."""
        ended = self.run(env=env)
        assert (ended.returncode, ended.stderr) == (0, "")
        result, hits, folder = ended.stdout.split()
        return int(result), int(hits), folder

    def start(self, code: str = PROBE) -> subprocess.Popen[str]:
        """Start code on the copy without waiting."""
        return subprocess.Popen(
            [sys.executable, "-c", code],
            cwd=self.root,
            env=self.environment(),
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )


def prelude() -> str:
    """Code that makes the package's folder read-only for the cache, whoever runs it."""
    lines = [
        "from rummysim.core import jit",
        "original = jit._is_writable",
        "jit._is_writable = lambda folder: not folder.is_relative_to(jit.PACKAGE) and original(folder)",
    ]
    return "\n".join(lines) + "\n"


def cache_files(folder: Path) -> list[Path]:
    """Indices of compiled kernels below a folder."""
    return sorted(folder.rglob("*.nbi"))
