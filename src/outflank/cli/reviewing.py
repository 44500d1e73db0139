"""`outflank review` with many games: its options, the selection of games, progress and reports."""

import argparse
import json
import sys
import time
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from outflank.cli.arguments import add_shared, given, print_json, refuse, whole_number
from outflank.cli.library import add_query, no_player, print_hints, query_of
from outflank.cli.library_files import add_database, files_of, opened, path_of, reporting_to, watched
from outflank.cli.many_games import GamesReport, bar, opened_report
from outflank.cli.outputs import refuse_to_replace
from outflank.cli.searching import limit_of, workers_of
from outflank.errors import OptionError
from outflank.formats import files
from outflank.play import Limit

if TYPE_CHECKING:
    from outflank.library import Library
    from outflank.sessions.reviewing import Outcome

_SEARCH = ("opponent", "black", "white", "place", "opening", "since", "until", "result", "most", "newest")
_ONLY_MANY = ("level", "exact_from", "jobs", "scheduler", "database", "report", *_SEARCH)


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the options that are used with many games."""
    many = parser.add_argument_group("many games")
    many.add_argument(
        "--library",
        nargs="?",
        const="",
        metavar="PLAYER",
        help="review the library's games, or only those of PLAYER: a name, or words in it",
    )
    many.add_argument("--all", action="store_true", help="review every game in a single file")
    many.add_argument("--level", type=whole_number(10, 30), metavar="L", help="the engine's level (default: 18)")
    add_shared(
        many,
        exact_from="with --depth: solve exactly with N or fewer empty squares",
        jobs="number of processes (default: one per free core)",
        scheduler="review on a Dask cluster, tcp://HOST:PORT",
        report="write a line to FILE for every game with a problem",
    )
    add_database(many)
    searching = parser.add_argument_group("games in the library (default: all)")
    add_query(searching, words=False, player=False)
    searching.add_argument("--most", type=whole_number(1, 10**9), metavar="N", help="at most N games")
    searching.add_argument("--newest", action="store_true", help="with --most: the most recently added games")


def is_of_many(options: argparse.Namespace) -> bool:
    """True if the options name many games. Raises OptionError if they name no game."""
    named = options.GAME
    if options.library is not None:
        if named:
            raise OptionError("expected a game or --library, got both: games in a file are added to the library anyway")
        return True
    if not named:
        raise OptionError("expected a game, a folder of games, or --library, got none")
    return len(named) > 1 or options.all or (files.exists(named[0]) and Path(named[0]).is_dir())


def refuse_options(options: argparse.Namespace) -> None:
    """Raise OptionError if the user set an option that only works with many games."""
    for option in given(options, _ONLY_MANY):
        raise OptionError(f"{option} is for many games: name a folder, several files, or --library")


def run(options: argparse.Namespace) -> int:
    """Review many games and print a report. The exit code is 1 if some failed or no game matched, 2 if all failed."""
    refuse(options, "many games, which must be Othello", "game")
    refuse(options, "many games", "black_rating", "white_rating", "threads")
    if options.scheduler is not None:
        refuse(options, "--scheduler, as the cluster sets its own", "jobs")
    limit = _limit(options)
    is_of_library = options.library is not None
    if not is_of_library:
        for option in given(options, _SEARCH):
            raise OptionError(f"{option} is for games in the library: leave it out, or use --library")
    paths = [] if is_of_library else _paths(options.GAME)
    if options.report is not None:
        refuse_to_replace(options.report, [*paths, path_of(options)], "--report")
    with ExitStack() as stack:
        report = GamesReport(stack.enter_context(opened_report(options.report)))
        library = stack.enter_context(opened(options, create=not is_of_library))
        library.check_writable()
        if options.library and not library.players(options.library, most=1):
            print(f"outflank: {no_player(library, options.library)}", file=sys.stderr)
            return 1
        games = _selected(library, options) if is_of_library else _added(library, paths, report)
        if is_of_library and not games and print_hints(library, query_of(options)) and not options.json:
            return 1
        n_good = _review(library, games, limit, options, report)
    if not n_good:
        return 2 if report.n_bad or report.n_missing else 1
    return 1 if report.n_bad or report.n_missing else 0


def _limit(options: argparse.Namespace) -> Limit:
    """Return the search limit that the options specify. Raises OptionError if they contradict each other."""
    if options.time is None:
        from outflank.analysis.review import LEVEL

        return limit_of(options, LEVEL)
    refuse(options, "--time", "level", "depth", "exact_from")
    return Limit(seconds=options.time)


def _selected(library: "Library", options: argparse.Namespace) -> list[int]:
    """Return the numbers of all games in the library that match the options."""
    query = replace(query_of(options), player=options.library)
    if options.most is not None:
        return [row.number for row in library.games(query, most=options.most, newest=options.newest)]
    return [row.number for row in library.each(query)]


def _paths(names: list[str]) -> list[str]:
    """Return the paths of the named files, and of all game files in the named folders.

    Raises OutflankError if a folder contains no game files, or if standard input is one of the names.
    """
    if "-" in names:
        raise OptionError("standard input cannot be one of several files")
    return [path for name in names for path in files_of(name)]


def _added(library: "Library", paths: list[str], report: GamesReport) -> list[int]:
    """Add the games in files to the library, and return their numbers."""
    from outflank.library.importing import games_in
    from outflank.sessions.reviewing import numbers_of

    digests: set[int] = set()
    listener = reporting_to(report)
    listener.took = lambda game: digests.add(game.digest)
    with watched(paths, listener):
        library.import_games(games_in(paths, listener), listener)
    return numbers_of(library, digests)


def _review(
    library: "Library", games: list[int], limit: Limit, options: argparse.Namespace, report: GamesReport
) -> int:
    """Review games on local processes or a cluster. Returns the number of games that now have a review."""
    from outflank.engine.engine import Engine
    from outflank.reviews import Reviews
    from outflank.sessions.reviewing import OUTCOMES, review_all

    if games and options.scheduler is None and Engine.is_cold() and Reviews(library).missing(limit, games):
        Engine(1).load()  # in this process, so that the compile progress shows
    counts, n_at_once = dict.fromkeys(OUTCOMES, 0), 0
    began = time.monotonic()
    is_whole = not games
    try:
        if games:
            searching = workers_of(options.jobs, options.scheduler)
            with bar("reviewing", len(games)) as show, searching as (workers, n_at_once):
                began = time.monotonic()
                for done in review_all(library, games, workers, limit, n_at_once=n_at_once):
                    counts[done.outcome] += 1
                    if done.error is not None:
                        report.bad(done.error)
                    show(sum(counts.values()))
            is_whole = True
    finally:
        n_done = sum(counts.values())
        if is_whole or n_done:
            _tell(counts, time.monotonic() - began, len(games), n_at_once, options)
            report.close(f"{n_done - counts['bad']:,} of {len(games):,} have a review")
        if not is_whole and n_done:
            left = len(games) - n_done
            print(f"outflank: {left:,} games left; repeat the command to continue", file=sys.stderr)
    return n_done - counts["bad"]


def _tell(
    counts: dict["Outcome", int], seconds: float, n_games: int, n_at_once: int, options: argparse.Namespace
) -> None:
    """Print the counts and a command that shows the reviews."""
    if options.json:
        print_json({**counts, "games": n_games, "seconds": round(seconds, 3), "jobs": n_at_once})
        return
    n_new, n_known = counts["reviewed"], counts["known"]
    hourly = f", {3600 * n_new / seconds:,.0f} an hour" if n_new and seconds > 1 else ""
    at_once = f", {n_at_once} at a time" if n_new else ""
    print(f"{n_new:,} reviewed in {seconds:,.0f} s{at_once}{hourly}; {n_known:,} were reviewed before", flush=True)
    if options.library is None and any(counts.values()):
        print(f"The games and their reviews are in the library, {files.shown(path_of(options))}.")
    if n_new or n_known:
        player = json.dumps(options.library or "PLAYER", ensure_ascii=False).replace('"PLAYER"', "PLAYER")
        print(f"outflank progress {player} sums up a player's reviews.")
