"""Files that are whole or not there: written under a temporary name, synced, renamed, the folder synced.

No link is followed when something is written, so that nothing outside a folder from a stranger can be reached.
"""

import hashlib
import os
from contextlib import suppress
from pathlib import Path
from typing import Any

from rummysim.errors import InputError, OutputError

__all__ = ["append_line", "as_path", "digest_of", "kind_of", "open_inside", "sync_folder", "unwritable", "write_whole"]

NO_LINK = getattr(os, "O_NOFOLLOW", 0)
BINARY = getattr(os, "O_BINARY", 0)


def as_path(name: str, value: Any) -> Path:
    """A path from what a user gave for it."""
    if not isinstance(value, str | os.PathLike):
        raise InputError(f"{name} is {value!r}; allowed is a path, a text or of pathlib; name one")
    return Path(value)


def kind_of(path: Path) -> str:
    """``folder``, ``file`` or ``device``; empty if nothing is there, as under a name longer than the system has."""
    try:
        if path.is_dir():
            return "folder"
        if path.is_file():
            return "file"
        return "device" if path.exists() else ""
    except OSError:
        return ""


def digest_of(content: bytes) -> str:
    """Checksum of a file's content."""
    return hashlib.blake2b(content, digest_size=16).hexdigest()


def unwritable(path: Path, error: Exception) -> OutputError:
    """What to say where something cannot be written."""
    reason = getattr(error, "strerror", None) or str(error).splitlines()[0]
    return OutputError(f"{path} cannot be written: {reason}; name a folder that can, with out=")


def open_inside(path: Path, flags: int) -> int:
    """Descriptor of a file that is no link."""
    return os.open(path, flags | os.O_CREAT | NO_LINK | BINARY, 0o666)


def sync_folder(folder: Path) -> None:
    """Make the names in a folder last, where the system can."""
    with suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


def _write_all(descriptor: int, content: bytes) -> None:
    left = memoryview(content)
    while left:
        left = left[os.write(descriptor, left) :]
    os.fsync(descriptor)


def write_whole(path: Path, content: bytes) -> None:
    """Write a file so that a kill at any moment leaves the old one or the new one; nothing is left over on failure."""
    partial = path.with_suffix(f".{os.getpid()}.partial")
    try:
        partial.unlink(missing_ok=True)
        descriptor = open_inside(partial, os.O_WRONLY | os.O_EXCL)
        try:
            _write_all(descriptor, content)
        finally:
            os.close(descriptor)
        partial.replace(path)
    except BaseException as error:
        with suppress(OSError):
            partial.unlink(missing_ok=True)
        if isinstance(error, OSError):
            raise unwritable(path, error) from None
        raise


def append_line(path: Path, line: bytes) -> None:
    """Add a line to a file and sync it; a torn line before it is ended, a failure is taken back."""
    try:
        descriptor = open_inside(path, os.O_RDWR)
        try:
            end = os.lseek(descriptor, 0, os.SEEK_END)
            is_torn = False
            if end:
                os.lseek(descriptor, end - 1, os.SEEK_SET)
                is_torn = os.read(descriptor, 1) != b"\n"
            try:
                _write_all(descriptor, (b"\n" if is_torn else b"") + line + b"\n")
            except BaseException:
                with suppress(OSError):
                    os.ftruncate(descriptor, end)
                raise
        finally:
            os.close(descriptor)
    except OSError as error:
        raise unwritable(path, error) from None
