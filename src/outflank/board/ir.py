"""LLVM code generation for intrinsics that operate on vectors of four bitboards, one for each axis of the board.

The four 64-bit numbers fit into one AVX2 register, or into two registers on processors with 128-bit vectors. LLVM
selects the instructions. `builder` is always an llvmlite `IRBuilder`.
"""

from collections.abc import Sequence

from llvmlite import binding, ir
from numba.core import codegen, config

I1, I16, I32, I64 = (ir.IntType(bits) for bits in (1, 16, 32, 64))
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


def table(builder: ir.IRBuilder, name: str, kind: ir.Type, items: Sequence[ir.Constant]) -> ir.GlobalVariable:
    """A table of constants. The module stores each table once, under `name`."""
    made = builder.module.globals.get(name)
    if made is None:
        array = ir.ArrayType(kind, len(items))
        made = ir.GlobalVariable(builder.module, array, name)
        made.linkage, made.global_constant, made.align = "internal", True, 32
        made.initializer = ir.Constant(array, items)
    return made


def look_up(builder: ir.IRBuilder, name: str, rows: Sequence[Sequence[int]], index: ir.Value) -> ir.Value:
    """Emit code that loads row `index` of a constant table of vectors, which is stored under `name`."""
    vectors = table(builder, name, V4, [constant(row) for row in rows])
    return builder.load(builder.gep(vectors, [I32(0), index]), align=32)


# --- the processor ------------------------------------------------------------------------------------------------


def has(feature: str) -> bool:
    """Return whether the processor that code is compiled for has a feature, such as "avx512cd"."""
    features = codegen.get_host_cpu_features() if config.CPU_FEATURES is None else config.CPU_FEATURES
    return f"+{feature}" in features.split(",")


def gathers_bits() -> bool:
    """Return whether the processor gathers the bits under a mask in a few cycles. AMD's first Zens need up to 300."""
    return has("bmi2") and (config.CPU_NAME or binding.get_host_cpu_name()) not in ("znver1", "znver2")
