"""All games side by side between luck and skill: a row a game, deals and matches on it, families one below the other.

The y axis counts inches from the top.
"""

import math
from dataclasses import dataclass

import polars as pl
from matplotlib.axes import Axes

from rummysim.errors import InputError
from rummysim.figures.dots import Dot, draw_dots, limits
from rummysim.figures.inputs import CONFIDENCE_WORDS, in_order, require
from rummysim.figures.numerals import count, percent, spread
from rummysim.figures.quantities import plural
from rummysim.figures.render import new_axes
from rummysim.figures.style import BAND, GREY, LINES, NORMAL, WIDTH, Labels, label_axes, styled
from rummysim.figures.text import shorten, width_of

__all__ = ["QUANTITIES", "plot_skill_map"]

NEEDED = ("game", "family", "level", "quantity", "group", "estimate", "lo", "hi", "n_units", "share_unfinished")
PITCH = 0.215
"""Inches from row to row."""
OFFSET = 0.045
"""Inches by which the dots of a game lie above and below its line, so that intervals do not cover each other."""
EDGE = 0.3
"""Inches beside names and drawing."""


@dataclass(frozen=True)
class Shown:
    """How a quantity is shown: title, label of the axis, what its ends mean, scale."""

    title: str
    x: str
    meaning: str
    scale: float = 100.0


QUANTITIES = {
    "edge": Shown(
        "Luck and skill",
        "luck ← pairs won twice less lost twice (%) → skill",
        "Mirrored pairs: the same cards twice, places exchanged; won by the first bot less lost by it. "
        "0: the cards decide, or the bots are equal; 100: it wins whatever its cards; below 0: it is the worse one.",
    ),
    "same_bot": Shown(
        "What decides: the bots",
        "luck ← same bot wins twice (%) → skill",
        "Mirrored pairs: the same cards twice, places exchanged. 0: the cards decide; 100: the bots decide.",
    ),
    "same_place": Shown(
        "What decides: the cards",
        "skill ← same place wins twice (%) → luck",
        "Mirrored pairs: the same cards twice, places exchanged. 100: the cards decide; 0: the bots decide.",
    ),
    "rating_spread": Shown(
        "How far bots are apart",
        "luck ← spread of the ratings (points) → skill",
        "Standard deviation of the ratings of the bots. 0: all are equal; 400: ten wins to one.",
        1.0,
    ),
}
"""What can be drawn."""


def _lines(frame: pl.DataFrame) -> list[tuple[str, str | None]]:
    """Names from top to bottom: of a family (no game), then of its games, most skill first at the last level."""
    last = in_order(frame, "level")[-1]
    lines: list[tuple[str, str | None]] = []
    for family in in_order(frame, "family"):
        rows = frame.filter(pl.col("family") == family)
        best = rows.filter(pl.col("level") == last).sort("estimate", descending=True)["game"].to_list()
        rest = [game for game in in_order(rows, "game") if game not in best]
        lines += [(f"family {family}", None), *((shorten(game, 30), game) for game in (*best, *rest))]
    return lines


@styled
def plot_skill_map(frame: pl.DataFrame, quantity: str = "edge", *, ax: Axes | None = None) -> Axes:
    """Draw one quantity of every game with its intervals, a mark a level.

    ``frame`` is that of a :class:`rummysim.results.skill_map.SkillMap`.
    """
    require(frame, NEEDED)
    if quantity not in QUANTITIES:
        raise InputError(f"quantity is {quantity!r}; allowed {', '.join(QUANTITIES)}; choose one of these")
    rows = frame.filter(pl.col("quantity") == quantity)
    require(rows, NEEDED)
    shown = QUANTITIES[quantity]
    levels, lines = in_order(rows, "level"), _lines(rows)
    values = rows.select(pl.col("estimate", "lo", "hi") * shown.scale)
    x_range = limits([0.0, *values.unpivot()["value"]])
    labels = Labels(
        title=f"{shown.title}: {rows['game'].n_unique()} games for two",
        x=shown.x,
        caption=f"{shown.meaning} {_caption(rows)}",
        inches=WIDTH - EDGE - max(width_of(name, NORMAL) for name, _ in lines),
        series=tuple(plural(level) for level in levels) if len(levels) > 1 else (),
    )
    ax = new_axes(PITCH * len(lines), labels) if ax is None else ax
    _draw_rows(ax, rows.with_columns(values.get_columns()), lines, x_range)
    label_axes(ax, labels)
    return ax


def _draw_rows(ax: Axes, rows: pl.DataFrame, lines: list[tuple[str, str | None]], x_range: tuple[float, float]) -> None:
    levels = in_order(rows, "level")
    dots = {
        (game, level): Dot(estimate, lo, hi, levels.index(level))
        for game, level, estimate, lo, hi in rows.select("game", "level", "estimate", "lo", "hi").iter_rows()
    }
    ax.set_xlim(*x_range)
    ax.set_ylim(PITCH * len(lines), 0)
    for k, (_, game) in enumerate(lines):
        middle = PITCH * (k + 0.5)
        if game is None:
            ax.axhspan(PITCH * k, PITCH * (k + 1), color=BAND, zorder=0, linewidth=0)
            continue
        ax.axhline(middle, color=LINES, linewidth=0.7, zorder=0.5)
        for shift, level in enumerate(levels):
            if (game, level) in dots:
                at = middle + OFFSET * (2 * shift - len(levels) + 1)
                draw_dots(ax, [_within(dots[game, level], x_range)], [at], x_range)
    ax.axvline(0, color=GREY, linewidth=1.2, zorder=1)
    ax.set_yticks([PITCH * (k + 0.5) for k in range(len(lines))], [name for name, _ in lines])
    for label, (_, game) in zip(ax.get_yticklabels(), lines, strict=True):
        if game is None:
            label.set_fontweight("bold")
    ax.tick_params(axis="y", length=0)
    ax.grid(axis="x", color=LINES, linewidth=0.7, zorder=0.5)


def _within(dot: Dot, x_range: tuple[float, float]) -> Dot:
    """Dot whose estimate is left out where it lies beyond the range."""
    inside = x_range[0] <= dot.estimate <= x_range[1]
    return dot if inside else Dot(math.nan, dot.lo, dot.hi, dot.series)


def _caption(rows: pl.DataFrame) -> str:
    """Who played, intervals, n, unfinished units."""
    groups = {family: in_order(rows.filter(pl.col("family") == family), "group") for family in in_order(rows, "family")}
    different = {", ".join(names) for names in groups.values()}
    who = "; ".join(f"{family}: {', '.join(names)}" for family, names in groups.items())
    parts = []
    for level in in_order(rows, "level"):
        held = rows.filter(pl.col("level") == level)
        parts.append(f"{spread([count(n) for n in held['n_units'].sort()])} ({plural(level)})")
    unfinished = spread([percent(share) for share in rows["share_unfinished"].sort()])
    counted = "mirrored pairs" if rows["quantity"][0] != "rating_spread" else "decided units"
    return (
        f"Bots: {different.pop() if len(different) == 1 else who}. "
        f"Intervals: {CONFIDENCE_WORDS}. n = {' and '.join(parts)} {counted} a game; unfinished: {unfinished}."
    )
