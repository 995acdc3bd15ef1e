"""How deals or matches end."""

import polars as pl
from matplotlib.axes import Axes

from rummysim.figures.dots import Dot, Group, draw_groups, heights, width
from rummysim.figures.inputs import in_order, of_quantity, only, sample_words
from rummysim.figures.numerals import percent
from rummysim.figures.quantities import plural
from rummysim.figures.render import new_axes
from rummysim.figures.style import WIDTH, Labels, label_axes, styled

__all__ = ["plot_endings"]

TICKS = (0, 1, 5, 10, 20, 30, 40, 60, 80, 100)
"""Per cent."""


@styled
def plot_endings(frame: pl.DataFrame, *, ax: Axes | None = None) -> Axes:
    """Draw the share of each way to end, a group of dots for each variant, on a square-root scale.

    ``frame`` holds estimates (:class:`rummysim.fields.estimates.Estimates`) with the quantity ``end_share``. Ends that
    never happened in any variant are named in the caption, with the greatest of their upper limits.
    """
    rows = of_quantity(frame, "end_share")
    level, variants = only(rows, "level"), in_order(rows, "variant")
    happened = in_order(rows.filter(pl.col("estimate") > 0), "group")
    ends = [end for end in in_order(rows, "group") if end in happened]
    groups = []
    for variant in variants:
        of_variant = rows.filter((pl.col("variant") == variant) & pl.col("group").is_in(ends))
        dots = [
            Dot(100 * estimate, 100 * lo, 100 * hi, ends.index(end))
            for estimate, lo, hi, end in of_variant.select("estimate", "lo", "hi", "group").iter_rows()
        ]
        groups.append(Group(variant, tuple(sorted(dots, key=lambda dot: dot.series))))
    labels = Labels(
        title=f"How {plural(level)} end",
        x=f"share of {plural(level)} (%, square-root scale)",
        caption=_never(rows, ends) + sample_words(rows, plural(level)),
        inches=width(groups, WIDTH),
        series=tuple(end.replace("_", " ") for end in ends),
    )
    ax = new_axes(sum(heights(groups)), labels) if ax is None else ax
    ax.set_xscale("function", functions=(lambda share: abs(share) ** 0.5, lambda root: root**2))
    draw_groups(ax, groups, (0, 100))
    ax.set_xticks(TICKS)
    label_axes(ax, labels)
    return ax


def _never(rows: pl.DataFrame, ends: list[str]) -> str:
    absent = rows.filter(~pl.col("group").is_in(ends))
    if absent.is_empty():
        return ""
    names = ", ".join(end.replace("_", " ") for end in in_order(absent, "group"))
    return f"Never seen: {names} (upper limit {percent(max(in_order(absent, 'hi')))}). "
