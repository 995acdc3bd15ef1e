"""A part of a run: consecutive blocks, played and reduced to what the run keeps."""

from dataclasses import dataclass

import polars as pl

from rummysim.engine.deals import labelled_deals, play_deals, tally_deals
from rummysim.engine.matches import play_matches, tally_matches
from rummysim.engine.work import Work
from rummysim.fields.tallies import Tallies

__all__ = ["KEEP", "Part", "play_part"]

KEEP = ("deals", "bins")
"""What a run keeps: every deal's facts, or the sums of its bins only."""


@dataclass(frozen=True, kw_only=True)
class Part:
    """Blocks ``first`` … ``first + count - 1``.

    tallies : sums, one a variant of the work. facts : rows of all deals, one frame a variant at match level (whose
    deals can differ), one in all at deal level; empty if only bins are kept. matches : results, one a variant; empty
    at deal level and if only bins are kept. n_deals : deals played.
    """

    first: int
    count: int
    tallies: tuple[Tallies, ...]
    facts: tuple[pl.DataFrame, ...]
    matches: tuple[pl.DataFrame, ...]
    n_deals: int


def _deal_part(work: Work, first: int, count: int, per_bin: int, *, keep_deals: bool) -> Part:
    facts = play_deals(work, work.player(), first, count)
    return Part(
        first=first,
        count=count,
        tallies=tuple(tally_deals(work, variant, facts, first, per_bin) for variant in work.variants),
        facts=(labelled_deals(work, facts, first),) if keep_deals else (),
        matches=(),
        n_deals=count * work.n_players,
    )


def _match_part(work: Work, first: int, count: int, per_bin: int, *, keep_deals: bool) -> Part:
    played = play_matches(work, work.player(), first, count, keep_deals=keep_deals)
    facts: tuple[pl.DataFrame, ...] = ()
    if played.deals is not None:
        facts = tuple(pl.concat(frames).sort("match", "round", "player") for frames in played.deals)
    states = list(zip(work.variants, played.states, strict=True))
    return Part(
        first=first,
        count=count,
        tallies=tuple(tally_matches(work, variant, state, per_bin) for variant, state in states),
        facts=facts,
        matches=tuple(state.frame(work.lineup) for state in played.states) if keep_deals else (),
        n_deals=played.n_new,
    )


def play_part(work: Work, first: int, count: int, per_bin: int, keep: str) -> Part:
    """Play the blocks ``first`` … ``first + count - 1`` of a work."""
    play = _deal_part if work.level == "deal" else _match_part
    return play(work, first, count, per_bin, keep_deals=keep == "deals")
