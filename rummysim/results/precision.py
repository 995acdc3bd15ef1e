"""Runs that go on until their intervals are narrow enough (statistics.md 8).

The interval is the ordinary one under a fixed-width rule (Chow and Robbins): it is looked at from 200 bins on, and the
next look comes when, by the widths of this one, it will do. Of a quantity counts its group ``all``, or the widest of
its groups where it has no such one.
"""

import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from numbers import Real
from typing import Any, TypeVar

import polars as pl

from rummysim.engine.batch import blocks_per_bin
from rummysim.errors import InputError
from rummysim.stats.groups import ALL
from rummysim.stats.statistic import StatisticError
from rummysim.stats.table import statistic

__all__ = ["Precision", "checked_targets", "grown"]

FIRST_LOOK = 1_000
"""Blocks of the first look; up to so many, each is a bin, and more are held in 500 bins at least."""
LEAST_BINS = 200
"""Bins to be looked at; a folder may hold a run of coarser bins."""
LEAST_GROWTH, MOST_GROWTH, SLACK = 1.3, 10.0, 1.05

Played = TypeVar("Played")


@dataclass(frozen=True)
class Precision:
    """Half widths that were wanted, and what was reached, by quantity, in the quantity's unit."""

    wanted: Mapping[str, float]
    reached: Mapping[str, float] = field(default_factory=dict)

    @property
    def is_met(self) -> bool:
        """Whether every interval is as narrow as was wanted; if not, the most units that were allowed ended it."""
        return all(self.reached.get(name, math.inf) <= width for name, width in self.wanted.items())

    def __str__(self) -> str:
        parts = [f"{name} ± {self.reached[name]:.3g} (wanted {width:g})" for name, width in self.wanted.items()]
        return f"{'precision reached' if self.is_met else 'precision not reached at the cap'}: {', '.join(parts)}"

    def of(self, frame: pl.DataFrame) -> "Precision":
        """The same wishes, and what a frame of estimates or effects comes to."""
        is_whole = pl.col("group") == ALL
        told = frame.drop_nulls(["lo", "hi"]).filter(is_whole | ~is_whole.any().over("quantity"))
        found = dict(told.group_by("quantity").agg(((pl.col("hi") - pl.col("lo")) / 2).max()).iter_rows())
        for name in self.wanted:
            if name not in found:
                raise InputError(
                    f"precision names {name}, which has no interval here; allowed {', '.join(sorted(found))}; name one "
                    "of these"
                )
        return Precision(self.wanted, {name: found[name] for name in self.wanted})

    def entry(self, of: str, n_units: int) -> dict[str, Any]:
        """Entry of a manifest; ``of`` says whether it is about estimates or differences."""
        reached = {name: width if math.isfinite(width) else None for name, width in self.reached.items()}
        return {
            "of": of,
            "units": n_units,
            "wanted": dict(self.wanted),
            "reached": reached,
            "ended_by": "precision" if self.is_met else "cap",
        }

    @classmethod
    def from_entry(cls, entry: Mapping[str, Any]) -> "Precision":
        """What an entry of a manifest says."""
        reached = {name: math.inf if width is None else width for name, width in entry["reached"].items()}
        return cls(dict(entry["wanted"]), reached)


def checked_targets(precision: Mapping[str, float], level: str) -> Precision:
    """Half widths above 0 of statistics that the level has."""
    if not isinstance(precision, Mapping) or not precision:
        raise InputError(
            f"precision is {precision!r}; allowed is a mapping of quantities to half widths; for example "
            '{"first_player_advantage": 0.005}'
        )
    for name, width in precision.items():
        try:
            levels = statistic(name).levels
        except StatisticError as error:
            raise InputError(f"precision: {error}") from None
        if level not in levels:
            raise InputError(
                f"precision names {name}, which is defined for {' and '.join(levels)} and not for {level}; "
                "take it out, or play the other level"
            )
        if isinstance(width, bool) or not isinstance(width, Real) or not 0 < float(width) < math.inf:
            raise InputError(f"precision of {name} is {width!r}; allowed is a half width above 0; give a number")
    return Precision({name: float(width) for name, width in precision.items()})


def grown(
    precision: Precision,
    n_most: int,
    play: Callable[[int], tuple[Played, int]],
    frame: Callable[[Played], pl.DataFrame],
) -> Iterator[tuple[Played, Precision]]:
    """Play to growing numbers of blocks, ``n_most`` at most, until the precision is reached.

    play : plays up to so many blocks, and says how many there are now. frame : the estimates or effects that are looked
    at. Yields what was played and what it comes to; what is last is the answer.
    """
    n_blocks = min(FIRST_LOOK, n_most)
    while True:
        played, n_blocks = play(n_blocks)
        looked = frame(played)
        found, n_bins = precision.of(looked), int(looked["n_bins"].max())  # type: ignore[arg-type]
        yield played, found
        if n_blocks >= n_most or (found.is_met and n_bins >= LEAST_BINS):
            return
        n_blocks = min(n_most, _in_whole_bins(math.ceil(n_blocks * _growth(found, n_bins))))


def _growth(found: Precision, n_bins: int) -> float:
    """By how much a run has to grow, by its variances and bins now."""
    needed = max((found.reached[name] / width) ** 2 for name, width in found.wanted.items())
    return min(max(SLACK * needed, LEAST_BINS / n_bins, LEAST_GROWTH), MOST_GROWTH)


def _in_whole_bins(n_blocks: int) -> int:
    size = blocks_per_bin(n_blocks)
    return -(-n_blocks // size) * size
