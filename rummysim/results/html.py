"""Small HTML tables for notebooks."""

from html import escape

import polars as pl

from rummysim.reports.tables import screen_table

__all__ = ["frame_html"]


def frame_html(title: str, frame: pl.DataFrame, base: pl.DataFrame | None = None) -> str:
    """A titled table (:func:`rummysim.reports.tables.screen_table`)."""
    table = screen_table(title, frame, base)
    sides = ["right" if is_number else "left" for is_number in table.are_numbers()]
    head = "".join(f"<th scope='col'>{escape(label)}</th>" for label in table.labels())
    body = "".join(
        "<tr>"
        + "".join(f"<td style='text-align: {side}'>{escape(cell)}</td>" for side, cell in zip(sides, row, strict=True))
        + "</tr>"
        for row in table.cells()
    )
    return f"<table><caption>{escape(title)}</caption><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
