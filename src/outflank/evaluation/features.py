"""A position's features in memory: a vector of pattern indices, its updates after moves, and sums of weights.

The vector is from the point of view of the side to move. A move adds the increments for the new disc and for the
flipped discs, and then negates the vector to change the point of view. The functions are intrinsics that operate on
addresses of `N_LANES` 16-bit numbers.
"""

import ctypes
from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
from llvmlite import ir

from outflank.board.ir import I1, I32, I64
from outflank.evaluation.patterns import FEATURES, N_LANES
from outflank.jit import intrinsic

ROW_BYTES = 2 * N_LANES
_I16 = ir.IntType(16)
_LANES = ir.VectorType(_I16, N_LANES)
CENTRES = tuple(pattern.centre for pattern, _ in FEATURES)


def lanes(address: int) -> Any:
    """View the features at an address as an int16 array of `N_LANES`, for code that is not compiled."""
    return np.ctypeslib.as_array((ctypes.c_int16 * N_LANES).from_address(address))


def _emit_moved(
    b: ir.IRBuilder, parent: ir.Value, child: ir.Value, increments: ir.Value, square: ir.Value, flipped: ir.Value
) -> ir.Value:
    """Emit a loop over the flipped discs that keeps the sum in registers.

    Each flip counts twice because it changes a disc from −1 to +1.
    """

    def row(address: ir.Value) -> ir.Value:
        return b.load(b.inttoptr(address, _LANES.as_pointer()), align=64)

    def row_of(square: ir.Value) -> ir.Value:
        return row(b.add(increments, b.mul(square, I64(ROW_BYTES))))

    start = b.add(row(parent), row_of(square))
    entry = b.block
    loop, end = b.append_basic_block("flips"), b.append_basic_block("moved")
    b.branch(loop)
    b.position_at_end(loop)
    left, total = b.phi(I64), b.phi(_LANES)
    one = row_of(b.cttz(left, I1(1)))
    new_total = b.add(total, b.add(one, one))
    new_left = b.and_(left, b.sub(left, I64(1)))
    left.add_incoming(flipped, entry)
    left.add_incoming(new_left, loop)
    total.add_incoming(start, entry)
    total.add_incoming(new_total, loop)
    b.cbranch(b.icmp_unsigned("!=", new_left, I64(0)), loop, end)
    b.position_at_end(end)
    b.store(b.sub(ir.Constant(_LANES, None), new_total), b.inttoptr(child, _LANES.as_pointer()), align=64)
    return child


@intrinsic("uint64(uint64, uint64, uint64, uint64, uint64)", _emit_moved)
def moved(parent: int, child: int, increments: int, square: int, flipped: int) -> int:
    """Compute the features after a move, from the point of view of the side to move next, and return `child`.

    The features before the move are read from `parent`, and the new ones are written to `child`. `increments` is the
    address of the table `patterns.increments`. All addresses must be aligned to 64 bytes, and `flipped` must not be
    empty.
    """
    total = lanes(parent) + lanes(increments + ROW_BYTES * square)
    while flipped:
        total += 2 * lanes(increments + ROW_BYTES * ((flipped & -flipped).bit_length() - 1))
        flipped &= flipped - 1
    lanes(child)[:] = -total
    return child


def _emit_negated(b: ir.IRBuilder, source: ir.Value, target: ir.Value) -> ir.Value:
    row = b.load(b.inttoptr(source, _LANES.as_pointer()), align=64)
    b.store(b.sub(ir.Constant(_LANES, None), row), b.inttoptr(target, _LANES.as_pointer()), align=64)
    return target


@intrinsic("uint64(uint64, uint64)", _emit_negated)
def negated(source: int, target: int) -> int:
    """Copy the features at `source` to `target`, from the other side's point of view, and return `target`."""
    lanes(target)[:] = -lanes(source)
    return target


def emit_sum(b: ir.IRBuilder, arguments: Sequence[ir.Value], centres: Iterable[int]) -> ir.Value:
    """Emit code for `sum_of` with values for its other `arguments`.

    It loads the indices and weights one by one, which is a third faster than gathers (AMD Zen 5).
    """
    features, weights, constant = arguments
    indices, table = b.inttoptr(features, _I16.as_pointer()), b.inttoptr(weights, _I16.as_pointer())
    total = b.sext(b.load(b.gep(table, [constant]), align=2), I32)
    for lane, centre in enumerate(centres):
        index = b.sext(b.load(b.gep(indices, [I64(lane)]), align=2), I64)
        weight = b.load(b.gep(table, [b.add(index, I64(centre))]), align=2)
        total = b.add(total, b.sext(weight, I32))
    return b.sext(total, I64)


def sum_of(features: int, weights: int, constant: int, centres: Iterable[int]) -> int:
    """The weight at index `constant` plus those of the features, whose indices are offset by `centres`."""
    places = [centre + int(index) for centre, index in zip(centres, lanes(features), strict=False)]
    return sum(ctypes.c_int16.from_address(weights + 2 * place).value for place in [constant, *places])


@intrinsic("int64(uint64, uint64, int64)", lambda b, *at: emit_sum(b, at, CENTRES))
def weighed(features: int, weights: int, constant: int) -> int:
    """Add up the weights of the features and the weight at index `constant`. `weights` is the address of the phase."""
    return sum_of(features, weights, constant, CENTRES)
