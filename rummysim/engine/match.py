"""Matches as rounds: round r is one batch of deals of every match still open, then the match layer decides.

The state is numpy arrays (matches, players), all matches of a chunk side by side. Variants that share their play layer
go through the rounds together: a deal is keyed by match, round, players still in and starter, so deals that two
variants both need are played once.
"""

from dataclasses import dataclass, field

import numpy as np
import polars as pl
from numpy.typing import NDArray

from rummysim.engine.seating import Integers, first_seats, seatings
from rummysim.fields.match_format import MatchFormat
from rummysim.fields.tallies import WIN

__all__ = ["MAX_ROUNDS", "Matches", "decide", "jobs_of", "next_starters"]

MAX_ROUNDS = 20_000
"""Rounds after which a match is left undecided."""

Booleans = NDArray[np.bool_]


@dataclass
class Matches:
    """Matches of one variant: blocks ``first`` … in order, all seatings of a block together.

    totals : (matches, players) points so far. alive : who is still in. starter : (matches,) player who starts the next
    deal. share : (matches, players) win in 840ths. deals, turns : (matches,) played. open : (matches,).
    chair : (matches, players) place of each player at the table. leaders : (matches,) for each deal of the match, the
    player who alone was ahead after it, -1 if nobody.
    """

    scheme: str
    n_players: int
    first: int
    count: int
    block: Integers = field(init=False)
    chair: Integers = field(init=False)
    totals: Integers = field(init=False)
    alive: Booleans = field(init=False)
    starter: Integers = field(init=False)
    share: Integers = field(init=False)
    deals: Integers = field(init=False)
    turns: Integers = field(init=False)
    open: Booleans = field(init=False)
    leaders: list[NDArray[np.int8]] = field(init=False, default_factory=list)

    def __post_init__(self) -> None:
        """Seat the players; nobody has points."""
        n, size = self.n_players, self.count * self.n_players
        starters, holders = seatings(self.scheme, n)
        chairs = np.argsort(holders, axis=1)
        self.block = np.repeat(np.arange(self.first, self.first + self.count), n)
        self.chair = np.tile(chairs, (self.count, 1))
        self.starter = np.tile(np.take_along_axis(holders, starters[:, None], axis=1)[:, 0], self.count)
        self.totals = np.zeros((size, n), np.int64)
        self.alive = np.ones((size, n), bool)
        self.share = np.zeros((size, n), np.int64)
        self.deals = np.zeros(size, np.int64)
        self.turns = np.zeros(size, np.int64)
        self.open = np.ones(size, bool)

    def note_leaders(self, rows: Integers, good: Integers) -> None:
        """Note who alone is ahead in the matches ``rows`` after a deal; ``good`` : (len(rows), players)."""
        best = good == good.max(axis=1, keepdims=True)
        alone = np.where(best.sum(axis=1) == 1, best.argmax(axis=1), -1)
        for number in np.unique(self.deals[rows]):
            if number > len(self.leaders):
                self.leaders.append(np.full(len(self.block), -1, np.int8))
            here = self.deals[rows] == number
            self.leaders[number - 1][rows[here]] = alone[here]

    def lead_changes(self) -> Integers:
        """Times another player alone was ahead than the one before, by match."""
        changes, last = np.zeros(len(self.block), np.int64), np.full(len(self.block), -1, np.int8)
        for leader in self.leaders:
            known = leader >= 0
            changes += known & (last >= 0) & (leader != last)
            last = np.where(known, leader, last)
        return changes

    def comebacks(self) -> Booleans:
        """Whether the player alone ahead at half time (after the lower half of the deals) did not win, by match."""
        lost = np.zeros(len(self.block), bool)
        for number, leader in enumerate(self.leaders, start=1):
            half = (self.deals // 2 == number) & (leader >= 0) & (self.share.sum(axis=1) > 0)
            won = np.take_along_axis(self.share, np.maximum(leader, 0)[:, None].astype(np.int64), axis=1)[:, 0] > 0
            lost |= half & ~won
        return lost

    def frame(self, bots: tuple[str, ...]) -> pl.DataFrame:
        """Results, a row a match and player."""
        n, size = self.n_players, len(self.block)
        seats = np.tile(first_seats(self.scheme, n), (self.count, 1))
        seating = np.tile(np.arange(n), self.count)
        return pl.DataFrame(
            {
                "block": np.repeat(self.block, n),
                "seating": np.repeat(seating, n).astype(np.int8),
                "match": np.repeat(self.block * n + seating, n),
                "player": np.tile(np.arange(n), size).astype(np.int8),
                "seat": seats.ravel().astype(np.int8),
                "bot": pl.Series(bots * size, dtype=pl.Enum(list(dict.fromkeys(bots)))),
                "share": self.share.ravel().astype(np.int16),
                "points": self.totals.ravel(),
                "deals": np.repeat(self.deals, n).astype(np.int32),
            }
        )


def jobs_of(state: Matches, rows: Integers, n_active: int, seed: int, round_: int) -> tuple[Integers, Integers]:
    """Jobs and holders of the next deal of the matches ``rows``, each with ``n_active`` players in.

    The players still in sit at places 0 … in the order of their chairs.
    """
    order = np.argsort(np.where(state.alive[rows], state.chair[rows], state.n_players), axis=1, kind="stable")
    holders = order[:, :n_active].astype(np.int64)
    place = (holders == state.starter[rows, None]).argmax(axis=1)
    jobs = np.empty((len(rows), 5), np.int64)
    jobs[:, 0] = seed
    jobs[:, 1] = state.block[rows]
    jobs[:, 2] = round_
    jobs[:, 3] = n_active
    jobs[:, 4] = place
    return jobs, holders


def next_starters(state: Matches, rows: Integers, rule: str, winner: Integers) -> Integers:
    """Player who starts next: the first still in after the last starter's chair, or as ``rule`` says.

    winner : (len(rows),) player who won the last deal alone, -1 if nobody.
    """
    last = state.starter[rows]
    ahead = (state.chair[rows] - state.chair[rows, last][:, None] - 1) % state.n_players
    rotated: Integers = np.where(state.alive[rows], ahead, state.n_players).argmin(axis=1)
    if rule == "rotate":
        return rotated
    wished = last if rule == "fixed" else winner
    stays = (wished >= 0) & state.alive[rows, np.maximum(wished, 0)]
    return np.where(stays, wished, rotated)


def _share_among(candidates: Booleans, totals: Integers) -> Integers:
    """Win in 840ths for the lowest totals among the candidates of each match, ties split."""
    low = np.where(candidates, totals, np.iinfo(np.int64).max)
    winners = candidates & (low == low.min(axis=1, keepdims=True))
    shares: Integers = winners * (WIN // np.maximum(winners.sum(axis=1, keepdims=True), 1))
    return shares


def decide(
    rules: MatchFormat, totals: Integers, playing: Booleans, closed: Booleans, outright: Booleans
) -> tuple[Booleans, Integers]:
    """Who is still in after a deal, and the shares of matches that are over (all 0: goes on).

    All arguments are (matches, players); totals with the deal's points, ``playing`` who was dealt in.
    """
    over = totals >= rules.limit if rules.out_at_limit else totals > rules.limit
    alive = playing & ~over
    n_alive = alive.sum(axis=1)
    share = np.zeros(totals.shape, np.int64)

    bust = n_alive == 0
    spared = playing & ~closed
    nobody_spared = ~spared.any(axis=1, keepdims=True)
    candidates = np.where(nobody_spared, playing, spared) if rules.bust_spares_closer else playing
    share[bust] = _share_among(candidates, totals)[bust]

    last = n_alive == 1
    share[last] = (alive * WIN)[last]
    if rules.closer_at_limit_loses:
        at_limit = last & (alive & closed & (totals == rules.limit)).any(axis=1)
        share[at_limit] = _share_among(spared, totals)[at_limit]

    if rules.win_at is not None:
        low = playing & (totals <= rules.win_at)
        early = low.any(axis=1)
        share[early] = _share_among(low, totals)[early]

    won = outright.any(axis=1)
    share[won] = (outright * WIN)[won]
    return alive, share
