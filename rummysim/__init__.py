"""Simulates rummy house rules and says what they do, with honest error bars.

Public names are loaded when they are first used: ``import rummysim`` compiles nothing and loads no plotting.
"""

from importlib import import_module
from typing import Any

__version__ = "0.1.0"

_HOMES = {
    "Comparison": "rummysim.results.comparison",
    "Run": "rummysim.results.run",
    "Study": "rummysim.results.study",
    "Sweep": "rummysim.results.comparison",
    "compare": "rummysim.results.simulate",
    "games": "rummysim.results.games",
    "load": "rummysim.results.simulate",
    "replay": "rummysim.results.replay",
    "rescore": "rummysim.results.games",
    "rules": "rummysim.results.games",
    "simulate": "rummysim.results.simulate",
    "sweep": "rummysim.results.simulate",
    "variant": "rummysim.results.games",
}

__all__ = ["__version__", *sorted(_HOMES)]


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'rummysim' has no attribute {name!r}")
    return getattr(import_module(_HOMES[name]), name)


def __dir__() -> list[str]:
    return sorted(__all__)
