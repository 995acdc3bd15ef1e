"""A duel: two bots play until their order is decided, looked at as often as one likes (statistics.md 8)."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import polars as pl

from rummysim.engine.batch import blocks_per_bin, prefix
from rummysim.engine.crew import crew_of
from rummysim.engine.store import MemoryStore
from rummysim.errors import InputError
from rummysim.games.bot import Bot
from rummysim.games.family import Variant
from rummysim.games.registry import as_variant
from rummysim.plan import make_plan
from rummysim.results.run import Run
from rummysim.results.simulate import play
from rummysim.results.skill import against
from rummysim.stats.ratio import Estimate
from rummysim.stats.sequence import FIRST_LOOK, look
from rummysim.stats.win_share import win_shares

__all__ = ["Duel", "duel"]

GROWTH = 1.5
"""Blocks of a look per block of the one before."""
EVEN = 0.5


@dataclass(frozen=True, kw_only=True, repr=False)
class Duel:
    """What a duel came to: ``better`` is the bot that wins more, None if the maximum was reached before it was clear.

    ``looks`` : a row a look: ``blocks`` played, and the win share of the first bot, whose interval holds at all looks
    together. ``run`` : all that was played.
    """

    better: str | None
    looks: pl.DataFrame = field(repr=False)
    run: Run = field(repr=False)

    @property
    def decided(self) -> bool:
        """Whether it is clear who is better."""
        return self.better is not None

    def __repr__(self) -> str:
        one, other = self.run.work.lineup
        unit = "deals" if self.run.level == "deal" else "matches"
        end = f"after {self.run.n_units:,} {unit}, seed {self.run.work.seed}"
        if self.looks.is_empty():
            return f"Duel({self.run.variant.name}: {one} or {other}, nothing was decided {end})"
        row = self.looks.row(-1, named=True)
        shown = f"{one} wins {100 * row['estimate']:.2f} % ({100 * row['lo']:.2f} … {100 * row['hi']:.2f}) {end}"
        verdict = f"{self.better} is better" if self.better else "not decided"
        return f"Duel({self.run.variant.name}: {verdict}; {shown})"

    def _repr_html_(self) -> str:
        from rummysim.results.html import frame_html

        return frame_html(repr(self), self.looks)


def look_sizes(most: int) -> Iterator[int]:
    """Blocks at each look, the last one ``most``."""
    at = FIRST_LOOK
    while at < most:
        yield at
        at = math.ceil(GROWTH * at)
    yield most


def _look(run: Run, t_star: float) -> Estimate | None:
    """The look at a run; None if nobody has won anything."""
    spans = prefix(run.store.ranges(), run.n_blocks)
    held = [run.store.tallies(first, count)[0].blocks_per_bin for first, count in spans]
    sized = replace(run, per_bin=max([blocks_per_bin(run.n_blocks), *held]))
    found = [ratio for ratio in win_shares(sized.tallies) if ratio.group == f"player 0: {run.work.lineup[0]}"]
    return look(found[0], t_star) if found else None


def duel(
    variant: Variant | str,
    bot: str | Bot,
    other: str | Bot,
    *,
    deals: int | None = None,
    matches: int | None = None,
    seed: int = 0,
    threads: int | None = None,
    out: str | Path | None = None,
    chunk: int | None = None,
    progress: bool = True,
) -> Duel:
    """Play two bots against each other until it is clear who wins more, or the maximum is reached.

    Looks are at 1,000 blocks, 1,500 and so on; what was played is gone on with, nothing is played twice. The intervals
    hold at all looks together with 95 %, so that to stop when one leaves a half out is no cheating; they are some 1.5
    times as wide as that of a run of fixed length.

    Parameters
    ----------
    variant, bot, other
        A variant or the name of a preset, and two different bots.
    deals, matches
        Most units to play, one of the two; at least 2,000.
    seed, threads, out, chunk, progress
        As in :func:`rummysim.simulate`.

    Raises
    ------
    InputError
        What was asked for cannot be done.
    Interrupted
        After Ctrl-C; its ``run`` lists the run played so far.
    """
    chosen = as_variant(variant)
    plan = make_plan({chosen.name: chosen}, [bot, other], deals=deals, matches=matches, seed=seed)
    work = plan.works[0]
    if work.scheme == "starter":
        raise InputError(f"the two bots are both {work.lineup[0]!r}; allowed are two different bots; name another")
    if plan.n_blocks < FIRST_LOOK:
        name, units = ("deals", deals) if work.level == "deal" else ("matches", matches)
        raise InputError(f"{name} is {units}; allowed {2 * FIRST_LOOK:,} or more, for the first look; raise it")
    options: dict[str, Any] = {"chunk": chunk, "show": progress}
    options |= {"memory": MemoryStore(work), "out": None if out is None else Path(out)}
    t_star = math.sqrt(FIRST_LOOK * plan.n_blocks)
    rows: list[dict[str, Any]] = []
    better = None
    with crew_of(None, threads) as crew:
        for number, n_blocks in enumerate(look_sizes(plan.n_blocks), 1):
            title = f"{chosen.name}: {against(bot, other)}, look {number}"
            (run,) = play(work, n_blocks, crew=crew, keep="bins", title=title, **options)
            found = _look(run, t_star)
            if found is not None:
                rows.append(_row(run, number, found))
                better = _better(work.lineup, found)
            if better is not None:
                break
    return Duel(better=better, looks=pl.DataFrame(rows), run=run)


def _row(run: Run, number: int, found: Estimate) -> dict[str, Any]:
    """Row of the frame of looks."""
    return {
        "look": number,
        "blocks": run.n_blocks,
        **{name: getattr(found, name) for name in ("estimate", "se", "lo", "hi", "n_units", "n_bins")},
        "method": found.method.value,
        "share_unfinished": run.tallies.share_unfinished,
    }


def _better(lineup: Sequence[str], found: Estimate) -> str | None:
    """Bot that wins more, if that is clear."""
    assert found.lo is not None
    assert found.hi is not None
    return lineup[0] if found.lo > EVEN else lineup[1] if found.hi < EVEN else None
