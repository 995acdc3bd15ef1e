"""How strong the bots are against each other, by matches in which each starts as often."""

from math import sqrt
from statistics import fmean, stdev

import polars as pl
import pytest

import rummysim as rs

Z = 3.0
EVEN = 0.5


def matches(preset: str, bots: tuple[str, str], n: int) -> pl.DataFrame:
    """Matches of two bots; of each block one starts one match."""
    frame: pl.DataFrame = rs.simulate(preset, list(bots), matches=n, seed=7, threads=1, progress=False).matches
    return frame


def shares(frame: pl.DataFrame) -> list[float]:
    """Part of the matches that the first player won, block by block."""
    return frame.filter(pl.col("player") == 0).group_by("block").agg(pl.col("won").mean())["won"].to_list()


def lead(won: list[float]) -> float:
    """By how many standard errors the first player won more than half of the matches."""
    return (fmean(won) - EVEN) * sqrt(len(won)) / max(stdev(won), 1 / len(won))


@pytest.mark.parametrize(
    ("preset", "stronger", "weaker", "n"),
    [
        ("bga_500", "expert", "careful", 400),
        ("bga_500", "expert", "hoarder", 1000),
        ("bga_500", "careful", "digger", 1000),
        ("bga_500", "digger", "greedy", 600),
        ("bga_500", "digger", "random", 100),
        ("bga_basic", "greedy", "random", 100),
        ("bga_basic", "careful", "greedy", 600),
        ("bga_basic", "expert", "careful", 400),
        ("bga_basic", "expert", "hoarder", 4000),
        ("one_meld_rummy", "expert", "careful", 2000),
    ],
)
def test_bots__the_stronger_wins_more_matches(preset: str, stronger: str, weaker: str, n: int) -> None:
    """bots.md 5: by more than three standard errors. (At 500 Rummy, greedy loses to random: it never digs.)"""
    z = lead(shares(matches(preset, (stronger, weaker), n)))
    assert z > Z, f"{stronger} over {weaker} at {preset}: {z:.1f} standard errors"
