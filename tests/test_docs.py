"""The examples of the pages in `docs` are run, and print what the pages say; their links lead somewhere."""

import doctest
import re
import shlex
from importlib import import_module
from itertools import groupby, takewhile
from pathlib import Path

import pytest

from docs import make_site
from outflank.cli.main import main, parser
from outflank.jit import INTERPRETED

DOCS = Path(__file__).parent.parent / "docs"
PAGES = sorted(DOCS.rglob("*.md"))
ALONE = [page for page in PAGES if page.parts[len(DOCS.parts)] != "tutorials"]
"""The pages whose examples run by themselves; tests/test_tutorials.py goes through a tutorial from top to bottom."""
SCRIPTS = sorted(path.stem for path in DOCS.glob("make_*.py"))
GENERATED = tuple(make_site.made())
END = ("&&", "||", "|", ";", "&")
OPTIONS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE


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
    blocks = re.findall(r"^```pycon\n(.*?)^```$", page.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
    test = doctest.DocTestParser().get_doctest("\n".join(blocks), {}, page.name, str(page), 0)
    report = []
    doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(test, out=report.append)
    assert not report, "".join(report)


@pytest.mark.slow
@pytest.mark.skipif(INTERPRETED, reason="takes compiled kernels")
@pytest.mark.parametrize(("page", "block"), found(r"^```console\n(.*?)^```$", ALONE))
def test_commands_print_what_they_show(page, block, capsys):
    command, _, expected = block.partition("\n")
    program, *arguments = shlex.split(command.removeprefix("$ "))
    assert program == "outflank"
    assert main(arguments) == 0
    got = capsys.readouterr().out
    example = doctest.Example("", expected)
    checker = doctest.OutputChecker()
    assert checker.check_output(expected, got, OPTIONS), checker.output_difference(example, got, OPTIONS)


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
    assert target.exists() or target.relative_to(DOCS).as_posix() in GENERATED


@pytest.mark.parametrize("script", SCRIPTS)
def test_scripts_that_make_pages_and_pictures_find_all_that_they_import(script):
    try:
        import_module(f"docs.{script}")
    except ModuleNotFoundError as error:
        if error.name is None or error.name.partition(".")[0] in ("docs", "outflank", "tests"):
            raise
        pytest.skip(f"needs {error.name}")
