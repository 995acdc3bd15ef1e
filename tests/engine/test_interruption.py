"""Ctrl-C: what was played is a run, and going on gives the rows of an undisturbed one."""

import signal
import subprocess
import time
from pathlib import Path
from typing import Any

import polars as pl
import pytest

import rummysim as rs
from rummysim.engine import batch
from rummysim.errors import Interrupted
from rummysim.results import simulate as simulating
from rummysim.results.progress import Progress
from rummysim.results.run import Run
from tests.engine.process import COMMAND, clean_environment, run_command
from tests.engine.rows import CASES, files_in, frame_digest, play_case, row_digest, same_tallies, undisturbed


class PressesCtrlC(Progress):
    """A progress bar whose second step interrupts the process."""

    steps = 0

    def update(self, n_blocks: int) -> None:
        """Count finished blocks; press Ctrl-C at the second call."""
        super().update(n_blocks)
        self.steps += 1
        if self.steps == 2:
            signal.raise_signal(signal.SIGINT)


@pytest.fixture
def ctrl_c(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    """Every run is interrupted after its second chunk until ``undo``."""
    monkeypatch.setattr(simulating, "Progress", PressesCtrlC)
    return monkeypatch


def interrupted_case(case: str, **options: Any) -> Run:
    """A case interrupted after the second chunk."""
    run = play_case(case, threads=1, chunk=300, **options)
    assert run.interrupted
    assert 0 < run.n_units < undisturbed(case).n_units
    return run


@pytest.mark.usefixtures("ctrl_c")
@pytest.mark.parametrize("case", CASES)
def test_interrupted_run_in_memory__is_the_prefix_of_an_undisturbed_one(case: str) -> None:
    run = interrupted_case(case)
    whole = undisturbed(case)
    assert frame_digest(run.deals.collect()) == frame_digest(
        whole.deals.filter(pl.col("block") < run.n_blocks).collect()
    )
    if run.level == "match":
        assert run.matches.equals(whole.matches.filter(pl.col("block") < run.n_blocks))
    assert run.tallies.n_blocks == run.n_blocks
    assert run.tallies.n_units == run.n_units


@pytest.mark.usefixtures("ctrl_c")
def test_interrupted_run_in_memory__says_what_is_kept_and_how_to_go_on(capsys: pytest.CaptureFixture[str]) -> None:
    run = interrupted_case("equal bots")
    message = capsys.readouterr().err
    assert message.count("\n") == 1
    assert f"{run.n_units:,} of {undisturbed('equal bots').n_units:,} deals" in message
    assert "out=" in message


@pytest.mark.parametrize("case", CASES)
def test_interrupted_run_in_a_folder__goes_on_to_the_same_rows(
    case: str, ctrl_c: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run = interrupted_case(case, out=tmp_path / "run")
    assert str(tmp_path / "run") in capsys.readouterr().err
    ctrl_c.undo()
    loaded = rs.load(tmp_path / "run")
    assert loaded.n_blocks == run.n_blocks
    assert row_digest(loaded) == row_digest(run)
    assert same_tallies(loaded.tallies, run.tallies)
    whole = play_case(case, out=tmp_path / "run", chunk=777)
    assert not whole.interrupted
    assert row_digest(whole) == row_digest(undisturbed(case))
    assert same_tallies(whole.tallies, undisturbed(case).tallies)
    assert not [name for name in files_in(tmp_path) if "partial" in name]


def test_load_of_an_interrupted_run__says_that_more_was_asked_for(ctrl_c: pytest.MonkeyPatch, tmp_path: Path) -> None:
    interrupted_case("equal bots", out=tmp_path)
    ctrl_c.undo()
    assert rs.load(tmp_path).interrupted
    play_case("equal bots", out=tmp_path)
    assert not rs.load(tmp_path).interrupted


@pytest.mark.parametrize("case", ["mixed bots", "matches"])
def test_saved_run__is_gone_on_with_without_playing_its_parts_again(
    case: str, ctrl_c: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    run = interrupted_case(case)
    assert run.save(tmp_path / "run") == tmp_path / "run"
    ctrl_c.undo()
    assert row_digest(rs.load(tmp_path / "run")) == row_digest(run)
    kept = set(files_in(tmp_path))
    played: list[int] = []
    original = batch.play_part

    def count(*arguments: Any) -> Any:
        played.append(arguments[2])
        return original(*arguments)

    ctrl_c.setattr(batch, "play_part", count)
    whole = play_case(case, out=tmp_path / "run", chunk=300, threads=1)
    assert row_digest(whole) == row_digest(undisturbed(case))
    assert sum(played) == undisturbed(case).n_blocks - sum(size for _, size in run.store.ranges())
    assert kept <= set(files_in(tmp_path))


@pytest.mark.parametrize("case", ["equal bots", "mixed matches"])
def test_gap_in_the_middle__leaves_the_prefix_and_is_filled_by_going_on(case: str, tmp_path: Path) -> None:
    play_case(case, out=tmp_path, chunk=250, threads=1)
    parts = sorted((tmp_path / "parts").glob("*.tallies.parquet"))
    first = int(parts[2].name[:12])
    for path in (tmp_path / "parts").glob(f"{parts[2].name.split('.')[0]}.*"):
        path.unlink()
    run = rs.load(tmp_path)
    assert run.n_blocks == first
    assert run.deals.select(pl.col("block").max()).collect().item() == first - 1
    assert row_digest(play_case(case, out=tmp_path, chunk=210)) == row_digest(undisturbed(case))


@pytest.mark.usefixtures("ctrl_c")
def test_interrupted_comparison__raises_with_what_is_kept(tmp_path: Path) -> None:
    variants = {"a": rs.variant("conga"), "b": rs.variant("conga", knock_limit=3)}
    with pytest.raises(Interrupted, match="deals are kept"):
        rs.compare(variants, ["greedy"] * 2, deals=5_000, chunk=300, threads=1, out=tmp_path, progress=False)
    assert not [name for name in files_in(tmp_path) if "partial" in name]


def wait_for(folder: Path, pattern: str, process: subprocess.Popen[str]) -> None:
    """Wait until a file is there, while the process runs."""
    limit = time.monotonic() + 120
    while not any(folder.glob(pattern)):
        assert process.poll() is None
        assert time.monotonic() < limit
        time.sleep(0.01)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_signal_to_the_command_line__exits_130_and_keeps_a_run_to_go_on_with(
    number: signal.Signals, tmp_path: Path
) -> None:
    """Chunks of a tenth of a second, so that the key is pressed early in the run."""
    bots = ["random"] * 4
    asked = ["simulate", "conga", "--bots", ",".join(bots), "--deals", "60000", "--seed", "4", "--keep", "deals"]
    asked += ["--threads", "1", "--quiet", "--out", "run"]
    small_chunks = "import rummysim.engine.batch as batch; batch.CHUNK_DEALS = 4_000; "
    with subprocess.Popen(
        [*COMMAND[:-1], small_chunks + COMMAND[-1], *asked],
        cwd=tmp_path,
        env=clean_environment(),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        wait_for(tmp_path, "run/parts/*.tallies.parquet", process)
        process.send_signal(number)
        out, error = process.communicate(timeout=60)
    assert process.returncode == 130
    assert "Traceback" not in error
    assert error.count("\n") == 1
    assert "of 60,000 deals are kept in run" in error
    assert "goes on from there" in error
    assert "first-player advantage" in out
    assert not [name for name in files_in(tmp_path) if "partial" in name]

    part = rs.load(tmp_path / "run")
    assert 0 < part.n_units < 60_000
    whole = rs.simulate("conga", bots, deals=60_000, seed=4, progress=False)
    rows = whole.deals.filter(pl.col("block") < part.n_blocks).collect()
    assert part.deals.collect().equals(rows)

    again = run_command(*asked, cwd=tmp_path)
    assert (again.returncode, again.stderr) == (0, "")
    assert rs.load(tmp_path / "run").deals.collect().equals(whole.deals.collect())
    assert same_tallies(rs.load(tmp_path / "run").tallies, whole.tallies)
