"""Compilation of kernels with Numba into shared pieces of machine code.

Numba normally compiles each function as a separate library. Each library is linked with all its callees, which are then
optimised and translated again. Here, functions from many modules share a library called a *unit*. A unit is optimised
and translated only once, when one of its functions is first called. This reduces the time to a third. Explicit
signatures save more time, because Numba would otherwise infer the result type of a recursive function again for every
recursive call.
"""

import gc
import pickle
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from llvmlite import binding
from numba.core import codegen, compiler, funcdesc, lowering, serialize, typeinfer, types, typing
from numba.core.compiler_lock import global_compiler_lock
from numba.core.compiler_machinery import LoweringPass, PassManager, register_pass
from numba.core.registry import CPUDispatcher

from outflank.jit.calls import target_context
from outflank.processes import in_one_go

lock: Any = global_compiler_lock
"""A reentrant lock that must be held during compilation."""

_OPTIONS = {"nopython": True, "nogil": True, "error_model": "numpy", "boundscheck": None, "no_cfunc_wrapper": True}
# Numba's steps for features that kernels do not use: closures and comprehensions, `with`, `literally`, exceptions with
# arguments, functions inlined by Numba, and reports. Each step would cost time in every kernel. A kernel that uses one
# of these features fails to compile.
_UNUSED = (
    "AnnotateTypes",
    "DumpParforDiagnostics",
    "FindLiterallyCalls",
    "InlineClosureLikes",
    "InlineInlinables",
    "InlineOverloads",
    "LiteralPropagationSubPipelinePass",
    "LiteralUnroll",
    "MakeFunctionToJitFunction",
    "RewriteDynamicRaises",
    "WithLifting",
)


def processor() -> str:
    """Describe the target of the machine code: its architecture, processor and processor features."""
    return repr(target_context().codegen().magic_tuple())


class Unit(codegen.JITCodeLibrary):  # type: ignore[misc]
    """A library of functions that are compiled together. Other units link its unoptimised code."""

    def __init__(self, name: str, done: Callable[["Unit"], object]):
        super().__init__(target_context().codegen(), name)
        self.enable_object_caching()
        self.kernels: list[Kernel] = []
        self.is_open = True
        self._done = done
        self._callees: dict[Unit, None] = {}

    def add_linking_library(self, library: Any) -> None:
        """Link a library that this unit calls. Another unit may be passed even before it has been compiled."""
        if isinstance(library, Unit):
            self._callees[library] = None
        else:
            super().add_linking_library(library)

    def _optimize_functions(self, module: Any) -> None:
        """Set only the data layout. `finalize` later optimises all functions together."""
        module.data_layout = self._codegen._data_layout

    def _optimize_final_module(self) -> None:
        """Run one of Numba's two optimisation passes. The other one only affects functions that count references."""
        passes, builder = self._codegen._module_pass_manager()
        passes.run(self._final_module, builder)

    def finalize(self) -> None:
        """Compile the unit."""
        with lock:
            self.is_open = False
            for unit in self._and_its_callees(set())[1:]:
                for library in unit._linking_libraries:
                    super().add_linking_library(library)
                self._final_module.link_in(unit._linkable(), preserve=True)
            super().finalize()
            for kernel in self.kernels:
                kernel.finish()
            self._done(self)

    def close(self) -> None:
        """Compile the unit if it has not been compiled yet."""
        with lock, in_one_go():
            self._ensure_finalized()

    def _and_its_callees(self, seen: set["Unit"]) -> list["Unit"]:
        """This unit and its direct and indirect callees, excluding those in `seen`. Callers precede their callees.

        The order matters: when LLVM links a module, it keeps only functions that already have callers.
        """
        seen.add(self)
        found: list[Unit] = []
        for unit in self._callees:
            if unit not in seen:
                found = unit._and_its_callees(seen) + found
        return [self, *found]

    def _linkable(self) -> Any:
        """A copy of the module from which the linker may drop duplicate functions and functions without callers."""
        if self._finalized:
            return self._get_module_for_linking()
        module = self._final_module.clone()
        for function in module.functions:
            if not function.is_declaration and function.linkage == binding.Linkage.external:
                function.linkage = "linkonce_odr"
        return module


class Kernel(CPUDispatcher):  # type: ignore[misc]
    """A compiled function with one fixed signature. Arguments are converted to its types."""

    def __init__(self, function: Any, kinds: tuple[Any, ...], result: Any):
        super().__init__(function, targetoptions=dict(_OPTIONS))
        self.targetctx = target_context()
        self.name = f"{function.__module__}.{function.__qualname__}"
        self._kinds, self._result = kinds, result
        self._unit: Unit | None = None

    def lower(self, unit: Unit) -> None:
        """Translate the function to LLVM code and add the code to a unit."""
        self._unit = unit
        flags = compiler.Flags()
        self.targetdescr.options.parse_as_flags(flags, self.targetoptions)
        flags.no_compile = True  # the unit compiles it
        self._announce(unit)
        with typeinfer.register_dispatcher(self), _remembering_operators(), _without_collecting():
            self._lowered = compiler.compile_extra(
                self.typingctx,
                self.targetctx,
                self.py_func,
                self._kinds,
                self._result,
                flags,
                {},
                library=unit,
                pipeline_class=_Pipeline,
            )
        unit.kernels.append(self)

    def _announce(self, unit: Unit) -> None:
        """Make the kernel's signature available to type inference, for its callers and for recursive calls."""
        fields = dict.fromkeys(compiler.CR_FIELDS) | {
            "signature": typing.signature(self._result, *self._kinds),
            "entry_point": self.py_func,
            "objectmode": False,
            "library": unit,
        }
        self.overloads[self._kinds] = compiler.CompileResult(**fields)

    def finish(self) -> None:
        """Install the machine code of the compiled unit."""
        self._install(self._lowered, self._unit)

    def _install(self, result: Any, library: Any) -> None:
        entry_point = self.targetctx.get_executable(library, result.fndesc, result.environment)
        self.targetctx.insert_user_function(entry_point, result.fndesc, [library])
        self.add_overload(result._replace(entry_point=entry_point, library=library))
        self.disable_compile()

    def compile(self, _signature: Any) -> Any:
        """Return the only compiled version, regardless of the argument types. Called by Numba."""
        return self.overloads[self._kinds].entry_point

    def _compile_for_args(self, *_values: Any, **_named: Any) -> Any:
        """Compile the unit when the kernel is first called from Python, and return the entry point."""
        assert self._unit is not None
        self._unit.close()
        return self.overloads[self._kinds].entry_point

    # --- in the cache ---------------------------------------------------------------------------------------------

    def saved(self) -> tuple[Any, ...]:
        """The arguments for `restore` other than the library."""
        result = self._lowered
        result.fndesc.typemap = result.fndesc.calltypes = None
        return result.fndesc, result.signature

    def restore(self, library: Any, fndesc: Any, signature: Any) -> None:
        """Install machine code from the cache."""
        fields = dict.fromkeys(compiler.CR_FIELDS) | {
            "typing_context": self.typingctx,
            "target_context": self.targetctx,
            "environment": _environment(fndesc.env_name, []),
            "fndesc": fndesc,
            "signature": signature,
            "objectmode": False,
            "reload_init": (),
        }
        self._install(compiler.CompileResult(**fields), library)


def dump(unit: Unit) -> bytes:
    """Serialise a compiled unit for storage in the cache."""
    found = unit.kernels[0]._lowered._replace(library=unit)._find_referenced_environments()
    environments = [(each.env_name, list(each.consts)) for each in found]
    kernels = {kernel.name: kernel.saved() for kernel in unit.kernels}
    data: bytes = serialize.dumps((unit.serialize_using_object_code(), kernels, environments))
    return data


def undump(data: bytes) -> tuple[Any, dict[str, tuple[Any, ...]]]:
    """Load a library from cached data, along with the arguments of `restore` for each kernel."""
    code, kernels, environments = pickle.loads(data)
    own = target_context().codegen()
    library = own.unserialize_library(code)
    for name, constants in environments:
        own.set_env(name, _environment(name, constants))
    return library, kernels


def _environment(name: str, constants: list[Any]) -> Any:
    """The environment that gives compiled functions access to Python objects.

    Numba's version would import the function's module to obtain its globals.
    """
    environment = lowering.Environment._memo.get(name)
    if environment is None:
        environment = lowering.Environment._memo[name] = lowering.Environment({})
        environment.env_name = name
        environment.consts[:] = constants
    return environment


# --- Numba's compiler ---------------------------------------------------------------------------------------------


@register_pass(mutates_CFG=False, analysis_only=False)
class _Register(LoweringPass):  # type: ignore[misc]
    """Compiler pass that makes a function callable, by itself or by others, before its code exists."""

    _name = "outflank_register"

    def __init__(self) -> None:
        LoweringPass.__init__(self)

    def run_pass(self, state: Any) -> bool:
        flags, context = state.flags, state.targetctx
        description = funcdesc.PythonFunctionDescriptor.from_specialized_function(
            state.func_ir,
            state.typemap,
            state.return_type,
            state.calltypes,
            mangler=context.mangler,
            inline=flags.forceinline,
            noalias=flags.noalias,
            abi_tags=[flags.get_mangle_string()],
        )
        context.insert_user_function(state.func_id.func, description, [state.library])
        return False


class _Pipeline(compiler.CompilerBase):  # type: ignore[misc]
    """Numba's compiler pipeline without unused steps, and with `_Register` before the step that emits LLVM code."""

    def define_pipelines(self) -> list[Any]:
        manager = PassManager("kernel")
        for step, what in compiler.DefaultPassBuilder.define_nopython_pipeline(self.state).passes:
            name = step.__name__ if isinstance(step, type) else type(step).__name__
            if name == "NativeLowering":
                manager.add_pass(_Register, "make the function known")
            if name not in _UNUSED:
                manager.add_pass(step, what)
        manager.finalize()
        return [manager]


@contextmanager
def _without_collecting() -> Iterator[None]:
    """Disable the garbage collector, which would spend a tenth of the compile time scanning Numba's objects."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()


@contextmanager
def _remembering_operators() -> Iterator[None]:
    """Cache the resolution of operators by function and argument types. Numba would resolve each one a dozen times."""
    inferer = typeinfer.TypeInferer
    resolve = inferer.resolve_call
    known: dict[Any, Any] = {}

    def resolve_once(self: Any, function: Any, kinds: Any, named: Any) -> Any:
        if named or not isinstance(function, types.Function):
            return resolve(self, function, kinds, named)
        key = function, tuple(kinds)
        if key not in known:
            known[key] = resolve(self, function, kinds, named)
        return known[key]

    inferer.resolve_call = resolve_once
    try:
        yield
    finally:
        inferer.resolve_call = resolve
