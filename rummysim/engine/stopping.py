"""Ctrl-C and SIGTERM ask a run to stop: what is being played is finished and kept. A second time ends it at once."""

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from types import FrameType

__all__ = ["Stop", "stop_on_signals"]

SIGNALS = {signal.SIGINT: signal.default_int_handler, signal.SIGTERM: signal.SIG_DFL}
"""Signals that are taken, each if its handler is this one: those of a program around are left alone."""


@dataclass
class Stop:
    """Whether a run was asked to stop."""

    asked: bool = False


@contextmanager
def stop_on_signals() -> Iterator[Stop]:
    """A stop that the signals ask for; where they cannot be taken (another thread), nobody asks."""
    stop = Stop()

    def ask(number: int, frame: FrameType | None) -> None:
        del number, frame
        if stop.asked:
            raise KeyboardInterrupt
        stop.asked = True

    taken = {}
    if threading.current_thread() is threading.main_thread():
        for number, usual in SIGNALS.items():
            if signal.getsignal(number) == usual:
                taken[number] = signal.signal(number, ask)
    try:
        yield stop
    finally:
        for number, before in taken.items():
            signal.signal(number, before)
