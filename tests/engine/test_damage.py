"""Damaged folders: one StoreError that names the place and the remedy, never something else."""

import json
import pickle
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import polars as pl
import pytest

import rummysim as rs
from rummysim.engine.record import write_manifest
from rummysim.errors import StoreError

PART = "000000000050-000000050"
REMEDY = r"; .*(play .*again|remove|restore|name another folder)"
Break = Callable[[dict[str, Any]], object]


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Folder of an undamaged run of four parts."""
    folder = tmp_path_factory.mktemp("whole") / "run"
    rs.simulate("conga", ["greedy"] * 2, deals=400, seed=5, chunk=100, out=folder, progress=False)
    return folder


@pytest.fixture
def copy(whole: Path, tmp_path: Path) -> Path:
    """A copy to damage."""
    return Path(shutil.copytree(whole, tmp_path / "run"))


def go_on(folder: Path) -> rs.Run:
    """The same call again."""
    return rs.simulate("conga", ["greedy"] * 2, deals=400, seed=5, out=folder, progress=False)


BROKEN_TEXTS = {"no JSON": b"{", "no text": b"\xff\xfe{", "a list": b"[]", "empty": b"", "another file": b'{"a": 1}'}


@pytest.mark.parametrize("text", BROKEN_TEXTS)
@pytest.mark.parametrize("use", [rs.load, go_on], ids=["load", "go on"])
def test_unreadable_manifest__is_an_error_that_names_it(use: Callable[[Path], rs.Run], text: str, copy: Path) -> None:
    (copy / "manifest.json").write_bytes(BROKEN_TEXTS[text])
    with pytest.raises(StoreError, match=rf"manifest\.json.*{REMEDY}"):
        use(copy)
    assert (copy / "manifest.json").read_bytes() == BROKEN_TEXTS[text]


BREAKS: dict[str, Break] = {
    "no variants": lambda manifest: manifest.pop("variants"),
    "empty variants": lambda manifest: manifest.update(variants=[]),
    "no bots": lambda manifest: manifest.pop("bots"),
    "bots are a word": lambda manifest: manifest.update(bots="greedy"),
    "unknown bot": lambda manifest: manifest["bots"][0].update(name="nobody"),
    "unknown family": lambda manifest: manifest.update(family="whist"),
    "unknown option": lambda manifest: manifest["variants"][0]["rules"].update(dogs=1),
    "value out of range": lambda manifest: manifest["variants"][0]["rules"].update(wild_points=1_000),
    "no seed": lambda manifest: manifest.pop("seed"),
    "no blocks": lambda manifest: manifest.pop("blocks"),
    "blocks are a word": lambda manifest: manifest.update(blocks="many"),
    "bins are a word": lambda manifest: manifest.update(blocks_per_bin="many"),
    "no keep": lambda manifest: manifest.pop("keep"),
    "unknown keep": lambda manifest: manifest.update(keep="dreams"),
    "unknown level": lambda manifest: manifest.update(level="season"),
    "another seed": lambda manifest: manifest.update(seed=6),
    "another key": lambda manifest: manifest.update(key="0"),
}


@pytest.mark.parametrize("name", BREAKS)
def test_manifest_with_a_wrong_entry__is_refused_by_load(name: str, copy: Path) -> None:
    manifest = json.loads((copy / "manifest.json").read_text())
    BREAKS[name](manifest)
    write_manifest(copy, manifest)
    with pytest.raises(StoreError, match=REMEDY) as raised:
        rs.load(copy)
    assert "checksum" not in str(raised.value)


def test_manifest_with_wrong_bins__is_refused_when_going_on(copy: Path) -> None:
    manifest = json.loads((copy / "manifest.json").read_text())
    BREAKS["bins are a word"](manifest)
    write_manifest(copy, manifest)
    with pytest.raises(StoreError, match=REMEDY):
        go_on(copy)


def test_manifest_with_another_letter__is_refused(copy: Path) -> None:
    text = (copy / "manifest.json").read_text()
    (copy / "manifest.json").write_text(text.replace('"name": "conga"', '"name": "congo"'))
    with pytest.raises(StoreError, match=rf"is damaged.*checksum.*{REMEDY}"):
        rs.load(copy)


@pytest.mark.parametrize("use", [rs.load, go_on], ids=["load", "go on"])
def test_folder_of_the_format_before__is_refused_with_the_reason(use: Callable[[Path], rs.Run], copy: Path) -> None:
    manifest = json.loads((copy / "manifest.json").read_text())
    del manifest["store_version"], manifest["checksum"]
    (copy / "manifest.json").write_text(json.dumps(manifest))
    (copy / "parts.jsonl").unlink()
    with pytest.raises(StoreError, match=rf"version 1 of the format.*have no checksums.*{REMEDY}"):
        use(copy)


@pytest.mark.parametrize("entry", ["family_version", "stream_version"])
def test_run_of_another_version__is_refused_for_mixing_with_the_reason(entry: str, copy: Path) -> None:
    manifest = json.loads((copy / "manifest.json").read_text())
    write_manifest(copy, {**manifest, entry: manifest[entry] + 1, "key": "0"})
    before = (copy / "manifest.json").read_bytes()
    reason = rf"made by version {manifest[entry] + 1} of the .* and this is version {manifest[entry]}: the same seed"
    with pytest.raises(StoreError, match=rf"holds another run: .*{reason}.*{REMEDY}"):
        go_on(copy)
    with pytest.raises(StoreError, match=rf"made by another version.*{REMEDY}"):
        rs.load(copy)
    assert (copy / "manifest.json").read_bytes() == before


def test_folder_without_a_run__is_an_error_that_says_how_one_is_made(tmp_path: Path) -> None:
    for folder in (tmp_path, tmp_path / "nowhere"):
        with pytest.raises(StoreError, match=r"holds no run: manifest\.json is not there; name a folder"):
            rs.load(folder)
    assert list(tmp_path.iterdir()) == []


def cut(path: Path) -> None:
    """Keep the first half only."""
    content = path.read_bytes()
    path.write_bytes(content[: len(content) // 2])


def flip(path: Path) -> None:
    """Turn over one bit in the middle."""
    content = bytearray(path.read_bytes())
    content[len(content) // 2] ^= 4
    path.write_bytes(content)


DAMAGES: dict[str, Callable[[Path], object]] = {"cut": cut, "flip": flip}
QUESTIONS: dict[str, Callable[[rs.Run], object]] = {
    "deals": lambda run: run.deals.collect(),
    "rescore": lambda run: run.rescore(wild_points=50).summary(),
    "save": lambda run: run.save(Path(str(run.manifest["key"]))),
}


@pytest.mark.parametrize("question", QUESTIONS)
@pytest.mark.parametrize("damage", DAMAGES)
def test_damaged_facts__are_an_error_that_names_the_file(
    damage: str, question: str, copy: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(copy.parent)
    DAMAGES[damage](copy / "parts" / f"{PART}.facts0.parquet")
    with pytest.raises(StoreError, match=rf"{PART}\.facts0\.parquet.*{REMEDY}"):
        QUESTIONS[question](rs.load(copy))


@pytest.mark.parametrize("damage", DAMAGES)
def test_damaged_sums__are_an_error_that_names_the_file(damage: str, copy: Path) -> None:
    DAMAGES[damage](copy / "parts" / f"{PART}.tallies.parquet")
    with pytest.raises(StoreError, match=rf"{PART}\.tallies\.parquet.*{REMEDY}"):
        rs.load(copy).summary()


@pytest.mark.parametrize("name", ["tallies", "facts0"])
@pytest.mark.parametrize("damage", DAMAGES)
def test_damaged_part__is_named_and_played_again(
    damage: str, name: str, copy: Path, whole: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    DAMAGES[damage](copy / "parts" / f"{PART}.{name}.parquet")
    run = go_on(copy)
    said = capsys.readouterr().err
    assert said.count("\n") == 1
    assert f"{PART}.{name}.parquet" in said
    assert "played again" in said
    for each in (run, rs.load(copy)):
        assert each.deals.collect().equals(rs.load(whole).deals.collect())
        assert each.summary().equals(rs.load(whole).summary())
    assert go_on(copy).n_units == 400
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize("damage", DAMAGES)
def test_damaged_ledger__loses_the_parts_of_its_lines_only(damage: str, copy: Path, whole: Path) -> None:
    lines = (copy / "parts.jsonl").read_bytes().count(b"\n")
    DAMAGES[damage](copy / "parts.jsonl")
    run = rs.load(copy)
    assert (lines, run.n_units < 400) == (4, True)
    assert run.deals.collect().equals(rs.load(whole).deals.filter(pl.col("block") < run.n_blocks).collect())
    assert go_on(copy).deals.collect().equals(rs.load(whole).deals.collect())


def test_missing_parts__leave_the_contiguous_prefix(copy: Path) -> None:
    (copy / "parts" / f"{PART}.tallies.parquet").unlink()
    run = rs.load(copy)
    assert (run.n_units, run.tallies.n_units) == (100, 100)
    assert run.deals.collect().height == 200
    shutil.rmtree(copy / "parts")
    with pytest.raises((StoreError, ValueError), match=r"holds no blocks|parts"):
        rs.load(copy).summary()


def test_part_without_its_facts__is_played_again(copy: Path, whole: Path) -> None:
    (copy / "parts" / f"{PART}.facts0.parquet").unlink()
    assert rs.load(copy).n_units == 100
    assert go_on(copy).deals.collect().equals(rs.load(whole).deals.collect())


def test_part_of_other_blocks__is_refused(copy: Path) -> None:
    parts = sorted((copy / "parts").glob("*.tallies.parquet"))
    shutil.copy(parts[0], parts[1])
    with pytest.raises(StoreError, match=REMEDY):
        rs.load(copy).summary()


def test_part_of_another_shape__is_refused(copy: Path) -> None:
    shutil.copy(copy / "parts" / f"{PART}.facts0.parquet", copy / "parts" / f"{PART}.tallies.parquet")
    with pytest.raises(StoreError, match=REMEDY):
        rs.load(copy).summary()


def test_line_of_another_run__is_no_part(copy: Path, tmp_path: Path) -> None:
    rs.simulate("conga", ["greedy"] * 2, deals=600, seed=6, chunk=100, out=tmp_path / "other", progress=False)
    with (copy / "parts.jsonl").open("ab") as file:
        file.write((tmp_path / "other" / "parts.jsonl").read_bytes())
    assert rs.load(copy).n_units == 400
    assert rs.load(copy).summary()["n_units"].max() == 400


def test_parts_that_overlap__cut_no_run_short(tmp_path: Path) -> None:
    wish = {"bots": ["greedy"] * 2, "seed": 5, "keep": "bins", "progress": False}
    whole = rs.simulate("conga", deals=400, chunk=200, out=tmp_path, **wish)
    rs.simulate("conga", deals=100, **wish).save(tmp_path)
    assert rs.load(tmp_path).n_units == 400
    again = rs.simulate("conga", deals=400, out=tmp_path, **wish)
    assert (again.n_units, again.interrupted) == (400, False)
    assert again.summary().equals(whole.summary())


def test_folder_that_is_played_into__is_refused_to_others(copy: Path) -> None:
    fcntl = pytest.importorskip("fcntl")
    with (copy / "lock").open("a+") as file:
        file.truncate(0)
        file.write("4711")
        file.flush()
        fcntl.flock(file, fcntl.LOCK_EX)
        with pytest.raises(StoreError, match=r"being played into by process 4711; wait"):
            go_on(copy)
    assert go_on(copy).n_units == 400


def test_results__can_be_pickled(whole: Path) -> None:
    run = pickle.loads(pickle.dumps(rs.load(whole)))
    assert run.summary().equals(rs.load(whole).summary())
