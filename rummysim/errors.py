"""One tree of errors, raised on the surface only.

A message gives the fact with the value, then what is allowed, then the remedy.
"""

__all__ = [
    "EngineError",
    "IllegalMoveError",
    "InputError",
    "Interrupted",
    "NotationError",
    "OutputError",
    "RuleError",
    "RummysimError",
    "StoreError",
    "UnknownNameError",
]


class RummysimError(Exception):
    """Base of all errors of the package."""


class InputError(RummysimError, ValueError):
    """What was asked for cannot be done: the message says what is allowed."""


class UnknownNameError(InputError):
    """A game, option, bot, statistic or field of that name does not exist."""


class RuleError(InputError):
    """A value out of range, or two options that contradict each other."""


class NotationError(InputError):
    """A text is no card, hand or meld of the deck."""


class OutputError(RummysimError, OSError):
    """A file or folder cannot be written."""


class StoreError(RummysimError):
    """A stored run is damaged, or not the run that was asked for."""


class EngineError(RummysimError):
    """A kernel reported trouble; the message names variant, seed and deal."""


class IllegalMoveError(EngineError):
    """A bot answered with a move that is not legal."""


class Interrupted(RummysimError):  # noqa: N818 - it is a result, not a fault
    """A run was interrupted; ``run`` holds what was played."""

    def __init__(self, message: str, run: object = None) -> None:
        super().__init__(message)
        self.run = run
