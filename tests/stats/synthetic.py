"""Made-up runs, unit by unit, for the naive forms, and the tallies that an engine would make of them."""

from dataclasses import replace
from typing import Any

import numpy as np
import polars as pl

from rummysim.fields.tallies import Tallies

ENDS = ("closed", "dead", "max_turns")
OPENED = ["never_opened", "charged", "charged_unopened"]
"""What the opening family counts."""


def units(
    *,
    seed: int = 1,
    n_blocks: int = 60,
    blocks_per_bin: int = 4,
    n_players: int = 3,
    edge: float = 0.1,
    dead: float = 0.1,
    ties: float = 0.05,
    dependence: float = 0.5,
    points_unit: int = 1,
) -> list[dict[str, Any]]:
    """Units of a run in scheme "starter": every block holds one unit for each starter, and luck that its units share.

    The starter wins a decided unit with probability 1/n + edge, else each of the others alike; with probability
    ``dependence`` the units of a block share the draw that decides who wins by place.
    """
    rng = np.random.default_rng(seed)
    result = []
    for block in range(n_blocks):
        common = rng.random()
        for start in range(n_players):
            draw = common if rng.random() < dependence else rng.random()
            starter_wins = draw < 1 / n_players + edge
            rest = [player for player in range(n_players) if player != start]
            winner = start if starter_wins else rest[int(rng.integers(len(rest)))]
            decided = bool(rng.random() >= dead)
            tied = bool(decided and rng.random() < ties)
            winners = sorted({winner, (winner + 1) % n_players}) if tied else [winner]
            points = [int(value) for value in rng.integers(1, 60, n_players) * points_unit]
            for player in winners if decided else []:
                points[player] = 0
            others = sorted(points[player] for player in range(n_players) if player not in winners)
            result.append(
                {
                    "block": block, "bin": block // blocks_per_bin, "start": start, "decided": decided,
                    "winners": winners if decided else [], "points": points, "turns": int(10 + rng.poisson(6)),
                    "end": "closed" if decided else "dead", "ties": int(tied),
                    "margin": 0 if tied or not decided else others[0],
                    "deals": int(rng.integers(3, 9)), "lead_changes": int(rng.integers(0, 4)),
                    "comebacks": int(decided and rng.random() < 0.3), "fired_lay_off": block % 2,
                    "winner_behind": int(rng.integers(0, 90)) * points_unit * decided,
                    "never_opened": (block + start) % (n_players + 1), "charged": sum(points),
                    "charged_unopened": sum(points[: (block + start) % (n_players + 1)]),
                }
            )  # fmt: skip
    return result


def rows(run: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """One row for each unit and player."""
    result = []
    for unit in run:
        n_players = len(unit["points"])
        for player in range(n_players):
            won = 840 // len(unit["winners"]) if player in unit["winners"] else 0
            result.append(
                {
                    "bin": unit["bin"], "player": player, "seat": (player - unit["start"]) % n_players, "n": 1,
                    "decided": int(unit["decided"]), "won": won, "points": unit["points"][player],
                }
            )  # fmt: skip
    return result


def tallies(run: list[dict[str, Any]], *, level: str = "deal", **meta: Any) -> Tallies:
    """Tallies of units, as the engine makes them."""
    extra = ["turns", "turns_decided", "margin", "ties", "fired_lay_off"]
    run = [
        unit | {"turns_decided": unit["turns"] * unit["decided"], "standings": unit["deals"] * unit["decided"]}
        for unit in run
    ]
    extra += {"match": ["deals", "lead_changes", "comebacks", "winner_behind", "standings"], "deal": OPENED}[level]
    n_players = len(run[0]["points"])
    per_row = pl.DataFrame(rows(run)).group_by("bin", "player", "seat").agg(pl.all().sum())
    per_unit = pl.DataFrame(
        [
            {"bin": unit["bin"], "n": 1, "decided": int(unit["decided"])} | {key: unit[key] for key in extra}
            for unit in run
        ]
    )
    seen = []
    for unit in run:
        seen += [(unit["bin"], "turns", unit["turns"]), (unit["bin"], "end", ENDS.index(unit["end"]))]
        seen += [(unit["bin"], "points", points) for points in unit["points"]]
        seen += [(unit["bin"], "margin", unit["margin"])] if unit["decided"] else []
        seen += [(unit["bin"], "deals", unit["deals"])] if level == "match" else []
    histogram = pl.DataFrame(seen, schema=["bin", "quantity", "value"], orient="row")
    given: dict[str, Any] = {
        "variant": "made-up", "level": level, "n_players": n_players, "scheme": "starter",
        "bots": ("greedy",) * n_players, "direction": "lower", "points_unit": 1, "ends": ENDS,
        "n_blocks": len({unit["block"] for unit in run}), "blocks_per_bin": 4,
    }  # fmt: skip
    return Tallies(
        **(given | meta),
        rows=per_row.cast(pl.Int64),
        units=per_unit.group_by("bin").agg(pl.all().sum()).cast(pl.Int64),
        histogram=histogram.group_by(pl.all()).agg(n=pl.len().cast(pl.Int64)),
    )


def two_outcomes(a: np.ndarray, b: np.ndarray, *, n_blocks: int, blocks_per_bin: int, turns: int = 7) -> Tallies:
    """Two players, blocks of two units; bin k has b[k] decided units, of which the starter wins a[k]."""
    n_bins = len(a)
    held = np.full(n_bins, 2 * blocks_per_bin, dtype=np.int64)
    held[-1] = 2 * (n_blocks - (n_bins - 1) * blocks_per_bin)
    key = np.arange(n_bins)

    def frame(**columns: Any) -> pl.DataFrame:
        made = pl.DataFrame({"bin": key, "n": held} | columns)
        return made.with_columns(pl.all().exclude("quantity").cast(pl.Int64))

    def row(seat: int, wins: np.ndarray) -> pl.DataFrame:
        return frame(player=seat, seat=seat, decided=b, won=840 * wins, points=wins)

    counted = [
        frame(quantity="end", value=0, n=b),
        frame(quantity="end", value=1, n=held - b),
        frame(quantity="turns", value=turns),
    ]
    order = ["bin", "quantity", "value", "n"]
    return Tallies(
        variant="coin", level="deal", n_players=2, scheme="starter", bots=("greedy", "greedy"), direction="higher",
        points_unit=1, ends=ENDS, n_blocks=n_blocks, blocks_per_bin=blocks_per_bin,
        rows=pl.concat([row(0, a), row(1, b - a)]), units=frame(decided=b, turns=turns * held, ties=0),
        histogram=pl.concat([each.select(order) for each in counted]),
    )  # fmt: skip


def with_histogram(whole: Tallies, counts: dict[str, Any]) -> Tallies:
    """Tallies with another histogram of one quantity."""
    added = pl.DataFrame(counts).cast({"bin": pl.Int64, "value": pl.Int64, "n": pl.Int64})
    kept = whole.histogram.filter(pl.col("quantity") != counts["quantity"])
    return replace(whole, histogram=pl.concat([kept, added.select(kept.columns)]))


def coupled_blocks(
    rng: np.random.Generator, shape: tuple[int, ...], n_units: int, p: float, dependence: float
) -> np.ndarray:
    """Wins in blocks of n_units units: with probability ``dependence`` all units of a block share their outcome."""
    common = n_units * (rng.random(shape) < p)
    shared = rng.random(shape) < dependence
    return np.where(shared, common, rng.binomial(n_units, p, shape))
