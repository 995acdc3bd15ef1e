"""What a discard may give away: the chance that somebody else can meld with it."""

from numba import float64, int64, types, uint64

from rummysim.core.bits import bit, lowest_bit
from rummysim.core.jit import kernel
from rummysim.melds.cover import rank_mask

__all__ = ["NEAR", "melds_given"]

NEAR = types.UniTuple(uint64, 4)
"""Cards two below, one below, one above and two above another on its line, 0 where there is none."""


@kernel(float64(uint64, uint64, float64, uint64), inline=True)
def chance(sure, hidden, share, card):
    """Chance that somebody holds a card: 1 if that is sure, ``share`` if it is hidden."""
    if card & sure:
        return 1.0
    return share if card & hidden else 0.0


@kernel(float64(int64, NEAR, uint64, uint64, float64))
def melds_given(card, near, sure, hidden, share):
    """Chances that somebody holds both partners of a three-card meld with ``card``, added over the melds.

    sure, hidden : cards held for certain, cards held with the chance ``share`` each.
    """
    low, high = chance(sure, hidden, share, near[1]), chance(sure, hidden, share, near[2])
    total = low * chance(sure, hidden, share, near[0]) + low * high + high * chance(sure, hidden, share, near[3])
    others = rank_mask(card & 15) & ~bit(card)
    single, pair = 0.0, 0.0
    while others:
        held = chance(sure, hidden, share, bit(lowest_bit(others)))
        pair += held * single
        single += held
        others &= others - bit(0)
    return total + pair
