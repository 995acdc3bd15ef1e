"""All games side by side between luck and skill: a row a game, deals and matches on it."""

from dataclasses import dataclass

import polars as pl
from matplotlib.axes import Axes

from rummysim.errors import InputError
from rummysim.figures.games import GameRows
from rummysim.figures.inputs import CONFIDENCE_WORDS, in_order, require
from rummysim.figures.numerals import count, percent, spread
from rummysim.figures.quantities import plural
from rummysim.figures.style import Labels, label_axes, styled

__all__ = ["QUANTITIES", "plot_skill_map"]

NEEDED = ("game", "family", "level", "quantity", "group", "estimate", "lo", "hi", "n_units", "share_unfinished")


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
    games, levels = GameRows(rows, "level", shown.scale), in_order(rows, "level")
    labels = Labels(
        title=f"{shown.title}: {rows['game'].n_unique()} games for two",
        x=shown.x,
        caption=f"{shown.meaning} {_caption(rows)}",
        inches=games.inches,
        series=tuple(plural(level) for level in levels) if len(levels) > 1 else (),
    )
    ax = games.draw(labels, ax)
    label_axes(ax, labels)
    return ax


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
