"""Runs of one colour as an automaton over descending values, and its steps on whole sets of states.

A state is the multiset of at most two open run lengths, each capped at 3 (from there a run may end): ten states. With
``k`` tiles of the next lower value in runs, 0 to 2, the next state is determined: runs shorter than three go on, then
longer ones, then new ones begin. Nothing is lost by it: a run that may end can do all that a shorter one can, and
where three runs cover a value the third can always be cut out, which frees jokers and leaves runs (``MAX_OPEN``).
"""

from itertools import combinations_with_replacement

import numpy as np

__all__ = ["CAP", "MAX_OPEN", "N_MASKS", "N_STATES", "STATES", "begun", "images", "next_state", "spread_bits"]

CAP, MAX_OPEN = 3, 2
STATES = tuple(combinations_with_replacement(range(CAP + 1), MAX_OPEN))
"""Open lengths, the shorter first; 0 is none."""
N_STATES = len(STATES)
N_MASKS = 1 << N_STATES
NO_STATE = -1


def _step(state: int, k: int) -> tuple[int, int]:
    """Next state and runs that begin; ``NO_STATE`` if a short run cannot go on."""
    lengths = STATES[state]
    short = [length for length in lengths if 0 < length < CAP]
    long = [length for length in lengths if length == CAP]
    if len(short) > k:
        return NO_STATE, 0
    going_on = (short + long)[:k]
    n_new = k - len(going_on)
    grown = [min(CAP, length + 1) for length in going_on] + [1] * n_new
    return STATES.index(tuple(sorted(grown + [0] * (MAX_OPEN - len(grown))))), n_new


def next_state(state: int, k: int) -> int:
    """State after ``k`` tiles of the next lower value went into runs, -1 if that leaves a short run behind."""
    return _step(state, k)[0]


def begun(state: int, k: int) -> int:
    """Runs that begin with this step."""
    return _step(state, k)[1]


def images() -> tuple[np.ndarray, np.ndarray]:
    """States reached from a set of states, and states from which some state of a set is reached, by k and set.

    Both of shape (3, 1024), int32; a set is a mask of ten bits.
    """
    reached, origins = np.zeros((2, MAX_OPEN + 1, N_MASKS), np.int32)
    for k in range(MAX_OPEN + 1):
        for state in range(N_STATES):
            after = next_state(state, k)
            if after == NO_STATE:
                continue
            masks = np.arange(N_MASKS)
            reached[k] |= np.where(masks >> state & 1, 1 << after, 0).astype(np.int32)
            origins[k] |= np.where(masks >> after & 1, 1 << state, 0).astype(np.int32)
    return reached, origins


def spread_bits(stride: int) -> np.ndarray:
    """Masks of ten bits with their bits ``stride`` apart, (1024,) int64."""
    masks = np.arange(N_MASKS, dtype=np.int64)
    return sum(((masks >> state & 1) << (stride * state) for state in range(N_STATES)), start=np.zeros_like(masks))
