"""Runs that go on until their intervals are narrow enough (statistics.md 8).

The interval is the ordinary one under a fixed-width rule (Chow and Robbins): it is looked at from 200 bins on, and the
next look comes when, by the widths of this one, it will do.
"""

import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from numbers import Real
from typing import TypeVar

import polars as pl

from rummysim.errors import InputError
from rummysim.stats.statistic import StatisticError
from rummysim.stats.table import statistic

__all__ = ["Precision", "checked_targets", "grown"]

FIRST_LOOK = 1_000
"""Blocks of the first look; up to so many, each is a bin, and more are held in 500 bins at least."""
LEAST_GROWTH, MOST_GROWTH, SLACK = 1.3, 10.0, 1.05

Played = TypeVar("Played")


@dataclass(frozen=True)
class Precision:
    """Half widths that were wanted, and the widest that was reached, by quantity, in the quantity's unit."""

    wanted: Mapping[str, float]
    reached: Mapping[str, float] = field(default_factory=dict)

    @property
    def is_met(self) -> bool:
        """Whether every interval is as narrow as was wanted."""
        return all(self.reached.get(name, math.inf) <= width for name, width in self.wanted.items())

    def __str__(self) -> str:
        parts = [f"{name} ± {self.reached[name]:.3g} (wanted {width:g})" for name, width in self.wanted.items()]
        return f"{'precision reached' if self.is_met else 'precision not reached'}: {', '.join(parts)}"

    def of(self, frame: pl.DataFrame) -> "Precision":
        """The same wishes, and what a frame of estimates or effects comes to: of each quantity its widest interval."""
        widest = frame.group_by("quantity").agg(((pl.col("hi") - pl.col("lo")) / 2).max())
        found = dict(widest.iter_rows())
        for name in self.wanted:
            if name not in found:
                raise InputError(
                    f"precision names {name}, which this line-up does not have; allowed "
                    f"{', '.join(sorted(found))}; name one of these"
                )
        return Precision(self.wanted, {name: found[name] for name in self.wanted})

    def growth(self) -> float:
        """By how much a run has to grow for it, by its variances now."""
        needed = max((self.reached[name] / width) ** 2 for name, width in self.wanted.items())
        return min(max(SLACK * needed, LEAST_GROWTH), MOST_GROWTH)


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
    precision: Precision, n_most: int, play: Callable[[int], Played], frame: Callable[[Played], pl.DataFrame]
) -> Iterator[tuple[Played, Precision]]:
    """Play to growing numbers of blocks, ``n_most`` at most, until the precision is reached.

    play : plays up to so many blocks. frame : the estimates or effects that are looked at. Yields what was played and
    what it comes to; what is last is the answer.
    """
    n_blocks = min(FIRST_LOOK, n_most)
    while True:
        played = play(n_blocks)
        found = precision.of(frame(played))
        yield played, found
        if found.is_met or n_blocks == n_most:
            return
        n_blocks = min(n_most, math.ceil(n_blocks * found.growth()))
