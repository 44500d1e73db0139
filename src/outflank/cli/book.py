"""`outflank book`: opening books that grow, learn from games, and come from and go to other programs."""

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

_ANY = "a book, or shipped, the one that comes with the package"
_LEAST_EMPTIES = 36
_SHOWN = 10  # errors that are shown


def add_parser(commands: Commands) -> None:
    """Declare the command."""
    parser = commands.add_parser(
        "book",
        help="opening books: grow one, look into it, learn from games",
        description="An opening book holds positions with values from deep searches. It grows where best play leaves "
        "it; the engine plays from it (engine:book=FILE), and analyses with it (outflank analyse --book FILE).",
        epilog="Example: outflank book grow my.book --minutes 60 --jobs 2",
    )
    actions = parser.add_subparsers(title="what to do", metavar="ACTION", required=True)
    growing.add_parser(actions)
    show = actions.add_parser(
        "show",
        help="what a book says of a position",
        description="Show the moves of a position that a book knows, with values in discs in the view of the side to "
        "move, depth of search, and games that were learned.",
        epilog="Example: outflank book show my.book f5d6c3",
    )
    show.add_argument("book", metavar="BOOK", help=_ANY)
    add_position(show, "position")
    add_json(show)
    show.set_defaults(run=run_show, game=None, tribolo=False)
    stats = actions.add_parser(
        "stats",
        help="how many positions a book holds, and of which kinds",
        description="Count the positions of a book, by empty squares and by depth of search.",
        epilog="Example: outflank book stats my.book --check",
    )
    stats.add_argument("book", metavar="BOOK", help=_ANY)
    stats.add_argument(
        "--check", action="store_true", help="check the file, and that each value follows from the others; exit code 1"
    )
    add_json(stats)
    stats.set_defaults(run=run_stats)
    _add_exchange(actions)


def _add_exchange(actions: Any) -> None:
    learn = actions.add_parser(
        "learn",
        help="learn from finished games",
        description="Count the games of files in any format at the positions that they came to. Those that the book "
        "does not know are searched first when it grows. A game that was learned before is not learned again; one that "
        "cannot be read is reported and left out, and the exit code is 1.",
        epilog="Example: outflank book learn my.book games.ggf wthor/*.wtb --empties 40",
    )
    learn.add_argument("book", metavar="BOOK", help=growing.FILE)
    learn.add_argument("games", nargs="+", metavar="FILE", help="games in any format")
    learn.add_argument(
        "--empties",
        type=whole_number(0, 60),
        default=_LEAST_EMPTIES,
        metavar="N",
        help=f"positions with at least so many empty squares (default: {_LEAST_EMPTIES})",
    )
    add_json(learn)
    learn.set_defaults(run=run_learn)
    taking = actions.add_parser(
        "import",
        help="take in a book of Edax",
        description="Add the positions of a book of Edax to a book. Each is checked: moves must be legal, values "
        "within bounds. What is refused is reported with its place, and the exit code is 1; the rest goes in, levels "
        "kept.",
        epilog="Example: outflank book import my.book edax.dat",
    )
    taking.add_argument("book", metavar="BOOK", help=growing.FILE)
    taking.add_argument("file", metavar="FILE", help="a book of Edax (.dat)")
    add_json(taking)
    taking.set_defaults(run=run_import)
    giving = actions.add_parser(
        "export",
        help="write a book of Edax, or a small one to play from",
        description="Write the positions of a book to a file: .dat is a book of Edax, .book a sealed one, which is "
        "small (14 bytes a position) and at hand at once, but does not grow and counts no games.",
        epilog="Example: outflank book export my.book edax.dat",
    )
    giving.add_argument("book", metavar="BOOK", help=growing.FILE)
    giving.add_argument("file", metavar="FILE", help="its extension says which kind: .dat or .book")
    add_force(giving)
    add_json(giving)
    giving.set_defaults(run=run_export)


# --- look into it -----------------------------------------------------------------------------------------------------


def run_show(options: argparse.Namespace) -> int:
    """Print what a book says of a position; exit code 1 if that is nothing."""
    from outflank.book.answers import moves_of, open_book

    position = position_of(options, options.position)
    with closing(open_book(options.book)) as book:
        moves = moves_of(book, position)
    if options.json:
        shown = [{**each.found.to_json(), "leaf": each.is_leaf, **asdict(each.counts)} for each in moves]
        print_json({"position": position.board_string, "moves": shown})
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
    """Number of games, and the mover's share of the points in those that ended."""
    n_ended = counts.n_games - counts.lines
    won = f"{100 * (counts.wins + counts.draws / 2) / n_ended:.0f} %" if n_ended else ""
    return (f"{counts.n_games:,}" if counts.n_games else "", won)


def run_stats(options: argparse.Namespace) -> int:
    """Print how many positions there are; exit code 1 if something is wrong with the book and that was asked for."""
    from outflank.book.answers import open_book, path_of

    with closing(open_book(options.book)) as book:
        found = book.statistics()
        faults = book.faults() if options.check else []
    for fault in faults[:_SHOWN]:
        print(f"outflank: {fault}", file=sys.stderr)
    if options.json:
        print_json({**found, "bytes": path_of(options.book).stat().st_size, "faults": len(faults)})
        return 1 if faults else 0
    grows = "stale" in found
    anew = f", {found['stale']:,} to be searched anew" if grows else "; the book is sealed"
    print(f"{found['positions']:,} positions; {found['exact']:,} are solved{anew}")
    if grows:
        print(f"{found['wanted']:,} more from {found['learned']:,} games or books that were learned")
        print("empty squares: " + ", ".join(f"{n} ({count:,})" for n, count in found["empties"].items()))
    print("depth of search: " + ", ".join(f"{depth} ({count:,})" for depth, count in found["depths"].items()))
    if options.check:
        well = "Every value follows from the others." if grows else "The checksum fits."
        print(f"{len(faults):,} faults" if faults else well)
    return 1 if faults else 0


# --- take in and give out ---------------------------------------------------------------------------------------------


def run_learn(options: argparse.Namespace) -> int:
    """Learn games, and say how many."""
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
        print(f"{n_games:,} games, of which {n_new:,} were new{f'; {len(errors):,} refused' if errors else ''}")
    return 1 if errors else 0


def _records(paths: list[str], errors: list[OutflankError]) -> "Iterator[Record]":
    """The games of Othello of some files; whatever is none goes to the errors."""
    from outflank.book.learning import check_learnable
    from outflank.formats import files, streams

    for path in paths:
        try:
            with files.opened(path) as file:
                for found in streams.read(file, files.shown(path), path=Path(path)):
                    try:
                        if found.record is not None:
                            check_learnable(found.record)
                            yield found.record
                        elif found.error is not None:
                            errors.append(found.error)
                    except OutflankError as error:
                        errors.append(OutflankError(f"{error} ({files.shown(path)})"))
        except OutflankError as error:
            errors.append(error)


def run_import(options: argparse.Namespace) -> int:
    """Take in a book of Edax, and say what of it was refused."""
    from outflank.book.edax import take_in
    from outflank.book.store import BookStore

    refuse_to_replace(options.book, [options.file], "the book")
    with BookStore(options.book, writes=True) as book:
        done = take_in(book, options.file)
    _report(done.refused)
    if done.differing:
        print(
            f"{len(done.differing):,} values differ from what follows from the moves, such as {done.differing[0]}",
            file=sys.stderr,
        )
    counts = {
        "positions": done.n_positions,
        "refused": len(done.refused),
        "loose_links": done.n_loose,
        "differing": len(done.differing),
    }
    if options.json:
        print_json(counts)
    else:
        print(
            f"{done.n_positions:,} positions taken in, {len(done.refused):,} refused; "
            f"{done.n_loose:,} links lead to no position of the file"
        )
    return 1 if done.refused else 0


def run_export(options: argparse.Namespace) -> int:
    """Write a book of another kind."""
    from outflank.book.edax import give_out
    from outflank.book.sealed import seal
    from outflank.book.store import BookStore

    extension = Path(options.file).suffix.lower()
    if extension not in (".dat", ".book"):
        raise OptionError(f"expected a file that ends in .dat or .book, got {excerpt(options.file, 60)}")
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
