"""Writes docs/notebooks/*.ipynb from the Markdown in docs/notebooks/source: `python -m docs.make_notebooks`.

Each block of Python becomes a cell, and so does the text between two blocks. The word after ``python`` is the kind of a
cell: an ``exercise`` for the student to finish, a ``check`` of it, a ``hidden`` check that folds up its code, or a
``solution``, which the notebook shows folded up and does not run.

With ``--solved FOLDER`` the notebooks go there, with the solutions in the exercises.
"""

import argparse
import json
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

NOTEBOOKS = Path(__file__).parent / "notebooks"
SOURCES = tuple(sorted((NOTEBOOKS / "source").glob("*.md")))

_BLOCK = re.compile(r"^```python(?: (exercise|check|hidden|solution))?\n(.*?)^```\n", re.MULTILINE | re.DOTALL)
_KERNEL = {"display_name": "Python 3", "language": "python", "name": "python3"}


class Cell(NamedTuple):
    """A cell: ``text``, ``code``, ``exercise``, ``check``, ``hidden`` or ``solution``, and its content."""

    kind: str
    source: str


def cells(source: str) -> list[Cell]:
    """The cells of a notebook in Markdown."""
    found, end = [], 0
    for block in _BLOCK.finditer(source):
        found += _texts(source[end : block.start()])
        found.append(Cell(block[1] or "code", block[2].strip("\n")))
        end = block.end()
    return [*found, *_texts(source[end:])]


def _texts(source: str) -> Iterator[Cell]:
    """Text as cells, one for each section."""
    for part in re.split(r"^(?=## )", source, flags=re.MULTILINE):
        if part.strip():
            yield Cell("text", part.strip())


def solved(unsolved: Sequence[Cell]) -> list[Cell]:
    """The cells with each exercise replaced by the solution that follows it. Raises ValueError if one has none."""
    found: list[Cell] = []
    exercise: int | None = None
    for cell in unsolved:
        if cell.kind == "exercise":
            if exercise is not None:
                raise ValueError(f"no solution of this exercise:\n{found[exercise].source}")
            exercise = len(found)
        if cell.kind == "solution":
            if exercise is None:
                raise ValueError(f"no exercise before this solution:\n{cell.source}")
            found[exercise] = Cell("exercise", cell.source)
            exercise = None
        else:
            found.append(cell)
    if exercise is not None:
        raise ValueError(f"no solution of this exercise:\n{found[exercise].source}")
    return found


def made(shown: Sequence[Cell]) -> str:
    """The notebook with these cells, as the text of a file."""
    notebook = {
        "cells": [_written(number, cell) for number, cell in enumerate(shown)],
        "metadata": {"kernelspec": _KERNEL, "language_info": {"name": "python"}},
        "nbformat": 4,
        "nbformat_minor": 5,
    }
    return json.dumps(notebook, ensure_ascii=False, indent=1) + "\n"


def _written(number: int, cell: Cell) -> dict[str, Any]:
    source = cell.source
    if cell.kind == "solution":
        source = f"<details><summary>A solution</summary>\n\n```python\n{source}\n```\n\n</details>"
    metadata: dict[str, Any] = {} if cell.kind in ("text", "code") else {"tags": [cell.kind]}
    if cell.kind == "hidden":
        metadata["jupyter"] = {"source_hidden": True}
    written = {"id": f"cell-{number}", "metadata": metadata, "source": source.splitlines(keepends=True)}
    if cell.kind in ("text", "solution"):
        return {"cell_type": "markdown", **written}
    return {"cell_type": "code", "execution_count": None, "outputs": [], **written}


def main() -> None:
    """Write all notebooks."""
    parser = argparse.ArgumentParser(description="Write the notebooks of the course.")
    parser.add_argument("--solved", metavar="FOLDER", type=Path, help="write them there, with the solutions filled in")
    folder = parser.parse_args().solved
    for source in SOURCES:
        shown = cells(source.read_text(encoding="utf-8"))
        target = (folder or NOTEBOOKS) / f"{source.stem}.ipynb"
        target.write_text(made(solved(shown) if folder else shown), encoding="utf-8")
        print(target)


if __name__ == "__main__":
    main()
