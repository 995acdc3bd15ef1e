"""One quantity of many games side by side, for several kinds of players."""

import polars as pl
from matplotlib.axes import Axes

from rummysim.figures.games import GameRows
from rummysim.figures.inputs import CONFIDENCE_WORDS, in_order, only, require
from rummysim.figures.numerals import count, percent, spread
from rummysim.figures.quantities import plural, quantity, unit
from rummysim.figures.style import Labels, label_axes, styled

__all__ = ["plot_survey"]

NEEDED = ("family", "game", "players", "bot", "level", "quantity", "estimate", "lo", "hi", "n_units")


@styled
def plot_survey(frame: pl.DataFrame, *, ax: Axes | None = None) -> Axes:
    """Draw a row a game, a mark a kind of players.

    frame : estimates of one quantity at one level and number of players, with the columns ``family``, ``game`` and
    ``bot``; if there is a column ``kind``, it names the series, otherwise ``bot`` does.
    """
    require(frame, (*NEEDED, "share_unfinished"))
    for column in ("quantity", "level", "players"):
        only(frame, column)
    series = "kind" if "kind" in frame.columns else "bot"
    asked = quantity(frame["quantity"][0])
    shown = unit(asked.unit)
    level, n_games = frame["level"][0], frame["game"].n_unique()
    words = asked.words.format(unit=level, units=plural(level))
    rows = GameRows(frame, series, shown.scale)
    symbol = shown.mark(difference=False).strip()
    labels = Labels(
        title=f"{words[0].upper()}{words[1:]}: {n_games} games, {frame['players'][0]} players",
        x=f"{words} ({symbol})" if symbol else words,
        caption=_caption(frame),
        inches=rows.inches,
        series=tuple(str(name) for name in in_order(frame, series)) if frame[series].n_unique() > 1 else (),
    )
    ax = rows.draw(labels, ax)
    label_axes(ax, labels)
    return ax


def _who(frame: pl.DataFrame) -> str:
    """Bots of each kind of players."""
    kinds = frame.group_by("kind", maintain_order=True).agg(pl.col("bot").unique(maintain_order=True).str.join(", "))
    return f"Bots: {'; '.join(f'{kind}: {bots}' for kind, bots in kinds.iter_rows())}. "


def _caption(frame: pl.DataFrame) -> str:
    """Who played, intervals, n, unfinished units."""
    n_units = spread([count(n) for n in frame["n_units"].sort()])
    unfinished = spread([percent(share) for share in frame["share_unfinished"].sort()])
    return (
        f"{_who(frame) if 'kind' in frame.columns else ''}Equal bots at a table. Intervals: {CONFIDENCE_WORDS}. "
        f"n = {n_units} decided {plural(frame['level'][0])} a game and kind of players; unfinished: {unfinished}."
    )
