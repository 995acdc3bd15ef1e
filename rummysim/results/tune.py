"""Searching a grid of rules for what somebody wants of a game.

Sequential halving on shared units: all candidates play the same shuffles, the better half goes on with more of them;
the one that is left is played again on a fresh seed, and only those figures are its figures (statistics.md 9): the best
of many is better by luck.
"""

import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import polars as pl

from rummysim.engine.command import literal
from rummysim.errors import InputError
from rummysim.games.family import Variant
from rummysim.games.registry import as_variant
from rummysim.results.comparison import Comparison
from rummysim.results.halving import FRESH, combinations, halved
from rummysim.results.run import no_such_estimate
from rummysim.results.simulate import compare

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = ["SKILL", "Tuning", "tune"]

SKILL = "skill"
"""As a goal's quantity: the win share of the stronger bot against the weaker one."""
MOST, LEAST = "most", "least"

Goal = tuple[float, float] | str


@dataclass(frozen=True, kw_only=True, repr=False)
class Tuning:
    """What was found.

    winner : the variant left at last; the figures of the search are not its figures. confirmed : its estimates of
    the goals on a fresh seed. rounds : a row a round, candidate and goal: the columns of an estimate, ``distance``
    outside the wanted range (0 inside), and ``goes_on``. front : candidates of the first round that no other beats in
    all goals at once.
    """

    winner: Variant
    confirmed: pl.DataFrame
    rounds: pl.DataFrame = field(repr=False)
    front: pl.DataFrame = field(repr=False)
    goals: Mapping[str, Goal]

    def plot_front(self, ax: "Axes | None" = None) -> "Axes":
        """All candidates in two goals, those of the front marked."""
        from rummysim.figures.front import plot_front

        names = list(self.goals)
        if len(names) < 2:
            raise InputError(f"there is one goal, {names[0]}; a front shows two; give two goals")
        return plot_front(self.rounds.filter(pl.col("round") == 1), self.front, names[0], names[1], ax=ax)

    def __repr__(self) -> str:
        changes = ", ".join(f"{name}={literal(value)}" for name, value in self.winner.changes().items()) or "no change"
        return f"Tuning({changes}; on a fresh seed {'; '.join(self._reached())})"

    def _reached(self) -> list[str]:
        """The confirmed estimates in words."""
        from rummysim.figures.quantities import quantity
        from rummysim.reports.numbers import row_words

        rows = self.confirmed.rows(named=True)
        return [f"{quantity(row['quantity']).called(row['level'], row['group'])} {row_words(row)}" for row in rows]

    def _repr_html_(self) -> str:
        from rummysim.results.html import frame_html

        return frame_html(repr(self), self.confirmed)


def tune(
    variant: Variant | str,
    grid: Mapping[str, Sequence[Any]],
    goal: Mapping[str, Goal],
    *,
    bots: Sequence[str],
    against: str | None = None,
    deals: int = 20_000,
    confirm: int = 100_000,
    seed: int = 0,
    threads: int | None = None,
    progress: bool = True,
) -> Tuning:
    """The combination of options in ``grid`` that comes nearest to what is wanted.

    Parameters
    ----------
    variant
        The game to start from.
    grid
        Option -> values.
    goal
        Quantity -> wanted range ``(least, greatest)``, ``"most"`` or ``"least"``. A quantity is one of a summary,
        ``turns_quantile:median`` for one of its groups, or ``skill``: the win share of ``bots[0]`` against ``against``.
        What lies outside its range counts first, in widths of the range; then what is wanted most or least, in the
        order of the goals.
    bots
        Line-up of the estimates.
    against
        Weaker bot for ``skill``.
    deals, confirm
        Deals of each candidate in the first round, doubled in each further one; of the winner on a fresh seed.
    """
    chosen = as_variant(variant)
    goals = _checked_goals(goal, against)
    candidates = _candidates(chosen, grid)
    search = _Search(goals=goals, bots=tuple(bots), against=against, threads=threads, show=progress)
    with tempfile.TemporaryDirectory() as folder:
        left, rounds = halved(
            candidates,
            deals,
            lambda alive, n_deals: search.measured(alive, n_deals, seed, Path(folder)),
            lambda table: _ranked(table, goals),
        )
    winner = candidates[left]
    fresh = search.measured({winner.name: winner}, confirm, seed + FRESH, None)
    front = _front(rounds.filter(pl.col("round") == 1), goals)
    return Tuning(winner=winner, confirmed=fresh, rounds=rounds, front=front, goals=goals)


def _checked_goals(goal: Mapping[str, Goal], against: str | None) -> dict[str, Goal]:
    if not isinstance(goal, Mapping) or not goal:
        raise InputError(f"goal is {goal!r}; allowed is a mapping of quantities to what is wanted; name at least one")
    for name, wanted in goal.items():
        is_range = isinstance(wanted, tuple | list) and len(wanted) == 2 and all(map(_is_number, wanted))
        if not (wanted in (MOST, LEAST) if isinstance(wanted, str) else is_range and wanted[0] < wanted[1]):
            raise InputError(
                f"goal {name} is {wanted!r}; allowed is a range (least, greatest), {MOST!r} or {LEAST!r}; change it"
            )
    if SKILL in goal and against is None:
        raise InputError(f"goal has {SKILL} and against is not given; name the weaker bot with against=")
    return dict(goal)


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _candidates(variant: Variant, grid: Mapping[str, Sequence[Any]]) -> dict[str, Variant]:
    return {label: variant.with_options(options, label) for label, options in combinations(grid).items()}


@dataclass(frozen=True, kw_only=True)
class _Search:
    """What stays the same in all rounds."""

    goals: Mapping[str, Goal]
    bots: tuple[str, ...]
    against: str | None
    threads: int | None
    show: bool

    def measured(self, variants: Mapping[str, Variant], deals: int, seed: int, out: Path | None) -> pl.DataFrame:
        """Estimates of the goals, a row a variant and goal, with the distance from what is wanted."""
        lineups = {name: self._lineup(name) for name in self.goals}
        played = {
            lineup: compare(
                variants,
                list(lineup),
                deals=deals,
                seed=seed,
                threads=self.threads,
                out=None if out is None else out / str(number),
                progress=self.show,
            )
            for number, lineup in enumerate(dict.fromkeys(lineups.values()))
        }
        rows = [
            row
            for name, wanted in self.goals.items()
            for row in self._rows(played[lineups[name]], name, wanted, list(variants))
        ]
        return pl.DataFrame(rows)

    def _lineup(self, name: str) -> tuple[str, ...]:
        return (self.bots[0], str(self.against)) if name == SKILL else self.bots

    def _rows(self, played: Comparison, name: str, wanted: Goal, labels: Sequence[str]) -> list[dict[str, Any]]:
        quantity, _, group = name.partition(":")
        if name == SKILL:
            quantity, group = "win_share", f"player 0: {self.bots[0]}"
        rows = []
        for label in labels:
            whole = played.runs[label].summary()
            found = whole.filter((pl.col("quantity") == quantity) & (pl.col("group") == (group or "all")))
            if found.is_empty():
                raise InputError(no_such_estimate(whole, quantity, group or "all"))
            row = found.row(0, named=True)
            rows.append({"variant": label, "goal": name, **row, "distance": distance(row["estimate"], wanted)})
        return rows


def distance(value: float, wanted: Goal) -> float:
    """How far a value lies outside a wanted range, in widths of the range; 0 where most or least is wanted."""
    if isinstance(wanted, str):
        return 0.0
    low, high = wanted
    return max(low - value, value - high, 0.0) / (high - low)


def _losses(table: pl.DataFrame, goals: Mapping[str, Goal]) -> dict[str, dict[str, float]]:
    """By candidate and goal, what there should be little of: the distance, or what is wanted most or least."""
    found: dict[str, dict[str, float]] = {}
    for row in table.iter_rows(named=True):
        wanted = goals[row["goal"]]
        sign = -1 if wanted == MOST else 1
        loss = sign * row["estimate"] if isinstance(wanted, str) else row["distance"]
        found.setdefault(row["variant"], {})[row["goal"]] = loss
    return found


def _ranked(table: pl.DataFrame, goals: Mapping[str, Goal]) -> list[str]:
    """Candidates from the best on: the distances together first, then what is wanted most or least, in order."""
    ranges = [name for name, wanted in goals.items() if not isinstance(wanted, str)]
    losses = _losses(table, goals)

    def key(label: str) -> tuple[float, ...]:
        mine = losses[label]
        return sum(mine[name] for name in ranges), *(mine[name] for name in goals if name not in ranges)

    return sorted(losses, key=key)


def _front(table: pl.DataFrame, goals: Mapping[str, Goal]) -> pl.DataFrame:
    """Rows of the candidates that no other beats: as good in every goal and better in one."""
    losses = _losses(table, goals)

    def beats(other: Mapping[str, float], mine: Mapping[str, float]) -> bool:
        return other != mine and all(other[name] <= mine[name] for name in goals)

    kept = [label for label, mine in losses.items() if not any(beats(other, mine) for other in losses.values())]
    return table.filter(pl.col("variant").is_in(kept))
