"""A row a game, its families one below the other, a mark a series: what is drawn of all games side by side.

The y axis counts inches from the top.
"""

import math

import polars as pl
from matplotlib.axes import Axes

from rummysim.figures.dots import Dot, draw_dots, limits
from rummysim.figures.inputs import in_order
from rummysim.figures.render import new_axes
from rummysim.figures.style import BAND, GREY, LINES, NORMAL, WIDTH, Labels
from rummysim.figures.text import shorten, width_of

__all__ = ["GameRows"]

PITCH = 0.215
"""Inches from row to row."""
OFFSET = 0.045
"""Inches by which the dots of a game lie above and below its line, so that intervals do not cover each other."""
EDGE = 0.3
"""Inches beside names and drawing."""


class GameRows:
    """Estimates of many games, ready to be drawn.

    frame : columns ``family, game, estimate, lo, hi`` and the one that ``series`` names, a row a game and series.
    scale : what is shown is the value times this. inches : of width that the names leave.
    """

    def __init__(self, frame: pl.DataFrame, series: str, scale: float) -> None:
        self._frame = frame.with_columns(pl.col("estimate", "lo", "hi") * scale)
        self._column, self._series = series, in_order(frame, series)
        self._lines = self._named()
        self._range = limits([0.0, *self._frame.select("estimate", "lo", "hi").unpivot()["value"]])
        self.inches = WIDTH - EDGE - max(width_of(name, NORMAL) for name, _ in self._lines)

    def _named(self) -> list[tuple[str, str | None]]:
        """Names from top to bottom: of a family (no game), then of its games, greatest first in the last series."""
        lines: list[tuple[str, str | None]] = []
        for family in in_order(self._frame, "family"):
            rows = self._frame.filter(pl.col("family") == family)
            last = rows.filter(pl.col(self._column) == self._series[-1])
            best = last.sort("estimate", descending=True)["game"].to_list()
            rest = [game for game in in_order(rows, "game") if game not in best]
            lines += [(f"family {family}", None), *((shorten(game, 30), game) for game in (*best, *rest))]
        return lines

    def draw(self, labels: Labels, ax: Axes | None) -> Axes:
        """Draw all rows, on axes of their own if none are given."""
        ax = new_axes(PITCH * len(self._lines), labels) if ax is None else ax
        ax.set_xlim(*self._range)
        ax.set_ylim(PITCH * len(self._lines), 0)
        dots = {
            (game, series): Dot(estimate, lo, hi, self._series.index(series))
            for game, series, estimate, lo, hi in self._frame.select(
                "game", self._column, "estimate", "lo", "hi"
            ).iter_rows()
        }
        for k, (_, game) in enumerate(self._lines):
            if game is None:
                ax.axhspan(PITCH * k, PITCH * (k + 1), color=BAND, zorder=0, linewidth=0)
            else:
                self._draw_row(ax, PITCH * (k + 0.5), [dots.get((game, series)) for series in self._series])
        self._label_rows(ax)
        return ax

    def _draw_row(self, ax: Axes, middle: float, dots: list[Dot | None]) -> None:
        ax.axhline(middle, color=LINES, linewidth=0.7, zorder=0.5)
        for shift, dot in enumerate(dots):
            if dot is not None:
                at = middle + OFFSET * (2 * shift - len(dots) + 1)
                draw_dots(ax, [_within(dot, self._range)], [at], self._range)

    def _label_rows(self, ax: Axes) -> None:
        ax.axvline(0, color=GREY, linewidth=1.2, zorder=1)
        ax.set_yticks([PITCH * (k + 0.5) for k in range(len(self._lines))], [name for name, _ in self._lines])
        for label, (_, game) in zip(ax.get_yticklabels(), self._lines, strict=True):
            if game is None:
                label.set_fontweight("bold")
        ax.tick_params(axis="y", length=0)
        ax.grid(axis="x", color=LINES, linewidth=0.7, zorder=0.5)


def _within(dot: Dot, x_range: tuple[float, float]) -> Dot:
    """Dot whose estimate is left out where it lies beyond the range."""
    inside = x_range[0] <= dot.estimate <= x_range[1]
    return dot if inside else Dot(math.nan, dot.lo, dot.hi, dot.series)
