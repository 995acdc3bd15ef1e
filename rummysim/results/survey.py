"""Estimates of several studies side by side: one quantity of all their games."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

import polars as pl
from polars.exceptions import PolarsError

from rummysim.errors import InputError
from rummysim.games.registry import find_variant

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = ["Survey", "survey"]

NEEDED = ("players", "bot", "variant", "quantity", "level", "group", "estimate", "lo", "hi")
MOST_BYTES = 1 << 26


@dataclass(frozen=True, kw_only=True, repr=False)
class Survey:
    """One quantity of many games. ``frame`` : a row a game and kind of players, ``family, game, kind``, then the
    columns of the studies' estimates.
    """

    frame: pl.DataFrame = field(repr=False)

    def plot(self, ax: "Axes | None" = None) -> "Axes":
        """All games side by side, a mark a kind of players."""
        from rummysim.figures.survey import plot_survey

        return plot_survey(self.frame, ax=ax)

    def save_figure(self, path: str | Path) -> Path:
        """Draw all games to a PNG file."""
        from rummysim.results.pictures import save_axes

        return save_axes(self.plot(), Path(path))

    def __repr__(self) -> str:
        quantity, level = self.frame.select("quantity", "level").row(0)
        return f"Survey({quantity} by {level}: {self.frame['game'].n_unique()} games)"

    def _repr_html_(self) -> str:
        from rummysim.results.html import frame_html

        return frame_html(repr(self), self.frame)


def survey(
    files: Sequence[str | Path],
    quantity: str,
    *,
    level: str = "deal",
    players: int = 2,
    group: str = "all",
    kinds: Sequence[str] = (),
) -> Survey:
    """One quantity of the games of several studies.

    files : ``estimates.csv`` of studies whose variants are games. kinds : what the first, second, … bot of each study
    is called, for example beginners and experts; the bots' own names if left out.
    """
    if not files:
        raise InputError("files is empty; allowed are the estimates.csv of one study or more; name one")
    frames = [_read(Path(file), kinds) for file in files]
    whole = pl.concat(frames, how="vertical_relaxed")
    rows = whole.filter(quantity=quantity, level=level, players=players, group=group)
    if rows.is_empty():
        raise InputError(
            f"no rows of {quantity} by {level} for {players} players and group {group}; the files hold "
            f"{', '.join(whole['quantity'].unique().sort())}; name one of these"
        )
    families = {game: find_variant(game).family.name for game in rows["variant"].unique().to_list()}
    return Survey(
        frame=rows.select(
            pl.col("variant").replace_strict(families).alias("family"),
            pl.col("variant").alias("game"),
            pl.exclude("variant"),
        )
    )


def _read(file: Path, kinds: Sequence[str]) -> pl.DataFrame:
    """Estimates of a study, with the kind of players by the order of its bots."""
    try:
        if file.stat().st_size > MOST_BYTES:
            raise InputError(f"{file} is larger than allowed ({MOST_BYTES:,} bytes); name a file of estimates")
        frame = pl.read_csv(file)
    except (OSError, PolarsError) as error:
        reason = error.strerror if isinstance(error, OSError) else str(error).splitlines()[0]
        raise InputError(f"{file} cannot be read: {reason}; name the estimates.csv of a study") from None
    if missing := [name for name in NEEDED if name not in frame.columns]:
        raise InputError(f"{file} lacks {', '.join(missing)}; allowed is the estimates.csv of a study; name one")
    if not kinds:
        return frame.with_columns(pl.col("bot").alias("kind"))
    bots = frame["bot"].unique(maintain_order=True).to_list()
    if len(bots) != len(kinds):
        raise InputError(f"kinds has {len(kinds)} names and {file} {len(bots)} bots; give one a bot")
    return frame.with_columns(pl.col("bot").replace_strict(dict(zip(bots, kinds, strict=True))).alias("kind"))
