"""The cache of compiled kernels: never stale, never in the way (style, numba facts 5 and 9)."""

import os
import shutil
import time
from pathlib import Path

import numba
import numpy as np
import pytest
from numba import float64, int64

from rummysim.core import jit
from tests.house.copies import PROBE, Copy, cache_files, prelude

OUT_OF_RANGE = """
import numpy as np, sys
sys.path.insert(0, {folder!r})
from probe_item import item
base = np.arange(8)
print(item(base[:4], int(sys.argv[1]) if len(sys.argv) > 1 else 5), sum(item.stats.cache_hits.values()))
"""
ITEM = '''"""For tests."""
from numba import int64, types
from rummysim.core.jit import kernel

@kernel(int64(types.Array(int64, 1, "C"), int64))
def item(values, index):
    return values[index]
'''


@pytest.fixture
def copy(tmp_path: Path) -> Copy:
    """A copy of the package."""
    return Copy(tmp_path / "site")


EDITS = {
    "constant of a callee": ("core/probe_callee.py", "STEP = 1", "STEP = 2", 124),
    "table in a third file": ("melds/probe_table.py", "[10]", "[50]", 204),
}
"""One after the other; each with the result after it."""


def test_edit__is_seen_by_the_next_process_and_undone_finds_the_old_cache(copy: Copy) -> None:
    result, hits, folder = copy.probe()
    assert (result, hits) == (122, 0)
    assert Path(folder).is_relative_to(copy.package / "__pycache__")
    for name, (path, old, new, expected) in EDITS.items():
        copy.edit(path, old, new)
        assert copy.probe()[:2] == (expected, 0), name
    assert copy.probe()[:2] == (204, 1)
    for path, old, new, _ in reversed(EDITS.values()):
        copy.edit(path, new, old)
    assert copy.probe() == (122, 1, folder)


@pytest.mark.slow
def test_edit__of_the_streams_changes_what_other_files_compiled_with_them(copy: Copy) -> None:
    caller = "from rummysim.core.probe_callee import step"
    copy.edit("games/probe_caller.py", caller, f"{caller}\nfrom rummysim.core.rng import mix\nfrom numba import types")
    copy.edit("games/probe_caller.py", "step(step(x))", "int64(mix(types.uint64(x)) >> types.uint64(32))")
    before = copy.probe()[0]
    copy.edit("core/rng.py", "0xBF58476D1CE4E5B9", "0xBF58476D1CE4E5BB")
    assert copy.probe()[0] != before


@pytest.mark.parametrize("setting", [{"BOUNDSCHECK": 1}, {"OPT": 0}, {"DEBUGINFO_DEFAULT": 1}])
def test_key__is_another_with_other_flags(setting: dict[str, int], monkeypatch: pytest.MonkeyPatch) -> None:
    before = jit._state_hash.__wrapped__()
    for name, value in setting.items():
        monkeypatch.setattr(numba.config, name, value)
    assert jit._state_hash.__wrapped__() != before


@pytest.mark.parametrize("module", ["numba", "llvmlite", "np"])
def test_key__is_another_after_an_upgrade(module: str, monkeypatch: pytest.MonkeyPatch) -> None:
    before = jit._state_hash.__wrapped__()
    monkeypatch.setattr(getattr(jit, module), "__version__", "99.0")
    assert jit._state_hash.__wrapped__() != before


def test_read_only_install__keeps_its_kernels_in_the_user_folder(copy: Copy, tmp_path: Path) -> None:
    xdg, home = tmp_path / "xdg", tmp_path / "home"
    both = copy.environment(XDG_CACHE_HOME=str(xdg), HOME=str(home))
    for env in (both, copy.environment(("XDG_CACHE_HOME",), HOME=str(home))):
        ended = copy.run(prelude() + PROBE, env)
        assert (ended.returncode, ended.stderr) == (0, "")
        assert ended.stdout.split()[:2] == ["122", "0"]
        assert (home / ".cache").exists() == (env is not both)
    assert cache_files(xdg / "rummysim")
    assert cache_files(home / ".cache" / "rummysim")
    assert cache_files(copy.package) == []


@pytest.fixture
def places(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Folder with all places a cache may lie in: ``numba``, ``package``, ``xdg``, ``home``."""
    monkeypatch.setattr(jit, "PACKAGE", tmp_path / "package")
    monkeypatch.setattr(jit, "_state_hash", lambda: "state")
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "numba"))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "xdg"))
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    return tmp_path


def test_cache_folder__is_the_first_that_can_be_written(places: Path) -> None:
    """A file in the way of a folder makes it unwritable for everybody."""
    for blocked, folder in (
        ("", "numba"),
        ("numba", "package/__pycache__"),
        ("package", "xdg/rummysim"),
        ("xdg", "home/.cache/rummysim"),
    ):
        if blocked:
            shutil.rmtree(places / blocked)
            (places / blocked).write_text("")
        assert jit.cache_folder.__wrapped__() == places / folder / "kernels-state"


def test_cache_folder__is_none_with_a_warning_without_a_home(places: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def homeless() -> Path:
        raise RuntimeError("Could not determine home directory.")

    for name in ("numba", "package", "xdg"):
        (places / name).write_text("")
    monkeypatch.setattr(Path, "home", homeless)
    with pytest.warns(RuntimeWarning, match=r"no writable folder .*; set NUMBA_CACHE_DIR to a writable folder"):
        assert jit.cache_folder.__wrapped__() is None


def test_nothing_writable__works_and_warns_once(copy: Copy) -> None:
    (copy.root / "file").write_text("")
    below = str(copy.root / "file" / "x")
    env = copy.environment(HOME=below, XDG_CACHE_HOME=below, NUMBA_CACHE_DIR=below)
    ended = copy.run(prelude() + PROBE, env)
    assert (ended.returncode, ended.stdout) == (0, "122 0 None\n")
    assert ended.stderr.count("RuntimeWarning") == 1
    assert cache_files(copy.root) == []


def test_missing_home__does_not_matter_to_a_writable_install(copy: Copy) -> None:
    result, _, folder = copy.probe(copy.environment(("XDG_CACHE_HOME",), HOME=str(copy.root / "missing" / "home")))
    assert result == 122
    assert Path(folder).is_relative_to(copy.package)
    assert cache_files(copy.package)
    assert not (copy.root / "missing").exists()


def test_no_home_in_the_environment__does_not_matter_to_a_writable_install(
    places: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("HOME", "XDG_CACHE_HOME", "NUMBA_CACHE_DIR"):
        monkeypatch.delenv(name)
    assert jit.cache_folder.__wrapped__() == places / "package" / "__pycache__" / "kernels-state"


def test_bounds_checked_job__checks_though_the_normal_cache_is_warm(copy: Copy, tmp_path: Path) -> None:
    (tmp_path / "probe_item.py").write_text(ITEM)
    code = OUT_OF_RANGE.format(folder=str(tmp_path))
    assert [copy.run(code).stdout for _ in range(2)] == ["5 0\n", "5 1\n"]
    checked = copy.environment(NUMBA_BOUNDSCHECK="1")
    ended = copy.run(code, checked)
    assert ended.returncode == 1
    assert "IndexError" in ended.stderr
    assert copy.run(code).stdout == "5 1\n"
    assert len(list((copy.package / "__pycache__").glob("kernels-*"))) == 2


def test_two_processes__that_start_cold_together_both_work(copy: Copy) -> None:
    started = [copy.start() for _ in range(2)]
    ended = [(process.communicate(timeout=120), process.returncode) for process in started]
    for (out, error), code in ended:
        assert (code, error) == (0, "")
        assert out.split()[0] == "122"
    assert copy.probe()[:2] == (122, 1)


def test_old_folders__are_removed_and_others_left_alone(tmp_path: Path) -> None:
    old, used, mine, other = (tmp_path / name for name in ("kernels-old", "kernels-used", "kernels-mine", "other"))
    for folder in (old, used, mine, other):
        (folder / "below").mkdir(parents=True)
    long_ago = time.time() - (jit.CACHE_KEPT_DAYS + 1) * 86_400
    for folder in (old, mine, other):
        os.utime(folder, (long_ago, long_ago))
    jit._prune(tmp_path, "kernels-mine")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["kernels-mine", "kernels-used", "other"]


@jit.kernel(int64(int64))
def add_one(x):  # type: ignore[no-untyped-def]
    """One more."""
    return x + 1


@jit.kernel(float64(int64))
def half(x):  # type: ignore[no-untyped-def]
    """Half of it."""
    return x / 2


@jit.kernel()
def compiled_for_nothing(x):  # type: ignore[no-untyped-def]
    """Never called."""
    return x


function_at = jit.call_at(int64(int64))


@jit.kernel(int64(int64, int64))
def call(address, x):  # type: ignore[no-untyped-def]
    """What the function at an address gives."""
    return function_at(address)(x)


def test_address__calls_the_function_it_is_of() -> None:
    assert call(jit.address_of(add_one, int64(int64)), 41) == 42


@pytest.mark.parametrize(
    ("function", "signature"),
    [(half, int64(int64)), (add_one, float64(int64)), (add_one, int64(int64, int64)), (add_one, int64(float64))],
)
def test_address__of_a_function_of_another_signature_is_refused(function: object, signature: object) -> None:
    with pytest.raises(TypeError, match=r"is not compiled for"):
        jit.address_of(function, signature)


def test_address__of_a_function_that_was_never_compiled_is_refused() -> None:
    with pytest.raises(TypeError, match=r"compiled_for_nothing is not compiled for"):
        jit.address_of(compiled_for_nothing, int64(int64))


def test_decorator__leaves_numbas_settings_as_they_were() -> None:
    assert str(jit.cache_folder()) != numba.config.CACHE_DIR
    assert add_one(np.int64(1)) == 2
