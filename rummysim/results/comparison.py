"""Variants played on the same shuffles, and what differs between them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import polars as pl

from rummysim.engine.command import literal
from rummysim.errors import InputError
from rummysim.results.precision import Precision
from rummysim.results.run import Run, no_such_estimate
from rummysim.stats.contrast import effects
from rummysim.stats.factorial import factorial
from rummysim.stats.multiple import adjusted
from rummysim.stats.statistic import Statistic, StatisticError
from rummysim.stats.table import statistic

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = ["Comparison", "Sweep"]


@dataclass(frozen=True, kw_only=True)
class Comparison:
    """Runs by label; ``base`` is the one the others are compared with. ``precision`` : half widths wanted and reached,
    if some were, of the differences.
    """

    runs: Mapping[str, Run] = field(repr=False)
    base: str
    precision: Precision | None = None

    def __getitem__(self, label: str) -> Run:
        if label not in self.runs:
            raise InputError(f"no variant {label!r} here; there are {', '.join(self.runs)}")
        return self.runs[label]

    @cached_property
    def n_works(self) -> int:
        """Distinct play layers that were played."""
        return len({id(run.work) for run in self.runs.values()})

    def summary(self) -> pl.DataFrame:
        """Estimates of all variants."""
        return self._summary

    @cached_property
    def _summary(self) -> pl.DataFrame:
        return pl.concat([run.summary() for run in self.runs.values()])

    def effects(self) -> pl.DataFrame:
        """Differences to the base, paired on common units; ``variance_factor`` below 1: pairing helped."""
        return self._effects

    @cached_property
    def _effects(self) -> pl.DataFrame:
        base = self.runs[self.base].tallies
        others = [run.tallies for label, run in self.runs.items() if label != self.base]
        if not others:
            raise InputError(f"there is only {self.base}; a comparison needs another variant")
        return pl.concat([effects(base, other, common_units=True) for other in others])

    def contrasts(
        self, quantity: str, group: str = "all", *, correction: str = "holm", declared: Sequence[str] | None = None
    ) -> pl.DataFrame:
        """Differences to the base in one quantity with p values, corrected for how many they are.

        correction : ``holm`` for contrasts declared before looking, ``benjamini-hochberg`` for a grid that is explored.
        declared : labels of the variants that are asked about; all if left out. Columns as :meth:`effects`, then ``p``
        and ``p_adjusted``.
        """
        labels = [label for label in self.runs if label != self.base] if declared is None else list(declared)
        for label in labels:
            if self[label] is self.runs[self.base]:
                raise InputError(f"declared has {label}, which is the base; allowed are the others; leave it out")
        whole = self.effects()
        found = whole.filter((pl.col("quantity") == quantity) & (pl.col("group") == group))
        if found.is_empty():
            raise InputError(no_such_estimate(whole, quantity, group))
        names = [self.runs[label].variant.name for label in labels]
        return adjusted(found.filter(pl.col("variant").is_in(names)), correction)

    def plot_effects(self, quantity: str, group: str = "all", ax: "Axes | None" = None) -> "Axes":
        """Forest of the differences to the base in one quantity."""
        from rummysim.figures.effects import plot_effects

        frame = self.effects().filter((pl.col("quantity") == quantity) & (pl.col("group") == group))
        if frame.is_empty():
            raise InputError(
                f"no effects on {quantity!r} of group {group!r}; see the columns quantity and group of effects()"
            )
        return plot_effects(frame, ax=ax)

    def plot_seat_shares(self, ax: "Axes | None" = None) -> "Axes":
        """Win share by seat of all variants."""
        from rummysim.figures.seat_shares import plot_seat_shares

        return plot_seat_shares(self.summary(), ax=ax)

    def report(self, path: str | Path) -> Path:
        """Write a self-contained HTML report."""
        from rummysim.results.report import write_comparison_report

        return write_comparison_report(self, Path(path))

    def _repr_html_(self) -> str:
        from rummysim.results.html import frame_html

        return frame_html(f"differences to {self.base}", self.effects(), self.runs[self.base].summary())


def statistic_of(quantity: str, run: Run) -> Statistic:
    """A statistic that the run can give and that is a ratio of sums."""
    try:
        found = statistic(quantity)
        why = found.refusal(run.tallies)
    except StatisticError as error:
        raise InputError(str(error)) from None
    if found.ratios is None or why is not None:
        raise InputError(f"{quantity} has no effects here: {why or 'it is no average'}; name another quantity")
    return found


def _plain(values: list[Any]) -> list[Any]:
    """Values of an option for a column: as they are if all are numbers, else as words."""
    are_numbers = all(isinstance(value, int) and not isinstance(value, bool) for value in values)
    return values if are_numbers else [str(value) for value in values]


@dataclass(frozen=True, kw_only=True)
class Sweep(Comparison):
    """A comparison over a grid; ``options`` are the values of each label."""

    options: Mapping[str, Mapping[str, Any]] = field(repr=False)

    def table(self, quantity: str, group: str = "all") -> pl.DataFrame:
        """Estimates of one quantity with a column for each option of the grid."""
        if not isinstance(quantity, str) or not isinstance(group, str):
            raise InputError(f"quantity is {quantity!r} and group is {group!r}; allowed are texts; see summary()")
        whole = self.summary()
        frame = whole.filter((pl.col("quantity") == quantity) & (pl.col("group") == group))
        if frame.is_empty():
            raise InputError(no_such_estimate(whole, quantity, group))
        names = next(iter(self.options.values())).keys()
        columns = {name: _plain([values[name] for values in self.options.values()]) for name in names}
        cells = pl.DataFrame({"variant": list(self.options)} | columns)
        return cells.join(frame, on="variant", how="inner", maintain_order="left")

    def factorial(self, quantity: str, group: str = "all") -> pl.DataFrame:
        """Main effects of the options' values and interactions of their pairs, on common units.

        A row a term: ``term`` in words, ``order`` 1 for main effects and 2 for interactions, then the columns of an
        estimate. A main effect is the mean over all cells with that value, less the mean over all cells.
        """
        runs = {tuple(values.values()): self.runs[label] for label, values in self.options.items()}
        cells = {}
        for cell, run in runs.items():
            ratios = {ratio.group: ratio for ratio in statistic_of(quantity, run).groups(run.tallies)}
            if group not in ratios:
                raise InputError(no_such_estimate(run.summary(), quantity, group))
            cells[cell] = ratios[group]
        unfinished = max(run.tallies.share_unfinished for run in runs.values())
        rows = [
            {
                "quantity": quantity,
                "level": next(iter(runs.values())).level,
                "term": ", ".join(f"{name}={literal(value)}" for name, value in term.values.items()),
                "order": len(term.values),
                **{name: getattr(term.estimate, name) for name in ("group", "estimate", "se", "lo", "hi")},
                **{name: getattr(term.estimate, name) for name in ("n_units", "n_bins")},
                "method": term.estimate.method.value,
                "share_unfinished": unfinished,
            }
            for term in factorial(list(next(iter(self.options.values()))), cells)
        ]
        return pl.DataFrame(rows)

    def plot_heat(self, quantity: str, group: str = "all", ax: "Axes | None" = None) -> "Axes":
        """Heat map of a quantity over the two options of the grid, a number with its half interval in each cell."""
        from rummysim.figures.heat_map import plot_heat

        names = list(next(iter(self.options.values())))
        if len(names) != 2:
            raise InputError(f"the grid has the options {', '.join(names)}; a heat map shows two; sweep over two")
        return plot_heat(self.table(quantity, group), names[0], names[1], ax=ax)

    def plot_sweep(
        self, quantity: str, group: str = "all", *, fair: float | None = None, ax: "Axes | None" = None
    ) -> "Axes":
        """Curve of a quantity over the one option of the grid; ``fair`` marks a value by a dashed line."""
        from rummysim.figures.sweep import plot_sweep

        names = list(next(iter(self.options.values())))
        if len(names) != 1:
            raise InputError(f"the grid has the options {', '.join(names)}; a curve shows one; sweep over one option")
        return plot_sweep(self.table(quantity, group), names[0], fair=fair, ax=ax)
