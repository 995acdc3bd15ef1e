"""Simulates rummy house rules and says what they do, with honest error bars.

Public names are loaded when they are first used: ``import rummysim`` compiles nothing and loads no plotting.
"""

import sys
from importlib import import_module
from types import ModuleType
from typing import Any

__version__ = "0.2.0"

_HOMES = {
    "Comparison": "rummysim.results.comparison",
    "Duel": "rummysim.results.duel",
    "Run": "rummysim.results.run",
    "SkillMap": "rummysim.results.skill_map",
    "Study": "rummysim.results.study",
    "Survey": "rummysim.results.survey",
    "Sweep": "rummysim.results.comparison",
    "Tournament": "rummysim.results.tournament",
    "abilities": "rummysim.results.skill",
    "bot": "rummysim.results.own_bot",
    "bots": "rummysim.results.games",
    "compare": "rummysim.results.simulate",
    "duel": "rummysim.results.duel",
    "dask_executor": "rummysim.engine.cluster",
    "games": "rummysim.results.games",
    "ladder": "rummysim.results.ladder",
    "load": "rummysim.results.simulate",
    "merge": "rummysim.results.runs",
    "prune": "rummysim.results.runs",
    "quantities": "rummysim.results.games",
    "replay": "rummysim.results.replay",
    "rescore": "rummysim.results.games",
    "resume": "rummysim.results.runs",
    "rules": "rummysim.results.games",
    "runs": "rummysim.results.runs",
    "simulate": "rummysim.results.simulate",
    "skill": "rummysim.results.skill",
    "skill_map": "rummysim.results.skill_map",
    "solve": "rummysim.results.solve",
    "survey": "rummysim.results.survey",
    "sweep": "rummysim.results.simulate",
    "tune": "rummysim.results.tune",
    "tune_bot": "rummysim.results.tune_bot",
    "tournament": "rummysim.results.tournament",
    "variant": "rummysim.results.games",
    "verify": "rummysim.results.runs",
}

__all__ = ["__version__", *sorted(_HOMES)]


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'rummysim' has no attribute {name!r}")
    return getattr(import_module(_HOMES[name]), name)


def __dir__() -> list[str]:
    return sorted(__all__)


class _Public(ModuleType):
    """Keeps a public name what it is when a folder of that name is imported (``games``)."""

    def __setattr__(self, name: str, value: Any) -> None:
        if not (name in _HOMES and isinstance(value, ModuleType)):
            super().__setattr__(name, value)


sys.modules[__name__].__class__ = _Public
