"""A layer of a network as a kernel.

NumPy would hand these small products to a library with threads of its own. On a busy machine, such a library takes
twenty times as long, because its threads wait for each other.
"""

from typing import Any

import numba

from outflank.jit import kernel

_types = numba.types
_Matrix, _Vector = _types.Array(_types.float32, 2, "C"), _types.Array(_types.float32, 1, "C")


@kernel(_types.void(_Matrix, _Matrix, _Vector, _Matrix))
def add_products(inputs: Any, weights: Any, bias: Any, sums: Any) -> None:
    """Fill `sums` [n, outputs] with ``inputs @ weights + bias``, skipping inputs that are 0."""
    n_outputs = weights.shape[1]
    for i in range(inputs.shape[0]):
        for j in range(n_outputs):
            sums[i, j] = bias[j]
    for k in range(inputs.shape[1]):  # each row of weights is read from memory once
        for i in range(inputs.shape[0]):
            factor = inputs[i, k]
            if factor != 0:
                for j in range(n_outputs):
                    sums[i, j] += factor * weights[k, j]
