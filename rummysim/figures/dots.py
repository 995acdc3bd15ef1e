"""Rows of dots with their intervals: what seat shares, endings and effects are drawn with.

The y axis counts inches from the top, so that rows are as high in a figure of many variants as in one of few. A limit
that is infinite ends in an arrow at the edge of the drawing.
"""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from matplotlib.axes import Axes
from matplotlib.markers import CARETLEFT, CARETRIGHT

from rummysim.figures.style import BAND, GREY, INTERVAL, LINES, MARKS, NORMAL, SMALL
from rummysim.figures.text import shorten, width_of, wrap

__all__ = [
    "BETWEEN",
    "LABELS",
    "PITCH",
    "Dot",
    "Group",
    "draw_dots",
    "draw_groups",
    "heights",
    "limits",
    "pitch",
    "width",
    "write_right",
]

PITCH = 0.155
"""Inches from one dot of a group to the next."""
BETWEEN = 0.22
"""Inches that a group is higher than its dots need."""
AIRY, FEW = 1.5, 4
"""Groups are so much higher when there are at most so few."""
LABELS = 2.1
"""Inches for the names of groups at the left, and at most so many lines."""
LINE = 0.175
"""Inches of height of a line of a name."""
EDGES = 0.25
"""Inches of distance from names to drawing and at the edges."""
MARGIN = 0.06
"""Part of the range that is left free at both sides."""


@dataclass(frozen=True)
class Dot:
    """An estimate with its limits, as shown; ``series`` chooses the mark."""

    estimate: float
    lo: float
    hi: float
    series: int = 0


@dataclass(frozen=True)
class Group:
    """Dots under one name, from top to bottom."""

    name: str
    dots: tuple[Dot, ...]


def limits(values: Iterable[float], *, lowest: float = -math.inf, highest: float = math.inf) -> tuple[float, float]:
    """Range of the finite values with a margin, kept within what the quantity can be."""
    finite = [value for value in values if math.isfinite(value)] or [0.0]
    low, high = min(finite), max(finite)
    margin = MARGIN * (high - low) or max(abs(low), 1.0) * MARGIN
    return max(low - margin, lowest), min(high + margin, highest)


def label_of(group: Group) -> str:
    """Name of a group, in as many lines as it needs."""
    return wrap(shorten(group.name), LABELS, NORMAL)


def pitch(groups: Sequence[Group]) -> float:
    """Inches from dot to dot."""
    return PITCH * (AIRY if len(groups) <= FEW else 1)


def heights(groups: Sequence[Group]) -> list[float]:
    """Inches of height of each group: for its dots, or for its name if that is higher."""
    step = pitch(groups)
    return [max(step * len(group.dots), LINE * (label_of(group).count("\n") + 1)) + BETWEEN for group in groups]


def width(groups: Sequence[Group], inches: float) -> float:
    """Inches of width that the names leave for the drawing."""
    widest = max(width_of(line, NORMAL) for group in groups for line in label_of(group).split("\n"))
    return inches - widest - EDGES


def draw_groups(ax: Axes, groups: Sequence[Group], x_range: tuple[float, float]) -> list[tuple[float, float]]:
    """Draw all groups one below the other, every second one on a grey band; gives top and bottom of each."""
    edges = []
    top = 0.0
    for k, height in enumerate(heights(groups)):
        edges.append((top, top + height))
        if k % 2:
            ax.axhspan(top, top + height, color=BAND, zorder=0, linewidth=0)
        top += height
    ax.set_xlim(*x_range)
    ax.set_ylim(top, 0)
    ax.set_yticks([(above + below) / 2 for above, below in edges], [label_of(group) for group in groups])
    ax.tick_params(axis="y", length=0)
    ax.grid(axis="x", color=LINES, linewidth=0.7, zorder=0.5)
    for group, (above, below) in zip(groups, edges, strict=True):
        first = (above + below) / 2 - pitch(groups) * (len(group.dots) - 1) / 2
        draw_dots(ax, group.dots, [first + pitch(groups) * k for k in range(len(group.dots))], x_range)
    return edges


def draw_dots(ax: Axes, dots: Sequence[Dot], y: Sequence[float], x_range: tuple[float, float]) -> None:
    """Draw dots at these heights, their intervals cut at the range."""
    low, high = x_range
    for dot, at in zip(dots, y, strict=True):
        mark = MARKS[dot.series % len(MARKS)]
        left, right = (min(max(limit, low), high) for limit in (dot.lo, dot.hi))
        ax.hlines(at, left, right, color=mark.colour, linewidth=1.6, zorder=2, clip_on=False, label=INTERVAL)
        for limit, edge, arrow in ((dot.lo, low, CARETLEFT), (dot.hi, high, CARETRIGHT)):
            if math.isinf(limit):
                ax.plot([edge], [at], marker=arrow, color=mark.colour, markersize=8, zorder=3, clip_on=False)
        ax.plot(
            [dot.estimate],
            [at],
            marker=mark.marker,
            markersize=6,
            color=mark.colour,
            markerfacecolor=mark.colour if mark.filled else "white",
            zorder=3,
            clip_on=False,
        )


def write_right(ax: Axes, texts: Sequence[str], y: Sequence[float]) -> None:
    """Write texts at the right edge of the drawing."""
    for text, at in zip(texts, y, strict=True):
        ax.annotate(
            text,
            xy=(1, at),
            xycoords=("axes fraction", "data"),
            xytext=(7, 0),
            textcoords="offset points",
            va="center",
            ha="left",
            fontsize=SMALL,
            color=GREY,
            annotation_clip=False,
        )
