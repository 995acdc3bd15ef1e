"""``rummysim runs``: what it says of folders, what it mends, what it removes."""

import json
import shutil
import sys
from pathlib import Path

import polars as pl
import pytest

import rummysim as rs
from rummysim.engine.record import write_manifest
from rummysim.errors import StoreError
from tests.engine.process import run_python
from tests.engine.rows import files_in, row_digest
from tests.results.command import Ended, rummysim

BOTS = ["greedy", "random"]
WISH = {"seed": 5, "chunk": 100, "progress": False, "keep": "deals"}


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Folder of a run of four parts."""
    folder = tmp_path_factory.mktemp("whole") / "run"
    rs.simulate("conga", BOTS, deals=400, out=folder, **WISH)
    return folder


@pytest.fixture
def copy(whole: Path, tmp_path: Path) -> Path:
    """A copy to damage."""
    return Path(shutil.copytree(whole, tmp_path / "run"))


def said(words: str) -> Ended:
    """What a command says."""
    return rummysim(*words.split())


def part(folder: Path, first: int, name: str = "facts0") -> Path:
    """File of a part."""
    return folder / "parts" / f"{first:012d}-{50:09d}.{name}.parquet"


def spoil(path: Path) -> None:
    """Turn over one bit."""
    content = bytearray(path.read_bytes())
    content[len(content) // 2] ^= 1
    path.write_bytes(content)


def test_list__says_what_runs_there_are_and_how_far_they_are(copy: Path, tmp_path: Path) -> None:
    shutil.copytree(copy, tmp_path / "deep" / "er" / "half")
    part(tmp_path / "deep" / "er" / "half", 50).unlink()
    old = tmp_path / "old"
    shutil.copytree(copy, old)
    manifest = json.loads((old / "manifest.json").read_text())
    write_manifest(old, {**manifest, "family_version": 99, "key": "0"})
    found = rs.runs(tmp_path)
    assert found["folder"].to_list() == [str(tmp_path / "deep" / "er" / "half"), str(old), str(copy)]
    assert found["units"].to_list() == [400, 0, 400]
    assert found["asked"].to_list() == [400] * 3
    assert found["state"][1].startswith(f"refused: {old} was made by another version (family 99")
    assert found["state"][2] == "done"
    assert found["variants"].unique().to_list() == ["conga"]


def test_verify__names_every_part_that_is_not_whole(copy: Path) -> None:
    assert rs.verify(copy)["is_whole"].to_list() == [True] * 4
    spoil(part(copy, 50))
    part(copy, 150, "tallies").unlink()
    found = rs.verify(copy).filter(~pl.col("is_whole"))
    assert found["first"].to_list() == [50, 150]
    assert "000000000050-000000050.facts0.parquet cannot be read: it is not what was written" in found["problem"][0]
    assert "tallies.parquet cannot be read: No such file" in found["problem"][1]


def test_resume__plays_what_is_missing_or_damaged(copy: Path, whole: Path, capsys: pytest.CaptureFixture[str]) -> None:
    manifest = json.loads((copy / "manifest.json").read_text())
    write_manifest(copy, {**manifest, "blocks": 300, "units": 600})
    spoil(part(copy, 100, "tallies"))
    run = rs.resume(copy, progress=False)
    assert run.n_units == 600
    assert capsys.readouterr().err.count("000000000100-000000050.tallies.parquet") == 1
    assert row_digest(run) == row_digest(rs.simulate("conga", BOTS, deals=600, **WISH))
    assert rs.verify(copy)["is_whole"].all()


def test_prune__removes_what_no_run_needs_and_says_why(copy: Path, whole: Path) -> None:
    rs.simulate("conga", BOTS, deals=160, **{**WISH, "chunk": 160}).save(copy)
    spoil(part(copy, 100))
    (copy / "parts" / f"{0:012d}-{50:09d}.facts0.17.partial").write_bytes(b"half")
    (copy / "manifest.17.partial").write_bytes(b"half")
    shutil.copy(part(copy, 0), copy / "parts" / f"{600:012d}-{50:09d}.facts0.parquet")
    removed = {row["file"]: row["reason"] for row in rs.prune(copy).iter_rows(named=True)}
    reasons = {
        "manifest.17.partial": "half written",
        f"parts/{0:012d}-{50:09d}.facts0.17.partial": "half written",
        f"parts/{600:012d}-{50:09d}.facts0.parquet": "of a part that is not in the ledger",
        **{
            f"parts/{first:012d}-{50:09d}.{name}.parquet": "of a part that others cover"
            for first in (0, 50)
            for name in ("facts0", "tallies")
        },
        **{f"parts/{100:012d}-{50:09d}.{name}.parquet": "damaged" for name in ("facts0", "tallies")},
    }
    assert removed == reasons
    assert rs.prune(copy).is_empty()
    assert rs.load(copy).n_units == 160
    assert row_digest(rs.resume(copy, progress=False)) == row_digest(rs.load(whole))


def test_merge__puts_parts_of_several_folders_together_exactly(copy: Path, whole: Path, tmp_path: Path) -> None:
    """One folder lacks the second part, another has it and later ones, cut elsewhere."""
    for name in ("facts0", "tallies"):
        part(copy, 50, name).unlink()
    rs.simulate("conga", BOTS, deals=800, out=tmp_path / "other", **{**WISH, "chunk": 130})
    merged = rs.merge(copy, tmp_path / "other")
    expected = rs.simulate("conga", BOTS, deals=800, **WISH)
    assert rs.resume(copy, progress=False).n_units == 800
    assert row_digest(rs.load(copy)) == row_digest(expected)
    assert rs.load(copy).summary().equals(expected.summary())
    assert merged.n_units >= 400


def test_merge__refuses_another_run(copy: Path, tmp_path: Path) -> None:
    rs.simulate("conga", BOTS, deals=100, out=tmp_path / "other", **{**WISH, "seed": 6})
    with pytest.raises(StoreError, match=r"holds another run: its key"):
        rs.merge(copy, tmp_path / "other")


@pytest.mark.skipif(sys.platform == "win32", reason="no file locks there")
def test_second_writer__is_told_who_holds_the_run(copy: Path) -> None:
    """A process that holds the folder, and this one: all that would write is refused, reading is not."""
    import subprocess

    code = "import fcntl, os, sys\nfile = open(sys.argv[1], 'r+b')\nfcntl.flock(file, fcntl.LOCK_EX)\n"
    code += "file.truncate(0); file.write(b'%d on elsewhere' % os.getpid()); file.flush(); print('held', flush=True)\n"
    code += "sys.stdin.read()"
    with subprocess.Popen(
        [sys.executable, "-c", code, str(copy / "lock")], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as process:
        assert process.stdout is not None
        process.stdout.readline()
        before = files_in(copy)
        for act in (
            lambda: rs.resume(copy, progress=False),
            lambda: rs.prune(copy),
            lambda: rs.simulate("conga", BOTS, deals=800, out=copy, **WISH),
        ):
            with pytest.raises(StoreError, match=rf"being played into by process {process.pid} on elsewhere; wait"):
                act()
        assert files_in(copy) == before
        assert rs.load(copy).n_units == 400
        assert rs.runs(copy)["state"].item() == f"played into by process {process.pid} on elsewhere"
        process.kill()
    assert rs.resume(copy, progress=False).n_units == 400


TWO = """
import sys, rummysim as rs
try:
    rs.simulate("conga", ["greedy", "random"], deals=20_000, seed=5, keep="deals", chunk=200, threads=1, out="run",
                progress=False)
    print("played")
except rs.errors.StoreError as error:
    print("told" if "is being played into by process" in str(error) else error)
"""


def test_two_writers_at_once__corrupt_nothing(tmp_path: Path) -> None:
    from concurrent.futures import ThreadPoolExecutor

    code = "import rummysim.errors\n" + TWO
    with ThreadPoolExecutor(2) as pool:
        ended = list(pool.map(lambda _: run_python(code, cwd=tmp_path), range(2)))
    assert {each.stdout for each in ended} <= {"played\n", "told\n"}
    assert "played\n" in {each.stdout for each in ended}
    expected = rs.simulate("conga", BOTS, deals=20_000, seed=5, keep="deals", progress=False)
    assert row_digest(rs.load(tmp_path / "run")) == row_digest(expected)
    assert rs.verify(tmp_path / "run")["is_whole"].all()


FULL = """
import resource, rummysim as rs, rummysim.errors
wish = dict(deals=4_000, seed=5, keep="deals", chunk=1_000, out="run", progress=False)
rs.simulate("conga", ["greedy", "random"], **{**wish, "deals": 1_000})
kept = resource.getrlimit(resource.RLIMIT_FSIZE)[1]
resource.setrlimit(resource.RLIMIT_FSIZE, (%d, kept))
try:
    rs.simulate("conga", ["greedy", "random"], **wish)
except rs.errors.OutputError as error:
    print(error)
resource.setrlimit(resource.RLIMIT_FSIZE, (kept, kept))
print(rs.load("run").n_units, rs.verify("run")["is_whole"].to_list().count(True))
print(rs.resume("run", progress=False).n_units, rs.verify("run")["is_whole"].all())
"""


@pytest.mark.skipif(sys.platform == "win32", reason="file sizes cannot be limited there")
@pytest.mark.parametrize("limit", [9_000, 600], ids=["no room for a part", "no room in the manifest"])
def test_disk_that_is_full__keeps_what_was_written_and_is_gone_on_with(limit: int, tmp_path: Path) -> None:
    ended = run_python(FULL % limit, cwd=tmp_path)
    assert (ended.returncode, ended.stderr) == (0, "")
    said, kept, resumed = ended.stdout.splitlines()
    assert "cannot be written: File too large; name a folder that can" in said
    assert kept == "1000 1"
    assert resumed.endswith(" True")
    assert not [name for name in files_in(tmp_path) if "partial" in name]
    rs.simulate("conga", BOTS, deals=4_000, out=tmp_path / "run", **WISH)
    expected = rs.simulate("conga", BOTS, deals=4_000, **WISH)
    assert row_digest(rs.load(tmp_path / "run")) == row_digest(expected)


def test_commands__list_verify_resume_prune_and_merge(
    copy: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert "done" in said("runs run").out
    assert json.loads(said("runs list run --json").out)[0]["units"] == 400
    assert said("runs verify run").out == "4 of 4 parts are whole\n"
    spoil(part(copy, 50))
    bad = said("runs verify run")
    assert bad.code == 1
    assert "3 of 4 parts are whole" in bad.out
    assert bad.error == "play the others with: rummysim runs resume run\n"
    assert "damaged" in said("runs prune run").out
    assert "turns" in said("runs resume run --quiet").out
    assert said("runs verify run").code == 0
    assert said("runs merge run run").out == "400 units follow each other in run\n"


@pytest.mark.parametrize(
    "words", ["runs", "runs nowhere", "runs verify nowhere", "runs resume nowhere", "runs prune ."]
)
def test_commands__say_in_one_line_what_is_wrong(words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    ended = said(words)
    assert (ended.code, ended.out) == (2, "")
    assert ended.error.count("\n") == 1
    assert "; " in ended.error
    assert files_in(tmp_path) == []
