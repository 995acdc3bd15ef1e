"""Runs in folders: what is written, what is refused, and that nothing half-written stays."""

import json
import os
import shutil
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

import rummysim as rs
from rummysim.engine.lineup import fingerprint
from rummysim.engine.record import SEAL
from rummysim.engine.work import STREAM_VERSION
from rummysim.errors import OutputError, StoreError
from rummysim.games.registry import FAMILIES
from rummysim.results.run import Run
from tests.engine.process import run_python
from tests.engine.rows import files_in, row_digest, same_tallies

BOTS = ["greedy", "random"]


def play(folder: Path | None, **options: Any) -> Run:
    """A small run."""
    wishes = {"deals": 400, "seed": 5, "chunk": 100, "progress": False, "keep": "deals", **options}
    return rs.simulate(wishes.pop("variant", "conga"), wishes.pop("bots", BOTS), out=folder, **wishes)


def test_manifest__says_all_that_makes_the_run_again(tmp_path: Path) -> None:
    variant = rs.variant("conga", knock_limit=3, wild_points=50)
    run = play(tmp_path, variant=variant, deals=399)
    manifest = json.loads((tmp_path / "manifest.json").read_text())
    family = FAMILIES["knock"]
    assert manifest["rummysim"] == rs.__version__
    assert manifest["family"] == "knock"
    assert manifest["family_version"] == family.kernels().VERSION
    assert manifest["stream_version"] == STREAM_VERSION
    assert manifest["variants"] == [{"name": variant.name, "preset": "conga", "rules": variant.options()}]
    assert manifest["variants"][0]["rules"]["knock_limit"] == 3
    assert manifest["bots"] == [
        {"name": name, "fingerprint": fingerprint(family, family.bots()[name])} for name in BOTS
    ]
    assert len({bot["fingerprint"] for bot in manifest["bots"]}) == 2
    assert (manifest["seed"], manifest["scheme"], manifest["level"]) == (5, "players", "deal")
    assert (manifest["keep"], manifest["blocks"], manifest["units"]) == ("deals", 200, 400)
    assert manifest["commands"] == [
        "rummysim simulate conga --set knock_limit=3 --set wild_points=50 --bots greedy,random --deals 400 --seed 5"
    ]
    assert {name: value for name, value in manifest.items() if name not in SEAL} == dict(run.manifest)
    assert play(tmp_path.parent / "equal", bots=["greedy"] * 2, matches=20, deals=None).manifest["scheme"] == "starter"


def test_folder__holds_manifest_parts_ledger_and_lock_only(tmp_path: Path) -> None:
    play(tmp_path)
    names = [
        f"parts/{first:012d}-{50:09d}.{what}.parquet" for first in (0, 50, 100, 150) for what in ("facts0", "tallies")
    ]
    assert files_in(tmp_path) == sorted(["lock", "manifest.json", "parts", "parts.jsonl", *names])


@pytest.mark.parametrize(
    "other",
    [
        {"seed": 6},
        {"bots": ["random", "greedy"]},
        {"bots": ["greedy"] * 3},
        {"variant": rs.variant("conga", knock_limit=3)},
        {"variant": rs.variant("conga", wild_points=50)},
        {"keep": "bins"},
        {"deals": None, "matches": 400},
    ],
    ids=lambda other: ", ".join(other),
)
def test_folder_of_another_run__is_refused_and_left_alone(other: dict[str, Any], tmp_path: Path) -> None:
    run = play(tmp_path)
    before = {name: (tmp_path / name).read_bytes() for name in files_in(tmp_path) if (tmp_path / name).is_file()}
    with pytest.raises(StoreError, match=r"holds another run.*; name another folder, or remove this one"):
        play(tmp_path, **other)
    assert {name: (tmp_path / name).read_bytes() for name in before} == before
    assert len(files_in(tmp_path)) == len(before) + 1
    assert row_digest(rs.load(tmp_path)) == row_digest(run)


def test_same_run_again__plays_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run = play(tmp_path)
    monkeypatch.setattr("rummysim.engine.batch.play_part", None)
    assert row_digest(play(tmp_path)) == row_digest(run)


@pytest.mark.parametrize("unit", ["deals", "matches"])
def test_run_that_grows__has_the_rows_of_one_played_at_one_go(unit: str, tmp_path: Path) -> None:
    wishes = {"deals": None, "chunk": 130}
    play(tmp_path, **{**wishes, unit: 300})
    grown = play(tmp_path, **{**wishes, unit: 1_000})
    assert grown.n_units == 1_000
    assert row_digest(grown) == row_digest(play(None, **{**wishes, unit: 1_000}))
    assert row_digest(rs.load(tmp_path)) == row_digest(grown)


def test_run_that_grows__gives_the_estimates_of_its_command(tmp_path: Path) -> None:
    play(tmp_path, keep="bins")
    grown = play(tmp_path, keep="bins", deals=4_000)
    assert grown.manifest["commands"][0].endswith("--deals 4000 --seed 5")
    assert grown.summary().equals(play(None, keep="bins", deals=4_000).summary())


def test_run_that_grows__keeps_its_bins_within_200_and_20000(tmp_path: Path) -> None:
    play(tmp_path, keep="bins")
    grown = play(tmp_path, keep="bins", deals=60_000, chunk=20_000, bots=BOTS)
    assert 200 <= grown.tallies.units.height <= 20_000


@pytest.mark.parametrize("deals", [200, 130, 390])
def test_fewer_deals_than_the_folder_holds__are_given_without_losing_any(deals: int, tmp_path: Path) -> None:
    whole = row_digest(play(tmp_path))
    fewer = play(tmp_path, deals=deals)
    assert fewer.n_units >= deals
    assert fewer.summary()["n_units"].max() == fewer.n_units
    assert row_digest(fewer) == row_digest(play(None, deals=fewer.n_units))
    assert row_digest(rs.load(tmp_path)) == whole


def test_load__changes_nothing_in_the_folder(tmp_path: Path) -> None:
    run = play(tmp_path)
    before = {name: (tmp_path / name).stat().st_mtime_ns for name in files_in(tmp_path)}
    loaded = rs.load(tmp_path)
    assert row_digest(loaded) == row_digest(run)
    assert same_tallies(loaded.tallies, run.tallies)
    assert {name: (tmp_path / name).stat().st_mtime_ns for name in files_in(tmp_path)} == before


READ_ONLY = """
import ctypes, os, sys
CAP_DAC_OVERRIDE, PR_CAPBSET_DROP = 1, 24
if os.geteuid() == 0:
    ctypes.CDLL(None).prctl(PR_CAPBSET_DROP, CAP_DAC_OVERRIDE, 0, 0, 0)
os.execv(sys.executable, [sys.executable, "-c", sys.argv[1]])
"""
"""Runs a program that may not write where the mode of a folder forbids it, root or not."""

USE_READ_ONLY = """
import rummysim as rs
print(rs.load("run").deals.collect().height, rs.load("run").summary().height > 0)
for folder in ("run", "empty", "empty/new"):
    try:
        rs.simulate("conga", ["greedy", "random"], deals=800, seed=5, out=folder, progress=False)
    except Exception as error:
        print(type(error).__name__, error)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="root is held to modes there only")
def test_read_only_folder__is_loaded_and_refused_for_playing(tmp_path: Path) -> None:
    play(tmp_path / "run")
    (tmp_path / "empty").mkdir()
    before = files_in(tmp_path)
    for path in (tmp_path / "run" / "parts", tmp_path / "run", tmp_path / "empty"):
        path.chmod(0o555)
    for path in (tmp_path / "run").rglob("*.*"):
        path.chmod(0o444)
    (tmp_path / "run" / "lock").chmod(0o444)
    ended = run_python(READ_ONLY, USE_READ_ONLY, cwd=tmp_path)
    for path in (tmp_path / "run", tmp_path / "run" / "parts", tmp_path / "empty"):
        path.chmod(0o755)
    loaded, *refused = ended.stdout.splitlines()
    assert (ended.returncode, ended.stderr, loaded) == (0, "", "800 True")
    assert len(refused) == 3
    for folder, line in zip(("run", "empty", "empty/new"), refused, strict=True):
        assert line == f"OutputError {folder} cannot be written: Permission denied; name a folder that can, with out="
    assert files_in(tmp_path) == before


def test_file_where_a_folder_should_be__is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("mine")
    for path in (tmp_path / "file", tmp_path / "file" / "below"):
        with pytest.raises(OutputError, match=r"cannot be written: .*; name a folder"):
            play(path)
        with pytest.raises(StoreError, match=r"; (name|restore|play)"):
            rs.load(path)
    assert (tmp_path / "file").read_text() == "mine"
    assert files_in(tmp_path) == ["file"]


FULL_DISK = """
import resource, sys
import rummysim as rs
rs.simulate("conga", ["greedy"] * 2, deals=4, progress=False)
for limit in (100, 6_000):
    resource.setrlimit(resource.RLIMIT_FSIZE, (limit, resource.RLIM_INFINITY))
    try:
        rs.simulate("conga", ["greedy"] * 2, deals=4_000, chunk=1_000, out=f"{limit}", progress=False)
    except Exception as error:
        print(type(error).__name__, error)
"""
"""The manifest does not fit; it does, but no part."""


@pytest.mark.skipif(sys.platform == "win32", reason="file sizes cannot be limited there")
def test_full_disk__is_one_clear_error_and_leaves_nothing_half_written(tmp_path: Path) -> None:
    ended = run_python(FULL_DISK, cwd=tmp_path)
    assert (ended.returncode, ended.stderr) == (0, "")
    assert [name for name in files_in(tmp_path) if "partial" in name] == []
    lines = ended.stdout.splitlines()
    assert len(lines) == 2
    for limit, line in zip((100, 6_000), lines, strict=True):
        assert line.startswith(f"OutputError {limit}")
        assert "cannot be written: " in line
        assert "; " in line


def test_parts_without_a_manifest__are_never_taken_for_the_run_asked_for(tmp_path: Path) -> None:
    play(tmp_path, seed=5)
    (tmp_path / "manifest.json").unlink()
    with suppress(StoreError, OutputError):
        run = play(tmp_path, seed=6)
        assert row_digest(run) == row_digest(play(None, seed=6))


def test_left_over_partial_file__is_not_read(tmp_path: Path) -> None:
    run = play(tmp_path)
    (tmp_path / "parts" / "000000000000-000000050.facts0.999.partial").write_bytes(b"half")
    (tmp_path / "parts" / "000000000200-000000050.tallies.999.partial").write_bytes(b"half")
    assert row_digest(rs.load(tmp_path)) == row_digest(run)
    assert rs.load(tmp_path).save(tmp_path / "copy").is_dir()
    assert row_digest(rs.load(tmp_path / "copy")) == row_digest(run)


def test_saved_copy_of_many_variants__has_each_ones_deals(tmp_path: Path) -> None:
    """More than ten, so that an order by name would not be an order by number."""
    variants = {f"{limit}": rs.variant("conga", limit=limit) for limit in range(10, 130, 10)}
    runs = rs.compare(
        variants, ["random"] * 2, matches=40, keep="deals", out=tmp_path / "runs", progress=False, chunk=20
    )
    digests = {}
    for label in variants:
        digests[label] = row_digest(runs[label])
        loaded = rs.load(runs[label].save(tmp_path / label))
        assert loaded.variant == runs[label].variant
        assert row_digest(loaded) == digests[label], label
        assert same_tallies(loaded.tallies, runs[label].tallies), label
    assert len(set(digests.values())) == len(variants)


def test_moved_folder__is_loaded(tmp_path: Path) -> None:
    digest = row_digest(play(tmp_path / "here"))
    shutil.move(tmp_path / "here", tmp_path / "there")
    assert row_digest(rs.load(os.fspath(tmp_path / "there"))) == digest
