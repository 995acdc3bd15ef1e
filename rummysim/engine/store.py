"""Where the parts of a run are: in memory, or in a folder with a manifest.

A folder holds ``manifest.json`` and for each part the Parquet files ``parts/FIRST-COUNT.NAME.parquet``, written under
a temporary name and renamed, the tallies last: a part is there when its tallies are.
"""

import json
import os
import re
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from pathlib import Path
from typing import IO, Any, Protocol

import polars as pl

from rummysim.engine.part import KEEP, Part
from rummysim.engine.work import Work
from rummysim.errors import OutputError, StoreError
from rummysim.fields.estimates import LEVELS
from rummysim.fields.tallies import Tallies

__all__ = ["FolderStore", "MemoryStore", "Store", "read_manifest"]

PART_FILE = re.compile(r"(\d{12})-(\d{9})\.tallies\.parquet")
MANIFEST = "manifest.json"
LOCK = "lock"


class Store(Protocol):
    """What the engine and the results need of a store."""

    def writing(self) -> AbstractContextManager[None]:
        """Hold the store while a run is played into it."""

    def ranges(self) -> list[tuple[int, int]]:
        """(first, count) of the parts, by first."""

    def write(self, part: Part) -> None:
        """Keep a part."""

    def part(self, first: int, count: int) -> Part:
        """A part."""

    def tallies(self, first: int, count: int) -> tuple[Tallies, ...]:
        """Sums of a part, one a variant."""

    def facts(self, ranges: list[tuple[int, int]], index: int) -> pl.LazyFrame:
        """Facts of the parts, of the variant ``index``."""

    def matches(self, ranges: list[tuple[int, int]], index: int) -> pl.DataFrame:
        """Match results of the parts, of the variant ``index``."""


class MemoryStore:
    """Parts in memory."""

    @contextmanager
    def writing(self) -> Iterator[None]:
        """Nobody else can write here."""
        yield

    def __init__(self) -> None:
        self._parts: dict[int, Part] = {}

    def ranges(self) -> list[tuple[int, int]]:
        """(first, count) of the parts, by first."""
        return sorted((part.first, part.count) for part in self._parts.values())

    def write(self, part: Part) -> None:
        """Keep a part."""
        self._parts[part.first] = part

    def part(self, first: int, count: int) -> Part:
        """A part."""
        del count
        return self._parts[first]

    def tallies(self, first: int, count: int) -> tuple[Tallies, ...]:
        """Sums of a part, one a variant."""
        return self._parts[first].tallies

    def facts(self, ranges: list[tuple[int, int]], index: int) -> pl.LazyFrame:
        """Facts of the parts, of the variant ``index``."""
        frames = [self._parts[first].facts for first, _ in ranges]
        return pl.concat([each[min(index, len(each) - 1)].lazy() for each in frames])

    def matches(self, ranges: list[tuple[int, int]], index: int) -> pl.DataFrame:
        """Match results of the parts, of the variant ``index``."""
        return pl.concat([self._parts[first].matches[index] for first, _ in ranges])


def read_manifest(folder: Path) -> dict[str, Any]:
    """Manifest of the run in ``folder``, checked entry by entry."""
    path = folder / MANIFEST
    try:
        manifest: dict[str, Any] = json.loads(path.read_text())
    except FileNotFoundError:
        raise StoreError(f"{folder} holds no run: {MANIFEST} is not there; name a folder written with out=") from None
    except (OSError, ValueError, RecursionError) as error:
        raise StoreError(f"{path} cannot be read: {error}; restore it or play the run again") from None
    if not isinstance(manifest, dict) or "key" not in manifest:
        raise StoreError(f"{path} is no manifest of a run; restore it or play the run again")
    for name, is_right in ENTRIES.items():
        if name not in manifest or not is_right(manifest[name]):
            raise StoreError(f"{path} is wrong ({name} is {manifest.get(name)!r}); restore it or play the run again")
    if len(manifest["commands"]) != len(manifest["variants"]):
        raise StoreError(f"{path} is wrong (commands and variants differ in number); restore it or play the run again")
    return manifest


def _is_count(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 1 <= value <= MOST_BLOCKS


def _is_variants(value: Any) -> bool:
    return (
        isinstance(value, list)
        and bool(value)
        and all(isinstance(each, dict) and isinstance(each.get("rules"), dict) for each in value)
    )


MOST_BLOCKS = 10**12
ENTRIES: dict[str, Callable[[Any], bool]] = {
    "rummysim": lambda value: isinstance(value, str),
    "family_version": lambda value: isinstance(value, int),
    "stream_version": lambda value: isinstance(value, int),
    "keep": lambda value: value in KEEP,
    "level": lambda value: value in LEVELS,
    "bots": lambda value: isinstance(value, list) and all(isinstance(each, dict) for each in value),
    "variants": _is_variants,
    "commands": lambda value: isinstance(value, list) and all(isinstance(each, str) for each in value),
    "blocks": _is_count,
    "blocks_per_bin": lambda value: _is_count(value) and value & (value - 1) == 0,
}
"""What a manifest must say, and whether a value will do."""


def _write(path: Path, write: Callable[[Path], object]) -> None:
    """Write a file under a temporary name and rename it; nothing is left over if that fails."""
    partial = path.with_suffix(f".{os.getpid()}.partial")
    try:
        write(partial)
        partial.replace(path)
    except (OSError, pl.exceptions.PolarsError) as error:
        with suppress(OSError):
            partial.unlink(missing_ok=True)
        raise _unwritable(path, error) from None


def _write_frame(path: Path, frame: pl.DataFrame) -> None:
    _write(path, lambda partial: frame.write_parquet(partial, compression="zstd"))


def _unwritable(path: Path, error: Exception) -> OutputError:
    reason = getattr(error, "strerror", None) or str(error).splitlines()[0]
    return OutputError(f"{path} cannot be written: {reason}; name a folder that can, with out=")


def _check_same(folder: Path, found: dict[str, Any], manifest: dict[str, Any]) -> None:
    for entry in ("key", "keep", "level", "seed", "bots", "family"):
        if found.get(entry) != manifest[entry]:
            raise StoreError(
                f"{folder} holds another run: its {entry} is {found.get(entry)} and {manifest[entry]} was asked for; "
                f"name another folder, or remove this one"
            )
    if found["variants"] != manifest["variants"]:
        raise StoreError(
            f"{folder} holds another run: its variants {_names(found)} have other rules or names than "
            f"{_names(manifest)}, which were asked for; name another folder, or remove this one"
        )


def _names(manifest: dict[str, Any]) -> str:
    return ", ".join(str(variant.get("name")) for variant in manifest["variants"])


def _check_empty(folder: Path) -> None:
    try:
        strange = any((folder / "parts").iterdir())
    except OSError:
        strange = False
    if strange:
        raise StoreError(f"{folder} holds parts of a run and no {MANIFEST}; restore it, or name another folder")


class FolderStore:
    """Parts in a folder."""

    def __init__(self, folder: Path, work: Work, manifest: dict[str, Any]) -> None:
        """Store on a folder that is there; nothing is written."""
        self.folder = folder
        self.manifest = manifest
        self._work = work

    @classmethod
    def create(cls, folder: Path, work: Work, manifest: dict[str, Any]) -> "FolderStore":
        """Make the folder for a work, or open it if the same run lies there; the manifest covers the larger wish."""
        found = read_manifest(folder) if (folder / MANIFEST).exists() else None
        if found is None:
            _check_empty(folder)
        else:
            _check_same(folder, found, manifest)
        if found is not None and found["blocks"] >= manifest["blocks"]:
            return cls(folder, work, found)
        try:
            (folder / "parts").mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise _unwritable(folder, error) from None
        store = cls(folder, work, manifest)
        _write(folder / MANIFEST, lambda path: path.write_text(json.dumps(manifest, indent=2) + "\n"))
        return store

    @contextmanager
    def writing(self) -> Iterator[None]:
        """Hold the folder while a run is played into it; another process is told who does."""
        path = self.folder / LOCK
        try:
            with path.open("a+") as file:
                _lock(file, self.folder)
                file.truncate(0)
                file.write(str(os.getpid()))
                file.flush()
                yield
        except OSError as error:
            raise _unwritable(path, error) from None

    def _path(self, first: int, count: int, name: str) -> Path:
        return self.folder / "parts" / f"{first:012d}-{count:09d}.{name}.parquet"

    def ranges(self) -> list[tuple[int, int]]:
        """(first, count) of the parts, by first."""
        try:
            names = [PART_FILE.fullmatch(path.name) for path in (self.folder / "parts").iterdir()]
        except OSError as error:
            raise _unreadable(self.folder / "parts", error) from None
        spans = sorted((int(name[1]), int(name[2])) for name in names if name)
        return [span for span in spans if self._is_whole(*span)]

    def _is_whole(self, first: int, count: int) -> bool:
        """Whether all files of a part are there."""
        facts, matches = self._n_frames()
        names = [f"facts{index}" for index in range(facts)] + [f"matches{index}" for index in range(matches)]
        return all(self._path(first, count, name).exists() for name in names)

    def write(self, part: Part) -> None:
        """Keep a part."""
        for index, frame in enumerate(part.facts):
            _write_frame(self._path(part.first, part.count, f"facts{index}"), frame)
        for index, frame in enumerate(part.matches):
            _write_frame(self._path(part.first, part.count, f"matches{index}"), frame)
        _write_frame(self._path(part.first, part.count, "tallies"), _melt(part.tallies))

    def part(self, first: int, count: int) -> Part:
        """A part."""
        facts, matches = self._n_frames()
        return Part(
            first=first,
            count=count,
            tallies=self.tallies(first, count),
            facts=tuple(self._read(self._path(first, count, f"facts{index}")) for index in range(facts)),
            matches=tuple(self._read(self._path(first, count, f"matches{index}")) for index in range(matches)),
            n_deals=0,
        )

    def _n_frames(self) -> tuple[int, int]:
        """Frames of facts and of matches in a part."""
        if self.manifest["keep"] != "deals":
            return 0, 0
        n_variants = len(self._work.variants)
        return (1, 0) if self._work.level == "deal" else (n_variants, n_variants)

    def tallies(self, first: int, count: int) -> tuple[Tallies, ...]:
        """Sums of a part, one a variant."""
        path = self._path(first, count, "tallies")
        frame = self._read(path)
        try:
            return tuple(_unmelt(self._work, index, frame, first, count) for index in range(len(self._work.variants)))
        except (ValueError, LookupError, pl.exceptions.PolarsError) as error:
            raise _unreadable(path, error) from None

    def facts(self, ranges: list[tuple[int, int]], index: int) -> pl.LazyFrame:
        """Facts of the parts, of the variant ``index``."""
        return pl.concat([self._scan(path) for path in self._paths(ranges, "facts", index)])

    def matches(self, ranges: list[tuple[int, int]], index: int) -> pl.DataFrame:
        """Match results of the parts, of the variant ``index``."""
        return pl.concat([self._read(path) for path in self._paths(ranges, "matches", index)])

    def _paths(self, ranges: list[tuple[int, int]], name: str, index: int) -> Iterator[Path]:
        shared = self._work.level == "deal"
        for first, count in ranges:
            yield self._path(first, count, f"{name}{0 if shared else index}")

    def _scan(self, path: Path) -> pl.LazyFrame:
        """Lazy frame of a part; what cannot be read is said at once and not when the frame is collected."""
        try:
            pl.read_parquet_schema(path)
        except (OSError, pl.exceptions.PolarsError) as error:
            raise _unreadable(path, error) from None
        return pl.scan_parquet(path)

    def _read(self, path: Path) -> pl.DataFrame:
        try:
            return pl.read_parquet(path)
        except (OSError, pl.exceptions.PolarsError) as error:
            raise _unreadable(path, error) from None


def _unreadable(path: Path, error: Exception) -> StoreError:
    reason = str(error).splitlines()[0]
    return StoreError(
        f"{path} cannot be read: {reason}; remove the part's files (FIRST-COUNT.*) and play the run again"
    )


def _lock(file: IO[str], folder: Path) -> None:
    """Take the lock of a folder, where the system has locks."""
    try:
        import fcntl
    except ImportError:
        return
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        file.seek(0)
        holder = file.read().strip() or "unknown"
        raise StoreError(
            f"{folder} is being played into by process {holder}; wait for it, or name another folder"
        ) from None


TABLES = {"rows": ("bin", "player", "seat"), "units": ("bin",), "histogram": ("bin", "quantity", "value")}


def _melt(tallies: tuple[Tallies, ...]) -> pl.DataFrame:
    """All sums of a part in one long frame."""
    frames = []
    for index, tally in enumerate(tallies):
        for table, keys in TABLES.items():
            frame: pl.DataFrame = getattr(tally, table)
            long = frame.unpivot(index=list(keys), variable_name="sum", value_name="amount")
            frames.append(
                long.with_columns(
                    pl.lit(index).alias("variant"), pl.lit(table).alias("table"), per_bin=tally.blocks_per_bin
                )
            )
    return pl.concat(frames, how="diagonal")


def _unmelt(work: Work, index: int, frame: pl.DataFrame, first: int, count: int) -> Tallies:
    mine = frame.filter(pl.col("variant") == index)
    tables = {}
    for table, keys in TABLES.items():
        part = mine.filter(pl.col("table") == table)
        wide = part.pivot("sum", index=list(keys), values="amount", aggregate_function="sum")
        tables[table] = wide.sort(list(keys))
    per_bin = int(mine["per_bin"][0])
    bins = tables["units"]["bin"]
    if (bins.min(), bins.max()) != (first // per_bin, (first + count - 1) // per_bin):
        raise ValueError("its bins are those of other blocks")
    return work.tallies(work.variants[index], count, per_bin, tables)
