"""What an import loads, and that the public names exist and say what they are."""

import ast
import importlib
import inspect
import pkgutil
import re
from pathlib import Path

import pytest

import rummysim as rs
from rummysim.core import jit
from tests.engine.process import run_python

HEAVY = ["numba", "llvmlite", "matplotlib", "scipy.stats", "scipy", "great_tables", "dataframely", "IPython", "pandas"]
FRAMES = ["polars", "pydantic", "numpy"]

STEPS = {
    "import rummysim as rs": HEAVY + FRAMES,
    "dir(rs); rs.__all__; rs.__version__": HEAVY + FRAMES,
    "import rummysim.cli": HEAVY + FRAMES,
    "rs.games()": HEAVY,
    "rs.rules('conga'); rs.variant('conga', deck=48)._repr_html_()": HEAVY,
}
"""What a user does before anything is played, in order, and what it must not load."""


def test_looking_around__loads_nothing_heavy(tmp_path: Path) -> None:
    lines = ["import sys", "def loaded(names): return [name for name in names if name in sys.modules]"]
    for step, names in STEPS.items():
        lines += [step, f"print(loaded({names!r}))"]
    ended = run_python("\n".join(lines), cwd=tmp_path)
    assert (ended.returncode, ended.stderr) == (0, "")
    assert dict(zip(STEPS, ended.stdout.splitlines(), strict=True)) == dict.fromkeys(STEPS, "[]")


def test_kernels__load_no_frames_models_or_plots(tmp_path: Path) -> None:
    code = (
        "import rummysim.games.knock.play, sys\n"
        "print([name for name in ('polars', 'pydantic', 'matplotlib', 'dataframely') if name in sys.modules])"
    )
    assert run_python(code, cwd=tmp_path).stdout == "[]\n"


def test_statistics__load_no_kernel(tmp_path: Path) -> None:
    code = "import rummysim.stats.summary, sys; print([name for name in ('numba', 'llvmlite') if name in sys.modules])"
    assert run_python(code, cwd=tmp_path).stdout == "[]\n"


def test_public_names__stay_what_they_are_whatever_is_loaded(tmp_path: Path) -> None:
    """A name that is also a folder of the package must not become that folder once the folder is loaded."""
    code = (
        "import rummysim as rs\n"
        f"names = {sorted(set(rs.__all__) - {'__version__'})!r}\n"
        "first = {name: getattr(rs, name) for name in names}\n"
        "rs.variant('conga', deck=48); import rummysim.games.registry, rummysim.results.simulate\n"
        "print([name for name in names if getattr(rs, name) is not first[name] or not callable(first[name])])"
    )
    ended = run_python(code, cwd=tmp_path)
    assert (ended.stdout, ended.stderr) == ("[]\n", "")


def test_games__can_be_asked_twice(tmp_path: Path) -> None:
    ended = run_python("import rummysim as rs; rs.games(); print(rs.games().columns)", cwd=tmp_path)
    assert (ended.stdout, ended.stderr) == ("['name', 'family', 'players', 'differs']\n", "")


@pytest.mark.parametrize("name", rs.__all__)
def test_public_name__exists_and_has_a_docstring(name: str) -> None:
    assert name in dir(rs)
    if name == "__version__":
        assert rs.__version__.count(".") == 2
        return
    home = importlib.import_module(rs._HOMES[name])
    thing = getattr(home, name)
    assert name in home.__all__
    assert inspect.getdoc(thing)
    assert thing.__doc__ is not None


def test_unknown_name__is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        _ = rs.nothing


def modules() -> list[str]:
    """Names of all modules of the package."""
    return ["rummysim", *(found.name for found in pkgutil.walk_packages(rs.__path__, "rummysim."))]


@pytest.mark.parametrize("name", modules())
def test_module__has_all_its_names_and_a_docstring(name: str) -> None:
    """Folders have empty ``__init__`` files, which hold the import contracts."""
    module = importlib.import_module(name)
    if hasattr(module, "__path__") and name != "rummysim":
        assert Path(str(module.__file__)).read_text() == ""
        return
    assert module.__doc__
    assert len(set(module.__all__)) == len(module.__all__)
    for exported in module.__all__:
        thing = getattr(module, exported)
        if inspect.isfunction(thing) or inspect.isclass(thing):
            assert inspect.getdoc(thing), f"{name}.{exported}"


def imported_files(path: Path) -> list[Path]:
    """Files of the package that a file imports."""
    found = []
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.ImportFrom) and str(node.module).startswith("rummysim."):
            place = jit.PACKAGE.joinpath(*str(node.module).split(".")[1:])
            below = [place / f"{alias.name}.py" for alias in node.names]
            found += below if place.is_dir() else [place.with_suffix(".py")]
    return found


def test_kernel_sources__hold_every_file_that_reaches_machine_code() -> None:
    """Files that make kernels, and all of the package that they import, are in the key of the cache."""
    keyed = set(jit.kernel_sources())
    makers = [path for path in jit.PACKAGE.rglob("*.py") if re.search(r"^@kernel\(", path.read_text(), re.MULTILINE)]
    assert {"rng.py", "suits.py", "play.py", "greedy.py"} <= {path.name for path in makers}
    queue, seen = list(makers), set[Path]()
    while queue:
        path = queue.pop()
        if path not in seen:
            seen.add(path)
            queue += imported_files(path)
    assert {"jit.py", "codes.py", "bits.py"} <= {path.name for path in seen}
    assert seen - keyed == set()
