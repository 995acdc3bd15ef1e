"""Looks of all figures: sizes, colours, markers, and where title, legend and caption stand.

Colours are those of Okabe and Ito without yellow; series also differ in marker and filling, so that they are told apart
in grey. Sizes are for 6 inches of width and still legible at half of it.
"""

import functools
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import ParamSpec, TypeVar

import matplotlib as mpl
from matplotlib.axes import Axes
from matplotlib.lines import Line2D

from rummysim.figures.text import INCH, width_of, wrap

__all__ = [
    "BAND",
    "GREY",
    "INTERVAL",
    "LINES",
    "LOOK",
    "MARKS",
    "NORMAL",
    "SMALL",
    "WIDTH",
    "Labels",
    "Mark",
    "label_axes",
    "styled",
]

WIDTH = 6.0
"""Inches."""
NORMAL, SMALL, LARGE = 11.0, 10.0, 13.0
"""Points."""
LEADING, LEGEND_LEADING, LEGEND_MARK = 1.3, 1.6, 3.8
"""Distances of lines of text and of the legend, and width of a mark in it, in font sizes."""
AROUND = 0.44
"""Inches for the numbers of the x axis and all distances."""
TALL = 2.4
"""Inches that the label of the y axis may be long."""
GREY, LINES, BAND = "#555555", "#e2e2e2", "#f4f4f4"
INTERVAL = "_interval"
"""Label of every artist that draws intervals."""

LOOK = {
    "font.family": ["sans-serif"],
    "font.sans-serif": ["DejaVu Sans", "Verdana", "Arial", "sans-serif"],
    "font.size": NORMAL,
    "text.parse_math": False,
    "text.usetex": False,
    "axes.unicode_minus": True,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.edgecolor": GREY,
    "axes.labelsize": NORMAL,
    "axes.titlesize": LARGE,
    "axes.titleweight": "bold",
    "axes.facecolor": "white",
    "figure.facecolor": "white",
    "figure.dpi": 100,
    "xtick.labelsize": NORMAL,
    "ytick.labelsize": NORMAL,
    "xtick.color": "#222222",
    "ytick.color": "#222222",
    "legend.fontsize": NORMAL,
    "legend.frameon": False,
    "svg.fonttype": "none",
    "svg.hashsalt": "rummysim",
    "path.simplify": False,
}

P = ParamSpec("P")
R = TypeVar("R")


@dataclass(frozen=True)
class Mark:
    """How a series is drawn."""

    colour: str
    marker: str
    filled: bool = True


MARKS = (
    Mark("#0072B2", "o"),
    Mark("#D55E00", "s", filled=False),
    Mark("#009E73", "D"),
    Mark("#CC79A7", "^", filled=False),
    Mark("#000000", "v"),
    Mark("#E69F00", "X"),
    Mark("#56B4E9", "P", filled=False),
    Mark("#7F4A21", "*"),
)
"""Series beyond the last begin again."""


def styled(plot: Callable[P, R]) -> Callable[P, R]:
    """Draw with these looks, and leave the user's settings as they are."""

    @functools.wraps(plot)
    def drawn(*args: P.args, **kwargs: P.kwargs) -> R:
        with mpl.rc_context(LOOK):  # type: ignore[arg-type]
            return plot(*args, **kwargs)

    return drawn


@dataclass(frozen=True, kw_only=True)
class Labels:
    """Words around a drawing, broken to its width.

    Parameters
    ----------
    title, x, y, caption
        Title, labels of the axes with units, small text below.
    inches
        Width of the drawing and of what stands at its right.
    right
        Width of the latter.
    series
        Names for a legend of the marks, if there is one.
    """

    title: str
    x: str
    y: str = ""
    caption: str
    inches: float = WIDTH - 0.75
    right: float = 0.0
    series: tuple[str, ...] = ()

    def height(self) -> float:
        """Inches that they take up above and below the drawing, the numbers of the x axis included."""
        sizes = ((self.wrapped_title, LARGE), (self.wrapped_x, NORMAL), (self.wrapped_caption, SMALL))
        lines = sum(LEADING * size * (text.count("\n") + 1) for text, size in sizes)
        return (lines + self.legend_height) / INCH + AROUND

    @property
    def wrapped_title(self) -> str:
        """Title in lines."""
        return wrap(self.title, self.inches, LARGE, bold=True)

    @property
    def wrapped_x(self) -> str:
        """Label of the x axis in lines."""
        return wrap(self.x, self.inches - self.right, NORMAL)

    @property
    def wrapped_caption(self) -> str:
        """Caption in lines."""
        return wrap(self.caption, self.inches, SMALL)

    @property
    def legend_height(self) -> float:
        """Points of height of the legend."""
        rows = -(-len(self.series) // _columns_that_fit(self.series, self.inches)) if self.series else 0
        return rows * LEGEND_LEADING * NORMAL


def label_axes(ax: Axes, labels: Labels) -> None:
    """Write title, legend, axis labels and caption."""
    ax.set_title(labels.wrapped_title, loc="left", pad=8 + labels.legend_height)
    ax.set_xlabel(labels.wrapped_x)
    ax.set_ylabel(wrap(labels.y, TALL, NORMAL))
    if labels.series:
        _legend(ax, labels.series, _columns_that_fit(labels.series, labels.inches))
    ax.annotate(
        labels.wrapped_caption,
        xy=(0, 0),
        xycoords=("axes fraction", ax.xaxis.label),
        xytext=(0, -5),
        textcoords="offset points",
        va="top",
        ha="left",
        fontsize=SMALL,
        color=GREY,
        annotation_clip=False,
    )


def _legend(ax: Axes, names: Sequence[str], n_columns: int) -> None:
    """Legend of the marks between drawing and title."""
    handles = [
        Line2D([], [], color=mark.colour, marker=mark.marker, markerfacecolor=mark.colour if mark.filled else "white")
        for mark in (MARKS[k % len(MARKS)] for k in range(len(names)))
    ]
    ax.legend(
        handles,
        names,
        loc="lower left",
        bbox_to_anchor=(0, 1),
        ncols=n_columns,
        borderaxespad=0.2,
        borderpad=0.1,
        handlelength=1.8,
        columnspacing=1.2,
    )


def _columns_that_fit(names: Sequence[str], inches: float) -> int:
    """Most columns, filled one after the other, that the width holds."""
    widths = [width_of(name, NORMAL) + LEGEND_MARK * NORMAL / INCH for name in names]
    for n_rows in range(1, len(names)):
        columns = [widths[first : first + n_rows] for first in range(0, len(widths), n_rows)]
        if sum(max(column) for column in columns) <= inches:
            return len(columns)
    return 1
