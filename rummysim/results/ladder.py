"""The order of strength of a game's bots: each against the next weaker one, seats rotated, by match and by deal."""

from collections.abc import Sequence
from itertools import pairwise

import polars as pl

from rummysim.engine.crew import crew_of
from rummysim.errors import InputError, Interrupted
from rummysim.games.family import Variant
from rummysim.games.registry import as_variant
from rummysim.plan import Plan, make_plan
from rummysim.results.simulate import play

__all__ = ["first_share", "ladder"]

ESTIMATE = ("estimate", "se", "lo", "hi", "n_units", "n_bins", "method", "share_unfinished")


def _lineups(variant: Variant, bots: Sequence[str] | None, players: int) -> list[list[str]]:
    """Line-ups of the rungs, the one bot before those of the next weaker one."""
    names = variant.family.bot_names if bots is None else bots
    if isinstance(names, str) or not isinstance(names, Sequence) or len(names) < 2:
        raise InputError(f"bots is {bots!r}; allowed is a list of two or more, weakest first; name another")
    allowed = variant.family.players(variant.rules)
    if not isinstance(players, int) or players not in allowed:
        raise InputError(
            f"players is {players!r}; allowed {allowed[0]} to {allowed[-1]} for {variant.name}; choose one of these"
        )
    rungs = list(pairwise(names))
    for weaker, bot in rungs:
        if weaker == bot:
            raise InputError(f"bots has {bot!r} twice in a row; allowed are different neighbours; leave one out")
    return [[bot, *[weaker] * (players - 1)] for weaker, bot in rungs]


def first_share(plan: Plan, threads: int | None, *, show: bool) -> pl.DataFrame:
    """Win share of the first bot of a line-up, one row; nothing is kept of what is interrupted."""
    (work,) = plan.works
    try:
        with crew_of(None, threads) as crew:
            (run,) = play(work, plan.n_blocks, crew=crew, keep="bins", show=show)
    except Interrupted:
        raise KeyboardInterrupt from None
    bot, weaker = work.lineup[:2]
    return (
        run.summary()
        .filter((pl.col("quantity") == "win_share") & (pl.col("group") == f"player 0: {bot}"))
        .select(
            pl.lit(work.variant.name).alias("game"),
            pl.lit(bot).alias("bot"),
            pl.lit(weaker).alias("against"),
            pl.lit(work.n_players).alias("players"),
            pl.col("level").cast(pl.String),
            pl.lit(1 / work.n_players).alias("fair"),
            *ESTIMATE,
        )
    )


def ladder(
    variant: Variant | str,
    bots: Sequence[str] | None = None,
    *,
    players: int = 2,
    matches: int = 10_000,
    deals: int = 40_000,
    seed: int = 0,
    threads: int | None = None,
    progress: bool = True,
) -> pl.DataFrame:
    """Win share of each bot against the next weaker one: one of it among others, every seating on the same cards.

    bots : weakest first; the family's order if left out. players : at the table. Returns a row a rung and level:
    ``game, bot, against, players, level, fair`` (the share of an equal), then the columns of an estimate.
    """
    chosen = as_variant(variant)
    wishes = ((None, matches), (deals, None))
    plans = [
        make_plan({chosen.name: chosen}, lineup, deals=n_deals, matches=n_matches, seed=seed)
        for lineup in _lineups(chosen, bots, players)
        for n_deals, n_matches in wishes
    ]
    return pl.concat([first_share(plan, threads, show=progress) for plan in plans])
