"""Kernels as plain Python, with the same conversions of arguments and results as in compiled code."""

import functools
import os
import threading
from collections.abc import Callable
from typing import Any, TypeVar, cast

INTERPRETED = os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0")
"""True if kernels run as plain Python."""

F = TypeVar("F", bound=Callable[..., Any])


class _State(threading.local):
    in_kernel = False


_state = _State()


def types_of(signature: Any) -> tuple[tuple[Any, ...], Any]:
    """The Numba types in a signature: those of the arguments, and the one of the result."""
    from numba.core import sigutils

    normalize: Callable[..., Any] = sigutils.normalize_signature
    kinds, result = normalize(signature)
    return kinds, result


def interpreted(function: F, signature: str, *, intrinsic: bool = False) -> F:
    """Wrap `function` so that it converts arguments and results as compiled code does.

    In a kernel, all numbers have the NumPy types from the signature and wrap around silently. An intrinsic receives
    Python's own numbers.
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
    """A function that converts a value to the NumPy type for a Numba number or tuple, or that returns it unchanged."""
    import numba
    import numpy as np

    types: Any = numba.types
    if isinstance(kind, types.BaseTuple):
        converters = [_converter(each) for each in kind]
        return lambda values: tuple(convert(value) for convert, value in zip(converters, values, strict=True))
    return np.dtype(str(kind)).type if isinstance(kind, types.Number | types.Boolean) else lambda value: value


def _plain(value: Any) -> Any:
    """Replace NumPy numbers in `value` with Python's own numbers."""
    if isinstance(value, tuple):
        return tuple(map(_plain, value))
    import numpy as np

    return value.item() if isinstance(value, np.number | np.bool_) else value
