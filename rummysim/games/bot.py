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
    data for the hooks and not part of the program. borrowed : by hook, parameters of hooks that are another bot's.
    reads : scoring and match options it looks at, and ``TOTALS``;
    its deals depend on these. has_memory : whether it keeps notes of a deal. family : of a bot that is not built in.
    """

    name: str
    hooks: MappingProxyType[str, Any] = field(repr=False)
    notes: str
    parameters: MappingProxyType[str, float] = field(default_factory=lambda: MappingProxyType({}))
    reads: tuple[str, ...] = ()
    has_memory: bool = False
    family: str = ""
    borrowed: MappingProxyType[str, MappingProxyType[str, float]] = field(
        default_factory=lambda: MappingProxyType({}), repr=False
    )

    def parameters_for(self, hook: str) -> MappingProxyType[str, float]:
        """Parameters that a hook is given: those of the bot it was written for."""
        return self.borrowed.get(hook, self.parameters)

    def parameter_row(self, hook: str = "") -> list[float]:
        """Values of the parameters of a hook, filled up with zeros to eight."""
        values = [float(value) for value in self.parameters_for(hook).values()]
        return values + [0.0] * (N_PARAMETERS - len(values))


class BotTable(Mapping[str, Bot]):
    """Bots of a family by name, weakest first, then those of one's own; built-in ones are compiled when asked for.

    homes : module within ``package``, and the bot's name there.
    """

    def __init__(self, package: str, homes: Mapping[str, str]) -> None:
        self._package, self._homes = package, dict(homes)
        self._own: dict[str, Bot] = {}

    @property
    def built_in(self) -> tuple[str, ...]:
        """Names of the bots of the package, weakest first."""
        return tuple(self._homes)

    def add(self, bot: Bot) -> None:
        """Let a bot of one's own play; one of the same name is replaced."""
        self._own[bot.name] = bot

    def forget(self, name: str) -> None:
        """Take a bot of one's own off the table."""
        self._own.pop(name, None)

    def __getitem__(self, name: str) -> Bot:
        if name in self._own:
            return self._own[name]
        module, _, attribute = self._homes[name].partition(".")
        bot: Bot = getattr(import_module(f"{self._package}.{module}"), attribute)
        return bot

    def __contains__(self, name: object) -> bool:
        return name in self._homes or name in self._own

    def __iter__(self) -> Iterator[str]:
        return iter([*self._homes, *self._own])

    def __len__(self) -> int:
        return len(self._homes) + len(self._own)
