"""Study files as text: read, parsed, and the line that a message is about."""

import re
import tomllib
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from rummysim.errors import InputError

__all__ = ["MOST_BYTES", "at_line", "lines_of", "parsed", "read_text"]

MOST_BYTES = 1 << 20
"""Size of the largest file that is parsed."""
HEADER = re.compile(r"\s*(\[\[?)\s*([^\[\]#]+?)\s*\]")
KEY = re.compile(r"\s*([A-Za-z0-9_-]+)\s*=")
SUBJECT = re.compile(r"[a-z_]+(\[\d+\])?(\.[a-z_]+)?")


def read_text(path: Path) -> str:
    """Text of a file that is no larger than allowed."""
    try:
        with path.open("rb") as stream:
            content = stream.read(MOST_BYTES + 1)
    except OSError as error:
        raise InputError(f"{path} cannot be read: {error.strerror}; name a study file") from None
    if len(content) > MOST_BYTES:
        raise InputError(f"{path} is larger than allowed ({MOST_BYTES:,} bytes); name a study file")
    try:
        return content.decode()
    except ValueError as error:
        raise InputError(f"{path} is no TOML file: {error}; mend it there") from None


def parsed(path: Path, text: str) -> dict[str, Any]:
    """Content of a TOML file."""
    try:
        return tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        raise InputError(f"{path} is no TOML file: {error}; mend it there") from None


def lines_of(text: str) -> dict[str, int]:
    """Line, from 1 on, of each table and key, as ``factors[0]`` and ``factors[0].option``."""
    found: dict[str, int] = {}
    counts = Counter[str]()
    table = ""
    for number, line in enumerate(text.splitlines(), 1):
        if header := HEADER.match(line):
            name = header[2]
            table = f"{name}[{counts[name]}]." if header[1] == "[[" else f"{name}."
            counts[name] += 1
            found.setdefault(table[:-1], number)
        elif key := KEY.match(line):
            found.setdefault(table + key[1], number)
    return found


def at_line(lines: Mapping[str, int], message: str) -> str:
    """A message that begins with a key, after the number of its line if there is one."""
    subject = SUBJECT.match(message)
    key = subject[0] if subject else ""
    number = next((lines[name] for name in (key, key.split(".")[0], key.split("[")[0]) if name in lines), None)
    return message if number is None else f"line {number}: {message}"
