"""Frames that figures are drawn from: real ones of made-up runs, and single rows written by hand."""

from functools import cache
from typing import Any

import polars as pl

from rummysim.stats.contrast import effects
from rummysim.stats.distribution import distribution
from rummysim.stats.summary import estimates
from tests.stats import synthetic

LONG = "knock limit 7, wild 50, deck 48, close bonus -25, no lay-offs"


@cache
def runs(n_variants: int = 3, n_players: int = 3, name: str = "limit") -> list[Any]:
    """Tallies of variants that differ in the starter's edge."""
    return [
        synthetic.tallies(
            synthetic.units(seed=k + 1, n_blocks=80, n_players=n_players, edge=0.05 * k), variant=f"{k} {name}"
        )
        for k in range(n_variants)
    ]


@cache
def frames(n_variants: int = 3, n_players: int = 3, name: str = "limit") -> dict[str, pl.DataFrame]:
    """A frame for each figure, by name, and all estimates and effects."""
    tallies = runs(n_variants, n_players, name)
    summary = pl.concat([estimates(each) for each in tallies])
    contrasts = pl.concat([effects(tallies[0], each, common_units=True) for each in tallies[1:] or tallies])
    return {
        "estimates": summary,
        "all effects": contrasts,
        "seat_shares": summary,
        "endings": summary,
        "effects": contrasts.filter(pl.col("quantity") == "first_player_advantage"),
        "length": distributions(tallies, "turns"),
        "scores": distributions(tallies, "points"),
    }


def distributions(tallies: list[Any], quantity: str) -> pl.DataFrame:
    return pl.concat([distribution(each, quantity).with_columns(variant=pl.lit(each.variant)) for each in tallies])


def estimate_rows(quantity: str, *rows: tuple[str, str, float, float, float], **same: Any) -> pl.DataFrame:
    """Rows of (variant, group, estimate, lo, hi)."""
    common = {"quantity": quantity, "level": "deal", "n_units": 1000, "share_unfinished": 0.1} | same
    names = ("variant", "group", "estimate", "lo", "hi")
    return pl.DataFrame([dict(zip(names, row, strict=True)) | common for row in rows])
