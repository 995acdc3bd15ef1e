"""Where the parts of a run are: in memory, or in a folder with a manifest.

A folder holds ``manifest.json`` and for each part the Parquet files ``parts/FIRST-COUNT.NAME.parquet``, written under
a temporary name and renamed, the tallies last: a part is there when its tallies are.
"""

import json
import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Protocol

import polars as pl

from rummysim.engine.part import Part
from rummysim.engine.work import Work
from rummysim.errors import OutputError, StoreError
from rummysim.fields.tallies import Tallies

__all__ = ["FolderStore", "MemoryStore", "Store", "read_manifest"]

PART_FILE = re.compile(r"(\d{12})-(\d{9})\.tallies\.parquet")
MANIFEST = "manifest.json"


class Store(Protocol):
    """What the engine and the results need of a store."""

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
    """Manifest of the run in ``folder``."""
    path = folder / MANIFEST
    try:
        manifest: dict[str, Any] = json.loads(path.read_text())
    except FileNotFoundError:
        raise StoreError(f"{folder} holds no run: {MANIFEST} is not there; name a folder written with out=") from None
    except (OSError, ValueError) as error:
        raise StoreError(f"{path} cannot be read: {error}; restore it or play the run again") from None
    if not isinstance(manifest, dict) or "key" not in manifest:
        raise StoreError(f"{path} is no manifest of a run; restore it or play the run again")
    return manifest


def _write(path: Path, frame: pl.DataFrame) -> None:
    partial = path.with_suffix(f".{os.getpid()}.partial")
    frame.write_parquet(partial, compression="zstd")
    partial.replace(path)


class FolderStore:
    """Parts in a folder."""

    def __init__(self, folder: Path, work: Work, manifest: dict[str, Any]) -> None:
        """Open ``folder`` for a work, making it; raises if another run lies there or nothing can be written."""
        self.folder = folder
        self._work = work
        try:
            (folder / "parts").mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise OutputError(
                f"{folder} cannot be written: {error.strerror}; name a folder that can, with out="
            ) from None
        if (folder / MANIFEST).exists():
            found = read_manifest(folder)
            for entry in ("key", "keep", "blocks_per_bin", "variants"):
                if found.get(entry) != manifest[entry]:
                    raise StoreError(
                        f"{folder} holds another run: its {entry} is {found.get(entry)} and {manifest[entry]} "
                        f"was asked for; name another folder, or remove this one"
                    )
        self.save_manifest(manifest)

    def save_manifest(self, manifest: dict[str, Any]) -> None:
        """Write the manifest, replacing the one before."""
        partial = self.folder / f"{MANIFEST}.{os.getpid()}.partial"
        try:
            partial.write_text(json.dumps(manifest, indent=2) + "\n")
            partial.replace(self.folder / MANIFEST)
        except OSError as error:
            raise OutputError(
                f"{self.folder} cannot be written: {error.strerror}; name a folder that can, with out="
            ) from None

    def _path(self, first: int, count: int, name: str) -> Path:
        return self.folder / "parts" / f"{first:012d}-{count:09d}.{name}.parquet"

    def ranges(self) -> list[tuple[int, int]]:
        """(first, count) of the parts, by first."""
        names = (PART_FILE.fullmatch(path.name) for path in (self.folder / "parts").iterdir())
        return sorted((int(name[1]), int(name[2])) for name in names if name)

    def write(self, part: Part) -> None:
        """Keep a part."""
        for index, frame in enumerate(part.facts):
            _write(self._path(part.first, part.count, f"facts{index}"), frame)
        for index, frame in enumerate(part.matches):
            _write(self._path(part.first, part.count, f"matches{index}"), frame)
        _write(self._path(part.first, part.count, "tallies"), _melt(part.tallies))

    def part(self, first: int, count: int) -> Part:
        """A part."""
        read = {
            name: tuple(
                self._read(path) for path in sorted((self.folder / "parts").glob(f"{first:012d}-{count:09d}.{name}*"))
            )
            for name in ("facts", "matches")
        }
        tallies = self.tallies(first, count)
        return Part(first=first, count=count, tallies=tallies, n_deals=0, **read)

    def tallies(self, first: int, count: int) -> tuple[Tallies, ...]:
        """Sums of a part, one a variant."""
        frame = self._read(self._path(first, count, "tallies"))
        return tuple(_unmelt(self._work, index, frame, count) for index in range(len(self._work.variants)))

    def facts(self, ranges: list[tuple[int, int]], index: int) -> pl.LazyFrame:
        """Facts of the parts, of the variant ``index``."""
        return pl.concat([pl.scan_parquet(path) for path in self._paths(ranges, "facts", index)])

    def matches(self, ranges: list[tuple[int, int]], index: int) -> pl.DataFrame:
        """Match results of the parts, of the variant ``index``."""
        return pl.concat([self._read(path) for path in self._paths(ranges, "matches", index)])

    def _paths(self, ranges: list[tuple[int, int]], name: str, index: int) -> Iterator[Path]:
        for first, count in ranges:
            path = self._path(first, count, f"{name}{index}")
            yield path if path.exists() else self._path(first, count, f"{name}0")

    def _read(self, path: Path) -> pl.DataFrame:
        try:
            return pl.read_parquet(path)
        except (OSError, pl.exceptions.PolarsError) as error:
            raise StoreError(f"{path} cannot be read: {error}; remove it and play the run again") from None


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


def _unmelt(work: Work, index: int, frame: pl.DataFrame, count: int) -> Tallies:
    mine = frame.filter(pl.col("variant") == index)
    tables = {}
    for table, keys in TABLES.items():
        part = mine.filter(pl.col("table") == table)
        wide = part.pivot("sum", index=list(keys), values="amount", aggregate_function="sum")
        tables[table] = wide.sort(list(keys))
    per_bin = int(mine["per_bin"][0])
    return work.tallies(work.variants[index], count, per_bin, tables)
