"""The argument parser of all commands. It prints one-line errors with suggestions, and rejects repeated options."""

import argparse
from collections.abc import Iterator
from typing import Any, NoReturn

from outflank.errors import did_you_mean
from outflank.text import Text

_LONGEST = 1000  # characters in an error message


class _Once(argparse._StoreAction):
    """Option with a value that cannot be repeated. By default, argparse would silently use the last value."""

    def __call__(
        self, parser: argparse.ArgumentParser, namespace: argparse.Namespace, values: Any, option_string: Any = None
    ) -> None:
        """Store the value. Raises ArgumentError if the option was already set."""
        seen = namespace.__dict__.setdefault("seen_once", set())
        if option_string is not None and self.dest in seen:
            raise argparse.ArgumentError(self, "given twice, but takes one value")
        seen.add(self.dest)
        super().__call__(parser, namespace, values, option_string)


class CommandsOrName(argparse._SubParsersAction):  # type: ignore[type-arg]
    """Argument that either selects a subcommand or is stored as `name`, which is empty by default."""

    def __call__(
        self, parser: argparse.ArgumentParser, namespace: argparse.Namespace, values: Any, option_string: Any = None
    ) -> None:
        """Run the parser of a subcommand, or store the name and parse the options that follow it."""
        name, *rest = values
        if namespace.name:
            raise argparse.ArgumentError(None, f"expected one name, got {namespace.name!r} and {name!r}")
        if name in self.choices:
            super().__call__(parser, namespace, values, option_string)
            return
        namespace.name = name
        if rest:
            parser.parse_known_args(rest, namespace)


class Parser(argparse.ArgumentParser):
    """Argument parser with one-line errors. If a required subcommand is missing, it prints the help."""

    def __init__(self, *arguments: Any, **options: Any):
        super().__init__(*arguments, **options)
        for name in (None, "store"):
            self.register("action", name, _Once)

    def error(self, message: str) -> NoReturn:
        """Print a one-line message and exit with code 2."""
        self.exit(2, f"{self.prog}: {one_line(message)} (see {self.prog} -h)\n")

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        """Parse arguments. At the first unknown argument, exit with an error that suggests an alternative."""
        if not args and any(self._commands()):
            self.print_help()
            self.exit()
        options, unknown = super().parse_known_args(args, namespace)
        if unknown:
            wrong = Text(f"unrecognized arguments: {' '.join(unknown)}")
            self.error(did_you_mean(wrong, unknown[0].partition("=")[0], self._option_string_actions))
        return options, unknown

    def _check_value(self, action: argparse.Action, value: Any) -> None:
        """Raise ArgumentError, with a suggestion, if a value is not among the choices."""
        if isinstance(action, CommandsOrName):
            return
        try:
            super()._check_value(action, value)
        except argparse.ArgumentError as error:
            wrong = Text(f"invalid choice: {value!r}")
            meant = did_you_mean(wrong, str(value), map(str, action.choices or ()))
            raise argparse.ArgumentError(action, error.message if meant is wrong else meant) from None

    def _commands(self) -> Iterator[argparse.Action]:
        """Return the arguments that require a subcommand."""
        return (each for each in self._actions if isinstance(each, argparse._SubParsersAction) and each.required)


def one_line(message: str) -> str:
    """Convert a message to a single line without control characters, and truncate it if it is very long."""
    line = "".join(character if character.isprintable() else "?" for character in " ".join(message.split()))
    return line if len(line) <= _LONGEST else f"{line[:_LONGEST]}…"
