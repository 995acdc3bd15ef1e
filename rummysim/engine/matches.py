"""A chunk at match level: rounds of deals until every match is over, for all variants that share the play."""

from dataclasses import replace
from typing import Any

import numpy as np
import polars as pl
from numpy.typing import NDArray

from rummysim.engine.deals import scored
from rummysim.engine.match import MAX_ROUNDS, OUT, LastDeal, Matches, Standing, decide, jobs_of, next_starters
from rummysim.engine.outcome import over_players, winner_margins
from rummysim.engine.seating import Integers
from rummysim.engine.tally import histogram, row_sums, unit_sums
from rummysim.engine.work import Place, Work, play_jobs
from rummysim.fields.tallies import WIN, Tallies
from rummysim.games.bot import TOTALS
from rummysim.games.family import Variant

__all__ = ["Played", "job_in_match", "play_matches", "tally_matches"]


class Played:
    """Matches of a chunk, a state a variant, their deals if they are kept, and how many deals were played and
    shared.
    """

    def __init__(self, work: Work, first: int, count: int, *, keep_deals: bool) -> None:
        draws = [variant.family.match_format(variant.rules).first_draw for variant in work.variants]
        self.states = [Matches(work.scheme, work.n_players, first, count, draw, work.seed) for draw in draws]
        self.deals: list[list[pl.DataFrame]] | None = [[] for _ in work.variants] if keep_deals else None
        self.n_new = 0
        self.n_reused = 0


def _advance(variant: Variant, state: Matches, rows: Integers, holders: Integers, deals: pl.DataFrame) -> None:
    """Bring the deals (rows in job order) of the matches ``rows`` into the state of a variant."""
    is_lower_better = variant.family.direction(variant.rules) == "lower"
    rules = replace(
        variant.family.match_format(variant.rules).in_units(variant.family.points_unit), lowest_wins=is_lower_better
    )
    shape = (len(rows), holders.shape[1])
    grids = {}
    for name in ("points", "share", "closed", "wins_match"):
        grid = np.zeros((len(rows), state.n_players), np.int64)
        np.put_along_axis(grid, holders, deals[name].to_numpy().astype(np.int64).reshape(shape), axis=1)
        grids[name] = grid
    sign = -1 if is_lower_better else 1
    standing = Standing(
        totals=state.totals[rows] + grids["points"],
        playing=state.alive[rows],
        closed=grids["closed"] != 0,
        outright=grids["wins_match"] != 0,
        reentries=state.reentries[rows],
        deals=state.deals[rows] + 1,
        last=grids["points"],
    )
    verdict = decide(rules, standing)
    is_over = verdict.share.sum(axis=1) > 0
    state.alive[rows], state.share[rows], state.reentries[rows] = verdict.alive, verdict.share, verdict.reentries
    state.boxes[rows] += grids["share"] == WIN
    state.deals[rows] += 1
    state.turns[rows] += deals["turns"].to_numpy()[:: shape[1]]
    state.open[rows] = ~is_over
    state.note_leaders(rows, np.where(standing.playing, sign * standing.totals, OUT))
    bonus = rules.game_bonus * (verdict.share == WIN) + rules.box_bonus * state.boxes[rows]
    state.totals[rows] = verdict.totals + bonus * is_over[:, None]
    last = _last_deal(grids["share"], sign * grids["points"], standing.playing)
    state.starter[rows] = next_starters(state, rows, rules.next_start, last)


def _last_deal(share: Integers, good: Integers, playing: NDArray[np.bool_]) -> LastDeal:
    """What the next start may depend on; all (matches, players), ``good`` the points, higher is better."""
    decided = share.sum(axis=1) > 0
    worst = np.where(playing, good, np.iinfo(np.int64).max)
    return LastDeal(
        winner=_alone(share == WIN),
        loser=_alone((worst == worst.min(axis=1, keepdims=True)) & decided[:, None]),
        decided=decided,
    )


def _alone(chosen: NDArray[np.bool_]) -> Integers:
    """The one player chosen in each match, -1 if none or several are."""
    return np.where(chosen.sum(axis=1) == 1, chosen.argmax(axis=1), -1)


def _kept(state: Matches, rows: Integers, round_: int, deals: pl.DataFrame) -> pl.DataFrame:
    n_active = len(deals) // len(rows)
    match = np.repeat(rows + state.first * state.n_players, n_active)
    keys = pl.DataFrame(
        {
            "block": np.repeat(state.block[rows], n_active),
            "seating": np.repeat(rows % state.n_players, n_active).astype(np.int8),
            "match": match,
            "round": np.full(len(deals), round_, np.int16),
            "deal": match * MAX_ROUNDS + round_,
        }
    )
    return keys.hstack(deals)


def _round(work: Work, player: Any, played: Played, n_active: int, round_: int) -> None:
    """Play one round of the matches with ``n_active`` players in, each distinct deal once."""
    wanted = []
    for state in played.states:
        rows = np.flatnonzero(state.open & (state.alive.sum(axis=1) == n_active))
        wanted.append((rows, *jobs_of(state, rows, n_active, work.seed, round_)))
    jobs = np.concatenate([entry[1] for entry in wanted])
    holders = np.concatenate([entry[2] for entry in wanted])
    if len(jobs) == 0:
        return
    inverse = np.arange(len(jobs))
    holders_played, totals = holders, None
    if TOTALS in work.reads:
        totals = np.concatenate([state.totals[entry[0]] for state, entry in zip(played.states, wanted, strict=True)])
    if len(wanted) > 1:
        keys = np.hstack([jobs[:, 1:2], jobs[:, 4:5], holders, *([] if totals is None else [totals])])
        _, chosen, inverse = np.unique(keys, axis=0, return_index=True, return_inverse=True)
        jobs, holders_played = np.ascontiguousarray(jobs[chosen]), np.ascontiguousarray(holders[chosen])
        totals = None if totals is None else np.ascontiguousarray(totals[chosen])
    matches = np.concatenate([entry[0] for entry in wanted]) + played.states[0].first * work.n_players

    def place_of(job: int) -> Place:
        return {"match": int(matches[np.flatnonzero(inverse.reshape(-1) == job)[0]]), "round": round_}

    facts = play_jobs(work, player, jobs, holders_played, place_of, totals)
    played.n_new += len(jobs)
    played.n_reused += len(inverse) - len(jobs)
    at = 0
    for index, (variant, state, (rows, _, seated)) in enumerate(zip(work.variants, played.states, wanted, strict=True)):
        if len(rows) == 0:
            continue
        chosen_rows = inverse.reshape(-1)[at : at + len(rows)]
        at += len(rows)
        deals = facts if len(wanted) == 1 else facts[(chosen_rows[:, None] * n_active + np.arange(n_active)).ravel()]
        points = scored(variant, deals, n_active)
        if played.deals is not None:
            played.deals[index].append(_kept(state, rows, round_, deals))
        _advance(variant, state, rows, seated, points)


def play_matches(work: Work, player: Any, first: int, count: int, *, keep_deals: bool) -> Played:
    """Play the matches of the blocks ``first`` … ``first + count - 1`` to their end."""
    played = Played(work, first, count, keep_deals=keep_deals)
    for round_ in range(MAX_ROUNDS):
        sizes = {int(size) for state in played.states for size in np.unique(state.alive[state.open].sum(axis=1))}
        if not sizes:
            break
        # Ascending, so that a match that loses a player in this round waits for the next one.
        for n_active in sorted(sizes):
            _round(work, player, played, n_active, round_)
    return played


def job_in_match(work: Work, match: int, round_: int) -> tuple[Integers, Integers, Integers] | None:
    """Job, holders and totals before one deal of a match, found by playing the rounds before; None if it was over by
    then.
    """
    player = work.player()
    played = Played(work, match // work.n_players, 1, keep_deals=False)
    state = played.states[0]
    row = np.array([match % work.n_players])
    others = np.arange(work.n_players) != match % work.n_players
    state.open[others] = False
    for earlier in range(round_):
        if not state.open[row[0]]:
            break
        _round(work, player, played, int(state.alive[row[0]].sum()), earlier)
    if not state.open[row[0]]:
        return None
    return *jobs_of(state, row, int(state.alive[row[0]].sum()), work.seed, round_), state.totals[row]


def tally_matches(work: Work, variant: Variant, state: Matches, per_bin: int) -> Tallies:
    """Sums of a chunk's matches for one variant."""
    n = work.n_players
    shape = (state.count, n, n)
    won, points = state.share.reshape(shape), state.totals.reshape(shape)
    decided = (over_players(np.add, won) > 0).astype(np.int64)
    margin = winner_margins(state.totals, state.share, variant.family.direction(variant.rules)).reshape(-1, n)
    deals = state.deals.reshape(-1, n)
    units = {
        "n": np.ones_like(decided),
        "decided": decided,
        "turns": state.turns.reshape(-1, n),
        "turns_decided": state.turns.reshape(-1, n) * decided,
        "deals": deals,
        "margin": margin * decided,
        "ties": over_players(np.logical_or, (won > 0) & (won < WIN)),
        "lead_changes": state.lead_changes().reshape(-1, n),
        "comebacks": state.comebacks().reshape(-1, n),
        "winner_behind": state.winner_behind().reshape(-1, n),
        "standings": deals * decided,
    }
    counts = [
        histogram("deals", deals, state.first, per_bin),
        histogram("turns", state.turns.reshape(-1, n), state.first, per_bin),
        histogram("points", points, state.first, per_bin),
        histogram("margin", margin, state.first, per_bin, where=decided),
    ]
    return work.tallies(
        variant,
        state.count,
        per_bin,
        {
            "rows": row_sums(won, points, decided, state.seat.reshape(shape), state.first, per_bin),
            "units": unit_sums(units, state.first, per_bin),
            "histogram": pl.concat(counts).sort("bin", "quantity", "value"),
        },
    )
