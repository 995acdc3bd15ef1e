"""Win shares by seat, beside the share that would be fair."""

from collections.abc import Sequence

import polars as pl
from matplotlib.axes import Axes

from rummysim.figures.dots import Dot, Group, draw_groups, heights, limits, width
from rummysim.figures.inputs import in_order, of_quantity, only, require, sample_words
from rummysim.figures.quantities import plural
from rummysim.figures.render import new_axes
from rummysim.figures.style import GREY, WIDTH, Labels, label_axes, styled

__all__ = ["plot_seat_shares"]

SEAT = "seat "
STARTER = 0
ROUNDING = 1e-6
"""By which shares of all seats may miss 1."""


@styled
def plot_seat_shares(frame: pl.DataFrame, *, ax: Axes | None = None) -> Axes:
    """Draw the share of the decided units that each seat won, a group of dots for each variant.

    ``frame`` holds estimates (:class:`rummysim.fields.estimates.Estimates`) with the quantity ``win_share``; its groups
    ``seat k`` are drawn. The dotted fair line of a variant is left out where its shares do not add to 1: a seat is
    missing then, and the number of players is not known.
    """
    rows = of_quantity(frame, "win_share").filter(pl.col("group").str.starts_with(SEAT))
    rows = rows.with_columns(seat=pl.col("group").str.strip_prefix(SEAT).cast(pl.Int64))
    require(rows, ("seat",))
    variants = in_order(rows, "variant")
    groups, fair = [], []
    for variant in variants:
        of_variant = rows.filter(pl.col("variant") == variant).sort("seat")
        groups.append(Group(variant, tuple(_dots(of_variant))))
        fair.append(_fair_share(of_variant))
    seen = [value for group in groups for dot in group.dots for value in (dot.lo, dot.hi, dot.estimate)]
    x_range = limits([*seen, *(100 * share for share in fair if share is not None)], lowest=0, highest=100)
    level = only(rows, "level")
    missing = " No fair line where a seat is missing." if None in fair else ""
    labels = Labels(
        title="Win share by seat",
        x=f"win share (% of decided {plural(level)})",
        caption=f"Dotted: fair share.{missing} {sample_words(rows, f'decided {plural(level)}')}",
        inches=width(groups, WIDTH),
        series=tuple(
            f"seat {seat}{' (starter)' if seat == STARTER else ''}" for seat in range(max(in_order(rows, "seat")) + 1)
        ),
    )
    ax = new_axes(sum(heights(groups)), labels) if ax is None else ax
    _draw_fair(ax, draw_groups(ax, groups, x_range), fair)
    label_axes(ax, labels)
    return ax


def _dots(rows: pl.DataFrame) -> list[Dot]:
    return [
        Dot(100 * estimate, 100 * lo, 100 * hi, seat)
        for estimate, lo, hi, seat in rows.select("estimate", "lo", "hi", "seat").iter_rows()
    ]


def _fair_share(rows: pl.DataFrame) -> float | None:
    """One by the number of players, where all seats are there."""
    return 1 / rows.height if abs(sum(rows["estimate"].to_list()) - 1) < ROUNDING else None


def _draw_fair(ax: Axes, edges: Sequence[tuple[float, float]], fair: Sequence[float | None]) -> None:
    for (above, below), share in zip(edges, fair, strict=True):
        if share is not None:
            ax.vlines(100 * share, above, below, color=GREY, linestyle=":", linewidth=1.5, zorder=1)
