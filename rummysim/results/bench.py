"""Deals a second, kernel alone and end to end; of tile rummy solves a second too."""

import statistics
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import polars as pl

from rummysim.engine.lineup import resolve_lineup
from rummysim.engine.seating import deal_jobs
from rummysim.engine.work import Work
from rummysim.games.family import Variant
from rummysim.games.registry import as_variant
from rummysim.results.kernels import load_kernels
from rummysim.results.peers import check_peer
from rummysim.results.simulate import simulate

__all__ = ["bench"]

REPEATS = 7
CHUNK_BLOCKS = 10_000


def _kernel_rates(work: Work, threads: int, seconds: float) -> list[float]:
    """Deals a second of the kernel in ``threads`` threads, one figure a repeat."""
    players = [work.player() for _ in range(threads)]
    jobs, holders = deal_jobs(work.scheme, work.n_players, 1, 0, CHUNK_BLOCKS)
    rates = []
    with ThreadPoolExecutor(threads) as pool:
        list(pool.map(lambda player: player.play(jobs[:100], holders[:100]), players))
        for _ in range(REPEATS):
            n_rounds, start = 0, time.perf_counter()
            while time.perf_counter() - start < seconds / REPEATS:
                list(pool.map(lambda player: player.play(jobs, holders), players))
                n_rounds += 1
            rates.append(n_rounds * threads * len(jobs) / (time.perf_counter() - start))
    return rates


def _end_to_end(variant: Variant, bots: Sequence[str], threads: int, deals: int) -> list[float]:
    """Deals a second from the shuffle to the estimates."""
    rates = []
    for repeat in range(3):
        start = time.perf_counter()
        simulate(variant, bots, deals=deals, seed=repeat, keep="bins", threads=threads, progress=False).summary()
        rates.append(deals / (time.perf_counter() - start))
    return rates


def _solves(work: Work, seconds: float) -> dict[tuple[str, int], list[float]]:
    """Rates of the solver, where the work asks it."""
    if work.variant.family.name != "tile":
        return {}
    from rummysim.results.tile_solves import is_free, solve_rates

    return solve_rates(work, seconds, REPEATS) if is_free(work) else {}


def _beside(work: Work, peer: str, seconds: float) -> dict[tuple[str, int], list[float]]:
    """Rates of kernel and peer, one thread, taken in turns, and their ratios."""
    theirs, ours = check_peer(peer, work.variant.name).rates(work)
    ours = ours or (lambda seconds: _kernel_rates(work, 1, seconds)[-1])
    pairs = [(ours(seconds / REPEATS), theirs(seconds / REPEATS)) for _ in range(REPEATS)]
    return {
        (f"kernel beside {peer}", 1): [ours for ours, _ in pairs],
        (peer, 1): [theirs for _, theirs in pairs],
        (f"ratio to {peer}", 1): [ours / theirs for ours, theirs in pairs],
    }


def bench(
    variant: Variant | str, lineups: Sequence[Sequence[str]], *, seconds: float = 3.0, peer: str | None = None
) -> pl.DataFrame:
    """Median, least and most deals a second for each line-up: kernel in one and two threads, end to end in one and
    two; of tile rummy solves a second too (:mod:`rummysim.results.tile_solves`). With a ``peer``
    (:mod:`rummysim.results.peers`) that program's rate in the same run, and the ratio.
    """
    chosen = as_variant(variant)
    if peer:
        check_peer(peer, chosen.name)
    load_kernels(chosen.family, show=True)
    rows = []
    for names in lineups:
        work = Work(variants=(chosen,), lineup=resolve_lineup(chosen, names), seed=1, level="deal")
        kernel = _kernel_rates(work, 1, seconds)
        deals = int(max(2_000, np.median(kernel) * seconds / 2))
        measured = {
            ("kernel", 1): kernel,
            ("kernel", 2): _kernel_rates(work, 2, seconds),
            ("end to end", 1): _end_to_end(chosen, names, 1, deals),
            ("end to end", 2): _end_to_end(chosen, names, 2, deals),
        }
        measured |= _solves(work, seconds)
        if peer:
            measured |= _beside(work, peer, seconds)
        for (what, threads), rates in measured.items():
            rows.append(
                {
                    "game": chosen.name,
                    "bots": ",".join(names),
                    "what": what,
                    "threads": threads,
                    "median": round(statistics.median(rates)),
                    "least": round(min(rates)),
                    "most": round(max(rates)),
                }
            )
    return pl.DataFrame(rows)
