"""Functions that import game files into the library, with progress and problem reports, and export games from it."""

import argparse
import sys
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from outflank import formats
from outflank.cli.arguments import STANDARD_INPUT, print_json, whole_number
from outflank.cli.many_games import GamesReport, format_called, opened_report, watched_bytes, write_records
from outflank.cli.outputs import check_output, refuse_to_replace
from outflank.errors import OptionError, OutflankError
from outflank.files import data_folder
from outflank.formats import files

if TYPE_CHECKING:
    from outflank.library import Added, Library, Listener, Search
    from outflank.library.importing import Given


def add_database(parser: Any) -> None:
    """Add the option `--database`."""
    parser.add_argument(
        "--database", type=Path, metavar="FILE", help="the library (default: library.sqlite in your data folder)"
    )


def add_filters(parser: Any) -> None:
    """Add the options that leave out games by year, games of programs, and games from XOT openings or all others."""
    parser.add_argument("--since", type=whole_number(0, 9999), metavar="YEAR", help="from this year onwards")
    parser.add_argument("--until", type=whole_number(0, 9999), metavar="YEAR", help="up to this year")
    parser.add_argument("--people", action="store_true", help="leave out games in which a program plays")
    parser.add_argument(
        "--xot",
        action=argparse.BooleanOptionalAction,
        help="only games from XOT openings, which are random; or none of these",
    )


def opened(options: argparse.Namespace, create: bool = False) -> "Library":
    """Open the library at `--database`, or the default library. Raises OutflankError if this fails."""
    from outflank.library import Library

    return Library.open(path_of(options), create=create)


def path_of(options: argparse.Namespace) -> Path:
    """Return the path in `--database`, or the path of the default library."""
    from outflank.library import usual_path

    return Path(options.database or usual_path())


def import_all(library: "Library", options: argparse.Namespace) -> int:
    """Import the games in all files. The exit code is 1 if games or files were left out, and 2 if all of them were."""
    if not options.files and options.page is None:
        raise OptionError("expected files to import, or --page, got none")
    paths = [path for name in options.files for path in files_of(name)]
    if options.report is not None:
        refuse_to_replace(options.report, [*paths, path_of(options), *_pages(options.page)], "--report")
    with ExitStack() as stack:
        report = GamesReport(stack.enter_context(opened_report(options.report)))
        listener = reporting_to(report)
        stack.enter_context(watched(paths, listener))
        added = None
        try:
            added = library.import_games(named_games(paths, options.page, listener), listener)
        finally:
            so_far = added or listener.total
            if so_far.read or report.n_missing or added is not None:
                _say(so_far, report, options.json)
    if not added.bad and not report.n_missing:
        return 0
    return 1 if added.added or added.known else 2


def _say(added: "Added", report: GamesReport, as_json: bool) -> None:
    if as_json:
        print_json({**added.to_json(), "missing": report.n_missing})
    else:
        print(f"{added.added:,} added, {added.known:,} already known")
    report.close(f"{added.read:,} read")


def reporting_to(report: GamesReport) -> "Listener":
    """Create an import listener that reports missing files, bad games, odd games and lost variations."""
    from outflank.library import Listener

    def shortened() -> None:
        report.left_behind("a library", ("variations",))

    return Listener(bad=report.bad, missing=report.missing, odd=report.odd, shortened=shortened)


def named_games(paths: list[str], page: str | None, listener: "Listener") -> Iterator["Given"]:
    """Yield the games in files, or an error for each bad game, and then the finished games from the web app.

    `page` is the file in which the web app stores its games. An empty string means the default file, and None means
    that no games from the web app are included.
    """
    from outflank.library import importing

    for path in paths:
        if path == "-":
            yield from importing.games_from(sys.stdin.buffer, STANDARD_INPUT, None, listener)
        else:
            yield from importing.games_in([path], listener)
    if page is not None:
        from outflank.web.games.game_records import ended_games
        from outflank.web.games.place import shown

        for place in _pages(page):
            name = files.shown(place) if isinstance(place, Path) else shown(place)
            for game in ended_games(place):
                yield name, game


def _pages(page: str | None) -> list[Path | str]:
    """Return the place `page` in a list, or the default file if `page` is empty; an empty list if it is None."""
    from outflank.web.games.place import place_of

    return [] if page is None else [place_of(page) if page else data_folder() / "games.sqlite"]


def files_of(name: str) -> list[str]:
    """Return the file itself or, for a folder, all files below it that have the extension of a known format.

    Raises OutflankError if there is no such file in a folder.
    """
    path = Path(name)
    if name == "-" or not files.exists(name) or not path.is_dir():
        return [name]
    inside = sorted(str(each) for each in path.rglob("*") if formats.with_extension(each.suffix.lower()))
    if not inside:
        raise OutflankError(f"the folder {files.shown(name)} contains no game files")
    return inside


@contextmanager
def watched(paths: list[str], listener: "Listener") -> Iterator[None]:
    """Show a progress bar with the remaining time on standard error. Without a terminal, nothing is shown."""
    if (total := watched_bytes(paths)) is None:
        yield
        return
    from rich.progress import TimeRemainingColumn

    from outflank.cli.screen import live_bar

    with live_bar("{task.description}", "{task.fields[added]:,} games", TimeRemainingColumn()) as bar:
        if bar is not None:
            task = bar.add_task("importing", total=total, added=0)
            listener.read = lambda n_bytes: bar.advance(task, n_bytes)
            listener.kept = lambda added: bar.update(task, added=added.read)
            listener.adding_up = lambda: bar.update(task, description="adding up", total=None)
        yield


def export(library: "Library", query: "Search", options: argparse.Namespace) -> int:
    """Export the selected games and return the exit code.

    The code is 1 if there are no such games, or if the format cannot store some of them.
    """
    if options.output == "-" and options.to is None:
        raise OptionError(f"expected a format for standard output: --to {' or '.join(formats.names())}")
    of_extension = formats.format_of(options.output, preferred=("ggf",)) if options.to is None else ""
    format_ = formats.format_named(of_extension or format_called(options.to))
    check_output(options.output, [path_of(options)], force=options.force, beside=format_.beside)
    if not library.count(query):
        for line in [str(hint) for hint in library.hints(query)] or ["no game found"]:
            print(f"outflank: {line}", file=sys.stderr)
        return 1
    report = GamesReport(None)
    with closing(library.each(query)) as rows:  # close it before the library, even after an error
        write_records((row.record for row in rows), format_, options.output, report)
    if options.json and options.output != "-":
        print_json({"written": report.n_written, "left_out": report.n_bad})
    report.close(f"{report.n_written:,} written")
    return 1 if report.n_bad else 0
