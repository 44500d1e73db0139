"""A reader who follows a tutorial from top to bottom gets what it shows.

The blocks of a page run in order, in one folder and one session: ``python`` runs, a ``text`` block right below it is
what it prints, ``pycon`` and ``console`` show their own output. A ``python`` block with a title is a file; if the title
is a path in ``src``, it is an excerpt from that file.
"""

import contextlib
import io
import re
from pathlib import Path

import pytest

from docs import make_trees
from outflank.jit import INTERPRETED
from tests.examples import check_command, check_session, check_shown

ROOT = Path(__file__).parent.parent
TUTORIALS = ROOT / "docs" / "tutorials"
PAGES = sorted(TUTORIALS.rglob("*.md"))
FENCE = re.compile(r"^```(\w+)(?: title=\"([^\"]*)\")?\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def name_of(page):
    return page.relative_to(TUTORIALS).as_posix()


@pytest.mark.slow
@pytest.mark.skipif(INTERPRETED, reason="takes compiled kernels")
@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_a_tutorial_does_what_it_shows(page, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("OUTFLANK_DATA_DIR", str(tmp_path / "data"))
    monkeypatch.syspath_prepend(str(tmp_path))
    text = page.read_text(encoding="utf-8")
    names, printed, end = {"__name__": "tutorial"}, "", 0
    for fence in FENCE.finditer(text):
        language, title, code = fence.groups()
        if language == "text" and printed and not text[end : fence.start()].strip():
            check_shown(printed, code)
        printed, end = "", fence.end()
        if language == "python" and title:
            if not title.startswith("src/"):
                Path(title).write_text(code, encoding="utf-8")
        elif language == "python":
            with contextlib.redirect_stdout(io.StringIO()) as out:
                exec(compile(code, f"{name_of(page)}: {code.splitlines()[0]}", "exec"), names)
            printed = out.getvalue()
        elif language == "pycon":
            check_session(code, page, names)
        elif language == "console":
            check_command(code, capsys)


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_excerpts_are_what_the_source_says(page):
    for _, title, code in FENCE.findall(page.read_text(encoding="utf-8")):
        if title.startswith("src/"):
            assert code in (ROOT / title).read_text(encoding="utf-8"), f"{title} has changed:\n{code}"


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_every_block_says_its_language(page):
    fences = re.findall(r"^```(.*)$", page.read_text(encoding="utf-8"), re.MULTILINE)
    known = {"python", "text", "pycon", "console", "sh", "toml", ""}
    assert {fence.partition(" ")[0] for fence in fences} <= known


def test_the_trees_are_those_that_the_players_search():
    drawn = {path.stem: path.read_text(encoding="utf-8") for path in make_trees.FOLDER.glob("*.svg")}
    assert drawn == make_trees.made()
