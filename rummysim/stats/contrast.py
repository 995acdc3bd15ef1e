"""Effects of a variant: every ratio statistic of one run minus that of another (statistics.md 2)."""

import polars as pl

from rummysim.fields.estimates import Effects, frame_schema
from rummysim.fields.tallies import Tallies
from rummysim.stats.paired import difference
from rummysim.stats.statistic import StatisticError
from rummysim.stats.summary import row_of
from rummysim.stats.table import STATISTICS

__all__ = ["effects"]


def effects(base: Tallies, other: Tallies, *, common_units: bool) -> pl.DataFrame:
    """Frame of differences ``other - base`` (:class:`rummysim.fields.estimates.Effects`), sorted by keys.

    Differences are paired on common units unless the numbers of players differ. Groups that only one of the two has are
    left out, and so is every statistic that is no ratio of sums (quantiles, balance, the test of equal seats).
    """
    paired = common_units and base.n_players == other.n_players
    _check_comparable(base, other, paired=paired)
    rows = []
    for each in STATISTICS:
        if each.ratios is None or each.refusal(base) is not None or each.refusal(other) is not None:
            continue
        of_base = {ratio.group: ratio for ratio in each.groups(base)}
        for ratio in each.groups(other):
            if ratio.group in of_base:
                effect = difference(ratio, of_base[ratio.group], paired=paired)
                row = row_of(other, each.name, effect.estimate)
                row["share_unfinished"] = max(base.share_unfinished, other.share_unfinished)
                rows.append({**row, "base": base.variant, "variance_factor": effect.variance_factor})
    frame = pl.DataFrame(rows, schema=frame_schema(Effects))
    return Effects.validate(frame.sort("variant", "quantity", "level", "group"))


def _check_comparable(base: Tallies, other: Tallies, *, paired: bool) -> None:
    same = ["level", "scheme"] + (["n_blocks", "blocks_per_bin"] if paired else [])
    for name in same:
        if getattr(base, name) != getattr(other, name):
            message = (
                f"{name} is {getattr(base, name)} in {base.variant} and {getattr(other, name)} in {other.variant}; "
                f"{'common units have' if paired else 'an effect needs'} the same {name}; "
                "run both with the same settings"
            ) + ("; or compare with common_units=False" if paired else "")
            raise StatisticError(message)
    if paired and not base.bins.equals(other.bins):
        message = (
            f"{base.variant} and {other.variant} hold different bins; common units are the same blocks in both; "
            "finish both runs, or compare with common_units=False"
        )
        raise StatisticError(message)
