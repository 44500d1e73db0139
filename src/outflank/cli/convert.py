"""`outflank convert`: games and positions from one format into another."""

import argparse
import sys
from typing import Any

from outflank.cli.arguments import Commands, records_in
from outflank.errors import OptionError
from outflank.play import files, formats

_EXAMPLE = "Example: outflank convert game.txt game.moves; printf f5d6 | outflank convert - - --to board"


def add_parser(commands: Commands) -> None:
    """Declare the command."""
    parser = commands.add_parser(
        "convert",
        help="turn games and positions from one format into another",
        description="Read a file in any known format and write it in another. If the input is wrong, the error is\n"
        "reported and nothing is written.",
        epilog=_EXAMPLE,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        add_help=False,
    )
    parser.add_argument("-h", "--help", action=_Help, nargs=0, help="show this help message and exit")
    parser.add_argument("input", metavar="IN", help="a file; - for standard input")
    parser.add_argument("output", metavar="OUT", help="a file, whose extension names the format; - for standard output")
    parser.add_argument("--to", metavar="FORMAT", help="the format to write, whatever the extension of OUT")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Convert, and write only what was converted whole."""
    if options.to is not None:
        formats.format_named(options.to)
    elif options.output == "-":
        raise OptionError(f"expected a format for standard output: --to {' or '.join(formats.names())}")
    records = records_in(options.input)
    to = options.to or formats.format_of(options.output, preferred=records[0].kind.formats)
    text = formats.write(records, to)
    if options.output == "-":
        sys.stdout.write(text)
    else:
        files.write_file(options.output, text)
    return 0


class _Help(argparse.Action):
    """`-h`: the help with the table of the formats, which are loaded for it and not for every command."""

    def __call__(self, parser: argparse.ArgumentParser, *_: Any) -> None:
        rows = {name: formats.format_named(name) for name in formats.names()}
        table = [f"  {name:14}{', '.join(row.extensions):8}  {row.description}" for name, row in rows.items()]
        parser.epilog = "\n".join(["formats:", *table, "", _EXAMPLE])
        parser.print_help()
        parser.exit()
