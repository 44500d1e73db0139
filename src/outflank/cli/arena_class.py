"""The actions of `outflank arena` for teachers: create a folder for a class, and check the submitted bots."""

import argparse
import shlex
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from outflank.cli.arguments import Commands, add_json, add_seed, add_time, checked, print_json
from outflank.errors import OptionError

if TYPE_CHECKING:
    from outflank.course.folder import Contestant


def add_actions(actions: Commands) -> None:
    """Add the actions for classes to the parser of `outflank arena`."""
    teaching = actions.add_parser(
        "init",
        help="make a folder for a class",
        description="Make a folder for a class: rules for students, example bots in three languages, and a folder for "
        "submissions.",
        epilog="Example: outflank arena init othello-2026",
    )
    teaching.add_argument("folder", type=_folder, metavar="FOLDER")
    teaching.set_defaults(run=run_init)
    qualifying = actions.add_parser(
        "qualify",
        help="check the submissions of a class",
        description="Check all submissions, and write each bot's result (qualification.md) and a tournament of the "
        "qualified bots (tournament.toml). Exit code 1 if a bot does not qualify. One bot makes no tournament.",
        epilog="Example: outflank arena qualify othello-2026 --time 2/move",
    )
    qualifying.add_argument("folder", type=_folder, metavar="FOLDER")
    qualifying.add_argument(
        "--anonymous", action="store_true", help="name the bots Bot 1, Bot 2, …; names.csv lists the real names"
    )
    add_time(qualifying, "the time in tournament.toml, or 5/move")
    add_seed(qualifying)
    add_json(qualifying)
    qualifying.set_defaults(run=run_qualify)


@checked
def _folder(text: str) -> Path:
    if not text.strip():
        raise OptionError("expected a folder, got none")
    return Path(text)


def run_init(options: argparse.Namespace) -> int:
    """Create a folder for a class."""
    from outflank.course.folder import make_class

    for path in make_class(options.folder):
        print(f"Made {path}.")
    print(f"Put the students' bots into {options.folder / 'submissions'}.")
    print(f"Then: outflank arena qualify {shlex.quote(str(options.folder))}")
    return 0


def run_qualify(options: argparse.Namespace) -> int:
    """Check all bots submitted to a class folder."""
    from outflank.course.folder import QUALIFICATION, qualify
    from outflank.course.tournament import TOURNAMENT

    def tell(entry: "Contestant") -> None:
        if not options.json:
            print(f"{'·' if entry.is_fit else '✗'} {entry.name}{'' if entry.is_fit else f': {entry.reasons[0]}'}")

    entries = qualify(
        options.folder,
        options.time,
        anonymous=options.anonymous,
        seed=options.seed,
        progress=tell,
    )
    fit = [entry for entry in entries if entry.is_fit]
    if options.json:
        rows = [{"handed_in": e.path.name, "fit": e.is_fit, "reasons": [] if e.is_fit else e.reasons} for e in entries]
        print_json({"submissions": rows})
    else:
        files = " and ".join(str(options.folder / name) for name in (QUALIFICATION, TOURNAMENT))
        print(f"\n{len(fit)} of {len(entries)} qualified: see {files}")
    if len(fit) < 2:
        print(f"outflank: {'one bot makes' if fit else 'no bots make'} no tournament: it takes two", file=sys.stderr)
    return 0 if len(fit) == len(entries) else 1
