"""Frames that come one after the other as one lazy frame: no more than a few are in memory."""

from collections.abc import Callable, Iterable, Iterator

import polars as pl
from polars.io.plugins import register_io_source

__all__ = ["lazily"]


def lazily(frames: Callable[[], Iterable[pl.DataFrame]]) -> pl.LazyFrame:
    """Lazy frame of the frames, at least one, all of the schema of the first."""

    def read(
        columns: list[str] | None, predicate: pl.Expr | None, n_rows: int | None, batch_size: int | None
    ) -> Iterator[pl.DataFrame]:
        del batch_size
        left = n_rows
        for frame in frames():
            part = frame if left is None else frame.head(left)
            left = None if left is None else left - len(part)
            part = part if predicate is None else part.filter(predicate)
            yield part if columns is None else part.select(columns)
            if left == 0:
                break

    return register_io_source(read, schema=next(iter(frames())).schema, is_pure=True)
