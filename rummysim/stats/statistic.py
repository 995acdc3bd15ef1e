"""What a statistic is: a record with its definition, what it needs and one function."""

from collections.abc import Callable
from dataclasses import dataclass

from rummysim.fields.estimates import LEVELS
from rummysim.fields.tallies import Tallies
from rummysim.stats.ratio import Estimate, Ratio, interval

__all__ = ["Statistic", "StatisticError"]


class StatisticError(ValueError):
    """A statistic that these tallies cannot give."""


@dataclass(frozen=True, kw_only=True)
class Statistic:
    """One line of the table of statistics.

    Parameters
    ----------
    name
        Value of the column ``quantity``.
    definition
        One sentence for whoever organises the game.
    unit
        share, share of wins, turns, deals, score points, ... of the estimate.
    needs
        Columns and histograms: ``rows.won``, ``units.turns``, ``histogram.end``.
    levels
        Levels at which it makes sense.
    starter_scheme
        Whether it compares seats as such, and so needs equal bots in the scheme "starter".
    ratios
        Gives the per-bin sums of each group; effects of variants are formed from them. Groups with nothing to average
        are left out.
    function
        Gives the estimates, where they are no ratios.
    """

    name: str
    definition: str
    unit: str
    needs: tuple[str, ...]
    levels: tuple[str, ...] = LEVELS
    starter_scheme: bool = False
    ratios: Callable[[Tallies], list[Ratio]] | None = None
    function: Callable[[Tallies], list[Estimate]] | None = None

    def __post_init__(self) -> None:
        """Refuse a record with both or neither of the two functions."""
        if (self.ratios is None) == (self.function is None):
            message = f"{self.name} must have either ratios or a function; give exactly one of them"
            raise StatisticError(message)

    def refusal(self, tallies: Tallies) -> str | None:
        """Why these tallies cannot give the statistic, or None."""
        if tallies.level not in self.levels:
            return f"{self.name} is defined at level {' or '.join(self.levels)}; these units are {tallies.level} units"
        if self.starter_scheme and tallies.scheme != "starter":
            return (
                f"{self.name} needs equal bots in the scheme 'starter'; this line-up is {', '.join(tallies.bots)} "
                f"in the scheme '{tallies.scheme}', where who starts cannot be told from who plays better; "
                "give all players the same bot, or read win_share by seat"
            )
        missing = [column for column in self.needs if not tallies.has(column)]
        if missing:
            return f"{self.name} needs {', '.join(missing)}, which these tallies do not hold; tally them"
        return None

    def groups(self, tallies: Tallies) -> list[Ratio]:
        """Per-bin sums of every group; only of statistics that are ratios, refused with the reason otherwise."""
        self._check(tallies)
        if self.ratios is None:
            message = f"{self.name} is no ratio of sums; effects and planning need one; choose another statistic"
            raise StatisticError(message)
        return self.ratios(tallies)

    def estimate(self, tallies: Tallies) -> list[Estimate]:
        """Estimates of every group, refused with the reason where they cannot be had."""
        self._check(tallies)
        if self.function is None:
            return [interval(ratio) for ratio in self.groups(tallies)]
        return self.function(tallies)

    def _check(self, tallies: Tallies) -> None:
        reason = self.refusal(tallies)
        if reason is not None:
            raise StatisticError(reason)
