"""How units ended: the share of every end, zeros shown (statistics.md 5)."""

import polars as pl

from rummysim.fields.estimates import Endings, frame_schema
from rummysim.fields.tallies import Tallies
from rummysim.stats.ratio import Ratio, limits
from rummysim.stats.statistic import Statistic

__all__ = ["END_SHARE", "endings"]


def end_shares(tallies: Tallies) -> list[Ratio]:
    """Units with an end over all units, for each end."""
    (units,) = tallies.unit_sums("n")
    return [
        Ratio(
            group=end,
            a=tallies.count_sums("end", code, code),
            b=units,
            n_units=tallies.n_units,
            n_blocks=tallies.n_blocks,
            share=True,
        )
        for code, end in enumerate(tallies.ends)
    ]


END_SHARE = Statistic(
    name="end_share",
    definition="Part of the games that ended in this way.",
    unit="share",
    needs=("histogram.end",),
    ratios=end_shares,
)


def endings(tallies: Tallies) -> pl.DataFrame:
    """Frame of the ends in the order of their codes, for figures: end, share, lo, hi, n."""
    shares = END_SHARE.groups(tallies)
    rows = [(ratio.group, ratio.ratio, *limits(ratio)[1:3], int(ratio.a.sum())) for ratio in shares]
    return Endings.validate(pl.DataFrame(rows, schema=frame_schema(Endings), orient="row"))
