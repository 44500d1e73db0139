"""Atomic loads and stores by address, for memory that threads share, and prefetching."""

import ctypes

from llvmlite import ir

from outflank.board.ir import I32, I64, call
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
    """Read the 64-bit word at `address`, which must be a multiple of 8."""
    return ctypes.c_uint64.from_address(address).value


@intrinsic("uint64(uint64, uint64)", _emit_store)
def store(address: int, value: int) -> int:
    """Write a 64-bit word at `address`, which must be a multiple of 8, and return the word."""
    ctypes.c_uint64.from_address(address).value = value
    return value


def _emit_prefetch(b: ir.IRBuilder, address: ir.Value) -> ir.Value:
    pointer = b.inttoptr(address, ir.IntType(8).as_pointer())
    for_reading, for_long, of_data = I32(0), I32(3), I32(1)
    call(b, "llvm.prefetch.p0", ir.VoidType(), pointer, for_reading, for_long, of_data)
    return address


@intrinsic("uint64(uint64)", _emit_prefetch)
def prefetch(address: int) -> int:
    """Start loading the memory at `address` into the cache, and return the address. Any address is safe to pass."""
    return address
