"""A unit of work: what is played, without who asks for it. Pure: the same work gives the same rows wherever it runs."""

import hashlib
import json
from collections import ChainMap
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np
import polars as pl

from rummysim.engine.command import command_line, python_call
from rummysim.engine.lineup import fingerprint, scheme_of
from rummysim.engine.seating import Integers, deal_jobs, first_seats
from rummysim.errors import IllegalMoveError
from rummysim.fields.tallies import Tallies
from rummysim.games.bot import Bot
from rummysim.games.family import Variant

__all__ = ["STREAM_VERSION", "Place", "Work", "deals_of", "facts_frame", "play_jobs"]

Place = Mapping[str, int]
"""Which deal of a run: ``deal``, or ``match`` and ``round``."""
STREAM_VERSION = 1
"""Raised whenever the random streams or the dealing change."""


@dataclass(frozen=True, kw_only=True)
class Work:
    """One play layer, line-up and seed at one level, and the variants whose points are wanted of it.

    own : bots that play instead of those of their names in the family's table: a work that came from another process
    brings its bots along.
    """

    variants: tuple[Variant, ...]
    lineup: tuple[str, ...]
    seed: int
    level: str
    own: Mapping[str, Bot] = field(default_factory=dict, repr=False, compare=False)

    @property
    def variant(self) -> Variant:
        """The variant whose play layer is played; the others differ from it in scoring or match only."""
        return self.variants[0]

    @property
    def n_players(self) -> int:
        """Players at the table."""
        return len(self.lineup)

    @property
    def scheme(self) -> str:
        """Seating scheme."""
        return scheme_of(self.lineup)

    @property
    def seats(self) -> Integers:
        """Seat of each player in the first deal: (seatings, players)."""
        return first_seats(self.scheme, self.n_players)

    @property
    def bots(self) -> Mapping[str, Bot]:
        """Bots by name."""
        return ChainMap(dict(self.own), self.variant.family.bots())  # type: ignore[arg-type]

    @cached_property
    def reads(self) -> frozenset[str]:
        """What the bots look at beyond the view."""
        bots = self.bots
        return frozenset(name for bot in set(self.lineup) for name in bots[bot].reads)

    @cached_property
    def identity(self) -> dict[str, Any]:
        """What decides the rows played, as JSON values."""
        family = self.variant.family
        bots = self.bots
        return {
            "family": family.name,
            "family_version": family.kernels().VERSION,
            "stream_version": STREAM_VERSION,
            "play": self.variant.play_options(self.reads),
            "bots": [{"name": name, "fingerprint": fingerprint(family, bots[name])} for name in self.lineup],
            "seed": self.seed,
            "scheme": self.scheme,
            "level": self.level,
        }

    @cached_property
    def key(self) -> str:
        """Content key: equal for works that play the same rows. At match level scoring and match rules decide them
        too.
        """
        identity = dict(self.identity)
        if self.level == "match":
            identity["rules"] = [variant.options() for variant in self.variants]
        return hashlib.blake2b(json.dumps(identity, sort_keys=True).encode(), digest_size=10).hexdigest()

    def folder_name(self, keep: str) -> str:
        """Name of a folder for this work: other variants or another wish to keep have another one."""
        rules = [[variant.name, variant.options()] for variant in self.variants]
        digest = hashlib.blake2b(json.dumps([rules, keep], sort_keys=True).encode(), digest_size=4)
        return f"{self.key}-{digest.hexdigest()}"

    def replay_command(self, place: Place) -> str:
        """Command that shows a deal of this work; a call in Python where a bot of one's own plays."""
        if set(self.lineup) <= set(self.variant.family.bot_names):
            words = [f"--{name} {number}" for name, number in place.items()]
            return command_line("replay", self.variant, self.lineup, f"--seed {self.seed}", *words)
        return python_call("replay", self.variant, self.lineup, {"seed": self.seed, **place})

    def player(self, n_log_rows: int = 0) -> Any:
        """A table with this line-up, for one thread."""
        bots = self.bots
        lineup = [bots[name] for name in self.lineup]
        return self.variant.family.kernels().Player(
            self.variant.rules.encode,  # type: ignore[attr-defined]
            lineup,
            n_log_rows,
            options=self.variant.options(),
        )

    def tallies(self, variant: Variant, n_blocks: int, per_bin: int, tables: dict[str, pl.DataFrame]) -> Tallies:
        """Container of a chunk's sums for one of the variants."""
        family = variant.family
        return Tallies(
            variant=variant.name,
            level=self.level,
            n_players=self.n_players,
            scheme=self.scheme,
            bots=self.lineup,
            direction=family.direction(variant.rules),
            points_unit=family.points_unit,
            ends=family.ends,
            n_blocks=n_blocks,
            blocks_per_bin=per_bin,
            **tables,
        )


def _asked(work: Work, player: Any) -> str:
    """Bot and decision that were asked last, in words."""
    who, hook = (int(number) for number in player.game["asked"])
    return f"bot {work.lineup[who]} of {', '.join(work.lineup)}, {player.hooks[hook]}"


def _job_at(player: Any, jobs: Integers, holders: Integers) -> int:
    """Index of the job that lies on the table."""
    game, n = player.game, holders.shape[1]
    here = np.array([game["seed"], game["unit"], game["round"], game["n_players"], game["starter"]], np.int64)
    is_here = (jobs == here).all(axis=1) & (holders == game["holders"][:n]).all(axis=1)
    return int(np.flatnonzero(is_here)[0])


def play_jobs(
    work: Work,
    player: Any,
    jobs: Integers,
    holders: Integers,
    place_of: Callable[[int], Place],
    totals: Integers | None = None,
) -> pl.DataFrame:
    """Facts of a batch, a row a deal and player by place. An illegal move, or an error in a bot of one's own, names
    bot, decision and deal, and how to see it.

    place_of : which deal of the run a job of the batch is. totals : (deals, line-up) points of the match
    before each deal, in 1/points_unit, for bots that read them.
    """
    try:
        facts, bad = player.play(jobs, holders, totals)
        what = "made a move that is not legal"
    except Exception as error:
        bad, what = _job_at(player, jobs, holders), f"raised {type(error).__name__}: {error}"
    if bad >= 0:
        seed, unit, round_, n_players, starter = (int(value) for value in jobs[bad])
        raise IllegalMoveError(
            f"{_asked(work, player)}: {what} in {work.variant.name}, seed {seed}, block {unit}, round {round_}, "
            f"{n_players} players, starter's place {starter}; see it with: {work.replay_command(place_of(bad))}"
        )
    return facts_frame(work.variant.family.kernels().FACT_COLUMNS, facts)


def facts_frame(columns: tuple[str, ...], facts: Any) -> pl.DataFrame:
    """Frame of the kernel's output, without a copy."""
    return pl.DataFrame([pl.Series(name, facts[index]) for index, name in enumerate(columns)])


def deals_of(work: Work, player: Any, first: int, count: int) -> pl.DataFrame:
    """Facts of the blocks ``first`` … ``first + count - 1`` of a work at deal level."""
    jobs, holders = deal_jobs(work.scheme, work.n_players, work.seed, first, count)
    return play_jobs(work, player, jobs, holders, lambda job: {"deal": first * work.n_players + job})
