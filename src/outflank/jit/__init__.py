"""Compiled Python that runs as fast as C++: decorators for kernels, and a cache for machine code.

Numba compiles a module of kernels for the current processor when the module is first imported. Later imports load it
from the cache. The first call of any kernel combines all kernels imported so far into a single piece of machine code.
This way, LLVM optimises each kernel only once, while Numba alone would optimise it again for each of its callers.

Machine code is cached for groups of modules, in folders whose names contain a digest of the kernels' sources: see
`sources`.

If NUMBA_DISABLE_JIT=1 is set, nothing is compiled. Kernels then run as plain Python on NumPy integers, which is useful
for debugging, coverage and tests.

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
