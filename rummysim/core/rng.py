"""Counter-keyed random streams: the same integers in numba and in plain Python.

All arithmetic is modulo 2^64. ``mix`` is the finalizer of splitmix64. A stream is the state

    s = mix(seed + G);  s = mix(s + G * (part + 1)) for part in (unit, round, purpose, player)

with G = 0x9E3779B97F4A7C15, and its words are ``word(s, k) = mix(s + G * (k + 1))`` for k = 0, 1, 2 …

Cards depend on seed, unit and round alone (purpose ``CARDS``, player 0); the n-th reshuffle of a deal has the stream of
purpose ``RESHUFFLE`` and player n; what a player's bot gets has purpose ``DECISION`` and the player, and the decision
``hook`` of the deal's ``turn`` gets the word of index ``8 * turn + hook``. Who starts a match by drawing has purpose
``START``. So a bot can never shift the cards.

A shuffle of n cards is Fisher-Yates from the front: for i = 0 … n-2 the card at i changes places with the card at
``i + (half * (n - i) >> 32)``, where half i is the low (even i) or high (odd i) 32 bits of word i // 2. For 108 cards
the probability of a step differs from 1/n by less than one part in 2^32 / 108, that is 3e-8.
"""

import numpy as np
from numba import int64, types, uint64, void

from rummysim.core.jit import kernel

__all__ = ["CARDS", "DECISION", "RESHUFFLE", "START", "mix", "shuffle", "stream", "word"]

CARDS = 1
RESHUFFLE = 2
DECISION = 3
START = 4

GOLDEN = np.uint64(0x9E3779B97F4A7C15)
FIRST = np.uint64(0xBF58476D1CE4E5B9)
SECOND = np.uint64(0x94D049BB133111EB)
S30, S27, S31, S32 = np.uint64(30), np.uint64(27), np.uint64(31), np.uint64(32)
ONE = np.uint64(1)
LOW_HALF = np.uint64(0xFFFFFFFF)


@kernel(uint64(uint64), inline=True)
def mix(z):
    """Finalizer of splitmix64: a bijection of the 64-bit words."""
    z = (z ^ (z >> S30)) * FIRST
    z = (z ^ (z >> S27)) * SECOND
    return z ^ (z >> S31)


@kernel(uint64(uint64, int64), inline=True)
def word(state, k):
    """Word ``k`` of a stream."""
    return mix(state + GOLDEN * (np.uint64(k) + ONE))


@kernel(uint64(int64, int64, int64, int64, int64))
def stream(seed, unit, round_, purpose, player):
    """State of the stream keyed by the five numbers (module docstring)."""
    state = mix(np.uint64(seed) + GOLDEN)
    state = mix(state + GOLDEN * (np.uint64(unit) + ONE))
    state = mix(state + GOLDEN * (np.uint64(round_) + ONE))
    state = mix(state + GOLDEN * (np.uint64(purpose) + ONE))
    return mix(state + GOLDEN * (np.uint64(player) + ONE))


@kernel(void(types.Array(types.int8, 1, "C"), int64, uint64))
def shuffle(cards, n_cards, state):
    """Shuffle the first ``n_cards`` of ``cards`` in place (module docstring).

    cards : (at least n_cards,) int8. Modified.
    """
    both = np.uint64(0)
    left = np.uint64(n_cards)
    for index in range(np.uint64(n_cards - 1)):
        if index & ONE == 0:
            both = mix(state + GOLDEN * ((index >> ONE) + ONE))
        other = index + (((both & LOW_HALF) * left) >> S32)
        both >>= S32
        left -= ONE
        held = cards[index]
        cards[index] = cards[other]
        cards[other] = held
