"""Writes docs/reference/python.md from the docstrings of everything public: `python -m docs.make_reference`."""

import ast
import dataclasses
import importlib
import inspect
import re
import textwrap
from collections import Counter
from collections.abc import Iterator, Sequence
from enum import Enum
from itertools import pairwise
from pathlib import Path
from types import ModuleType
from typing import Any

PAGE = Path(__file__).parent / "reference" / "python.md"
MODULES = ("outflank", "outflank.learning")
HEAD = """# Reference

Every public name with its signature and docstring. `python -m docs.make_reference` writes this page;
[use-from-python.md](../how-to/use-from-python.md) shows in programs how to use them.
"""

Function = ast.FunctionDef | ast.AsyncFunctionDef
_LITERAL = re.compile(r"``(.+?)``")


def made() -> str:
    """The text of the page."""
    parts = [HEAD]
    for name in MODULES:
        module = importlib.import_module(name)
        names = sorted(module.__all__, key=lambda each: (each.isupper(), each.lower(), each))
        parts.append(f"## `{name}`\n")
        parts.append(" · ".join(_linked(names)) + "\n")
        parts += [_described(module, each) for each in names]
    return "\n".join(parts)


def _described(module: ModuleType, name: str) -> str:
    thing = getattr(module, name)
    if inspect.isclass(thing):
        return "\n".join(_of_class(name, thing))
    if inspect.isfunction(thing):
        signature = _signature(_function_in(_tree_of(thing)))
        return f"### `{name}`\n\n`{name}{signature}`\n\n{_prose(inspect.getdoc(thing))}\n"
    return f"### `{name}`\n\n`{name} = {_shown(thing)}`\n\n{_prose(_comment_on(module, name))}\n"


def _of_class(name: str, kind: type) -> Iterator[str]:
    yield f"### `{name}`\n"
    made_with = _constructor(kind)
    bases = [f"`{base.__name__}`" for base in kind.__bases__ if _is_public(base)]
    of = f", which has all that {' and '.join(bases)} has" if bases else ""
    yield f"`{name}{made_with}`{of}\n"
    yield _prose(kind.__doc__ and inspect.cleandoc(kind.__doc__)) + "\n"
    rows = [*_fields(kind), *_members(kind)]
    if rows:
        yield "| member | is |\n|---|---|"
        yield from (f"| `{_cell(member)}` | {_cell(prose)} |" for member, prose in rows)
        yield ""


def _constructor(kind: type) -> str:
    """The arguments of a class, from its own constructor or the fields of a dataclass; nothing for the rest."""
    if issubclass(kind, tuple):
        defaults: dict[str, object] = getattr(kind, "_field_defaults", {})
        fields = getattr(kind, "_fields", ())
        return f"({', '.join(f'{each}={defaults[each]!r}' if each in defaults else each for each in fields)})"
    if issubclass(kind, Enum) or getattr(kind, "_is_protocol", False):
        return ""
    own = next((base for base in kind.__mro__ if "__init__" in vars(base)), object)
    if dataclasses.is_dataclass(kind) and inspect.isfunction(vars(own).get("__init__")):
        return f"({', '.join(_field(each) for each in dataclasses.fields(kind) if each.init)})"
    if own.__module__.startswith("outflank"):
        return _signature(_function_in(_tree_of(vars(own)["__init__"])), with_result=False)
    return ""


def _field(field: "dataclasses.Field[Any]") -> str:
    if field.default_factory is not dataclasses.MISSING:
        return f"{field.name}=…"
    return field.name if field.default is dataclasses.MISSING else f"{field.name}={field.default!r}"


def _fields(kind: type) -> Iterator[tuple[str, str]]:
    """The fields of a class that are described one by one, or of a protocol; and its class variables."""
    for base in _own_bases(kind):
        body = _class_in(_tree_of(base)).body
        for node, after in zip(body, [*body[1:], None], strict=True):
            is_described = isinstance(after, ast.Expr) and isinstance(after.value, ast.Constant)
            if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name) and is_described:
                assert isinstance(after, ast.Expr)
                assert isinstance(after.value, ast.Constant)
                default = "" if node.value is None else f" = {ast.unparse(node.value)}"
                member = f"{node.target.id}: {ast.unparse(node.annotation)}{default}"
                yield member, _prose(inspect.cleandoc(str(after.value.value)))


def _members(kind: type) -> Iterator[tuple[str, str]]:
    """The methods and properties of a class and of its bases in this package, each once."""
    seen: set[str] = set()
    for base in _own_bases(kind):
        for node in _class_in(_tree_of(base)).body:
            if isinstance(node, Function) and not node.name.startswith("_") and node.name not in seen:
                seen.add(node.name)
                decorators = {ast.unparse(each) for each in node.decorator_list}
                is_property = "property" in decorators
                member = node.name + ("" if is_property else _signature(node))
                if is_property and node.returns is not None:
                    member += f": {_unquoted(node.returns)}"
                yield member, _prose(ast.get_docstring(node))


def _own_bases(kind: type) -> list[type]:
    """A class and those of its bases in this package that have no place of their own in the page."""
    return [base for base in kind.__mro__ if base is kind or (_is_ours(base) and not _is_public(base))]


def _is_ours(kind: type) -> bool:
    return kind.__module__.startswith("outflank")


def _is_public(kind: type) -> bool:
    return any(kind.__name__ in importlib.import_module(name).__all__ for name in MODULES)


# --- source ---------------------------------------------------------------------------------------------------------


def _tree_of(thing: Any) -> ast.Module:
    return ast.parse(textwrap.dedent(inspect.getsource(inspect.unwrap(thing) if callable(thing) else thing)))


def _function_in(tree: ast.Module) -> Function:
    (node,) = tree.body
    assert isinstance(node, Function)
    return node


def _class_in(tree: ast.Module) -> ast.ClassDef:
    (node,) = tree.body
    assert isinstance(node, ast.ClassDef)
    return node


def _signature(node: Function, *, with_result: bool = True) -> str:
    arguments = re.sub(r"^(?:self|cls)(?:, |$)", "", ast.unparse(node.args))
    arguments = re.sub(r"^/, ", "", arguments)
    result = f" -> {_unquoted(node.returns)}" if with_result and node.returns is not None else ""
    return f"({arguments}){result}"


def _unquoted(node: ast.expr) -> str:
    """A type as it is meant: one that stands in quotes in the code, as it comes later, without them."""
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else ast.unparse(node)


def _comment_on(module: ModuleType, name: str) -> str | None:
    """The text below the assignment of a name, in the module that defines it."""
    for source in (module, *map(importlib.import_module, _DEFINED_IN.get(name, ()))):
        body = ast.parse(inspect.getsource(source)).body
        for node, after in pairwise(body):
            names = [ast.unparse(each) for each in node.targets] if isinstance(node, ast.Assign) else []
            if name in names and isinstance(after, ast.Expr) and isinstance(after.value, ast.Constant):
                return str(after.value.value)
    return _SIDES.get(name)


_DEFINED_IN = {"PASS": ("outflank.play.moves",), "PlayerLike": ("outflank.play.registry",)}
_SIDES = {"BLACK": "The side that moves first; its number as a seat is 0.", "WHITE": "The other side; its seat is 1."}


# --- text -----------------------------------------------------------------------------------------------------------


def _prose(docstring: str | None) -> str:
    """A docstring in Markdown: paragraphs on one line each, examples and indented code as blocks."""
    if not docstring:
        raise ValueError("something public has no docstring")
    parts = []
    for paragraph in docstring.split("\n\n"):
        if paragraph.startswith(">>>") or all(line.startswith("    ") for line in paragraph.splitlines()):
            parts.append(f"```\n{textwrap.dedent(paragraph)}\n```")
        else:
            parts.append(_LITERAL.sub(r"`\1`", " ".join(paragraph.split())))
    return "\n\n".join(parts)


def _cell(text: str) -> str:
    return text.replace("\n```\n", " ").replace("```", "").replace("\n\n", " ").replace("\n", " ").replace("|", "\\|")


def _shown(thing: object) -> str:
    if isinstance(thing, Enum):
        return f"{type(thing).__name__}.{thing.name}"
    if isinstance(thing, str):
        return repr(thing)
    return " | ".join(_type_name(each) for each in getattr(thing, "__args__", (thing,)))


def _type_name(kind: Any) -> str:
    return re.sub(r"\b(?:\w+\.)+", "", kind.__name__ if inspect.isclass(kind) and "[" not in str(kind) else str(kind))


def _linked(names: Sequence[str]) -> Iterator[str]:
    """Links to the headings of names; of those that differ in capitals alone the later ones are numbered."""
    seen: Counter[str] = Counter()
    for name in names:
        anchor = name.lower()
        number = f"-{seen[anchor]}" if seen[anchor] else ""
        seen[anchor] += 1
        yield f"[{name}](#{anchor}{number})"


if __name__ == "__main__":
    PAGE.write_text(made(), encoding="utf-8")
    print(f"{PAGE.name}: {len(PAGE.read_text(encoding='utf-8').splitlines()):,} lines")
