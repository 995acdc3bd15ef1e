"""Melds with jokers one by one, for the questions in which it matters which meld a joker lies in.

A run with a joker and six or more positions can be cut so that the joker's part has three to five, unless a part would
hold jokers only, which takes three of them; so these, the runs that cannot be cut and the sets are all melds that have
to be tried.
"""

import numpy as np
from numba import int64, uint64, void

from rummysim.core.bits import count_bits
from rummysim.core.jit import kernel
from rummysim.melds.code import is_run, meld_naturals, run_code, run_length, run_start, set_code, set_place, set_wilds
from rummysim.melds.table.memory import LAST, WORK

__all__ = ["LONGEST_CUT", "list_candidates", "meld_jokers", "meld_points", "meld_size"]

LONGEST_CUT, SHORTEST, FULL_SET, PATTERN_BITS = 5, 3, 4, 14
LONGEST_UNCUT = 11
"""Eight jokers before three positions with a natural."""


@kernel(int64(int64), inline=True)
def meld_jokers(code):
    """Jokers of a meld."""
    return count_bits(np.uint64(code & ((1 << PATTERN_BITS) - 1))) if is_run(code) else set_wilds(code)


@kernel(int64(int64), inline=True)
def meld_size(code):
    """Tiles of a meld."""
    if is_run(code):
        return run_length(code)
    return count_bits(np.uint64(code >> 20 & 15)) + set_wilds(code)


@kernel(int64(int64, int64))
def meld_points(code, jokers_count):
    """Points of a meld; a 1 above 13 counts 1, a joker what it stands for or, without ``jokers_count``, nothing."""
    if not is_run(code):
        return (set_place(code) + 1) * (meld_size(code) if jokers_count else meld_size(code) - set_wilds(code))
    total = np.int64(0)
    for index in range(run_length(code)):
        if jokers_count or not code >> (PATTERN_BITS - 1 - index) & 1:
            total += (run_start(code) + index) % LAST + 1
    return total


@kernel(void(WORK, int64, uint64, int64), inline=True)
def keep_candidate(work, code, held, most):
    """List a meld if its naturals are held and it has one to ``most`` jokers."""
    n_jokers = meld_jokers(code)
    if 1 <= n_jokers <= most and meld_naturals(code, LAST) & ~held == 0:
        work.candidates[work.n_candidates] = code
        work.n_candidates += 1


@kernel(int64(int64, int64), inline=True)
def can_be_cut(wilds, length):
    """1 if a run can be cut in two that both hold a natural; wilds : its pattern, without the zeros behind it."""
    for upper in range(SHORTEST, length - SHORTEST + 1):
        if ~wilds & ((1 << upper) - 1) and ~wilds >> upper & ((1 << (length - upper)) - 1):
            return 1
    return 0


@kernel(void(WORK, uint64, int64, int64, int64))
def list_runs(work, held, most, length, ace_high):
    """List the runs of a length that cannot be cut."""
    for wilds in range(1, (1 << length) - 1):
        n_wilds = count_bits(np.uint64(wilds))
        if n_wilds > most or n_wilds < length - LONGEST_CUT or can_be_cut(wilds, length):
            continue
        for colour in range(4):
            for start in range(LAST + ace_high - length + 1):
                pattern = np.int64(wilds) << (PATTERN_BITS - length)
                keep_candidate(work, run_code(np.int64(colour), np.int64(start), np.int64(length), pattern), held, most)


@kernel(void(WORK, uint64, int64, int64, int64))
def list_candidates(work, held, n_jokers, cap, ace_high):
    """List the melds with at least one joker that have to be tried and whose naturals are held.

    held : kinds. n_jokers, cap : jokers there are, most in a meld.
    """
    work.n_candidates = 0
    most = min(n_jokers, cap)
    for place in range(LAST):
        for suits in range(1, 16):
            size = count_bits(np.uint64(suits))
            for wilds in range(max(1, SHORTEST - size), FULL_SET - size + 1):
                keep_candidate(work, set_code(np.int64(place), np.int64(suits), np.int64(wilds)), held, most)
    for length in range(SHORTEST, LONGEST_CUT + 1 if most < SHORTEST else min(LONGEST_UNCUT, most + SHORTEST) + 1):
        list_runs(work, held, most, np.int64(length), ace_high)
