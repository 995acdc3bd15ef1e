"""Players who never opened, and what that costs: where the first melds need a minimum (statistics.md 5)."""

from rummysim.fields.tallies import Tallies
from rummysim.stats.groups import ALL
from rummysim.stats.ratio import Ratio
from rummysim.stats.statistic import Statistic

__all__ = ["NEVER_OPENED", "UNOPENED_POINTS"]


def _share(tallies: Tallies, part: str, whole: str, each: int) -> list[Ratio]:
    a, b = tallies.unit_sums(part, whole)
    if not b.any():
        return []
    return [Ratio(group=ALL, a=a, b=each * b, n_units=tallies.n_units, n_blocks=tallies.n_blocks, share=True)]


def never_opened(tallies: Tallies) -> list[Ratio]:
    """Players who did not open over all players."""
    return _share(tallies, "never_opened", "n", tallies.n_players)


def unopened_points(tallies: Tallies) -> list[Ratio]:
    """Points charged to players who did not open over all points charged."""
    return _share(tallies, "charged_unopened", "charged", 1)


NEVER_OPENED = Statistic(
    name="never_opened",
    definition="Part of the players of a deal who never laid their first melds.",
    unit="share",
    needs=("units.never_opened",),
    levels=("deal",),
    ratios=never_opened,
)

UNOPENED_POINTS = Statistic(
    name="unopened_points",
    definition="Of all points that losers are charged, the part that those who never opened are charged.",
    unit="share",
    needs=("units.charged", "units.charged_unopened"),
    levels=("deal",),
    ratios=unopened_points,
)
