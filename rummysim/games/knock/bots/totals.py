"""What bots that read the score of the match make of it."""

from numba import float64, int64

from rummysim.core.jit import kernel
from rummysim.games.bot import TOTALS
from rummysim.games.knock.bots.outlook import worth
from rummysim.games.knock.view import VIEW
from rummysim.melds.layoff import CARDS
from rummysim.melds.search import least_leftover

__all__ = ["LIMIT", "READS", "TARGET", "points_left", "puts_out"]

READS = (TOTALS, "limit", "target", "wild_points")
LIMIT, TARGET, WILD_POINTS = range(3)
"""Indices of the options read."""


@kernel(float64(VIEW, CARDS), inline=True)
def points_left(view, kept):
    """Card points left over of the cards kept."""
    left = least_leftover(kept[0], kept[1], view.code.wild_cards, view.code.line)
    return worth(left, float(view.score.options[WILD_POINTS]))


@kernel(int64(VIEW, float64), inline=True)
def puts_out(view, points):
    """1 if so many points put the own player out of a match in which each scores their own."""
    return 1 if view.score.totals[view.seat] + points > view.score.options[LIMIT] else 0
