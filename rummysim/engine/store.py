"""Where the parts of a run are: in memory, or in a folder.

A folder holds ``manifest.json``, for each part the Parquet files ``parts/FIRST-COUNT.NAME.parquet``, the ledger
``parts.jsonl`` that says which parts are there and what their checksums are, and ``lock``, which who writes here holds.
A part is there when the ledger says so and its files are. Files are read whole, compared with their checksum and only
then decoded: what does not fit is an error that names it when a run is read, and played again when it is gone on with.
"""

import os
import socket
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, Protocol

import polars as pl

from rummysim.engine import ledger
from rummysim.engine.files import digest_of, kind_of, open_inside, sync_folder, unwritable, write_whole
from rummysim.engine.packing import UNREADABLE, Packed, check_frame, file_names, pack, read_frame, unmelt, unpack
from rummysim.engine.part import Part
from rummysim.engine.record import MANIFEST, check_same, read_manifest, write_manifest
from rummysim.engine.work import Work
from rummysim.errors import StoreError
from rummysim.fields.tallies import Tallies

__all__ = ["LOCK", "PARTS", "FolderStore", "MemoryStore", "Store"]

LOCK = "lock"
PARTS = "parts"
MOST_BYTES = 2**32
"""Largest file that is read."""


class Store(Protocol):
    """What the engine and the results need of a store. ``packs`` says that it keeps parts as files."""

    packs: bool

    def ranges(self) -> list[tuple[int, int]]:
        """(first, count) of the parts, by first."""

    def write(self, part: Part | Packed) -> None:
        """Keep a part."""

    def part(self, first: int, count: int) -> Part:
        """A part."""

    def tallies(self, first: int, count: int) -> tuple[Tallies, ...]:
        """Sums of a part, one a variant."""

    def frames(self, ranges: list[tuple[int, int]], index: int) -> Iterator[pl.DataFrame]:
        """Facts of the parts, of the variant ``index``, a part at a time."""

    def check(self, ranges: list[tuple[int, int]]) -> None:
        """Refuse parts whose facts cannot be read."""

    def matches(self, ranges: list[tuple[int, int]], index: int) -> pl.DataFrame:
        """Match results of the parts, of the variant ``index``."""


class MemoryStore:
    """Parts in memory."""

    packs = False

    def __init__(self, work: Work) -> None:
        self._work = work
        self._parts: dict[int, Part] = {}

    def ranges(self) -> list[tuple[int, int]]:
        """(first, count) of the parts, by first."""
        return sorted((part.first, part.count) for part in self._parts.values())

    def write(self, part: Part | Packed) -> None:
        """Keep a part."""
        self._parts[part.first] = unpack(self._work, part) if isinstance(part, Packed) else part

    def part(self, first: int, count: int) -> Part:
        """A part."""
        del count
        return self._parts[first]

    def tallies(self, first: int, count: int) -> tuple[Tallies, ...]:
        """Sums of a part, one a variant."""
        return self._parts[first].tallies

    def frames(self, ranges: list[tuple[int, int]], index: int) -> Iterator[pl.DataFrame]:
        """Facts of the parts, of the variant ``index``, a part at a time."""
        for first, _ in ranges:
            facts = self._parts[first].facts
            yield facts[min(index, len(facts) - 1)]

    def check(self, ranges: list[tuple[int, int]]) -> None:
        """Nothing can be damaged here."""

    def matches(self, ranges: list[tuple[int, int]], index: int) -> pl.DataFrame:
        """Match results of the parts, of the variant ``index``."""
        return pl.concat([self._parts[first].matches[index] for first, _ in ranges])


def _state(path: Path) -> tuple[int, ...]:
    """What changes when a file is written anew; empty if it is not there."""
    try:
        stat = path.stat()
    except OSError:
        return ()
    return stat.st_size, stat.st_mtime_ns, stat.st_ino


def _check_empty(folder: Path) -> None:
    try:
        strange = any((folder / PARTS).iterdir())
    except OSError:
        strange = False
    if strange:
        raise StoreError(f"{folder} holds parts of a run and no {MANIFEST}; restore it, or name another folder")


def _fitting(folder: Path, manifest: dict[str, Any]) -> dict[str, Any] | None:
    """Manifest found in the folder, if any; refused if it is of another run."""
    if not kind_of(folder / MANIFEST):
        _check_empty(folder)
        return None
    found = read_manifest(folder)
    check_same(folder, found, manifest)
    return found


class FolderStore:
    """Parts in a folder."""

    packs = True

    def __init__(self, folder: Path, work: Work, manifest: dict[str, Any]) -> None:
        """Store on a folder that is there; nothing is written."""
        self.folder = folder
        self.manifest = manifest
        self._work = work
        self._names = file_names(work, str(manifest["keep"]))
        self._sound: dict[Path, tuple[Any, ...]] = {}
        self._read: tuple[tuple[int, ...], dict[tuple[int, int], ledger.Entry]] = (), {}

    @classmethod
    @contextmanager
    def hold(cls, folder: Path, work: Work, manifest: dict[str, Any]) -> Iterator["FolderStore"]:
        """Make the folder for a work, or open it if the same run lies there, and hold it while it is written to;
        another process is told who does. The manifest covers the larger wish.
        """
        _fitting(folder, manifest)
        try:
            folder.mkdir(parents=True, exist_ok=True)
            if (folder / PARTS).is_symlink():
                raise StoreError(f"{folder / PARTS} is a link; allowed is a folder; remove it, or name another folder")
            descriptor = open_inside(folder / LOCK, os.O_RDWR)
        except OSError as error:
            raise unwritable(folder, error) from None
        with os.fdopen(descriptor, "r+b") as file:
            _lock(file, folder)
            found = _fitting(folder, manifest)
            try:
                (folder / PARTS).mkdir(exist_ok=True)
            except OSError as error:
                raise unwritable(folder, error) from None
            if found is None or found["blocks"] < manifest["blocks"]:
                per_bin = max(manifest["blocks_per_bin"], found["blocks_per_bin"] if found else 1)
                found = {**manifest, "blocks_per_bin": per_bin}
                write_manifest(folder, found)
                sync_folder(folder)
            yield cls(folder, work, found)

    def path(self, first: int, count: int, name: str) -> Path:
        """File of a part."""
        return self.folder / PARTS / f"{first:012d}-{count:09d}.{name}.parquet"

    def entries(self) -> dict[tuple[int, int], ledger.Entry]:
        """Parts that the ledger names with all their files."""
        found = ledger.entries(self.folder, str(self.manifest["key"]))
        return {span: entry for span, entry in found.items() if set(entry.files) == set(self._names)}

    def ranges(self) -> list[tuple[int, int]]:
        """(first, count) of the parts whose files are there, by first."""
        try:
            there = {path.name for path in os.scandir(self.folder / PARTS)}
        except OSError as error:
            raise StoreError(
                f"{self.folder / PARTS} cannot be read: {error.strerror}; restore it or play the run again"
            ) from None
        return [span for span in self.entries() if all(self.path(*span, name).name in there for name in self._names)]

    def write(self, part: Part | Packed) -> None:
        """Keep a part: its files, and then its line in the ledger."""
        packed = pack(part) if isinstance(part, Part) else part
        for name, content in packed.files.items():
            write_whole(self.path(packed.first, packed.count, name), content)
        sync_folder(self.folder / PARTS)
        marks = {name: (len(content), digest_of(content)) for name, content in packed.files.items()}
        entry = ledger.Entry(first=packed.first, count=packed.count, files=marks)
        ledger.append(self.folder, str(self.manifest["key"]), entry)

    def drop(self, first: int, count: int) -> None:
        """Strike a part out of the ledger and remove its files."""
        gone = ledger.Entry(first=first, count=count, files={})
        ledger.append(self.folder, str(self.manifest["key"]), gone)
        for name in self._names:
            with suppress(OSError):
                self.path(first, count, name).unlink(missing_ok=True)

    def damaged(self) -> dict[tuple[int, int], str]:
        """Parts that are recorded and not whole, with what is wrong; every file is read."""
        found = {}
        for first, count in self.entries():
            try:
                self.packed(first, count)
            except StoreError as error:
                found[first, count] = str(error).split("; ")[0]
        return found

    def packed(self, first: int, count: int) -> Packed:
        """Contents of a part's files, as they were written."""
        files = {name: self._content(first, count, name) for name in self._names}
        return Packed(first=first, count=count, files=files, n_deals=0)

    def part(self, first: int, count: int) -> Part:
        """A part."""
        frames = {name: self._frame(first, count, name) for name in self._names if name != "tallies"}
        return Part(
            first=first,
            count=count,
            tallies=self.tallies(first, count),
            facts=tuple(frame for name, frame in frames.items() if name.startswith("facts")),
            matches=tuple(frame for name, frame in frames.items() if name.startswith("matches")),
            n_deals=0,
        )

    def tallies(self, first: int, count: int) -> tuple[Tallies, ...]:
        """Sums of a part, one a variant."""
        frame = self._frame(first, count, "tallies")
        try:
            tallies = unmelt(self._work, frame, first, count)
            if any(self.manifest["blocks_per_bin"] % each.blocks_per_bin for each in tallies):
                raise ValueError("its bins do not fit those of the run")
        except UNREADABLE as error:
            raise self._unreadable(self.path(first, count, "tallies"), str(error)) from None
        return tallies

    def frames(self, ranges: list[tuple[int, int]], index: int) -> Iterator[pl.DataFrame]:
        """Facts of the parts, of the variant ``index``, a part at a time."""
        name = f"facts{0 if self._work.level == 'deal' else index}"
        for first, count in ranges:
            yield self._frame(first, count, name)

    def check(self, ranges: list[tuple[int, int]]) -> None:
        """Refuse parts whose facts are not what was written; a file that has not changed is read once."""
        for first, count in ranges:
            for name in self._names:
                if name.startswith("facts"):
                    self._check(first, count, name)

    def matches(self, ranges: list[tuple[int, int]], index: int) -> pl.DataFrame:
        """Match results of the parts, of the variant ``index``."""
        return pl.concat([self._frame(first, count, f"matches{index}") for first, count in ranges])

    def _check(self, first: int, count: int, name: str) -> None:
        path = self.path(first, count, name)
        mark = (*_state(path), *self._marks(first, count).get(name, (0, "")))
        if self._sound.get(path) == mark:
            return
        content = self._content(first, count, name)
        try:
            check_frame(self._work, name, count, content)
        except UNREADABLE as error:
            raise self._unreadable(path, str(error)) from None
        self._sound[path] = mark

    def _marks(self, first: int, count: int) -> dict[str, tuple[int, str]]:
        """Recorded sizes and checksums of a part's files."""
        state = _state(self.folder / ledger.LEDGER)
        if state != self._read[0]:
            self._read = state, self.entries()
        entry = self._read[1].get((first, count))
        return dict(entry.files) if entry else {}

    def _content(self, first: int, count: int, name: str) -> bytes:
        """A file of a part, read whole and compared with its checksum."""
        path = self.path(first, count, name)
        size, digest = self._marks(first, count).get(name, (0, ""))
        try:
            found = path.stat().st_size
            if found != size or found > MOST_BYTES:
                raise self._unreadable(path, f"it has {found:,} bytes, and {size:,} were written")
            content = path.read_bytes()
        except OSError as error:
            raise self._unreadable(path, error.strerror or str(error)) from None
        if digest_of(content) != digest:
            raise self._unreadable(path, "it is not what was written (checksum)")
        return content

    def _frame(self, first: int, count: int, name: str) -> pl.DataFrame:
        content = self._content(first, count, name)
        try:
            return read_frame(self._work, name, first, count, content)
        except UNREADABLE as error:
            raise self._unreadable(self.path(first, count, name), str(error)) from None

    def _unreadable(self, path: Path, reason: str) -> StoreError:
        return StoreError(
            f"{path} cannot be read: {reason.splitlines()[0] if reason else 'no reason given'}; "
            f"play its part again with: rummysim runs resume {self.folder}"
        )


def _lock(file: Any, folder: Path) -> None:
    """Take the lock of a folder, where the system has locks, and say who holds it."""
    try:
        import fcntl
    except ImportError:
        return
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise StoreError(
            f"{folder} is being played into by process {holder_of(file)}; wait for it, or name another folder"
        ) from None
    try:
        file.truncate(0)
        file.write(f"{os.getpid()} on {socket.gethostname()}".encode())
        file.flush()
    except OSError as error:
        raise unwritable(folder / LOCK, error) from None


def holder_of(file: Any) -> str:
    """What the lock says of who holds it."""
    file.seek(0)
    said = file.read(200).decode(errors="replace")
    return "".join(letter for letter in said if letter.isprintable()).strip() or "unknown"
