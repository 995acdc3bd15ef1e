"""The one place that touches numba's insides: functions by address, arrays without an owner, the cache key."""

import numpy as np
import pytest
from numba import float64, int64, types

from rummysim.core.jit import address_of, call_at, kernel, kernel_sources, unowned

SIGNATURE = int64(int64, float64)
function_at = call_at(SIGNATURE)


@kernel(SIGNATURE)
def add(number, real):
    """Sum, cut to an integer."""
    return number + np.int64(real)


@kernel(SIGNATURE)
def multiply(number, real):
    """Product, cut to an integer."""
    return number * np.int64(real)


@kernel(int64(types.Array(int64, 1, "C"), int64, float64))
def call_all(addresses, number, real):
    """Each function after the other."""
    for index in range(addresses.shape[0]):
        number = function_at(addresses[index])(number, real)
    return number


@kernel(int64(types.Array(int64, 1, "C")))
def total_of(values):
    """Sum of an array that is not owned; its first entry is counted up."""
    values = unowned(values)
    values[0] += 1
    total = 0
    for index in range(len(values)):
        total += values[index]
    return total


def test_call_at__reaches_the_functions_of_a_table_of_addresses() -> None:
    """Bots reach the kernels as a table of addresses: which function is called is data."""
    plus, times = address_of(add, SIGNATURE), address_of(multiply, SIGNATURE)
    assert plus != times
    assert call_all(np.array([plus, times]), 3, 4.0) == 28
    assert call_all(np.array([times, plus]), 3, 4.0) == 16


@pytest.mark.parametrize("other", [int64(int64, int64), float64(int64, float64), int64(int64)])
def test_address_of__refuses_another_signature(other: object) -> None:
    """Arguments and return type must be the declared ones: a float return would be cut silently."""
    with pytest.raises(TypeError, match="add is not compiled for"):
        address_of(add, other)


def test_unowned__is_the_same_array() -> None:
    """Reads and writes go to the caller's memory, which stays as it was owned."""
    values = np.array([1, 2, 3])
    assert total_of(values) == 7
    assert values.tolist() == [2, 2, 3]


def test_cache__is_keyed_by_every_source_that_reaches_machine_code() -> None:
    """An edited callee must never meet the machine code of another state."""
    names = {path.name for path in kernel_sources()}
    assert {"rng.py", "bits.py", "jit.py", "decks.py", "suits.py", "cover.py", "settle.py", "greedy.py"} <= names
