"""`outflank book`: grow opening books, add games to them, and exchange positions with other programs."""

import argparse
import sys
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

from outflank.cli import growing
from outflank.cli.arguments import (
    Commands,
    add_json,
    add_position,
    print_json,
    whole_number,
)
from outflank.cli.growing import position_of
from outflank.cli.outputs import add_force, check_output, refuse_to_replace
from outflank.errors import OptionError, OutflankError, excerpt

if TYPE_CHECKING:
    from outflank.book.nodes import Counts
    from outflank.play.record import Record

_ANY = "a book, or shipped for the one in the package"
_LEAST_EMPTIES = 36
_SHOWN = 10  # most errors that are printed


def add_parser(commands: Commands) -> None:
    """Add the command to the `outflank` parser."""
    parser = commands.add_parser(
        "book",
        help="grow an opening book, look up positions, learn from games",
        description="An opening book contains positions with values from deep searches. It grows where best play "
        "leaves the book. The engine can play from a book (engine:book=FILE) and use it for analysis (outflank analyse "
        "--book FILE).",
        epilog="Example: outflank book grow my.book --minutes 60 --jobs 2",
    )
    actions = parser.add_subparsers(title="actions", metavar="ACTION", required=True)
    growing.add_parser(actions)
    show = actions.add_parser(
        "show",
        help="look up a position in a book",
        description="Show a position's moves in a book: values in discs from the point of view of the side to "
        "move, search depth, and learned games.",
        epilog="Example: outflank book show my.book f5d6c3",
    )
    show.add_argument("book", metavar="BOOK", help=_ANY)
    add_position(show, "position")
    add_json(show)
    show.set_defaults(run=run_show, game=None, tribolo=False)
    stats = actions.add_parser(
        "stats",
        help="count the positions in a book",
        description="Count the positions in a book, by empty squares and by search depth.",
        epilog="Example: outflank book stats my.book --check",
    )
    stats.add_argument("book", metavar="BOOK", help=_ANY)
    stats.add_argument(
        "--check",
        action="store_true",
        help="also check the file and all derived values; exit code 1 if there is a fault",
    )
    add_json(stats)
    stats.set_defaults(run=run_stats)
    _add_exchange(actions)


def _add_exchange(actions: Any) -> None:
    learn = actions.add_parser(
        "learn",
        help="learn from finished games",
        description="Read games from files in any format, and count each game at the positions that it reaches. When "
        "the book grows, it first searches learned positions that it does not know yet. Each game is learned only "
        "once. A game that cannot be read is reported and skipped, and the exit code is 1.",
        epilog="Example: outflank book learn my.book games.ggf wthor/*.wtb --empties 40",
    )
    learn.add_argument("book", metavar="BOOK", help=growing.FILE)
    learn.add_argument("games", nargs="+", metavar="FILE", help="games in any format")
    learn.add_argument(
        "--empties",
        type=whole_number(0, 60),
        default=_LEAST_EMPTIES,
        metavar="N",
        help=f"learn positions with at least N empty squares (default: {_LEAST_EMPTIES})",
    )
    add_json(learn)
    learn.set_defaults(run=run_learn)
    taking = actions.add_parser(
        "import",
        help="import an Edax book",
        description="Add the positions in an Edax book to a book, with their levels. Moves must be legal and values "
        "within bounds; rejected positions are reported with their place in the file, and the exit code is 1.",
        epilog="Example: outflank book import my.book edax.dat",
    )
    taking.add_argument("book", metavar="BOOK", help=growing.FILE)
    taking.add_argument("file", metavar="FILE", help="an Edax book (.dat)")
    add_json(taking)
    taking.set_defaults(run=run_import)
    giving = actions.add_parser(
        "export",
        help="export to an Edax book, or to a small book to play from",
        description="Write the positions in a book to a file: .dat is an Edax book; .book is a sealed book, which is "
        "small (14 bytes per position) and opens immediately, but cannot grow and has no game counts.",
        epilog="Example: outflank book export my.book edax.dat",
    )
    giving.add_argument("book", metavar="BOOK", help=growing.FILE)
    giving.add_argument("file", metavar="FILE", help="the output; its extension sets the format: .dat or .book")
    add_force(giving)
    add_json(giving)
    giving.set_defaults(run=run_export)


# --- show and count ---------------------------------------------------------------------------------------------------


def run_show(options: argparse.Namespace) -> int:
    """Print the moves that a book contains for a position. The exit code is 1 if there are none."""
    from outflank.book.answers import moves_of, open_book

    position = position_of(options, options.position)
    with closing(open_book(options.book)) as book:
        moves = moves_of(book, position)
    if options.json:
        rows_json = [{**each.found.to_json(), "leaf": each.is_leaf, **asdict(each.counts)} for each in moves]
        print_json({"position": position.board_string, "moves": rows_json})
    elif moves:
        from outflank.cli.tables import print_table

        rows = [
            (
                each.move,
                each.found.verdict,
                f"{each.depth}@{each.confidence}%" if each.depth else "",
                "leaves the book" if each.is_leaf else "" if each.value is None else "in the book",
                *_games(each.counts),
            )
            for each in moves
        ]
        print_table(("move", "value", "depth", "", "games", "won"), rows)
    else:
        print("The book does not know this position.")
    return 0 if moves else 1


def _games(counts: "Counts") -> tuple[str, str]:
    """Return the number of games, and the mover's score in the finished games as a percentage."""
    n_ended = counts.n_games - counts.lines
    won = f"{100 * (counts.wins + counts.draws / 2) / n_ended:.0f} %" if n_ended else ""
    return (f"{counts.n_games:,}" if counts.n_games else "", won)


def run_stats(options: argparse.Namespace) -> int:
    """Print statistics about a book. The exit code is 1 if `--check` finds an error in the book."""
    from outflank.book.answers import open_book, path_of

    with closing(open_book(options.book)) as book:
        counts = book.statistics()
        faults = book.faults() if options.check else []
    for fault in faults[:_SHOWN]:
        print(f"outflank: {fault}", file=sys.stderr)
    if options.json:
        print_json({**counts, "bytes": path_of(options.book).stat().st_size, "faults": len(faults)})
        return 1 if faults else 0
    grows = "stale" in counts
    stale = f", {counts['stale']:,} need a new search" if grows else "; the book is sealed"
    print(f"{counts['positions']:,} positions; {counts['exact']:,} solved{stale}")
    if grows:
        print(f"{counts['wanted']:,} more positions to search, from {counts['learned']:,} learned games or books")
        print("empty squares: " + ", ".join(f"{n} ({count:,})" for n, count in counts["empties"].items()))
    print("depth of search: " + ", ".join(f"{depth} ({count:,})" for depth, count in counts["depths"].items()))
    if options.check:
        well = "All derived values are correct." if grows else "The checksum is correct."
        print(f"{len(faults):,} faults" if faults else well)
    return 1 if faults else 0


# --- import and export ------------------------------------------------------------------------------------------------


def run_learn(options: argparse.Namespace) -> int:
    """Add games to a book, and print the counts."""
    from outflank.book.learning import learn
    from outflank.book.store import BookStore

    refuse_to_replace(options.book, options.games, "the book")
    errors: list[OutflankError] = []
    with BookStore(options.book, writes=True) as book:
        n_games, n_new = learn(book, _records(options.games, errors), options.empties)
    _report(errors)
    if options.json:
        print_json({"games": n_games, "new": n_new, "refused": len(errors)})
    else:
        print(f"{n_games:,} games, {n_new:,} of them new{f'; {len(errors):,} refused' if errors else ''}")
    return 1 if errors else 0


def _records(paths: list[str], errors: list[OutflankError]) -> "Iterator[Record]":
    """Yield the Othello games in files. For anything else, an error is appended to `errors`."""
    from outflank.book.learning import check_learnable
    from outflank.formats import files, streams

    for path in paths:
        try:
            with files.opened(path) as file:
                for each in streams.read(file, files.shown(path), path=Path(path)):
                    try:
                        if each.record is not None:
                            check_learnable(each.record)
                            yield each.record
                        elif each.error is not None:
                            errors.append(each.error)
                    except OutflankError as error:
                        errors.append(OutflankError(f"{error} ({files.shown(path)})"))
        except OutflankError as error:
            errors.append(error)


def run_import(options: argparse.Namespace) -> int:
    """Import an Edax book, and report the positions that were rejected."""
    from outflank.book.edax import take_in
    from outflank.book.store import BookStore

    refuse_to_replace(options.book, [options.file], "the book")
    with BookStore(options.book, writes=True) as book:
        result = take_in(book, options.file)
    _report(result.refused)
    if result.differing:
        print(
            f"{len(result.differing):,} values differ from those derived from the moves, "
            f"for example {result.differing[0]}",
            file=sys.stderr,
        )
    counts = {
        "positions": result.n_positions,
        "refused": len(result.refused),
        "loose_links": result.n_loose,
        "differing": len(result.differing),
    }
    if options.json:
        print_json(counts)
    else:
        print(
            f"{result.n_positions:,} positions imported, {len(result.refused):,} refused; "
            f"{result.n_loose:,} links lead to positions that are not in the file"
        )
    return 1 if result.refused else 0


def run_export(options: argparse.Namespace) -> int:
    """Export a book to another format."""
    from outflank.book.edax import give_out
    from outflank.book.sealed import seal
    from outflank.book.store import BookStore

    extension = Path(options.file).suffix.lower()
    if extension not in (".dat", ".book"):
        raise OptionError(f"expected a file name that ends in .dat or .book, got {excerpt(options.file, 60)}")
    check_output(options.file, [options.book], force=options.force)
    with BookStore(options.book) as book:
        n = give_out(book, options.file) if extension == ".dat" else seal(book.entries(), options.file)
    if options.json:
        print_json({"positions": n})
    else:
        print(f"{n:,} positions written to {options.file}")
    return 0


def _report(errors: Sequence[OutflankError]) -> None:
    for error in errors[:_SHOWN]:
        print(f"outflank: {error}", file=sys.stderr)
    if len(errors) > _SHOWN:
        print(f"outflank: and {len(errors) - _SHOWN:,} more", file=sys.stderr)
