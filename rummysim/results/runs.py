"""Runs in folders: which there are, whether they are whole, going on with them, tidying up, putting together."""

import re
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import polars as pl

from rummysim.engine import ledger
from rummysim.engine.batch import chain, missing, prefix
from rummysim.engine.crew import crew_of
from rummysim.engine.files import as_path, kind_of
from rummysim.engine.record import MANIFEST, check_same, read_manifest
from rummysim.engine.store import LOCK, PARTS, FolderStore, holder_of
from rummysim.errors import Interrupted, StoreError
from rummysim.results.progress import say
from rummysim.results.run import Run
from rummysim.results.simulate import load, play

__all__ = ["merge", "prune", "resume", "runs", "verify"]

DEPTH = 3
"""Folders below one that are looked into for runs."""
MOST_RUNS = 10_000
LONGEST = 60
OURS = re.compile(r"\d{12}-\d{9}\.(?:facts\d+|matches\d+|tallies)(?:\.parquet|\.\d+\.partial)")
LEFT_OVER = re.compile(r"(?:manifest|parts)\.\d+\.partial")


def _folders(root: Path, depth: int = DEPTH) -> Iterator[Path]:
    """Folders of runs, not through links."""
    if kind_of(root / MANIFEST) == "file":
        yield root
    elif depth:
        with suppress(OSError):
            for path in sorted(root.iterdir()):
                if path.is_dir() and not path.is_symlink():
                    yield from _folders(path, depth - 1)


def _shown(text: object) -> str:
    """Text from a manifest on one short line."""
    flat = "".join(letter if letter.isprintable() else "?" for letter in str(text))
    return flat if len(flat) <= LONGEST else f"{flat[: LONGEST - 1]}…"


def _holder(folder: Path) -> str:
    """Who plays into a folder now, if anybody."""
    try:
        import fcntl
    except ImportError:
        return ""
    try:
        with (folder / LOCK).open("rb") as file:
            try:
                fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
            except BlockingIOError:
                return holder_of(file)
    except OSError:
        pass
    return ""


def _row(folder: Path) -> dict[str, Any]:
    row: dict[str, Any] = {"folder": str(folder), "variants": "", "bots": "", "level": "", "keep": ""}
    row |= {"units": None, "asked": None, "megabytes": None}
    try:
        manifest = read_manifest(folder)
        row["variants"] = _shown(", ".join(each["name"] for each in manifest["variants"]))
        row["bots"] = _shown(", ".join(bot["name"] for bot in manifest["bots"]))
        row |= {name: manifest[name] for name in ("level", "keep")}
        n_players, entries = len(manifest["bots"]), ledger.entries(folder, manifest["key"])
        done = sum(count for _, count in prefix(list(entries), manifest["blocks"]))
        sizes = [size for entry in entries.values() for size, _ in entry.files.values()]
        row |= {"units": done * n_players, "asked": manifest["blocks"] * n_players, "megabytes": sum(sizes) / 1e6}
        state = "done" if done >= manifest["blocks"] else "interrupted"
        if holder := _holder(folder):
            state = f"played into by process {holder}"
        elif problem := _problem(folder):
            state = problem
    except StoreError as error:
        state = f"refused: {error}"
    return {**row, "state": "".join(letter if letter.isprintable() else "?" for letter in state)}


def _problem(folder: Path) -> str:
    """Why a run cannot be loaded, if it cannot; nothing of its parts is read."""
    try:
        load(folder)
    except StoreError as error:
        return f"refused: {error}"
    return ""


def runs(*folders: str | Path) -> pl.DataFrame:
    """Runs in and below folders (``runs`` if left out): what they are, how far they are, and whether they can be used.

    Units are counted by the ledger; :func:`verify` reads the files.
    """
    schema = dict.fromkeys(("folder", "variants", "bots", "level", "keep"), pl.String)
    numbers = {"units": pl.Int64, "asked": pl.Int64, "megabytes": pl.Float64, "state": pl.String}
    found: list[Path] = []
    for folder in folders or ("runs",):
        root = as_path("folder", folder)
        if kind_of(root) != "folder":
            raise StoreError(f"{root} is no folder; allowed is one with runs in it or below; name another")
        found += list(_folders(root))
    if len(found) > MOST_RUNS:
        raise StoreError(f"there are {len(found):,} runs there; allowed {MOST_RUNS:,}; name a smaller folder")
    return pl.DataFrame([_row(folder) for folder in found], schema={**schema, **numbers})


def _store_of(folder: str | Path) -> tuple[Run, FolderStore]:
    run = load(folder)
    if not isinstance(run.store, FolderStore):
        raise StoreError(f"{folder} holds no run")
    return run, run.store


def verify(folder: str | Path) -> pl.DataFrame:
    """Read every file of a run: a row a part, with what is wrong with it; parts that are missing have a row too."""
    run, store = _store_of(folder)
    asked = int(run.manifest["blocks"])
    rows = []
    for first, count in store.entries():
        problem = ""
        try:
            store.part(first, count)
        except StoreError as error:
            problem = str(error).split("; ")[0]
        rows.append({"first": first, "count": count, "is_whole": not problem, "problem": problem})
    for first, count in missing(list(store.entries()), asked, asked):
        rows.append({"first": first, "count": count, "is_whole": False, "problem": "it has not been played yet"})
    schema = {"first": pl.Int64, "count": pl.Int64, "is_whole": pl.Boolean, "problem": pl.String}
    return pl.DataFrame(rows, schema=schema).sort("first", "count")


def resume(folder: str | Path, *, threads: int | None = None, executor: Any = None, progress: bool = True) -> Run:
    """Go on with a run until it has what was asked for; parts that are damaged are named and played again.

    Who plays may be others than before (:func:`simulate`): the rows are the same.
    """
    run, _ = _store_of(folder)
    n_blocks = int(run.manifest["blocks"])
    try:
        with crew_of(executor, threads) as crew:
            return play(run.work, n_blocks, crew=crew, keep=run.keep, out=Path(folder), show=progress)[0]
    except Interrupted as stop:
        say(str(stop))
        runs_: list[Run] = stop.run  # type: ignore[assignment]
        return runs_[0]


def prune(folder: str | Path) -> pl.DataFrame:
    """Remove what no run needs: files half written, without a line in the ledger or damaged, and parts that others
    cover. Returns what was removed, a row a file; nothing but files with names of ours is touched.
    """
    run, _ = _store_of(folder)
    removed: list[dict[str, Any]] = []

    def remove(path: Path, reason: str) -> None:
        with suppress(OSError):
            size = path.lstat().st_size
            path.unlink()
            removed.append({"file": str(path.relative_to(folder)), "bytes": size, "reason": reason})

    with FolderStore.hold(Path(folder), run.work, dict(run.manifest)) as store:
        entries, damaged = store.entries(), store.damaged()
        whole = {span: entry for span, entry in entries.items() if span not in damaged}
        kept = {span: whole[span] for span in chain(list(whole))}
        ledger.rewrite(store.folder, str(run.manifest["key"]), kept.values())
        names = {store.path(*span, name).name: span for span, entry in entries.items() for name in entry.files}
        for path in sorted((store.folder / PARTS).iterdir()):
            span = names.get(path.name)
            if span in kept or not OURS.fullmatch(path.name):
                continue
            reason = "half written" if path.suffix == ".partial" else "of a part that is not in the ledger"
            if span is not None:
                reason = "damaged" if span in damaged else "of a part that others cover"
            remove(path, reason)
        for path in sorted(store.folder.iterdir()):
            if LEFT_OVER.fullmatch(path.name):
                remove(path, "half written")
    return pl.DataFrame(removed, schema={"file": pl.String, "bytes": pl.Int64, "reason": pl.String})


def merge(into: str | Path, *others: str | Path) -> Run:
    """Copy the whole parts of other folders of the same run into one; blocks that are there already are not doubled.

    The folders hold the same variants, line-up, seed and kind of parts, and may ask for different numbers of units.
    """
    found = [_store_of(folder) for folder in (into, *others)]
    largest = max((run for run, _ in found), key=lambda run: int(run.manifest["blocks"]))
    first = found[0][0]
    for folder, (run, _) in zip((into, *others), found, strict=True):
        check_same(Path(folder), run.manifest, dict(first.manifest))
    with FolderStore.hold(Path(into), first.work, dict(largest.manifest)) as store:
        for span in store.damaged():
            store.drop(*span)
        for _, other in found[1:]:
            damaged = other.damaged()
            for span in other.entries():
                if span not in damaged and not _covered(store.ranges(), span):
                    store.write(other.packed(*span))
    return load(into)


def _covered(ranges: list[tuple[int, int]], span: tuple[int, int]) -> bool:
    """Whether parts hold all blocks of a span."""
    first, count = span
    return all(start + size <= first for start, size in missing(ranges, first + count, 1 << 60))
