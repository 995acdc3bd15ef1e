"""Frames of estimates and effects as tables to read: every number with its interval, n, method and unfinished share."""

from collections.abc import Iterable

import polars as pl

from rummysim.figures.inputs import CONFIDENCE_WORDS
from rummysim.figures.quantities import quantity
from rummysim.reports.numbers import count, percent, row_cells
from rummysim.reports.sections import Column, Table
from rummysim.stats.table import STATISTICS

__all__ = ["effect_table", "estimate_table", "glossary", "glossary_frame", "reading_frame"]

ESTIMATE = {
    "quantity",
    "level",
    "group",
    "estimate",
    "se",
    "lo",
    "hi",
    "n_units",
    "n_bins",
    "method",
    "share_unfinished",
}
"""Columns that every frame of estimates has."""
MORE = {"base", "variance_factor"}
"""Columns that one of effects has besides."""


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
        Column("shown", _estimate_name(frame), is_number=True),
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


def reading_frame(frame: pl.DataFrame, base: pl.DataFrame | None = None) -> pl.DataFrame:
    """Frame of estimates or effects as texts for a screen; any other frame as it is.

    Columns in which all rows are alike are left out, bins and methods are. ``base`` : estimates of the base, which
    stand beside the effects then.
    """
    if not set(frame.columns) >= ESTIMATE:
        return frame
    keys = [name for name in frame.columns if name not in ESTIMATE | MORE and frame[name].n_unique() > 1]
    rows, bases = frame.rows(named=True), _values(base)
    kept = [[row[name] for name in keys] for row in rows]
    columns = ["quantity", "part", *(["base"] if bases else []), _estimate_name(frame)]
    columns += [f"{CONFIDENCE_WORDS} interval", "unit", "n", "unfinished"]
    texts = []
    for row in rows:
        middle, interval, mark = row_cells(row)
        at_base = [bases.get((row["quantity"], row["group"]), "")] if bases else []
        part = "" if row["group"] == "all" else str(row["group"])
        counts = count(row["n_units"]), percent(row["share_unfinished"])
        texts.append([_called(row), part, *at_base, middle, interval, mark, *counts])
    cells = [[*one, *other] for one, other in zip(kept, texts, strict=True)]
    schema = {name: frame.schema[name] for name in keys} | dict.fromkeys(columns, pl.String())
    found = pl.DataFrame(cells, schema=schema, orient="row")
    return found.drop("part") if (found["part"] == "").all() else found


def glossary_frame() -> pl.DataFrame:
    """All quantities: name, what it is called, unit, levels, meaning."""
    rows = [
        {
            "quantity": each.name,
            "called": quantity(each.name).called(each.levels[0]),
            "unit": each.unit,
            "levels": ", ".join(each.levels),
            "meaning": each.definition,
        }
        for each in STATISTICS
    ]
    return pl.DataFrame(rows)


def glossary(frame: pl.DataFrame) -> Table:
    """What the quantities of a frame mean."""
    there = glossary_frame().filter(pl.col("quantity").is_in(frame["quantity"].unique().implode()))
    columns = (Column("called", "quantity"), Column("meaning"), Column("unit"))
    return Table("What the quantities mean", there, columns, "Shares are shown as per cent.")


def _values(base: pl.DataFrame | None) -> dict[tuple[str, str], str]:
    """Estimates of a base without their intervals, by quantity and group."""
    rows = () if base is None else base.rows(named=True)
    return {(row["quantity"], row["group"]): row_cells(row)[0] for row in rows}


def _estimate_name(frame: pl.DataFrame) -> str:
    return "difference" if "base" in frame.columns else "estimate"


def _called(row: dict[str, object]) -> str:
    return quantity(str(row["quantity"])).called(str(row["level"]))
