"""`outflank bot`: check a bot or create a new one; for bot authors."""

import argparse
import shlex
from pathlib import Path
from typing import TYPE_CHECKING

from outflank.cli.arguments import Commands, add_game, add_json, add_seed, add_shared, add_time, kind_from, print_json
from outflank.course import LANGUAGES
from outflank.play import TimeControl

if TYPE_CHECKING:
    from outflank.course.check import Finding

_NEXT = {"python": "bot.py", "javascript": "bot.js", "c": "bot"}
_COMPILED = {"c": "cc -O2 -static -o bot bot.c"}


def add_parser(commands: Commands) -> None:
    """Add the command to the `outflank` parser."""
    parser = commands.add_parser(
        "bot",
        help="check a bot before you hand it in, or start a new one",
        description="Bots are players in a sandbox: a Python file, a program, or a folder that contains one. Write "
        "bot:PATH wherever a player is expected.",
        epilog="Example: outflank bot check my_bot.py",
    )
    actions = parser.add_subparsers(metavar="ACTION", required=True)
    checking = actions.add_parser(
        "check",
        help="check that a bot does not forfeit games, and measure its strength",
        description="Check a bot: legal moves in many positions, thinking time, repeatable moves, memory and whole "
        "games; then play it against opponents, weakest first. Exit code 1 if it would forfeit a game.",
        epilog="Example: outflank bot check my_bot.py --time 2/move",
    )
    checking.add_argument("bot", metavar="BOT", help="a file, a folder, or bot:PATH with options")
    add_game(checking)
    add_shared(checking, seconds="start no new opponent after N seconds (default: 60)")
    checking.add_argument("--quick", action="store_true", help="skip the strength measurement")
    add_time(checking, "5/move")
    add_seed(checking)
    add_json(checking)
    checking.set_defaults(run=run_check, seconds=60.0)
    beginning = actions.add_parser(
        "init",
        help="make a folder with a simple bot to start from",
        description="Make a folder with a simple bot to start from.",
    )
    beginning.add_argument("folder", type=Path, metavar="FOLDER")
    beginning.add_argument("--language", choices=LANGUAGES, default="python", help="default: python")
    beginning.set_defaults(run=run_init)


def run_check(options: argparse.Namespace) -> int:
    """Check a bot and print the report."""
    from outflank.course.check import check
    from outflank.play.options import quoted

    def tell(finding: "Finding") -> None:
        if not options.json:
            print(f"{'✗' if finding.is_fault else '·'} {finding.text}", flush=True)

    name = options.bot if options.bot.startswith("bot:") else f"bot:path={quoted(options.bot)}"
    report = check(
        name,
        options.time or TimeControl(5, per_move=True),
        game=kind_from(options).name,
        seconds=options.seconds,
        strength=not options.quick,
        seed=1 if options.seed is None else options.seed,
        progress=tell,
    )
    if options.json:
        print_json(report.to_json())
    else:
        verdict = "It would play without forfeiting." if report.is_fit else "It would forfeit games."
        print(f"\n{verdict} {report.advice}".rstrip())
    return 0 if report.is_fit else 1


def run_init(options: argparse.Namespace) -> int:
    """Create a folder with a starter bot."""
    from outflank.course.folder import make_bot

    for path in make_bot(options.folder, options.language):
        print(f"Made {path}.")
    folder, language = options.folder, options.language
    if language in _COMPILED:
        print(f"Compile it there: {_COMPILED[language]}")
    print(f"Try it: outflank bot check {shlex.quote(str(folder / _NEXT[language]))}")
    return 0
