"""A chunk at deal level: facts, points and tallies."""

from typing import Any

import numpy as np
import polars as pl
from numpy.typing import NDArray

from rummysim.engine.outcome import over_players, win_shares, winner_margins
from rummysim.engine.tally import histogram, row_sums, unit_sums
from rummysim.engine.work import Work, deals_of
from rummysim.fields.tallies import WIN, Tallies
from rummysim.games.family import Variant

__all__ = ["labelled_deals", "play_deals", "scored", "tally_deals"]


def scored(variant: Variant, facts: pl.DataFrame, n_players: int) -> pl.DataFrame:
    """Facts of whole deals with ``points`` (Int32, in 1/points_unit), ``wins_match``, ``closed``, and ``share`` (win
    share in 840ths, Int16).
    """
    scoring = variant.family.scoring()
    undecided = [code for code, end in enumerate(variant.family.ends) if end in variant.family.undecided_ends]
    frame = facts.with_columns(
        scoring.points(variant.rules, n_players).alias("points"),
        scoring.wins_match(variant.rules).alias("wins_match"),
        scoring.closed(variant.rules).alias("closed"),
    )
    shape = (-1, n_players)
    points = frame["points"].to_numpy().astype(np.int64).reshape(shape)
    decided = ~np.isin(frame["end"].to_numpy()[::n_players], undecided)
    if scoring.needs_points(variant.rules):
        decided &= over_players(np.logical_or, points > 0)
    wins_deal = getattr(scoring, "wins_deal", None)
    outright = frame["wins_match"] if wins_deal is None else frame.select(wins_deal(variant.rules)).to_series()
    won = win_shares(points, outright.to_numpy().reshape(shape), decided, variant.family.direction(variant.rules))
    return frame.with_columns(pl.Series("share", won.ravel().astype(np.int16)))


def tally_deals(work: Work, variant: Variant, facts: pl.DataFrame, first: int, per_bin: int) -> Tallies:
    """Sums of a chunk's deals for one of the variants."""
    n = work.n_players
    frame = scored(variant, facts, n)
    shape = (-1, n, n)
    won = frame["share"].to_numpy().reshape(shape)
    points = frame["points"].to_numpy().reshape(shape)
    turns = frame["turns"].to_numpy()[::n].reshape(-1, n)
    ends = frame["end"].to_numpy()[::n].reshape(-1, n)
    decided = (over_players(np.add, won) > 0).astype(np.int64)
    direction = variant.family.direction(variant.rules)
    margin = winner_margins(points.reshape(-1, n).astype(np.int64), won.reshape(-1, n), direction).reshape(-1, n)
    ties = over_players(np.logical_or, (won > 0) & (won < WIN))
    units = {
        "n": np.ones_like(decided),
        "decided": decided,
        "turns": turns,
        "turns_decided": turns * decided,
        "margin": margin * decided,
        "ties": ties,
        **_fired(variant, frame, n),
        **_counted(variant, frame, n),
    }
    counts = [
        histogram("turns", turns, first, per_bin),
        histogram("end", ends, first, per_bin),
        histogram("points", points, first, per_bin),
        histogram("margin", margin, first, per_bin, where=decided),
    ]
    return work.tallies(
        variant,
        len(won),
        per_bin,
        {
            "rows": row_sums(won, points, decided, work.seats, first, per_bin),
            "units": unit_sums(units, first, per_bin),
            "histogram": pl.concat(counts).sort("bin", "quantity", "value"),
        },
    )


def _fired(variant: Variant, frame: pl.DataFrame, n_players: int) -> dict[str, NDArray[np.bool_]]:
    """Whether each thing happened to anybody in a deal: (blocks, seatings) a thing."""
    things = variant.family.scoring().fired(variant.rules)
    happened = frame.select(expression.alias(f"fired_{name}") for name, expression in things.items())
    shape = (-1, n_players, n_players)
    grids = {column.name: column.to_numpy().reshape(shape) for column in happened}
    return {name: over_players(np.logical_or, grid) for name, grid in grids.items()}


def _counted(variant: Variant, frame: pl.DataFrame, n_players: int) -> dict[str, NDArray[np.int64]]:
    """What the family counts, added over the players of each deal: (blocks, seatings) a count."""
    count = getattr(variant.family.scoring(), "counted", None)
    if count is None:
        return {}
    columns = frame.select(expression.alias(name) for name, expression in count(variant.rules, n_players).items())
    shape = (-1, n_players, n_players)
    return {each.name: over_players(np.add, each.to_numpy().reshape(shape)) for each in columns}


def labelled_deals(work: Work, facts: pl.DataFrame, first: int) -> pl.DataFrame:
    """Facts with the keys of their rows: block, seating, match, round, deal."""
    n = work.n_players
    count = len(facts) // (n * n)
    blocks = np.repeat(np.arange(first, first + count), n * n)
    seatings = np.tile(np.repeat(np.arange(n), n), count)
    return pl.DataFrame(
        {
            "block": blocks,
            "seating": seatings.astype(np.int8),
            "match": np.full(len(facts), -1),
            "round": np.zeros(len(facts), np.int16),
            "deal": blocks * n + seatings,
        }
    ).hstack(facts)


def play_deals(work: Work, player: Any, first: int, count: int) -> pl.DataFrame:
    """Facts of a chunk, rows by block, seating and player."""
    facts = deals_of(work, player, first, count)
    n = work.n_players
    if work.scheme == "starter":
        return facts
    order = np.argsort(facts["player"].to_numpy().reshape(-1, n), axis=1)
    return facts[(order + n * np.arange(len(order))[:, None]).ravel()]
