"""`outflank bench`: measure the search speed on fixed positions, and count the nodes as a fingerprint of the search.

A single thread visits the same nodes on every run. A different total therefore means that the search has changed.
"""

import argparse

from outflank.cli.arguments import Commands, add_json, print_json
from outflank.play import Limit
from outflank.rules import Position

POSITIONS = (
    "--XO-------OO-OXX-OOXOOXXOOXOXOXX-OOXXOX--OXXXOX-OOOOOXX-XXXXXXX X",
    "XXXXXX-X-OOOOOX-X-OOOOO-XOOXXOO-XOXXOXOXX-OOXOOXX-O-O-O-----O-OX X",
    "X-X--XXXXOOO-O-OXOOOOXOXXOOOOOX-XOXOOO--XOXOOOOO-XOO-O--X--OOO-- X",
    "-O-X-----OX-XO--XOOXOOO-XOXOXO--XOXOXO--XOOOXO--XOOXXOO-XXXXXXXX X",
    "XO--XX-X-OOOOOOOXOOOOX--XOXOXOO--OOOXX--XOOOOOOO-XX--X--X-X-XXX- X",
    "--OXXXXX--OOOO-XXXOOXOOX--OOOOOX-XXOOOOX--OOO-OX-OOOOO----XXXX-- X",
    "----OOOX----OOO-OOOOOOOXOOOOOOO--OOOOOOO--XXOOO--XOOXO--X-XXXX-- X",
    "XXX-----O-O-----OOOOOO-XO-XOOO-X-O-OOOOXXXOOOOOX--OO-XOO-OOOXOOO X",
)
"""Positions with 16, 18 and 20 empties, from games between the classic players."""


def add_parser(commands: Commands) -> None:
    """Add the command to the `outflank` parser."""
    parser = commands.add_parser(
        "bench",
        help="measure the search's speed and node count",
        description="Solve a fixed set of positions with one thread. The total number of nodes is the search's "
        "fingerprint: it is the same on every run and every machine until the search changes.",
        epilog="Example: outflank bench",
    )
    add_json(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Solve the positions and print the totals."""
    from outflank.engine.engine import Engine

    engine = Engine()
    engine.load()
    nodes, seconds = 0, 0.0
    for text in POSITIONS:
        position = Position.parse(text)
        engine.clear()
        solution = engine.analyse(position, Limit(exact=True))
        nodes, seconds = nodes + solution.nodes, seconds + solution.seconds
        if not options.json:
            print(
                f"{position.n_empties} empties  {solution.score:+4g}  {solution.nodes:>12,}  {solution.seconds:7.3f} s"
            )
    if options.json:
        print_json({"positions": len(POSITIONS), "nodes": nodes, "seconds": round(seconds, 6)})
    else:
        print(f"Bench: {nodes}\n{seconds:.2f} s, {nodes / seconds / 1e6:.1f} million nodes/s")
    return 0
