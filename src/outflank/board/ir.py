"""LLVM code generation for intrinsics that operate on vectors of four bitboards, one for each axis of the board.

The four 64-bit numbers fit into one AVX2 register, or into two registers on processors with 128-bit vectors. LLVM
selects the instructions. `builder` is always an llvmlite `IRBuilder`.
"""

from collections.abc import Sequence

from llvmlite import ir

I1, I32, I64 = ir.IntType(1), ir.IntType(32), ir.IntType(64)
V4 = ir.VectorType(I64, 4)


def constant(lanes: Sequence[int]) -> ir.Constant:
    """Create a constant vector with four lanes."""
    return ir.Constant(V4, list(lanes))


def splat(builder: ir.IRBuilder, value: ir.Value) -> ir.Value:
    """Copy a number to all four lanes of a vector."""
    undefined = ir.Constant(V4, ir.Undefined)
    first = builder.insert_element(undefined, value, I32(0))
    return builder.shuffle_vector(first, undefined, ir.Constant(ir.VectorType(I32, 4), [0] * 4))


def call(builder: ir.IRBuilder, name: str, result: ir.Type, *arguments: ir.Value) -> ir.Value:
    """Emit a call of an LLVM intrinsic."""
    function = builder.module.globals.get(name)
    if function is None:
        function = ir.Function(builder.module, ir.FunctionType(result, [each.type for each in arguments]), name)
    return builder.call(function, arguments)


def reduce_or(builder: ir.IRBuilder, vector: ir.Value) -> ir.Value:
    """Combine the four lanes of a vector with a bitwise OR."""
    return call(builder, "llvm.vector.reduce.or.v4i64", I64, vector)


def look_up(builder: ir.IRBuilder, name: str, rows: Sequence[Sequence[int]], index: ir.Value) -> ir.Value:
    """Emit code that loads row `index` of a constant table of vectors.

    The module stores each table once, under `name`.
    """
    table = builder.module.globals.get(name)
    if table is None:
        kind = ir.ArrayType(V4, len(rows))
        table = ir.GlobalVariable(builder.module, kind, name)
        table.linkage, table.global_constant, table.align = "internal", True, 32
        table.initializer = ir.Constant(kind, [constant(row) for row in rows])
    return builder.load(builder.gep(table, [I32(0), index]), align=32)
