"""What a report consists of: immutable records, the same for HTML and Markdown.

Questions, prose, rules, manifest and command are headings of the report; tables and figures stand below the heading
that comes before them.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import polars as pl
from matplotlib.figure import Figure

__all__ = [
    "Column",
    "Command",
    "FigureSection",
    "Manifest",
    "Prose",
    "Question",
    "Report",
    "RuleRow",
    "Rules",
    "Section",
    "Table",
]


@dataclass(frozen=True)
class Question:
    """A question and its answer, a paragraph a line."""

    text: str
    answer: str


@dataclass(frozen=True)
class Prose:
    """Paragraphs under a title."""

    title: str
    paragraphs: tuple[str, ...]


@dataclass(frozen=True)
class Column:
    """Column of a table.

    Parameters
    ----------
    name
        Column of the frame.
    label
        Heading; the name if empty.
    format
        Makes text of a value; by default ``str``.
    is_number
        Whether it is set to the right and never broken; by default if the frame's column is numeric.
    """

    name: str
    label: str = ""
    format: Callable[[Any], str] = str
    is_number: bool | None = None


@dataclass(frozen=True)
class Table:
    """Frame as a table; the first column names the rows.

    Parameters
    ----------
    title
        Caption.
    frame
        Rows in the order shown.
    columns
        Columns in the order shown; all of the frame if empty.
    note
        Sentences below the table.
    """

    title: str
    frame: pl.DataFrame
    columns: tuple[Column, ...] = ()
    note: str = ""

    @property
    def shown(self) -> tuple[Column, ...]:
        """Columns in the order shown."""
        return self.columns or tuple(Column(name) for name in self.frame.columns)

    def labels(self) -> list[str]:
        """Headings of the columns."""
        return [column.label or column.name for column in self.shown]

    def are_numbers(self) -> list[bool]:
        """Whether each column holds numbers, and so is set to the right."""
        schema = self.frame.schema
        return [
            schema[column.name].is_numeric() if column.is_number is None else column.is_number for column in self.shown
        ]

    def cells(self) -> list[list[str]]:
        """Texts of all cells, by row; nothing where a value is missing."""
        by_column = [
            ["" if value is None else column.format(value) for value in self.frame[column.name].to_list()]
            for column in self.shown
        ]
        return [list(row) for row in zip(*by_column, strict=True)]


@dataclass(frozen=True)
class FigureSection:
    """A figure; ``alt`` says in words what is seen, for who does not see it. Without a title, its own stands alone."""

    title: str
    figure: Figure
    alt: str
    caption: str = ""


@dataclass(frozen=True)
class RuleRow:
    """An option, its value in the base, and its values in the variants by name."""

    option: str
    meaning: str
    base_value: str
    values: Mapping[str, str]

    def changes(self) -> list[tuple[str, list[str]]]:
        """Values other than the base's, each with the variants that have it."""
        found: dict[str, list[str]] = {}
        for variant, value in self.values.items():
            if value != self.base_value:
                found.setdefault(value, []).append(variant)
        return list(found.items())


@dataclass(frozen=True)
class Rules:
    """Rules of the base, and where the variants differ from them."""

    base: str
    rows: tuple[RuleRow, ...]


@dataclass(frozen=True)
class Manifest:
    """What fixes the result: versions, seeds, resolved rules."""

    entries: Mapping[str, Any]


@dataclass(frozen=True)
class Command:
    """Command line that makes the result again."""

    text: str


Section = Question | Prose | Table | FigureSection | Rules | Manifest | Command


@dataclass(frozen=True)
class Report:
    """A report; ``made_with`` names the version of the program."""

    title: str
    subtitle: str
    sections: tuple[Section, ...] = field(repr=False)
    made_with: str
    language: str = "en"

    def figures(self) -> list[FigureSection]:
        """All figures in order."""
        return [section for section in self.sections if isinstance(section, FigureSection)]
