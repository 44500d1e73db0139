"""Kernels that run as plain Python, with the same conversion of arguments and results as in compiled code."""

import functools
import os
import threading
from collections.abc import Callable
from typing import Any, TypeVar, cast

INTERPRETED = os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0")
"""True if kernels are not compiled but run as plain Python."""

F = TypeVar("F", bound=Callable[..., Any])


class _State(threading.local):
    in_kernel = False


_state = _State()


def types_of(signature: Any) -> tuple[tuple[Any, ...], Any]:
    """Split a signature into the Numba types of the arguments and the type of the result."""
    from numba.core import sigutils

    normalize: Callable[..., Any] = sigutils.normalize_signature
    kinds, result = normalize(signature)
    return kinds, result


def interpreted(function: F, signature: Any, *, intrinsic: bool = False) -> F:
    """Wrap `function` so that its arguments and results are converted as in compiled code.

    In a kernel, all numbers have the NumPy types from the signature, and overflow wraps around silently. An intrinsic
    receives plain Python numbers.
    """
    import numpy as np

    kinds, result = types_of(signature)
    converters, result_of = [_plain if intrinsic else _converter(kind) for kind in kinds], _converter(result)

    @functools.wraps(function)
    def call(*values: Any) -> Any:
        called_from_kernel = _state.in_kernel
        _state.in_kernel = not intrinsic
        try:
            with np.errstate(all="ignore"):
                value = function(*(convert(value) for convert, value in zip(converters, values, strict=True)))
        finally:
            _state.in_kernel = called_from_kernel
        return result_of(value) if called_from_kernel else _plain(value)

    return cast(F, call)


def _converter(kind: Any) -> Callable[[Any], Any]:
    """Return a function that converts values to the NumPy type for a Numba number or tuple.

    For any other type, the function returns values unchanged.
    """
    import numba
    import numpy as np

    types: Any = numba.types
    kind = getattr(kind, "twin", kind)
    if isinstance(kind, types.BaseTuple):
        converters = [_converter(each) for each in kind]
        return lambda values: tuple(convert(value) for convert, value in zip(converters, values, strict=True))
    return np.dtype(str(kind)).type if isinstance(kind, types.Number | types.Boolean) else lambda value: value


def _plain(value: Any) -> Any:
    """Convert NumPy numbers in `value` to plain Python numbers."""
    if isinstance(value, tuple):
        return tuple(map(_plain, value))
    import numpy as np

    return value.item() if isinstance(value, np.number | np.bool_) else value
