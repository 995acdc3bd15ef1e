"""A chunk's outcomes -> integer sums per bin.

Outcomes are grids: one axis the blocks of the chunk in order, one the seatings, one the players. Sums over the blocks
of a bin are sums over consecutive rows.
"""

from collections.abc import Mapping

import numpy as np
import polars as pl
from numpy.typing import NDArray

__all__ = ["Grid", "bin_sums", "histogram", "row_sums", "unit_sums"]

Grid = NDArray[np.integer]


def _bins(first: int, count: int, per_bin: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Numbers of the bins a chunk touches, and the row each begins at."""
    bins = np.arange(first // per_bin, (first + count - 1) // per_bin + 1)
    return bins, np.maximum(bins * per_bin - first, 0)


def bin_sums(grid: Grid, first: int, per_bin: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Bins, and sums over their blocks: (bins, …) of a grid (blocks, …)."""
    bins, starts = _bins(first, len(grid), per_bin)
    return bins, np.add.reduceat(grid, starts, axis=0, dtype=np.int64)


def row_sums(won: Grid, points: Grid, decided: Grid, seats: Grid, first: int, per_bin: int) -> pl.DataFrame:
    """Table ``rows`` of the tallies.

    won, points : (blocks, seatings, players). decided : (blocks, seatings). seats : (seatings, players), or of every
    block, seat of a player in the first deal.
    """
    if seats.ndim == won.ndim and (seats != seats[0]).any():
        return _rows_by_seat(won, points, decided, seats, first, per_bin)
    n_seatings, n_players = seats.shape[-2:]
    seats = seats.reshape(-1, n_seatings, n_players)[0]
    bins, won_sums = bin_sums(won, first, per_bin)
    _, point_sums = bin_sums(points, first, per_bin)
    _, decided_sums = bin_sums(decided, first, per_bin)
    _, unit_counts = bin_sums(np.ones((len(won), 1), np.int64), first, per_bin)
    shape = (len(bins), n_seatings, n_players)
    frame = pl.DataFrame(
        {
            "bin": np.broadcast_to(bins[:, None, None], shape).ravel(),
            "player": np.broadcast_to(np.arange(n_players), shape).ravel(),
            "seat": np.broadcast_to(seats, shape).ravel().astype(np.int64),
            "n": np.broadcast_to(unit_counts[:, :, None], shape).ravel(),
            "decided": np.broadcast_to(decided_sums[:, :, None], shape).ravel(),
            "won": won_sums.ravel(),
            "points": point_sums.ravel(),
        }
    )
    return frame.group_by("bin", "player", "seat").agg(pl.all().sum()).sort("bin", "player", "seat")


def _rows_by_seat(won: Grid, points: Grid, decided: Grid, seats: Grid, first: int, per_bin: int) -> pl.DataFrame:
    """:func:`row_sums` where a player's seat differs from block to block."""
    n_players = won.shape[2]
    parts = []
    for seat in range(n_players):
        here = seats == seat
        sums = {"n": here, "decided": here * decided[:, :, None], "won": here * won, "points": here * points}
        binned = {name: bin_sums(grid.sum(axis=1), first, per_bin) for name, grid in sums.items()}
        bins = binned["n"][0]
        keys = {
            "bin": np.repeat(bins, n_players),
            "player": np.tile(np.arange(n_players), len(bins)),
            "seat": np.full(n_players * len(bins), seat),
        }
        parts.append(pl.DataFrame(keys | {name: values.ravel() for name, (_, values) in binned.items()}))
    return pl.concat(parts).filter(pl.col("n") > 0).sort("bin", "player", "seat")


def unit_sums(columns: Mapping[str, Grid], first: int, per_bin: int) -> pl.DataFrame:
    """Table ``units`` of the tallies; each column is a grid (blocks, seatings)."""
    sums = {name: bin_sums(grid, first, per_bin) for name, grid in columns.items()}
    bins = next(iter(sums.values()))[0]
    return pl.DataFrame({"bin": bins} | {name: values.sum(axis=1) for name, (_, values) in sums.items()})


def histogram(quantity: str, grid: Grid, first: int, per_bin: int, where: Grid | None = None) -> pl.DataFrame:
    """Part of the table ``histogram``: counts of each value in each bin; only cells where ``where`` is not 0."""
    bins, starts = _bins(first, len(grid), per_bin)
    of_block = np.repeat(np.arange(len(bins)), np.diff(np.append(starts, len(grid))))
    cells = np.broadcast_to(of_block.reshape((-1,) + (1,) * (grid.ndim - 1)), grid.shape)
    values, codes = grid.astype(np.int64), cells
    if where is not None:
        values, codes = values[where != 0], cells[where != 0]
    if values.size == 0:
        return pl.DataFrame(schema={"bin": pl.Int64, "quantity": pl.String, "value": pl.Int64, "n": pl.Int64})
    low = int(values.min())
    span = int(values.max()) - low + 1
    places, held = values - low, np.arange(span)
    if len(bins) * span > values.size:
        held = np.flatnonzero(np.bincount(places.ravel(), minlength=span))
        places, span = np.searchsorted(held, places), len(held)
    counts = np.bincount((codes * span + places).ravel(), minlength=len(bins) * span)
    found = np.flatnonzero(counts)
    return pl.DataFrame(
        {
            "bin": bins[found // span],
            "quantity": np.full(len(found), quantity),
            "value": held[found % span] + low,
            "n": counts[found],
        }
    ).select("bin", pl.col("quantity").cast(pl.String), "value", "n")
