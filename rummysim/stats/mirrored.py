"""Luck and skill from mirrored pairs: the same cards twice, the two bots with places exchanged (statistics.md 6).

Of the pairs of which both units were decided:

    same place = the same place won twice (the cards decided),   same bot = the same bot won twice (the bots decided),
    edge = P(the first bot won both) - P(the second won both).

With w_r the share of the win of the first bot in unit r these are the means of w_0 (1 - w_1) + (1 - w_0) w_1, of
w_0 w_1 + (1 - w_0) (1 - w_1), and of w_0 + w_1 - 1; a shared win counts by its parts, as if drawn by lot. The first two
add to 1. All are ratios of sums per bin (:mod:`rummysim.stats.ratio`).
"""

import numpy as np

from rummysim.fields.tallies import Floats, Integers
from rummysim.stats.ratio import Estimate, Ratio, interval

__all__ = ["EDGE", "SAME_BOT", "SAME_PLACE", "mirrored"]

SAME_PLACE, SAME_BOT, EDGE = "same_place", "same_bot", "edge"


def mirrored(won: Floats, decided: np.ndarray, bins: Integers, group: str) -> dict[str, Estimate]:
    """Estimates by quantity; nothing if no pair was decided twice.

    won : (pairs, 2) shares of the win of the first bot in the two units. decided : (pairs, 2) bool. bins : (pairs,)
    bin of each pair.
    """
    kept = decided.all(axis=1)
    if not kept.any():
        return {}
    one, two = won[kept].T
    index = bins[kept]
    size = int(bins.max()) + 1
    pairs = np.bincount(index, minlength=size).astype(np.float64)
    n_pairs = int(kept.sum())

    def ratio(values: Floats, scale: float, shift: float) -> Ratio:
        total: Floats = np.bincount(index, weights=values, minlength=size).astype(np.float64)
        return Ratio(
            group=group, a=total, b=pairs, n_units=n_pairs, n_blocks=n_pairs, share=True, scale=scale, shift=shift
        )

    quantities = {
        SAME_PLACE: ratio(one * (1 - two) + (1 - one) * two, 1.0, 0.0),
        SAME_BOT: ratio(one * two + (1 - one) * (1 - two), 1.0, 0.0),
        EDGE: ratio((one + two) / 2, 2.0, -1.0),
    }
    return {name: interval(each) for name, each in quantities.items()}
