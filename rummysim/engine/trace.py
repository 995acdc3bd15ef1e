"""One deal again, with its log."""

from dataclasses import dataclass
from typing import Any

import numpy as np
import polars as pl

from rummysim.engine.deals import scored
from rummysim.engine.seating import Integers, deal_jobs
from rummysim.engine.work import Work, facts_frame
from rummysim.errors import EngineError

__all__ = ["N_LOG_ROWS", "Trace", "trace_deal", "trace_job"]

N_LOG_ROWS = 1 << 16


@dataclass(frozen=True)
class Trace:
    """A deal's hands by seat (masks, or pairs of them with two packs), upcard, log, scored rows by seat, the player in
    each seat, and whether it broke off with an illegal move.
    """

    hands: tuple[Any, ...]
    upcard: int
    log: tuple[tuple[int, ...], ...]
    rows: pl.DataFrame
    players: tuple[int, ...]
    illegal: bool


def trace_deal(work: Work, deal: int) -> Trace:
    """Play deal number ``deal`` (block times players plus seating) of a run of deals again."""
    n = work.n_players
    jobs, holders = deal_jobs(work.scheme, n, work.seed, deal // n, 1)
    return trace_job(work, jobs[deal % n : deal % n + 1], holders[deal % n : deal % n + 1], f"deal {deal}")


def trace_job(work: Work, jobs: Integers, holders: Integers, name: str, totals: Integers | None = None) -> Trace:
    """Play one job again with its log; ``name`` says which deal it is, ``totals`` are those before it."""
    n = holders.shape[1]
    player = work.player(N_LOG_ROWS)
    hands, upcard = player.dealt(jobs[0])
    try:
        facts, bad = player.play(jobs, holders, totals)
    except Exception:
        facts, bad = np.zeros((player.n_facts, n), np.int16), 0
    try:
        log = player.read_log()
    except OverflowError as error:
        raise EngineError(
            f"{name} of {work.variant.name}, seed {work.seed}: {error}; lower max_turns to see it"
        ) from None
    starter = int(jobs[0, 4])
    players = tuple(int(holders[0, (starter + seat) % n]) for seat in range(n))
    rows = scored(work.variant, facts_frame(work.variant.family.kernels().FACT_COLUMNS, facts), n).sort("seat")
    log_rows = tuple(tuple(int(value) for value in row) for row in np.asarray(log))
    return Trace(tuple(hands), upcard, log_rows, rows, players, illegal=bad >= 0)
