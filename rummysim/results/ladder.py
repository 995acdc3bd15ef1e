"""The order of strength of a game's bots: each against the next weaker one, seats rotated, by match and by deal."""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any

import polars as pl

from rummysim.errors import InputError
from rummysim.games.family import Variant
from rummysim.results.simulate import as_variant, simulate

__all__ = ["ladder"]

ESTIMATE = ("estimate", "se", "lo", "hi", "n_units", "n_bins", "method", "share_unfinished")


def _rung(
    variant: Variant, bot: str, weaker: str, players: int, units: dict[str, int], options: dict[str, Any]
) -> Iterator[pl.DataFrame]:
    """Win shares of one ``bot`` among ``players - 1`` of ``weaker``, a row a level."""
    for level, number in units.items():
        wish: dict[str, Any] = {level: number}
        run = simulate(variant, [bot] + [weaker] * (players - 1), **wish, keep="bins", **options)
        group = f"player 0: {bot}"
        yield (
            run.summary()
            .filter((pl.col("quantity") == "win_share") & (pl.col("group") == group))
            .select(
                pl.lit(variant.name).alias("game"),
                pl.lit(bot).alias("bot"),
                pl.lit(weaker).alias("against"),
                pl.lit(players).alias("players"),
                pl.col("level").cast(pl.String),
                pl.lit(1 / players).alias("fair"),
                *ESTIMATE,
            )
        )


def ladder(
    variant: Variant | str,
    bots: Sequence[str] | None = None,
    *,
    players: int = 2,
    matches: int = 10_000,
    deals: int = 40_000,
    seed: int = 0,
    threads: int | None = None,
    progress: bool = True,
) -> pl.DataFrame:
    """Win share of each bot against the next weaker one: one of it among others, every seating on the same cards.

    bots : weakest first; the family's order if left out. players : at the table. Returns a row a rung and level:
    ``game, bot, against, players, level, fair`` (the share of an equal), then the columns of an estimate.
    """
    chosen = as_variant(variant)
    names = list(bots or chosen.family.bot_names)
    if len(names) < 2:
        raise InputError(f"bots is {names}; allowed are two or more, weakest first; name another")
    more = {"seed": seed, "threads": threads, "progress": progress}
    units = {"matches": matches, "deals": deals}
    frames = [frame for weaker, bot in pairwise(names) for frame in _rung(chosen, bot, weaker, players, units, more)]
    return pl.concat(frames)
