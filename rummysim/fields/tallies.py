"""The container between engine and statistics: integer sums per bin, exact and mergeable in any order.

A bin is K consecutive blocks, the cluster of every interval. Nothing here is divided: floats appear in the statistics
only. Parts of a run may split a bin, but never a block.
"""

from collections.abc import Sequence
from dataclasses import dataclass, fields, replace
from functools import cached_property

import numpy as np
import polars as pl
from numpy.typing import NDArray

from rummysim.fields.estimates import LEVELS

__all__ = ["DIRECTIONS", "SCHEMES", "WIN", "Floats", "Integers", "Tallies", "TalliesError", "coarsened", "merge"]

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]

WIN = 840
"""Integer that stands for a whole win: divisible by every number of players up to 8."""
SCHEMES = ("starter", "players")
DIRECTIONS = ("lower", "higher")

ROW_KEYS = ("bin", "player", "seat")
ROW_SUMS = ("n", "decided", "won", "points")
UNIT_KEYS = ("bin",)
UNIT_SUMS = ("n", "decided")
HISTOGRAM_KEYS = ("bin", "quantity", "value")

COUNTED = {"turns": "units", "end": "units", "deals": "units", "margin": "decided units", "points": "units x players"}
"""What the counts of each histogram add up to."""


class TalliesError(ValueError):
    """Tallies that contradict themselves or each other."""


@dataclass(frozen=True, kw_only=True, eq=False)
class Tallies:
    """Sums of one variant and line-up at one level.

    Parameters
    ----------
    variant
        Label used in the estimates.
    level
        What a unit is, "deal" or "match".
    n_players
        Players in every unit.
    scheme
        "starter": all bots equal; "players": bots differ, estimates also by player.
    bots
        Labels, by player.
    direction
        Which points are good, "lower" or "higher".
    points_unit
        Points are stored as integers in 1/points_unit.
    ends
        Names of the end codes, index = code.
    n_blocks
        Blocks tallied here; parts add up.
    blocks_per_bin
        K. The last bin may hold fewer.
    rows
        Key (bin, player, seat); sums over units and players: n, decided (rows of decided units), won (in 840ths,
        adding to 840 over the players of a decided unit, 0 for all in an undecided one), points.
    units
        Key (bin); sums over units: n, decided, and any of turns, margin, ties, deals, lead_changes, comebacks.
        ties counts decided units with a shared win; margin sums over decided units, in the unit of points.
    histogram
        Key (bin, quantity, value); n counts units ("turns", "end", "deals"), decided units ("margin") or units and
        players ("points").
    """

    variant: str
    level: str
    n_players: int
    scheme: str
    bots: tuple[str, ...]
    direction: str
    points_unit: int
    ends: tuple[str, ...]
    n_blocks: int
    blocks_per_bin: int
    rows: pl.DataFrame
    units: pl.DataFrame
    histogram: pl.DataFrame

    def __post_init__(self) -> None:
        """Refuse tallies that contradict themselves."""
        _check_meta(self)
        _check_frame("rows", self.rows, ROW_KEYS, ROW_SUMS)
        _check_frame("units", self.units, UNIT_KEYS, UNIT_SUMS)
        _check_frame("histogram", self.histogram, HISTOGRAM_KEYS, ("n",))
        _check_sums(self)

    @cached_property
    def bins(self) -> pl.DataFrame:
        """Numbers of the bins present, sorted: the order of every per-bin array."""
        return self.units.select("bin").sort("bin")

    @cached_property
    def n_units(self) -> int:
        """Units tallied."""
        return int(self.units["n"].sum())

    @cached_property
    def n_decided(self) -> int:
        """Units that somebody won."""
        return int(self.units["decided"].sum())

    @property
    def share_unfinished(self) -> float:
        """Share of the units that nobody won."""
        return (self.n_units - self.n_decided) / self.n_units

    def has(self, column: str) -> bool:
        """Whether ``rows.name``, ``units.name`` or ``histogram.quantity`` is tallied; ``units.name_``: any so begun."""
        table, name = column.split(".")
        if table == "histogram":
            return bool((self.histogram["quantity"] == name).any())
        columns = (self.rows if table == "rows" else self.units).columns
        return any(each.startswith(name) for each in columns) if name.endswith("_") else name in columns

    def row_sums(self, *columns: str, seat: int | None = None, player: int | None = None) -> list[Floats]:
        """Arrays (n_bins,) of the sums over the rows of a seat or a player, one for each column."""
        chosen = self.rows
        for key, value in (("seat", seat), ("player", player)):
            chosen = chosen if value is None else chosen.filter(pl.col(key) == value)
        return self._by_bin(chosen, columns)

    def unit_sums(self, *columns: str) -> list[Floats]:
        """Arrays (n_bins,) of the sums over the units, one for each column."""
        return self._by_bin(self.units, columns)

    def counts(self, quantity: str) -> pl.DataFrame:
        """Histogram of one quantity: bin, value, n."""
        return self.histogram.filter(pl.col("quantity") == quantity).select("bin", "value", "n")

    def values(self, quantity: str) -> tuple[Integers, Integers, Integers]:
        """Histogram of one quantity as arrays (n_entries,): index of the bin, value, count."""
        counts = self.counts(quantity)
        return self._bin_index(counts), counts["value"].to_numpy(), counts["n"].to_numpy()

    def count_sums(self, quantity: str, lowest: int | None = None, highest: int | None = None) -> Floats:
        """Array (n_bins,) of how many values lie from lowest to highest, both included."""
        index, value, n = self.values(quantity)
        inside = np.full(len(value), fill_value=True)
        if lowest is not None:
            inside &= value >= lowest
        if highest is not None:
            inside &= value <= highest
        return self.sum_by_bin(index[inside], n[inside])

    def sum_by_bin(self, index: Integers, weights: Integers | Floats) -> Floats:
        """Array (n_bins,) of the weights summed over equal bin indices; exact below 2^53."""
        return np.bincount(index, weights=weights, minlength=self.bins.height).astype(np.float64)

    def _by_bin(self, frame: pl.DataFrame, columns: Sequence[str]) -> list[Floats]:
        index = self._bin_index(frame)
        return [self.sum_by_bin(index, frame[column].to_numpy()) for column in columns]

    def _bin_index(self, frame: pl.DataFrame) -> Integers:
        index: Integers = np.searchsorted(self.bins["bin"].to_numpy(), frame["bin"].to_numpy())
        return index


def merge(parts: Sequence[Tallies]) -> Tallies:
    """Tallies of all parts together: sums add, blocks add, keys are sorted; the order of the parts does not matter."""
    if not parts:
        message = "no tallies to merge; at least one part is needed; tally a batch first"
        raise TalliesError(message)
    first = parts[0]
    meta = [field.name for field in fields(Tallies) if field.name not in ("n_blocks", "rows", "units", "histogram")]
    for name in meta:
        values = {getattr(part, name) for part in parts}
        if len(values) > 1:
            message = (
                f"parts differ in {name}: {sorted(values)}; parts of one run share everything but their blocks; "
                "compare different runs with effects()"
            )
            raise TalliesError(message)
    return replace(
        first,
        n_blocks=sum(part.n_blocks for part in parts),
        rows=_add([part.rows for part in parts], ROW_KEYS),
        units=_add([part.units for part in parts], UNIT_KEYS),
        histogram=_add([part.histogram for part in parts], HISTOGRAM_KEYS),
    )


def _add(frames: list[pl.DataFrame], keys: Sequence[str]) -> pl.DataFrame:
    columns = frames[0].columns
    if any(set(frame.columns) != set(columns) for frame in frames):
        message = (
            f"parts hold different columns: {[frame.columns for frame in frames]}; "
            "all parts of a run must hold the same; tally them with the same statistics"
        )
        raise TalliesError(message)
    ordered = sorted(set(columns) - set(keys))
    stacked = pl.concat([frame.select(*keys, *ordered) for frame in frames])
    return stacked.group_by(keys).agg(pl.col(ordered).sum()).sort(keys)


def _check_meta(tallies: Tallies) -> None:
    choices = {"level": LEVELS, "scheme": SCHEMES, "direction": DIRECTIONS}
    for name, allowed in choices.items():
        if getattr(tallies, name) not in allowed:
            message = f"{name} is {getattr(tallies, name)!r}; allowed: {', '.join(allowed)}; give one of these"
            raise TalliesError(message)
    least = {"n_players": 2, "points_unit": 1, "n_blocks": 1, "blocks_per_bin": 1}
    for name, lowest in least.items():
        if getattr(tallies, name) < lowest:
            message = f"{name} is {getattr(tallies, name)}; allowed: {lowest} or more; tally at least one whole block"
            raise TalliesError(message)
    if len(tallies.bots) != tallies.n_players:
        message = (
            f"{len(tallies.bots)} bots for {tallies.n_players} players; one label for each player is needed; "
            "give bots by player"
        )
        raise TalliesError(message)
    if tallies.scheme == "starter" and len(set(tallies.bots)) > 1:
        message = f'bots {tallies.bots} in scheme "starter"; it allows equal bots only; use scheme "players"'
        raise TalliesError(message)
    if len(set(tallies.ends)) < len(tallies.ends):
        message = f"ends {tallies.ends} repeat a name; each code needs its own; rename one"
        raise TalliesError(message)


def _check_frame(name: str, frame: pl.DataFrame, keys: Sequence[str], sums: Sequence[str]) -> None:
    missing = [column for column in (*keys, *sums) if column not in frame.columns]
    if missing:
        message = f"{name} lacks the columns {missing}; it has {frame.columns}; tally them"
        raise TalliesError(message)
    for column, dtype in frame.schema.items():
        expected = pl.String if column == "quantity" else pl.Int64
        if dtype != expected:
            message = f"{name}.{column} is {dtype}; allowed: {expected()}; cast it, so that sums stay exact"
            raise TalliesError(message)
    if sum(frame.null_count().row(0)):
        message = f"{name} has nulls; sums are complete by definition; fill absent counts with 0"
        raise TalliesError(message)
    if frame.select(keys).is_duplicated().any():
        message = f"{name} repeats a key {tuple(keys)}; keys are unique; add the sums of equal keys"
        raise TalliesError(message)


def _check_sums(tallies: Tallies) -> None:
    n, decided, n_players = tallies.n_units, tallies.n_decided, tallies.n_players
    sums = {column: int(tallies.rows[column].sum()) for column in ROW_SUMS}
    must_equal = {
        "rows.n (units x players)": (sums["n"], n * n_players),
        "rows.decided (decided units x players)": (sums["decided"], decided * n_players),
        "rows.won (840 x decided units)": (sums["won"], decided * WIN),
    }
    present = {"units": n, "decided units": decided, "units x players": n * n_players}
    for quantity, total in tallies.histogram.group_by("quantity").agg(pl.col("n").sum()).iter_rows():
        if quantity in COUNTED:
            must_equal[f"histogram {quantity} ({COUNTED[quantity]})"] = (total, present[COUNTED[quantity]])
    for name, (found, right) in must_equal.items():
        if found != right:
            message = f"{name} adds up to {found}; it must be {right}; count every unit and every win exactly once"
            raise TalliesError(message)
    if not tallies.bins.height <= tallies.n_blocks <= n:
        message = (
            f"{tallies.bins.height} bins, {tallies.n_blocks} blocks, {n} units; a bin holds at least one block and a "
            "block at least one unit; count the blocks of this part"
        )
        raise TalliesError(message)
    for name, frame in (("rows", tallies.rows), ("histogram", tallies.histogram)):
        stray = sorted(set(frame["bin"].unique()) - set(tallies.bins["bin"]))
        if stray:
            message = f"{name} has bins {stray[:3]} that units lacks; all tables hold the same bins; tally units too"
            raise TalliesError(message)
    unnamed = set(tallies.counts("end")["value"].unique()) - set(range(len(tallies.ends)))
    if unnamed:
        message = f"end codes {sorted(unnamed)} have no name; named are 0 to {len(tallies.ends) - 1}; extend ends"
        raise TalliesError(message)


def coarsened(tallies: Tallies, blocks_per_bin: int) -> Tallies:
    """The same sums in bins of ``blocks_per_bin`` blocks, a multiple of what they have."""
    factor, rest = divmod(blocks_per_bin, tallies.blocks_per_bin)
    if rest or factor < 1:
        raise TalliesError(
            f"bins of {tallies.blocks_per_bin} blocks cannot become bins of {blocks_per_bin}; allowed is a multiple"
        )
    if factor == 1:
        return tallies

    def wider(frame: pl.DataFrame, keys: tuple[str, ...]) -> pl.DataFrame:
        return frame.with_columns(pl.col("bin") // factor).group_by(keys).agg(pl.all().sum()).sort(keys)

    return replace(
        tallies,
        blocks_per_bin=blocks_per_bin,
        rows=wider(tallies.rows, ROW_KEYS),
        units=wider(tallies.units, UNIT_KEYS),
        histogram=wider(tallies.histogram, HISTOGRAM_KEYS),
    )
