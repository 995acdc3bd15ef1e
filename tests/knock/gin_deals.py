"""Deals of two players made up of what the facts say: no kernel plays them."""

from collections.abc import Sequence
from typing import Any

import polars as pl

from rummysim.engine.deals import scored
from rummysim.games.registry import find_variant

__all__ = ["DEAD_HAND", "deal_of", "gin_scored"]

UNDECIDED, DEAD_HAND, FIRST_CLOSE = 0, 2, 3

Rows = list[dict[str, int]]


def deal_of(
    close: int, closer: int, other: int, *, upcard: int = 0, wilds: tuple[int, int] = (0, 0), second: bool = False
) -> Rows:
    """Rows of a deal: how it was closed (-1: not) and the points that both are left with.

    wilds : left by both. second : the closer is the second player.
    """
    end = UNDECIDED if close < 0 else FIRST_CLOSE + close
    rows = [
        {"end": end, "close": how, "left_points": left, "left_wilds": wild, "upcard": upcard}
        for how, left, wild in ((close, closer, wilds[0]), (-1, other, wilds[1]))
    ]
    return rows[::-1] if second else rows


def gin_scored(deals: Sequence[Rows], preset: str = "gin", **options: Any) -> pl.DataFrame:
    """Deals of two with their points and shares."""
    facts = pl.DataFrame([row for deal in deals for row in deal])
    return scored(find_variant(preset).with_options(options), facts.with_columns(pl.all().cast(pl.Int16)), 2)
