"""Small runs, and fingerprints of their rows and sums."""

import hashlib
from functools import cache
from pathlib import Path
from typing import Any

import polars as pl

import rummysim as rs
from rummysim.fields.tallies import Tallies
from rummysim.results.run import Run

__all__ = [
    "CASES",
    "KEYS",
    "files_in",
    "frame_digest",
    "play_case",
    "row_digest",
    "same_tallies",
    "tally_digest",
    "undisturbed",
]

KEYS = ("block", "seating", "match", "round", "deal", "player")

CASES: dict[str, dict[str, Any]] = {
    "equal bots": {"bots": ["greedy"] * 2, "deals": 3_000},
    "mixed bots": {"bots": ["greedy", "random", "greedy"], "deals": 3_001},
    "four players": {"bots": ["random"] * 4, "deals": 2_400},
    "matches": {"bots": ["greedy"] * 2, "matches": 1_200},
    "mixed matches": {"bots": ["greedy", "random", "greedy"], "matches": 1_101},
}
"""Runs that are long enough to be cut into several chunks of 1,000."""


def play_case(case: str, *, seed: int = 7, **options: Any) -> Run:
    """Run of a case of :data:`CASES`."""
    return rs.simulate("conga", **CASES[case], seed=seed, progress=False, **options)


@cache
def undisturbed(case: str) -> Run:
    """The case played at one go in memory: one thread, one chunk."""
    return play_case(case, threads=1, chunk=50_000)


def frame_digest(frame: pl.DataFrame) -> str:
    """Fingerprint of names, types and values of a frame."""
    text = f"{frame.schema}\n{frame.write_csv()}"
    return hashlib.blake2b(text.encode(), digest_size=12).hexdigest()


def row_digest(run: Run) -> str:
    """Fingerprint of the sorted rows of a run's deals, and of its matches where there are some."""
    digests = [frame_digest(run.deals.collect().sort(*KEYS))]
    if run.level == "match":
        digests.append(frame_digest(run.matches.sort("match", "player")))
    return " ".join(digests)


def tally_digest(tallies: Tallies) -> str:
    """Fingerprint of all sums, whatever the order of rows and columns."""
    keys = {"rows": ["bin", "player", "seat"], "units": ["bin"], "histogram": ["bin", "quantity", "value"]}
    digests = [f"{tallies.n_blocks} {tallies.blocks_per_bin}"]
    for table, names in keys.items():
        frame: pl.DataFrame = getattr(tallies, table)
        digests.append(frame_digest(frame.select(sorted(frame.columns)).sort(names)))
    return " ".join(digests)


def same_tallies(one: Tallies, other: Tallies) -> bool:
    """Whether two containers hold the same sums."""
    return tally_digest(one) == tally_digest(other)


def files_in(folder: Path) -> list[str]:
    """Everything below a folder, sorted, as relative paths."""
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("*"))
