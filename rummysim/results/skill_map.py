"""Luck and skill of all games side by side: a fixed panel of bots a family, mirrored pairs, the spread of ratings."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import polars as pl

from rummysim.errors import InputError
from rummysim.games.family import Family, Variant
from rummysim.games.registry import as_variant, names
from rummysim.results.skill import against, mirrored_rows, plan_pair, play_pair, wanted
from rummysim.results.tournament import tournament

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = ["PANELS", "SkillMap", "pair_of", "panel_of", "skill_map"]

PANELS: Mapping[str, tuple[str, ...]] = {
    "knock": ("greedy", "careful", "score-aware"),
    "stock": ("greedy", "digger", "careful"),
    "opening": ("greedy", "holder", "careful"),
    "tile": ("rack", "max", "waiter"),
}
"""Bots of each family that play as sensible people might: ratings are spread over these. Of a family that is not
listed the three strongest.
"""
PAIR = ("careful", "greedy")
"""Bots of the mirrored pairs: one that thinks ahead against one that does not. In a family that lacks one of them the
strongest bot plays against the weakest of the panel.
"""
KEYS = ("game", "family", "level", "quantity", "group")


@dataclass(frozen=True, kw_only=True, repr=False)
class SkillMap:
    """Luck and skill of games, two players. ``frame`` has a row a game, level and quantity: ``game, family, level,
    quantity, group``, then the columns of an estimate; ``group`` names the bots.

    Quantities: ``same_place``, ``same_bot`` and ``edge`` of mirrored pairs (see :func:`rummysim.skill`), and
    ``rating_spread``, the standard deviation of the ratings of the panel in points.
    """

    frame: pl.DataFrame = field(repr=False)

    def plot(self, quantity: str = "edge", ax: "Axes | None" = None) -> "Axes":
        """All games side by side in one quantity, deals and matches."""
        from rummysim.figures.skill_map import plot_skill_map

        return plot_skill_map(self.frame, quantity, ax=ax)

    def save_figure(self, path: str | Path, quantity: str = "edge") -> Path:
        """Draw all games to a PNG file."""
        from rummysim.results.pictures import save_axes

        return save_axes(self.plot(quantity), Path(path))

    def __repr__(self) -> str:
        return f"SkillMap({self.frame['game'].n_unique()} games)"

    def _repr_html_(self) -> str:
        from rummysim.results.html import frame_html

        return frame_html(repr(self), self.frame)


def panel_of(family: Family) -> tuple[str, ...]:
    """Bots over which the ratings of a family are spread."""
    return PANELS.get(family.name, family.bot_names[-3:])


def pair_of(family: Family) -> tuple[str, str]:
    """Bots of a family's mirrored pairs."""
    return PAIR if set(PAIR) <= set(family.bot_names) else (family.bot_names[-1], panel_of(family)[0])


def _rows(variant: Variant, wishes: Mapping[str, int], out: Path | None, options: Mapping[str, Any]) -> pl.DataFrame:
    rows = []
    for level, units in wishes.items():
        run = play_pair(variant, pair_of(variant.family), level, units, "deals", out=out, **options)
        rows += mirrored_rows(run, against(*run.work.lineup))
    pairs = pl.DataFrame(rows).rename({"variant": "game"}).with_columns(family=pl.lit(variant.family.name))
    held = tournament(
        variant,
        panel_of(variant.family),
        deals=wishes.get("deal"),
        matches=wishes.get("match"),
        seed=options["seed"],
        threads=options["threads"],
        progress=options["show"],
        out=out,
    )
    spread = held.spread.rename({"bots": "group"}).with_columns(
        quantity=pl.lit("rating_spread"), family=pl.lit(variant.family.name)
    )
    columns = [*KEYS, *(name for name in pairs.columns if name not in KEYS)]
    return pl.concat([pairs.select(columns), spread.select(columns)])


def skill_map(
    games: Sequence[Variant | str] | None = None,
    *,
    deals: int | None = 20_000,
    matches: int | None = 4_000,
    seed: int = 0,
    threads: int | None = None,
    out: str | Path | None = None,
    progress: bool = True,
) -> SkillMap:
    """Where games stand between luck and skill: each with the fixed panel of its family, two players.

    Parameters
    ----------
    games
        Variants or names of presets; all presets if left out.
    deals, matches
        Units of each pair of bots at each level; None plays none.
    seed, threads, out, progress
        As in :func:`rummysim.compare`.

    Raises
    ------
    InputError
        What was asked for cannot be done.
    """
    wishes = wanted(deals, matches)
    given = names() if games is None else [games] if isinstance(games, str | Variant) else games
    chosen = [as_variant(game) for game in given]
    for variant in chosen:
        for level, units in wishes.items():
            plan_pair(variant, pair_of(variant.family), level, units, seed)
    if not chosen:
        raise InputError("games is empty; allowed is a list of games; name one, or leave it out for all")
    folder = None if out is None else Path(out)
    options = {"seed": seed, "threads": threads, "show": progress}
    return SkillMap(frame=pl.concat([_rows(variant, wishes, folder, options) for variant in chosen]))
