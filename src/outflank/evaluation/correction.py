"""The network's correction of the weight sum, as an intrinsic.

All arithmetic is on integers, so the results are the same on every machine.

The layers operate on vectors of 16 units. Products of 16-bit inputs and weights are added in pairs, which most
processors do in a single instruction.
"""

import ctypes
from collections.abc import Sequence
from typing import Any

import numpy as np
from llvmlite import ir

from outflank.board.ir import I32, I64, call
from outflank.evaluation.features import CENTRES, lanes
from outflank.evaluation.network import (
    BIAS,
    CLIP,
    CLIP_SHIFT,
    FIRST,
    FIRST_BIAS,
    FIRST_SHIFT,
    INPUT_BITS,
    INPUTS,
    LEAK_SHIFT,
    N_COUNTS,
    OUTPUT,
    OUTPUT_BIAS,
    OUTPUT_SHIFT,
    SECOND,
    SECOND_BIAS,
    SECOND_SHIFT,
    SKIP,
    UNITS,
    WIDTH,
)
from outflank.jit import intrinsic

_I8, _I16 = ir.IntType(8), ir.IntType(16)
_ROW, _SUM = ir.VectorType(_I8, WIDTH), ir.VectorType(_I16, WIDTH)
_COUNTS, _UNITS = ir.VectorType(_I16, INPUTS - 2 * WIDTH), ir.VectorType(I32, UNITS)
_PAIRS, _NARROW = ir.VectorType(_I16, 2 * UNITS), ir.VectorType(_I16, UNITS)
_SMALLEST, _LARGEST = -32767, 32767


class _Code:
    """Helper that emits code for the layers. `stack` is the address of the parameters for the stage of the game."""

    def __init__(self, b: ir.IRBuilder, stack: ir.Value):
        self.b, self._stack = b, stack

    def parameters(self, place: int, kind: ir.Type) -> ir.Value:
        address = self.b.add(self._stack, I64(place))
        return self.b.load(self.b.inttoptr(address, kind.as_pointer()), align=4)

    def clipped(self, vector: ir.Value, least: int, most: int) -> ir.Value:
        return self._extreme(
            "smin", self._extreme("smax", vector, _all_lanes(vector.type, least)), _all_lanes(vector.type, most)
        )

    def leaky(self, vector: ir.Value) -> ir.Value:
        return self._extreme("smax", vector, self.shifted(vector, LEAK_SHIFT))

    def _extreme(self, which: str, left: ir.Value, right: ir.Value) -> ir.Value:
        kind = left.type
        return call(self.b, f"llvm.{which}.v{kind.count}i{kind.element.width}", kind, left, right)

    def shifted(self, vector: ir.Value, bits: int) -> ir.Value:
        return self.b.ashr(vector, _all_lanes(vector.type, bits))

    def picked(self, vector: ir.Value, chosen: Sequence[int]) -> ir.Value:
        undefined = ir.Constant(vector.type, ir.Undefined)
        return self.b.shuffle_vector(vector, undefined, ir.Constant(ir.VectorType(I32, len(chosen)), list(chosen)))

    def squared(self, vector: ir.Value) -> ir.Value:
        """Square each lane in the inputs' fixed-point format.

        This compiles to a single instruction that returns the upper halves of the products.
        """
        wide = ir.VectorType(I32, vector.type.count)
        bits = 16 - INPUT_BITS
        left, right = (self.b.shl(vector, _all_lanes(vector.type, shift)) for shift in (bits // 2, bits - bits // 2))
        product = self.b.mul(self.b.sext(left, wide), self.b.sext(right, wide))
        return self.b.trunc(self.shifted(product, 16), vector.type)

    def dot(self, left: ir.Value, right: ir.Value) -> ir.Value:
        """Multiply two vectors of 16-bit numbers lane by lane, and add adjacent products."""
        n = left.type.count
        wide = ir.VectorType(I32, n)
        product = self.b.mul(self.b.sext(left, wide), self.b.sext(right, wide))
        return self.b.add(self.picked(product, range(0, n, 2)), self.picked(product, range(1, n, 2)))

    def summed(self, vectors: Sequence[ir.Value]) -> ir.Value:
        """Add up vectors in four independent sums, so that additions do not have to wait for each other."""
        strands = [vectors[i::4] for i in range(min(4, len(vectors)))]
        totals = []
        for strand in strands:
            total = strand[0]
            for each in strand[1:]:
                total = self.b.add(total, each)
            totals.append(total)
        while len(totals) > 1:
            totals = [
                self.b.add(*totals[i : i + 2]) if i + 1 < len(totals) else totals[i] for i in range(0, len(totals), 2)
            ]
        return totals[0]

    def layer(self, inputs: Sequence[ir.Value], bias: int, weights: int) -> ir.Value:
        terms = [self.parameters(bias, _UNITS)]
        for vector in inputs:
            pairs = self.b.bitcast(vector, ir.VectorType(I32, vector.type.count // 2))
            for lane in range(pairs.type.count):
                pair = self.b.bitcast(self.picked(pairs, [lane] * UNITS), _PAIRS)
                terms.append(self.dot(pair, self.parameters(weights, _PAIRS)))
                weights += 4 * UNITS
        return self.leaky(self.summed(terms))


def _all_lanes(kind: ir.VectorType, number: int) -> ir.Constant:
    """Create a vector with the same constant in every lane."""
    return ir.Constant(kind, [number] * kind.count)


def _emit(
    b: ir.IRBuilder, features: ir.Value, embeddings: ir.Value, stack: ir.Value, estimate: ir.Value, counts: ir.Value
) -> ir.Value:
    code = _Code(b, stack)

    # 1. Add up the embeddings, clip the sums, and square them.
    indices = b.inttoptr(features, _I16.as_pointer())
    rows = [code.parameters(BIAS, _SUM)]
    for lane, centre in enumerate(CENTRES):
        index = b.sext(b.load(b.gep(indices, [I64(lane)]), align=2), I64)
        address = b.add(embeddings, b.mul(b.add(index, I64(centre)), I64(WIDTH)))
        rows.append(b.sext(b.load(b.inttoptr(address, _ROW.as_pointer()), align=WIDTH), _SUM))
    total = code.summed(rows)
    sums = code.shifted(code.clipped(total, -CLIP, CLIP), CLIP_SHIFT)
    inputs = [sums, code.squared(sums)]
    others = _all_lanes(_COUNTS, 0)
    for lane, count in enumerate([estimate, *(b.extract_value(counts, i) for i in range(N_COUNTS - 1))]):
        others = b.insert_element(others, b.trunc(count, _I16), I32(lane))
    inputs.append(others)

    # 2. Apply the two layers.
    first = code.shifted(code.layer(inputs, FIRST_BIAS, FIRST), FIRST_SHIFT)
    second = code.layer([b.trunc(code.clipped(first, _SMALLEST, _LARGEST), _NARROW)], SECOND_BIAS, SECOND)

    # 3. Compute the output from the second layer and directly from the inputs.
    output = b.mul(code.shifted(second, SECOND_SHIFT), code.parameters(OUTPUT, _UNITS))
    place = SKIP
    for vector in inputs:
        product = code.dot(vector, code.parameters(place, vector.type))
        place += 2 * vector.type.count
        if product.type.count < UNITS:
            zero = _all_lanes(product.type, 0)
            widened = [min(lane, product.type.count) for lane in range(UNITS)]
            product = b.shuffle_vector(product, zero, ir.Constant(ir.VectorType(I32, UNITS), widened))
        output = b.add(output, product)
    whole = call(b, f"llvm.vector.reduce.add.v{UNITS}i32", I32, output)
    whole = b.add(whole, code.parameters(OUTPUT_BIAS, I32))
    return b.sext(b.ashr(whole, I32(OUTPUT_SHIFT)), I64)


@intrinsic(f"int64(uint64, uint64, uint64, int64, UniTuple(int64, {N_COUNTS - 1}))", _emit)
def correction(features: int, embeddings: int, stack: int, estimate: int, counts: tuple[int, ...]) -> int:
    """Compute the network's correction of a value, in 1/`UNIT` disc.

    `features`, `embeddings` and `stack` are the addresses of a position's features, of a set of embeddings, and of the
    stack for the number of empty squares. `estimate` is the weight sum, which serves as the first input count.
    `judge.counts_of` returns the others. 16-bit and 32-bit numbers wrap around as they do on the processor.
    """

    def parameters(place: int, n: int, kind: Any) -> Any:
        return np.ctypeslib.as_array((kind * n).from_address(stack + place))

    def layer(values: Any, bias: int, place: int) -> Any:
        pairs = parameters(place, UNITS * len(values), ctypes.c_int16).reshape(-1, UNITS, 2).astype(np.int32)
        total = parameters(bias, UNITS, ctypes.c_int32) + np.einsum("ip,iup->u", values.reshape(-1, 2), pairs)
        return np.maximum(total, total >> LEAK_SHIFT)

    total = parameters(BIAS, WIDTH, ctypes.c_int16).copy()
    for centre, index in zip(CENTRES, lanes(features), strict=False):
        row = (ctypes.c_int8 * WIDTH).from_address(embeddings + WIDTH * (centre + int(index)))
        total += np.ctypeslib.as_array(row)
    sums = (np.clip(total, -CLIP, CLIP) >> CLIP_SHIFT).astype(np.int32)
    others = np.array([estimate, *counts, *[0] * (INPUTS - 2 * WIDTH - N_COUNTS)]).astype(np.int16)
    inputs = np.concatenate([sums, sums * sums >> INPUT_BITS, others]).astype(np.int32)
    first = np.clip(layer(inputs, FIRST_BIAS, FIRST) >> FIRST_SHIFT, _SMALLEST, _LARGEST)
    second = layer(first, SECOND_BIAS, SECOND) >> SECOND_SHIFT
    outputs = second * parameters(OUTPUT, UNITS, ctypes.c_int32)
    skips = inputs * parameters(SKIP, INPUTS, ctypes.c_int16)
    bias = parameters(OUTPUT_BIAS, 1, ctypes.c_int32)
    return int(np.concatenate([outputs, skips, bias]).sum(dtype=np.int32) >> OUTPUT_SHIFT)
