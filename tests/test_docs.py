"""The examples of the pages in `docs` are run, and print what the pages say; their links lead somewhere."""

import re
import shlex
from importlib import import_module
from itertools import groupby, takewhile
from pathlib import Path

import pytest

from docs import make_site
from outflank.cli.main import parser
from outflank.jit import INTERPRETED
from tests.examples import blocks, check_command, check_session

DOCS = Path(__file__).parent.parent / "docs"
PAGES = sorted(DOCS.rglob("*.md"))
ALONE = [page for page in PAGES if page.parts[len(DOCS.parts)] != "tutorials"]
"""The pages whose examples run by themselves; tests/test_tutorials.py goes through a tutorial from top to bottom."""
SCRIPTS = sorted(path.stem for path in DOCS.glob("make_*.py"))
END = ("&&", "||", "|", ";", "&")


def found(pattern, pages=PAGES):
    """A test case for each match of a pattern in the pages."""
    return [
        pytest.param(page, match, id=f"{page.relative_to(DOCS)}-{number}")
        for page in pages
        for number, match in enumerate(re.findall(pattern, page.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL))
    ]


@pytest.mark.parametrize("page", ALONE, ids=lambda page: str(page.relative_to(DOCS)))
def test_python_examples_do_what_they_show(page):
    """All those of a page, one after another in one session."""
    check_session("\n".join(blocks("pycon", page.read_text(encoding="utf-8"))), page, {})


@pytest.mark.slow
@pytest.mark.skipif(INTERPRETED, reason="takes compiled kernels")
@pytest.mark.parametrize(("page", "block"), found(r"^```console\n(.*?)^```$", ALONE))
def test_commands_print_what_they_show(page, block, capsys):
    check_command(block, capsys)


@pytest.mark.parametrize(("page", "block"), found(r"^```sh\n(.*?)^```$"))
def test_commands_for_a_shell_are_ones_that_the_parser_takes(page, block):
    for line in block.replace("\\\n", " ").splitlines():
        words = shlex.split(line, comments=True)
        commands = [list(run) for is_end, run in groupby(words, END.__contains__) if not is_end]
        for program, *rest in commands:
            arguments = list(takewhile(lambda word: word not in (">", ">>"), rest))
            if program == "outflank":
                parser(arguments[:1]).parse_args(arguments)


@pytest.mark.parametrize(("page", "link"), found(r"\]\((?!http)([^)#]+)\)"))
def test_links_lead_to_files(page, link):
    target = (page.parent / link).resolve()
    assert target.exists() or target.relative_to(DOCS).as_posix() in make_site.PAGES


@pytest.mark.parametrize("script", SCRIPTS)
def test_scripts_that_make_pages_and_pictures_find_all_that_they_import(script):
    try:
        import_module(f"docs.{script}")
    except ModuleNotFoundError as error:
        if error.name is None or error.name.partition(".")[0] in ("docs", "outflank", "tests"):
            raise
        pytest.skip(f"needs {error.name}")
