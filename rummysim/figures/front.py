"""Candidates of a search in two quantities, with both intervals; those that no other beats are numbered."""

import polars as pl
from matplotlib.axes import Axes

from rummysim.figures.inputs import CONFIDENCE_WORDS, only, require
from rummysim.figures.numerals import count, percent, spread
from rummysim.figures.quantities import plural, quantity, unit
from rummysim.figures.render import new_axes
from rummysim.figures.style import GREY, LINES, MARKS, SMALL, Labels, label_axes, styled

__all__ = ["plot_front"]

HEIGHT = 3.4
"""Inches of the drawing."""
MOST_NAMED = 12
"""Candidates of the front that the caption names."""


def _axis(rows: pl.DataFrame) -> tuple[str, float]:
    """Words of an axis, and what its values are multiplied with."""
    shown = quantity(only(rows, "quantity"))
    measure = unit(shown.unit)
    words = shown.called(only(rows, "level"), only(rows, "group"))
    return f"{words} ({measure.symbol})" if measure.symbol else words, measure.scale


def _caption(frame: pl.DataFrame, names: list[str]) -> str:
    units = spread([count(n) for n in frame["n_units"].sort()])
    unfinished = spread([percent(share) for share in frame["share_unfinished"].sort()])
    named = "; ".join(f"{number} {name}" for number, name in enumerate(names[:MOST_NAMED], 1))
    more = f"; {len(names) - MOST_NAMED} more" if len(names) > MOST_NAMED else ""
    level = plural(only(frame, "level"))
    return (
        f"Numbered: no other candidate is as good in both. {named}{more}. Bars: intervals of {CONFIDENCE_WORDS}. "
        f"n = {units} ({level}); unfinished: {unfinished}."
    )


@styled
def plot_front(frame: pl.DataFrame, front: pl.DataFrame, across: str, up: str, *, ax: Axes | None = None) -> Axes:
    """Draw the candidates of a search in two of its goals.

    frame, front : rows of all candidates and of the front, with ``variant``, ``goal`` and the columns of an estimate.
    across, up : goals on the axes.
    """
    require(frame, ("variant", "goal", "quantity", "level", "group", "estimate", "lo", "hi", "n_units"))
    x_rows, y_rows = (frame.filter(pl.col("goal") == goal) for goal in (across, up))
    (x_words, x_scale), (y_words, y_scale) = _axis(x_rows), _axis(y_rows)
    names = front.filter(pl.col("goal") == across).sort("estimate")["variant"].to_list()
    joined = x_rows.join(y_rows, on="variant", suffix="_up").sort("variant")
    labels = Labels(
        title=f"{y_words[0].upper()}{y_words[1:].split(' (')[0]} against {x_words.split(' (')[0]}",
        x=x_words,
        y=y_words,
        caption=_caption(frame, names),
    )
    ax = new_axes(HEIGHT, labels) if ax is None else ax
    ax.grid(color=LINES)
    ax.set_axisbelow(True)
    spots: dict[tuple[float, float], list[int]] = {}
    for row in joined.iter_rows(named=True):
        is_front = row["variant"] in names
        colour = MARKS[0].colour if is_front else GREY
        x, y = x_scale * row["estimate"], y_scale * row["estimate_up"]
        ax.hlines(y, x_scale * row["lo"], x_scale * row["hi"], color=colour, linewidth=1, alpha=0.6)
        ax.vlines(x, y_scale * row["lo_up"], y_scale * row["hi_up"], color=colour, linewidth=1, alpha=0.6)
        ax.plot([x], [y], marker="o", markersize=7, color=colour, markerfacecolor=colour if is_front else "white")
        if is_front:
            spots.setdefault((x, y), []).append(names.index(row["variant"]) + 1)
    for spot, numbers in spots.items():
        text = ", ".join(str(number) for number in sorted(numbers))
        ax.annotate(text, spot, xytext=(6, 5), textcoords="offset points", fontsize=SMALL, weight="bold")
    label_axes(ax, labels)
    return ax
