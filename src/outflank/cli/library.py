"""`outflank library`: games in a database, found by players, openings and positions, and what came of them."""

import argparse
import sys
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from outflank.cli.arguments import (
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
from outflank.cli.library_files import export, import_all, path_of
from outflank.cli.outputs import add_force
from outflank.errors import OptionError, OutflankError, excerpt
from outflank.formats.files import find_record, only_record
from outflank.play import kind_of
from outflank.rules import Position
from outflank.rules.openings import all_openings, openings_called

if TYPE_CHECKING:
    from outflank.library import Library, Search
    from outflank.play import MoveValue

_NAMED, _SEARCHED = 5, 10_000  # players that an error names, and that a slip is looked for among
_MOST = 20  # rows of a list, unless more are asked for
_LARGEST = 10**9  # of the numbers that may be asked for


def add_parser(commands: Commands) -> None:
    """Declare the command."""
    parser = commands.add_parser(
        "library",
        help="keep games in a database and search it: players, openings, positions",
        description="A database of games: any number, from files of any format, each game once. Every position is "
        "found however it came about and however the board is turned.",
        epilog="Examples: outflank library import wthor/*.wtb; outflank library explore f5d6; "
        "outflank library search --player tamenori --since 2000",
    )
    actions = parser.add_subparsers(title="actions", metavar="ACTION", required=True)

    adding = _action(actions, "import", run_import, "add the games of files that are not there yet", "wthor/*.wtb")
    adding.add_argument(
        "files", nargs="*", metavar="FILE", help="a file of any format, or a folder; - for standard input"
    )
    adding.add_argument("--page", nargs="?", const="", metavar="FILE", help="the finished games of the page as well")
    add_shared(adding, report="write a line to FILE for every game with something wrong")

    searching = _action(actions, "search", run_search, "list games", "--player tamenori --opening tiger")
    add_query(searching)
    searching.add_argument(
        "--most", type=whole_number(1, _LARGEST), default=_MOST, metavar="N", help=f"(default: {_MOST})"
    )
    searching.add_argument("--newest", action="store_true", help="those that were added last first")
    searching.add_argument("--count", action="store_true", help="only say how many there are")

    exploring = _action(actions, "explore", run_explore, "what was played in a position, and what came of it", "f5d6c3")
    exploring.add_argument(
        "explored", nargs="?", default="start", type=str.strip, metavar="POSITION", help=f"{POSITION} (default: start)"
    )
    add_query(exploring, words=False)
    exploring.add_argument("--me", default="", metavar="NAME", help="show the results of this player beside all")
    exploring.add_argument(
        "--values",
        action="store_true",
        help="show what the moves are worth, in discs for the side that makes them: the best that is known from the "
        "opening book and from earlier analyses",
    )
    add_shared(exploring, time="with values, after the engine has looked for S seconds; these are kept")
    exploring.add_argument("--book", metavar="FILE", help="the same from this opening book (default: shipped)")
    exploring.add_argument(
        "--kept", type=Path, metavar="FILE", help="where values are kept (default: values.sqlite, with your data)"
    )
    exploring.set_defaults(memory=None, threads=None)

    counting = _action(actions, "stats", run_stats, "what is in the library, or what a player did", "tamenori")
    counting.add_argument("player", nargs="?", default="", metavar="PLAYER", help="a name, or words in it")

    showing = _action(actions, "show", run_show, "show a game", "137548")
    showing.add_argument(
        "number", type=whole_number(1, _LARGEST), metavar="NUMBER", help="the number that search gives it"
    )

    exporting = _action(actions, "export", run_export, "write games to a file", "all.ggf --player tamenori")
    exporting.add_argument("output", metavar="OUT", help="a file, whose extension names the format; - for output")
    exporting.add_argument("--to", metavar="FORMAT", help="the format to write, whatever the extension of OUT")
    add_force(exporting)
    add_query(exporting)

    listing = _action(actions, "players", run_players, "list players", "hideshi --most 5")
    listing.add_argument("words", nargs="*", metavar="WORD", help="in the name")
    listing.add_argument(
        "--most", type=whole_number(1, _LARGEST), default=_MOST, metavar="N", help=f"(default: {_MOST})"
    )


def _action(actions: Commands, name: str, run: object, about: str, example: str) -> argparse.ArgumentParser:
    parser = add_action(actions, name, run, about, example)
    add_database(parser)
    add_json(parser)
    return parser


def add_database(parser: Any) -> None:
    """`--database`."""
    parser.add_argument(
        "--database", type=Path, metavar="FILE", help="the library (default: library.sqlite, with your data)"
    )


def add_query(parser: Any, words: bool = True, player: bool = True) -> None:
    """Options that say which games are looked for; `query_of` puts them together."""
    if words:
        parser.add_argument("words", nargs="*", metavar="WORD", help="in a name, a place, a date or the opening")
        add_position(parser, "--position")
    for name, about in (
        ("player", "a player, of either colour: a name, or words in it"),
        ("opponent", "the other player"),
        ("black", "the player of Black"),
        ("white", "the player of White"),
        ("place", "a tournament or place, or words in it"),
        ("opening", "an opening, or words in its name, in English or Japanese"),
    )[not player :]:
        parser.add_argument(f"--{name}", default="", metavar="NAME", help=about)
    parser.add_argument("--since", type=whole_number(0, 9999), metavar="YEAR", help="from this year on")
    parser.add_argument("--until", type=whole_number(0, 9999), metavar="YEAR", help="up to this year")
    parser.add_argument(
        "--result", default="", metavar="WHO", help="black, white, draw or unknown; or won, lost, drawn by the player"
    )


def query_of(options: argparse.Namespace) -> "Search":
    """The search that the options describe."""
    from outflank.library import Search

    position = getattr(options, "position", None)
    if options.opening and not openings_called(options.opening):
        raise OptionError(f"there is no opening {excerpt(options.opening)}").suggesting(
            options.opening, filter(None, (name for each in all_openings() for name in (each.english, each.japanese)))
        )
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
    )


def _position(argument: str) -> Position:
    kind = kind_of(Position.game)
    is_piped = argument == "-"
    record = only_record(sys.stdin.buffer, STANDARD_INPUT, kind=kind) if is_piped else find_record(argument, kind)
    show_notes(record)
    position = record.position
    if not isinstance(position, Position):
        raise OutflankError("the library knows positions of Othello on 8×8, got one of another game")
    return position


def opened(options: argparse.Namespace, create: bool = False) -> "Library":
    """The library of `--database`, or the usual one. Raises OutflankError."""
    from outflank.library import Library

    return Library.open(path_of(options), create=create)


def no_player(library: "Library", player: str) -> OptionError:
    """The error that nobody in the library is called so, with those who have most games there."""
    most = ", ".join(row.name for row in library.players(most=_NAMED))
    there = f"most games are of {most}" if most else "it is empty"
    how = "outflank library import FILE adds games, --page those played on the page"
    return OptionError(f"there is no player {excerpt(player)} in the library: {there}; {how}").suggesting(
        player, [row.name for row in library.players(most=_SEARCHED)]
    )


# --- the actions ------------------------------------------------------------------------------------------------------


def run_import(options: argparse.Namespace) -> int:
    """Add games."""
    with opened(options, create=True) as library:
        return import_all(library, options)


def run_export(options: argparse.Namespace) -> int:
    """Write games to a file."""
    with opened(options) as library:
        return export(library, query_of(options), options)


def run_search(options: argparse.Namespace) -> int:
    """List games; 1 if there are none."""
    from outflank.cli.library_tables import print_games

    query = query_of(options)
    with opened(options) as library:
        if options.count:
            n_games = library.count(query)
            if options.json:
                print_json({"games": n_games})
            else:
                print(f"{n_games:,}")
            return 0 if n_games else 1
        rows = library.games(query, most=options.most, newest=options.newest)
        return _print_rows(options, rows, "game", lambda rows: print_games(rows, library.count(query)))


def _print(options: argparse.Namespace, answer: Any, show: Callable[[Any], object]) -> None:
    """Print an answer as JSON if the options say so, or else `show` it."""
    print_json(answer.to_json()) if options.json else show(answer)


def _print_rows(options: argparse.Namespace, rows: Sequence[Any], what: str, show: Callable[[Any], object]) -> int:
    """Print rows, each as JSON if the options say so, and give 0; or say that there is none, and give 1."""
    if options.json:
        for row in rows:
            _print(options, row, show)
    elif rows:
        show(rows)
    else:
        print(f"outflank: no {what} is found", file=sys.stderr)
    return 0 if rows else 1


def run_explore(options: argparse.Namespace) -> int:
    """Show the moves played in a position; 1 if it is in no game."""
    from outflank.cli.library_tables import print_explored
    from outflank.library import Own, explored

    position, query = _position(options.explored), query_of(options)
    shows_values = options.values or options.time is not None or options.book is not None
    own = None
    with opened(options) as library:
        found = library.position(position, query)
        if options.me:
            sides = (replace(query, **{side: options.me}) for side in ("black", "white"))
            own = Own.of(*(library.position(position, side) for side in sides))
            _say_who(library, options.me)
    answer = explored(position, found, _values(position, options) if shows_values else None, own)
    _print(options, answer, partial(print_explored, shows_values=shows_values))
    return 0 if found.results.games else 1


def _say_who(library: "Library", me: str) -> None:
    """Say so if words stand for several players, whose games are added up, or for none."""
    from outflank.library.players import listed

    names = library.sides(me).names or ()
    if len(names) != 1:
        who = f"{len(names):,} players, whose games are added up: {listed(names)}" if names else "no player"
        print(f"outflank: --me {excerpt(me, 60)} stands for {who}", file=sys.stderr)


def _values(position: Position, options: argparse.Namespace) -> "dict[str, MoveValue]":
    """Known values of the moves of a position, after a search if one is asked for, which is kept."""
    from outflank.book.answers import SHIPPED, open_book
    from outflank.library import ValueStore, known_values, usual_values

    book = open_book(options.book or SHIPPED)
    try:
        with ValueStore(options.kept or usual_values()) as store:
            if options.time is not None and not position.is_over:
                from outflank.cli.searching import engine_of, followed
                from outflank.play import Limit

                mover = position.switched() if position.must_pass else position
                limit = Limit(seconds=options.time)
                store.keep(mover, followed(engine_of(options), mover, limit, top=len(mover.legal_moves))[0])
            return known_values(position, store, [book])
    finally:
        book.close()


def run_stats(options: argparse.Namespace) -> int:
    """Show an overview of the library, or a player's results."""
    from outflank.cli.library_tables import print_overview, print_player

    with opened(options) as library:
        if options.player:
            _print(options, library.player(options.player), print_player)
        else:
            _print(options, library.overview(), print_overview)
    return 0


def run_show(options: argparse.Namespace) -> int:
    """Show a game."""
    from outflank.cli.library_tables import print_game

    with opened(options) as library:
        _print(options, library.game(options.number), print_game)
    return 0


def run_players(options: argparse.Namespace) -> int:
    """List players; 1 if there are none."""
    from outflank.cli.library_tables import print_players

    with opened(options) as library:
        rows = library.players(" ".join(options.words), most=options.most)
    return _print_rows(options, rows, "player", print_players)
