"""Digests of kernel sources, which keep cached machine code valid when unrelated code changes.

A kernel depends on its source, on the functions and constants that it refers to, and on all code that computes those,
in any module. Modules are not imported, but parsed and examined statement by statement. A statement is relevant if it
binds a required name or modifies the object behind it, for example by filling an array. Comments, docstrings and
function annotations are ignored because they do not affect the machine code.
"""

import ast
import hashlib
import sys
from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path
from typing import Any, NamedTuple

PACKAGE = Path(__file__).parent.parent

_ALL = "*"  # in place of a name: everything in the module


class _Import(NamedTuple):
    bound: str
    module: str
    name: str


class _Statement:
    """A top-level statement of a module, with the names that it binds and uses and with its imports."""

    def __init__(self, node: ast.stmt):
        self.node = node
        self.is_kernel = _is_kernel(node)
        self.bound: set[str] = set()
        self.used: set[str] = set()
        self.imports: list[_Import] = []
        if isinstance(node, ast.FunctionDef | ast.ClassDef | ast.AsyncFunctionDef):
            self.bound.add(node.name)
        is_simple = bool(self.bound)  # names bound inside a function or class stay inside
        for part in ast.walk(node):
            if isinstance(part, ast.Name):
                (self.bound if isinstance(part.ctx, ast.Store) and not is_simple else self.used).add(part.id)
            elif isinstance(part, ast.ImportFrom):
                self.imports += [_Import(a.asname or a.name, part.module or "", a.name) for a in part.names]
            elif isinstance(part, ast.Import):
                self.imports += [_Import(a.asname or a.name.split(".")[0], a.name, _ALL) for a in part.names]
        if not is_simple:
            self.bound.update(each.bound for each in self.imports)
        only_binds = is_simple or isinstance(node, ast.Assign | ast.AnnAssign | ast.Import | ast.ImportFrom)
        self.does_something = not (only_binds and self.bound)

    def serves(self, name: str) -> bool:
        """Return whether this statement is needed by code that uses `name` from the module."""
        return name == _ALL or name in self.bound or (self.does_something and name in self.used)

    def text(self) -> bytes:
        """The statement in a canonical form."""
        return ast.dump(self.node).encode()


def _is_kernel(node: ast.stmt) -> bool:
    decorators = node.decorator_list if isinstance(node, ast.FunctionDef) else []
    return any(isinstance(d, ast.Call) and isinstance(d.func, ast.Name) and d.func.id == "kernel" for d in decorators)


class _Stripper(ast.NodeTransformer):
    """Removes annotations and docstrings from a syntax tree."""

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        node.returns = None
        return self.generic_visit(node)

    def visit_arg(self, node: ast.arg) -> ast.AST:
        node.annotation = None
        return node

    def visit_Expr(self, node: ast.Expr) -> ast.AST:
        return ast.Pass() if isinstance(node.value, ast.Constant) else self.generic_visit(node)


class Sources:
    """The modules in a package folder, by default those of this package."""

    def __init__(self, package: Path = PACKAGE):
        self._package = package
        self._modules: dict[str, list[_Statement]] = {}

    def slices(self, modules: Iterable[str]) -> dict[str, set[str]]:
        """The names that the kernels in `modules` require from each module; ``*`` means all names."""
        wanted = [(module, name) for module in modules for s in self._read(module) if s.is_kernel for name in s.bound]
        found: dict[str, set[str]] = defaultdict(set)
        while wanted:
            module, name = wanted.pop()
            if name in found[module]:
                continue
            found[module].add(name)
            bound = set().union(*(statement.bound for statement in self._read(module)))
            for statement in self._read(module):
                if statement.serves(name):
                    wanted += [(module, other) for other in statement.used & bound]
                    wanted += [
                        self._origin(each)
                        for each in statement.imports
                        if name in (_ALL, each.bound) or each.bound not in statement.bound
                        if self._is_followed(each.module)
                    ]
        return dict(found)

    def n_kernels(self, module: str) -> int:
        """Number of kernels in a module."""
        return sum(statement.is_kernel for statement in self._read(module))

    def imports(self, modules: Iterable[str]) -> set[str]:
        """The given modules and all modules that they import, directly or indirectly."""
        wanted, found = list(modules), set()
        while wanted:
            module = wanted.pop()
            if module not in found and self._path(module) is not None:
                found.add(module)
                for statement in self._read(module):
                    if not isinstance(statement.node, ast.FunctionDef):
                        wanted += [self._origin(each)[0] for each in statement.imports]
        return found

    def digest(self, modules: Iterable[str]) -> str:
        """A digest of all code that affects the kernels in `modules`, including the code of this package."""
        state = hashlib.sha256()
        for module, names in sorted(self.slices(modules).items()):
            state.update(f"\0{module}\0".encode())
            for statement in self._read(module):
                if any(statement.serves(name) for name in names):
                    state.update(statement.text())
        for path in sorted((self._package / "jit").glob("*.py")):
            for statement in read_statements(path.read_bytes()):
                state.update(statement.text())
        return _name_of(state)

    def raw_digest(self) -> str:
        """A digest of the raw bytes of all source files, which is quick to compute."""
        state = hashlib.sha256(sys.version.encode())
        for path in sorted(self._package.rglob("*.py")):
            state.update(f"\0{path.relative_to(self._package)}\0".encode() + path.read_bytes())
        return _name_of(state)

    def _is_followed(self, module: str) -> bool:
        return module.split(".")[0] == "outflank" and module != "outflank.jit"

    def _origin(self, imported: _Import) -> tuple[str, str]:
        """The module that defines an imported name, and the name used there."""
        submodule = f"{imported.module}.{imported.name}"
        return (submodule, _ALL) if self._path(submodule) is not None else (imported.module, imported.name)

    def _path(self, module: str) -> Path | None:
        head, *rest = module.split(".")
        if head != "outflank":
            return None
        place = self._package.joinpath(*rest)
        return next((path for path in (place.with_suffix(".py"), place / "__init__.py") if path.is_file()), None)

    def _read(self, module: str) -> list[_Statement]:
        if module not in self._modules:
            path = self._path(module)
            self._modules[module] = [] if path is None else read_statements(path.read_bytes())
        return self._modules[module]


def read_statements(source: bytes) -> list[_Statement]:
    """Parse the statements of a module, without annotations and docstrings."""
    tree = _Stripper().visit(ast.parse(source))
    return [_Statement(node) for node in tree.body if not isinstance(node, ast.Pass)]


def _name_of(state: Any) -> str:
    name: str = state.hexdigest()[:16]
    return name
