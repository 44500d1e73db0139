"""Every example of the README is run, and prints what the README says."""

import re
import shlex
from pathlib import Path

import pytest

from outflank.cli.main import main
from outflank.jit import INTERPRETED
from outflank.rules import Game
from tests.examples import blocks, check_command, check_session

ROOT = Path(__file__).parent.parent
README = ROOT / "README.md"
JAPANESE = ROOT / "README.ja.md"
TEXT = README.read_text(encoding="utf-8")


@pytest.mark.parametrize("block", blocks("pycon", TEXT))
def test_python_examples_do_what_they_show(block):
    check_session(block, README, {})


@pytest.mark.skipif(INTERPRETED, reason="an engine that is not compiled is too slow for it")
def test_the_engine_is_followed_as_the_readme_does(capsys):
    code = next(block for block in blocks("python", TEXT) if "Engine" in block)
    exec(code, {"game": Game(moves="f5d6c3d3")})
    lines = capsys.readouterr().out.splitlines()
    assert lines[-1].split()[0] == "12"


@pytest.mark.parametrize("block", blocks("console", TEXT))
def test_commands_print_what_they_show(block, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    bot = next(block for block in blocks("python", TEXT) if "corner_first" in block)
    Path("my_bot.py").write_text(bot, encoding="utf-8")
    check_command(block, capsys)


@pytest.mark.slow
def test_the_games_in_the_tour_can_be_set_up(monkeypatch, capsys):
    """The interactive examples, with no input: they begin, and leave politely."""
    import io

    commands = [
        line.partition("#")[0]
        for line in "".join(blocks("sh", TEXT)).splitlines()
        if line.startswith("outflank play --")
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
    (install_and_play, install_and_test) = (block.strip() for block in blocks("sh", TEXT) if block.startswith("pip"))
    assert install_and_play == "pip install . && outflank play"
    ci = (README.parent / ".ci" / "run").read_text(encoding="utf-8")
    assert install_and_test.split("&& ")[1] in ci


def test_the_readme_is_short():
    assert len(TEXT.splitlines()) <= 150


def test_the_readme_in_japanese_has_commands_of_the_english_one():
    """Comments are translated; the example of the tree is not shown, as its words are English."""
    commands = {line.partition("  #")[0].strip() for line in "".join(blocks("sh", TEXT)).splitlines()}
    commands |= {block.partition("\n")[0].removeprefix("$ ") for block in blocks("console", TEXT)}
    japanese = "".join(blocks("sh", JAPANESE.read_text(encoding="utf-8")))
    assert {line.partition("  #")[0].strip() for line in japanese.splitlines()} == commands
