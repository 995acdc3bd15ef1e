"""Measures ``expert`` against the bots below it, on a seed that no parameter was chosen on, and how fast it plays:
``expert_strength.csv``, ``bench_expert.csv``.
"""

from pathlib import Path

import polars as pl

import rummysim as rs
from rummysim.results.bench import bench

SEED = 990_017
TABLES = [
    ("gin_eaai", "strict-greedy", 2, 20_000),
    ("gin_eaai", "eaai-simple", 2, 20_000),
    ("gin_eaai", "careful", 2, 20_000),
    ("gin_eaai", "score-aware", 2, 20_000),
    ("conga", "careful", 2, 20_000),
    ("conga", "score-aware", 2, 20_000),
    ("conga", "careful", 4, 40_000),
    ("chinchon_web", "careful", 2, 20_000),
    ("rummy", "careful", 2, 10_000),
    ("rummy", "hoarder", 2, 10_000),
    ("rummy", "careful", 4, 20_000),
    ("rummy500", "careful", 2, 10_000),
    ("rummy500", "hoarder", 2, 10_000),
    ("rummy500", "careful", 3, 9_999),
    ("rummy500", "careful", 4, 10_000),
    ("remi51_seed", "careful", 2, 10_000),
    ("remi51_seed", "careful", 4, 10_000),
]
"""Game, bot of the others, players, matches."""

RESULTS = Path(__file__).parent.parent / "results"

if __name__ == "__main__":
    rows = [
        rs.ladder(game, [other, "expert"], players=players, matches=matches, deals=20_000, seed=SEED)
        for game, other, players, matches in TABLES
    ]
    pl.concat(rows).write_csv(RESULTS / "expert_strength.csv")
    games = dict.fromkeys(game for game, *_ in TABLES)
    lineups = [["careful"] * 2, ["expert"] * 2]
    pl.concat([bench(game, lineups, seconds=1) for game in games]).write_csv(RESULTS / "bench_expert.csv")
