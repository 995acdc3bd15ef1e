"""Small HTML tables for notebooks."""

from html import escape
from typing import Any

import polars as pl

from rummysim.reports.tables import reading_frame

__all__ = ["frame_html"]


def _cell(value: Any) -> str:
    return f"{value:.4g}" if isinstance(value, float) else escape(str(value))


def frame_html(title: str, frame: pl.DataFrame) -> str:
    """A titled table; estimates with interval and unit, other floats to four digits."""
    frame = reading_frame(frame)
    head = "".join(f"<th scope='col'>{escape(name)}</th>" for name in frame.columns)
    body = "".join("<tr>" + "".join(f"<td>{_cell(value)}</td>" for value in row) + "</tr>" for row in frame.iter_rows())
    return f"<table><caption>{escape(title)}</caption><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
