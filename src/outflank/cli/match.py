"""`outflank match`: play a match between players, who meet in every opening and every seating."""

import argparse
import contextlib
import re
import sys
from typing import TYPE_CHECKING

from outflank.cli.arena import warn_of_few
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
    print_json,
    refuse,
    start_of,
    whole_number,
)
from outflank.cli.many_games import bar
from outflank.cores import free_cores
from outflank.errors import OptionError
from outflank.play import PERSON

if TYPE_CHECKING:
    from outflank.matches.game import GameResult


def add_parser(commands: Commands) -> None:
    """Add the command to the `outflank` parser."""
    parser = commands.add_parser(
        "match",
        help="play a match between players",
        description="Play a match, or a round robin of more than two players. Each opening is played twice with the "
        "colours swapped; in Tribolo, each board is played three times with the seats rotated. If a game was "
        "forfeited, the exit code is 1, the player and the reason are printed below the tables, and forfeited_games in "
        "--json lists the player, the opponent (in Tribolo, the opponents), the fault, the reason and the moves.",
        epilog="Example: outflank match level3 greedy --games 20 --seed 1",
    )
    parser.add_argument(
        "players",
        type=PLAYER,
        nargs="+",
        metavar="PLAYER",
        help="two or more players, or three or more in Tribolo (see outflank players)",
    )
    add_game(parser)
    parser.add_argument(
        "--games",
        type=whole_number(2, 1_000_000),
        metavar="N",
        help="games per pair of players, an even number (default: 20); in Tribolo per three players, a multiple of 3 "
        "(default: 30)",
    )
    parser.add_argument(
        "--openings",
        metavar="O",
        help="random:PLIES, even:PLIES (random, and rated even by the engine) or a file of transcripts; "
        "Othello only (default: random:8)",
    )
    parser.add_argument(
        "--jobs",
        type=whole_number(1, 256),
        metavar="N",
        help="games at a time (default: one per free core; fewer if a player uses several threads)",
    )
    parser.add_argument("--markdown", action="store_true", help="print the tables in Markdown")
    add_time(parser, "60/move")
    add_start(parser)
    add_seed(parser)
    add_json(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Play the match and print the tables."""
    from outflank.cli.tables import print_table
    from outflank.matches.api import match_plan, play_match
    from outflank.matches.game import CEILING
    from outflank.matches.reports import match_json
    from outflank.matches.schedules import n_games
    from outflank.matches.tables import forfeit_lines, markdown_lines, match_tables

    kind = kind_from(options)
    if PERSON in options.players:
        raise OptionError("a match is for computer players; to play yourself, use outflank play")
    if not kind.sizes:
        refuse(options, named(options, kind), "start", "size", "mirrored", "openings")
    plan = match_plan(
        options.players,
        start=start_of(options, kind) if kind.sizes else None,
        game=kind.name,
        games=options.games or (20 if kind.sizes else 30),
        openings="random:8" if options.openings is None else options.openings,
        seed=options.seed or 0,
        control=options.time or CEILING,
    )
    total = n_games(plan, len(plan.entrants))
    jobs = min(options.jobs or max(1, free_cores() // _most_threads(options.players)), total)
    n_ended = 0
    # Keep anything a player prints out of our output.
    with contextlib.redirect_stdout(sys.stderr), bar(f"playing, {jobs} at a time", total) as show:

        def hear(_result: "GameResult") -> None:
            nonlocal n_ended
            n_ended += 1
            show(n_ended)

        results = play_match(plan, options.players, jobs=jobs, progress=hear, prepared=warn_of_few)
    if not results.is_over:
        n_partial = n_ended - results.games
        partial = f"; {n_partial} more ended, but not in every seating of their opening" if n_partial else ""
        print(f"\ninterrupted; results of {results.games} of {results.total} games{partial}", file=sys.stderr)
    if options.json:
        print_json(match_json(results) | {"jobs": jobs})
    else:
        for table in match_tables(results):
            if options.markdown:
                print("\n".join(markdown_lines(table)))
            else:
                print_table(table.headings, table.rows)
            if plan.n_seats == 2 or results.forfeits:
                print()
        for line in forfeit_lines(results):
            print(line)
    if not results.is_over:
        return 130
    return 1 if results.forfeits else 0


def _most_threads(players: list[str]) -> int:
    """The largest number of threads that one of the players asks for by its option ``threads``."""
    return max([1, *(int(number) for player in players for number in re.findall(r"\bthreads=(\d+)", player))])
