"""The ledger of a run, ``parts.jsonl``: a line for each part that is there, with the checksums of its files.

A part is recorded after its files were renamed and synced, by one synced line that carries a checksum of its own. So
a kill at any instant leaves one of three states: files without a line (no part: they are played again and written
over), a torn last line (no line), or files with their line. A single manifest with all checksums would have to be
written anew for each part, which grows with the square of their number; checksums in names or in the files could not
tell a part that was recorded from one that was left half done. The manifest is written once, and again when a run
grows.

Later lines hold: a part written again has a new line, one that was found damaged a line that says it is gone. Lines of
another run are no lines.
"""

import hashlib
import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeGuard

from rummysim.engine.files import append_line, write_whole
from rummysim.errors import StoreError

__all__ = ["LEDGER", "Entry", "append", "entries", "rewrite"]

LEDGER = "parts.jsonl"
MOST_BYTES = 2**30
LONGEST_LINE = 1 << 20
MOST_FIRST, MOST_COUNT = 10**12, 10**9
FILE = re.compile(r"(?:facts|matches)\d{1,4}|tallies")
DIGEST = re.compile(r"[0-9a-f]{32}")


@dataclass(frozen=True, kw_only=True)
class Entry:
    """A recorded part: its blocks, and size and checksum of each of its files by name; no files: it is gone."""

    first: int
    count: int
    files: Mapping[str, tuple[int, str]]


def _line(key: str, entry: Entry) -> bytes:
    said = {
        "run": key,
        "first": entry.first,
        "count": entry.count,
        "files": {name: list(mark) for name, mark in entry.files.items()},
    }
    return json.dumps({**said, "line": _check(said)}).encode()


def _check(said: Mapping[str, Any]) -> str:
    return hashlib.blake2b(json.dumps(said, sort_keys=True).encode(), digest_size=8).hexdigest()


def _is_number(value: object, most: int) -> TypeGuard[int]:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= most


def _is_mark(name: str, mark: object) -> bool:
    return bool(
        FILE.fullmatch(name)
        and isinstance(mark, list)
        and len(mark) == 2
        and _is_number(mark[0], 2**40)
        and isinstance(mark[1], str)
        and DIGEST.fullmatch(mark[1])
    )


def _entry(key: str, line: bytes) -> Entry | None:
    """What a line records; None if it is torn, damaged or of another run."""
    try:
        said = json.loads(line)
        check = said.pop("line")
    except (ValueError, RecursionError, AttributeError, KeyError, TypeError):
        return None
    if not isinstance(said, dict) or said.get("run") != key or check != _check(said):
        return None
    first, count, files = said.get("first"), said.get("count"), said.get("files")
    if not (_is_number(first, MOST_FIRST) and _is_number(count, MOST_COUNT) and count and isinstance(files, dict)):
        return None
    if not all(_is_mark(name, mark) for name, mark in files.items()):
        return None
    return Entry(first=first, count=count, files={name: (mark[0], mark[1]) for name, mark in files.items()})


def entries(folder: Path, key: str) -> dict[tuple[int, int], Entry]:
    """Recorded parts of the run ``key`` by (first, count), in order of their blocks."""
    path = folder / LEDGER
    found: dict[tuple[int, int], Entry] = {}
    try:
        with path.open("rb") as file:
            if path.stat().st_size > MOST_BYTES:
                raise StoreError(f"{path} is larger than allowed ({MOST_BYTES:,} bytes); play the run again")
            while line := file.readline(LONGEST_LINE):
                entry = _entry(key, line)
                if entry:
                    found[entry.first, entry.count] = entry
    except FileNotFoundError:
        return {}
    except OSError as error:
        raise StoreError(f"{path} cannot be read: {error.strerror}; restore it or play the run again") from None
    return {span: found[span] for span in sorted(found) if found[span].files}


def append(folder: Path, key: str, entry: Entry) -> None:
    """Record a part whose files are there and synced, or that it is gone."""
    append_line(folder / LEDGER, _line(key, entry))


def rewrite(folder: Path, key: str, kept: Iterable[Entry]) -> None:
    """A ledger of these parts alone."""
    write_whole(folder / LEDGER, b"".join(_line(key, entry) + b"\n" for entry in kept))
