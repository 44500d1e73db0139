"""The `outflank` command, which runs a subcommand and turns every error into one line and an exit code.

Exit codes:

- 0: success
- 1: the answer is no, or a game was forfeited
- 2: bad usage or input
- 129 or 143: ended by SIGHUP or SIGTERM, respectively
- 130: interrupted by Ctrl-C

SIGHUP and SIGTERM act like Ctrl-C, so no results are lost. `serve` exits with 0 on SIGTERM and Ctrl-C, because these
are the usual ways to stop a server.
"""

import io
import os
import re
import sys
from collections.abc import Iterable, Sequence
from contextlib import suppress
from importlib import import_module
from typing import Literal, TextIO

from outflank import __version__, jit
from outflank.cli import warm
from outflank.cli.parser import Parser, one_line
from outflank.errors import OutflankError
from outflank.processes import interrupted_by_signals

COMMANDS = (
    "play", "serve", "app", "analyse", "review", "practice", "progress", "solve", "proof", "match", "arena", "engine",
    "players", "bot", "book", "perft", "bench", "convert", "library", "people", "train", "completion", "warm",
)  # fmt: skip
"""Names of all commands. Each has a module of the same name, whose `add_parser` declares the command and its `run`."""

_MEANT = {"course": "arena", "tournament": "arena", "class": "arena", "game": "play", "server": "serve"}
"""Maps words that users may try to the commands that they probably mean."""

_BOARD = re.compile(r"-[-.XxBb*OoWw]{11}")


def parser(names: Iterable[str] = COMMANDS) -> Parser:
    """Build a parser for the named commands. No other command is loaded."""
    top = Parser(
        prog="outflank",
        description="Othello for Python: play, analyse, practise, run matches and tournaments.",
        epilog="Example: outflank play --white level2. Each command has its own help: outflank play -h",
    )
    top.add_argument("--version", action="version", version=f"outflank {__version__}")
    top.set_defaults(whole_parser=parser)  # for `completion`
    commands = top.add_subparsers(metavar="COMMAND", required=True, parser_class=Parser)
    for name in names:
        import_module(f"outflank.cli.{name}").add_parser(commands)
    return top


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return the exit code."""
    _prepare_streams()
    with interrupted_by_signals() as signals, jit.watching(warm.CompileLine()):
        code = _caught(sys.argv[1:] if arguments is None else arguments, signals)
    return 128 + signals[0] if signals else code


def _caught(arguments: Sequence[str], signals: Sequence[int]) -> int:
    """Run the command line, and print one line on standard error if an exception occurs.

    Nothing is printed if one of the `signals` caused the exception.
    """
    try:
        code = _run(arguments)
        sys.stdout.flush()
        return code
    except OutflankError as error:
        return _fail(str(error), 2)
    except KeyboardInterrupt:
        return 130 if signals else _fail("interrupted", 130)
    except BrokenPipeError:  # the reader of our output has gone
        _silence(sys.stdout)
        return 0
    except MemoryError:
        return _fail("out of memory", 2)
    except OSError as error:  # for example, when the disk is full
        _silence(sys.stdout)
        return _fail(f"reading or writing failed: {error.strerror or error}{_place(error)}", 2)


def _run(arguments: Sequence[str]) -> int:
    word, *rest = arguments or [""]
    if word in _MEANT:
        return _fail(f"there is no command {word!r}; did you mean {_MEANT[word]}?", 2)
    if word == "help":
        word, *_ = arguments = [*rest[:1], "-h"]
    names = [word] if word in COMMANDS else () if word == "--version" else COMMANDS
    try:
        # A board may start with "-" for an empty square. With a leading space, argparse does not take it for an option.
        options = parser(names).parse_args([f" {text}" if _BOARD.match(text) else text for text in arguments])
    except SystemExit as stop:  # after -h, or after a usage error
        return int(stop.code or 0)
    code: int = options.run(options)
    return code


def _prepare_streams() -> None:
    """Replace closed streams, and make the others print ``?`` for characters that the terminal cannot encode."""
    sys.stdin = _prepared(sys.stdin, "r")
    sys.stdout, sys.stderr = _prepared(sys.stdout, "w"), _prepared(sys.stderr, "w")


def _prepared(stream: TextIO | None, mode: Literal["r", "w"]) -> TextIO:
    if isinstance(stream, io.TextIOWrapper):
        stream.reconfigure(errors="replace")
    return stream or open(os.devnull, mode, encoding="utf-8")  # noqa: PTH123


def _silence(stream: TextIO) -> None:
    """Discard any output that is still buffered, so that Python does not report an error at exit."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def _fail(message: str, code: int) -> int:
    try:
        print(f"outflank: {one_line(message)}", file=sys.stderr, flush=True)
    except OSError:  # the terminal has hung up
        _silence(sys.stderr)
    return code


def _place(error: OSError) -> str:
    return f" ({error.filename})" if error.filename is not None else ""


if __name__ == "__main__":
    sys.exit(main())
