"""Sequential halving of a grid: all candidates play the same shuffles, the better half goes on with twice as many."""

import itertools
import math
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

import polars as pl

from rummysim.engine.command import literal
from rummysim.errors import InputError

__all__ = ["FRESH", "combinations", "halved"]

Candidate = TypeVar("Candidate")
FRESH = 1
"""Added to the seed for the confirmation."""


def combinations(grid: Mapping[str, Sequence[Any]]) -> dict[str, dict[str, Any]]:
    """Every combination of the values of a grid, by a label that says it."""
    if not isinstance(grid, Mapping) or not grid or not all(_is_list(values) for values in grid.values()):
        raise InputError(f"grid is {grid!r}; allowed is a mapping of options to lists of values; name at least one")
    made = [dict(zip(grid, values, strict=True)) for values in itertools.product(*grid.values())]
    return {", ".join(f"{name}={literal(value)}" for name, value in each.items()): each for each in made}


def _is_list(values: object) -> bool:
    return isinstance(values, Sequence) and not isinstance(values, str) and len(values) > 0


def halved(
    candidates: Mapping[str, Candidate],
    n_units: int,
    measure: Callable[[dict[str, Candidate], int], pl.DataFrame],
    ranked: Callable[[pl.DataFrame], Sequence[str]],
) -> tuple[str, pl.DataFrame]:
    """Label of the candidate that is left, and the tables of all rounds with the columns ``round`` and ``goes_on``.

    measure : table of some candidates after so many units, with their labels in ``variant``. ranked : labels of a table
    from the best on.
    """
    alive = dict(candidates)
    tables: list[pl.DataFrame] = []
    while True:
        table = measure(alive, n_units).with_columns(round=pl.lit(len(tables) + 1))
        order = ranked(table)
        kept = order[: max(1, math.ceil(len(order) / 2))]
        tables.append(table.with_columns(goes_on=pl.col("variant").is_in(kept)))
        alive = {label: alive[label] for label in kept}
        if len(alive) == 1:
            return kept[0], pl.concat(tables)
        n_units *= 2
