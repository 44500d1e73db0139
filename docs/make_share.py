"""Writes what a wheel puts into `share`: manual pages and completions of shells, from the parsers of the commands.

`python -m docs.make_share FOLDER`, which `.ci/release` runs for both of its builds. `hatch_build.py` puts the folder
`share` into the wheel if it is there.
"""

import argparse
import contextlib
import io
import sys
from collections.abc import Iterator
from pathlib import Path

from docs.parsers import arguments_of, commands_of, help_of, values_of
from outflank.cli.main import main as command_line
from outflank.cli.main import parser as whole_parser

_COMPLETIONS = {
    "bash": "bash-completion/completions/outflank",
    "fish": "fish/vendor_completions.d/outflank.fish",
    "zsh": "zsh/site-functions/_outflank",
}
_EXIT_CODES = (
    ("0", "It is done."),
    ("1", "The answer is no, or a game was lost to a fault."),
    ("2", "The command line or an input is wrong."),
    ("129, 130, 143", "SIGHUP, SIGINT or SIGTERM ended it."),
)
_VARIABLES = (
    ("OUTFLANK_DATA_DIR", "Folder for games, libraries and trainings in place of the user's own."),
    ("OUTFLANK_CACHE_DIR", "Folder for compiled kernels in place of the user's own."),
    ("NO_COLOR", "Any value turns colours off."),
)


def write(folder: Path) -> list[Path]:
    """Write everything into a folder, and return the paths."""
    made = {f"man/man1/{name}.1": text for name, text in manual_pages().items()}
    for shell, name in _COMPLETIONS.items():
        with contextlib.redirect_stdout(io.StringIO()) as said:
            command_line(["completion", shell])
        made[name] = said.getvalue()
    for name, text in made.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8", newline="\n")
    return [folder / name for name in made]


def manual_pages() -> dict[str, str]:
    """Manual pages by name: one of the command, and one of each of its commands."""
    top = whole_parser()
    commands = commands_of(top)
    about = {name: about for name, about, _ in commands}
    pages = {"outflank": "\n".join(_page(top, "outflank", "the Othello system for Python", about))}
    for name, short, parser in commands:
        pages[f"outflank-{name}"] = "\n".join(_page(parser, f"outflank-{name}", short, {}))
    return pages


def _page(parser: argparse.ArgumentParser, name: str, about: str, pages: dict[str, str]) -> Iterator[str]:
    """Lines of a page; `pages` are the commands that have one of their own, with what they do."""
    yield f'.TH {_text(name.upper())} 1 "" Outflank "Outflank manual"'
    yield from (".SH NAME", f"{_text(name)} \\- {_text(about)}", ".SH SYNOPSIS", *_usage(parser))
    yield from (".SH DESCRIPTION", _text(parser.description or about))
    yield from _arguments(parser)
    if pages:
        yield ".SH COMMANDS"
        for command, what in pages.items():
            yield from (".TP", f"\\fBoutflank\\-{_text(command)}\\fR(1)", _text(what))
    elif commands := commands_of(parser):
        yield ".SH COMMANDS"
        for _, what, each in commands:
            yield from (f'.SS "{_text(each.prog)}"', *_usage(each), ".PP", _text(each.description or what))
            yield from _arguments(each, ".PP")
            if each.epilog:
                yield from (".PP", _text(each.epilog))
    if parser.epilog:
        yield from (".SH EXAMPLES", _text(parser.epilog.removeprefix("Example: ").removeprefix("Examples: ")))
    yield from (".SH EXIT STATUS", *_listed(_EXIT_CODES))
    yield from (".SH ENVIRONMENT", *_listed(_VARIABLES))
    others = sorted(f"\\fBoutflank\\-{_text(command)}\\fR(1)" for command in pages) or ["\\fBoutflank\\fR(1)"]
    yield from (".SH SEE ALSO", ", ".join(others))
    yield ""


def _arguments(parser: argparse.ArgumentParser, heading: str = "") -> Iterator[str]:
    """Arguments and options of a parser, each group below its title in capitals, or below another `heading`."""
    for group, actions in arguments_of(parser):
        title = {"positional arguments": "arguments"}.get(group.title or "", group.title or "options")
        yield heading or f".SH {_text(title.upper())}"
        if group.description:
            yield _text(group.description)
        for each in actions:
            yield from (".TP", _shown(each), _text(help_of(parser, each)))


def _shown(action: argparse.Action) -> str:
    """An argument or option with its value, as the manual shows it."""
    values = [f"\\fI{_text(each)}\\fR" for each in values_of(action)]
    options = ", ".join(f"\\fB{_text(each)}\\fR" for each in action.option_strings)
    return " ".join([options, *values] if options else values)


def _usage(parser: argparse.ArgumentParser) -> Iterator[str]:
    name, usage = parser.prog, " ".join(parser.format_usage().split()).removeprefix("usage: ")
    yield f"\\fB{_text(name)}\\fR {_text(usage.removeprefix(name))}"


def _listed(rows: tuple[tuple[str, str], ...]) -> Iterator[str]:
    for name, what in rows:
        yield from (".TP", f"\\fB{_text(name)}\\fR", _text(what))


def _text(text: str) -> str:
    """Text of one line, in which nothing is a request or an escape of the typesetter."""
    line = " ".join(text.split()).replace("\\", "\\e").replace("-", "\\-").replace('"', "\\(dq").replace("'", "\\(aq")
    return f"\\&{line}" if line.startswith(".") else line


if __name__ == "__main__":
    for path in write(Path(sys.argv[1])):
        print(path)
