"""Arguments that several commands share: their types, defaults and help; and the JSON that `--json` asks for."""

import argparse
import json
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from outflank.board.squares import SIZES
from outflank.errors import OptionError, OutflankError, excerpt
from outflank.formats.files import find_record, only_record
from outflank.play import GameKind, History, Setup, TimeControl, kind_of, kinds, registry
from outflank.play.record import Record

Commands = Any  # argparse's own type of a group of subparsers is private

_USUAL = "othello"  # the kind of game that is meant if none is named
STANDARD_INPUT = "standard input"
"""Its name in errors."""


def checked(parse: Callable[[str], Any]) -> Callable[[str], Any]:
    """A type for argparse out of a function that raises the package's own errors: their message reaches the user."""

    def convert(text: str) -> Any:
        try:
            return parse(text)
        except OutflankError as error:
            raise argparse.ArgumentTypeError(str(error)) from None

    return convert


def whole_number(low: int, high: int | None = None) -> Callable[[str], int]:
    """A type for argparse: a whole number in a range, the ends included."""

    def convert(text: str) -> int:
        try:
            number = int(text)
        except ValueError:
            raise argparse.ArgumentTypeError(f"expected a whole number, got {excerpt(text)}") from None
        if number < low or (high is not None and number > high):
            span = f"of at least {low}" if high is None else f"from {low} to {high}"
            raise argparse.ArgumentTypeError(f"expected a number {span}, got {excerpt(text)}")
        return number

    return convert


def positive_number(what: str, below: float) -> Callable[[str], float]:
    """A type for argparse: a number above 0 and under `below`; `what` says so in words."""

    def convert(text: str) -> float:
        try:
            number = float(text)
        except ValueError:
            number = -1.0
        if not 0 < number < below:
            raise argparse.ArgumentTypeError(f"expected {what}, got {excerpt(text)}")
        return number

    return convert


SECONDS = positive_number("a positive number of seconds", 1e9)
"""A type for argparse: seconds."""

_SHARED: dict[str, tuple[Callable[[str], Any], str]] = {
    "depth": (whole_number(1, 60), "N"),
    "exact_from": (whole_number(0, 60), "N"),
    "jobs": (whole_number(1, 256), "N"),
    "level": (whole_number(1, 30), "N"),
    "memory": (whole_number(1, 1 << 20), "MB"),
    "nodes": (whole_number(1, 10**18), "N"),
    "report": (str, "FILE"),
    "scheduler": (str, "ADDRESS"),
    "seconds": (SECONDS, "N"),
    "seed": (whole_number(0), "S"),
    "threads": (whole_number(1, 256), "N"),
    "time": (SECONDS, "S"),
    "weights": (Path, "FILE"),
}
"""The type and the placeholder of each option that several commands have."""


def add_shared(parser: argparse._ActionsContainer, **helps: str) -> None:
    """Options that several commands have, each with its help."""
    for name, words in helps.items():
        type_, placeholder = _SHARED[name]
        parser.add_argument(option_of(name), type=type_, metavar=placeholder, help=words)


def option_of(name: str) -> str:
    """An option as it is written: ``--exact-from``."""
    return f"--{name.replace('_', '-')}"


def add_action(actions: Commands, name: str, run: object, about: str, example: str) -> argparse.ArgumentParser:
    """An action of a command, or a step of an action: what it is about in a few words, and arguments for an example."""
    parser: argparse.ArgumentParser = actions.add_parser(
        name,
        help=about,
        description=f"{about[0].upper()}{about[1:]}.",
        epilog=f"Example: {actions._prog_prefix} {name} {example}",
    )
    parser.set_defaults(run=run)
    return parser


def add_json(parser: argparse.ArgumentParser) -> None:
    """`--json`."""
    parser.add_argument("--json", action="store_true", help="print one JSON object instead of text")


def print_json(value: Any) -> None:
    """Print an object on a line at once: letters as they are, or escaped where the terminal lacks them."""
    is_unicode = "utf" in (sys.stdout.encoding or "").lower()
    print(json.dumps(value, ensure_ascii=not is_unicode), flush=True)


PLAYER = checked(registry.spelt)
"""A type for argparse: a player, with its name in the capitals that it has."""


def add_seed(parser: argparse.ArgumentParser) -> None:
    """`--seed`."""
    add_shared(parser, seed="make what is random repeatable")


def add_time(parser: argparse.ArgumentParser, default: str) -> None:
    """`--time`, the clock."""
    parser.add_argument(
        "--time",
        type=checked(TimeControl.parse),
        metavar="T",
        help=f"seconds for each player: 300, 300+2 (increment) or 5/move (default: {default})",
    )


POSITION = (
    "a board string, a transcript, a file in any format (FILE#3 for its third game), - for standard input, or start"
)
"""Names of a position, for help."""


def add_position(parser: argparse.ArgumentParser, name: str) -> None:
    """A position, under the name of a positional argument or of an option."""
    parser.add_argument(name, type=str.strip, metavar="POSITION", help=POSITION)


def add_game(parser: argparse.ArgumentParser, among: type = object) -> None:
    """`--game`, the kind of game, and `--tribolo`, short for one of them; `kind_named` puts them together.

    Only kinds of game are offered that are `among` those of a class.
    """
    names = [name for name in kinds() if isinstance(kind_of(name), among)]
    parser.add_argument("--game", choices=names, metavar="GAME", help=f"{' or '.join(names)} (default: othello)")
    if "tribolo" in names:
        parser.add_argument("--tribolo", action="store_true", help="short for --game tribolo, Othello for three")
    else:
        parser.set_defaults(tribolo=False)


def kind_named(options: argparse.Namespace) -> GameKind[Any] | None:
    """The kind of game that `--game` or `--tribolo` names, None if neither is given. Raises OptionError."""
    if options.tribolo and options.game not in (None, "tribolo"):
        raise OptionError(f"--tribolo cannot go with --game {options.game}")
    name = "tribolo" if options.tribolo else options.game
    return None if name is None else kind_of(name)


def named(options: argparse.Namespace, kind: GameKind[Any]) -> str:
    """The kind of game as it was asked for, for an error message."""
    return "--tribolo" if options.tribolo else f"--game {kind.name}"


def kind_from(options: argparse.Namespace) -> GameKind[Any]:
    """The kind of game that the options name, Othello if they name none. Raises OptionError."""
    return kind_named(options) or kind_of(_USUAL)


def record_from(options: argparse.Namespace, argument: str) -> Record:
    """The game or position that a user names: of the kind that the options name, or else of the kind that it says.

    Says on standard error what was changed or left out. Raises as `formats.files.read_record` does.
    """
    return _record(argument, kind_named(options))


def _record(argument: str, kind: GameKind[Any] | None) -> Record:
    """The game or position that a user names, read once: a pipe cannot be read again; what its reader notes is said."""
    if argument == "-":
        record = only_record(sys.stdin.buffer, STANDARD_INPUT, kind=kind)
    else:
        record = find_record(argument, kind or kind_of(_USUAL), any_kind=kind is None)
    show_notes(record)
    return record if kind is None else record.played_as(kind)


def show_notes(record: Record) -> None:
    """Say on standard error what a reader changed or left out."""
    for note in record.notes:
        print(f"outflank: {note}", file=sys.stderr)


def add_start(parser: argparse.ArgumentParser) -> None:
    """`--start`, `--size` and `--mirrored`, which `start_of` puts together."""
    add_position(parser, "--start")
    sizes = ", ".join(map(str, SIZES))
    parser.add_argument("--size", type=whole_number(1), metavar="N", help=f"board size: {sizes} (default: 8)")
    parser.add_argument("--mirrored", action="store_true", help="start with Black on d4 and e5 instead of White")


def given(options: argparse.Namespace, names: Iterable[str]) -> list[str]:
    """Those of some options that were given, as they are written; one that may be left out is None, False or empty."""
    return [option_of(name) for name in names if vars(options)[name] not in (None, False, "")]


def refuse(options: argparse.Namespace, because: str, *names: str) -> None:
    """Raise OptionError if options were given that make no sense `because` of another."""
    for option in given(options, names):
        raise OptionError(f"{option} cannot go with {because}")


def start_of(options: argparse.Namespace, kind: GameKind[Any]) -> Any:
    """The position that `--start`, `--size` and `--mirrored` describe. Raises OutflankError."""
    return game_of(options, kind).position


def game_of(options: argparse.Namespace, kind: GameKind[Any], record: Record | None = None) -> History[Any]:
    """The game to go on with that `--start`, `--size`, `--mirrored` and, where starts are random, `--seed` describe.

    `record` is what `--start` names, if that was read before. Raises OutflankError.
    """
    if not kind.sizes:
        refuse(options, named(options, kind), "size", "mirrored")
    if options.start in (None, "start"):
        return kind.new_game(kind.start(Setup(options.size, options.mirrored, vars(options).get("seed"))))
    if options.mirrored:
        raise OptionError("--mirrored is for the start of a game: leave it out, or leave out --start")
    game = (record or _record(options.start, kind)).game
    size = game.start.width
    if options.size not in (None, size):
        raise OptionError(f"--size {options.size} contradicts --start, a board of {size}×{size}")
    return game
