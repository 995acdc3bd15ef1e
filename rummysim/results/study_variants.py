"""Variants of a study: what its factors, its grid and its variants make of the base."""

import itertools
import math
from collections.abc import Iterator
from typing import TYPE_CHECKING

from rummysim.errors import InputError
from rummysim.fields.rule import Layer, rule_fields
from rummysim.games.family import Variant
from rummysim.games.registry import find_variant
from rummysim.results.study_file import StudyError
from rummysim.results.study_parts import Change

if TYPE_CHECKING:
    from rummysim.results.study import Study

__all__ = ["base_of", "most_variants", "rule_sets"]


def base_of(study: "Study") -> Variant:
    """The game that the others are compared with."""
    try:
        return find_variant(study.game)
    except InputError as error:
        raise StudyError("game", str(error)) from None


def most_variants(study: "Study") -> int:
    """Variants with the base, before those that are equal to it are left out."""
    n_cells = math.prod(len(values) for values in study.grid.values()) if study.grid else 0
    return 1 + len(study.variants) + n_cells + sum(len(factor.values) for factor in study.factors)


def rule_sets(study: "Study") -> dict[str, tuple[Variant, Layer | None]]:
    """Base first, then one variant for each value, cell and change that differs from it: label -> variant, layer.

    The layer is that of the options that are changed, None where they are of several.
    """
    base = base_of(study)
    fields = rule_fields(base.family.rules)
    found: dict[str, tuple[Variant, Layer | None]] = {base.name: (base, None)}
    for where, change in _varied(study):
        variant = _changed(base, change, where)
        layers = {fields[option].layer for option in change.options}
        found.setdefault(change.label, (variant, layers.pop() if len(layers) == 1 else None))
    for number, change in enumerate(study.variants):
        variant = _changed(base, change, f"variants[{number}]")
        if change.label in found:
            told = f"there is another {change.label!r}; allowed is one of a name; give it a name"
            raise StudyError(f"variants[{number}]", told)
        found[change.label] = (variant, None)
    return {label: held for label, held in found.items() if held[0] is base or held[0].rules != base.rules}


def _varied(study: "Study") -> Iterator[tuple[str, Change]]:
    """What the factors and the grid change, each with the table it comes from."""
    for number, factor in enumerate(study.factors):
        for value in factor.values:
            yield f"factors[{number}]", Change(options={factor.option: value})
    if study.grid:
        for values in itertools.product(*study.grid.values()):
            yield "grid", Change(options=dict(zip(study.grid, values, strict=True)))


def _changed(base: Variant, change: Change, where: str) -> Variant:
    """The variant of a change in the table ``where``, named by its label."""
    if not change.label:
        raise StudyError(where, "no game and no options; allowed is one of them or both; say what is changed")
    try:
        start = find_variant(change.game) if change.game else base
    except InputError as error:
        raise StudyError(f"{where}.game", str(error)) from None
    if start.family is not base.family:
        raise StudyError(
            f"{where}.game",
            f"{change.game!r} is of the family {start.family.name}; allowed are games of the family "
            f"{base.family.name} like {base.name}; ask about others in a study of their own",
        )
    try:
        return start.with_options(change.options, change.label)
    except InputError as error:
        raise StudyError(_key_of(start, change, where), str(error)) from None


def _key_of(start: Variant, change: Change, where: str) -> str:
    """Key of the first option that cannot be had by itself; the table where all can."""
    for option, value in change.options.items():
        try:
            start.with_options({option: value})
        except InputError:
            if where.startswith("factors"):
                return f"{where}.{'values' if option in rule_fields(start.family.rules) else 'option'}"
            return f"{where}.{option}" if where == "grid" else f"{where}.options.{option}"
    return where
