"""Words of memory that threads share: loads and stores that are never torn, dropped, or moved out of a loop."""

import ctypes

from llvmlite import ir

from outflank.board.ir import I64
from outflank.jit import intrinsic


def _pointer(b: ir.IRBuilder, address: ir.Value) -> ir.Value:
    return b.inttoptr(address, I64.as_pointer())


def _emit_load(b: ir.IRBuilder, address: ir.Value) -> ir.Value:
    return b.load_atomic(_pointer(b, address), "monotonic", 8)


def _emit_store(b: ir.IRBuilder, address: ir.Value, value: ir.Value) -> ir.Value:
    b.store_atomic(value, _pointer(b, address), "monotonic", 8)
    return value


@intrinsic("uint64(uint64)", _emit_load)
def load(address: int) -> int:
    """The 64-bit word at an address, which must be a multiple of 8."""
    return ctypes.c_uint64.from_address(address).value


@intrinsic("uint64(uint64, uint64)", _emit_store)
def store(address: int, value: int) -> int:
    """Write a 64-bit word at an address, which must be a multiple of 8; returns the word."""
    ctypes.c_uint64.from_address(address).value = value
    return value
