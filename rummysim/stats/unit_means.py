"""Means of what is counted once a unit: turns, margin, ties, unfinished; in matches also deals, leads, comebacks.

All are sums over units divided by the number of units, or of decided units where only those can have the property
(statistics.md 5).
"""

from collections.abc import Callable

from rummysim.fields.tallies import Floats, Tallies
from rummysim.stats.groups import ALL
from rummysim.stats.ratio import Ratio
from rummysim.stats.statistic import Statistic

__all__ = [
    "COMEBACK_SHARE",
    "DEALS",
    "DRAMA",
    "LEAD_CHANGES",
    "MARGIN",
    "TIE_SHARE",
    "TURNS",
    "TURNS_DECIDED",
    "UNFINISHED_SHARE",
]


def _ratio(
    tallies: Tallies, total: Floats, units: Floats, counted: Floats | None = None, *, unit: int = 1, share: bool = False
) -> list[Ratio]:
    """Ratio of sums by bin; ``counted`` : units behind it, ``units`` if left out."""
    if not units.any():
        return []
    n_units, n_blocks = int((units if counted is None else counted).sum()), tallies.n_blocks
    return [Ratio(group=ALL, a=total, b=unit * units, n_units=n_units, n_blocks=n_blocks, share=share, floor=0.0)]


def per_unit(column: str) -> Callable[[Tallies], list[Ratio]]:
    """Mean of a column over all units."""
    return lambda tallies: _ratio(tallies, *tallies.unit_sums(column, "n"))


def share_of_decided(column: str) -> Callable[[Tallies], list[Ratio]]:
    """Share of the decided units that a column counts."""
    return lambda tallies: _ratio(tallies, *tallies.unit_sums(column, "decided"), share=True)


def turns_of_decided(tallies: Tallies) -> list[Ratio]:
    """Mean turns of the decided units."""
    return _ratio(tallies, *tallies.unit_sums("turns_decided", "decided"))


def margins(tallies: Tallies) -> list[Ratio]:
    """Mean margin of the decided units, in points."""
    return _ratio(tallies, *tallies.unit_sums("margin", "decided"), unit=tallies.points_unit)


def drama(tallies: Tallies) -> list[Ratio]:
    """Mean points of the later winner behind the leader, over all deals of the decided matches."""
    return _ratio(tallies, *tallies.unit_sums("winner_behind", "standings", "decided"), unit=tallies.points_unit)


def unfinished(tallies: Tallies) -> list[Ratio]:
    """Share of the units that nobody won."""
    n, decided = tallies.unit_sums("n", "decided")
    return _ratio(tallies, n - decided, n, share=True)


TURNS = Statistic(
    name="turns",
    definition="Mean number of turns of a game, all players' turns together.",
    unit="turns",
    needs=("units.turns",),
    ratios=per_unit("turns"),
)

TURNS_DECIDED = Statistic(
    name="turns_decided",
    definition="Mean number of turns of a game that somebody won: games cut off by the limit of turns do not count.",
    unit="turns",
    needs=("units.turns_decided",),
    ratios=turns_of_decided,
)

MARGIN = Statistic(
    name="margin",
    definition="Mean distance in points between the winner and the runner-up, over the games that somebody won.",
    unit="score points",
    needs=("units.margin",),
    ratios=margins,
)

TIE_SHARE = Statistic(
    name="tie_share",
    definition="Of the games that somebody won, the part in which two or more players shared the win.",
    unit="share",
    needs=("units.ties",),
    ratios=share_of_decided("ties"),
)

UNFINISHED_SHARE = Statistic(
    name="unfinished_share",
    definition="Part of the games that nobody won: dead hands and games stopped at the limit of turns.",
    unit="share",
    needs=("units.decided",),
    ratios=unfinished,
)

DEALS = Statistic(
    name="deals",
    definition="Mean number of deals in a match.",
    unit="deals",
    needs=("units.deals",),
    levels=("match",),
    ratios=per_unit("deals"),
)

LEAD_CHANGES = Statistic(
    name="lead_changes",
    definition="How often on average another player takes the lead in the course of a match.",
    unit="changes",
    needs=("units.lead_changes",),
    levels=("match",),
    ratios=per_unit("lead_changes"),
)

COMEBACK_SHARE = Statistic(
    name="comeback_share",
    definition="Of the matches that somebody won, the part whose leader at half time lost.",
    unit="share",
    needs=("units.comebacks",),
    levels=("match",),
    ratios=share_of_decided("comebacks"),
)

DRAMA = Statistic(
    name="drama",
    definition="Mean distance in points of the later winner behind the leader, over all deals of the decided matches.",
    unit="score points",
    needs=("units.winner_behind",),
    levels=("match",),
    ratios=drama,
)
