"""Python as fast as C++: the decorators of compiled functions, and the cache of their machine code.

A module of kernels is compiled by Numba for the processor at hand when it is first imported, and loaded from the cache
ever after. All kernels that were imported by the time one is called become one piece of machine code: LLVM sees them
once, where Numba alone would have it optimise every callee again in each of its callers.

Machine code is kept by groups of modules, in folders named by a digest of what the kernels are made of: see `sources`.

With NUMBA_DISABLE_JIT=1 nothing is compiled: kernels run as the Python they are written in, on NumPy's integers, for
debuggers, coverage and tests.

Importing this package imports neither Numba nor NumPy.
"""

from outflank.jit.cache import cache_folder
from outflank.jit.decorators import finish, intrinsic, is_cold, kernel, warm
from outflank.jit.groups import GROUPS, KERNEL_MODULES
from outflank.jit.interpreted import INTERPRETED
from outflank.jit.progress import CompileProgress, in_words, watching

__all__ = [
    "GROUPS",
    "INTERPRETED",
    "KERNEL_MODULES",
    "CompileProgress",
    "cache_folder",
    "finish",
    "in_words",
    "intrinsic",
    "is_cold",
    "kernel",
    "warm",
    "watching",
]
