"""`outflank convert`: convert any number of games and positions to another format."""

import argparse
import contextlib
import sys
from collections.abc import Callable, Iterator
from itertools import chain, islice
from pathlib import Path
from typing import Any, BinaryIO

from outflank import formats
from outflank.cli.arguments import STANDARD_INPUT, Commands, add_shared
from outflank.cli.many_games import GamesReport, format_called, opened_report, watched_bytes, write_records
from outflank.cli.outputs import add_force, check_output, is_same, refuse_to_replace
from outflank.errors import OptionError, OutflankError
from outflank.formats import files, streams
from outflank.formats.format import GameInFile
from outflank.play.record import Record

_EXAMPLE = """Examples: outflank convert game.txt game.moves
          printf f5d6 | outflank convert - - --to board
          outflank convert wthor/*.wtb all.ggf --report bad.txt"""


def add_parser(commands: Commands) -> None:
    """Add the command to the `outflank` parser."""
    parser = commands.add_parser(
        "convert",
        help="convert games and positions between formats",
        description="Read files in any known format and write all their games to one file in another format. Files\n"
        "of any length are converted game by game. A game that cannot be read, or that the format cannot\n"
        "store, is reported and skipped, and the exit code is 1. If no game remains, nothing is written and\n"
        "the exit code is 2. Input files are never overwritten; other existing files are overwritten only\n"
        "with --force.",
        epilog=_EXAMPLE,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        add_help=False,
    )
    parser.add_argument("-h", "--help", action=_Help, nargs=0, help="show this help message and exit")
    parser.add_argument("input", nargs="+", metavar="IN", help="a file; - for standard input")
    parser.add_argument("output", metavar="OUT", help="a file whose extension sets the format; - for standard output")
    parser.add_argument("--to", metavar="FORMAT", help="the format to write, whatever the extension of OUT")
    add_shared(parser, report="write a line to FILE for every game with a problem")
    add_force(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Convert as many games as possible, and report the others."""
    to = None if options.to is None else format_called(options.to)
    if to is None and options.output == "-":
        raise OptionError(f"expected a format for standard output: --to {' or '.join(formats.names())}")
    _check_report(options)
    refuse_to_replace(options.output, options.input)
    with contextlib.ExitStack() as stack:
        report = GamesReport(stack.enter_context(opened_report(options.report)))
        progress = stack.enter_context(_progress(options.input))
        records = _good(_games(options.input, progress, report), report)
        first = next(records, None)
        if first is None:
            raise report.first or OutflankError("expected a position or a game, got only comments")
        to = to or formats.format_of(options.output, preferred=formats.that_hold(first.kind))
        format_ = formats.format_named(to)
        check_output(options.output, options.input, force=options.force, beside=format_.beside)
        write_records(chain([first], records), format_, options.output, report)
    report.close(f"{report.n_written:,} converted")
    return 1 if report.n_bad or report.n_missing else 0


def _check_report(options: argparse.Namespace) -> None:
    """Raise OptionError if the report file is also an input file or the output file."""
    if options.report is not None:
        refuse_to_replace(options.report, options.input, "--report")
        if options.report == options.output or is_same(options.output, options.report):
            raise OptionError(f"--report cannot be {files.shown(options.output)}, which is the output")


# --- input ----------------------------------------------------------------------------------------------------------


def _games(
    paths: list[str], progress: Callable[[BinaryIO], BinaryIO], report: GamesReport
) -> Iterator[tuple[str, GameInFile]]:
    """Yield each record and the name of its file. If an argument ends with a game number, only that game is read."""
    for argument in paths:
        path, number = (argument, None) if argument == "-" else files.place_of(argument) or (argument, None)
        source = STANDARD_INPUT if path == "-" else files.shown(path)
        try:
            with contextlib.nullcontext(sys.stdin.buffer) if path == "-" else files.opened(path) as file:
                where = None if path == "-" else Path(path)
                games = streams.read(progress(file), source, path=where)
                for each in games if number is None else islice(games, number - 1, number):
                    yield source, each
        except OutflankError as error:
            report.missing(error)


def _good(games: Iterator[tuple[str, GameInFile]], report: GamesReport) -> Iterator[Record]:
    for source, each in games:
        if each.note:
            report.odd(f"{source}: {each.note}")
        if each.record is not None:
            yield each.record
        elif each.error is not None:
            report.bad(each.error)


# --- output ---------------------------------------------------------------------------------------------------------


@contextlib.contextmanager
def _progress(paths: list[str]) -> Iterator[Callable[[BinaryIO], BinaryIO]]:
    """Yield a function that wraps an input file, so that a terminal shows the progress of reading it."""
    if (total := watched_bytes(paths)) is None:
        yield lambda file: file
        return
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("converting", total=total)
        yield lambda file: streams.counted(file, lambda n_bytes: bar.advance(task, n_bytes))


class _Help(argparse.Action):
    """The option `-h`, which prints the help with a table of formats. The formats are loaded only for this purpose."""

    def __call__(self, parser: argparse.ArgumentParser, *_: Any) -> None:
        rows = {name: formats.format_named(name) for name in formats.names()}
        table = [f"  {name:15} {', '.join(row.extensions):11} {row.description}" for name, row in rows.items()]
        parser.epilog = "\n".join(["formats:", *table, "", _EXAMPLE])
        parser.print_help()
        parser.exit()
