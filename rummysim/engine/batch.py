"""Playing a work chunk by chunk on a thread pool: progress, interruption, resumption.

Chunks are handed out in order; the kernels release the GIL. After Ctrl-C the running chunks are finished and kept, and
what counts as the run is the contiguous prefix of its blocks.
"""

import threading
from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass
from typing import Any

from rummysim.engine.part import Part, play_part
from rummysim.engine.store import Store
from rummysim.engine.work import Work

__all__ = ["Stopped", "blocks_per_bin", "chunk_size", "play_work", "prefix"]

CHUNK_DEALS = 40_000
TARGET_BINS = 500


@dataclass(frozen=True)
class Stopped:
    """How a call of :func:`play_work` ended: blocks of the prefix, whether some are missing, and whether Ctrl-C was
    pressed, though perhaps too late to stop anything.
    """

    n_blocks: int
    interrupted: bool
    n_deals: int
    pressed: bool = False


def blocks_per_bin(n_blocks: int) -> int:
    """K for a run of ``n_blocks``: a power of two, 500 to 1,000 bins, so that a run that grows merges bins."""
    return 1 << max(0, (n_blocks // TARGET_BINS).bit_length() - 1)


def chunk_size(work: Work) -> int:
    """Blocks of a chunk: some ten thousand deals, matches counted as ten deals each."""
    per_block = work.n_players * (1 if work.level == "deal" else 10)
    return max(1, CHUNK_DEALS // per_block)


def chain(ranges: list[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """Parts that do not overlap, by first; of parts that begin at the same block the longest."""
    at = 0
    for first, count in sorted(ranges, key=lambda span: (span[0], -span[1])):
        if first >= at:
            yield first, count
            at = first + count


def prefix(ranges: list[tuple[int, int]], n_blocks: int) -> list[tuple[int, int]]:
    """Parts that follow each other from block 0 on, until they hold ``n_blocks``."""
    kept, at = [], 0
    for first, count in chain(ranges):
        if first != at or at >= n_blocks:
            break
        kept.append((first, count))
        at += count
    return kept


def missing(ranges: list[tuple[int, int]], n_blocks: int, size: int) -> Iterator[tuple[int, int]]:
    """Chunks that are still to be played."""
    at = 0
    for first, count in [*chain(ranges), (n_blocks, 0)]:
        while at < min(first, n_blocks):
            step = min(size, min(first, n_blocks) - at)
            yield at, step
            at += step
        at = max(at, first + count)


def play_work(
    work: Work, n_blocks: int, per_bin: int, keep: str, store: Store, *, threads: int, chunk_blocks: int, progress: Any
) -> Stopped:
    """Play what is missing of the first ``n_blocks`` blocks and keep it in ``store``.

    progress : has ``update(deals)``.
    """
    todo = missing(store.ranges(), n_blocks, chunk_blocks)
    stop = threading.Event()
    n_deals = 0

    def run(first: int, count: int) -> Part | None:
        if stop.is_set():
            return None
        part = play_part(work, first, count, per_bin, keep)
        store.write(part)
        return part

    with ThreadPoolExecutor(threads) as pool:
        pending: set[Future[Part | None]] = set()
        try:
            while True:
                for first, count in todo:
                    pending.add(pool.submit(run, first, count))
                    if len(pending) > threads:
                        break
                if not pending:
                    break
                done, pending = wait(pending, return_when=FIRST_COMPLETED)
                for future in done:
                    part = future.result()
                    n_deals += part.n_deals if part else 0
                    progress.update(part.count if part else 0)
        except KeyboardInterrupt:
            stop.set()
            wait(pending)
        except BaseException:
            stop.set()
            raise
    kept = prefix(store.ranges(), n_blocks)
    n_done = sum(count for _, count in kept)
    return Stopped(n_blocks=n_done, interrupted=n_done < n_blocks, n_deals=n_deals, pressed=stop.is_set())
