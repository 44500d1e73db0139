"""`outflank solve`: compute the exact scores of many positions."""

import argparse

from outflank.cli.arguments import OBJECTS, Commands, add_json, add_shared, refuse, whole_number
from outflank.cli.searching import add_search_options


def add_parser(commands: Commands) -> None:
    """Add the command to the `outflank` parser."""
    parser = commands.add_parser(
        "solve",
        help="find the exact scores of many positions",
        description="Solve the positions in an OBF file exactly, and print the score and best line of each, from the "
        "point of view of the side to move. "
        "If the file contains scores, they are checked; exit code 1 if one differs or was not proven within the "
        "limits. Bad lines are reported on standard error; the others are solved, and the exit code is 2. "
        "With --json, print a JSON object per position, one per line: line, empties, score, best, pv, nodes and "
        "seconds. An unproven score is null, with the proven lower and upper bounds; with --top or --all, moves has "
        "the score of each move, or null and its upper bound; problem describes an error. "
        'The last line is {"total": {"positions", "nodes", "seconds", "threads"}}.',
        epilog="Example: outflank solve problems.obf --top 2",
    )
    parser.add_argument("file", metavar="FILE", help="an OBF file, one position per line; - for standard input")
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--win-only", action="store_true", help="find only the winner, not the margin")
    what.add_argument(
        "--best-move", action="store_true", help="find a best move without proving more of its score than necessary"
    )
    what.add_argument(
        "--top", type=whole_number(1), metavar="N", help="exact scores of the N best moves, bounds for the others"
    )
    what.add_argument("--all", action="store_true", help="exact scores of all moves")
    parser.add_argument("--obf", action="store_true", help="print the positions and scores as OBF")
    add_shared(parser, scheduler="solve on a Dask cluster, tcp://HOST:PORT; --memory is then per thread")
    add_search_options(parser)
    add_json(parser, OBJECTS)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Solve the positions. Prints each solution in the order of the file, and then the totals."""
    if options.obf:
        refuse(options, "--obf", "json")
        because = "--obf, which has only exact scores"
        refuse(options, because, "win_only", "best_move")
    if options.scheduler is not None:
        refuse(options, "--scheduler, as the cluster sets its own", "threads")
    from outflank.cli.solving import solve_file

    return solve_file(options)
