"""Matches as rounds: round r is one batch of deals of every match still open, then the match layer decides.

The state is numpy arrays (matches, players), all matches of a chunk side by side. Variants that share their play layer
go through the rounds together: a deal is keyed by match, round, players still in and starter, so deals that two
variants both need are played once.
"""

from dataclasses import dataclass, field

import numpy as np
import polars as pl
from numpy.typing import NDArray

from rummysim.engine.seating import Integers, drawn_starters, seatings
from rummysim.fields.match_format import MatchFormat
from rummysim.fields.tallies import WIN

__all__ = ["MAX_ROUNDS", "OUT", "LastDeal", "Matches", "Standing", "Verdict", "decide", "jobs_of", "next_starters"]

MAX_ROUNDS = 20_000
"""Rounds after which a match is left undecided."""
OUT = np.iinfo(np.int64).min
"""Standing of a player who is out."""

Booleans = NDArray[np.bool_]


@dataclass
class Matches:
    """Matches of one variant: blocks ``first`` … in order, all seatings of a block together.

    first_draw : of the match format; seed : of the run, which it draws by. totals : (matches, players) points so far,
    in 1/points_unit. alive : who is still in. starter : (matches,) player who starts the next deal. share : (matches,
    players) win in 840ths. boxes, reentries : (matches, players) deals won and times bought back in. deals, turns :
    (matches,) played. open : (matches,). chair, seat : (matches, players) place of each player at the table, and order
    of acting in the first deal. leaders : (matches,) for each deal of the match, the player who alone was ahead after
    it, -1 if nobody. behind : (matches, players) points behind the leader after each deal, added up.
    """

    scheme: str
    n_players: int
    first: int
    count: int
    first_draw: tuple[int, ...] = ()
    seed: int = 0
    block: Integers = field(init=False)
    chair: Integers = field(init=False)
    seat: Integers = field(init=False)
    totals: Integers = field(init=False)
    alive: Booleans = field(init=False)
    starter: Integers = field(init=False)
    share: Integers = field(init=False)
    boxes: Integers = field(init=False)
    reentries: Integers = field(init=False)
    deals: Integers = field(init=False)
    turns: Integers = field(init=False)
    open: Booleans = field(init=False)
    leaders: list[NDArray[np.int8]] = field(init=False, default_factory=list)
    behind: Integers = field(init=False)

    def __post_init__(self) -> None:
        """Seat the players; nobody has points."""
        n, size = self.n_players, self.count * self.n_players
        starters, holders = seatings(self.scheme, n)
        chairs = np.argsort(holders, axis=1)
        self.block = np.repeat(np.arange(self.first, self.first + self.count), n)
        self.chair = np.tile(chairs, (self.count, 1))
        self.starter = np.tile(np.take_along_axis(holders, starters[:, None], axis=1)[:, 0], self.count)
        if self.first_draw:
            self.starter = drawn_starters(self.first_draw, n, self.seed, self.first, self.count)
        start_chair = np.take_along_axis(self.chair, self.starter[:, None], axis=1)
        self.seat = (self.chair - start_chair) % n
        self.totals = np.zeros((size, n), np.int64)
        self.alive = np.ones((size, n), bool)
        self.share = np.zeros((size, n), np.int64)
        self.boxes = np.zeros((size, n), np.int64)
        self.reentries = np.zeros((size, n), np.int64)
        self.deals = np.zeros(size, np.int64)
        self.turns = np.zeros(size, np.int64)
        self.open = np.ones(size, bool)
        self.behind = np.zeros((size, n), np.int64)

    def note_leaders(self, rows: Integers, good: Integers) -> None:
        """Note who alone is ahead in the matches ``rows`` after a deal, and how far the others are behind.

        good : (len(rows), players), ``OUT`` for who is out.
        """
        most = good.max(axis=1, keepdims=True)
        self.behind[rows] += np.where(good == OUT, 0, most - np.where(good == OUT, most, good))
        best = good == most
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

    def winner_behind(self) -> Integers:
        """Points that the winner was behind the leader after each deal, added up, by match; of who share a win the
        mean.
        """
        total: Integers = (self.behind * self.share).sum(axis=1)
        return total // WIN

    def frame(self, bots: tuple[str, ...]) -> pl.DataFrame:
        """Results, a row a match and player; points in 1/points_unit."""
        n, size = self.n_players, len(self.block)
        seating = np.tile(np.arange(n), self.count)
        return pl.DataFrame(
            {
                "block": np.repeat(self.block, n),
                "seating": np.repeat(seating, n).astype(np.int8),
                "match": np.repeat(self.block * n + seating, n),
                "player": np.tile(np.arange(n), size).astype(np.int8),
                "seat": self.seat.ravel().astype(np.int8),
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


@dataclass(frozen=True, kw_only=True)
class LastDeal:
    """What the start of the next deal may depend on: (matches,) each.

    winner, loser : player who alone won, and who alone had the worst points of, the last deal; -1 if nobody did.
    decided : whether anybody won it.
    """

    winner: Integers
    loser: Integers
    decided: Booleans


def _next_in(state: Matches, rows: Integers, player: Integers) -> Integers:
    """Player still in who sits first after the chair of ``player``, (matches,)."""
    ahead = (state.chair[rows] - state.chair[rows, player][:, None] - 1) % state.n_players
    following: Integers = np.where(state.alive[rows], ahead, state.n_players).argmin(axis=1)
    return following


def next_starters(state: Matches, rows: Integers, rule: str, deal: LastDeal) -> Integers:
    """Player who starts next: the first still in after the last starter's chair, or as ``rule`` says (GN-6)."""
    last = state.starter[rows]
    rotated = _next_in(state, rows, last)
    wishes = {
        "rotate": np.full(len(rows), -1),
        "winner_of_last": deal.winner,
        "winner_deals": np.where(deal.winner < 0, -1, _next_in(state, rows, np.maximum(deal.winner, 0))),
        "loser_of_last": deal.loser,
        "alternate_after_scored": np.where(deal.decided, -1, last),
        "fixed": last,
    }
    wished = wishes[rule]
    granted = (wished >= 0) & state.alive[rows, np.maximum(wished, 0)]
    return np.where(granted, wished, rotated)


@dataclass(frozen=True, kw_only=True)
class Standing:
    """Matches after a deal: totals with its points, who was dealt in, who closed it, who won the match outright, and
    how often each player has come back; (matches, players) each. deals : (matches,) played, and last : (matches,
    players) points of the deal, where the format asks.
    """

    totals: Integers
    playing: Booleans
    closed: Booleans
    outright: Booleans
    reentries: Integers
    deals: Integers | None = None
    last: Integers | None = None


@dataclass(frozen=True, kw_only=True)
class Verdict:
    """What follows: who is in, the shares of matches that are over (all 0: goes on), totals and how often each player
    has come back after re-entries; (matches, players) each.
    """

    alive: Booleans
    share: Integers
    totals: Integers
    reentries: Integers


def _lowest(candidates: Booleans, totals: Integers) -> Booleans:
    """The candidates with the lowest total of each match."""
    low = np.where(candidates, totals, np.iinfo(np.int64).max)
    lowest: Booleans = candidates & (low == low.min(axis=1, keepdims=True))
    return lowest


def _split(winners: Booleans) -> Integers:
    """Shares of the winners of each match in 840ths."""
    shares: Integers = winners * (WIN // np.maximum(winners.sum(axis=1, keepdims=True), 1))
    return shares


def decide(rules: MatchFormat, standing: Standing) -> Verdict:
    """What the match layer says after a deal (CG-21 … CG-23, GN-7)."""
    totals, playing = standing.totals, standing.playing
    over = playing & (totals >= rules.limit if rules.at_limit else totals > rules.limit)
    if rules.end == "elimination":
        alive, share = _eliminate(rules, standing, over)
    elif rules.end == "deals":
        alive, share = _after_deals(rules, standing)
    else:
        best = _lowest(playing, -totals if rules.end == "target" else totals)
        alive, share = playing.copy(), _split(best) * over.any(axis=1, keepdims=True)

    if rules.win_at is not None:
        low = playing & (totals <= rules.win_at)
        early = low.any(axis=1)
        share[early] = _split(_lowest(low, totals))[early]
    won = standing.outright.any(axis=1)
    share[won] = (standing.outright * WIN)[won]

    if rules.reentry == "none":
        return Verdict(alive=alive, share=share, totals=totals, reentries=standing.reentries)
    return _let_back(rules, standing, alive, share)


def _after_deals(rules: MatchFormat, standing: Standing) -> tuple[Booleans, Integers]:
    """Who plays on, and the shares of matches that have had all their deals (RM-17, TR-27)."""
    if standing.deals is None:
        raise ValueError("a match of a number of deals needs the number played")
    wanted = standing.totals.shape[1] if rules.n_deals is None else rules.n_deals
    sign = 1 if rules.lowest_wins else -1
    is_over = (standing.deals >= wanted)[:, None]
    best = _lowest(standing.playing, sign * standing.totals)
    if rules.tie == "extra_deal":
        again = is_over & (best.sum(axis=1, keepdims=True) > 1)
        return np.where(again, best, standing.playing), _split(best) * (is_over & ~again)
    if rules.tie == "fewest_in_last_deal" and standing.last is not None:
        best = _lowest(best, sign * standing.last)
    return standing.playing.copy(), _split(best) * is_over


def _eliminate(rules: MatchFormat, standing: Standing, over: Booleans) -> tuple[Booleans, Integers]:
    """Who is still in, and the shares of matches that are over, where players over the limit leave."""
    totals, playing = standing.totals, standing.playing
    alive = playing & ~over
    n_alive = alive.sum(axis=1)
    share = np.zeros(totals.shape, np.int64)
    spared = playing & ~standing.closed

    bust = n_alive == 0
    nobody_spared = ~spared.any(axis=1, keepdims=True)
    candidates = np.where(nobody_spared, playing, spared) if rules.all_bust_rule == "non_knocker" else playing
    best = _lowest(candidates, totals)
    again = bust & (best.sum(axis=1) > 1) & (rules.all_bust_rule == "extra_deal")
    alive[again] = best[again]
    share[bust & ~again] = _split(best)[bust & ~again]

    last = n_alive == 1
    share[last] = (alive * WIN)[last]
    if rules.closer_at_limit_loses:
        at_limit = last & (alive & standing.closed & (totals == rules.limit)).any(axis=1)
        share[at_limit] = _split(_lowest(spared, totals))[at_limit]
    return alive, share


def _let_back(rules: MatchFormat, standing: Standing, alive: Booleans, share: Integers) -> Verdict:
    """Let players who just went out come back, where the match goes on (rules.md 3.7, reentry).

    In an extra deal nobody is within the limit, so nobody comes back.
    """
    totals = standing.totals
    within = alive & ~(totals >= rules.limit if rules.at_limit else totals > rules.limit)
    goes_on = (share.sum(axis=1) == 0) & (within.sum(axis=1) > 1)
    back = standing.playing & ~alive & goes_on[:, None]
    if rules.reentry == "once":
        back &= standing.reentries == 0
    ordered = np.sort(np.where(within, totals, np.iinfo(np.int64).min), axis=1)
    at = ordered[:, -1] if rules.reentry_total == "highest" else ordered[:, -2]
    return Verdict(
        alive=alive | back,
        share=share,
        totals=np.where(back, at[:, None], totals),
        reentries=standing.reentries + back,
    )
