"""A run: variant x line-up x seed, any number of blocks, and what can be asked of it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import polars as pl

from rummysim.engine.batch import prefix
from rummysim.engine.deals import scored, tally_deals
from rummysim.engine.files import as_path
from rummysim.engine.outcome import in_points
from rummysim.engine.part import Part
from rummysim.engine.store import FolderStore, Store
from rummysim.engine.streaming import lazily
from rummysim.engine.work import Work
from rummysim.errors import InputError, StoreError
from rummysim.fields.tallies import WIN, Tallies, TalliesError, coarsened, merge
from rummysim.games.family import Variant
from rummysim.results.manifest import make_manifest
from rummysim.results.precision import Precision
from rummysim.stats.summary import estimates

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = ["Run", "no_such_estimate"]

NO_BLOCKS = "this run holds no blocks: it was interrupted before the first part was done; go on with it first"
PARTS_AT_ONCE = 50
"""Tallies are merged in groups of so many parts, so that memory stays flat."""


@dataclass(frozen=True, kw_only=True, repr=False)
class Run:
    """Blocks 0 … ``n_blocks - 1`` of a work, scored as ``variant``.

    ``rescored`` says that the points come from another variant's deals (play held fixed), ``interrupted`` that more
    was asked for. ``precision`` : half widths wanted and reached, if some were. ``manifest`` says how to make the run
    again.
    """

    variant: Variant
    work: Work = field(repr=False)
    index: int = field(repr=False)
    store: Store = field(repr=False)
    n_blocks: int
    per_bin: int = field(repr=False)
    keep: str
    manifest: Mapping[str, Any] = field(repr=False)
    rescored: bool = False
    interrupted: bool = False
    precision: Precision | None = field(default=None, repr=False)

    @property
    def level(self) -> str:
        """What a unit is, ``deal`` or ``match``."""
        return self.work.level

    @property
    def n_units(self) -> int:
        """Deals, or matches, in the run."""
        return self.n_blocks * self.work.n_players

    def _ranges(self) -> list[tuple[int, int]]:
        return prefix(self.store.ranges(), self.n_blocks)

    def _needs_deals(self, what: str) -> None:
        if self.keep != "deals":
            raise InputError(
                f"{what} needs the deals and this run keeps {self.keep} only; play it again with keep='deals'"
            )

    def facts(self) -> pl.LazyFrame:
        """Facts of all deals before any scoring, a row a deal and player."""
        return self._lazily("facts", lambda frame: frame)

    def _lazily(self, what: str, made: Callable[[pl.DataFrame], pl.DataFrame]) -> pl.LazyFrame:
        """What is made of the facts, a part at a time; parts that cannot be read are said at once."""
        self._needs_deals(what)
        ranges = self._ranges()
        if not ranges:
            raise InputError(NO_BLOCKS)
        self.store.check(ranges)
        return lazily(lambda: map(made, self.store.frames(ranges, self.index)))

    @property
    def deals(self) -> pl.LazyFrame:
        """Facts and points, a row a deal and player; sorted by match, round and player, or by block, seating and
        player.

        ``won`` is the share of the win: ties split, 0 for all in an undecided deal. ``bot`` and ``end`` are names.
        ``match`` is -1 in a run of deals.
        """
        return self._lazily("the table of deals", self._told)

    def _told(self, frame: pl.DataFrame) -> pl.DataFrame:
        """Facts of whole deals with points and names."""
        family, n_players = self.variant.family, self.work.n_players
        if self.level == "deal":
            points = scored(self.variant, frame, n_players)
        else:
            sizes = frame.group_by("match", "round", maintain_order=True).len().rename({"len": "size"})
            sized = frame.join(sizes, on=["match", "round"], how="left", maintain_order="left")
            parts = [scored(self.variant, part.drop("size"), size[0]) for size, part in _by_size(sized)]
            points = pl.concat(parts).sort("match", "round", "player")
        bots = pl.Enum(list(dict.fromkeys(self.work.lineup)))
        names, ends = dict(enumerate(self.work.lineup)), dict(enumerate(family.ends))
        told = in_points(points.lazy(), family.points_unit).with_columns(
            (pl.col("share") / WIN).alias("won"),
            pl.col("player").replace_strict(names, return_dtype=bots).alias("bot"),
            pl.col("end").replace_strict(ends, return_dtype=pl.Enum(family.ends)),
        )
        return told.drop("share").collect()

    @property
    def matches(self) -> pl.DataFrame:
        """Results of the matches, a row a match and player; ``won`` is the share of the win."""
        if self.level != "match":
            raise InputError("this is a run of deals; allowed on a run of matches; play one with matches=")
        self._needs_deals("the table of matches")
        frame = self.store.matches(self._ranges(), self.index)
        won = (pl.col("share") / WIN).alias("won")
        return in_points(frame, self.variant.family.points_unit).with_columns(won).drop("share")

    @cached_property
    def tallies(self) -> Tallies:
        """Integer sums per bin: what every estimate is made of."""
        merged: Tallies | None = None
        parts: list[Tallies] = []
        ranges = self._ranges()
        for number, (first, count) in enumerate(ranges):
            parts.append(self._part_tallies(first, count))
            if len(parts) >= PARTS_AT_ONCE or number == len(ranges) - 1:
                merged = self._merged([*([merged] if merged else []), *parts])
                parts = []
        if merged is None:
            raise InputError(NO_BLOCKS)
        return merged

    def _merged(self, parts: list[Tallies]) -> Tallies:
        """Sums of parts together; parts of a folder may come from anybody."""
        try:
            return merge(parts)
        except TalliesError as error:
            raise StoreError(f"the parts of this run do not fit together: {error}; play the run again") from None

    def _part_tallies(self, first: int, count: int) -> Tallies:
        if not self.rescored:
            return coarsened(self.store.tallies(first, count)[self.index], self.per_bin)
        facts = next(self.store.frames([(first, count)], self.index))
        return tally_deals(self.work, self.variant, facts, first, self.per_bin)

    def summary(self) -> pl.DataFrame:
        """All estimates of the run, each with interval, n and the share of unfinished units."""
        return self._summary

    @cached_property
    def _summary(self) -> pl.DataFrame:
        return estimates(self.tallies)

    def estimate(self, quantity: str, group: str = "all") -> dict[str, Any]:
        """One line of the summary."""
        frame = self.summary()
        found = frame.filter((pl.col("quantity") == quantity) & (pl.col("group") == group))
        if found.is_empty():
            raise InputError(no_such_estimate(frame, quantity, group))
        return found.row(0, named=True)

    def rescore(self, **options: Any) -> "Run":
        """The same deals under other scoring options; nothing is played (play held fixed)."""
        from rummysim.results.rescore import rescored_run

        return rescored_run(self, options)

    def save(self, folder: str | Path) -> Path:
        """Write the run to a folder, later parts of an interrupted one included, so that it can be gone on with."""
        work = replace(self.work, variants=(self.variant,))
        manifest = make_manifest(work, int(self.manifest["blocks"]), self.per_bin, self.keep)
        with FolderStore.hold(Path(folder), work, manifest) as store:
            for first, count in self.store.ranges():
                store.write(self._part(first, count))
        return store.folder

    def _part(self, first: int, count: int) -> Part:
        """A part as a run of this variant alone has it."""
        span = [(first, count)]
        kept = self.keep == "deals"
        return Part(
            first=first,
            count=count,
            tallies=(self._part_tallies(first, count),),
            facts=(next(self.store.frames(span, self.index)),) if kept else (),
            matches=(self.store.matches(span, self.index),) if kept and self.level == "match" else (),
            n_deals=0,
        )

    def plot_seat_shares(self, ax: "Axes | None" = None) -> "Axes":
        """Win share by seat."""
        from rummysim.figures.seat_shares import plot_seat_shares

        return plot_seat_shares(self.summary(), ax=ax)

    def plot_length(self, ax: "Axes | None" = None) -> "Axes":
        """Distribution of the turns of a deal."""
        from rummysim.figures.length import plot_length
        from rummysim.stats.distribution import distribution

        return plot_length(distribution(self.tallies, "turns"), estimates=self.summary(), ax=ax)

    def plot_scores(self, ax: "Axes | None" = None) -> "Axes":
        """Distribution of points; parts of a point count with the whole point below."""
        from rummysim.figures.scores import plot_scores
        from rummysim.stats.distribution import distribution

        return plot_scores(distribution(self.tallies, "points", whole=True), estimates=self.summary(), ax=ax)

    def plot_endings(self, ax: "Axes | None" = None) -> "Axes":
        """In which ways deals end."""
        from rummysim.figures.endings import plot_endings

        return plot_endings(self.summary(), ax=ax)

    def plot_convergence(self, quantity: str, group: str = "all", ax: "Axes | None" = None) -> "Axes":
        """How the estimate of a quantity settled while the units came in."""
        from rummysim.figures.convergence import plot_convergence
        from rummysim.stats.convergence import convergence

        return plot_convergence(
            convergence(self.tallies, quantity, group=group), quantity, self.level, group=group, ax=ax
        )

    def report(self, path: str | Path) -> Path:
        """Write a self-contained HTML report."""
        from rummysim.results.report import write_run_report

        return write_run_report(self, as_path("path", path))

    def __repr__(self) -> str:
        unit = "deals" if self.level == "deal" else "matches"
        more = ", interrupted" if self.interrupted else ""
        bots = ", ".join(self.work.lineup)
        more += f"; {self.precision}" if self.precision else ""
        return f"Run({self.variant.name}: {self.n_units:,} {unit}, {bots}, seed {self.work.seed}{more})"

    def _repr_html_(self) -> str:
        from rummysim.results.html import frame_html

        return frame_html(repr(self), self.summary())


def no_such_estimate(frame: pl.DataFrame, quantity: str, group: str) -> str:
    """What to say where a summary has no line of that quantity and group."""
    lines = frame.select(pl.concat_str("quantity", pl.lit(" of "), "group")).to_series().unique(maintain_order=True)
    return f"no estimate {quantity!r} of group {group!r} here; there are {', '.join(lines)}; ask for one of these"


def _by_size(frame: pl.DataFrame) -> list[tuple[tuple[Any, ...], pl.DataFrame]]:
    return list(frame.group_by("size", maintain_order=True))
