"""How the rate grows with workers, what memory a long run takes, and what the pipelines cost beside the play.

Every row is measured in a process of its own, whose largest memory is its own too.
"""

import csv
import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl

from rummysim.engine.batch import chunk_size
from rummysim.engine.command import command_line
from rummysim.engine.courier import make_parcel, play_packed
from rummysim.engine.deals import labelled_deals, play_deals, tally_deals
from rummysim.engine.lineup import resolve_lineup
from rummysim.engine.packing import pack, unpack
from rummysim.engine.part import play_part
from rummysim.engine.work import Work
from rummysim.errors import EngineError, InputError, OutputError
from rummysim.games.family import Variant
from rummysim.games.registry import as_variant
from rummysim.results.kernels import load_kernels
from rummysim.results.simulate import load, simulate

__all__ = ["KINDS", "measure", "scaling"]

COLUMNS = ("measure", "n", "deals", "seconds", "deals_per_second", "megabytes", "share", "command")
MOST_DEALS = 10**10
SCRIPT = "import sys; from rummysim.results.scaling import measure; measure(*sys.argv[1:])"


def _megabytes() -> float:
    """Most memory this process has taken; NaN where the system does not say."""
    try:
        for line in Path("/proc/self/status").read_text().splitlines():
            if line.startswith("VmHWM:"):
                return int(line.split()[1]) / 1024
        import resource
    except (OSError, ImportError):
        return float("nan")
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def _rate(variant: Variant, bots: list[str], deals: int, **who: Any) -> float:
    """Seconds that a run takes once its workers have begun."""
    simulate(variant, bots, deals=10_000, seed=2, keep="bins", progress=False, chunk=1_000, **who)
    start = time.perf_counter()
    simulate(variant, bots, deals=deals, seed=1, keep="bins", progress=False, **who).summary()
    return time.perf_counter() - start


def _threads(variant: Variant, bots: list[str], n: int, deals: int) -> dict[str, float]:
    return {"seconds": _rate(variant, bots, deals, threads=n)}


def _processes(variant: Variant, bots: list[str], n: int, deals: int) -> dict[str, float]:
    from rummysim.engine.crew import crew_of

    with crew_of(n, None) as crew:
        return {"seconds": _rate(variant, bots, deals, executor=crew)}


def _dask(variant: Variant, bots: list[str], n: int, deals: int) -> dict[str, float]:
    from rummysim.engine.cluster import dask_executor

    with dask_executor(n) as executor:
        return {"seconds": _rate(variant, bots, deals, executor=executor)}


def _unit(variant: Variant, bots: list[str], n: int, deals: int) -> dict[str, float]:
    """Seconds that it takes to turn a chunk's part into files and back, as a share of those that it takes to play."""
    del n
    work = _work(variant, bots)
    blocks = min(chunk_size(work), max(1, deals // work.n_players))
    part = play_part(work, 0, blocks, 1 << 10, "deals")
    played = _median(lambda: play_part(work, 0, blocks, 1 << 10, "deals"))
    packed = _median(lambda: unpack(work, pack(part)))
    return {"seconds": packed, "share": packed / played}


def _overhead(variant: Variant, bots: list[str], n: int, deals: int) -> dict[str, float]:
    """Seconds of an empty work unit, of one block, on ``n`` dask workers."""
    from rummysim.engine.cluster import dask_executor

    work = _work(variant, bots)
    parcel = make_parcel(work, 1, "bins")
    n_units = min(500, deals)
    with dask_executor(n) as executor:
        for _ in range(2):
            start = time.perf_counter()
            for future in [executor.submit(play_packed, parcel, unit, 1) for unit in range(n_units)]:
                future.result()
    return {"seconds": (time.perf_counter() - start) / n_units}


def _memory(keep: str) -> Callable[[Variant, list[str], int, int], dict[str, float]]:
    def run(variant: Variant, bots: list[str], n: int, deals: int) -> dict[str, float]:
        with tempfile.TemporaryDirectory() as folder:
            start = time.perf_counter()
            simulate(variant, bots, deals=deals, seed=1, keep=keep, threads=n, out=folder, progress=False).summary()
            seconds = time.perf_counter() - start
            if keep == "deals":
                query = load(folder).deals.group_by("seat").agg(pl.col("won").mean(), pl.col("points").mean())
                query.collect(engine="streaming")
        return {"seconds": seconds, "megabytes": _megabytes()}

    return run


def _pipelines(variant: Variant, bots: list[str], n: int, deals: int) -> dict[str, float]:
    """Scoring and sums of all rows, a chunk at a time, as a share of the time of the kernel that deals them."""
    del n
    work = _work(variant, bots)
    player, size = work.player(), chunk_size(work)
    played = scored = 0.0
    for first in range(0, max(1, deals // work.n_players), size):
        start = time.perf_counter()
        facts = play_deals(work, player, first, size)
        between = time.perf_counter()
        tally_deals(work, variant, facts, first, 1 << 10)
        labelled_deals(work, facts, first)
        played, scored = played + between - start, scored + time.perf_counter() - between
    return {"seconds": scored, "share": scored / played}


KINDS: dict[str, Callable[[Variant, list[str], int, int], dict[str, float]]] = {
    "threads": _threads,
    "processes": _processes,
    "dask workers": _dask,
    "memory, bins": _memory("bins"),
    "memory, deals": _memory("deals"),
    "packing a work unit": _unit,
    "empty work unit, dask workers": _overhead,
    "pipelines beside the kernel": _pipelines,
}
"""What can be measured: seconds, and memory or a share, of a variant, bots, a number of workers and of deals."""


def _work(variant: Variant, bots: Sequence[str]) -> Work:
    return Work(variants=(variant,), lineup=resolve_lineup(variant, bots), seed=1, level="deal")


def _median(act: Callable[[], object], repeats: int = 7) -> float:
    seconds = []
    for _ in range(repeats):
        start = time.perf_counter()
        act()
        seconds.append(time.perf_counter() - start)
    return float(np.median(seconds))


def measure(*told: str) -> None:
    """Measure in this process, and print the result as JSON: kind, game, options, bots, workers, deals."""
    kind, game, options, bots, n, deals = told
    variant = as_variant(game).with_options(json.loads(options), game)
    load_kernels(variant.family, show=False)
    print(json.dumps(KINDS[kind](variant, bots.split(","), int(n), int(deals))))


def _plan(workers: Sequence[int], deals: int, memory: Sequence[int]) -> Iterator[tuple[str, int, int]]:
    for kind in ("threads", "processes", "dask workers"):
        yield from ((kind, n, deals) for n in workers)
    yield "packing a work unit", 1, deals
    yield "empty work unit, dask workers", workers[-1], deals
    yield "pipelines beside the kernel", 1, deals
    for keep in ("bins", "deals"):
        yield from ((f"memory, {keep}", workers[-1], size) for size in memory)


def scaling(
    variant: Variant | str,
    bots: Sequence[str],
    *,
    workers: Sequence[int] = (1, 2),
    deals: int = 2_000_000,
    memory: Sequence[int] = (10**6, 10**7),
    kinds: Sequence[str] = (),
    record: str | Path | None = None,
) -> pl.DataFrame:
    """Measure a variant's line-up; rows are appended to the CSV file ``record`` as they come.

    workers : numbers of threads, processes and dask workers. deals : of each rate. memory : deals of the long runs.
    kinds : of :data:`KINDS`, all if left out.
    """
    chosen = as_variant(variant)
    _work(chosen, bots)
    for name, numbers, most in (
        ("workers", workers, 256),
        ("memory", memory, MOST_DEALS),
        ("deals", [deals], MOST_DEALS),
    ):
        if not numbers or not all(isinstance(each, int) and 1 <= each <= most for each in numbers):
            raise InputError(f"{name} is {list(numbers)}; allowed are whole numbers from 1 to {most:,}; name some")
    if strange := set(kinds) - set(KINDS):
        raise InputError(f"there is no measure {', '.join(sorted(strange))}; allowed {', '.join(KINDS)}; name one")
    rows = []
    for kind, n, size in _plan(workers, deals, memory):
        if kinds and kind not in kinds:
            continue
        rest = [f"--workers {n}", f"--deals {size}", f"--memory {size}", f"--kind {json.dumps(kind)}"]
        row: dict[str, Any] = {"measure": kind, "n": n, "deals": size, **_measured(kind, chosen, bots, n, size)}
        if "share" not in row and not kind.startswith("empty"):
            row["deals_per_second"] = round(size / row["seconds"])
        row["command"] = command_line("scaling", chosen, bots, *rest)
        rows.append({name: row.get(name) for name in COLUMNS})
        if record is not None:
            _append(Path(record), rows[-1])
    return pl.DataFrame(rows, schema_overrides=dict.fromkeys(COLUMNS[3:7], pl.Float64))


def _measured(kind: str, variant: Variant, bots: Sequence[str], n: int, deals: int) -> dict[str, float]:
    arguments = [kind, variant.preset, json.dumps(variant.changes()), ",".join(bots), str(n), str(deals)]
    ended = subprocess.run([sys.executable, "-c", SCRIPT, *arguments], capture_output=True, text=True, check=False)
    if ended.returncode:
        raise EngineError(f"{kind} could not be measured: {ended.stderr.strip().splitlines()[-1]}")
    found: dict[str, float] = json.loads(ended.stdout.splitlines()[-1])
    return {name: float(f"{value:.4g}") for name, value in found.items()}


def _append(path: Path, row: dict[str, Any]) -> None:
    try:
        is_new = not path.exists() or path.stat().st_size == 0
        with path.open("a", newline="") as file:
            writer = csv.DictWriter(file, COLUMNS, lineterminator="\n")
            if is_new:
                writer.writeheader()
            writer.writerow(row)
    except OSError as error:
        raise OutputError(f"{path} cannot be written: {error.strerror}; name another file") from None
