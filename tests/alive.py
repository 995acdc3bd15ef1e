"""Every option of a family: its documented range is what the check accepts, and it is alive: it changes something.

A family's ``test_alive.py`` has an entry for each field, in the order of its rules, and a class derived from
:class:`AliveFields`. A field without an entry fails; so does an entry whose values all give the same.
"""

from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar

import numpy as np
import pytest

import rummysim as rs
from rummysim.errors import RuleError
from rummysim.fields.rule import Layer, RuleField, Rules, rule_fields
from rummysim.games.registry import FAMILIES, find_variant

__all__ = ["BOTH", "AliveFields", "Effect", "Entry", "Options", "played_facts", "played_matches", "players_of"]

Options = dict[str, Any]
Effect = Callable[[Options], Hashable]

BOTH = (False, True)


def players_of(game: str, options: Options) -> tuple[int, ...]:
    """Numbers of players allowed."""
    variant = find_variant(game).with_options(options)
    return tuple(variant.family.players(variant.rules))


def played_facts(family: str, options: Options, bot: str, n_players: int, units: int) -> bytes:
    """Facts of some deals of equal bots, each of them starting as often."""
    chosen = FAMILIES[family]
    jobs = np.array([[1, unit, 0, n_players, starter] for unit in range(units) for starter in range(n_players)])
    player = chosen.kernels().Player(chosen.rules.checked(options).encode, [chosen.bots()[bot]] * n_players)
    rows, bad = player.play(jobs, np.tile(np.arange(n_players), (len(jobs), 1)))
    assert bad == -1
    return rows.tobytes()


def played_matches(game: str, options: Options, n_players: int, matches: int) -> tuple[Hashable, ...]:
    """Results of some matches."""
    variant = find_variant(game).with_options(options)
    run = rs.simulate(variant, ["greedy"] * n_players, matches=matches, seed=1, threads=1, progress=False)
    return tuple(run.matches.select("won", "points", "deals").iter_rows())


@dataclass(frozen=True)
class Entry:
    """What a field must be able to do.

    values : values of which no two may give the same effect, the default first. effect : what changes. given : options
    under which the field bites. numbers : lowest and highest whole number allowed. room : options beside which a value
    contradicts nothing, by value.
    """

    values: tuple[Any, ...]
    effect: Effect
    given: Options = field(default_factory=dict)
    numbers: tuple[int, int] | None = None
    room: Mapping[Hashable, Options] = field(default_factory=dict)

    def options(self, name: str, value: Any) -> Options:
        """Options with this value of the field."""
        return {**self.given, **self.room.get(value, {}), name: value}

    @property
    def documented(self) -> str:
        """What the field's help must say of its numbers."""
        return f"{self.numbers[0]}…{self.numbers[1]}" if self.numbers else ""


class AliveFields:
    """Tests of all fields of a family.

    rules : the family's model. fields : an entry for each of its fields. players, points : effects of the family.
    sizes : numbers of players for which the rules are encoded.
    """

    rules: ClassVar[type[Rules]]
    fields: ClassVar[Mapping[str, Entry]]
    players: ClassVar[Effect]
    points: ClassVar[Effect]
    sizes: ClassVar[range]

    def pytest_generate_tests(self, metafunc: pytest.Metafunc) -> None:
        """One test for each field."""
        if "name" in metafunc.fixturenames:
            metafunc.parametrize("name", self.fields)

    @property
    def described(self) -> Mapping[str, RuleField]:
        """The fields as the model describes them."""
        return rule_fields(self.rules)

    def test_fields__each_has_an_entry(self) -> None:
        """A new option comes with an entry that shows what it does."""
        assert list(self.fields) == list(self.described)

    def test_field__begins_with_its_default(self, name: str) -> None:
        """The first value of the entry is the field's default."""
        assert self.fields[name].values[0] == self.described[name].default == getattr(self.rules(), name)

    def test_field__says_what_is_allowed(self, name: str) -> None:
        """Every choice by name, every range by its ends, and nothing else."""
        choices = [str(choice).lower() for choice in self.described[name].choices]
        numbers = self.fields[name].documented
        assert set(self.described[name].allowed.split(", ")) == {*choices, *([numbers] if numbers else [])}

    def test_field__accepts_what_is_documented(self, name: str) -> None:
        """Each choice, and both ends of the range."""
        entry = self.fields[name]
        for value in (*self.described[name].choices, *(entry.numbers or ())):
            rules = self.rules.checked(entry.options(name, value))
            assert getattr(rules, name) == value

    def test_field__refuses_the_rest(self, name: str) -> None:
        """A value below, above or of another kind; the message names the field, the value and what is allowed."""
        entry = self.fields[name]
        outside = [entry.numbers[0] - 1, entry.numbers[1] + 1, entry.numbers[0] + 0.5] if entry.numbers else [7, -1]
        for value in (*outside, "nonsense", [1]):
            with pytest.raises(RuleError) as caught:
                self.rules.checked({name: value})
            message = str(caught.value)
            assert message.startswith(f"{name} is {value!r}; allowed ")
            assert entry.documented in message
            for choice in self.described[name].choices:
                assert ("none" if choice is None else str(choice).lower()) in message
            assert "Annotated" not in message

    def test_field__is_alive(self, name: str) -> None:
        """No two values of the entry give the same facts, points or match results at a fixed seed."""
        entry = self.fields[name]
        effects = [entry.effect(entry.options(name, value)) for value in entry.values]
        pairs = ((i, j) for i in range(len(effects)) for j in range(i))
        assert [(entry.values[i], entry.values[j]) for i, j in pairs if effects[i] == effects[j]] == []

    def test_field__acts_in_its_layer_only(self, name: str) -> None:
        """Design, the three layers: scoring leaves the play as it is, the match leaves play and points as they are.

        Values that need other options beside them are left out: what they change could be theirs.
        """
        entry, layer = self.fields[name], self.described[name].layer
        variants = [entry.options(name, value) for value in entry.values if value not in entry.room]
        rules: list[Any] = [self.rules.checked(options) for options in variants]
        plays = {repr([each.encode(n) for n in self.sizes]) for each in rules}
        is_of_play = layer == Layer.PLAY and entry.effect is not self.players
        assert len(plays) == (len(variants) if is_of_play else 1)
        if layer == Layer.MATCH:
            assert len({type(self).points(options) for options in variants}) == 1
        else:
            assert len({each.match_format() for each in rules}) == 1

    def test_fields__are_choices_that_the_family_documents(self) -> None:
        """Each choice of a field is among the values that must differ; a new member of an enumeration must show
        itself.
        """
        for name, described in self.described.items():
            missing = set(described.choices) - set(self.fields[name].values)
            assert not missing, (name, missing)
