"""Audit jobs, and their record."""

import csv
from collections.abc import Sequence
from pathlib import Path

from rummysim import __version__
from rummysim.engine.audit import audit_work
from rummysim.engine.lineup import resolve_lineup
from rummysim.engine.work import Work
from rummysim.errors import OutputError
from rummysim.games.family import Variant
from rummysim.games.registry import as_variant
from rummysim.plan import check_seed, units_to_blocks
from rummysim.results.kernels import load_kernels
from rummysim.results.manifest import command_of
from rummysim.results.progress import Progress
from rummysim.results.simulate import check_threads

__all__ = ["COLUMNS", "audit"]

COLUMNS = ("game", "bots", "seed", "deals", "faults", "rummysim", "family_version", "command")


def audit(
    variant: Variant | str,
    bots: Sequence[str],
    *,
    deals: int,
    seed: int = 0,
    threads: int | None = None,
    record: str | Path | None = None,
    progress: bool = True,
) -> dict[str, str | int]:
    """Play deals and check every position; a row for the record, appended to the CSV file ``record`` if one is named.

    Raises EngineError at the first fault, naming the deal.
    """
    chosen = as_variant(variant)
    work = Work(variants=(chosen,), lineup=resolve_lineup(chosen, bots), seed=check_seed(seed), level="deal")
    _, n_blocks = units_to_blocks(work.n_players, deals, None)
    kernels = load_kernels(chosen.family, show=progress)
    with Progress(f"audit {chosen.name}", n_blocks * work.n_players, "deals", work.n_players, show=progress) as bar:
        n_deals = audit_work(work, n_blocks, check_threads(threads), bar)
    row: dict[str, str | int] = {
        "game": chosen.name,
        "bots": ",".join(work.lineup),
        "seed": seed,
        "deals": n_deals,
        "faults": 0,
        "rummysim": __version__,
        "family_version": kernels.VERSION,
        "command": command_of("audit", chosen, work, n_deals),
    }
    if record is not None:
        _append(Path(record), row)
    return row


def _append(path: Path, row: dict[str, str | int]) -> None:
    try:
        fresh = not path.exists()
        with path.open("a", newline="") as file:
            writer = csv.DictWriter(file, COLUMNS, lineterminator="\n")
            if fresh:
                writer.writeheader()
            writer.writerow(row)
    except OSError as error:
        raise OutputError(f"{path} cannot be written: {error.strerror}; name another file") from None
