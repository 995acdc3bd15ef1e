"""What figures read from the frames they are given, refused where it would not make one figure."""

from collections.abc import Sequence
from typing import Any

import polars as pl

from rummysim.errors import InputError
from rummysim.fields.estimates import CONFIDENCE
from rummysim.figures.numerals import count, percent, spread
from rummysim.figures.quantities import plural

__all__ = ["CONFIDENCE_WORDS", "in_order", "of_quantity", "only", "require", "sample_words"]

CONFIDENCE_WORDS = f"{100 * CONFIDENCE:g} %"


def require(frame: pl.DataFrame, columns: Sequence[str]) -> None:
    """Refuse a frame that lacks a column or has no rows."""
    missing = [column for column in columns if column not in frame.columns]
    if missing:
        message = (
            f"the frame lacks {', '.join(missing)}; this figure needs {', '.join(columns)}; "
            "give the frame of the statistic that the figure is named after"
        )
        raise InputError(message)
    if frame.is_empty():
        message = "the frame has no rows; a figure needs one at least; see that the statistic was tallied"
        raise InputError(message)


def of_quantity(frame: pl.DataFrame, quantity: str) -> pl.DataFrame:
    """Rows of a quantity, all of one level."""
    require(frame, ("variant", "quantity", "level", "group", "estimate", "lo", "hi", "n_units", "share_unfinished"))
    rows = frame.filter(pl.col("quantity") == quantity)
    if rows.is_empty():
        held = ", ".join(in_order(frame, "quantity"))
        message = f"no rows of {quantity}; the frame holds {held}; give estimates that hold {quantity}"
        raise InputError(message)
    only(rows, "level")
    return rows


def only(frame: pl.DataFrame, column: str) -> Any:
    """Value that all rows share."""
    values = in_order(frame, column)
    if len(values) > 1:
        message = (
            f"the frame holds {len(values)} values of {column}: {', '.join(map(str, values))}; a figure shows one; "
            f"filter the frame by {column}"
        )
        raise InputError(message)
    return values[0]


def in_order(frame: pl.DataFrame, column: str) -> list[Any]:
    """Distinct values in the order in which they come."""
    return frame[column].unique(maintain_order=True).to_list()


def sample_words(rows: pl.DataFrame, counted: str) -> str:
    """Sentences on the intervals, n and the share of unfinished units, as every figure carries them."""
    n_units = [count(n) for n in rows["n_units"].sort()]
    unfinished = [percent(share) for share in rows["share_unfinished"].sort()]
    level = only(rows, "level")
    each = " for each variant" if rows["variant"].n_unique() > 1 else ""
    return (
        f"Intervals: {CONFIDENCE_WORDS}. n = {spread(n_units)} {counted}{each}; "
        f"unfinished {plural(level)}: {spread(unfinished)}."
    )
