"""Luck and skill: mirrored pairs of two bots beside self-play, and what single abilities are worth."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl

from rummysim.engine.crew import crew_of
from rummysim.errors import InputError, Interrupted
from rummysim.fields.estimates import LEVELS, Estimates, frame_schema
from rummysim.fields.tallies import Floats
from rummysim.games.bot import Bot
from rummysim.games.family import Variant
from rummysim.games.registry import as_variant
from rummysim.plan import Plan, make_plan
from rummysim.results.kernels import load_kernels
from rummysim.results.own_bot import bot as own_bot
from rummysim.results.run import Run
from rummysim.results.simulate import play
from rummysim.stats.mirrored import mirrored

__all__ = ["ABILITIES", "Ability", "abilities", "mirrored_rows", "play_pair", "skill"]

ESTIMATE = ("estimate", "se", "lo", "hi", "n_units", "n_bins", "method", "share_unfinished")
LONGEST = 34
"""Letters of a name that is followed by ``-twin``."""
CERTAIN = 0.5
"""Of a decided unit the shares of the win add to 1, of another to 0."""


@dataclass(frozen=True)
class Ability:
    """What a bot can do and another one, the same but for that, cannot."""

    bot: str
    without: str
    ability: str


ABILITIES: Mapping[str, tuple[Ability, ...]] = {
    "knock": (
        Ability("careful", "greedy", "looking one draw ahead"),
        Ability("score-aware", "careful", "knocking by the score"),
    ),
    "stock": (
        Ability("digger", "greedy", "digging in the pile"),
        Ability("careful", "digger", "keeping cards that may become melds"),
    ),
    "opening": (
        Ability("careful", "greedy", "keeping cards that may become melds"),
        Ability("expert", "careful", "counting outs and feeding nobody after the opening"),
    ),
    "tile": (
        Ability("max", "rack", "rearranging the table"),
        Ability("joker-keeper", "max", "keeping jokers for the end"),
        Ability("melds-last", "joker-keeper", "keeping melds for the end"),
        Ability("waiter", "max", "waiting until everything fits"),
    ),
}
"""Pairs of bots of each family that differ in one ability."""


def named(bot: str | Bot) -> str:
    """Name of a bot."""
    if not isinstance(bot, str | Bot):
        raise InputError(f"a bot is {bot!r}; allowed is the name of a bot or one of one's own; name one")
    return bot if isinstance(bot, str) else bot.name


def against(bot: str | Bot, other: str | Bot) -> str:
    """Two bots in words."""
    return f"{named(bot)} against {named(other)}"


def wanted(deals: int | None, matches: int | None) -> dict[str, int]:
    """Units by level; refused if there are none."""
    wishes = {level: units for level, units in zip(LEVELS, (deals, matches), strict=True) if units is not None}
    if not wishes:
        raise InputError("deals and matches are None; allowed is one or both; give deals= or matches=")
    return wishes


def plan_pair(variant: Variant, bots: tuple[str | Bot, str | Bot], level: str, units: int, seed: int) -> Plan:
    """Plan of two bots at a level."""
    deals, matches = (units, None) if level == "deal" else (None, units)
    return make_plan({variant.name: variant}, bots, deals=deals, matches=matches, seed=seed)


def play_pair(
    variant: Variant,
    bots: tuple[str | Bot, str | Bot],
    level: str,
    units: int,
    keep: str,
    *,
    out: Path | None = None,
    **options: Any,
) -> Run:
    """Two bots on mirrored pairs, in a folder below ``out``; Ctrl-C ends the whole, and only a folder keeps it."""
    plan = plan_pair(variant, bots, level, units, options.pop("seed"))
    work = plan.works[0]
    place = None if out is None else out / work.folder_name(keep)
    title = f"{variant.name}: {against(*work.lineup)}"
    try:
        with crew_of(None, options.pop("threads")) as crew:
            (run,) = play(work, plan.n_blocks, crew=crew, keep=keep, out=place, title=title, **options)
    except Interrupted:
        raise KeyboardInterrupt from None
    return run


def _shares(run: Run) -> Floats:
    """(pairs, 2 units, 2 players) shares of the win, pairs in the order of the blocks."""
    frame = run.deals.select("block", "seating", "player", "won").collect() if run.level == "deal" else run.matches
    won = frame.sort("block", "seating", "player")["won"].to_numpy()
    shares: Floats = won.astype(np.float64).reshape(-1, 2, 2)
    return shares


def mirrored_rows(run: Run, group: str) -> list[dict[str, Any]]:
    """Rows of estimates of the mirrored pairs of a run that keeps its deals."""
    shares = _shares(run)
    bins = np.arange(len(shares)) // run.per_bin
    found = mirrored(shares[:, :, 0], shares.sum(axis=2) > CERTAIN, bins, group)
    return [
        {
            "variant": run.variant.name,
            "quantity": quantity,
            "level": run.level,
            **{name: getattr(row, name) for name in ("group", *ESTIMATE[:-2])},
            "method": row.method.value,
            "share_unfinished": run.tallies.share_unfinished,
        }
        for quantity, row in found.items()
    ]


def self_play(variant: Variant, bot: str | Bot, level: str, units: int, **options: Any) -> list[dict[str, Any]]:
    """Rows of a bot against its twin, which plays alike from random streams of its own."""
    family = variant.family
    twin = own_bot(f"{named(bot)[:LONGEST]}-twin", family=family.name, base=bot)
    try:
        run = play_pair(variant, (bot, twin), level, units, "deals", **options)
        return mirrored_rows(run, f"{named(bot)} against itself")
    finally:
        family.bots().forget(twin.name)


def skill(
    variant: Variant | str,
    bot: str | Bot = "careful",
    other: str | Bot = "greedy",
    *,
    deals: int | None = 20_000,
    matches: int | None = 4_000,
    seed: int = 0,
    threads: int | None = None,
    progress: bool = True,
) -> pl.DataFrame:
    """Luck and skill from mirrored pairs: two bots play the same cards twice, with places exchanged.

    Returns a frame of estimates, a row a level, quantity and group: ``same_place`` (the same place won twice: the cards
    decided), ``same_bot`` (the bots decided), ``edge`` (``bot`` won both less ``other`` won both); each for the two
    bots and for ``bot`` against itself, which is what chance alone does. n_units counts pairs of two decided units.

    Raises
    ------
    InputError
        What was asked for cannot be done; bots must differ.
    """
    chosen = as_variant(variant)
    if named(bot) == named(other):
        raise InputError(f"the two bots are both {named(bot)!r}; allowed are two different bots; name another")
    wishes = wanted(deals, matches)
    options: dict[str, Any] = {"seed": seed, "threads": threads, "show": progress}
    for level, units in wishes.items():
        plan_pair(chosen, (bot, other), level, units, seed)
    load_kernels(chosen.family, show=progress)
    rows: list[dict[str, Any]] = []
    for level, units in wishes.items():
        run = play_pair(chosen, (bot, other), level, units, "deals", **options)
        rows += mirrored_rows(run, against(bot, other))
        rows += self_play(chosen, bot, level, units, **options)
    frame = pl.DataFrame(rows, schema=frame_schema(Estimates))
    return Estimates.validate(frame.sort("variant", "level", "quantity", "group"))


def abilities(
    variant: Variant | str,
    *,
    deals: int | None = 20_000,
    matches: int | None = 4_000,
    seed: int = 0,
    threads: int | None = None,
    progress: bool = True,
) -> pl.DataFrame:
    """What single abilities are worth: the win share a bot loses when one is off, from pairs of bots that differ in it.

    Returns a row a pair of :data:`ABILITIES` and level: ``game, ability, bot, without, level``, then the columns of an
    estimate: win share of the bot against the other one less a half.
    """
    chosen = as_variant(variant)
    wishes = wanted(deals, matches)
    rows = []
    for pair in ABILITIES.get(chosen.family.name, ()):
        for level, units in wishes.items():
            options: dict[str, Any] = {"seed": seed, "threads": threads, "show": progress}
            run = play_pair(chosen, (pair.bot, pair.without), level, units, "bins", **options)
            found = run.estimate("win_share", f"player 0: {pair.bot}")
            rows.append(
                {
                    "game": chosen.name,
                    "ability": pair.ability,
                    "bot": pair.bot,
                    "without": pair.without,
                    "level": level,
                    **{name: found[name] - 0.5 * (name in ("estimate", "lo", "hi")) for name in ESTIMATE[:4]},
                    **{name: found[name] for name in ESTIMATE[4:]},
                }
            )
    if not rows:
        raise InputError(
            f"no pair of bots of the family {chosen.family.name} differs in one ability; allowed are games of "
            f"{', '.join(ABILITIES)}; name one"
        )
    return pl.DataFrame(rows)
