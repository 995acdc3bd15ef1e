"""Frames as tables on the terminal."""

from typing import Any

import polars as pl
from rich.console import Console
from rich.table import Table

__all__ = ["print_table"]


def _cell(value: Any) -> str:
    if isinstance(value, float):
        return f"{value:.4g}"
    if isinstance(value, int) and not isinstance(value, bool):
        return f"{value:,}"
    return "" if value is None else str(value)


def print_table(frame: pl.DataFrame) -> None:
    """Print a frame whole; numbers to the right. Wider than a pipe can tell: no wrapping where there is no terminal."""
    console = Console()
    if not console.is_terminal:
        console = Console(width=10_000)
    table = Table(box=None, header_style="bold", pad_edge=False)
    for name, dtype in frame.schema.items():
        table.add_column(name, justify="right" if dtype.is_numeric() else "left", overflow="fold")
    for row in frame.iter_rows():
        table.add_row(*(_cell(value).replace("[", r"\[") for value in row))
    console.print(table)
