"""`outflank play`: a game in the terminal."""

import argparse
import contextlib
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from outflank.cli import keeping
from outflank.cli.arguments import Commands, add_seed, add_start, add_time, refuse, start_of, whole_number
from outflank.errors import OptionError

if TYPE_CHECKING:
    from outflank.cli.othello import OthelloSession
    from outflank.cli.screen import Screen
    from outflank.cli.tribolo import TriboloSession


OTHELLO = {"black": "human", "white": "level2"}
TRIBOLO = {"blue": "human", "red": "tribolo", "green": "tribolo"}
"""Who plays if nothing is said."""


def add_parser(commands: Commands) -> None:
    """Declare the command."""
    parser = commands.add_parser(
        "play",
        help="play a game in the terminal",
        description="Play Othello, or with --tribolo the game for three: you against players, people, or players by "
        "themselves. Games are saved in your own folder of games, or in the folder games below the one that "
        "OUTFLANK_DATA_DIR names.",
        epilog="Example: outflank play --black human --white level3. During the game, help lists the commands.",
    )
    parser.add_argument("--tribolo", action="store_true", help="play Tribolo, Othello for three on 16×11 cells")
    for colour, default in (OTHELLO | TRIBOLO).items():
        game = "" if colour in OTHELLO else " in Tribolo"
        parser.add_argument(
            f"--{colour}", metavar="PLAYER", help=f"who plays {colour.capitalize()}{game} (default: {default})"
        )
    parser.add_argument(
        "--level",
        type=whole_number(1, 30),
        metavar="N",
        help="play against the engine, from 1 (gentle) to 30 (8×8 only)",
    )
    add_start(parser)
    add_time(parser, "no clock")
    add_seed(parser)
    parser.add_argument(
        "--hint",
        metavar="PLAYER",
        help="who gives hints (default: lookahead, with --level the engine; in Tribolo tribolo)",
    )
    parser.add_argument(
        "--save", type=Path, metavar="FILE", help="save the game here; a number is added if there is such a file"
    )
    parser.add_argument("--no-save", action="store_true", help="do not save the game unless told to")
    parser.add_argument("--quiet", action="store_true", help="draw the board at the end only")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Set the session up and play it."""
    from outflank.cli.screen import Console, Screen
    from outflank.play import create

    screen = Screen(Console())
    session = _tribolo(options, screen) if options.tribolo else _othello(options, screen)
    create(session.hinter, plays=session.game.start)  # a misspelt player is reported now, not at the first hint
    if screen.interactive:
        with contextlib.suppress(ImportError):
            import readline  # noqa: F401  lets a person edit and repeat lines
    with _interrupted_by("SIGHUP", "SIGTERM"):
        return session.run()


def _othello(options: argparse.Namespace, screen: "Screen") -> "OthelloSession":
    from outflank.cli.othello import OthelloSession
    from outflank.rules import Game

    refuse(options, "Othello; leave it out, or add --tribolo", *TRIBOLO)
    defaults, hinter = dict(OTHELLO), "lookahead"
    if options.level is not None:
        if None not in (options.black, options.white):
            raise OptionError("--level is for the side that nobody is named for: leave it out, or one of the players")
        computer = "black" if options.white is not None else "white"
        defaults[computer], hinter = f"engine:level={options.level}", "engine"
    shared = _shared(options, hinter=hinter)
    return OthelloSession(Game(start_of(options)), _names(options, defaults), screen=screen, **shared)


def _tribolo(options: argparse.Namespace, screen: "Screen") -> "TriboloSession":
    from outflank.cli.tribolo import TriboloSession, first_game

    refuse(options, "--tribolo", *OTHELLO, "level", "size", "mirrored")
    shared = _shared(options, hinter="tribolo")
    return TriboloSession(first_game(options.start, options.seed), _names(options, TRIBOLO), screen=screen, **shared)


def _names(options: argparse.Namespace, defaults: dict[str, str]) -> list[str]:
    """Who plays, in the order of seats."""
    given = {colour: getattr(options, colour) for colour in defaults}
    return [default if given[colour] is None else given[colour] for colour, default in defaults.items()]


def _shared(options: argparse.Namespace, hinter: str) -> dict[str, Any]:
    """The options that are the same for every game; `hinter` gives hints if nobody else is asked to."""
    if options.save is not None and options.no_save:
        raise OptionError("expected --save or --no-save, not both")
    if options.save is not None:
        keeping.check(options.save)
    return {
        "hinter": hinter if options.hint is None else options.hint,
        "quiet": options.quiet,
        "control": options.time,
        "seed": options.seed,
        "save_to": options.save,
        "autosave": not options.no_save,
    }


@contextlib.contextmanager
def _interrupted_by(*names: str) -> Iterator[None]:
    """Let signals, of those that the system has, do what Ctrl-C does: a closed window loses no game."""
    numbers = [getattr(signal, name) for name in names if hasattr(signal, name)]
    before = [signal.signal(number, signal.default_int_handler) for number in numbers]
    try:
        yield
    finally:
        for number, handler in zip(numbers, before, strict=True):
            signal.signal(number, handler)
