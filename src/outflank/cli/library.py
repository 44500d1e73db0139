"""`outflank library`: manage a database of games, search it by player, opening and position, and show statistics."""

import argparse
import sys
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from outflank.cli import preparing
from outflank.cli.arguments import (
    OBJECTS,
    ONE_OBJECT,
    POSITION,
    STANDARD_INPUT,
    Commands,
    add_action,
    add_json,
    add_position,
    add_shared,
    print_json,
    show_notes,
    whole_number,
)
from outflank.cli.library_files import add_database, add_filters, export, import_all, opened, path_of
from outflank.cli.outputs import add_force
from outflank.errors import OptionError, OutflankError, excerpt
from outflank.formats.files import find_record, only_record
from outflank.play import kind_of
from outflank.play.words import nearest
from outflank.rules import Position
from outflank.rules.openings import no_opening, openings_called

if TYPE_CHECKING:
    from outflank.library import Library, Search
    from outflank.play import MoveValue

_NAMED = 5  # players named in an error message
_MOST = 20  # default number of rows in a list
_LARGEST = 10**9  # largest number that an option accepts


def add_parser(commands: Commands) -> None:
    """Add the command to the `outflank` parser."""
    parser = commands.add_parser(
        "library",
        help="keep games in a database and search it by player, opening and position",
        description="Keep any number of games, from files in any format, in a database that stores each game once. A "
        "search finds a position whatever the move order and board symmetry.",
        epilog="Examples: outflank library import wthor/*.wtb; outflank library explore f5d6; "
        "outflank library search --player tamenori --since 2000",
    )
    actions = parser.add_subparsers(title="actions", metavar="ACTION", required=True)

    adding = _action(actions, "import", run_import, "add new games from files", "wthor/*.wtb")
    adding.add_argument(
        "files", nargs="*", metavar="FILE", help="a file in any format, or a folder; - for standard input"
    )
    adding.add_argument("--page", nargs="?", const="", metavar="FILE", help="also add finished games from the web app")
    add_shared(adding, report="write a line to FILE for every game with a problem")

    searching = _action(actions, "search", run_search, "list games", "--player tamenori --opening tiger")
    add_query(searching)
    searching.add_argument(
        "--most", type=whole_number(1, _LARGEST), default=_MOST, metavar="N", help=f"at most N rows (default: {_MOST})"
    )
    searching.add_argument("--newest", action="store_true", help="list the most recently added games first")
    searching.add_argument("--count", action="store_true", help="print only the number of games")

    exploring = _action(
        actions,
        "explore",
        run_explore,
        "show the moves played in a position, and their results; without a library, those of the WTHOR archive",
        "f5d6c3",
    )
    exploring.add_argument(
        "explored", nargs="?", default="start", type=str.strip, metavar="POSITION", help=f"{POSITION} (default: start)"
    )
    add_query(exploring, words=False)
    exploring.add_argument("--me", default="", metavar="NAME", help="also show this player's results")
    exploring.add_argument(
        "--values",
        action="store_true",
        help="show the best known values of the moves, in discs from the mover's point of view: from the opening "
        "book, earlier analyses and the archive's positions",
    )
    exploring.add_argument(
        "--ratings",
        action="store_true",
        help="show how often people rated -200, 0 and +200 play each move, and the discs that they lose",
    )
    add_shared(exploring, time="search for S seconds, save the values and show them")
    exploring.add_argument("--book", metavar="FILE", help="show values from this opening book (default: shipped)")
    exploring.add_argument(
        "--kept", type=Path, metavar="FILE", help="file of saved values (default: values.sqlite in your data folder)"
    )
    exploring.set_defaults(memory=None, threads=None)

    counting = _action(actions, "stats", run_stats, "sum up the library, or a player's games", "tamenori")
    counting.add_argument("player", nargs="?", default="", metavar="PLAYER", help="a name, or words in it")

    showing = _action(actions, "show", run_show, "show a game", "137548")
    showing.add_argument(
        "number", type=whole_number(1, _LARGEST), metavar="NUMBER", help="the game's number in the output of search"
    )

    exporting = _action(actions, "export", run_export, "write games to a file", "all.ggf --player tamenori")
    exporting.add_argument(
        "output", metavar="OUT", help="a file whose extension sets the format; - for standard output"
    )
    exporting.add_argument("--to", metavar="FORMAT", help="the format to write, whatever the extension of OUT")
    add_force(exporting)
    add_query(exporting)

    listing = _action(actions, "players", run_players, "list players", "hideshi --most 5")
    listing.add_argument("words", nargs="*", metavar="WORD", help="a word in the name")
    listing.add_argument(
        "--most", type=whole_number(1, _LARGEST), default=_MOST, metavar="N", help=f"at most N rows (default: {_MOST})"
    )
    listing.add_argument(
        "--rating",
        action="store_true",
        help="list the players by rating, in Elo points; 0 is the average over all games in the library",
    )
    listing.add_argument(
        "--least-games",
        type=whole_number(1, _LARGEST),
        metavar="N",
        help="with --rating: N or more games (default: 20)",
    )
    listing.add_argument("--people", action="store_true", help="leave out programs")
    families = _action(actions, "openings", run_openings, "list openings with those that develop from them", "tiger")
    families.add_argument("opening", nargs="?", default="", metavar="OPENING", help="a name, or words in it")
    families.add_argument("--since", type=whole_number(0, 9999), metavar="YEAR", help="from this year onwards")
    families.add_argument("--people", action="store_true", help="leave out games in which a program plays")

    _add_preparing(actions)


def _add_preparing(actions: Commands) -> None:
    """Add the actions `prepare` and `compare`."""
    preparation = add_action(
        actions,
        "prepare",
        preparing.run_prepare,
        "show how a player plays the opening, and what to try against it",
        "'tamenori hideshi' --as black --since 1990 --people",
    )
    preparing.add_arguments(preparation)
    comparison = add_action(
        actions,
        "compare",
        preparing.run_compare,
        "compare the openings of two players",
        "'tamenori hideshi' 'rose brian'",
    )
    preparing.add_comparison(comparison)


def _action(actions: Commands, name: str, run: object, about: str, example: str) -> argparse.ArgumentParser:
    parser = add_action(actions, name, run, about, example)
    add_database(parser)
    add_json(parser, OBJECTS if run in (run_search, run_players, run_openings) else ONE_OBJECT)
    return parser


def add_query(parser: Any, words: bool = True, player: bool = True) -> None:
    """Add the options that select games, which `query_of` interprets."""
    if words:
        parser.add_argument("words", nargs="*", metavar="WORD", help="a word in a name, place, date or opening")
        add_position(parser, "--position")
    for name, about in (
        ("player", "a player of either colour: a name, or words in it"),
        ("opponent", "the other player"),
        ("black", "the Black player"),
        ("white", "the White player"),
        ("place", "a tournament or place, or words in it"),
        ("opening", "an opening with all that develop from it: its name in English or Japanese, or words in it"),
    )[not player :]:
        parser.add_argument(f"--{name}", default="", metavar="NAME", help=about)
    add_filters(parser)
    parser.add_argument(
        "--result", default="", metavar="WHO", help="black, white, draw or unknown; or won, lost or drawn by the player"
    )


def query_of(options: argparse.Namespace) -> "Search":
    """Convert the options that select games to a library search. Raises OptionError if the opening is unknown."""
    from outflank.library import Search

    position = getattr(options, "position", None)
    if options.opening and not openings_called(options.opening):
        raise no_opening(options.opening)
    return Search(
        player=getattr(options, "player", ""),
        opponent=options.opponent,
        black=options.black,
        white=options.white,
        place=options.place,
        since=options.since,
        until=options.until,
        result=options.result,
        opening=options.opening,
        position=None if position is None else _position(position),
        text=" ".join(getattr(options, "words", ())),
        people=options.people,
        xot=options.xot,
    )


def _position(argument: str) -> Position:
    kind = kind_of(Position.game)
    is_piped = argument == "-"
    record = only_record(sys.stdin.buffer, STANDARD_INPUT, kind=kind) if is_piped else find_record(argument, kind)
    show_notes(record)
    position = record.position
    if not isinstance(position, Position):
        raise OutflankError("the library covers 8×8 Othello positions, got one from another game")
    return position


def no_player(library: "Library", player: str) -> OptionError:
    """Create the error for an unknown player, with similar names or, without any, the players with the most games."""
    from outflank.library.names import names_in, unknown_player

    error = unknown_player(player)
    if similar := nearest(player, names_in(library)):
        return error.offering(similar)
    most = ", ".join(row.name for row in library.players(most=_NAMED))
    there = f"the library has the most games of {most}" if most else "the library is empty"
    how = "outflank library import FILE adds games, and --page adds games played in the web app"
    return OptionError(f"{error}; {there}; {how}")


def print_hints(library: "Library", query: "Search") -> bool:
    """Print a line for each name in a search that the library does not know. Return True if there are any."""
    hints = library.hints(query)
    for hint in hints:
        print(f"outflank: {hint}", file=sys.stderr)
    return bool(hints)


# --- the actions ------------------------------------------------------------------------------------------------------


def run_import(options: argparse.Namespace) -> int:
    """Import games into the library."""
    with opened(options, create=True) as library:
        library.check_writable()
        return import_all(library, options)


def run_export(options: argparse.Namespace) -> int:
    """Export games to a file."""
    with opened(options) as library:
        return export(library, query_of(options), options)


def run_search(options: argparse.Namespace) -> int:
    """List the games that match the options. The exit code is 1 if there are none."""
    from outflank.cli.library_tables import print_games

    query = query_of(options)
    with opened(options) as library:
        if options.count:
            n_games = library.count(query)
            if options.json:
                print_json({"games": n_games})
            else:
                print(f"{n_games:,}")
            if not n_games:
                print_hints(library, query)
            return 0 if n_games else 1
        rows = library.games(query, most=options.most, newest=options.newest)
        if not rows and print_hints(library, query):
            return 1
        return _print_rows(options, rows, "game", lambda rows: print_games(rows, library.count(query)))


def _print(options: argparse.Namespace, answer: Any, show: Callable[[Any], object]) -> None:
    """Print an answer as JSON if the user asked for it; otherwise, call `show`."""
    print_json(answer.to_json()) if options.json else show(answer)


def _print_rows(options: argparse.Namespace, rows: Sequence[Any], what: str, show: Callable[[Any], object]) -> int:
    """Print rows as JSON or with `show`, or a message that no `what` was found. Returns the exit code."""
    if options.json:
        for row in rows:
            _print(options, row, show)
    elif rows:
        show(rows)
    else:
        print(f"outflank: no {what} found", file=sys.stderr)
    return 0 if rows else 1


def run_explore(options: argparse.Namespace) -> int:
    """Show the moves that were played in a position. The exit code is 1 if no game reached it.

    Without a library, the counts of the WTHOR archive are shown, unless options ask for certain games.
    """
    from outflank.cli.library_tables import print_explored
    from outflank.library import ArchiveCounts, Own, Search, explored

    position, query = _position(options.explored), query_of(options)
    archive = ArchiveCounts.shipped()
    in_archive = archive.position(position)
    has_library = options.database is not None or path_of(options).exists()
    shows_values = options.values or options.ratings or options.time is not None or options.book is not None
    own = played = None
    if has_library or query != Search() or options.me:
        with opened(options) as library:
            played = library.position(position, query)
            if options.me:
                sides = (replace(query, **{side: options.me}) for side in ("black", "white"))
                own = Own.of(*(library.position(position, side) for side in sides))
                _say_who(library, options.me)
            if not played.results.games:
                print_hints(library, query)
    people = None
    if options.ratings:
        from outflank.sessions.exploring import people_in

        people = people_in(position)
    shows_values = shows_values or played is None
    values = _values(position, options) if shows_values else None
    answer = explored(position, played, values, own, in_archive, people)
    source = archive.source if played is None else ""
    _print(options, answer, partial(print_explored, source=source, shows_values=shows_values))
    counted = played or in_archive
    return 0 if counted is not None and counted.results.games else 1


def _say_who(library: "Library", me: str) -> None:
    """Print a note if the name in `--me` matches no player, or several players, whose results are then combined."""
    from outflank.library import Search
    from outflank.library.players import listed

    names = library.sides(me).names or ()
    if not names:
        print_hints(library, Search(player=me))
    elif len(names) > 1:
        who = f"{len(names):,} players, whose games are added up: {listed(names)}"
        print(f"outflank: --me {excerpt(me, 60)} matches {who}", file=sys.stderr)


def _values(position: Position, options: argparse.Namespace) -> "dict[str, MoveValue]":
    """Return the known values of the moves in a position. With `--time`, search first and save the new values."""
    from outflank.book.answers import SHIPPED, open_book
    from outflank.library import ArchiveCounts, ValueStore, known_values, usual_values

    book = open_book(options.book or SHIPPED)
    try:
        with ValueStore(options.kept or usual_values()) as store:
            if options.time is not None and not position.is_over:
                from outflank.cli.searching import engine_of, followed
                from outflank.play import Limit

                mover = position.after_pass
                limit = Limit(seconds=options.time)
                preparing.note_if_unsaved(store)
                store.keep(mover, followed(engine_of(options), mover, limit, top=len(mover.legal_moves))[0])
            return known_values(position, store, [book], ArchiveCounts.shipped())
    finally:
        book.close()


def run_stats(options: argparse.Namespace) -> int:
    """Print an overview of the library, or statistics about one player."""
    from outflank.cli.library_tables import print_overview, print_player
    from outflank.sessions.preparing import doubt_about_gap

    with opened(options) as library:
        if options.player:
            player = library.player(options.player)
            if not options.json:
                preparing.print_doubts([doubt_about_gap(player, None, None)])
            _print(options, player, print_player)
        else:
            _print(options, library.overview(), print_overview)
    return 0


def run_show(options: argparse.Namespace) -> int:
    """Print a game."""
    from outflank.cli.library_tables import print_game

    with opened(options) as library:
        _print(options, library.game(options.number), print_game)
    return 0


def run_players(options: argparse.Namespace) -> int:
    """List players. The exit code is 1 if there are none."""
    from outflank.cli.library_tables import print_players, print_rated_players
    from outflank.library import Search

    if options.least_games is not None and not options.rating:
        raise OptionError("--least-games needs --rating")
    words = " ".join(options.words)
    with opened(options) as library:
        if options.rating:
            rated = library.rated_players(
                words, most=options.most, least_games=options.least_games, people=options.people
            )
            if not rated and print_hints(library, Search(player=words)):
                return 1
            if rated and not options.json:
                preparing.print_doubts([preparing.scale_note(library, *rated)])
            return _print_rows(options, rated, "rated player", print_rated_players)
        rows = library.players(words, most=options.most, people=options.people)
        if not rows and print_hints(library, Search(player=words)):
            return 1
    return _print_rows(options, rows, "player", print_players)


def run_openings(options: argparse.Namespace) -> int:
    """List a family of openings with the results of their games."""
    from outflank.cli.library_tables import print_family
    from outflank.library import Search
    from outflank.library.families import family

    with opened(options) as library:
        rows = family(library, options.opening, Search(since=options.since, people=options.people))
    return _print_rows(options, rows, "opening", print_family)
