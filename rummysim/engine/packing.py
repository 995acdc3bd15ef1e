"""A part as the content of files, and back: Parquet, what a store keeps and what comes back from another process.

Content that is read is not trusted: its columns and number of rows must be those of the part before it is decoded.
"""

import io
from collections.abc import Mapping
from dataclasses import dataclass

import polars as pl

from rummysim.engine.match import MAX_ROUNDS
from rummysim.engine.part import Part
from rummysim.engine.work import Work
from rummysim.fields.tallies import Tallies

__all__ = ["UNREADABLE", "Packed", "check_frame", "file_names", "pack", "read_frame", "unmelt", "unpack"]

TABLES = {"rows": ("bin", "player", "seat"), "units": ("bin",), "histogram": ("bin", "quantity", "value")}
KEYS = {"block": pl.Int64(), "seating": pl.Int8(), "match": pl.Int64(), "round": pl.Int16(), "deal": pl.Int64()}
MELTED: dict[str, pl.DataType] = {
    "bin": pl.Int64(),
    "player": pl.Int64(),
    "seat": pl.Int64(),
    "sum": pl.String(),
    "amount": pl.Int64(),
    "variant": pl.Int32(),
    "table": pl.String(),
    "per_bin": pl.Int32(),
    "quantity": pl.String(),
    "value": pl.Int64(),
}
MOST_ROWS = 10**8
"""More rows than any part has."""

UNREADABLE = (
    OSError,
    ValueError,
    LookupError,
    ArithmeticError,
    TypeError,
    pl.exceptions.PolarsError,
    pl.exceptions.PanicException,
)
"""What decoding content from strangers can raise."""


@dataclass(frozen=True, kw_only=True)
class Packed:
    """Part of the blocks ``first`` … ``first + count - 1`` as contents of files by name; ``n_deals`` were played."""

    first: int
    count: int
    files: Mapping[str, bytes]
    n_deals: int


def file_names(work: Work, keep: str) -> tuple[str, ...]:
    """Names of the files of a part: deals that variants share once, sums last."""
    n_facts = n_matches = 0
    if keep == "deals":
        n_facts = 1 if work.level == "deal" else len(work.variants)
        n_matches = 0 if work.level == "deal" else len(work.variants)
    facts = [f"facts{index}" for index in range(n_facts)]
    return (*facts, *(f"matches{index}" for index in range(n_matches)), "tallies")


def pack(part: Part) -> Packed:
    """A part as contents of files."""
    frames = {f"facts{index}": frame for index, frame in enumerate(part.facts)}
    frames |= {f"matches{index}": frame for index, frame in enumerate(part.matches)}
    files = {name: _encoded(frame) for name, frame in frames.items()} | {"tallies": _encoded(_melt(part.tallies))}
    return Packed(first=part.first, count=part.count, files=files, n_deals=part.n_deals)


def unpack(work: Work, packed: Packed) -> Part:
    """The part again."""
    span = (packed.first, packed.count)
    frames = {name: read_frame(work, name, *span, content) for name, content in packed.files.items()}
    return Part(
        first=packed.first,
        count=packed.count,
        tallies=unmelt(work, frames["tallies"], *span),
        facts=tuple(frame for name, frame in frames.items() if name.startswith("facts")),
        matches=tuple(frame for name, frame in frames.items() if name.startswith("matches")),
        n_deals=packed.n_deals,
    )


def _encoded(frame: pl.DataFrame) -> bytes:
    content = io.BytesIO()
    frame.write_parquet(content, compression="zstd")
    return content.getvalue()


def _schema(work: Work, name: str) -> dict[str, pl.DataType]:
    if name == "tallies":
        return MELTED
    if name.startswith("facts"):
        return {**KEYS, **dict.fromkeys(work.variant.family.kernels().FACT_COLUMNS, pl.Int16())}
    small = {"block": pl.Int64(), "seating": pl.Int8(), "match": pl.Int64(), "player": pl.Int8(), "seat": pl.Int8()}
    bots = pl.Enum(list(dict.fromkeys(work.lineup)))
    return {**small, "bot": bots, "share": pl.Int16(), "points": pl.Int64(), "deals": pl.Int32()}


def _row_bounds(work: Work, name: str, count: int) -> tuple[int, int]:
    """Fewest and most rows of a file."""
    n = work.n_players
    rows = count * n * n
    if name == "tallies":
        return 1, MOST_ROWS
    if name.startswith("matches") or work.level == "deal":
        return rows, rows
    return rows, rows * MAX_ROUNDS


def check_frame(work: Work, name: str, count: int, content: bytes) -> None:
    """ValueError, or what Polars raises, if a file has not the columns and rows of a part of ``count`` blocks."""
    wanted = _schema(work, name)
    found = pl.read_parquet_schema(io.BytesIO(content))
    if dict(found) != wanted:
        strange = [f"{column} {dtype}" for column, dtype in found.items() if wanted.get(column) != dtype]
        raise ValueError(f"its columns are not those of {name} ({', '.join(strange)[:200] or 'some are missing'})")
    n_rows = pl.scan_parquet(io.BytesIO(content)).select(pl.len()).collect().item()
    fewest, most = _row_bounds(work, name, count)
    if not fewest <= n_rows <= min(most, MOST_ROWS):
        raise ValueError(f"it has {n_rows:,} rows; a part of {count:,} blocks has {fewest:,} to {most:,}")


def read_frame(work: Work, name: str, first: int, count: int, content: bytes) -> pl.DataFrame:
    """Frame of a file of the part; ValueError, or what Polars raises, if it is none."""
    check_frame(work, name, count, content)
    frame = pl.read_parquet(io.BytesIO(content))
    if "block" in frame.columns:
        blocks = frame["block"]
        if (blocks.min(), blocks.max()) != (first, first + count - 1):
            raise ValueError("its rows are those of other blocks")
    return frame


def _melt(tallies: tuple[Tallies, ...]) -> pl.DataFrame:
    """All sums of a part in one long frame."""
    frames = []
    for index, tally in enumerate(tallies):
        for table, keys in TABLES.items():
            frame: pl.DataFrame = getattr(tally, table)
            long = frame.unpivot(index=list(keys), variable_name="sum", value_name="amount")
            frames.append(
                long.with_columns(
                    pl.lit(index).alias("variant"), pl.lit(table).alias("table"), per_bin=tally.blocks_per_bin
                )
            )
    return pl.concat(frames, how="diagonal")


def unmelt(work: Work, frame: pl.DataFrame, first: int, count: int) -> tuple[Tallies, ...]:
    """Sums of a part, one a variant; ValueError, or what Polars raises, if they are none."""
    return tuple(_unmelted(work, index, frame, first, count) for index in range(len(work.variants)))


def _unmelted(work: Work, index: int, frame: pl.DataFrame, first: int, count: int) -> Tallies:
    mine = frame.filter(pl.col("variant") == index)
    tables = {}
    for table, keys in TABLES.items():
        part = mine.filter(pl.col("table") == table)
        wide = part.pivot("sum", index=list(keys), values="amount", aggregate_function="sum")
        tables[table] = wide.sort(list(keys))
    per_bin = int(mine["per_bin"][0])
    bins = tables["units"]["bin"]
    if (bins.min(), bins.max()) != (first // per_bin, (first + count - 1) // per_bin):
        raise ValueError("its bins are those of other blocks")
    return work.tallies(work.variants[index], count, per_bin, tables)
