"""Rule fields: what every option of every family says of itself, and the rule pages, help and schema made from it.

A family's rules are one frozen pydantic model. Each field carries prose, layer, source clause and, where a bare range
does not say it, what is allowed; everything a user reads about an option is generated from that.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from enum import StrEnum
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Self, Union, get_args, get_origin

from annotated_types import Ge, Le
from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator
from pydantic.fields import FieldInfo

from rummysim.core.codes import DocumentedEnum
from rummysim.errors import RuleError, UnknownNameError

__all__ = ["LAYERS", "Layer", "RuleField", "Rules", "match", "play", "rule_fields", "scoring", "value_text"]


LONGEST_SHOWN = 80
"""Letters of a wrong value that a message repeats."""


class Layer(StrEnum):
    """Where an option acts (design, the three layers)."""

    PLAY = "play"
    SCORING = "scoring"
    MATCH = "match"


LAYERS = tuple(Layer)


def _rule(layer: Layer, default: Any, text: str, source: str, limits: Mapping[str, Any]) -> Any:
    return Field(default=default, description=text, json_schema_extra={"layer": str(layer), "source": source}, **limits)


def play(default: Any, text: str, source: str, **limits: Any) -> Any:
    """Field of the play layer."""
    return _rule(Layer.PLAY, default, text, source, limits)


def scoring(default: Any, text: str, source: str, **limits: Any) -> Any:
    """Field of the scoring layer."""
    return _rule(Layer.SCORING, default, text, source, limits)


def match(default: Any, text: str, source: str, **limits: Any) -> Any:
    """Field of the match layer."""
    return _rule(Layer.MATCH, default, text, source, limits)


@dataclass(frozen=True, kw_only=True)
class RuleField:
    """One option as its model declares it."""

    name: str
    layer: Layer
    default: Any
    text: str
    source: str
    allowed: str
    choices: tuple[Any, ...]
    low: int | None
    high: int | None


def _parts(annotation: Any) -> Iterator[Any]:
    if get_origin(annotation) in (Union, UnionType):
        for part in get_args(annotation):
            yield from _parts(part)
    else:
        yield annotation


def _limits(metadata: Iterable[Any]) -> tuple[int | None, int | None]:
    """Least and greatest value that constraints allow, those inside a nested field included."""
    flat = [inner for item in metadata for inner in (item.metadata if isinstance(item, FieldInfo) else (item,))]
    low = next((int(str(item.ge)) for item in flat if isinstance(item, Ge)), None)
    high = next((int(str(item.le)) for item in flat if isinstance(item, Le)), None)
    return low, high


@dataclass
class _Allowed:
    """What a field's annotation allows, collected part by part."""

    choices: list[Any]
    texts: list[str]
    low: int | None
    high: int | None

    def add(self, part: Any) -> None:
        """Take in one part of a union."""
        if get_origin(part) is Annotated:
            base, *metadata = get_args(part)
            self.low, self.high = _limits(metadata)
            self.add(base)
        elif get_origin(part) is Literal:
            self._choose(get_args(part), [str(choice) for choice in get_args(part)])
        elif isinstance(part, type) and issubclass(part, DocumentedEnum):
            self._choose(list(part), [str(member) for member in part])
        elif part is bool:
            self._choose((True, False), ["true", "false"])
        elif part is NoneType:
            self._choose((None,), ["none"])
        elif part is int:
            bounded = self.low is not None and self.high is not None
            self.texts.append(f"{self.low}…{self.high}" if bounded else "a whole number")
        else:
            raise TypeError(f"a rule field cannot be a {part}")

    def _choose(self, choices: Iterable[Any], texts: Iterable[str]) -> None:
        self.choices += choices
        self.texts += texts


def _describe(name: str, info: FieldInfo) -> RuleField:
    extra = info.json_schema_extra
    if not isinstance(extra, dict) or not info.description:
        raise TypeError(f"rule field {name} has no prose, layer and source")
    allowed = _Allowed([], [], *_limits(info.metadata))
    for part in _parts(info.annotation):
        allowed.add(part)
    return RuleField(
        name=name,
        layer=Layer(str(extra["layer"])),
        default=info.default,
        text=info.description,
        source=str(extra["source"]),
        allowed=", ".join(allowed.texts),
        choices=tuple(allowed.choices),
        low=allowed.low,
        high=allowed.high,
    )


def rule_fields(model: type["Rules"]) -> dict[str, RuleField]:
    """Fields of a family's rules by name, in the order of the model."""
    return {name: _describe(name, info) for name, info in model.model_fields.items()}


class Rules(BaseModel):
    """Base of the families' rules: frozen, compared by value, changed only by :meth:`with_options`."""

    model_config = ConfigDict(frozen=True, extra="forbid", use_enum_values=False, strict=False)

    @classmethod
    def checked(cls, options: Mapping[str, Any]) -> Self:
        """Rules with these options; one :class:`RuleError` or :class:`UnknownNameError` with all that is wrong."""
        fields = rule_fields(cls)
        for name in options:
            if name not in fields:
                near = get_close_matches(name, fields, n=1)
                hint = f"did you mean {near[0]}?" if near else f"options are {', '.join(fields)}"
                raise UnknownNameError(f"no option {name!r} in this family; {hint}")
            if isinstance(options[name], bool) and not any(isinstance(choice, bool) for choice in fields[name].choices):
                raise RuleError(_refusal(fields[name], options[name]))
        try:
            return cls(**{name: _word(fields[name], value) for name, value in options.items()})
        except ValidationError as error:
            problems = [_problem(fields, entry) for entry in error.errors()]
            raise RuleError("; ".join(dict.fromkeys(problems))) from None

    @model_validator(mode="after")
    def _no_contradiction(self) -> Self:
        problem = next((text for text in self.contradictions() if text), "")
        if problem:
            raise ValueError(problem)
        return self

    def contradictions(self) -> Iterator[str]:
        """One message a contradiction between options, empty where there is none: fact, allowed, remedy."""
        yield ""

    def missing(self, name: str, is_on: bool, is_given: bool, needed: str) -> str:
        """Message of an option that means nothing without ``needed`` (``option = value``), empty if all is well."""
        if is_given or not is_on:
            return ""
        other = needed.split(" = ", maxsplit=1)[0]
        here, there = value_text(getattr(self, name)), value_text(getattr(self, other))
        return (
            f"{name} = {here} and {other} = {there} contradict each other; allowed with {needed}; "
            f"change {other} or leave {name} out"
        )

    def with_options(self, options: Mapping[str, Any]) -> Self:
        """These rules with some options changed."""
        return type(self).checked({**self.model_dump(), **options})

    def layer(self, layer: Layer) -> dict[str, Any]:
        """Options of one layer, as JSON values."""
        fields = rule_fields(type(self))
        return {name: value for name, value in self.model_dump(mode="json").items() if fields[name].layer == layer}


def value_text(value: Any) -> str:
    """Value of an option as users write it."""
    if value is None:
        return "none"
    return str(value).lower() if isinstance(value, bool) else str(value)


def _problem(fields: Mapping[str, RuleField], entry: Any) -> str:
    if not entry["loc"]:
        return str(entry["msg"]).removeprefix("Value error, ")
    field = fields[str(entry["loc"][0])]
    return _refusal(field, entry["input"])


def _word(field: RuleField, value: Any) -> Any:
    """A value; the word none is None where the field has that choice, and a number the word of the same digits."""
    if isinstance(value, str) and value == "none" and None in field.choices:
        return None
    is_number = isinstance(value, int) and not isinstance(value, bool)
    return str(value) if is_number and value not in field.choices and str(value) in field.choices else value


def _refusal(field: RuleField, value: Any) -> str:
    shown = str(value).lower() if isinstance(value, bool) or value is None else repr(value)
    shown = shown if len(shown) <= LONGEST_SHOWN else f"{shown[:LONGEST_SHOWN]}…"
    return f"{field.name} is {shown}; allowed {field.allowed}; {field.text}"
