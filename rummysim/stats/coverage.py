"""Rule coverage: in how many units each thing a rule allows happened at least once, zeros shown (statistics.md 5).

The tallies count it in columns of ``units`` named ``fired_`` and the thing.
"""

from rummysim.fields.tallies import Tallies
from rummysim.stats.ratio import Ratio
from rummysim.stats.statistic import Statistic

__all__ = ["FIRED", "RULE_FIRED"]

FIRED = "fired_"


def fired_shares(tallies: Tallies) -> list[Ratio]:
    """Units in which a thing happened over all units, for each thing counted."""
    names = [column for column in tallies.units.columns if column.startswith(FIRED)]
    (units,) = tallies.unit_sums("n")
    return [
        Ratio(
            group=name.removeprefix(FIRED).replace("_", " "),
            a=tallies.unit_sums(name)[0],
            b=units,
            n_units=tallies.n_units,
            n_blocks=tallies.n_blocks,
            share=True,
        )
        for name in names
    ]


RULE_FIRED = Statistic(
    name="rule_fired",
    definition="Part of the games in which this happened at least once.",
    unit="share",
    needs=(f"units.{FIRED}",),
    ratios=fired_shares,
)
