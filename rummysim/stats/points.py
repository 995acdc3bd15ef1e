"""Mean points of a player in a unit, for all, by seat and by player (statistics.md 1)."""

from rummysim.fields.tallies import Tallies
from rummysim.stats.groups import ALL, player_groups, seat_groups
from rummysim.stats.ratio import Ratio
from rummysim.stats.statistic import Statistic

__all__ = ["POINTS"]


def mean_points(tallies: Tallies) -> list[Ratio]:
    """Points over rows; undecided units take part."""
    everybody: list[tuple[str, dict[str, int]]] = [(ALL, {})]
    ratios = []
    for group, chosen in everybody + seat_groups(tallies) + player_groups(tallies):
        points, rows = tallies.row_sums("points", "n", **chosen)
        n_units = tallies.n_units if group == ALL else int(rows.sum())
        ratios.append(
            Ratio(group=group, a=points, b=tallies.points_unit * rows, n_units=n_units, n_blocks=tallies.n_blocks)
        )
    return ratios


POINTS = Statistic(
    name="points",
    definition="Mean points that a player gets in a deal, or has at the end of a match.",
    unit="score points",
    needs=("rows.points",),
    ratios=mean_points,
)
