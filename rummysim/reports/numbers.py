"""Estimates in words: a value with its interval, and the one sentence that answers a question about a difference."""

import math
from collections.abc import Mapping
from typing import Any

from rummysim.figures.inputs import CONFIDENCE_WORDS
from rummysim.figures.numerals import count, decimals_for, fixed, interval, percent
from rummysim.figures.quantities import quantity, unit

__all__ = [
    "answer",
    "answer_row",
    "count",
    "estimate_words",
    "interval",
    "p_words",
    "percent",
    "row_cells",
    "row_words",
]

SMALLEST_P = 0.001


def estimate_words(
    estimate: float, lo: float, hi: float, unit_name: str, *, difference: bool = False, signed: bool = False
) -> str:
    """Estimate with unit and interval: ``+2.1 % (95 %: +1.2 … +3.0)``.

    Decimals follow from the width of the interval. ``unit_name`` is that of the statistic; shares are shown as per
    cent, their differences, which are signed like every difference, in percentage points.
    """
    signed, measure = signed or difference, unit(unit_name)
    values = [measure.scale * value for value in (estimate, lo, hi)]
    decimals = decimals_for(*values, signed=signed)
    middle, low, high = (fixed(value, decimals, signed=signed) for value in values)
    mark = measure.mark(difference=difference)
    return f"{middle}{' ' if mark else ''}{mark} ({CONFIDENCE_WORDS}: {low} … {high})"


def answer(
    estimate: float,
    lo: float,
    hi: float,
    unit_name: str,
    *,
    more: str = "more",
    less: str = "less",
    difference: bool = True,
) -> str:
    """Say in one sentence what an interval says of a comparison with zero.

    The six cases: no difference at all, none detectable and how great it could be, too little known, and more or less
    by a range, by at least something, or exactly.
    """
    measure = unit(unit_name)
    scaled = [measure.scale * value for value in (estimate, lo, hi)]
    decimals = decimals_for(*scaled, signed=True)
    mark = measure.mark(difference=difference)
    mark = f" {mark}" if mark else ""
    if lo == hi == 0:
        return "no difference at all"
    if lo <= 0 <= hi:
        greatest = max(abs(scaled[1]), abs(scaled[2]))
        if math.isinf(greatest):
            return "too little was played to tell"
        return f"no detectable difference: at most {fixed(greatest, decimals)}{mark}"
    word = more if estimate > 0 else less
    near, far = sorted(abs(value) for value in scaled[1:])
    shown, shown_far = fixed(near, decimals), fixed(far, decimals)
    if math.isinf(far):
        return f"{word}: by at least {shown}{mark}"
    if near == far:
        return f"{word}: by exactly {shown}{mark}"
    if float(shown.replace(",", "")) == 0:
        return f"{word}: by at most {shown_far}{mark}"
    return f"{word}: by {shown} to {shown_far}{mark}"


def p_words(p: float) -> str:
    """P value: ``p = 0.031``, ``p < 0.001``."""
    return f"p < {SMALLEST_P}" if p < SMALLEST_P else f"p = {p:.2g}"


def row_cells(row: Mapping[str, Any]) -> tuple[str, str, str]:
    """Estimate, interval and unit of a row, apart, for a table; of a test the p value alone."""
    if row["lo"] is None:
        return p_words(row["estimate"]), "", ""
    what = quantity(row["quantity"])
    measure, difference = unit(what.unit), "base" in row
    signed = what.signed or difference
    values = [measure.scale * row[name] for name in ("estimate", "lo", "hi")]
    decimals = decimals_for(*values, signed=signed)
    middle, low, high = (fixed(value, decimals, signed=signed) for value in values)
    return middle, f"{low} … {high}", measure.mark(difference=difference)


def row_words(row: Mapping[str, Any]) -> str:
    """Row of a frame of estimates or effects as :func:`estimate_words`; a test by its p value."""
    what = quantity(row["quantity"])
    if row["lo"] is None:
        return p_words(row["estimate"])
    return estimate_words(
        row["estimate"], row["lo"], row["hi"], what.unit, difference="base" in row, signed=what.signed
    )


def answer_row(row: Mapping[str, Any], *, more: str = "more", less: str = "less") -> str:
    """Row of a frame of effects, or of a quantity that compares with zero, as :func:`answer`."""
    unit_name = quantity(row["quantity"]).unit
    return answer(row["estimate"], row["lo"], row["hi"], unit_name, more=more, less=less, difference="base" in row)
