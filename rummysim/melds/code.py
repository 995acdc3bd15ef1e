"""A meld as one integer whose order is the order of melds (rules 8.1): sets before runs.

Set: ``place << 24 | suits << 20 | wilds << 16``, suits the naturals as four bits. Run: ``1 << 40 | suit << 36 | start
<< 32 | length << 28 | pattern``, the pattern one bit a position, the lowest position as bit 13, set where a wild
stands. Position ``n_places`` is the ace above the last card of the line.
"""

import numpy as np
from numba import int64, uint64

from rummysim.core.bits import bit, count_bits
from rummysim.core.jit import kernel

__all__ = [
    "card_at",
    "is_clean",
    "is_run",
    "is_wild_at",
    "meld_naturals",
    "n_wilds",
    "run_code",
    "run_length",
    "run_start",
    "run_suit",
    "set_code",
    "set_place",
    "set_suits",
    "set_wilds",
]

RUN = np.int64(1) << 40
PATTERN_BITS = 14
UNUSED_OF_SET, UNUSED_OF_RUN = 0xFFFF, 0x3FFF << PATTERN_BITS


@kernel(int64(int64, int64, int64), inline=True)
def set_code(place, suits, n_wilds):
    """Code of a set."""
    return place << 24 | suits << 20 | n_wilds << 16


@kernel(int64(int64, int64, int64, int64), inline=True)
def run_code(suit, start, length, pattern):
    """Code of a run."""
    return RUN | suit << 36 | start << 32 | length << 28 | pattern


@kernel(int64(int64), inline=True)
def is_run(code):
    """1 for a run."""
    return code >> 40


@kernel(int64(int64), inline=True)
def is_clean(code):
    """1 if no bit is set but those that a meld's code uses: what somebody answers may be any number."""
    if code <= 0 or code >> 41:
        return 0
    if code < RUN:
        return 0 if code & UNUSED_OF_SET else 1
    length = code >> 28 & 15
    if length > PATTERN_BITS or code >> 38 & 3 or code & UNUSED_OF_RUN:
        return 0
    return 0 if code & ((np.int64(1) << (PATTERN_BITS - length)) - 1) else 1


@kernel(int64(int64), inline=True)
def set_place(code):
    """Place of a set."""
    return code >> 24


@kernel(int64(int64), inline=True)
def set_suits(code):
    """Suits of a set's naturals, four bits."""
    return (code >> 20) & 15


@kernel(int64(int64), inline=True)
def set_wilds(code):
    """Wilds of a set."""
    return (code >> 16) & 15


@kernel(int64(int64), inline=True)
def run_suit(code):
    """Suit of a run."""
    return (code >> 36) & 15


@kernel(int64(int64), inline=True)
def run_start(code):
    """Lowest position of a run."""
    return (code >> 32) & 15


@kernel(int64(int64), inline=True)
def run_length(code):
    """Positions of a run."""
    return (code >> 28) & 15


@kernel(int64(int64, int64), inline=True)
def is_wild_at(code, index):
    """1 if a wild stands at the ``index``-th position of a run from the lowest."""
    return (code >> (13 - index)) & 1


@kernel(int64(int64), inline=True)
def n_wilds(code):
    """Wilds of a meld."""
    return count_bits(np.uint64(code & 0x3FFF)) if is_run(code) else set_wilds(code)


@kernel(uint64(int64, int64, int64), inline=True)
def card_at(suit, position, n_places):
    """Mask of the card of ``suit`` at a position of the line."""
    return bit(16 * suit + (position if position < n_places else 0))


@kernel(uint64(int64, int64))
def meld_naturals(code, n_places):
    """Mask of a meld's naturals."""
    cards = np.uint64(0)
    if is_run(code):
        for index in range(run_length(code)):
            if not is_wild_at(code, index):
                cards |= card_at(run_suit(code), run_start(code) + index, n_places)
    else:
        for suit in range(4):
            if set_suits(code) >> suit & 1:
                cards |= bit(16 * suit + set_place(code))
    return cards
