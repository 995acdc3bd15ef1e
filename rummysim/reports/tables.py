"""Frames of estimates and effects as tables to read: every number with its interval, n, method and unfinished share."""

from collections.abc import Iterable

import polars as pl

from rummysim.fields.estimates import Effects, Estimates
from rummysim.figures.inputs import CONFIDENCE_WORDS
from rummysim.figures.quantities import quantity
from rummysim.reports.numbers import count, percent, row_cells
from rummysim.reports.sections import Column, Table
from rummysim.stats.table import STATISTICS

__all__ = ["effect_table", "estimate_table", "glossary", "glossary_frame", "screen_table"]

ESTIMATE, EFFECT = set(Estimates.column_names()), set(Effects.column_names())
"""Columns of frames of estimates, and of effects."""


def estimate_table(frame: pl.DataFrame, title: str, *, note: str = "") -> Table:
    """Table of estimates; what all rows share should stand in the title."""
    return _table(frame, title, note, ("variant", "quantity", "group"))


def effect_table(frame: pl.DataFrame, title: str, *, note: str = "") -> Table:
    """Table of differences from a base, with the variance factor of the pairing."""
    return _table(frame, title, note, ("variant", "base", "quantity", "group"))


def _table(frame: pl.DataFrame, title: str, note: str, keys: Iterable[str]) -> Table:
    texts = _with_texts(frame)
    kept = [name for name in keys if name == "variant" or texts[name].n_unique() > 1]
    columns = [Column(name, "part" if name == "group" else name) for name in kept]
    columns += [
        *_measured(frame),
        Column("n_units", "n", count),
        Column("n_bins", "bins", count),
        Column("share_unfinished", "unfinished", percent),
        Column("method"),
    ]
    if "base" in frame.columns and texts["variance_factor"].null_count() < texts.height:
        columns.append(Column("variance_factor", "variance factor", lambda factor: f"{factor:.2f}"))
    return Table(title, texts, tuple(columns), note)


def screen_table(title: str, frame: pl.DataFrame, base: pl.DataFrame | None = None) -> Table:
    """A frame for a screen: of estimates or effects what is not alike in all rows, without bins and methods; any other
    frame as it is, floats to four digits.

    base : estimates of the base, whose values stand beside the effects then.
    """
    if not set(frame.columns) >= ESTIMATE:
        return Table(title, frame, tuple(Column(name, format=_plain) for name in frame.columns))
    texts = _with_texts(frame)
    keys = ["variant", *(name for name in frame.columns if name not in EFFECT)]
    columns = [Column(name, format=_plain) for name in keys if texts[name].n_unique() > 1]
    columns.append(Column("quantity"))
    if (texts["group"] != "all").any():
        columns.append(Column("group", "part", lambda group: "" if group == "all" else group))
    if base is not None:
        values = _with_texts(base).select(*SAME, base_value="shown")
        texts = texts.join(values, on=SAME, how="left", maintain_order="left")
        columns.append(Column("base_value", "base", is_number=True))
    columns += [*_measured(frame), Column("n_units", "n", count), Column("share_unfinished", "unfinished", percent)]
    return Table(title, texts, tuple(columns))


SAME = ("quantity", "group")
"""What an effect and the estimate of its base share."""


def _with_texts(frame: pl.DataFrame) -> pl.DataFrame:
    """A frame of estimates or effects with what its quantities are called, and estimate, interval and unit as texts."""
    cells = pl.DataFrame(
        [(_called(row), *row_cells(row)) for row in frame.rows(named=True)],
        schema=dict.fromkeys(("quantity", "shown", "interval", "unit"), pl.String),
        orient="row",
    )
    return frame.with_columns(cells.get_columns()).with_columns(pl.col("method").cast(pl.String))


def _measured(frame: pl.DataFrame) -> tuple[Column, ...]:
    return (
        Column("shown", "difference" if "base" in frame.columns else "estimate", is_number=True),
        Column("interval", f"{CONFIDENCE_WORDS} interval", is_number=True),
        Column("unit"),
    )


def _plain(value: object) -> str:
    if isinstance(value, float):
        return f"{value:.4g}"
    return f"{value:,}" if isinstance(value, int) and not isinstance(value, bool) else str(value)


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


def _called(row: dict[str, object]) -> str:
    return quantity(str(row["quantity"])).called(str(row["level"]))
