"""The project's prose, and a fair sample of it for readers.

`python -m tests.prose SEED` prints twenty docstrings, ten error messages and five pages, for a reader who judges each
of them: is this the English of a native engineer? The seed makes the choice, so that nobody picks.
"""

import argparse
import ast
import io
import random
import re
import tokenize
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import outflank

PACKAGE = Path(outflank.__file__).parent
ROOT = Path(__file__).parents[1]
SCRIPTS = PACKAGE / "web/static/js"
N_DOCSTRINGS, N_ERRORS, N_PAGES = 20, 10, 5

_SCRIPT = re.compile(
    r"""(?P<string>"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`)
    |(?P<regex>[(,=:\[!&|?;]\s*/(?![/*])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\[\n])+/)
    |(?P<lines>//[^\n]*(?:\n[ ]*//[^\n]*)*)
    |(?P<block>/\*.*?\*/)""",
    re.VERBOSE | re.DOTALL,
)
"""Comments of a script, and the strings and regular expressions that may contain their signs."""

_TYPE = re.compile(r"\s*\{(?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*\}")


class Words(NamedTuple):
    """A docstring or a comment, and its place."""

    place: str
    text: str
    of_function: bool = False


def _place(path: Path, line: int) -> str:
    return f"{path.relative_to(PACKAGE)}:{line}"


def docstrings(path: Path) -> Iterator[Words]:
    """The docstrings of a module, its classes, functions and attributes."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        body = getattr(node, "body", None)
        for statement in body if isinstance(body, list) else []:
            value = getattr(statement, "value", None)
            if isinstance(statement, ast.Expr) and isinstance(value, ast.Constant) and isinstance(value.value, str):
                of_function = isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and statement is node.body[0]
                yield Words(_place(path, statement.lineno), value.value, of_function)


def comments(path: Path) -> Iterator[Words]:
    """The comments of a module; those on consecutive lines of their own are one."""
    lines: list[str] = []
    first = last = 0
    for token in tokenize.generate_tokens(io.StringIO(path.read_text(encoding="utf-8")).readline):
        if token.type == tokenize.COMMENT and not token.line.lstrip().startswith("#"):
            yield Words(_place(path, token.start[0]), token.string.lstrip("# "))
        elif token.type == tokenize.COMMENT:
            if lines and token.start[0] != last + 1:
                yield Words(_place(path, first), " ".join(lines))
                lines = []
            first = first if lines else token.start[0]
            last = token.start[0]
            lines.append(token.string.lstrip("# "))
    if lines:
        yield Words(_place(path, first), " ".join(lines))


def script_comments(path: Path) -> Iterator[Words]:
    """The comments of a script; a tag of JSDoc gives its description, and comments on consecutive lines are one."""
    text = path.read_text(encoding="utf-8")
    for found in _SCRIPT.finditer(text):
        if found.lastgroup in ("lines", "block"):
            place = _place(path, text.count("\n", 0, found.start()) + 1)
            for prose in script_prose(found.group()):
                yield Words(place, prose)


def script_prose(comment: str) -> list[str]:
    """The text of a comment of a script without its signs, and the descriptions of its tags."""
    plain = " ".join(line.strip().lstrip("/*").rstrip("*/") for line in comment.split("\n"))
    first, *tags = re.split(r"(?:^|\s)@(?=[a-z])", plain)
    return [text for each in (first, *map(_described, tags)) if (text := each.strip(" -"))]


def _described(tag: str) -> str:
    """The description of a tag, after its type and its name."""
    name, _, rest = tag.partition(" ")
    rest = _TYPE.sub("", rest, count=1).strip()
    return rest if name in ("type", "returns") else rest.partition(" ")[2]


def errors(path: Path) -> Iterator[Words]:
    """The messages of the errors that a module raises."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id.endswith("Error"):
            match node.args:
                case [ast.Constant(str(text)), *_] if " " in text:
                    yield Words(_place(path, node.lineno), text)


def pages() -> list[str]:
    """The English pages of the documentation, and the README."""
    found = [path for path in (ROOT / "docs").rglob("*.md") if "ja" not in path.parts and "notebooks" not in path.parts]
    return sorted(path.relative_to(ROOT).as_posix() for path in (*found, ROOT / "README.md"))


def chosen(seed: int) -> tuple[list[Words], list[Words], list[str]]:
    """Docstrings, error messages and pages for a reader, by a seed."""
    rng, modules = random.Random(seed), sorted(PACKAGE.rglob("*.py"))
    texts = [words for path in modules for words in docstrings(path)]
    messages = [words for path in modules for words in errors(path)]
    return rng.sample(texts, N_DOCSTRINGS), rng.sample(messages, N_ERRORS), rng.sample(pages(), N_PAGES)


def main() -> None:
    parser = argparse.ArgumentParser(description="Print a sample of the project's prose.")
    parser.add_argument("seed", type=int)
    texts, messages, read = chosen(parser.parse_args().seed)
    for title, words in (("Docstring", texts), ("Error message", messages)):
        for number, each in enumerate(words, 1):
            print(f"{title} {number} ({each.place})\n\n{each.text}\n")
    for number, page in enumerate(read, 1):
        print(f"Page {number}: {page}")


if __name__ == "__main__":
    main()
