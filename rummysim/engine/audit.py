"""Audited deals: every position of every deal checked against the invariants of the rules of play."""

from concurrent.futures import ThreadPoolExecutor
from importlib import import_module
from typing import Any

import numpy as np

from rummysim.engine.seating import deal_jobs
from rummysim.engine.work import Work
from rummysim.errors import EngineError

__all__ = ["audit_work"]

CHUNK_BLOCKS = 5_000


def _audit_chunk(work: Work, first: int, count: int) -> int:
    kernels: Any = import_module(f"rummysim.games.{work.variant.family.name}.audit")
    player = work.player()
    jobs, holders = deal_jobs(work.scheme, work.n_players, work.seed, first, count)
    facts = np.empty((len(work.variant.family.kernels().FACT_COLUMNS), holders.size), np.int16)
    found = kernels.audit_batch(player.set_table(work.n_players), jobs, holders, facts)
    if found >= 0:
        deal, fault = divmod(found, len(kernels.AUDIT_FAULTS))
        number = first * work.n_players + deal
        raise EngineError(
            f"{kernels.AUDIT_FAULTS[fault]} in {work.variant.name}, seed {work.seed}, deal {number}; "
            f"see it with: {work.replay_command({'deal': number})}"
        )
    return len(jobs)


def audit_work(work: Work, n_blocks: int, threads: int, progress: Any) -> int:
    """Audit the first ``n_blocks`` blocks of a work; the deals audited. Raises EngineError at the first fault."""
    chunks = [(first, min(CHUNK_BLOCKS, n_blocks - first)) for first in range(0, n_blocks, CHUNK_BLOCKS)]
    n_deals = 0
    with ThreadPoolExecutor(threads) as pool:
        for count in pool.map(lambda chunk: _audit_chunk(work, *chunk), chunks):
            n_deals += count
            progress.update(count // work.n_players)
    return n_deals
