"""Frames as tables on the terminal."""

from typing import Any

import polars as pl
from rich.console import Console
from rich.table import Table

from rummysim.figures.inputs import CONFIDENCE_WORDS
from rummysim.reports.tables import reading_frame

__all__ = ["print_table"]

NUMBERS = {"base", "estimate", "difference", f"{CONFIDENCE_WORDS} interval", "n", "unfinished"}
"""Columns of :func:`rummysim.reports.tables.reading_frame` that hold numbers as texts."""


def _cell(value: Any) -> str:
    if isinstance(value, float):
        return f"{value:.4g}"
    if isinstance(value, int) and not isinstance(value, bool):
        return f"{value:,}"
    return "" if value is None else str(value)


def print_table(frame: pl.DataFrame) -> None:
    """Print a frame whole, estimates with interval and unit; numbers to the right. Wider than a pipe can tell: no
    wrapping where there is no terminal.
    """
    frame = reading_frame(frame)
    console = Console()
    if not console.is_terminal:
        console = Console(width=10_000)
    table = Table(box=None, header_style="bold", pad_edge=False)
    for name, dtype in frame.schema.items():
        table.add_column(name, justify="right" if dtype.is_numeric() or name in NUMBERS else "left", overflow="fold")
    for row in frame.iter_rows():
        table.add_row(*(_cell(value).replace("[", r"\[") for value in row))
    console.print(table)
