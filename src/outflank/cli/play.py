"""`outflank play`: play a game in the terminal."""

import argparse
import contextlib
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from outflank.cli import saved_games
from outflank.cli.arguments import (
    PLAYER,
    Commands,
    add_game,
    add_seed,
    add_shared,
    add_start,
    add_time,
    game_of,
    kind_from,
    named,
    record_from,
    refuse,
)
from outflank.errors import OptionError
from outflank.play import PERSON, GameKind, kind_of, kinds, registry
from outflank.rules import Position


def add_parser(commands: Commands) -> None:
    """Add the command to the `outflank` parser."""
    parser = commands.add_parser(
        "play",
        help="play a game in the terminal",
        description="Play Othello or one of its variants (--game) against computer players or people, or watch "
        "computer players. Games are saved in your own games folder, or in the folder games under "
        "OUTFLANK_DATA_DIR if that is set. A game with a person is saved after each move, so even a process that is "
        "killed loses none. --start FILE continues a saved game with the same players, unless you name "
        "others. A finished game of one person against a character from the usual start moves your own rating, unless "
        "you ask for hint or why, take a move back or change the players. Exit code 1 if a game was forfeited, 2 if "
        "one could not be saved.",
        epilog="Examples: outflank play --black human --white level3; outflank play --opening tiger --white momo. "
        "During the game, help lists the commands.",
    )
    add_game(parser)
    for seat, defaults in _seats().items():
        default = "; ".join(f"{name} in {', '.join(games)}" for name, games in defaults.items())
        parser.add_argument(
            f"--{seat.lower()}", type=PLAYER, metavar="PLAYER", help=f"{seat}'s player (default: {default})"
        )
    add_shared(parser, level="play against the engine at level N, from 1 (gentle) to 30 (8×8 only)")
    add_start(parser)
    parser.add_argument(
        "--opening", metavar="NAME", help="start from a named opening, such as tiger (Othello on 8×8 only)"
    )
    add_time(parser, "no clock")
    add_seed(parser)
    hinters = "; ".join(f"{kind.hinter} in {kind.title}" for kind in map(kind_of, kinds()))
    parser.add_argument(
        "--hint", type=PLAYER, metavar="PLAYER", help=f"the player for hints (default: {hinters}; engine with --level)"
    )
    parser.add_argument(
        "--save",
        type=Path,
        metavar="FILE",
        help="save the game to FILE, in the format that its extension sets; if FILE exists, a number is added",
    )
    parser.add_argument("--no-save", action="store_true", help="save the game only on request")
    parser.add_argument("--quiet", action="store_true", help="show each move, but draw the board only at the end")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Set up a session and play it in the terminal."""
    from outflank.cli.ratings import rated
    from outflank.cli.screen import Console, TerminalScreen
    from outflank.cli.session import TerminalGame
    from outflank.sessions.playing import LocalPlaySession

    opening = None if options.opening is None else _opening(options)
    record = None if options.start in (None, "start") else record_from(options, options.start)
    kind = kind_from(options) if record is None else record.kind
    _check(options, kind)
    game, screen = game_of(options, kind, record), TerminalScreen(Console())
    hinter = options.hint
    if hinter is None and options.level is not None:
        hinter = "engine"
    saved = ("",) * len(kind.seats) if record is None else saved_games.players_of(record)
    players = _players(options, kind, saved)
    session = LocalPlaySession(game, players, control=options.time, seed=options.seed, hinter=hinter)
    at_terminal = TerminalGame(
        session,
        screen=screen,
        quiet=options.quiet,
        save_to=options.save,
        autosave=not options.no_save,
        greeting=opening or (_greeting(options, kind, saved, players) if any(saved) else ""),
        rate=rated,
    )
    if screen.interactive:
        with contextlib.suppress(ImportError):
            import readline  # noqa: F401  lets a person edit and repeat lines
    return at_terminal.run()


def _opening(options: argparse.Namespace) -> str:
    """Set `--start` to the line of `--opening`, and return a greeting that names the opening.

    Raises OutflankError unless exactly one opening has this name, or if other options contradict it.
    """
    from outflank.practice.repertoire import opening_named

    if options.start not in (None, "start"):
        raise OptionError("--opening and --start contradict each other")
    if kind_from(options) is not kind_of(Position.game) or options.size not in (None, 8) or options.mirrored:
        raise OptionError("--opening is for Othello on 8×8 from the usual start: leave out other games and boards")
    opening = opening_named(options.opening)
    options.start = opening.moves
    return f"The game starts from {opening.name}: {opening.moves}."


def _seats() -> dict[str, dict[str, list[str]]]:
    """Map each side to its default players, and each of these players to the games in which it takes that side."""
    seats: dict[str, dict[str, list[str]]] = {}
    for kind in map(kind_of, kinds()):
        for seat, player in zip(kind.seats, kind.opponents, strict=True):
            seats.setdefault(seat, {}).setdefault(player, []).append(kind.title)
    return seats


def _check(options: argparse.Namespace, kind: GameKind[Any]) -> None:
    """Raise OutflankError if options contradict each other or the game could not be saved."""
    refuse(options, named(options, kind), *(seat.lower() for seat in _seats() if seat not in kind.seats))
    if options.save is not None and options.no_save:
        raise OptionError("--save and --no-save contradict each other")
    if options.save is not None:
        saved_games.check(options.save, kind)


def _players(options: argparse.Namespace, kind: GameKind[Any], saved: Sequence[str]) -> list[str]:
    """Choose a player for each seat: from the options, otherwise from the saved game, otherwise the default.

    With `--level`, the engine takes the last side whose player is not set by an option. Sides that a person would play
    are used only if there is no other.
    """
    players = [getattr(options, seat.lower()) for seat in kind.seats]
    usual = [name if _may_play(name) else other for name, other in zip(saved, kind.opponents, strict=True)]
    if options.level is not None:
        free = [seat for seat, name in enumerate(players) if name is None]
        if not free:
            raise OptionError("--level needs a side without a named player: leave out --level or a player")
        seat = max([seat for seat in free if usual[seat] != PERSON] or free)
        players[seat] = f"engine:level={options.level}"
    return [other if name is None else name for name, other in zip(players, usual, strict=True)]


def _may_play(name: str) -> bool:
    """True if a saved game may choose this player. Only the user may name a program or file to run."""
    return name == PERSON or (name != "" and registry.is_harmless(name))


def _greeting(options: argparse.Namespace, kind: GameKind[Any], saved: Sequence[str], players: Sequence[str]) -> str:
    """Name the players of a continued game, and any saved players that the file may not start."""
    parts = []
    for seat, name, player in zip(kind.seats, saved, players, strict=True):
        refused = not _may_play(name) and getattr(options, seat.lower()) is None
        because = f", as a saved game may not start {name} (name it with --{seat.lower()})" if refused else ""
        parts.append(f"{seat} is {player}{because}")
    return f"The game continues: {'; '.join(parts)}."
