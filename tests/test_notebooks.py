"""The notebooks of the course run, as a student gets them and with the solutions; the files are what the source says.

The cells are plain Python without magics, so they run here as they are, without Jupyter: what a cell shows, its last
value and what it gives to `display`, is rendered as a notebook would. With the extra `notebooks` the slow tests run
them in a real kernel too.
"""

import ast
import contextlib
import io
import json
import re
from xml.etree import ElementTree

import pytest

from docs import make_notebooks
from docs.make_notebooks import SOURCES, cells, made, solved
from outflank.jit import INTERPRETED

every_notebook = pytest.mark.parametrize("source", SOURCES, ids=lambda source: source.stem)


class Shown(list):
    """What the cells of a notebook have shown, as text or SVG."""

    def add(self, value):
        draw = getattr(value, "_repr_svg_", None)
        self.append(repr(value) if draw is None else draw())


def run(shown_cells):
    """Run the code of a notebook cell by cell; for each the cell and what it printed and showed."""
    pictures = Shown()
    names = {"__name__": "__main__", "display": pictures.add}
    for cell in shown_cells:
        if cell.kind in ("text", "solution"):
            continue
        tree = ast.parse(cell.source)
        last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
        printed = io.StringIO()
        pictures.clear()
        with contextlib.redirect_stdout(printed):
            exec(compile(tree, "cell", "exec"), names)
            value = None if last is None else eval(compile(ast.Expression(last.value), "cell", "eval"), names)
        if value is not None:
            pictures.add(value)
        yield cell, printed.getvalue(), tuple(pictures)


def exercises(shown_cells):
    """The names of the exercises, from their first lines."""
    return [re.match("# Exercise “(.+)”\n", cell.source)[1] for cell in shown_cells if cell.kind == "exercise"]


def needs_kernels(source):
    if INTERPRETED and source.stem.startswith("3"):
        pytest.skip("takes compiled kernels")


@every_notebook
def test_the_notebook_is_what_its_source_says(source):
    written = (make_notebooks.NOTEBOOKS / f"{source.stem}.ipynb").read_text(encoding="utf-8")
    assert made(cells(source.read_text(encoding="utf-8"))) == written, "run: python -m docs.make_notebooks"


def test_each_source_has_its_notebook_and_no_other_is_there():
    assert {path.stem for path in make_notebooks.NOTEBOOKS.glob("*.ipynb")} == {path.stem for path in SOURCES}
    assert len(SOURCES) == 3


@every_notebook
def test_with_the_solutions_every_exercise_is_done(source):
    needs_kernels(source)
    whole = solved(cells(source.read_text(encoding="utf-8")))
    checked = []
    for cell, printed, pictures in run(whole):
        assert "✗" not in printed, printed
        assert "Come back" not in printed, printed
        checked += re.findall("^Exercise “(.+)” is done", printed, re.MULTILINE)
        for picture in pictures:
            if picture.startswith("<svg"):
                ElementTree.fromstring(picture)
        if "display(" in cell.source:
            assert pictures
    assert checked == exercises(whole)


@every_notebook
def test_as_a_student_gets_it_each_check_says_kindly_what_is_missing(source):
    needs_kernels(source)
    given = cells(source.read_text(encoding="utf-8"))
    missing = []
    for cell, printed, _ in run(given):
        if cell.kind in ("check", "hidden"):
            missing += re.findall("^Exercise “(.+)” is not finished", printed, re.MULTILINE)
            assert "expected" in printed
    assert missing == exercises(given)


@pytest.mark.slow
@every_notebook
def test_a_real_kernel_runs_the_notebook(source):
    needs_kernels(source)
    nbformat = pytest.importorskip("nbformat", reason="needs the extra notebooks")
    nbclient = pytest.importorskip("nbclient", reason="needs the extra notebooks")
    for shown in (cells(source.read_text(encoding="utf-8")), solved(cells(source.read_text(encoding="utf-8")))):
        read = nbformat.reads(made(shown), as_version=4)
        nbformat.validate(read)
        nbclient.NotebookClient(read, timeout=300).execute()


# --- the script -----------------------------------------------------------------------------------------------------


def test_an_exercise_without_a_solution_is_an_error():
    alone = cells("# Title\n\n```python exercise\nx = ...\n```\n")
    assert [cell.kind for cell in alone] == ["text", "exercise"]
    with pytest.raises(ValueError, match="no solution"):
        solved(alone)


def test_a_solution_without_an_exercise_is_an_error():
    with pytest.raises(ValueError, match="no exercise"):
        solved(cells("```python solution\nx = 1\n```\n"))


def test_a_solution_is_folded_up_and_not_run():
    written = json.loads(made(cells("```python exercise\nx = ...\n```\n\n```python solution\nx = 1\n```\n")))
    exercise, solution = written["cells"]
    assert (exercise["cell_type"], exercise["metadata"]) == ("code", {"tags": ["exercise"]})
    assert (solution["cell_type"], solution["metadata"]) == ("markdown", {"tags": ["solution"]})
    assert "".join(solution["source"]).startswith("<details>")
