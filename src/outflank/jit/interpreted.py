"""Kernels as plain Python, with what compiled code would do to their arguments and results."""

import functools
import os
import threading
from collections.abc import Callable
from typing import Any, TypeVar, cast

INTERPRETED = os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0")
"""Whether kernels run as plain Python."""

F = TypeVar("F", bound=Callable[..., Any])


class _State(threading.local):
    in_kernel = False


_state = _State()


def types_of(signature: Any) -> tuple[tuple[Any, ...], Any]:
    """The Numba types of a signature: of the arguments, and of the result."""
    from numba.core import sigutils

    normalize: Callable[..., Any] = sigutils.normalize_signature
    kinds, result = normalize(signature)
    return kinds, result


def interpreted(function: F, signature: str, *, intrinsic: bool = False) -> F:
    """`function` as it is, with what compiled code would do to its arguments and its result.

    In a kernel every number is NumPy's, of the type that the signature says, and wraps round in silence. An intrinsic
    is written for plain numbers, and those are what Python gets.
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
    """What turns a value into NumPy's number, or tuple of numbers, of a Numba type; all else is left as it is."""
    import numba
    import numpy as np

    types: Any = numba.types
    if isinstance(kind, types.BaseTuple):
        converters = [_converter(each) for each in kind]
        return lambda values: tuple(convert(value) for convert, value in zip(converters, values, strict=True))
    return np.dtype(str(kind)).type if isinstance(kind, types.Number | types.Boolean) else lambda value: value


def _plain(value: Any) -> Any:
    """`value` with Python's numbers in the place of NumPy's."""
    if isinstance(value, tuple):
        return tuple(map(_plain, value))
    import numpy as np

    return value.item() if isinstance(value, np.number | np.bool_) else value
