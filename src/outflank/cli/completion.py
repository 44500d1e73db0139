"""`outflank completion`: print a script that lets a shell complete commands, options, players and file names."""

import argparse
from typing import Any

from outflank.cli.arguments import Commands
from outflank.play import PERSON, registry

_SHELLS = ("bash", "zsh", "fish", "tcsh")
_FILES = {"FILE", "IN", "OUT", "GAME", "POSITION", "BOOK", "BOT"}  # placeholders of arguments that name a file
_FOLDERS = {"DIR", "FOLDER"}


def add_parser(commands: Commands) -> None:
    """Add the command to the `outflank` parser."""
    parser = commands.add_parser(
        "completion",
        help="complete commands, options and players in your shell with Tab",
        description="Print a script that makes your shell complete commands, options, players and files with Tab.",
        epilog="Examples: outflank completion fish > ~/.config/fish/completions/outflank.fish; "
        "outflank completion zsh > "
        '"${fpath[1]}/_outflank"; in ~/.bashrc: eval "$(outflank completion bash)"',
    )
    parser.add_argument("SHELL", choices=_SHELLS, help=", ".join(_SHELLS))
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Print the script."""
    import shtab

    top = options.whole_parser()
    names = " ".join((PERSON, *registry.names()))
    players = {"bash": "_outflank_players", "zsh": f"({names})", "fish": names, "tcsh": names}
    _mark(top, {**dict.fromkeys(_FILES, shtab.FILE), **dict.fromkeys(_FOLDERS, shtab.DIRECTORY)}, players)
    preamble = f'_outflank_players() {{ compgen -W "{names}" -- "$1"; }}' if options.SHELL == "bash" else ""
    print(shtab.complete(top, shell=options.SHELL, preamble=preamble))
    return 0


def _mark(parser: argparse.ArgumentParser, files: dict[str, Any], players: dict[str, str]) -> None:
    """Set the values that `shtab` completes for each argument, based on the argument's placeholder.

    This includes the arguments of all subcommands.
    """
    for action in parser._actions:
        shown = action.metavar or action.dest
        if isinstance(action, argparse._SubParsersAction):
            for command in action._choices_actions:
                action.choices[command.dest].description = command.help  # shown next to the command, so the short text
            for parser_of_command in action.choices.values():
                _mark(parser_of_command, files, players)
        elif action.choices is None and isinstance(shown, str):
            complete = files.get(shown) or (players if shown == "PLAYER" else None)
            if complete is not None:
                action.complete = complete  # type: ignore[attr-defined]
