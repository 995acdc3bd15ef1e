"""A bot as data: the decisions of one player, their parameters, and what they look at beyond the view."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from importlib import import_module
from types import MappingProxyType
from typing import Any

__all__ = ["N_PARAMETERS", "TOTALS", "Bot", "BotTable"]

N_PARAMETERS = 8
TOTALS = "totals"
"""What a bot reads that looks at the points of the match so far."""


@dataclass(frozen=True, kw_only=True)
class Bot:
    """One bot of a family.

    hooks : compiled decisions by name, each of the family's signature. parameters : names and values, at most eight,
    data for the hooks and not part of the program. reads : scoring and match options it looks at, and ``TOTALS``;
    its deals depend on these. has_memory : whether it keeps notes of a deal.
    """

    name: str
    hooks: MappingProxyType[str, Any] = field(repr=False)
    notes: str
    parameters: MappingProxyType[str, float] = field(default_factory=lambda: MappingProxyType({}))
    reads: tuple[str, ...] = ()
    has_memory: bool = False

    def parameter_row(self) -> list[float]:
        """Values of the parameters, filled up with zeros to eight."""
        values = [float(value) for value in self.parameters.values()]
        return values + [0.0] * (N_PARAMETERS - len(values))


class BotTable(Mapping[str, Bot]):
    """Bots of a family by name, weakest first; each is compiled when it is first asked for.

    homes : module within ``package``, and the bot's name there.
    """

    def __init__(self, package: str, homes: Mapping[str, str]) -> None:
        self._package, self._homes = package, dict(homes)

    def __getitem__(self, name: str) -> Bot:
        module, _, attribute = self._homes[name].partition(".")
        bot: Bot = getattr(import_module(f"{self._package}.{module}"), attribute)
        return bot

    def __contains__(self, name: object) -> bool:
        return name in self._homes

    def __iter__(self) -> Iterator[str]:
        return iter(self._homes)

    def __len__(self) -> int:
        return len(self._homes)
