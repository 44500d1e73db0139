"""`outflank library prepare` and `compare`: prepare for an opponent, and compare two players."""

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from outflank.cli.arguments import add_json, add_shared, print_json, rating_number, whole_number
from outflank.cli.library_files import add_database, add_filters, opened
from outflank.rules import BLACK, WHITE, Colour

if TYPE_CHECKING:
    from collections.abc import Iterable

    from outflank.library import Library, PlayerStatistics, Search
    from outflank.library.prepared import Preparation

_SIDES = {"black": BLACK, "white": WHITE}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `prepare`."""
    parser.add_argument("player", metavar="PLAYER", help="a name, or words in it")
    parser.add_argument("--as", dest="side", choices=_SIDES, required=True, help="the player's colour")
    add_games(parser)
    parser.add_argument(
        "--known",
        type=whole_number(1, 10**9),
        default=10,
        metavar="N",
        help="a position is in the book if N other games reach it (default: 10)",
    )
    parser.add_argument(
        "--rating",
        type=rating_number,
        metavar="ELO",
        help="the player's strength for the tries, on the WTHOR archive's scale (default: the library's rating, or an "
        "estimate from the player's moves if the library is smaller than half the archive)",
    )
    add_shared(
        parser,
        depth="search positions without known values N plies deep (default: 10)",
        memory="size of the transposition table (default: 128)",
        threads="search threads (default: 1)",
    )
    parser.add_argument("--book", metavar="FILE", help="use values from this opening book (default: shipped)")
    parser.add_argument(
        "--kept", type=Path, metavar="FILE", help="file of saved values (default: values.sqlite in your data folder)"
    )
    add_database(parser)
    add_json(parser)


def add_games(parser: Any) -> None:
    """Add the options that select games and limit the tree."""
    add_filters(parser)
    parser.set_defaults(xot=False)
    parser.add_argument(
        "--plies", type=whole_number(1, 40), default=20, metavar="N", help="moves of the tree (default: 20)"
    )
    parser.add_argument(
        "--least",
        type=whole_number(1, 10**9),
        default=3,
        metavar="N",
        help="leave out positions that fewer than N games reach (default: 3)",
    )


def games_of(options: argparse.Namespace) -> "Search":
    """Convert the options that select games to a library search."""
    from outflank.library import Search

    return Search(since=options.since, until=options.until, people=options.people, xot=options.xot)


def run_prepare(options: argparse.Namespace) -> int:
    """Print a report about a player. The exit code is 1 if the player has no such games."""
    from outflank.cli.preparation_tables import print_preparation

    with opened(options) as library:
        found = _prepared(library, options, _SIDES[options.side])
        player = library.player(found.name)
        if found.rating is not None and not options.json:
            note_scale(library)
    warn_of_gaps(options, [player])
    if options.json:
        print_json(found.to_json())
    else:
        for note in notes_on(found):
            print(f"outflank: {note}", file=sys.stderr)
        if found.balance.games:
            print_preparation(found)
    return 0 if found.balance.games else 1


def _prepared(library: "Library", options: argparse.Namespace, side: Colour) -> "Preparation":
    from outflank.book.answers import SHIPPED, open_book
    from outflank.cli.screen import live_bar
    from outflank.cli.searching import engine_of
    from outflank.library import ArchiveCounts, ValueStore, usual_values
    from outflank.library.engine_values import DEPTH, EngineValues
    from outflank.library.preparation import prepare
    from outflank.library.strengths import has_archive_scale

    book = open_book(options.book or SHIPPED)
    try:
        with (
            ValueStore(options.kept or usual_values()) as store,
            live_bar("{task.description}", "{task.completed:.0f} of {task.total} positions") as bar,
        ):
            task = None if bar is None else bar.add_task("searching", total=None, visible=False)

            def report(done: int, total: int) -> None:
                if bar is not None and task is not None:
                    bar.update(task, completed=done, total=total, visible=True)

            return prepare(
                library,
                options.player,
                side,
                games_of(options),
                plies=options.plies,
                least=options.least,
                known=options.known,
                archive=None if has_archive_scale(library) else ArchiveCounts.shipped(),
                rating=options.rating,
                values=EngineValues(store, [book], engine_of(options), options.depth or DEPTH),
                report=report,
            )
    except KeyboardInterrupt:
        print("outflank: all values found so far are saved; repeat the command to continue", file=sys.stderr)
        raise
    finally:
        book.close()


def note_scale(library: "Library") -> None:
    """Print a note if the library's ratings are not on the archive's scale."""
    from outflank.library.strengths import has_archive_scale

    if not has_archive_scale(library):
        scale = "ratings are on this library's own scale, where 0 is the average of its games"
        print(f"outflank: {scale}; outflank people strength --player NAME estimates one from moves", file=sys.stderr)


def notes_on(found: "Preparation") -> list[str]:
    """Return the reasons to doubt a report, a line each."""
    from outflank.library.preparation import FEW_GAMES
    from outflank.people import within_ratings

    notes, n_games = [], found.balance.games
    colour = found.side.name.capitalize()
    if not n_games:
        return [f"{found.name} has no such game as {colour}"]
    if n_games < FEW_GAMES:
        games = "1 game" if n_games == 1 else f"{n_games} games"
        notes.append(f"only {games} as {colour}: the report says little about {found.name}")
    if (assumed := found.for_model) is not None and assumed.rating != within_ratings(assumed.rating):
        notes.append(f"a rating of {assumed.rating:+.0f} counts as {within_ratings(assumed.rating):+.0f}")
    return notes


def warn_of_gaps(options: argparse.Namespace, players: "Iterable[PlayerStatistics]") -> None:
    """Print a note for each player with games so far apart that the older ones say little, or are another person's.

    With `--json`, or if the games end before the gap or begin after it, there is no note.
    """
    since, until = getattr(options, "since", None), getattr(options, "until", None)
    for player in () if options.json else players:
        if player.gap is None:
            continue
        last, first = player.gap
        if (since is None or since <= last) and (until is None or until >= first):
            years = f"{player.name} has no games from {last + 1} to {first - 1}"
            print(f"outflank: {years}: older games may be out of date, or another person's", file=sys.stderr)


def add_comparison(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `compare`."""
    parser.add_argument("players", nargs=2, metavar="PLAYER", help="a name, or words in it")
    add_games(parser)
    add_database(parser)
    add_json(parser)


def run_compare(options: argparse.Namespace) -> int:
    """Print a comparison of two players."""
    from outflank.cli.preparation_tables import print_comparison
    from outflank.library.comparison import compare

    with opened(options) as library:
        one, other = options.players
        found = compare(library, one, other, games_of(options), plies=options.plies, least=options.least)
        players = [library.player(each.name) for each in (found.one, found.other)]
        if not options.json and (found.one.rating or found.other.rating):
            note_scale(library)
    warn_of_gaps(options, players)
    if options.json:
        print_json(found.to_json())
    else:
        print_comparison(found)
    return 0
