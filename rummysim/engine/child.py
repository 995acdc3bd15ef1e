"""What a worker process does first; imports nothing that reads its environment."""

import os
import signal
import threading
from multiprocessing import connection, parent_process

__all__ = ["start"]


def start() -> None:
    """Leave Ctrl-C to the parent, end when it ends, however that is, and keep to one thread of Polars."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.environ.setdefault("POLARS_MAX_THREADS", "1")
    parent = parent_process()
    if parent is not None:
        threading.Thread(target=_end_with, args=(parent.sentinel,), daemon=True).start()


def _end_with(sentinel: int) -> None:
    connection.wait([sentinel])
    os._exit(1)
