"""Looks of all figures: sizes, colours, markers, and where title, legend and caption stand.

Colours are those of Okabe and Ito without yellow; series also differ in marker and filling, so that they are told apart
in grey. Sizes are for 6 inches of width and still legible at half of it.
"""

import functools
import textwrap
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import ParamSpec, TypeVar

import matplotlib as mpl
from matplotlib.axes import Axes
from matplotlib.lines import Line2D

__all__ = [
    "BAND",
    "GREY",
    "INCH",
    "INTERVAL",
    "LINES",
    "LOOK",
    "MARKS",
    "SMALL",
    "WIDTH",
    "Mark",
    "caption",
    "label_axes",
    "legend",
    "legend_height",
    "shorten",
    "styled",
    "wrap",
]

WIDTH = 6.0
"""Inches."""
NORMAL, SMALL, LARGE = 11.0, 10.0, 13.0
"""Points."""
GLYPH = 0.60
"""Width of a letter of the mean text, in font sizes; bold letters are a seventh wider."""
BOLD = 8 / 7
INCH = 72
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


def shorten(name: str, most: int = 84) -> str:
    """Name on one line; the middle of a very long one is left out, as ends tell variants apart."""
    flat = " ".join(name.split())
    return flat if len(flat) <= most else f"{flat[: most * 2 // 3]}…{flat[-(most // 3 - 1) :]}"


def wrap(text: str, inches: float, size: float = NORMAL, *, bold: bool = False) -> str:
    """Text broken into lines of at most that width."""
    letter = GLYPH * size * (BOLD if bold else 1) / INCH
    kept = text.replace(" %", "\N{NO-BREAK SPACE}%")
    return "\n".join(textwrap.wrap(kept, max(8, int(inches / letter)), break_on_hyphens=False)) or text


def label_axes(
    ax: Axes, *, title: str, x: str, y: str, inches: float = WIDTH, tall: float = 2.5, above: float = 0.0
) -> None:
    """Set title and axis labels, wrapped to the width of the drawing; ``above`` points are left for a legend."""
    ax.set_title(wrap(title, inches, LARGE, bold=True), loc="left", pad=8 + above)
    ax.set_xlabel(wrap(x, inches))
    ax.set_ylabel(wrap(y, tall) if y else "")


def caption(ax: Axes, text: str, inches: float = WIDTH) -> None:
    """Write a small text below the label of the x axis."""
    ax.annotate(
        wrap(text, inches, SMALL),
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


def legend(ax: Axes, names: Sequence[str], inches: float) -> float:
    """Put a legend of the marks between drawing and title; gives its height in points."""
    n_columns = _columns_that_fit(names, inches)
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
    return legend_height(names, inches)


def legend_height(names: Sequence[str], inches: float) -> float:
    """Points of height of a legend."""
    return -(-len(names) // _columns_that_fit(names, inches)) * 1.55 * NORMAL


def _columns_that_fit(names: Sequence[str], inches: float) -> int:
    """Most columns, filled one after the other, that the width holds."""
    widths = [(GLYPH * len(name) + 3.8) * NORMAL / INCH for name in names]
    for n_rows in range(1, len(names)):
        columns = [widths[first : first + n_rows] for first in range(0, len(widths), n_rows)]
        if sum(max(column) for column in columns) <= inches:
            return len(columns)
    return 1
