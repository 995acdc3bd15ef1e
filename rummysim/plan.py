"""Variants x line-up x units -> the distinct work: variants that share their play layer are played once."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from numbers import Integral

from rummysim.engine.lineup import reads_of, resolve_lineup
from rummysim.engine.work import Work
from rummysim.errors import InputError
from rummysim.games.bot import Bot
from rummysim.games.family import Variant

__all__ = ["Plan", "make_plan", "units_to_blocks"]

MAX_UNITS = 10**12


@dataclass(frozen=True)
class Plan:
    """What is to be played: the works, and for each label its work and the variant's index in it."""

    works: tuple[Work, ...]
    where: Mapping[str, tuple[int, int]]
    n_blocks: int


def units_to_blocks(n_players: int, deals: int | None, matches: int | None) -> tuple[str, int]:
    """Level and blocks for a wish of deals or matches, rounded up to whole blocks of one unit a seating."""
    if (deals is None) == (matches is None):
        raise InputError(
            f"deals is {deals} and matches is {matches}; allowed is exactly one of the two; give deals= or matches="
        )
    level, units = ("deal", deals) if deals is not None else ("match", matches)
    name = "deals" if level == "deal" else "matches"
    if isinstance(units, bool) or not isinstance(units, Integral):
        raise InputError(
            f"{name} is {units!r}; allowed is a whole number from 1 to {MAX_UNITS:,}; for example {name}=10_000"
        )
    if not 1 <= units <= MAX_UNITS:
        raise InputError(f"{name} is {units}; allowed 1 to {MAX_UNITS:,}; play at least one block")
    return level, -(-int(units) // n_players)


def check_seed(seed: int) -> int:
    """A usable seed."""
    if isinstance(seed, bool) or not isinstance(seed, Integral) or not 0 <= seed < 2**62:
        raise InputError(f"seed is {seed!r}; allowed is a whole number from 0 to 2^62 - 1; name another")
    return int(seed)


def make_plan(
    variants: Mapping[str, Variant], bots: Sequence[str | Bot], *, deals: int | None, matches: int | None, seed: int
) -> Plan:
    """Plan for labelled variants of one line-up."""
    if not variants:
        raise InputError("there are no variants; name at least one")
    groups: dict[str, list[tuple[str, Variant]]] = {}
    for label, variant in variants.items():
        named = variant.named(label)
        reads = reads_of(variant.family, resolve_lineup(named, bots))
        play = json.dumps([variant.family.name, variant.play_options(reads)], sort_keys=True)
        groups.setdefault(play, []).append((label, named))
    works, where = [], {}
    level, n_blocks = units_to_blocks(len(bots) or 1, deals, matches)
    for number, group in enumerate(groups.values()):
        lineup = resolve_lineup(group[0][1], bots)
        works.append(
            Work(variants=tuple(named for _, named in group), lineup=lineup, seed=check_seed(seed), level=level)
        )
        for index, (label, _) in enumerate(group):
            where[label] = (number, index)
    return Plan(works=tuple(works), where=where, n_blocks=n_blocks)
