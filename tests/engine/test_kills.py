"""Kill -9 at any moment: what lies in the folder then is gone on with to the rows of an undisturbed run."""

import os
import random
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import polars as pl
import pytest

import rummysim as rs
from rummysim.errors import InputError, StoreError
from rummysim.results.run import Run
from tests.engine.process import clean_environment
from tests.engine.rows import row_digest, same_tallies

BOTS = ["greedy", "random"]
SMALL = {"deals": 160, "seed": 5, "chunk": 80, "threads": 1, "progress": False, "keep": "deals"}


def small(out: Path | None = None, **options: Any) -> Run:
    """A run of two parts."""
    return rs.simulate("conga", BOTS, out=out, **{**SMALL, **options})


@contextmanager
def watched(monkeypatch: pytest.MonkeyPatch, moment: Callable[[], None]) -> Iterator[None]:
    """Call ``moment`` before and amid every step that reaches the disk, at each of which a kill could come."""
    write, sync, cut = os.write, os.fsync, os.ftruncate
    replace, unlink = Path.replace, Path.unlink

    def writes(descriptor: int, content: Any) -> int:
        moment()
        half = len(content) // 2
        done = write(descriptor, content[:half]) if half else 0
        moment()
        return done + write(descriptor, content[half:])

    def before(step: Callable[..., Any]) -> Callable[..., Any]:
        def run(*arguments: Any, **options: Any) -> Any:
            moment()
            return step(*arguments, **options)

        return run

    with monkeypatch.context() as patch:
        patch.setattr(os, "write", writes)
        for name, step in (("fsync", sync), ("ftruncate", cut)):
            patch.setattr(os, name, before(step))
        patch.setattr(Path, "replace", before(replace))
        patch.setattr(Path, "unlink", before(unlink))
        yield


def moments(monkeypatch: pytest.MonkeyPatch, folder: Path, kept: Path, act: Callable[[], object]) -> list[Path]:
    """Copies of a folder as a kill would leave it at each step of ``act``."""
    found: list[Path] = []

    def copy() -> None:
        place = kept / str(len(found))
        with monkeypatch.context() as patch:
            patch.undo()
            shutil.copytree(folder, place, symlinks=True)
        found.append(place)

    is_copying = []

    def moment() -> None:
        if not is_copying and folder.exists():
            is_copying.append(True)
            copy()
            is_copying.clear()

    with watched(monkeypatch, moment):
        act()
    return found


def check_moments(copies: list[Path], expected: Run, go_on: Callable[[Path], Run]) -> None:
    """Each copy is the prefix of the run when loaded, or is refused; and the whole run when gone on with."""
    n_loaded = 0
    for folder in copies:
        with suppress(StoreError, InputError):
            loaded = rs.load(folder)
            found = loaded.deals.collect()
            assert found.equals(expected.deals.filter(pl.col("block") < loaded.n_blocks).collect())
            n_loaded += 1
        run = go_on(folder)
        assert row_digest(run) == row_digest(expected)
        assert same_tallies(run.tallies, expected.tallies)
        rs.prune(folder)
        assert not [path for path in folder.rglob("*") if path.suffix == ".partial"]
        assert rs.verify(folder)["is_whole"].all()
    assert n_loaded


def go_on(folder: Path) -> Run:
    """Resume where there is a manifest, else play."""
    return rs.resume(folder, threads=1, progress=False) if (folder / "manifest.json").exists() else small(folder)


def test_kill_at_any_step_of_writing__loses_nothing_but_the_part_under_way(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "run"
    copies = moments(monkeypatch, folder, tmp_path / "copies", lambda: small(folder))
    assert len(copies) > 30
    check_moments(copies, small(), go_on)


def test_kill_at_any_step_of_mending__loses_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A damaged part is struck out and played again, and the run grows meanwhile."""
    folder = tmp_path / "run"
    small(folder, deals=80)
    path = next((folder / "parts").glob("*.facts0.parquet"))
    path.write_bytes(path.read_bytes()[:-9] + b"\0" * 9)
    copies = moments(monkeypatch, folder, tmp_path / "copies", lambda: small(folder))
    check_moments(copies, small(), lambda copy: small(copy))


LONG = """
import sys, rummysim as rs
if __name__ == "__main__":
    executor = int(sys.argv[2]) if len(sys.argv) > 2 else None
    rs.simulate("conga", ["random", "greedy"], deals=60_000, seed=4, chunk=1_000, out=sys.argv[1], progress=False,
                threads=None if executor else 2, executor=executor)
"""


def undisturbed() -> Run:
    """The run of :data:`LONG`."""
    return rs.simulate("conga", ["random", "greedy"], deals=60_000, seed=4, keep="deals", progress=False)


def kill_in_mid_run(folder: Path, program: Path, delay: float, *arguments: str) -> bool:
    """Start the run, kill -9 its process some time after it holds the folder; whether it was still running."""
    before = folder.joinpath("parts.jsonl").stat().st_size if folder.joinpath("parts.jsonl").exists() else 0
    with subprocess.Popen(
        [sys.executable, str(program), str(folder), *arguments],
        env=clean_environment(RUMMYSIM_TEST=str(folder)),
        stderr=subprocess.PIPE,
    ) as process:
        limit = time.monotonic() + 120
        ledger = folder / "parts.jsonl"
        while process.poll() is None and not (ledger.exists() and ledger.stat().st_size > before):
            assert time.monotonic() < limit
            time.sleep(0.002)
        time.sleep(delay)
        was_running = process.poll() is None
        process.kill()
        assert process.stderr is not None
        assert b"Traceback" not in process.stderr.read()
    return was_running


def check_kills(tmp_path: Path, n: int, longest: float) -> None:
    """Kill a run ``n`` times at random moments, going on each time, and compare the rows at the end."""
    (tmp_path / "long.py").write_text(LONG)
    rng, folder, n_killed = random.Random(9), tmp_path / "run", 0
    expected = undisturbed()
    for number in range(n):
        n_killed += kill_in_mid_run(folder, tmp_path / "long.py", rng.uniform(0, longest))
        run = rs.load(folder)
        rows = expected.deals.filter(pl.col("block") < run.n_blocks).collect()
        assert run.deals.collect().equals(rows), number
        if not run.interrupted:
            shutil.rmtree(folder)
    assert n_killed >= n * 3 // 4
    run = rs.simulate("conga", ["random", "greedy"], deals=60_000, seed=4, keep="deals", out=folder, progress=False)
    assert not run.interrupted
    assert row_digest(run) == row_digest(expected)
    assert same_tallies(run.tallies, expected.tallies)
    assert rs.verify(folder)["is_whole"].all()


def test_kill_at_random_moments__is_gone_on_with_to_the_same_rows(tmp_path: Path) -> None:
    check_kills(tmp_path, 2, 0.3)


@pytest.mark.slow
def test_kill_at_twenty_random_moments__is_gone_on_with_to_the_same_rows(tmp_path: Path) -> None:
    check_kills(tmp_path, 20, 0.5)


@pytest.mark.skipif(sys.platform != "linux", reason="looks for the processes in /proc")
def test_kill_of_the_main_process__ends_its_worker_processes(tmp_path: Path) -> None:
    program = tmp_path / "long.py"
    program.write_text(LONG)
    assert kill_in_mid_run(tmp_path / "run", program, 0.0, "2")

    def workers() -> list[str]:
        found = []
        for path in Path("/proc").glob("[0-9]*/environ"):
            with suppress(OSError):
                if f"RUMMYSIM_TEST={tmp_path}".encode() in path.read_bytes():
                    found.append(path.parent.name)
        return found

    limit = time.monotonic() + 20
    while workers() and time.monotonic() < limit:
        time.sleep(0.1)
    assert workers() == []
