"""`outflank play`: a game in the terminal."""

import argparse
import contextlib
import signal
from collections.abc import Iterator
from pathlib import Path

from outflank.cli.arguments import Commands, add_seed, add_start, add_time, start_of


def add_parser(commands: Commands) -> None:
    """Declare the command."""
    parser = commands.add_parser(
        "play",
        help="play a game in the terminal",
        description="Play Othello: you against a player, two people, or two players by themselves. Games are saved in "
        "your own folder of games, or in the folder games below the one that OUTFLANK_DATA_DIR names.",
        epilog="Example: outflank play --black human --white level3. During the game, help lists the commands.",
    )
    parser.add_argument("--black", default="human", metavar="PLAYER", help="who plays Black (default: human)")
    parser.add_argument("--white", default="level2", metavar="PLAYER", help="who plays White (default: level2)")
    add_start(parser)
    add_time(parser, "no clock")
    add_seed(parser)
    parser.add_argument("--hint", default="lookahead", metavar="PLAYER", help="who gives hints (default: lookahead)")
    parser.add_argument(
        "--save", type=Path, metavar="FILE", help="save the game here; a number is added if there is such a file"
    )
    parser.add_argument("--no-save", action="store_true", help="do not save the game unless told to")
    parser.add_argument("--quiet", action="store_true", help="draw the board at the end only")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Set the session up and play it."""
    from outflank.cli.screen import Console, Screen
    from outflank.cli.session import Session
    from outflank.play import create

    create(options.hint)  # a misspelt player is reported now, not at the first hint
    screen = Screen(Console())
    if screen.interactive:
        with contextlib.suppress(ImportError):
            import readline  # noqa: F401  lets a person edit and repeat lines
    session = Session(
        start_of(options),
        (options.black, options.white),
        screen=screen,
        quiet=options.quiet,
        control=options.time,
        seed=options.seed,
        hinter=options.hint,
        save_to=options.save,
        autosave=not options.no_save,
    )
    with _interrupted_by("SIGHUP", "SIGTERM"):
        return session.run()


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
