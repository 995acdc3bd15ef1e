"""Playing a work chunk by chunk with a crew of threads, processes or machines: progress, interruption, resumption.

Chunks are handed out in order, a bounded number at a time, and kept as they come. After Ctrl-C the running chunks are
finished and kept, and what counts as the run is the contiguous prefix of its blocks.
"""

import asyncio
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor, CancelledError
from dataclasses import dataclass
from queue import Empty, SimpleQueue
from typing import Any

from rummysim.engine.courier import make_parcel, play_packed
from rummysim.engine.crew import Crew
from rummysim.engine.packing import Packed, pack
from rummysim.engine.part import Part, play_part
from rummysim.engine.store import Store
from rummysim.engine.work import Work
from rummysim.errors import EngineError, RummysimError

__all__ = ["Stopped", "blocks_per_bin", "chunk_size", "play_work", "prefix"]

CHUNK_DEALS, LEAST_DEALS = 40_000, 400
SHARES = 8
TARGET_BINS = 500
PATIENCE = 0.1
"""Seconds between looks at whether to stop."""
MOST_BROKEN = 3
"""Times in a row that dead worker processes are replaced without a chunk played."""

Span = tuple[int, int]
Send = Callable[[int, int], Any]


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


def chunk_size(work: Work, n_blocks: int | None = None) -> int:
    """Blocks of a chunk: some ten thousand deals, matches counted as ten deals each; of a small run of ``n_blocks`` an
    eighth, so that all threads have work, but not less than some hundred deals.
    """
    per_block = work.n_players * (1 if work.level == "deal" else 10)
    most, least = max(1, CHUNK_DEALS // per_block), max(1, LEAST_DEALS // per_block)
    return most if n_blocks is None else min(most, max(least, -(-n_blocks // SHARES)))


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


class _Played:
    """Units of a work under way with a crew: what is sent, what has come back, what is to be sent again."""

    def __init__(self, crew: Crew, send: Send, todo: Iterator[Span]) -> None:
        self._crew, self._send, self._todo = crew, send, todo
        self._again: deque[Span] = deque()
        self._pending: dict[int, tuple[Span, Any]] = {}
        self._done: SimpleQueue[int] = SimpleQueue()
        self._number = self._n_broken = 0

    def parts(self) -> Iterator[Part | Packed]:
        """Parts as they come, a bounded number under way; ends when all are there, or when asked to stop."""
        has_cancelled = False
        while True:
            if not self._crew.stop.asked:
                self._fill()
            elif not has_cancelled:
                self.cancel()
                has_cancelled = True
            if not self._pending:
                return
            try:
                number = self._done.get(timeout=PATIENCE)
            except Empty:
                continue
            if number in self._pending:
                part = self._take(number)
                if part is not None:
                    yield part

    def cancel(self) -> None:
        """Take back what has not begun; what is being played will come."""
        for number, (_, future) in list(self._pending.items()):
            if future.cancel() is not False:
                del self._pending[number]

    def _fill(self) -> None:
        while len(self._pending) < self._crew.window:
            span = self._again.popleft() if self._again else next(self._todo, None)
            if span is None:
                return
            try:
                future = self._send(*span)
            except BrokenExecutor as error:
                self._broken(span, error)
                continue
            except Exception as error:
                raise self._failure(error) from None
            self._number += 1
            number = self._number
            self._pending[number] = (span, future)
            future.add_done_callback(lambda _, number=number: self._done.put(number))

    def _take(self, number: int) -> Part | Packed | None:
        span, future = self._pending.pop(number)
        try:
            part: Part | Packed = future.result()
        except BrokenExecutor as error:
            self._broken(span, error)
            return None
        except (CancelledError, asyncio.CancelledError) as error:
            self._n_broken += 1
            if self._n_broken > MOST_BROKEN * self._crew.window:
                raise self._failure(error) from None
            self._again.append(span)
            return None
        except Exception as error:
            raise self._failure(error) from None
        self._n_broken = 0
        return part

    def _failure(self, error: BaseException) -> BaseException:
        """What is raised for an error in a unit: one of the package where the executor is not ours."""
        if isinstance(error, RummysimError) or not self._crew.is_remote:
            return error
        return EngineError(
            f"a chunk could not be played by the executor ({type(error).__name__}: {str(error)[:300]}); what was "
            "played is kept and the same call goes on from there"
        )

    def _broken(self, span: Span, error: BrokenExecutor) -> None:
        """A worker process died: all that was under way is sent again, a few times."""
        self._n_broken += 1
        self._again.extend([span, *(waiting for waiting, _ in self._pending.values())])
        self._pending.clear()
        if self._n_broken > MOST_BROKEN or not self._crew.mend():
            raise EngineError(
                f"the worker processes ended ({error}); what was played is kept and the same call goes on from there; "
                "in a script, call rummysim below: if __name__ == '__main__'"
            ) from None


def play_work(
    work: Work, n_blocks: int, per_bin: int, keep: str, store: Store, *, crew: Crew, chunk_blocks: int, progress: Any
) -> Stopped:
    """Play what is missing of the first ``n_blocks`` blocks and keep it in ``store``, which this thread alone writes.

    progress : has ``update(blocks)``.
    """

    def play_here(first: int, count: int) -> Part | Packed:
        part = play_part(work, first, count, per_bin, keep)
        return pack(part) if store.packs else part

    if crew.is_remote:
        parcel = make_parcel(work, per_bin, keep)

        def send(first: int, count: int) -> Any:
            return crew.submit(play_packed, parcel, first, count)
    else:

        def send(first: int, count: int) -> Any:
            return crew.submit(play_here, first, count)

    played = _Played(crew, send, missing(store.ranges(), n_blocks, chunk_blocks))
    n_deals = 0
    try:
        for part in played.parts():
            store.write(part)
            n_deals += part.n_deals
            progress.update(part.count)
    except KeyboardInterrupt:
        crew.stop.asked = True
        played.cancel()
    except BaseException:
        played.cancel()
        raise
    kept = prefix(store.ranges(), n_blocks)
    n_done = sum(count for _, count in kept)
    return Stopped(n_blocks=n_done, interrupted=n_done < n_blocks, n_deals=n_deals, pressed=crew.stop.asked)
