"""The parsers of the commands as data, for the pages that are made of them."""

import argparse
from typing import NamedTuple


class SubCommand(NamedTuple):
    """A command below another one: its name, its short help, and its parser."""

    name: str
    about: str
    parser: argparse.ArgumentParser


def commands_of(parser: argparse.ArgumentParser) -> list[SubCommand]:
    """The commands below a parser, in their order."""
    return [
        SubCommand(each.dest, each.help or "", action.choices[each.dest])
        for action in parser._actions
        if isinstance(action, argparse._SubParsersAction)
        for each in action._choices_actions
    ]


def arguments_of(parser: argparse.ArgumentParser) -> list[tuple[argparse._ArgumentGroup, list[argparse.Action]]]:
    """The arguments and options that the help lists, by their groups; groups without any are left out."""
    groups = [
        (group, [each for each in group._group_actions if not _is_left_out(each)]) for group in parser._action_groups
    ]
    return [(group, actions) for group, actions in groups if actions]


def values_of(action: argparse.Action) -> tuple[str, ...]:
    """The names of the values of an argument or option, as the help has them; none for an option without a value."""
    if action.option_strings and action.nargs == 0:
        return ()
    name = action.metavar or (action.dest.upper() if action.option_strings else action.dest)
    if action.choices is not None and action.metavar is None:
        name = f"{{{','.join(map(str, action.choices))}}}"
    return (name,) if isinstance(name, str) else tuple(name)


def help_of(parser: argparse.ArgumentParser, action: argparse.Action) -> str:
    """The help of an argument or option, with its defaults filled in."""
    return parser._get_formatter()._expand_help(action) if action.help else ""


def _is_left_out(action: argparse.Action) -> bool:
    return action.help == argparse.SUPPRESS or isinstance(action, argparse._SubParsersAction)
