"""What `outflank arena` has for a class: its folder, and who of those that handed in a bot may play."""

import argparse
import json
from pathlib import Path
from typing import TYPE_CHECKING

from outflank.cli.arguments import Commands, add_json, add_seed, add_time
from outflank.play import TimeControl

if TYPE_CHECKING:
    from outflank.course.folder import Entry


def add_actions(actions: Commands) -> None:
    """Declare the actions of a class among those of the arena."""
    teaching = actions.add_parser(
        "init",
        help="make a folder for a class",
        description="Make a folder for a class: rules for students, examples in three languages, a place for what they "
        "hand in.",
        epilog="Example: outflank arena init othello-2026",
    )
    teaching.add_argument("folder", type=Path, metavar="FOLDER")
    teaching.set_defaults(run=run_init)
    qualifying = actions.add_parser(
        "qualify",
        help="try all that was handed in to a class",
        description="Try all that was handed in, and write who may play and why others may not (qualification.md), and "
        "the tournament of those that may (tournament.toml). Exit code 1 if somebody may not.",
        epilog="Example: outflank arena qualify othello-2026 --time 2/move",
    )
    qualifying.add_argument("folder", type=Path, metavar="FOLDER")
    qualifying.add_argument(
        "--anonymous", action="store_true", help="call them Bot 1, Bot 2, …; names.csv has who is who"
    )
    add_time(qualifying, "5/move")
    add_seed(qualifying)
    add_json(qualifying)
    qualifying.set_defaults(run=run_qualify)


def run_init(options: argparse.Namespace) -> int:
    """Make the folder of a class."""
    from outflank.course.folder import make_class

    for path in make_class(options.folder):
        print(f"Made {path}.")
    print(f"What students hand in goes into {options.folder / 'submissions'}.")
    print(f"Then: outflank arena qualify {options.folder}")
    return 0


def run_qualify(options: argparse.Namespace) -> int:
    """Try all that was handed in."""
    from outflank.course.folder import QUALIFICATION, TOURNAMENT, qualify

    def tell(entry: "Entry") -> None:
        if not options.json:
            print(f"{'·' if entry.is_fit else '✗'} {entry.name}{'' if entry.is_fit else f': {entry.reasons[0]}'}")

    entries = qualify(
        options.folder,
        options.time or TimeControl(5, per_move=True),
        anonymous=options.anonymous,
        seed=options.seed,
        progress=tell,
    )
    fit = [entry for entry in entries if entry.is_fit]
    if options.json:
        rows = [{"handed_in": e.path.name, "fit": e.is_fit, "reasons": [] if e.is_fit else e.reasons} for e in entries]
        print(json.dumps({"submissions": rows}))
    else:
        print(f"\n{len(fit)} of {len(entries)} may play: see {QUALIFICATION} and {TOURNAMENT} in {options.folder}.")
    return 0 if len(fit) == len(entries) else 1
