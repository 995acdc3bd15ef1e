"""The one place that touches numba's insides: functions by address, records, the cache key."""

import numpy as np
import pytest
from numba import float64, int64, types, uint64

from rummysim.core.jit import address_of, call_at, kernel, kernel_sources, record

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


INNER_DTYPE, INNER = record(count=np.int8, mask=np.uint64)
OUTER_DTYPE, OUTER = record(flag=np.int8, inner=INNER_DTYPE, values=(np.int64, (2, 3)), real=np.float64)


@kernel(int64(INNER, uint64))
def add_bits(inner, bits):
    """Adds bits to the mask of a record; how often that was done."""
    inner.mask |= bits
    inner.count += 1
    return inner.count


@kernel(int64(OUTER))
def fill(outer):
    """Writes to each field; the sum of the array before."""
    total = 0
    for row in range(2):
        for column in range(3):
            total += outer.values[row, column]
            outer.values[row, column] = 10 * row + column
    outer.real += 0.5
    outer.flag = add_bits(outer.inner, np.uint64(1) << np.uint64(63)) + add_bits(outer.inner, np.uint64(5))
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


def test_record__is_one_block_that_kernels_write_to() -> None:
    """Reads and writes of every field, in the block and in the records inside it, go to the caller's memory."""
    block = np.zeros(2, OUTER_DTYPE)
    outer = block[0]
    outer["values"][:] = 7
    assert fill(outer) == 42
    assert outer["values"].tolist() == [[0, 1, 2], [10, 11, 12]]
    assert (int(outer["inner"]["mask"]), int(outer["inner"]["count"])) == ((1 << 63) + 5, 2)
    assert (float(outer["real"]), int(outer["flag"])) == (0.5, 3)
    assert block[1] == np.zeros(1, OUTER_DTYPE)[0]


def test_record__keeps_fields_in_order_and_aligned() -> None:
    """Fields lie in the order they are named in, each at a multiple of its size."""
    assert OUTER_DTYPE.names == ("flag", "inner", "values", "real")
    offsets = [OUTER_DTYPE.fields[name][1] for name in OUTER_DTYPE.names]
    assert offsets == sorted(offsets)
    assert [offset % 8 for offset in offsets] == [0, 0, 0, 0]
    assert INNER_DTYPE.fields["mask"][1] == 8


def test_cache__is_keyed_by_every_source_that_reaches_machine_code() -> None:
    """An edited callee must never meet the machine code of another state."""
    names = {path.name for path in kernel_sources()}
    assert {"rng.py", "bits.py", "jit.py", "decks.py", "suits.py", "cover.py", "settle.py", "greedy.py"} <= names
