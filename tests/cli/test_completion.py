"""`outflank completion` in the shells themselves, and the manual pages that a wheel brings."""

import shutil
import subprocess
import sys

import pytest

from docs.make_share import manual_pages, write
from outflank.cli.main import COMMANDS

COMPLETED = [
    ("outflank ana", "analyse"),
    ("outflank library se", "search"),
    ("outflank play --bla", "--black"),
    ("outflank play --black bud", "budget"),
    ("outflank match dee", "deepening"),
    ("outflank analyse f5 --game trib", "tribolo"),
    ("outflank convert my_ga", "my_games.txt"),
]


@pytest.mark.skipif(shutil.which("fish") is None, reason="no fish here")
@pytest.mark.parametrize(("line", "completed"), COMPLETED)
def test_fish_completes_what_is_begun(outflank, home, line, completed):
    (home / "complete.fish").write_text(outflank("completion", "fish").out, encoding="utf-8")
    (home / "my_games.txt").touch()
    done = subprocess.run(
        ["fish", "--no-config", "-c", f"source complete.fish; complete -C '{line}'"],
        cwd=home,
        capture_output=True,
        text=True,
        check=True,
    )
    assert [row.partition("\t")[0] for row in done.stdout.splitlines()] == [completed]


@pytest.mark.skipif(shutil.which("zsh") is None or sys.platform == "win32", reason="no zsh here")
def test_zsh_completes_what_is_begun(outflank, home):
    import pexpect

    (home / "_outflank").write_text(outflank("completion", "zsh").out, encoding="utf-8")
    (home / "my_games.txt").touch()
    (home / ".zshrc").write_text(
        f"fpath=({home} $fpath); autoload -U compinit; compinit -u -D; PS1='READY> '; unsetopt zle_bracketed_paste\n",
        encoding="utf-8",
    )
    environment = {"HOME": str(home), "ZDOTDIR": str(home), "TERM": "dumb", "PATH": "/usr/bin:/bin"}
    shell = pexpect.spawn(
        "zsh", ["-i"], cwd=str(home), env=environment, encoding="utf-8", timeout=60, dimensions=(60, 200)
    )
    shell.expect("READY> ")
    for line, completed in COMPLETED:
        shell.send(f"{line}\t\x01echo RESULT: \n")  # Tab, then to the beginning of the line
        shell.expect(r"\nRESULT: ([^\r\n]*)")
        assert shell.match[1].split() == [*line.split()[:-1], completed]
        shell.expect("READY> ")
    shell.close(force=True)


def test_every_command_has_a_manual_page():
    pages = manual_pages()
    assert set(pages) == {"outflank", *(f"outflank-{name}" for name in COMMANDS)}
    assert "\\fB\\-\\-white\\fR \\fIPLAYER\\fR" in pages["outflank-play"]
    assert '.SS "outflank library search"' in pages["outflank-library"]


@pytest.mark.skipif(shutil.which("man") is None or sys.platform == "darwin", reason="no man of man-db here")
def test_manual_pages_are_typeset_without_a_warning(tmp_path):
    pages = [path for path in write(tmp_path) if path.suffix == ".1"]
    done = subprocess.run(
        ["man", "--warnings", "-l", "-E", "UTF-8", "-Tutf8", *pages], capture_output=True, text=True, check=True
    )
    assert done.stderr == ""
    assert "outflank-play - play a game in the terminal" in done.stdout
    assert (tmp_path / "bash-completion" / "completions" / "outflank").stat().st_size > 10_000
