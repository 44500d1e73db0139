"""Arguments that several commands share, with their types, defaults and help texts, and output for `--json`."""

import argparse
import json
import math
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from outflank.board.squares import SIZES
from outflank.errors import OptionError, OutflankError, excerpt
from outflank.formats.files import find_record, only_record
from outflank.play import GameKind, History, Setup, TimeControl, kind_of, kinds, registry
from outflank.play.record import Record

Commands = Any  # argparse's own type for a group of subparsers is private

_USUAL = "othello"  # the default kind of game
STANDARD_INPUT = "standard input"
"""Label for standard input in error messages."""


def checked(parse: Callable[[str], Any]) -> Callable[[str], Any]:
    """Turn a function into an argparse type. If it raises an OutflankError, users see the message."""

    def convert(text: str) -> Any:
        try:
            return parse(text)
        except OutflankError as error:
            raise argparse.ArgumentTypeError(str(error)) from None

    return convert


def whole_number(low: int, high: int | None = None) -> Callable[[str], int]:
    """Create an argparse type for integers from `low` to `high`, inclusive."""

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


def number_or_auto(low: int, high: int) -> Callable[[str], int | None]:
    """Create an argparse type for integers from `low` to `high`, or ``auto``, which leaves the choice to the command.

    The option's value is then None, as if it had not been set.
    """

    def convert(text: str) -> int | None:
        if text == "auto":
            return None
        if text.isdecimal() and low <= int(text) <= high:
            return int(text)
        raise argparse.ArgumentTypeError(f"expected auto or a number from {low} to {high}, got {excerpt(text)}")

    return convert


def rating_number(text: str) -> float:
    """Convert a rating in Elo points; an argparse type."""
    try:
        rating = float(text)
    except ValueError:
        rating = math.nan
    if not math.isfinite(rating):
        raise argparse.ArgumentTypeError(f"expected a rating in Elo points, got {excerpt(text)}")
    return rating


def positive_number(what: str, below: float) -> Callable[[str], float]:
    """Create an argparse type for numbers above 0 and below `below`. `what` describes them in error messages."""

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
"""Argparse type for a number of seconds."""

THREADS = "search threads, or auto for one per free core (default: auto"
"""Help text of `--threads`, without the closing bracket."""

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
    "threads": (number_or_auto(1, 256), "N"),
    "time": (SECONDS, "S"),
    "weights": (Path, "FILE"),
}
"""Maps each shared option to its type and the placeholder shown in its help text."""


def add_shared(parser: argparse._ActionsContainer, **helps: str) -> None:
    """Add shared options to a parser. `helps` contains their names and help texts."""
    for name, words in helps.items():
        type_, placeholder = _SHARED[name]
        parser.add_argument(option_of(name), type=type_, metavar=placeholder, help=words)


def option_of(name: str) -> str:
    """Convert an option's name to its command-line form, for example ``--exact-from``."""
    return f"--{name.replace('_', '-')}"


def add_action(actions: Commands, name: str, run: object, about: str, example: str) -> argparse.ArgumentParser:
    """Add an action to a command. `about` is its help text, and `example` shows typical arguments."""
    parser: argparse.ArgumentParser = actions.add_parser(
        name,
        help=about,
        description=f"{about[0].upper()}{about[1:]}.",
        epilog=f"Example: {actions._prog_prefix} {name} {example}",
    )
    parser.set_defaults(run=run)
    return parser


ONE_OBJECT, OBJECTS, ARRAY = "one JSON object", "one JSON object per line", "one JSON array"
"""Words for the output of a command with `--json`."""


def add_json(parser: argparse.ArgumentParser, printed: str = ONE_OBJECT) -> None:
    """Add the option `--json`. `printed` describes the output for the help."""
    parser.add_argument("--json", action="store_true", help=f"print {printed} instead of text")


def print_json(value: Any) -> None:
    """Print an object as one line of JSON and flush. Non-ASCII characters are escaped unless the output is Unicode."""
    is_unicode = "utf" in (sys.stdout.encoding or "").lower()
    print(json.dumps(value, ensure_ascii=not is_unicode), flush=True)


PLAYER = checked(registry.spelt)
"""Argparse type for a player, which corrects the case of the player's name."""


def add_seed(parser: argparse.ArgumentParser) -> None:
    """Add the option `--seed`."""
    add_shared(parser, seed="seed the random numbers, for repeatable results")


def add_time(parser: argparse.ArgumentParser, default: str) -> None:
    """Add the option `--time`, which sets the time control."""
    parser.add_argument(
        "--time",
        type=checked(TimeControl.parse),
        metavar="T",
        help=f"seconds for each player: 300, 300+2 (increment) or 5/move (default: {default})",
    )


POSITION = (
    "a board string, a transcript, a file in any format (FILE#3 for its third game), - for standard input, or start"
)
"""Help text for arguments that accept a position."""


def add_position(parser: argparse.ArgumentParser, name: str) -> None:
    """Add an argument or option that accepts a position."""
    parser.add_argument(name, type=str.strip, metavar="POSITION", help=POSITION)


def add_game(parser: argparse.ArgumentParser, among: type = object) -> None:
    """Add the option `--game`, whose choices are instances of the class `among`, and its short form `--tribolo`.

    Use `kind_named` to get the result.
    """
    names = [name for name in kinds() if isinstance(kind_of(name), among)]
    parser.add_argument("--game", choices=names, metavar="GAME", help=f"{' or '.join(names)} (default: othello)")
    if "tribolo" in names:
        parser.add_argument("--tribolo", action="store_true", help="short for --game tribolo, Othello for three")
    else:
        parser.set_defaults(tribolo=False)


def kind_named(options: argparse.Namespace) -> GameKind[Any] | None:
    """Return the kind of game that the user chose with `--game` or `--tribolo`; None if neither option is set.

    Raises OptionError if the two options contradict each other.
    """
    if options.tribolo and options.game not in (None, "tribolo"):
        raise OptionError(f"--tribolo cannot be used with --game {options.game}")
    name = "tribolo" if options.tribolo else options.game
    return None if name is None else kind_of(name)


def named(options: argparse.Namespace, kind: GameKind[Any]) -> str:
    """Return the option that set the kind of game, for use in error messages."""
    return "--tribolo" if options.tribolo else f"--game {kind.name}"


def kind_from(options: argparse.Namespace) -> GameKind[Any]:
    """Return the kind of game that the user chose, or Othello by default.

    Raises OptionError if the options contradict each other.
    """
    return kind_named(options) or kind_of(_USUAL)


def record_from(options: argparse.Namespace, argument: str) -> Record:
    """Read the game or position that `argument` refers to, and convert it if the user chose a kind of game.

    Prints the file reader's notes on standard error. Raises the same errors as `formats.files.read_record`.
    """
    return _record(argument, kind_named(options))


def _record(argument: str, kind: GameKind[Any] | None) -> Record:
    """Read the game or position that `argument` refers to, and print the reader's notes.

    Call this only once for each argument, because input from a pipe cannot be read again.
    """
    if argument == "-":
        record = only_record(sys.stdin.buffer, STANDARD_INPUT, kind=kind)
    else:
        record = find_record(argument, kind or kind_of(_USUAL), any_kind=kind is None)
    show_notes(record)
    return record if kind is None else record.played_as(kind)


def show_notes(record: Record) -> None:
    """Print the file reader's notes about a record on standard error."""
    for note in record.notes:
        print(f"outflank: {note}", file=sys.stderr)


def add_start(parser: argparse.ArgumentParser) -> None:
    """Add the options `--start`, `--size` and `--mirrored`, which `start_of` interprets."""
    add_position(parser, "--start")
    sizes = ", ".join(map(str, SIZES))
    parser.add_argument("--size", type=whole_number(1), metavar="N", help=f"board size: {sizes} (default: 8)")
    parser.add_argument("--mirrored", action="store_true", help="start with Black on d4 and e5 instead of White")


def given(options: argparse.Namespace, names: Iterable[str]) -> list[str]:
    """Return the options in `names` that the user set, in their command-line form.

    An option counts as unset if it is None, False or empty.
    """
    values = vars(options)
    return [option_of(name) for name in names if values[name] is not False and values[name] not in (None, "")]


def refuse(options: argparse.Namespace, because: str, *names: str) -> None:
    """Raise OptionError if the user set any of the named options. `because` describes the conflicting choice."""
    for option in given(options, names):
        raise OptionError(f"{option} cannot be used with {because}")


def start_of(options: argparse.Namespace, kind: GameKind[Any]) -> Any:
    """Return the starting position that `--start`, `--size` and `--mirrored` select.

    Raises OutflankError if it cannot be read or the options contradict each other.
    """
    return game_of(options, kind).position


def game_of(options: argparse.Namespace, kind: GameKind[Any], record: Record | None = None) -> History[Any]:
    """Return the game that `--start`, `--size` and `--mirrored` select, with `--seed` for random starts.

    Pass `record` if the argument of `--start` has already been read. Raises OutflankError if the game cannot be read or
    the options contradict each other.
    """
    if not kind.sizes:
        refuse(options, named(options, kind), "size", "mirrored")
    if options.start in (None, "start"):
        return kind.new_game(kind.start(Setup(options.size, options.mirrored, vars(options).get("seed"))))
    if options.mirrored:
        raise OptionError("--mirrored is for a new game: leave out --mirrored or --start")
    game = (record or _record(options.start, kind)).game
    size = game.start.width
    if options.size not in (None, size):
        raise OptionError(f"--size {options.size} contradicts the {size}×{size} board of --start")
    return game
