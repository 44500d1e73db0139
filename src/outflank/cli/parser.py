"""The argument parser of all commands: complaints of one line that name what was meant, and nothing said twice."""

import argparse
from collections.abc import Iterator
from typing import Any, NoReturn

from outflank.errors import did_you_mean
from outflank.text import Text

_LONGEST = 1000  # characters of an error message


class _Once(argparse._StoreAction):
    """An option with a value, which cannot be given twice: whoever does so means both, and would get the last."""

    def __call__(
        self, parser: argparse.ArgumentParser, namespace: argparse.Namespace, values: Any, option_string: Any = None
    ) -> None:
        """Store the value. Raises ArgumentError if there is one."""
        given = namespace.__dict__.setdefault("given_once", set())
        if option_string is not None and self.dest in given:
            raise argparse.ArgumentError(self, "given twice, but takes one value")
        given.add(self.dest)
        super().__call__(parser, namespace, values, option_string)


class CommandsOrName(argparse._SubParsersAction):  # type: ignore[type-arg]
    """The argument that chooses among commands, or a name in the place of one, kept as `name` (by default empty)."""

    def __call__(
        self, parser: argparse.ArgumentParser, namespace: argparse.Namespace, values: Any, option_string: Any = None
    ) -> None:
        """Go on with a command, or store the name and go on with the options behind it."""
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
    """An argument parser whose complaints take one line, and which shows its help where a command is left out."""

    def __init__(self, *arguments: Any, **options: Any):
        super().__init__(*arguments, **options)
        for name in (None, "store"):
            self.register("action", name, _Once)

    def error(self, message: str) -> NoReturn:
        """End with a message of one line and exit code 2."""
        self.exit(2, f"{self.prog}: {one_line(message)} (see {self.prog} -h)\n")

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        """Parse arguments; the first that is unknown ends it, with the option that was perhaps meant."""
        if not args and any(self._commands()):
            self.print_help()
            self.exit()
        options, unknown = super().parse_known_args(args, namespace)
        if unknown:
            wrong = Text(f"unrecognized arguments: {' '.join(unknown)}")
            self.error(did_you_mean(wrong, unknown[0].partition("=")[0], self._option_string_actions))
        return options, unknown

    def _check_value(self, action: argparse.Action, value: Any) -> None:
        """Raise ArgumentError for a value that is none of the choices, with the one that was perhaps meant."""
        if isinstance(action, CommandsOrName):
            return
        try:
            super()._check_value(action, value)
        except argparse.ArgumentError as error:
            wrong = Text(f"invalid choice: {value!r}")
            meant = did_you_mean(wrong, str(value), map(str, action.choices or ()))
            raise argparse.ArgumentError(action, error.message if meant is wrong else meant) from None

    def _commands(self) -> Iterator[argparse.Action]:
        """The arguments that choose among commands, if one must be chosen."""
        return (each for each in self._actions if isinstance(each, argparse._SubParsersAction) and each.required)


def one_line(message: str) -> str:
    """A message without line ends and control characters, and of bearable length."""
    line = "".join(character if character.isprintable() else "?" for character in " ".join(message.split()))
    return line if len(line) <= _LONGEST else f"{line[:_LONGEST]}…"
