"""Ratings of a field of bots, deals and matches side by side."""

import math
from collections.abc import Sequence

import polars as pl
from matplotlib.axes import Axes

from rummysim.figures.dots import Dot, Group, draw_groups, heights, limits, pitch, width, write_right
from rummysim.figures.inputs import CONFIDENCE_WORDS, in_order, only, require
from rummysim.figures.numerals import count, interval, percent, spread
from rummysim.figures.quantities import plural
from rummysim.figures.render import new_axes
from rummysim.figures.style import GREY, SMALL, WIDTH, Labels, label_axes, styled
from rummysim.figures.text import width_of

__all__ = ["plot_ratings"]

NEEDED = ("game", "level", "players", "bot", "estimate", "lo", "hi", "n_units", "share_unfinished")


@styled
def plot_ratings(frame: pl.DataFrame, *, ax: Axes | None = None) -> Axes:
    """Draw the rating of each bot with its interval, a dot a level, best first at the last level.

    ``frame`` holds the ratings of one tournament.
    """
    require(frame, NEEDED)
    game, players = only(frame, "game"), only(frame, "players")
    levels = in_order(frame, "level")
    best = frame.filter(pl.col("level") == levels[-1]).sort("estimate", descending=True)["bot"].to_list()
    shown = {
        (bot, level): tuple(row)
        for bot, level, *row in frame.select("bot", "level", "estimate", "lo", "hi").iter_rows()
    }
    rows = [[(level, *shown[bot, level]) for level in levels if (bot, level) in shown] for bot in best]
    bounded = [value for row in shown.values() if all(map(math.isfinite, row)) for value in row]
    x_range = limits(bounded or [value for row in shown.values() for value in row])
    groups = [
        Group(bot, tuple(_dot(values, x_range, levels.index(level)) for level, *values in row))
        for bot, row in zip(best, rows, strict=True)
    ]
    numbers = [interval(*values, signed=True) for row in rows for _, *values in row]
    right = max(width_of(number, SMALL) for number in numbers)
    labels = Labels(
        title=f"Ratings, {game}, {players} players",
        x="rating (points; 400: ten wins to one)",
        caption=f"At the right: rating and interval; 0: mean of the field. {_sample_words(frame)}",
        inches=width(groups, WIDTH),
        right=right,
        series=tuple(plural(level) for level in levels) if len(levels) > 1 else (),
    )
    ax = new_axes(sum(heights(groups)), labels) if ax is None else ax
    edges = draw_groups(ax, groups, x_range)
    step = pitch(groups)
    y = [
        (above + below) / 2 + step * (k - (len(group.dots) - 1) / 2)
        for group, (above, below) in zip(groups, edges, strict=True)
        for k in range(len(group.dots))
    ]
    write_right(ax, numbers, y)
    ax.axvline(0, color=GREY, linewidth=1.2, zorder=1)
    label_axes(ax, labels)
    return ax


def _dot(values: Sequence[float], x_range: tuple[float, float], series: int) -> Dot:
    """Dot of a rating; one that nothing bounds and that lies beyond the range is an arrow at the edge only."""
    estimate, lo, hi = values
    return Dot(estimate if x_range[0] <= estimate <= x_range[1] else math.nan, lo, hi, series)


def _sample_words(frame: pl.DataFrame) -> str:
    levels = in_order(frame, "level")
    parts = []
    for level in levels:
        rows = frame.filter(pl.col("level") == level)
        units = spread([count(n) for n in rows["n_units"].sort()])
        unfinished = spread([percent(share) for share in rows["share_unfinished"].sort()])
        parts.append(f"n = {units} decided {plural(level)} a bot; unfinished: {unfinished}")
    is_bounded = frame.select(pl.all_horizontal(pl.col("lo", "hi").is_finite()).all()).item()
    open_ended = "" if is_bounded else " An arrow: the bot lost, or won, everything."
    return f"Intervals: {CONFIDENCE_WORDS}. {'; '.join(parts)}.{open_ended}"
