"""Every example of the README is run, and prints what the README says."""

import doctest
import re
import shlex
from pathlib import Path

import pytest

from outflank.cli.main import main
from outflank.jit import INTERPRETED
from outflank.rules import Game

ROOT = Path(__file__).parent.parent
README = ROOT / "README.md"
JAPANESE = ROOT / "README.ja.md"
TEXT = README.read_text(encoding="utf-8")
OPTIONS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE


def blocks(language, text=TEXT):
    return re.findall(rf"^```{language}\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)


def check(got, expected):
    checker = doctest.OutputChecker()
    example = doctest.Example("", expected)
    assert checker.check_output(expected, got, OPTIONS), checker.output_difference(example, got, OPTIONS)


OF_TRIBOLO = (ROOT / "docs" / "reference" / "tribolo.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("block", [*blocks("pycon"), *blocks("pycon", OF_TRIBOLO)])
def test_python_examples_do_what_they_show(block):
    test = doctest.DocTestParser().get_doctest(block, {}, "README", str(README), 0)
    report = []
    doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(test, out=report.append)
    assert not report, "".join(report)


@pytest.mark.skipif(INTERPRETED, reason="an engine that is not compiled is too slow for it")
def test_the_engine_is_followed_as_the_readme_does(capsys):
    code = next(block for block in blocks("python") if "Engine" in block)
    exec(code, {"game": Game(moves="f5d6c3d3")})
    lines = capsys.readouterr().out.splitlines()
    assert lines[-1].split()[0] == "12"


@pytest.mark.parametrize("block", blocks("console"))
def test_commands_print_what_they_show(block, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    Path("my_bot.py").write_text(next(block for block in blocks("python") if "corner_first" in block), encoding="utf-8")
    command, _, expected = block.partition("\n")
    if INTERPRETED and "perft 9" in command:
        pytest.skip("counting three million leaves takes long")
    program, *arguments = shlex.split(command.removeprefix("$ "))
    assert program == "outflank"
    assert main(arguments) == 0
    check(capsys.readouterr().out, expected)


@pytest.mark.slow
def test_the_games_in_the_tour_can_be_set_up(monkeypatch, capsys):
    """The interactive examples, with no input: they begin, and leave politely."""
    import io

    commands = [
        line.partition("#")[0] for line in "".join(blocks("sh")).splitlines() if line.startswith("outflank play --")
    ]
    assert len(commands) == 4
    for command in commands:
        monkeypatch.setattr("sys.stdin", io.StringIO(""))
        assert main([*shlex.split(command)[1:], "--no-save", "--quiet"]) == 0
    assert "wins" in capsys.readouterr().out


LINKS = [link for page in (README, JAPANESE) for link in re.findall(r"\]\((?!http)([^)]+)\)", page.read_text("utf-8"))]


@pytest.mark.parametrize("link", LINKS)
def test_links_lead_to_files(link):
    assert (README.parent / link).exists()


def test_the_second_command_is_what_ci_runs():
    (install_and_play, install_and_test) = (block.strip() for block in blocks("sh") if block.startswith("pip"))
    assert install_and_play == "pip install . && outflank play"
    ci = (README.parent / ".ci" / "run").read_text(encoding="utf-8")
    assert install_and_test.split("&& ")[1] in ci


def test_the_readme_is_short():
    assert len(TEXT.splitlines()) <= 150


def test_the_readme_in_japanese_has_commands_of_the_english_one():
    """Comments are translated; the example of the tree is not shown, as its words are English."""
    commands = {line.partition("  #")[0].strip() for line in "".join(blocks("sh")).splitlines()}
    commands |= {block.partition("\n")[0].removeprefix("$ ") for block in blocks("console")}
    japanese = "".join(blocks("sh", JAPANESE.read_text(encoding="utf-8")))
    assert {line.partition("  #")[0].strip() for line in japanese.splitlines()} == commands
