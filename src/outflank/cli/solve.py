"""`outflank solve`: exact scores of many positions."""

import argparse

from outflank.cli.arguments import Commands, add_json, add_shared, refuse, whole_number
from outflank.cli.searching import add_search_options


def add_parser(commands: Commands) -> None:
    """Declare the command."""
    parser = commands.add_parser(
        "solve",
        help="exact scores of many positions",
        description="Solve the positions of an OBF file exactly: score and best line, from the side to move's point of "
        "view. "
        "Scores that the file gives are checked; exit code 1 if one differs or is not reached within the limits. "
        "A bad line is reported on standard error, the others are solved, and the exit code is 2. "
        "With --json, each position is an object on a line of its own, with the keys line, empties, score, best, pv, "
        "nodes and seconds; score is null where it was not proven, and lower and upper say what was; with --top or "
        "--all, moves holds the score of each move, or null and its upper bound; problem says what "
        'is wrong. The last line is {"total": {"positions", "nodes", "seconds"}}.',
        epilog="Example: outflank solve problems.obf --threads 2",
    )
    parser.add_argument("file", metavar="FILE", help="a file in OBF, one position a line; - for standard input")
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--win-only", action="store_true", help="find out who wins, not by how much")
    what.add_argument(
        "--best-move", action="store_true", help="find a best move, and of its score no more than that takes"
    )
    what.add_argument(
        "--top", type=whole_number(1), metavar="N", help="exact scores of the N best moves, bounds of the others"
    )
    what.add_argument("--all", action="store_true", help="exact scores of all moves")
    parser.add_argument("--obf", action="store_true", help="print the positions with their scores as OBF")
    add_shared(parser, scheduler="solve on a Dask cluster, tcp://HOST:PORT; --memory is for each thread there")
    add_search_options(parser)
    add_json(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Solve, print each position in the order of the file, and the totals."""
    if options.obf:
        refuse(options, "--obf", "json")
        because = "--obf, which has exact scores alone"
        refuse(options, because, "win_only", "best_move")
    if options.scheduler is not None:
        refuse(options, "--scheduler: the cluster has its own", "threads")
    from outflank.cli.solving import solve_file

    return solve_file(options)
