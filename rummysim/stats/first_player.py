"""First-player advantage, in wins and in points (statistics.md 3).

Win form: n w_0 - 1, with w_0 the starter's share of the decided units; 0 is fair, +0.05 means five per cent more wins
than fair. Point form: mean points of seat 0 minus mean of the other seats over all units, signed so that positive is
good for the starter; every unit has one starter and n - 1 others, so it is one ratio,

    sum((n - 1) points of seat 0 - points of the others) / sum((n - 1) units).
"""

from dataclasses import replace

from rummysim.fields.tallies import Tallies
from rummysim.stats.groups import ALL
from rummysim.stats.ratio import Ratio
from rummysim.stats.statistic import Statistic
from rummysim.stats.win_share import win_shares

__all__ = ["FIRST_PLAYER_ADVANTAGE", "FIRST_PLAYER_POINTS"]


def advantage(tallies: Tallies) -> list[Ratio]:
    """Win form: an affine map of the starter's win share."""
    starter = [ratio for ratio in win_shares(tallies) if ratio.group == "seat 0"]
    return [replace(ratio, group=ALL, scale=float(tallies.n_players), shift=-1.0) for ratio in starter]


def advantage_in_points(tallies: Tallies) -> list[Ratio]:
    """Point form: starter's mean minus the others' mean, positive when good for the starter."""
    n_others = tallies.n_players - 1
    points, units = tallies.row_sums("points", "n", seat=0)
    (points_of_all,) = tallies.row_sums("points")
    return [
        Ratio(
            group=ALL,
            a=n_others * points - (points_of_all - points),
            b=n_others * tallies.points_unit * units,
            n_units=tallies.n_units,
            n_blocks=tallies.n_blocks,
            scale=1.0 if tallies.direction == "higher" else -1.0,
        )
    ]


FIRST_PLAYER_ADVANTAGE = Statistic(
    name="first_player_advantage",
    definition="How many more games the starter wins than a fair share: 0 is fair, 0.05 is five per cent more wins.",
    unit="share of a fair share",
    needs=("rows.won", "rows.decided"),
    starter_scheme=True,
    ratios=advantage,
)

FIRST_PLAYER_POINTS = Statistic(
    name="first_player_points",
    definition="By how many points the starter does better than the others on average; negative is worse.",
    unit="score points",
    needs=("rows.points",),
    starter_scheme=True,
    ratios=advantage_in_points,
)
