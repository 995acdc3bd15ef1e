"""Frames as tables on the terminal."""

import polars as pl
from rich import table as rich
from rich.console import Console

from rummysim.reports.tables import screen_table

__all__ = ["print_table"]


def print_table(frame: pl.DataFrame, base: pl.DataFrame | None = None) -> None:
    """Print a frame whole (:func:`rummysim.reports.tables.screen_table`); numbers to the right. Wider than a pipe can
    tell: no wrapping where there is no terminal.
    """
    console = Console()
    if not console.is_terminal:
        console = Console(width=10_000)
    shown = screen_table("", frame, base)
    table = rich.Table(box=None, header_style="bold", pad_edge=False)
    for label, is_number in zip(shown.labels(), shown.are_numbers(), strict=True):
        table.add_column(label, justify="right" if is_number else "left", overflow="fold")
    for row in shown.cells():
        table.add_row(*(cell.replace("[", r"\[") for cell in row))
    console.print(table)
