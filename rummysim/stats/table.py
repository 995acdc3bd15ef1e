"""All statistics: the one list that summaries, effects, reports and docs go through."""

from rummysim.stats.balance import BALANCE
from rummysim.stats.coverage import RULE_FIRED
from rummysim.stats.endings import END_SHARE
from rummysim.stats.equal_seats import EQUAL_SEATS
from rummysim.stats.first_player import FIRST_PLAYER_ADVANTAGE, FIRST_PLAYER_POINTS
from rummysim.stats.points import POINTS
from rummysim.stats.quantiles import DEALS_QUANTILE, POINTS_QUANTILE, TURNS_QUANTILE
from rummysim.stats.spread import POINTS_SD
from rummysim.stats.statistic import Statistic, StatisticError
from rummysim.stats.unit_means import (
    COMEBACK_SHARE,
    DEALS,
    DRAMA,
    LEAD_CHANGES,
    MARGIN,
    TIE_SHARE,
    TURNS,
    TURNS_DECIDED,
    UNFINISHED_SHARE,
)
from rummysim.stats.unopened import NEVER_OPENED, UNOPENED_POINTS
from rummysim.stats.win_share import WIN_SHARE

__all__ = ["STATISTICS", "statistic"]

STATISTICS: tuple[Statistic, ...] = (
    FIRST_PLAYER_ADVANTAGE,
    FIRST_PLAYER_POINTS,
    WIN_SHARE,
    EQUAL_SEATS,
    BALANCE,
    TURNS,
    TURNS_DECIDED,
    TURNS_QUANTILE,
    END_SHARE,
    RULE_FIRED,
    UNFINISHED_SHARE,
    NEVER_OPENED,
    UNOPENED_POINTS,
    TIE_SHARE,
    MARGIN,
    POINTS,
    POINTS_SD,
    POINTS_QUANTILE,
    DEALS,
    DEALS_QUANTILE,
    LEAD_CHANGES,
    COMEBACK_SHARE,
    DRAMA,
)


def statistic(name: str) -> Statistic:
    """Statistic with that name."""
    for each in STATISTICS:
        if each.name == name:
            return each
    message = f"no statistic {name!r}; there are {', '.join(sorted(each.name for each in STATISTICS))}; choose one"
    raise StatisticError(message)
