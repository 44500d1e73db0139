"""`outflank people strength` for several games: one estimate for each player, over all of the player's games."""

import argparse
import sys
from typing import TYPE_CHECKING

from outflank.cli.arguments import print_json
from outflank.cli.library_files import files_of, opened
from outflank.errors import OptionError, OutflankError, ParseError
from outflank.formats import files
from outflank.people.scale import ZEROS

if TYPE_CHECKING:
    from outflank.library import Library
    from outflank.library.strengths import StrengthInGames
    from outflank.people.strength import Strength


ARCHIVE_SCALE = f"0 is the average of a tournament game; the web app shows these ratings {ZEROS['archive']} higher."
"""The meaning of archive ratings, in words."""

LIBRARY_SCALE = "A rating of 0 is the average over all games in this library."
"""The meaning of a library's own ratings, in words."""


def several(options: argparse.Namespace) -> "Library | None":
    """Return the games to estimate strengths from as a library, or None if the options name a single game.

    Raises OptionError if the options name no game, and OutflankError if none of the games can be read.
    """
    from outflank.library import Library, Listener
    from outflank.library.importing import games_in

    names = options.GAME
    if not names:
        if options.player:
            return opened(options)
        raise OptionError("expected a game, a folder of games, or --player NAME for the library's games, got none")
    if options.database is not None:
        raise OptionError("expected games or --database, got both")
    if len(names) == 1 and (names[0] == "-" or not files.exists(names[0])):
        if options.player:
            raise OptionError("--player needs files of games, or the library")
        return None
    if "-" in names:
        raise OptionError("standard input cannot be one of several files")
    paths = [path for name in names for path in files_of(name)]
    library, problems = Library.open(None), list[OutflankError]()
    added = library.import_games(games_in(paths, listener := Listener(bad=problems.append)), listener)
    if len(names) == 1 and added.read <= 1 and not options.player:
        library.close()
        return None
    if not added.added:
        library.close()
        raise problems[0] if problems else ParseError("expected games, got none")
    for problem in problems:
        print(f"outflank: {problem}", file=sys.stderr)
    return library


def show(library: "Library", options: argparse.Namespace) -> int:
    """Print the strength of each player in a library, or of the player in `--player`.

    The exit code is 1 if all made too few moves.
    """
    from outflank.characters import on_ladder
    from outflank.cli.screen import live_bar
    from outflank.library.players import the_player
    from outflank.library.strengths import strength_in

    with library.reading(), live_bar("estimating", "{task.completed:.0f} of {task.total:.0f} players") as bar:
        if options.player:
            numbers = [the_player(library, options.player)]
        else:
            numbers = [
                library.value("SELECT number FROM players WHERE name = ?", row.name) for row in library.players(most=-1)
            ]
        if not numbers:
            raise OutflankError("expected games with the names of their players, got none")
        waiting = numbers if bar is None else bar.track(numbers)
        found = [strength_in(library, number, most=options.most) for number in waiting]
    if options.json:
        print_json({"players": [each.to_json() | {"ladder": on_ladder(each.strength.rating)} for each in found]})
    else:
        for each in found:
            print(_line(each))
        if any(each.strength.is_told for each in found):
            print(f"In 19 cases of 20, the player's rating is within the limits. {ARCHIVE_SCALE}")
    return 0 if any(each.strength.is_told for each in found) else 1


def _line(found: "StrengthInGames") -> str:
    strength = found.strength
    games = "1 game" if found.games == 1 else f"{found.games:,} games"
    if found.games < found.of:
        games = f"the last {games} of {found.of:,}"
    counted = f"{strength.moves:,} moves in {games}"
    if not strength.is_told:
        return f"{found.name}: too few moves to tell ({counted})"
    return f"{found.name}: {estimate(strength, counted)}"


def estimate(strength: "Strength", counted: str) -> str:
    """Describe an estimated strength; `counted` gives the moves and games behind it."""
    from outflank.characters import nearest, on_ladder

    limits = (
        f"archive rating about {strength.rating:+.0f}, from {strength.low:+.0f} to {strength.high:+.0f} ({counted})"
    )
    return f"{limits}, like {nearest(on_ladder(strength.rating)).label} among the characters"
