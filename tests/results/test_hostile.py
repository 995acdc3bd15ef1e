"""Files from strangers: nothing of them is run, nothing is written elsewhere, sizes are bounded, names are escaped.

Whatever a file holds, reading it gives what it says or one error of the package.
"""

import json
import re
import shutil
from contextlib import suppress
from pathlib import Path
from typing import Any

import polars as pl
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pydantic import ValidationError

import rummysim as rs
from rummysim.engine import ledger
from rummysim.engine.files import digest_of
from rummysim.engine.record import MANIFEST, write_manifest
from rummysim.errors import InputError, OutputError, RummysimError, StoreError
from rummysim.results import study_file
from tests.engine.rows import files_in

FEW = settings(
    max_examples=80, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow]
)
BOTS = ["greedy", "random"]
NASTY = "<script>alert(1)</script>[31m${7*7}{{7*7}}[red]$\\frac{a"
STUDY = """
title = "x"
game = "conga"
deals = 40
players = [2]
[[factors]]
option = "knock_limit"
values = [3, 7]
[[questions]]
text = "how long?"
quantity = "turns"
"""


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Folder of a small run of two parts."""
    folder = tmp_path_factory.mktemp("whole") / "run"
    rs.simulate("conga", BOTS, deals=80, seed=5, chunk=40, out=folder, progress=False)
    return folder


@pytest.fixture
def copy(whole: Path, tmp_path: Path) -> Path:
    """A copy that a stranger may change."""
    return Path(shutil.copytree(whole, tmp_path / "run"))


def use(folder: Path) -> None:
    """Everything that reads a run; errors of the package are fine."""
    for act in (rs.load, rs.runs, rs.verify):
        with suppress(RummysimError):
            found: Any = act(folder)
            if isinstance(found, rs.Run):
                found.summary()
                found.deals.collect()


def entry_of(folder: Path, **contents: bytes) -> None:
    """Put files into the first part, with checksums that fit."""
    key = json.loads((folder / MANIFEST).read_text())["key"]
    entry = ledger.entries(folder, key)[0, 20]
    files = dict(entry.files)
    for name, content in contents.items():
        (folder / "parts" / f"{0:012d}-{20:09d}.{name}.parquet").write_bytes(content)
        files[name] = (len(content), digest_of(content))
    ledger.append(folder, key, ledger.Entry(first=0, count=20, files=files))


@FEW
@given(text=st.one_of(st.binary(max_size=300), st.text(max_size=300).map(lambda text: text.encode(errors="replace"))))
def test_any_bytes_as_a_study__are_a_study_or_one_error(text: bytes, tmp_path: Path) -> None:
    file = tmp_path / "study.toml"
    file.write_bytes(text)
    with pytest.raises(InputError, match=re.escape(str(file))):
        rs.Study.load(file)


words = st.one_of(st.integers(), st.booleans(), st.text(max_size=20), st.floats(), st.lists(st.integers(), max_size=3))


@FEW
@given(key=st.sampled_from(["title", "game", "deals", "players", "bots", "seed", "factors", "questions"]), value=words)
def test_study_with_any_value__is_a_study_or_one_error(key: str, value: Any) -> None:
    content = {"title": "x", "game": "conga", "deals": 40, "players": [2], "questions": [], key: value}
    content["questions"] = content["questions"] or [{"text": "?", "quantity": "turns"}]
    with suppress(ValidationError, InputError):
        rs.Study(**content).check()


@pytest.mark.parametrize(
    "more",
    [
        f'title = "{"x" * 300}"',
        f"players = [{', '.join('2' for _ in range(9))}]",
        f"bots = {['greedy'] * 600}",
        'bots = ["greedy", "random", "careful"]\nplayers = [2, 3, 4]\n'
        f"[[factors]]\noption='wild_points'\nvalues={list(range(80))}",
    ],
    ids=["a long title", "many players", "many bots", "many variants"],
)
def test_study_that_asks_for_too_much__is_refused(more: str, tmp_path: Path) -> None:
    keys = [line.split(" = ")[0] for line in more.splitlines() if " = " in line]
    kept = [line for line in STUDY.splitlines() if line.split(" = ")[0] not in keys]
    parts = more.split("\n[[")
    file = tmp_path / "study.toml"
    tables = "\n".join(f"[[{part}" for part in parts[1:])
    file.write_text(f"{parts[0]}\n" + "\n".join(kept) + f"\n{tables}")
    with pytest.raises(InputError, match=r"at most|allowed"):
        rs.Study.load(file)


def test_study_larger_than_allowed__is_not_parsed(tmp_path: Path) -> None:
    (tmp_path / "study.toml").write_bytes(b"#" * (study_file.MOST_BYTES + 1))
    with pytest.raises(InputError, match="larger than allowed"):
        rs.Study.load(tmp_path / "study.toml")


def test_names_in_a_study__are_escaped_in_its_report(tmp_path: Path) -> None:
    text = STUDY.replace('"x"', json.dumps("<img src=x onerror=alert(1)>")).replace('"how long?"', json.dumps(NASTY))
    (tmp_path / "study.toml").write_text(text)
    report = rs.Study.load(tmp_path / "study.toml").run(progress=False).report(tmp_path / "out" / "report.html")
    page = report.read_text()
    assert page.count("<script") == 1
    assert "<img src=x" not in page
    assert "49" not in re.findall(r"\$?\{*7\*7\}*|49(?= *\[red\])", page)
    assert {name.split("/")[0] for name in files_in(tmp_path)} == {"study.toml", "out"}


def test_names_in_a_run__are_escaped_wherever_they_are_shown(copy: Path, tmp_path: Path) -> None:
    manifest = json.loads((copy / MANIFEST).read_text())
    manifest["variants"][0]["name"] = NASTY
    write_manifest(copy, manifest)
    run = rs.load(copy)
    assert "<script" not in run._repr_html_()
    page = run.report(tmp_path / "report.html").read_text()
    assert page.count("<script") == 1
    assert NASTY[:50] in rs.runs(copy)["variants"].item()


@pytest.mark.parametrize("name", ["a\x00b", "\x1b[2J", "a\nb", "\u202eb", "x" * 20_000], ids=ascii)
def test_names_with_control_characters_or_too_long__are_refused(name: str, copy: Path, tmp_path: Path) -> None:
    manifest = json.loads((copy / MANIFEST).read_text())
    manifest["variants"][0]["name"] = name
    write_manifest(copy, manifest)
    with pytest.raises(StoreError, match=r"manifest\.json is wrong \(variants is ") as raised:
        rs.load(copy)
    assert name not in str(raised.value)
    assert name not in rs.runs(copy)["state"].item()
    (tmp_path / "study.toml").write_text(STUDY.replace('"turns"', json.dumps(name)))
    with pytest.raises(InputError, match=r"quantity"):
        rs.Study.load(tmp_path / "study.toml")


@pytest.mark.parametrize("name", ["../../evil", "/etc/evil", "..", "x" * 5_000])
def test_names_that_are_paths__write_nothing_elsewhere(name: str, copy: Path, tmp_path: Path) -> None:
    manifest = json.loads((copy / MANIFEST).read_text())
    manifest["variants"][0]["name"] = name
    write_manifest(copy, manifest)
    before = files_in(tmp_path)
    run = rs.load(copy)
    run.report(tmp_path / "out" / "report.html")
    rs.resume(copy, progress=False)
    assert {path.split("/")[0] for path in set(files_in(tmp_path)) - set(before)} <= {"out"}


@FEW
@given(data=st.data())
def test_any_bytes_as_a_manifest__are_one_error(data: st.DataObject, whole: Path, tmp_path: Path) -> None:
    text = (whole / MANIFEST).read_bytes()
    folder = tmp_path / "run"
    (folder / "parts").mkdir(parents=True, exist_ok=True)
    at = data.draw(st.integers(0, len(text) - 1))
    (folder / MANIFEST).write_bytes(
        text[:at] + data.draw(st.binary(max_size=40)) + text[at + data.draw(st.integers(0, 9)) :]
    )
    use(folder)


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=6,
)


@FEW
@given(data=st.data())
def test_manifest_with_any_entry__is_a_run_or_one_error(data: st.DataObject, whole: Path, tmp_path: Path) -> None:
    folder = tmp_path / "run"
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(whole, folder)
    manifest = json.loads((folder / MANIFEST).read_text())
    manifest[data.draw(st.sampled_from(sorted(manifest)))] = data.draw(json_values)
    write_manifest(folder, manifest)
    use(folder)


@FEW
@given(line=st.one_of(st.binary(max_size=200), json_values.map(lambda value: json.dumps(value).encode())))
def test_any_line_in_the_ledger__is_a_part_or_nothing(line: bytes, whole: Path, tmp_path: Path) -> None:
    folder = tmp_path / "run"
    folder.mkdir(exist_ok=True)
    key = json.loads((whole / MANIFEST).read_text())["key"]
    (folder / "parts.jsonl").write_bytes((whole / "parts.jsonl").read_bytes() + line + b"\n")
    assert list(ledger.entries(folder, key)) == [(0, 20), (20, 20)]


def spoil_a_part(data: st.DataObject, name: str, whole: Path, folder: Path) -> None:
    """Any bytes in a part, with a checksum that fits: only what the file says can tell."""
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(whole, folder)
    content = bytearray((folder / "parts" / f"{0:012d}-{20:09d}.{name}.parquet").read_bytes())
    for _ in range(data.draw(st.integers(1, 8))):
        content[data.draw(st.integers(0, len(content) - 1))] = data.draw(st.integers(0, 255))
    entry_of(folder, **{name: bytes(content)})
    use(folder)


@settings(FEW, max_examples=20, derandomize=True)
@given(data=st.data(), name=st.sampled_from(["facts0", "tallies"]))
def test_any_bytes_as_a_part__are_one_error(data: st.DataObject, name: str, whole: Path, tmp_path: Path) -> None:
    spoil_a_part(data, name, whole, tmp_path / "run")


@pytest.mark.slow
@settings(FEW, max_examples=1_000)
@given(data=st.data(), name=st.sampled_from(["facts0", "tallies"]))
def test_any_bytes_as_a_part__are_one_error_a_thousand_times(
    data: st.DataObject, name: str, whole: Path, tmp_path: Path
) -> None:
    spoil_a_part(data, name, whole, tmp_path / "run")


def encoded(frame: pl.DataFrame, tmp_path: Path) -> bytes:
    """A frame as Parquet."""
    frame.write_parquet(tmp_path / "frame.parquet")
    return (tmp_path / "frame.parquet").read_bytes()


def test_part_that_unpacks_to_more_rows_than_it_may__is_refused_unread(copy: Path, tmp_path: Path) -> None:
    frame = pl.read_parquet(copy / "parts" / f"{0:012d}-{20:09d}.facts0.parquet")
    many = pl.concat([frame.head(1)] * 1_000).select(pl.all().repeat_by(1_000).explode())
    bomb = encoded(many, tmp_path)
    assert len(bomb) < 200_000
    entry_of(copy, facts0=bomb)
    with pytest.raises(StoreError, match=r"facts0\.parquet .*1,000,000 rows; a part of 20 blocks has 80 to 80"):
        rs.load(copy).deals.collect()


def test_part_with_other_columns__is_refused(copy: Path, tmp_path: Path) -> None:
    frame = pl.read_parquet(copy / "parts" / f"{0:012d}-{20:09d}.facts0.parquet")
    entry_of(copy, facts0=encoded(frame.with_columns(evil=pl.lit("x")), tmp_path))
    with pytest.raises(StoreError, match=r"its columns are not those of facts0 \(evil String\)"):
        rs.load(copy).deals.collect()


@pytest.mark.parametrize("name", ["lock", "parts.jsonl", "parts"])
def test_links_out_of_a_folder__are_not_followed_when_writing(name: str, copy: Path, tmp_path: Path) -> None:
    outside = tmp_path / "outside"
    if name == "parts":
        shutil.move(copy / "parts", outside)
    else:
        outside.write_text("mine")
        (copy / name).unlink()
    (copy / name).symlink_to(outside)
    before = files_in(outside) if outside.is_dir() else outside.read_text()
    with pytest.raises((StoreError, OutputError)):
        rs.simulate("conga", BOTS, deals=160, seed=5, out=copy, progress=False)
    assert (files_in(outside) if outside.is_dir() else outside.read_text()) == before


def test_prune__touches_no_file_that_is_not_ours(copy: Path, tmp_path: Path) -> None:
    for path in (copy / "mine.txt", copy / "parts" / "mine.parquet", copy / "parts" / "0-0.facts0.parquet"):
        path.write_text("mine")
    (copy / "parts" / f"{9:012d}-{9:09d}.facts0.parquet").symlink_to(tmp_path / "elsewhere")
    (tmp_path / "elsewhere").write_text("mine")
    removed = rs.prune(copy)
    assert removed["file"].to_list() == [f"parts/{9:012d}-{9:09d}.facts0.parquet"]
    assert (tmp_path / "elsewhere").read_text() == "mine"
    assert {"mine.txt", "parts/mine.parquet", "parts/0-0.facts0.parquet"} <= set(files_in(copy))


@FEW
@given(
    value=st.one_of(st.floats(), st.integers(), st.text(max_size=5), st.none(), st.just(10**400), st.just(-(10**400)))
)
def test_any_bot_parameter__is_taken_or_one_error(value: Any) -> None:
    with suppress(InputError):
        bot = rs.bot("stranger", family="knock", parameters={"x": value})
        assert bot.parameters["x"] == float(value)
    rs.variant("conga").family.bots().forget("stranger")


def test_nothing_that_is_read__can_be_run() -> None:
    """Pickles are made and opened by the courier alone, between a run and its workers."""
    runs_code = re.compile(r"\b(pickle\.loads?|eval|exec|cloudpickle|marshal|yaml\.load|os\.system)\b\(?")
    root = Path(rs.__file__).parent
    found = {
        str(path.relative_to(root))
        for path in root.rglob("*.py")
        if runs_code.search(re.sub(r'""".*?"""', "", path.read_text(), flags=re.DOTALL))
    }
    assert found == {"engine/courier.py"}
