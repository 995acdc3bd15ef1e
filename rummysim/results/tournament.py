"""Tournaments: every table of a field of bots on common units; ratings, cross table, figures, report."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import combinations, permutations
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import polars as pl

from rummysim.engine.command import command_line, python_call
from rummysim.engine.crew import crew_of
from rummysim.engine.work import Work
from rummysim.errors import InputError, Interrupted
from rummysim.fields.estimates import LEVELS
from rummysim.fields.tallies import coarsened
from rummysim.games.bot import Bot
from rummysim.games.family import Variant
from rummysim.games.registry import as_variant
from rummysim.plan import make_plan, units_to_blocks
from rummysim.results.run import Run
from rummysim.results.simulate import play
from rummysim.stats.ratings import Fit, Wins, fit, rating_spread, ratings, win_pairs
from rummysim.stats.ratio import Estimate

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = ["SEATINGS", "Tournament", "check_players", "tournament"]

SEATINGS = ("all", "cyclic")
"""All n! seatings of a table on the same cards, or the rotations of one cyclic order."""

KEPT = "bins"

Table = tuple[str, ...]


@dataclass(frozen=True, kw_only=True, repr=False)
class Tournament:
    """Runs of every table at every level, all of the same blocks: level -> bots of the table -> one run a cyclic order.

    ``bots`` is the field in the order given.
    """

    variant: Variant
    bots: tuple[str, ...]
    players: int
    seatings: str
    runs: Mapping[str, Mapping[Table, tuple[Run, ...]]] = field(repr=False)

    @property
    def command(self) -> str:
        """Command that plays this tournament again; a call in Python where a bot of one's own plays."""
        counts = {level: sum(run.n_units for run in next(iter(each.values()))) for level, each in self.runs.items()}
        units = {f"{'deals' if level == 'deal' else 'matches'}": counts.get(level, 0) for level in LEVELS}
        more = {"players": self.players, "seatings": self.seatings, **units, "seed": self.all_runs()[0].work.seed}
        if set(self.bots) <= set(self.variant.family.bot_names):
            return command_line("tournament", self.variant, self.bots, *(f"--{key} {more[key]}" for key in more))
        given = {key: value or None for key, value in more.items() if key != "seed"} | {"seed": more["seed"]}
        return python_call("tournament", self.variant, self.bots, given)

    @property
    def levels(self) -> tuple[str, ...]:
        """Levels that were played."""
        return tuple(self.runs)

    def all_runs(self, level: str | None = None) -> list[Run]:
        """Runs of a level, or of all levels."""
        chosen = self.levels if level is None else (self._level(level),)
        return [run for each in chosen for table in self.runs[each].values() for run in table]

    def _level(self, level: str | None) -> str:
        if level is None:
            return self.levels[-1]
        if level not in self.runs:
            raise InputError(f"level is {level!r}; allowed {', '.join(self.runs)}; choose one that was played")
        return level

    @cached_property
    def _wins(self) -> dict[str, Wins]:
        return {level: _wins(self.bots, tables) for level, tables in self.runs.items()}

    @cached_property
    def _fits(self) -> dict[str, Fit]:
        return {level: fit(wins) for level, wins in self._wins.items()}

    @cached_property
    def _unfinished(self) -> dict[str, dict[Table, float]]:
        """Share of undecided units at each table."""
        return {level: {table: _unfinished(runs) for table, runs in each.items()} for level, each in self.runs.items()}

    def _row(self, level: str, bots: Sequence[str], row: Estimate, keys: Mapping[str, str]) -> dict[str, object]:
        """Row of a frame; unfinished is the mean over the tables at which all these bots sit."""
        shares = [share for table, share in self._unfinished[level].items() if set(bots) <= set(table)]
        return {
            "game": self.variant.name,
            "level": level,
            "players": self.players,
            **keys,
            "estimate": row.estimate,
            "se": row.se,
            "lo": row.lo,
            "hi": row.hi,
            "n_units": row.n_units,
            "n_bins": row.n_bins,
            "method": row.method.value,
            "share_unfinished": sum(shares) / len(shares),
        }

    @cached_property
    def ratings(self) -> pl.DataFrame:
        """Rating of each bot at each level, best first: ``game, level, players, bot``, then the columns of an estimate.

        Ten to one in wins is 400 points; the mean of the field is 0, not counting a bot that won or lost everything.
        ``n_units`` counts the decided units that the bot took part in.
        """
        rows = []
        for level, wins in self._wins.items():
            found = sorted(ratings(wins, self._fits[level]), key=lambda row: -row.estimate)
            rows += [self._row(level, [row.group], row, {"bot": row.group}) for row in found]
        return pl.DataFrame(rows)

    @cached_property
    def cross(self) -> pl.DataFrame:
        """Share of each bot of the units that it or another one won: ``game, level, players, bot, against``, estimate.

        For two players it is the win share. Pairs of which neither won anything are left out.
        """
        rows = []
        for level, wins in self._wins.items():
            for one, other, row in win_pairs(wins):
                names = {"bot": self.bots[one], "against": self.bots[other]}
                rows.append(self._row(level, list(names.values()), row, names))
        return pl.DataFrame(rows)

    @cached_property
    def best(self) -> dict[str, tuple[str, ...]]:
        """By level the bots that no other one beats with its whole interval above one half, best rated first."""
        found = {}
        for level in self.levels:
            at_level = pl.col("level") == level
            beaten = self.cross.filter(at_level, pl.col("lo") > 0.5)["against"].to_list()
            rated = self.ratings.filter(at_level)["bot"].to_list()
            found[level] = tuple(bot for bot in rated if bot not in beaten) or (rated[0],)
        return found

    @cached_property
    def spread(self) -> pl.DataFrame:
        """Standard deviation of the ratings over the field at each level: how much the choice of bot counts."""
        return pl.DataFrame(
            [
                self._row(level, [], rating_spread(wins, self._fits[level]), {"bots": ", ".join(self.bots)})
                for level, wins in self._wins.items()
            ]
        )

    def table(self, level: str | None = None) -> pl.DataFrame:
        """Cross table to read: a row a bot, best first, with its rating and its share against each other one in per
        cent, all with intervals; the level of matches if they were played.
        """
        from rummysim.figures.numerals import interval

        chosen = self._level(level)
        rated = self.ratings.filter(pl.col("level") == chosen)
        cells = {
            (row["bot"], row["against"]): interval(*(100 * row[name] for name in ("estimate", "lo", "hi")))
            for row in self.cross.filter(pl.col("level") == chosen).iter_rows(named=True)
        }
        order = rated["bot"].to_list()
        rows = rated.select("estimate", "lo", "hi").rows()
        columns = {"bot": order, "rating": [interval(*row, signed=True) for row in rows]}
        return pl.DataFrame(columns | {name: [cells.get((bot, name), "") for bot in order] for name in order})

    def plot_ratings(self, ax: "Axes | None" = None) -> "Axes":
        """Ratings with intervals, deals and matches side by side."""
        from rummysim.figures.ratings import plot_ratings

        return plot_ratings(self.ratings, ax=ax)

    def plot_matrix(self, ax: "Axes | None" = None, *, level: str | None = None) -> "Axes":
        """Share of every bot against every other one, best first; at the level of matches if they were played."""
        from rummysim.figures.win_matrix import plot_win_matrix

        chosen = self._level(level)
        order = self.ratings.filter(pl.col("level") == chosen)["bot"].to_list()
        return plot_win_matrix(self.cross.filter(pl.col("level") == chosen), order, ax=ax)

    def report(self, path: str | Path) -> Path:
        """Write a self-contained HTML report."""
        from rummysim.results.report import write_tournament_report

        return write_tournament_report(self, Path(path))

    def __repr__(self) -> str:
        units = ", ".join(
            f"{sum(run.n_units for run in next(iter(each.values()))):,} {'deals' if level == 'deal' else 'matches'}"
            for level, each in self.runs.items()
        )
        return f"Tournament({self.variant.name}: {', '.join(self.bots)}, {self.players} players, {units} a table)"

    def _repr_html_(self) -> str:
        from rummysim.results.html import frame_html

        tables = [
            frame_html(f"rating, and share of the wins of two, %: {each}", self.table(each)) for each in self.levels
        ]
        return "".join([frame_html(repr(self), self.ratings), *tables])


def _wins(bots: tuple[str, ...], tables: Mapping[Table, Sequence[Run]]) -> Wins:
    """Wins in the bins that all runs have."""
    per_bin = max(run.per_bin for runs in tables.values() for run in runs)
    held = {table: [coarsened(run.tallies, per_bin) for run in runs] for table, runs in tables.items()}
    n_bins = min(tallies.bins.height for each in held.values() for tallies in each)
    won = np.zeros((len(tables), n_bins, len(next(iter(tables)))))
    for number, (table, each) in enumerate(held.items()):
        for tallies in each:
            for player, bot in enumerate(tallies.bots):
                won[number, :, table.index(bot)] += tallies.row_sums("won", player=player)[0][:n_bins]
    return Wins(
        bots=bots,
        tables=np.array([[bots.index(bot) for bot in table] for table in tables]),
        won=won,
        n_blocks=min(run.n_blocks for runs in tables.values() for run in runs),
    )


def _unfinished(runs: Sequence[Run]) -> float:
    n_units = sum(run.tallies.n_units for run in runs)
    return 1 - sum(run.tallies.n_decided for run in runs) / n_units


@dataclass(frozen=True)
class _Game:
    """One cyclic order of a table at one level."""

    level: str
    table: Table
    work: Work
    n_blocks: int
    title: str


def _names(bots: Sequence[str | Bot]) -> Table:
    return tuple(bot if isinstance(bot, str) else bot.name for bot in bots)


def check_players(variant: Variant, players: int) -> None:
    """Refuse a number of players that the game does not have."""
    allowed = variant.family.players(variant.rules)
    if isinstance(players, bool) or not isinstance(players, int) or players not in allowed:
        raise InputError(
            f"players is {players!r}; allowed {allowed[0]} to {allowed[-1]} for {variant.name}; choose one of these"
        )


def _field(bots: Sequence[str | Bot], players: int) -> list[str | Bot]:
    """The field, refused where it cannot fill a table or names a bot twice."""
    if isinstance(bots, str) or not isinstance(bots, Sequence) or not all(isinstance(bot, str | Bot) for bot in bots):
        raise InputError(f"bots is {bots!r}; allowed is a list of bots, for example ['greedy', 'careful']")
    names = list(_names(bots))
    twice = [name for name in dict.fromkeys(names) if names.count(name) > 1]
    if twice:
        raise InputError(f"bots has {twice[0]!r} twice; allowed is each bot once; leave one out")
    if len(names) < players:
        raise InputError(
            f"bots is {names}; allowed are {players} or more for tables of {players}; name another or lower players"
        )
    return list(bots)


def _orders(bots: Sequence[str | Bot], seatings: str) -> list[list[str | Bot]]:
    """Cyclic orders of a table, its first bot in front."""
    if seatings == "cyclic":
        return [list(bots)]
    return [[bots[0], *rest] for rest in permutations(bots[1:])]


def _games(
    variant: Variant, entered: Sequence[str | Bot], players: int, seatings: str, level: str, units: int, seed: int
) -> list[_Game]:
    """What is played at a level: every table in all its cyclic orders, on the same blocks."""
    n_orders = math.factorial(players - 1) if seatings == "all" else 1
    deals, matches = (units, None) if level == "deal" else (None, units)
    _, n_blocks = units_to_blocks(players * n_orders, deals, matches)
    deals, matches = (n_blocks * players, None) if level == "deal" else (None, n_blocks * players)
    tables = list(combinations(entered, players))
    games = []
    for number, table in enumerate(tables):
        for order in _orders(table, seatings):
            plan = make_plan({variant.name: variant}, order, deals=deals, matches=matches, seed=seed)
            title = f"{variant.name}, table {number + 1} of {len(tables)}: {', '.join(_names(order))}"
            games.append(_Game(level, _names(table), plan.works[0], plan.n_blocks, title))
    return games


def _play_games(games: Sequence[_Game], folder: Path | None, threads: int | None, **how: Any) -> list[Run]:
    """A run a game; after Ctrl-C those played so far are with the error."""
    played: list[Run] = []
    with crew_of(None, threads) as crew:
        for game in games:
            out = None if folder is None else folder / game.work.folder_name(KEPT)
            where: dict[str, Any] = {"out": out, "named": folder, "title": game.title}
            try:
                played += play(game.work, game.n_blocks, crew=crew, keep=KEPT, **where, **how)
            except Interrupted as stop:
                partial: list[Run] = stop.run  # type: ignore[assignment]
                raise Interrupted(str(stop), [*played, *partial]) from None
    return played


def tournament(
    variant: Variant | str,
    bots: Sequence[str | Bot] | None = None,
    *,
    players: int = 2,
    seatings: str = "all",
    deals: int | None = 40_000,
    matches: int | None = 10_000,
    seed: int = 0,
    threads: int | None = None,
    out: str | Path | None = None,
    chunk: int | None = None,
    progress: bool = True,
) -> Tournament:
    """Play every table of ``players`` bots of a field, in every seating, all on the same units.

    Parameters
    ----------
    variant
        A variant or the name of a preset.
    bots
        The field: names, or bots of one's own; all bots of the family if left out.
    players
        At a table; the tables are all combinations of so many bots.
    seatings
        ``all``: each unit in all n! seatings; ``cyclic``: in the n rotations of the order given. The same for two.
    deals, matches
        Units of each table at each level, rounded up to whole blocks; None plays none.
    seed, threads, out, chunk, progress
        As in :func:`rummysim.compare`: ``out`` makes it possible to go on after Ctrl-C.

    Raises
    ------
    InputError
        What was asked for cannot be done.
    Interrupted
        After Ctrl-C; its ``run`` lists the runs played so far.
    """
    chosen = as_variant(variant)
    check_players(chosen, players)
    if seatings not in SEATINGS:
        raise InputError(f"seatings is {seatings!r}; allowed {', '.join(SEATINGS)}; choose one of these")
    entered = _field(chosen.family.bot_names if bots is None else bots, players)
    wishes = {level: units for level, units in zip(LEVELS, (deals, matches), strict=True) if units is not None}
    if not wishes:
        raise InputError("deals and matches are None; allowed is one or both; give deals= or matches=")
    games = [
        game
        for level, units in wishes.items()
        for game in _games(chosen, entered, players, seatings, level, units, seed)
    ]
    folder = None if out is None else Path(out)
    runs: dict[str, dict[Table, tuple[Run, ...]]] = {level: {} for level in wishes}
    for game, run in zip(games, _play_games(games, folder, threads, chunk=chunk, show=progress), strict=True):
        runs[game.level][game.table] = (*runs[game.level].get(game.table, ()), run)
    return Tournament(variant=chosen, bots=_names(entered), players=players, seatings=seatings, runs=runs)
