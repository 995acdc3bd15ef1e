"""Who plays the chunks of a run: threads here, processes here, or whatever has ``submit`` like concurrent.futures.

A crew hands out futures with ``result``, ``cancel`` and ``add_done_callback``. Threads share the memory; to all others
a work goes as a parcel and parts come back as files.
"""

import multiprocessing
import os
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any

from rummysim.engine.child import start
from rummysim.engine.stopping import Stop, stop_on_signals
from rummysim.errors import InputError

__all__ = ["MOST_WORKERS", "Crew", "check_threads", "crew_of"]

MOST_WORKERS = 256


class Crew:
    """Workers, and whether they were asked to stop.

    is_remote : they share no memory with this process. window : chunks that are under way at a time.
    """

    def __init__(self, executor: Any, n_workers: int, stop: Stop, *, make: Callable[[], Executor] | None) -> None:
        self._executor, self._make = executor, make
        self.n_workers = n_workers
        self.stop = stop
        self.is_remote = not isinstance(executor, ThreadPoolExecutor)
        self.window = 2 * n_workers if self.is_remote else n_workers + 1

    def submit(self, function: Callable[..., Any], *arguments: Any) -> Any:
        """A future of a call."""
        return self._executor.submit(function, *arguments)

    def mend(self) -> bool:
        """Replace processes of which one died; False for workers that are not ours."""
        if self._make is None:
            return False
        self._executor.shutdown(wait=False, cancel_futures=True)
        self._executor = self._make()
        return True

    def close(self) -> None:
        """End the workers if they are ours."""
        if self._make is not None:
            self._executor.shutdown(wait=True, cancel_futures=True)


def check_threads(threads: int | None) -> int:
    """Threads to use."""
    if threads is None:
        return os.cpu_count() or 1
    if isinstance(threads, bool) or not isinstance(threads, int) or not 1 <= threads <= MOST_WORKERS:
        raise InputError(f"threads is {threads!r}; allowed 1 to {MOST_WORKERS}; leave it out for one a core")
    return threads


def _maker(executor: Any, threads: int | None) -> Callable[[], Executor] | None:
    """How the workers are made; None if they are not ours."""
    n_threads = check_threads(threads)
    if executor is None:
        return lambda: ThreadPoolExecutor(n_threads)
    if threads is not None:
        raise InputError(
            f"threads is {threads} and there is an executor; allowed is one of the two; leave threads out: each worker "
            "plays in one thread"
        )
    if isinstance(executor, int) and not isinstance(executor, bool) and 1 <= executor <= MOST_WORKERS:
        spawn = multiprocessing.get_context("spawn")
        return lambda: ProcessPoolExecutor(executor, mp_context=spawn, initializer=start)
    if callable(getattr(executor, "submit", None)) and not isinstance(executor, type):
        return None
    raise InputError(
        f"executor is {executor!r}; allowed is a number of processes from 1 to {MOST_WORKERS}, or an object with "
        "submit like those of concurrent.futures; leave it out for threads here"
    )


def _size(executor: Any) -> int:
    """Workers of an executor that is not ours, as far as it says."""
    for name in ("n_workers", "_max_workers"):
        number = getattr(executor, name, None)
        if isinstance(number, int) and number >= 1:
            return min(number, 10_000)
    return os.cpu_count() or 1


@contextmanager
def crew_of(executor: Any, threads: int | None) -> Iterator[Crew]:
    """Crew for what a user gave as executor and threads; Ctrl-C and SIGTERM ask it to stop. A crew is left as it is."""
    if isinstance(executor, Crew):
        yield executor
        return
    make = _maker(executor, threads)
    with stop_on_signals() as stop:
        if make is None:
            yield Crew(executor, _size(executor), stop, make=None)
            return
        made = make()
        n_workers = executor if isinstance(executor, int) else check_threads(threads)
        crew = Crew(made, n_workers, stop, make=make)
        try:
            yield crew
        finally:
            crew.close()
