"""Plain calls between kernels, as between functions in C: with arguments and results in registers.

A function compiled by Numba returns a status, and writes its result or its exception to memory that its caller
provides. Kernels raise no exceptions, so they need none of this. Near the leaves of a search, where a call takes as
long as ten additions, plain calls save 2 to 3 % of all time.
"""

import copy
import functools
from collections.abc import Sequence
from typing import Any

from llvmlite import ir
from numba.core import callconv, cgutils, config, cpu, imputils, types
from numba.core.registry import cpu_target

_BIT = ir.IntType(1)
_NEVER, _ALWAYS = ir.Constant(_BIT, 0), ir.Constant(_BIT, 1)


@functools.cache
def target_context() -> Any:
    """Numba's context for the compilation of kernels. If bounds are checked, kernels raise exceptions as usual."""
    context = cpu_target.target_context
    context.refresh()  # loads the runtime that machine code relies on
    return context if config.BOUNDSCHECK else _Context.like(context)


class _Context(cpu.CPUContext):  # type: ignore[misc]
    kernels: set[str]
    """The symbols of all kernels. Any other function is one of Numba's own."""

    @classmethod
    def like(cls, context: Any) -> "_Context":
        """A context that shares everything with another one except the way of calling kernels."""
        made: _Context = copy.copy(context)
        made.__class__, made.kernels = cls, set()
        return made

    @property
    def call_conv(self) -> "_PlainCalls":
        return _PlainCalls(self)

    def insert_user_function(self, func: Any, fndesc: Any, libs: Sequence[Any] = ()) -> None:
        """Make a kernel known to all callers, including functions that Numba itself compiles."""
        self.kernels.add(fndesc.mangled_name)

        def call(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            kernel = self.declare_function(builder.module, fndesc)
            _, result = self.call_conv.call_function(builder, kernel, fndesc.restype, fndesc.argtypes, arguments)
            return imputils.impl_ret_new_ref(context, builder, signature.return_type, result)

        call.libs = tuple(libs)  # type: ignore[attr-defined]
        self._defns[func].append(call, fndesc.argtypes)

    def declare_function(self, module: Any, fndesc: Any) -> Any:
        if fndesc.mangled_name in self.kernels:
            return super().declare_function(module, fndesc)
        return cpu_target.target_context.declare_function(module, fndesc)


class _PlainCalls(callconv.CPUCallConv):  # type: ignore[misc]
    """The calls of kernels. Numba's own functions, which kernels also call, keep Numba's convention."""

    def _is_kernel(self, function: Any) -> bool:
        return function.name in self.context.kernels

    def get_function_type(self, restype: Any, argtypes: Any) -> Any:
        result = self.context.data_model_manager[restype].get_return_type()
        return ir.FunctionType(result, list(self._get_arg_packer(argtypes).argument_types))

    def decorate_function(self, fn: Any, args: Any, fe_argtypes: Any, noalias: bool = False) -> None:  # noqa: ARG002
        self._get_arg_packer(fe_argtypes).assign_names(fn.args, [f"arg.{name}" for name in args])
        fn.attributes.add("nounwind")

    def get_arguments(self, func: Any) -> Any:
        return func.args if self._is_kernel(func) else super().get_arguments(func)

    def return_value(self, builder: Any, retval: Any) -> None:
        if self._is_kernel(builder.function):
            builder.ret(retval)
        else:
            super().return_value(builder, retval)

    def return_native_none(self, builder: Any) -> None:
        if self._is_kernel(builder.function):
            builder.ret(cgutils.get_null_value(builder.function.function_type.return_type))
        else:
            super().return_native_none(builder)

    def return_user_exc(self, builder: Any, *arguments: Any, **named: Any) -> None:
        if self._is_kernel(builder.function):
            _trap(builder)
        else:
            super().return_user_exc(builder, *arguments, **named)

    def return_status_propagate(self, builder: Any, status: Any) -> None:
        if self._is_kernel(builder.function):
            _trap(builder)
        else:
            super().return_status_propagate(builder, status)

    def call_function(
        self, builder: Any, callee: Any, resty: Any, argtys: Any, args: Any, attrs: Any = None
    ) -> tuple[Any, Any]:
        if not self._is_kernel(callee):
            called: tuple[Any, Any] = super().call_function(builder, callee, resty, argtys, args, attrs)
            return called
        result = builder.call(callee, self._get_arg_packer(argtys).as_arguments(builder, args), attrs=attrs or ())
        status = callconv.Status(
            code=callconv.RETCODE_OK,
            is_ok=_ALWAYS,
            is_none=_ALWAYS if resty == types.none else _NEVER,
            is_error=_NEVER,
            is_stop_iteration=_NEVER,
            is_python_exc=_NEVER,
            is_user_exc=_NEVER,
            excinfoptr=None,
        )
        return status, self.context.get_returned_value(builder, resty, result)

    def raise_error(self, builder: Any, pyapi: Any, status: Any) -> None:
        if status.excinfoptr is not None:
            super().raise_error(builder, pyapi, status)


def _trap(builder: Any) -> None:
    """End a block that is never reached, because kernels raise no exceptions."""
    builder.call(builder.module.declare_intrinsic("llvm.trap", (), ir.FunctionType(ir.VoidType(), ())), ())
    builder.unreachable()
