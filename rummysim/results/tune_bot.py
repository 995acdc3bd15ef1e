"""Searching the parameters of a bot for those that win most matches.

Sequential halving on shared shuffles (:mod:`rummysim.results.halving`); the parameters that are left, and those the bot
has, are then played on a fresh seed, and only those figures are their figures: the best of many is better by luck.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import polars as pl

from rummysim.engine.command import literal
from rummysim.errors import InputError
from rummysim.games.bot import Bot
from rummysim.games.family import Variant
from rummysim.games.registry import as_variant
from rummysim.plan import make_plan
from rummysim.results.halving import FRESH, combinations, halved
from rummysim.results.ladder import first_share
from rummysim.results.own_bot import bot as own_bot

__all__ = ["BotTuning", "tune_bot"]

AS_IS = "as it is"
CANDIDATE = "candidate-{}"


@dataclass(frozen=True, kw_only=True, repr=False)
class BotTuning:
    """What was found.

    winner : parameters that were left at last. rows : a row a round and candidate: ``candidate``, the columns of a rung
    of a ladder, ``round`` and ``goes_on``; ``fresh`` marks the rows of round 0, which confirm the winner on another
    seed, and the bot as it is unless it plays against itself.
    """

    winner: Mapping[str, float]
    rows: pl.DataFrame = field(repr=False)

    @property
    def confirmed(self) -> pl.DataFrame:
        """The winner and the bot as it is, on a fresh seed."""
        return self.rows.filter("fresh")

    def __repr__(self) -> str:
        from rummysim.reports.numbers import estimate_words

        parameters = ", ".join(f"{name}={literal(value)}" for name, value in self.winner.items())
        won = self.confirmed.row(0, named=True)
        share = estimate_words(won["estimate"], won["lo"], won["hi"], "share")
        fair = f"{100 * won['fair']:.3g} % is fair"
        return f"BotTuning({parameters}; on a fresh seed it wins {share}, {fair})"

    def _repr_html_(self) -> str:
        from rummysim.results.html import frame_html

        return frame_html(repr(self), self.confirmed)


@dataclass(frozen=True, kw_only=True)
class _Match:
    """What all candidates play: one of them among others of one bot."""

    variant: Variant
    bot: str
    against: str
    players: int
    threads: int | None
    show: bool

    def share(self, label: str, bot: str | Bot, matches: int, seed: int) -> pl.DataFrame:
        """Win share of one bot, one row."""
        lineup = [bot, *[self.against] * (self.players - 1)]
        plan = make_plan({self.variant.name: self.variant}, lineup, deals=None, matches=matches, seed=seed)
        row = first_share(plan, self.threads, show=self.show).drop("bot")
        return row.select(pl.lit(label).alias("variant"), pl.lit(self.bot).alias("bot"), pl.all())


def tune_bot(
    variant: Variant | str,
    bot: str,
    grid: Mapping[str, Sequence[float]],
    *,
    against: str = "careful",
    players: int = 2,
    matches: int = 500,
    confirm: int = 10_000,
    seed: int = 0,
    threads: int | None = None,
    progress: bool = True,
) -> BotTuning:
    """The parameters in ``grid`` with which a bot wins most matches, one of it among ``against``, seats rotated.

    Parameters
    ----------
    variant, bot
        The game and the bot whose parameters are tried.
    grid
        Parameter -> values; every combination is a candidate, the other parameters stay.
    against
        Bot of the other players.
    players
        At the table.
    matches, confirm
        Matches of each candidate in the first round, doubled in each further one; of the winner, and of the bot as it
        is, on a fresh seed.
    """
    chosen = as_variant(variant)
    if players not in chosen.family.players(chosen.rules):
        raise InputError(f"players is {players!r}; allowed are those of {chosen.name}; choose another number")
    table = _Match(variant=chosen, bot=bot, against=against, players=players, threads=threads, show=progress)
    family, wishes = chosen.family.name, combinations(grid)
    names = {label: CANDIDATE.format(number) for number, label in enumerate(wishes)}
    made = {
        label: own_bot(names[label], family=family, base=bot, parameters=values) for label, values in wishes.items()
    }
    try:
        left, rounds = halved(
            made,
            matches,
            lambda alive, n: pl.concat([table.share(label, each, n, seed) for label, each in alive.items()]),
            lambda found: found.sort("estimate", descending=True, maintain_order=True)["variant"].to_list(),
        )
        fresh: dict[str, str | Bot] = {left: made[left]} | ({} if bot == against else {AS_IS: bot})
        confirmed = pl.concat([table.share(label, each, confirm, seed + FRESH) for label, each in fresh.items()])
    finally:
        for name in names.values():
            chosen.family.bots().forget(name)
    last = confirmed.with_columns(round=pl.lit(0), goes_on=pl.col("variant") == left, fresh=pl.lit(value=True))
    rows = pl.concat([rounds.with_columns(fresh=pl.lit(value=False)), last]).rename({"variant": "candidate"})
    return BotTuning(winner=dict(wishes[left]), rows=rows)
