"""`outflank match`: players against each other, paired games with colours swapped."""

import argparse
import contextlib
import json
import sys
from typing import Any

from outflank.cli.arguments import Commands, add_json, add_seed, add_start, add_time, start_of, whole_number
from outflank.cli.players import HUMAN
from outflank.errors import OptionError


def add_parser(commands: Commands) -> None:
    """Declare the command."""
    parser = commands.add_parser(
        "match",
        help="let players play each other",
        description="Play a match, or with more than two players a round robin. Each opening is played twice, with the "
        "colours swapped. Exit code 1 if a game was forfeited.",
        epilog="Example: outflank match level3 greedy --games 20 --seed 1",
    )
    parser.add_argument("players", nargs="+", metavar="PLAYER", help="two or more (see outflank players)")
    parser.add_argument(
        "--games",
        type=whole_number(2),
        default=20,
        metavar="N",
        help="games for each pair of players, an even number (default: 20)",
    )
    parser.add_argument(
        "--openings", default="random:8", metavar="O", help="random:PLIES or a file of transcripts (default: random:8)"
    )
    parser.add_argument(
        "--jobs", type=whole_number(1, 256), default=1, metavar="N", help="games at a time (default: 1)"
    )
    parser.add_argument("--markdown", action="store_true", help="print the tables in Markdown")
    add_time(parser, "60/move")
    add_start(parser)
    add_seed(parser)
    add_json(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Play, and print the table."""
    from outflank.arena import CEILING, Standings, round_robin
    from outflank.arena import run as play_all
    from outflank.play import create

    if HUMAN in options.players:
        raise OptionError("a match is for computer players; to play yourself: outflank play")
    with contextlib.redirect_stdout(sys.stderr):  # what a player prints must not get into our own output
        for player in options.players:
            create(player)  # a misspelt player is reported now, not after hours
        schedule = round_robin(
            len(options.players), options.games, options.openings, options.seed or 0, start_of(options)
        )
        n_openings = len({pairing.opening for pairing in schedule})
        if n_openings < options.games // 2:
            different = "opening" if n_openings == 1 else "different openings"
            print(f"only {n_openings} {different} in {options.openings}: used more than once", file=sys.stderr)
        with _progress(len(schedule)) as advance:
            results = play_all(
                options.players, schedule, control=options.time or CEILING, jobs=options.jobs, progress=advance
            )
    standings = Standings(tuple(options.players), tuple(results))
    if options.json:
        print(json.dumps(standings.to_json()))
    else:
        from outflank.cli.tables import print_standings

        print_standings(standings, markdown=options.markdown)
    return 1 if any(result.forfeited is not None for result in results) else 0


@contextlib.contextmanager
def _progress(n_games: int) -> Any:
    """A progress bar on standard error, if a person is watching."""
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeElapsedColumn,
        TimeRemainingColumn,
    )

    console = Console(stderr=True)
    columns = (
        TextColumn("playing"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TextColumn("left"),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=console, disable=not console.is_terminal, transient=True) as bar:
        task = bar.add_task("games", total=n_games)
        yield lambda _result: bar.advance(task)
