"""What is printed to, closed or poor; Ctrl-C before anything is played."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.engine.process import clean_environment

MODULE = [sys.executable, "-m", "rummysim"]
FULL = Path("/dev/full")


def ended(
    *words: str, cwd: Path, stdout: int = subprocess.PIPE, before: str = "", **variables: str
) -> subprocess.CompletedProcess[bytes]:
    """``rummysim WORDS`` in a shell, ``before`` being what the shell does with the streams."""
    line = " ".join([*MODULE, *words, before])
    return subprocess.run(
        ["sh", "-c", line],
        cwd=cwd,
        env=clean_environment(**variables),
        stdout=stdout,
        stderr=subprocess.PIPE,
        timeout=120,
        check=False,
    )


def test_output_without_our_letters__has_question_marks(tmp_path: Path) -> None:
    found = ended("rules", "conga", cwd=tmp_path, PYTHONIOENCODING="ascii")
    assert (found.returncode, found.stderr) == (0, b"")
    assert b"0?50" in found.stdout


@pytest.mark.parametrize(
    ("closed", "words", "code"), [("2>&-", "games", 0), ("2>&-", "rules cnga", 2), (">&-", "games", 0)]
)
def test_closed_output__changes_no_exit_code(closed: str, words: str, code: int, tmp_path: Path) -> None:
    found = ended(*words.split(), cwd=tmp_path, before=closed)
    assert found.returncode == code
    assert b"Traceback" not in found.stderr


@pytest.mark.skipif(not FULL.is_char_device(), reason="the system has no full device")
@pytest.mark.parametrize("words", ["games", "games --json", "games --csv /dev/full", "games --parquet /dev/full"])
def test_full_disk__is_one_line(words: str, tmp_path: Path) -> None:
    found = ended(*words.split(), cwd=tmp_path, before=f">{FULL}")
    assert found.returncode == 2
    assert found.stderr.count(b"\n") == 1
    assert b"No space left on device" in found.stderr


@pytest.mark.skipif(os.name == "nt", reason="signals of processes")
@pytest.mark.parametrize("place", ["typer", "rummysim.results.games"])
def test_interrupt_while_loading__is_one_line(place: str, tmp_path: Path) -> None:
    """Ctrl-C falls when a module is loaded: that of the command line, or that of the command."""
    code = (
        "import builtins, os, runpy, signal, sys\n"
        "real = builtins.__import__\n"
        "def load(*words, **more):\n"
        f"    if words[:1] == ({place!r},):\n"
        "        builtins.__import__ = real\n"
        "        os.kill(os.getpid(), signal.SIGINT)\n"
        "    return real(*words, **more)\n"
        "builtins.__import__ = load\n"
        "sys.argv = ['rummysim', 'games']\n"
        "runpy.run_module('rummysim', run_name='__main__')\n"
    )
    found = subprocess.run(
        [sys.executable, "-c", code],
        cwd=tmp_path,
        env=clean_environment(),
        capture_output=True,
        timeout=120,
        check=False,
    )
    assert found.returncode == 128 + signal.SIGINT
    assert (found.stdout, found.stderr) == (b"", b"interrupted\n")
