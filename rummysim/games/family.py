"""What a family gives, and the variant: a named, resolved, immutable value of a family's rules."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from rummysim.errors import InputError
from rummysim.fields.rule import Layer, Rules, rule_fields

if TYPE_CHECKING:
    from rummysim.fields.match_format import MatchFormat
    from rummysim.games.bot import BotTable

__all__ = ["Family", "Preset", "Variant"]


@dataclass(frozen=True)
class Preset:
    """A named variant as the rules of play know it: options that differ from the family's defaults, and the source."""

    name: str
    options: Mapping[str, Any]
    source: str


@dataclass(frozen=True, kw_only=True)
class Family:
    """One turn structure and all its options.

    rules : model of the options. presets : named variants. ends, undecided_ends : how deals end. direction : which
    points are good under a variant's rules, ``lower`` or ``higher``. points_unit : points are stored in
    1/points_unit. bot_names : as in the table of bots, known without compiling it. players, match_format : of a
    variant's rules. The rooms ``bots``, ``kernels``, ``scoring``, ``notation`` and ``solver`` are imported when they
    are first used, so that listing games loads no kernel and no Polars.
    """

    name: str
    title: str
    rules: type[Rules]
    presets: tuple[Preset, ...]
    ends: tuple[str, ...]
    undecided_ends: tuple[str, ...]
    direction: Callable[[Any], str]
    points_unit: int
    bot_names: tuple[str, ...]
    players: Callable[[Any], range]
    match_format: Callable[[Any], "MatchFormat"]

    def _room(self, name: str) -> Any:
        return import_module(f"rummysim.games.{self.name}.{name}")

    def bots(self) -> "BotTable":
        """Bots by name, weakest first; each is compiled when it is asked for."""
        table: BotTable = self._room("bots.table").BOTS
        return table

    def kernels(self) -> Any:
        """Module that plays: ``Player``, ``FACT_COLUMNS``, ``VERSION``. Imports the kernels."""
        return self._room("play")

    def scoring(self) -> Any:
        """Module with the expressions ``points`` of the rules and the number of players, ``wins_match``, ``closed`` and
        ``fired`` of the rules, and ``needs_points``; where the family has statistics of its own, ``counted``; where
        the points alone do not say who wins a deal, ``wins_deal``.
        """
        return self._room("scoring")

    def notation(self) -> Any:
        """Module that puts logs into words."""
        return self._room("words")

    def solver(self) -> Any:
        """Module that solves hands: ``Solver``. Imports the kernels; raises InputError where the family has none."""
        if find_spec(f"rummysim.games.{self.name}.solve") is None:
            raise InputError(
                f"hands of the family {self.name} cannot be solved; allowed are games like gin and conga; name one"
            )
        return self._room("solve")


@dataclass(frozen=True, kw_only=True, repr=False)
class Variant:
    """A named, resolved, immutable value of a family's rules; ``preset`` is the one it was made from."""

    name: str
    preset: str
    family: Family = field(repr=False, compare=False)
    rules: Rules

    def __hash__(self) -> int:
        return hash((self.family.name, self.name, self.rules))

    def __repr__(self) -> str:
        changes = "".join(f", {name}={value}" for name, value in self.changes().items())
        return f"Variant({self.name!r}: {self.preset}{changes})"

    def with_options(self, options: Mapping[str, Any], name: str | None = None) -> "Variant":
        """This variant with some options changed."""
        label = name or ", ".join([self.name, *(f"{key}={value}" for key, value in options.items())])
        return replace(self, name=label, rules=self.rules.with_options(options))

    def named(self, name: str) -> "Variant":
        """This variant under another name."""
        return replace(self, name=name)

    def changes(self) -> dict[str, Any]:
        """Options that differ from the preset."""
        preset = next(preset for preset in self.family.presets if preset.name == self.preset)
        base = self.family.rules.checked(preset.options).model_dump(mode="json")
        return {name: value for name, value in self.options().items() if base[name] != value}

    def options(self) -> dict[str, Any]:
        """All options as JSON values."""
        return self.rules.model_dump(mode="json")

    def differs(self, other: "Variant | None" = None) -> dict[str, tuple[Any, Any]]:
        """Options that differ from ``other`` (the family's defaults if none): name -> (there, here)."""
        base = other.options() if other else self.family.rules().model_dump(mode="json")
        return {name: (base.get(name), value) for name, value in self.options().items() if base.get(name) != value}

    def layer(self, layer: Layer) -> dict[str, Any]:
        """Options of one layer as JSON values."""
        return self.rules.layer(layer)

    def play_options(self, reads: Iterable[str] = ()) -> dict[str, Any]:
        """Options that decide the deals: the play layer, and what the bots of a line-up read."""
        read = {name: value for name, value in self.options().items() if name in reads}
        return self.layer(Layer.PLAY) | read

    def _repr_html_(self) -> str:
        from rummysim.fields.page import differences_html

        return differences_html(self.name, self.differs(), rule_fields(self.family.rules))
