"""`outflank match`: players against each other, each start played in every seating."""

import argparse
import contextlib
import json
import sys
from typing import TYPE_CHECKING, Any

from outflank.cli.arguments import (
    PLAYER,
    Commands,
    add_game,
    add_json,
    add_seed,
    add_start,
    add_time,
    kind_from,
    named,
    refuse,
    start_of,
    whole_number,
)
from outflank.cli.many_games import bar
from outflank.errors import OptionError
from outflank.play import PERSON, GameKind, Setup

if TYPE_CHECKING:
    from outflank.matches import GameResult, Pairing


def add_parser(commands: Commands) -> None:
    """Declare the command."""
    parser = commands.add_parser(
        "match",
        help="let players play each other",
        description="Play a match, or with more than two players a round robin. Each opening is played twice, with the "
        "colours swapped; in Tribolo each board three times, with the seats rotated. Exit code 1 if a game was "
        "forfeited: the tables are followed by who forfeited and why, and in --json forfeited_games has for each such "
        "game the player, the opponent (of three, the opponents), the fault, the reason and the moves.",
        epilog="Example: outflank match level3 greedy --games 20 --seed 1",
    )
    parser.add_argument(
        "players",
        type=PLAYER,
        nargs="+",
        metavar="PLAYER",
        help="two or more, of Tribolo three or more (see outflank players)",
    )
    add_game(parser)
    parser.add_argument(
        "--games",
        type=whole_number(2, 1_000_000),
        metavar="N",
        help="games for each pair of players, an even number (default: 20); of Tribolo for each three, in threes (30)",
    )
    parser.add_argument(
        "--openings",
        metavar="O",
        help="random:PLIES, even:PLIES (random ones in which the engine sees no side ahead) or a file of transcripts, "
        "Othello only (default: random:8)",
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
    from outflank.cli.tables import print_placings, print_standings
    from outflank.matches import Placings, Standings

    kind = kind_from(options)
    if PERSON in options.players:
        raise OptionError("a match is for computer players; to play yourself: outflank play")
    with contextlib.redirect_stdout(sys.stderr):  # what a player prints must not get into our own output
        schedule = _paired(options, kind) if len(kind.seats) == 2 else _rotated(options, kind)
        results, n_lone = _played(options, schedule)
    is_whole = len(results) == len(schedule)
    if not is_whole:
        lone = f"; {n_lone} more ended, but not yet in all seatings of the opening" if n_lone else ""
        print(f"\ninterrupted; this is what {len(results)} of {len(schedule)} games came to{lone}", file=sys.stderr)
    table = (Standings if len(kind.seats) == 2 else Placings)(tuple(options.players), tuple(results))
    if options.json:
        print(json.dumps(table.to_json()))
    elif isinstance(table, Placings):
        print_placings(table, markdown=options.markdown)
    else:
        print_standings(table, markdown=options.markdown)
    if not is_whole:
        return 130
    return 1 if any(result.forfeited is not None for result in results) else 0


def _played(options: argparse.Namespace, schedule: "list[Pairing]") -> "tuple[list[GameResult], int]":
    """The games of a schedule in its order; after Ctrl-C those that count, and how many more have ended."""
    from outflank.matches import CEILING, counted
    from outflank.matches import run as play_all

    results: list[GameResult] = []
    with bar("playing", len(schedule)) as show:

        def finished(result: "GameResult") -> None:
            results.append(result)
            show(len(results))

        try:
            control = options.time or CEILING
            return play_all(options.players, schedule, control=control, jobs=options.jobs, progress=finished), 0
        except KeyboardInterrupt:
            if not results:
                raise
            count = counted(schedule, results)
            return count, len(results) - len(count)


def _paired(options: argparse.Namespace, kind: GameKind[Any]) -> "list[Pairing]":
    """Paired games with colours swapped."""
    from outflank.matches import round_robin

    n_games, opening = options.games or 20, "random:8" if options.openings is None else options.openings
    schedule = round_robin(len(options.players), n_games, opening, options.seed or 0, start_of(options, kind))
    n_openings = len({pairing.opening for pairing in schedule})
    if n_openings < n_games // 2:
        different = "opening" if n_openings == 1 else "different openings"
        print(f"only {n_openings} {different} in {opening}: used more than once", file=sys.stderr)
    return schedule


def _rotated(options: argparse.Namespace, kind: GameKind[Any]) -> "list[Pairing]":
    """Games on random boards with rotating seats."""
    from outflank.matches import rotations

    refuse(options, named(options, kind), "start", "size", "mirrored", "openings")
    n_games, n_seats = options.games or 30, len(kind.seats)
    if n_games % n_seats:
        raise OptionError(
            f"expected a number of games in threes, as each board is played in three seatings, got {n_games}"
        )
    first = (options.seed or 0) * 1_000_003
    boards = [kind.start(Setup(seed=first + number)) for number in range(n_games // n_seats)]
    return rotations(len(options.players), boards, options.seed or 0)
