"""`outflank match`: players against each other, each start played in every seating."""

import argparse
import contextlib
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
from outflank.errors import OptionError
from outflank.play import PERSON

if TYPE_CHECKING:
    from outflank.matches.game import GameResult


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
    from outflank.cli.tables import print_table
    from outflank.matches.api import match_plan, play_match
    from outflank.matches.game import CEILING
    from outflank.matches.reports import match_json
    from outflank.matches.schedules import n_games
    from outflank.matches.tables import forfeit_lines, markdown_lines, match_tables

    kind = kind_from(options)
    if PERSON in options.players:
        raise OptionError("a match is for computer players; to play yourself: outflank play")
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
    n_ended = 0
    # What a player prints must not get into our own output.
    with contextlib.redirect_stdout(sys.stderr), bar("playing", n_games(plan, len(plan.entrants))) as show:

        def hear(_result: "GameResult") -> None:
            nonlocal n_ended
            n_ended += 1
            show(n_ended)

        results = play_match(plan, options.players, jobs=options.jobs, progress=hear, prepared=warn_of_few)
    if not results.is_over:
        n_lone = n_ended - results.games
        lone = f"; {n_lone} more ended, but not yet in all seatings of the opening" if n_lone else ""
        done = f"{results.games} of {results.total} games came to{lone}"
        print(f"\ninterrupted; this is what {done}", file=sys.stderr)
    if options.json:
        print_json(match_json(results))
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
