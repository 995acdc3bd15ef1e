"""Bit operations and unchecked loads as single machine instructions.

Hands are uint64 masks of four lanes of 16 bits, a lane a suit: the card at ``place`` of ``suit`` is bit ``16 * suit +
place``.
"""

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

from rummysim.core.jit import kernel

__all__ = ["bit", "count_bits", "highest_bit", "load_int16", "load_int32", "lowest_bit", "store_int16"]


@intrinsic
def count_bits(typing_context, mask):
    """Number of ones of a mask, int64."""

    def build(context, builder, signature, arguments):
        word = context.cast(builder, arguments[0], signature.args[0], types.uint64)
        return builder.ctpop(word)

    return types.int64(types.uint64), build


@intrinsic
def lowest_bit(typing_context, mask):
    """Index of the lowest one of a mask, int64; 64 for the empty mask."""

    def build(context, builder, signature, arguments):
        word = context.cast(builder, arguments[0], signature.args[0], types.uint64)
        return builder.cttz(word, cgutils.false_bit)

    return types.int64(types.uint64), build


@intrinsic
def highest_bit(typing_context, mask):
    """Index of the highest one of a mask, int64; -1 for the empty mask."""

    def build(context, builder, signature, arguments):
        word = context.cast(builder, arguments[0], signature.args[0], types.uint64)
        return builder.sub(ir.Constant(ir.IntType(64), 63), builder.ctlz(word, cgutils.false_bit))

    return types.int64(types.uint64), build


@intrinsic
def load_int16(typing_context, address, index):
    """Entry ``index`` of the int16 table that begins at ``address``, as int64. Unchecked."""

    def build(context, builder, signature, arguments):
        base = builder.inttoptr(arguments[0], ir.IntType(16).as_pointer())
        entry = builder.load(builder.gep(base, [arguments[1]]))
        return builder.sext(entry, ir.IntType(64))

    return types.int64(types.int64, types.int64), build


@intrinsic
def load_int32(typing_context, address, index):
    """Entry ``index`` of the int32 table that begins at ``address``, as int64. Unchecked."""

    def build(context, builder, signature, arguments):
        base = builder.inttoptr(arguments[0], ir.IntType(32).as_pointer())
        entry = builder.load(builder.gep(base, [arguments[1]]))
        return builder.sext(entry, ir.IntType(64))

    return types.int64(types.int64, types.int64), build


@intrinsic
def store_int16(typing_context, address, index, value):
    """Set entry ``index`` of the int16 table that begins at ``address``. Unchecked."""

    def build(context, builder, signature, arguments):
        base = builder.inttoptr(arguments[0], ir.IntType(16).as_pointer())
        builder.store(builder.trunc(arguments[2], ir.IntType(16)), builder.gep(base, [arguments[1]]))
        return context.get_dummy_value()

    return types.void(types.int64, types.int64, types.int64), build


@kernel("uint64(int64)", inline=True)
def bit(card):
    """Mask of one card."""
    return types.uint64(1) << types.uint64(card)
