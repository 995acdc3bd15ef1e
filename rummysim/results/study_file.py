"""Study files as text: read, parsed, and the lines that messages are about."""

import re
import tomllib
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from rummysim.errors import InputError

__all__ = ["MOST_BYTES", "StudyError", "in_file", "lines_of", "parsed", "read_text"]

MOST_BYTES = 1 << 20
"""Size of the largest file that is parsed."""
PART = r"""(?:[A-Za-z0-9_-]+|"(?:\\.|[^"\\])*"|'[^']*')"""
STATEMENT = re.compile(rf"[ \t]*(\[{{0,2}})[ \t]*({PART}(?:[ \t]*\.[ \t]*{PART})*)[ \t]*(?:\]|=)")
TOKEN = re.compile(
    r'''"""(?:\\.|[^\\])*?"{3,5}|\'\'\'.*?'{3,5}|"(?:\\.|[^"\\])*"|'[^']*'|#[^\n]*|[^"'#\[\]{}\n]+|.''', re.DOTALL
)


class StudyError(InputError):
    """Something is wrong under a key of a study; ``key`` as in ``factors[0].option``."""

    def __init__(self, key: str, told: str) -> None:
        super().__init__(f"{key}: {told}")
        self.key = key


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


def in_file(path: Path, text: str, errors: Sequence[InputError]) -> InputError:
    """What is wrong in a study file, in one message: file, and of each error the line and the key."""
    lines = lines_of(text)
    told = "; ".join(_at_line(lines, error) for error in errors)
    return InputError(f"{path}{', ' if isinstance(errors[0], StudyError) else ': '}{told}")


def lines_of(text: str) -> dict[str, int]:
    """Line, from 1 on, of each table and key of a valid TOML text, as ``factors[0]`` and ``factors[0].option``."""
    found: dict[str, int] = {}
    counts = Counter[str]()
    table = ""
    for number, brackets, parts in _statements(text):
        if brackets:
            table = _table(parts, brackets, counts)
            found.setdefault(table, number)
            continue
        for last in range(1, len(parts) + 1):
            found.setdefault(".".join(filter(None, [table, *parts[:last]])), number)
    return found


def _statements(text: str) -> Iterator[tuple[int, str, list[str]]]:
    """Line, opening brackets and parts of the key of each header and each assignment."""
    at, number = 0, 1
    while at < len(text):
        if statement := STATEMENT.match(text, at):
            yield number, statement[1], [part.strip("\"'") for part in re.findall(PART, statement[2])]
            at = statement.end()
        depth = 0
        for token in iter(TOKEN.scanner(text, at).match, None):  # type: ignore[attr-defined]
            at, said = token.end(), token[0]
            number += said.count("\n")
            depth += (said in "[{") - (said in "]}")
            if said == "\n" and depth <= 0:
                break


def _table(parts: Sequence[str], brackets: str, counts: Counter[str]) -> str:
    """Path of a table from its header; each array of tables that is named on the way stands for its last one."""
    path = ""
    for number, part in enumerate(parts, 1):
        path = f"{path}.{part}" if path else part
        if brackets == "[[" and number == len(parts):
            counts[path] += 1
        if counts[path]:
            path = f"{path}[{counts[path] - 1}]"
    return path


def _at_line(lines: Mapping[str, int], error: InputError) -> str:
    """A message after the line of its key, or of the closest table around it."""
    key = error.key if isinstance(error, StudyError) else ""
    while key and key not in lines:
        key = key[: max(key.rfind("."), key.rfind("["), 0)]
    return f"line {lines[key]}, {error}" if key else str(error)
