"""`outflank arena`: run tournaments that are defined in files, on one machine or several, and report their results."""

import argparse
import contextlib
import json
import shlex
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from outflank.cli import arena_class
from outflank.cli.arguments import Commands, add_action, add_shared, refuse, whole_number
from outflank.cli.many_games import bar
from outflank.cli.outputs import is_same
from outflank.cores import free_cores, usable_cores
from outflank.errors import OptionError, OutflankError, excerpt, quoted_path
from outflank.formats import files

if TYPE_CHECKING:
    from outflank.matches.boards import Boards
    from outflank.matches.plan import Plan
    from outflank.matches.playing import GameTerms
    from outflank.matches.results import Results
    from outflank.matches.running import Tournament, TournamentProgress
    from outflank.matches.store import Store


_MOST_COUNTED = 1000  # openings


def add_parser(commands: Commands) -> None:
    """Add the command to the `outflank` parser."""
    parser = commands.add_parser(
        "arena",
        help="play a tournament from a file, or run one for a class",
        description="A TOML file defines a tournament: its players, schedule, openings and time. Every game is saved "
        "as soon as it ends, so you can stop or even kill a tournament at any moment and resume it later. "
        "docs/how-to/run-a-tournament.md describes the file.",
        epilog="Examples: outflank arena run club.toml --jobs 2; outflank arena report club.toml --html club.html",
    )
    actions = parser.add_subparsers(title="actions", metavar="ACTION", required=True)

    running = _action(actions, "run", run, "play a tournament and show its table", "club.toml --resume --jobs 4")
    running.add_argument("--resume", action="store_true", help="continue a tournament")
    add_shared(
        running,
        jobs="games at a time (default: one per free core)",
        scheduler="play on a Dask cluster, tcp://HOST:PORT",
    )
    running.add_argument(
        "--max-games", type=whole_number(1, 10**9), metavar="N", help="stop after N games; --resume continues"
    )

    reporting = _action(actions, "report", report, "report the results so far", "club.toml --html club.html")
    for name, about in (
        ("html", "a page with plots and replayable games, in one file that works offline"),
        ("markdown", "the tables in Markdown"),
        ("csv", "the standings, for spreadsheets"),
        ("games-csv", "every game, one per line"),
        ("json", "everything, with every game"),
    ):
        reporting.add_argument(f"--{name}", metavar="OUT", help=f"write {about}; - for standard output")
    reporting.add_argument(
        "--games",
        type=whole_number(0, 100_000),
        default=100,
        metavar="N",
        help="at most N games on the HTML page (default: 100)",
    )
    arena_class.add_actions(actions)


def _action(actions: Commands, name: str, run: object, about: str, example: str) -> argparse.ArgumentParser:
    parser = add_action(actions, name, run, about, example)
    parser.add_argument("file", type=Path, metavar="FILE", help="the tournament, in TOML")
    parser.add_argument(
        "--database",
        type=Path,
        metavar="FILE",
        help="the database of its games (default: next to FILE, ending in .sqlite)",
    )
    return parser


# --- playing ------------------------------------------------------------------------------------------------------


def run(options: argparse.Namespace) -> int:
    """Play the remaining games of a tournament, and print the table."""
    from outflank.matches.reading import read_plan
    from outflank.matches.results import results
    from outflank.matches.running import without_refused
    from outflank.matches.store import Store, alone

    if options.scheduler is not None:
        refuse(options, "--scheduler, as the cluster sets its own", "jobs")
    plan = read_plan(options.file.absolute())
    path = (options.database or plan.database).absolute()
    if not path.parent.is_dir():
        raise OutflankError(f"there is no folder {quoted_path(path.parent)}")
    # Paths of players and openings in the file are relative to its folder.
    with (
        contextlib.chdir(plan.file.parent),
        alone(path),
        _gone_if_refused(path),
        Store(path) as store,
    ):
        if store.n_games() and not options.resume:
            raise OutflankError(
                f"{quoted_path(path)} already has {store.n_games()} games of this tournament: continue with --resume, "
                "or choose another file with --database"
            )
        plan = without_refused(plan, store)
        store.agree(plan)
        _warn_of_refused(plan)
        is_over = _play(options, plan, store)
        played = results(plan, store)
    _print(played)
    if not is_over:
        print(f"\n{_how_to_continue(options, played.games, played.total)}", file=sys.stderr)
    return 0


@contextlib.contextmanager
def _gone_if_refused(path: Path) -> "Iterator[None]":
    """Delete a newly created database if the tournament fails before its first game."""
    from outflank.matches.store import Store

    was_there = path.exists()
    try:
        yield
    except OutflankError:
        if not was_there and path.exists():
            is_empty = True
            with contextlib.suppress(OutflankError), Store(path, read_only=True) as store:
                is_empty = not store.n_games()
            for end in ("", "-wal", "-shm") if is_empty else ():
                path.with_name(path.name + end).unlink(missing_ok=True)
        raise


def _play(options: argparse.Namespace, plan: "Plan", store: "Store") -> bool:
    """Play until the tournament ends or `--max-games` games have been played. Returns True if it has ended."""
    from outflank.matches.playing import GameTerms
    from outflank.matches.running import Tournament, seated

    tournament = Tournament(plan, store)
    terms = GameTerms(tuple(seated(plan, store)), plan.control, is_lenient=True)
    warn_of_few(tournament)
    _warn_of_late(plan, store)
    try:
        with _boards(options, terms, plan) as boards, _progress(tournament) as progress:
            return tournament.play(boards, progress, most=options.max_games)
    except KeyboardInterrupt:
        print(_how_to_continue(options, tournament.done, tournament.total), file=sys.stderr)
        raise


@contextlib.contextmanager
def _boards(options: argparse.Namespace, terms: "GameTerms", plan: "Plan") -> "Iterator[Boards]":
    """Provide the boards on which games are played: `--jobs` local processes or a cluster with a `--scheduler`.

    Raises OutflankError if they cannot be set up.
    """
    from outflank.matches.boards import ClusterBoards, ProcessBoards

    if options.scheduler is not None:
        from outflank.cluster import Cluster

        with Cluster(options.scheduler) as cluster, ClusterBoards(cluster, terms, plan.start()) as there:
            yield there
        return
    jobs, n_cores = options.jobs or free_cores(), usable_cores()
    if jobs > n_cores:
        print(f"{jobs} games at a time on {n_cores} cores: the clocks will be unfair", file=sys.stderr)
    try:
        here = ProcessBoards(terms, plan.start(), jobs)
    except OptionError as error:
        raise OptionError(f"{plan.error_prefix}{error}") from None
    with here:
        yield here


def _warn_of_refused(plan: "Plan") -> None:
    for name, reason in plan.refused.items():
        print(f"{plan.error_prefix}{excerpt(name, 60)} is left out; the others play: {reason}", file=sys.stderr)
    for name, reason in plan.absent.items():
        print(f"{plan.error_prefix}{excerpt(name, 60)} forfeits its remaining games: {reason}", file=sys.stderr)


def warn_of_few(tournament: "Tournament") -> None:
    """Warn the user if there are fewer different openings than each pairing needs."""
    plan = tournament.plan
    if plan.schedule.has_rounds:
        return
    n = min(plan.n_openings, _MOST_COUNTED)
    n_different = tournament.starts.n_different(n)
    if n_different < n:
        different = "opening" if n_different == 1 else "different openings"
        print(f"only {n_different} {different} in {plan.openings}: games will repeat openings", file=sys.stderr)


def _warn_of_late(plan: "Plan", store: "Store") -> None:
    from outflank.matches.schedules import late

    for name in late(plan, store):
        rounds = f"{plan.schedule.rounds} rounds have already started"
        print(f"{excerpt(name, 60)} gets no games, as all {rounds}: raise schedule.rounds to add more", file=sys.stderr)


def _how_to_continue(options: argparse.Namespace, done: int, total: int) -> str:
    pairs = [("--database", options.database), ("--scheduler", options.scheduler), ("--jobs", options.jobs)]
    words = [str(options.file), "--resume", *(str(each) for pair in pairs if pair[1] is not None for each in pair)]
    return f"{done} of {total} games are played; to continue: outflank arena run {shlex.join(words)}"


@contextlib.contextmanager
def _progress(tournament: "Tournament") -> "Iterator[Callable[[TournamentProgress], None]]":
    """Show the progress of a tournament on standard error."""
    with bar("playing") as show:

        def hear(so_far: "TournamentProgress") -> None:
            trial, words = tournament.trial, ""
            if trial is not None:
                lower, upper = trial.sprt.bounds
                words = f"LLR {trial.llr:+z.2f} of {lower:.2f}, {upper:.2f}"
            show(so_far.done, so_far.total, words)

        yield hear


# --- reports ------------------------------------------------------------------------------------------------------


def report(options: argparse.Namespace) -> int:
    """Print the results so far, or write them to files."""
    from outflank.matches.page import as_page
    from outflank.matches.reading import read_plan
    from outflank.matches.reports import game_json, to_json
    from outflank.matches.results import results
    from outflank.matches.sheets import ENCODING, games_sheet, places_sheet
    from outflank.matches.store import Store
    from outflank.matches.tables import about, as_markdown, tables

    plan = read_plan(options.file.absolute())
    path = (options.database or plan.database).absolute()
    with Store(path, read_only=True) as store, store.at_one_moment():
        played = results(plan, store)
        ways = {
            "html": lambda: as_page(played, store, options.games),
            "markdown": lambda: as_markdown(plan.title, about(played), tables(played)),
            "csv": lambda: places_sheet(played),
            "games_csv": lambda: games_sheet(played, store),
            "json": lambda: (
                json.dumps(
                    to_json(played) | {"played": [game_json(played, game) for game in store.games()]},
                    ensure_ascii=False,
                )
                + "\n"
            ),
        }
        wanted = {name: out for name in ways if (out := getattr(options, name)) is not None}
        if list(wanted.values()).count("-") > 1:
            raise OutflankError("only one of the reports can go to standard output (-)")
        places = [Path(out).resolve() for out in wanted.values() if out != "-"]
        if twice := next((out for out in places if places.count(out) > 1), None):
            raise OutflankError(f"two reports cannot go to the same file: {quoted_path(twice)}")
        for out in wanted.values():
            _refuse_to_write_over(out, [plan.file, Path(plan.openings_source)], path)
        for name, out in wanted.items():
            if out == "-":
                print(ways[name](), end="")
            else:
                files.write_file(out, ways[name](), ENCODING if name.endswith("csv") else "utf-8")
    if not wanted:
        _print(played)
    return 0


def _refuse_to_write_over(out: str, read: list[Path], database: Path) -> None:
    """Raise OutflankError if a report would overwrite one of the tournament's own files."""
    own = [*read, *(database.with_name(database.name + end) for end in ("", "-wal", "-shm", ".lock"))]
    place = Path(out).resolve()
    if out != "-" and any(each.resolve() == place or is_same(each, out) for each in own):
        raise OutflankError(f"{excerpt(out, 80)} belongs to the tournament: choose another file for the report")


def _print(results: "Results") -> None:
    """Print the results as tables."""
    from outflank.cli.tables import print_table
    from outflank.matches.tables import about, tables

    print(about(results))
    for part in tables(results):
        print(f"\n{part.title}")
        print_table(part.headings, part.rows)
