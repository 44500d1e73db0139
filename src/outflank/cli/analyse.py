"""`outflank analyse`: what a player thinks of each move, and the tree it searched."""

import argparse
import contextlib
import json
import sys
from typing import Any

from outflank.cli.arguments import Commands, add_json, add_position, add_seed, whole_number
from outflank.cli.players import HUMAN, best_first, consult
from outflank.errors import OptionError, OutflankError


def add_parser(commands: Commands) -> None:
    """Declare the command."""
    parser = commands.add_parser(
        "analyse",
        help="what a player thinks of each move of a position",
        description="Show what a player thinks of each move, best first. Values are in the view of the side to move, "
        "in the player's own unit; 'at most' marks bounds where alpha-beta proved no more than that.",
        epilog="Example: outflank analyse f5d6c3d3c4 --player level3 --tree --plies 2",
    )
    add_position(parser, "position")
    parser.add_argument("--player", default="level3", metavar="P", help="who looks at it (default: level3)")
    parser.add_argument("--top", type=whole_number(1), metavar="N", help="show the best N moves only")
    parser.add_argument("--tree", action="store_true", help="print the game tree that the player searched")
    parser.add_argument(
        "--plies", type=whole_number(1), metavar="N", help="how much of the tree to show (default: all)"
    )
    parser.add_argument(
        "--width", type=whole_number(1), metavar="N", help="at most N moves a node of the tree (default: all)"
    )
    add_seed(parser)
    add_json(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Analyse and print."""
    from outflank.formats import read_position
    from outflank.play import create

    if options.player == HUMAN:
        raise OptionError("a human cannot be asked for an analysis")
    position = read_position(options.position)
    with contextlib.redirect_stdout(sys.stderr):  # what a player prints is no part of our answer
        searcher: Any = create(options.player, seed=options.seed)
        if options.tree and not hasattr(searcher, "search"):
            raise OptionError(f"{options.player} does not search, so it has no tree to show")
        if position.is_over:
            raise OutflankError(f"the game is over, there is no move to analyse: {position.outcome}")
        decision = consult(options.player, position, seed=options.seed)
    tree = searcher.search(position) if options.tree else None
    moves = best_first(decision)[: options.top]
    if options.json:
        answer: dict[str, Any] = {
            "position": f"{position.cells} {position.turn.symbol}",
            "side": str(position.turn),
            "moves": [found.to_json() for found in moves],
            "best": decision.move,
            "nodes": decision.nodes,
            "seconds": round(decision.seconds, 6),
        }
        if tree is not None:
            answer["tree"] = tree.to_json()
        print(json.dumps(answer))
        return 0

    from outflank.cli.screen import Console, draw, standing
    from outflank.cli.tables import print_moves

    console = Console()
    console.print(draw(position, colour=console.shows_discs), end="")
    console.print(f"    {position.turn.name.capitalize()} ({position.turn.symbol}) to move. {standing(position)}\n")
    print_moves(moves, decision.move)
    nodes = f"{decision.nodes:,} node{'s' * (decision.nodes != 1)}"
    console.print(f"{options.player} plays {decision.move}: {nodes} in {decision.seconds:.3f} s.", markup=False)
    if tree is not None:
        from outflank.classic.tree import outline

        print()
        for line in outline(tree, depth=options.plies, width=options.width):
            print(line)
        if tree.best.move != decision.move:
            print(f"The tree is that of a second search, which came to {tree.best.move}.")
    return 0
