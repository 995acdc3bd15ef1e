"""Effects of variants against a base: a forest plot."""

import polars as pl
from matplotlib.axes import Axes

from rummysim.figures.dots import Dot, Group, draw_groups, heights, limits, width, write_right
from rummysim.figures.inputs import in_order, only, require, sample_words
from rummysim.figures.numerals import interval
from rummysim.figures.quantities import Quantity, Unit, plural, quantity, unit
from rummysim.figures.render import new_axes
from rummysim.figures.style import GREY, SMALL, WIDTH, Labels, label_axes, styled
from rummysim.figures.text import shorten, width_of

__all__ = ["plot_effects"]

NEEDED = ("variant", "base", "quantity", "level", "group", "estimate", "lo", "hi", "n_units", "share_unfinished")


@styled
def plot_effects(frame: pl.DataFrame, *, ax: Axes | None = None) -> Axes:
    """Draw the difference of each variant from the base with its interval, in the order given.

    ``frame`` holds effects (:class:`rummysim.fields.estimates.Effects`) of one quantity and level; several groups or
    bases have a row each.
    """
    require(frame, NEEDED)
    what, level = quantity(only(frame, "quantity")), only(frame, "level")
    measure = unit(what.unit)
    rows = frame.select(pl.col("estimate", "lo", "hi") * measure.scale).rows()
    groups = [Group(name, (Dot(*row),)) for name, row in zip(_names(frame), rows, strict=True)]
    x_range = limits([0.0, *(value for row in rows for value in row)])
    numbers = [interval(*row, signed=True) for row in rows]
    title, x = _words(frame, what, measure)
    labels = Labels(
        title=title,
        x=x,
        caption=f"At the right: difference and interval. {sample_words(frame, plural(level))}",
        inches=width(groups, WIDTH),
        right=max(width_of(number, SMALL) for number in numbers),
    )
    ax = new_axes(sum(heights(groups)), labels) if ax is None else ax
    edges = draw_groups(ax, groups, x_range)
    ax.axvline(0, color=GREY, linewidth=1.2, zorder=1)
    write_right(ax, numbers, [(above + below) / 2 for above, below in edges])
    label_axes(ax, labels)
    return ax


def _words(frame: pl.DataFrame, what: Quantity, measure: Unit) -> tuple[str, str]:
    """Title and label of the x axis; a base or group that all rows share stands there."""
    bases, groups = in_order(frame, "base"), in_order(frame, "group")
    words = what.called(only(frame, "level"), groups[0] if len(groups) == 1 else "all")
    against = shorten(bases[0]) if len(bases) == 1 else "the base"
    mark = measure.mark(difference=True)
    return f"Effect on {words}", f"difference from {against}" + (f" ({mark})" if mark else "")


def _names(frame: pl.DataFrame) -> list[str]:
    """Variant of each row, with group and base where these differ between rows."""
    many_groups, many_bases = (frame[column].n_unique() > 1 for column in ("group", "base"))
    return [
        variant + (f", {group}" if many_groups else "") + (f" against {base}" if many_bases else "")
        for variant, group, base in frame.select("variant", "group", "base").iter_rows()
    ]
