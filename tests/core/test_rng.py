"""Random streams: the same integers as in plain Python, and shuffles that favour no place."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numba import uint64

from rummysim.core import rng
from rummysim.core.jit import kernel
from tests.reference import streams as referee

PARTS = st.integers(0, (1 << 62) - 1)
SMALL = st.integers(0, 10_000)
FIXED = settings(max_examples=300, derandomize=True, deadline=None, database=None)


@kernel(uint64(uint64))
def half_of(state):
    """The first word of a stream, halved inside a kernel."""
    return rng.word(state, 0) // np.uint64(2)


@FIXED
@given(seed=PARTS, unit=SMALL, round_=SMALL, purpose=st.integers(1, 3), player=st.integers(0, 7), k=SMALL)
def test_stream__equals_plain_python(seed: int, unit: int, round_: int, purpose: int, player: int, k: int) -> None:
    """CONTRACT 1: states and words over many keys."""
    state = referee.stream(seed, unit, round_, purpose, player)
    assert rng.stream(seed, unit, round_, purpose, player) == state
    assert rng.word(np.uint64(state), k) == referee.word(state, k)


@FIXED
@given(z=st.integers(0, (1 << 64) - 1))
def test_mix__equals_plain_python(z: int) -> None:
    """CONTRACT 1: the finalizer of splitmix64."""
    assert rng.mix(np.uint64(z)) == referee.mix(z)


def test_word__of_state_0_is_splitmix64_as_published() -> None:
    """The first words of splitmix64 with seed 0."""
    words = [int(rng.word(np.uint64(0), k)) for k in range(3)]
    assert words == [0xE220A8397B1DCDAF, 0x6E789E6AA1B965F4, 0x06C45D188009454F]


@pytest.mark.parametrize("function", ["mix", "word", "stream"])
def test_words__stay_unsigned(function: str) -> None:
    """Unsigned integers leak: every function gives uint64, also inside a kernel."""
    (signature,) = getattr(rng, function).nopython_signatures
    assert signature.return_type == uint64


def test_words__above_half_of_the_range_are_not_negative_in_a_kernel() -> None:
    """A word with its highest bit set, halved in a kernel, is half of it."""
    states = [state for state in range(100) if referee.word(state, 0) >> 63]
    assert len(states) > 20
    assert [int(half_of(np.uint64(state))) for state in states] == [referee.word(state, 0) // 2 for state in states]


def test_streams__many_draws_are_distinct() -> None:
    """Seeds that pass through a narrow type give few distinct first draws: here 100,000 keys give as many."""
    draws = {
        int(rng.word(np.uint64(rng.stream(seed, unit, round_, purpose, player)), 0))
        for seed in (0, 1, 1 << 61)
        for unit in range(1000)
        for round_ in (0, 1)
        for purpose in (1, 2, 3)
        for player in range(6)
    }
    assert len(draws) == 3 * 1000 * 2 * 3 * 6


def test_words__of_one_stream_are_distinct() -> None:
    """A stream does not repeat within what a deal may ask: 8 words a turn, 10,000 turns."""
    state = np.uint64(rng.stream(1, 2, 3, 3, 0))
    assert len({int(rng.word(state, k)) for k in range(80_000)}) == 80_000


@pytest.mark.parametrize("n", [1, 2, 3, 39, 40, 54, 107, 108])
def test_shuffle__equals_plain_python(n: int) -> None:
    """CONTRACT 1: odd and even numbers of cards, from many states; cards behind the n-th stay."""
    for unit in range(40):
        state = referee.stream(9, unit, 0, 1, 0)
        cards = np.arange(n + 2, dtype=np.int8)
        rng.shuffle(cards, n, np.uint64(state))
        assert cards[:n].tolist() == referee.shuffle(list(range(n)), state)
        assert cards[n:].tolist() == [n, n + 1]


@pytest.mark.parametrize("n", [5, 54])
def test_shuffle__is_uniform_over_places(n: int) -> None:
    """Chi-square of card by place, (n − 1)² degrees of freedom, within 5 of its standard deviations."""
    n_shuffles = 20_000
    counts = np.zeros((n, n), np.int64)
    cards, places = np.empty(n, np.int8), np.arange(n)
    for unit in range(n_shuffles):
        cards[:] = places
        rng.shuffle(cards, n, np.uint64(rng.stream(1, unit, 0, 1, 0)))
        counts[cards, places] += 1
    expected = n_shuffles / n
    statistic = float(((counts - expected) ** 2 / expected).sum())
    freedom = (n - 1) ** 2
    assert abs(statistic - freedom) < 5 * np.sqrt(2 * freedom)


def test_shuffle__is_uniform_over_orders() -> None:
    """All 120 orders of five cards, chi-square with 119 degrees of freedom, within 5 of its standard deviations."""
    n_shuffles = 24_000
    counts: dict[tuple[int, ...], int] = {}
    cards = np.empty(5, np.int8)
    for unit in range(n_shuffles):
        cards[:] = np.arange(5)
        rng.shuffle(cards, 5, np.uint64(rng.stream(2, unit, 0, 1, 0)))
        order = tuple(cards.tolist())
        counts[order] = counts.get(order, 0) + 1
    assert len(counts) == 120
    expected = n_shuffles / 120
    statistic = sum((count - expected) ** 2 / expected for count in counts.values())
    assert abs(statistic - 119) < 5 * np.sqrt(2 * 119)
