"""Estimates of every statistic that the tallies can give."""

import polars as pl

from rummysim.fields.estimates import Estimates, frame_schema
from rummysim.fields.tallies import Tallies
from rummysim.stats.ratio import Estimate
from rummysim.stats.table import STATISTICS

__all__ = ["estimates", "row_of"]


def estimates(tallies: Tallies) -> pl.DataFrame:
    """Frame of estimates (:class:`rummysim.fields.estimates.Estimates`), sorted by keys.

    Left out are statistics of another level, those whose columns were not tallied, those of seats where the bots
    differ, and averages over decided units when there are none (``unfinished_share`` is 1 then).
    """
    rows = [
        row_of(tallies, each.name, estimate)
        for each in STATISTICS
        if each.refusal(tallies) is None
        for estimate in each.estimate(tallies)
    ]
    frame = pl.DataFrame(rows, schema=frame_schema(Estimates))
    return Estimates.validate(frame.sort("variant", "quantity", "level", "group"))


def row_of(tallies: Tallies, quantity: str, estimate: Estimate) -> dict[str, object]:
    """Row of the frame of estimates."""
    return {
        "variant": tallies.variant,
        "quantity": quantity,
        "level": tallies.level,
        "group": estimate.group,
        "estimate": estimate.estimate,
        "se": estimate.se,
        "lo": estimate.lo,
        "hi": estimate.hi,
        "n_units": estimate.n_units,
        "n_bins": estimate.n_bins,
        "method": estimate.method.value,
        "share_unfinished": tallies.share_unfinished,
    }
