"""`outflank convert`: games and positions from one format into another."""

import argparse
import sys
from pathlib import Path

from outflank.cli.arguments import Commands
from outflank.errors import OptionError


def add_parser(commands: Commands) -> None:
    """Declare the command."""
    parser = commands.add_parser(
        "convert",
        help="turn games and positions from one format into another",
        description="Read a file in any known format and write it in another: saved (.txt), obf (.obf), "
        "board (.board), transcript (.moves) or svg (.svg, a picture). What is "
        "wrong with the input is said, and nothing is written.",
        epilog="Example: outflank convert game.txt game.moves; printf f5d6 | outflank convert - - --to board",
    )
    parser.add_argument("input", metavar="IN", help="a file; - for standard input")
    parser.add_argument("output", metavar="OUT", help="a file, whose extension names the format; - for standard output")
    parser.add_argument("--to", metavar="FORMAT", help="the format to write, whatever the extension of OUT")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Convert, and write only what was converted whole."""
    from outflank.cli import keeping
    from outflank.formats import format_of, read_records
    from outflank.formats.load import read_text
    from outflank.formats.registry import read, write

    if options.to is None and options.output == "-":
        raise OptionError("expected a format for standard output: --to saved, obf, board, transcript or svg")
    to = options.to or format_of(options.output)
    if options.input == "-":
        records = read(read_text(sys.stdin.buffer, "standard input"), source="standard input")
    else:
        records = read_records(options.input)
    text = write(records, to)
    if options.output == "-":
        sys.stdout.write(text)
    else:
        keeping.replace(Path(options.output), text)
    return 0
