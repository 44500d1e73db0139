"""Python as fast as C++: decorators for compiled functions, and a cache for their machine code.

Numba compiles a module of kernels for this processor when the module is first imported; later imports load it from the
cache. The first call to a kernel turns all kernels imported so far into one piece of machine code. In this way, LLVM
optimises each kernel only once; Numba alone would optimise every callee again in each of its callers.

Machine code is cached for groups of modules, in folders named after a digest of the kernels' sources: see `sources`.

If NUMBA_DISABLE_JIT=1 is set, nothing is compiled: kernels run as plain Python on NumPy integers, for debugging,
coverage and tests.

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
