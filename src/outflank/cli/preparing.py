"""`outflank library prepare` and `compare`: prepare for an opponent, and compare two players."""

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from outflank.cli.arguments import THREADS, add_json, add_shared, print_json, rating_number, whole_number
from outflank.cli.library_files import add_database, add_filters, opened
from outflank.errors import OutflankError
from outflank.rules import BLACK, WHITE, Colour

if TYPE_CHECKING:
    from collections.abc import Iterable

    from outflank.library import Library, Search, ValueStore
    from outflank.library.prepared import Preparation
    from outflank.library.rated import RatedPlayer
    from outflank.text import Text

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
        threads=f"{THREADS})",
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
    from outflank.sessions.preparing import doubt_about_gap, doubts_about

    with opened(options) as library:
        found = _prepared(library, options, _SIDES[options.side])
        player = library.player(found.name)
        scale = scale_note(library, found.rating)
    if options.json:
        print_json(found.to_json())
    else:
        print_doubts([scale, doubt_about_gap(player, options.since, options.until), *doubts_about(found)])
        if found.balance.games:
            print_preparation(found)
    return 0 if found.balance.games else 1


def _prepared(library: "Library", options: argparse.Namespace, side: Colour) -> "Preparation":
    from outflank.book.answers import SHIPPED, open_book
    from outflank.cli.screen import live_bar
    from outflank.cli.searching import engine_of
    from outflank.library import ValueStore, usual_values
    from outflank.library.engine_values import DEPTH, EngineValues
    from outflank.sessions.preparing import prepare_for

    book = open_book(options.book or SHIPPED)
    saves = False
    try:
        with (
            ValueStore(options.kept or usual_values()) as store,
            live_bar("{task.description}", "{task.completed:.0f} of {task.total} positions") as bar,
        ):
            saves = note_if_unsaved(store)
            task = None if bar is None else bar.add_task("searching", total=None, visible=False)

            def report(done: int, total: int) -> None:
                if bar is not None and task is not None:
                    bar.update(task, completed=done, total=total, visible=True)

            return prepare_for(
                library,
                options.player,
                side,
                games_of(options),
                plies=options.plies,
                least=options.least,
                known=options.known,
                rating=options.rating,
                values=EngineValues(store, [book], engine_of(options), options.depth or DEPTH),
                report=report,
            )
    except KeyboardInterrupt:
        if saves:
            print("outflank: all values found so far are saved; repeat the command to continue", file=sys.stderr)
        raise
    finally:
        book.close()


def note_if_unsaved(store: "ValueStore") -> bool:
    """Return True if new values are saved; otherwise, print a note that they are not."""
    try:
        store.check_writable()
    except OutflankError as error:
        print(f"outflank: {error}", file=sys.stderr)
        return False
    return True


def print_doubts(doubts: "Iterable[Text | None]") -> None:
    """Print the reasons to doubt a report as notes."""
    for doubt in doubts:
        if doubt is not None:
            print(f"outflank: {doubt}", file=sys.stderr)


def scale_note(library: "Library", *rated: "RatedPlayer | None") -> "Text | None":
    """Return a note if there are ratings, but not on the archive's scale; it names the command that estimates one."""
    from outflank.sessions.preparing import doubt_about_scale
    from outflank.text import Text

    doubt = doubt_about_scale(library, *rated)
    command = "outflank people strength --player NAME"
    return doubt and Text("{doubt}; {command} estimates one from moves", doubt=doubt, command=command)


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
    from outflank.sessions.preparing import doubt_about_gap

    with opened(options) as library:
        one, other = options.players
        found = compare(library, one, other, games_of(options), plies=options.plies, least=options.least)
        players = [library.player(each.name) for each in (found.one, found.other)]
        scale = scale_note(library, found.one.rating, found.other.rating)
    if options.json:
        print_json(found.to_json())
    else:
        print_doubts([scale, *(doubt_about_gap(player, options.since, options.until) for player in players)])
        print_comparison(found)
    return 0
