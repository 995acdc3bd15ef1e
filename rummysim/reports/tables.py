"""Frames of estimates and effects as tables to read: every number with its interval, n, method and unfinished share."""

from collections.abc import Iterable

import polars as pl

from rummysim.figures.inputs import CONFIDENCE_WORDS
from rummysim.figures.quantities import quantity
from rummysim.reports.numbers import count, percent, row_cells
from rummysim.reports.sections import Column, Table

__all__ = ["effect_table", "estimate_table"]


def estimate_table(frame: pl.DataFrame, title: str, *, note: str = "") -> Table:
    """Table of estimates; what all rows share should stand in the title."""
    return _table(frame, title, note, ("variant", "quantity", "group"))


def effect_table(frame: pl.DataFrame, title: str, *, note: str = "") -> Table:
    """Table of differences from a base, with the variance factor of the pairing."""
    return _table(frame, title, note, ("variant", "base", "quantity", "group"))


def _table(frame: pl.DataFrame, title: str, note: str, keys: Iterable[str]) -> Table:
    rows = frame.rows(named=True)
    cells = pl.DataFrame(
        [(_called(row), *row_cells(row)) for row in rows],
        schema=dict.fromkeys(("quantity", "shown", "interval", "unit"), pl.String),
        orient="row",
    )
    texts = frame.with_columns(cells.get_columns()).with_columns(pl.col("method").cast(pl.String))
    kept = [name for name in keys if name == "variant" or texts[name].n_unique() > 1]
    is_effect = "base" in frame.columns
    columns = [Column(name, "part" if name == "group" else name) for name in kept]
    columns += [
        Column("shown", "difference" if is_effect else "estimate", is_number=True),
        Column("interval", f"{CONFIDENCE_WORDS} interval", is_number=True),
        Column("unit"),
        Column("n_units", "n", count),
        Column("n_bins", "bins", count),
        Column("share_unfinished", "unfinished", percent),
        Column("method"),
    ]
    if is_effect and texts["variance_factor"].null_count() < texts.height:
        columns.append(Column("variance_factor", "variance factor", lambda factor: f"{factor:.2f}"))
    return Table(title, texts, tuple(columns), note)


def _called(row: dict[str, object]) -> str:
    return quantity(str(row["quantity"])).called(str(row["level"]))
