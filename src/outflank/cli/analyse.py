"""`outflank analyse`: what the engine or a player thinks of each move, why, and the tree it searched."""

import argparse
import contextlib
import json
import sys
from typing import TYPE_CHECKING, Any

from outflank.cli.arguments import Commands, add_json, add_position, add_seed, whole_number
from outflank.cli.deepen import deepened
from outflank.cli.exact import add_solver_options, bounds_in_words, solver_of, warn_of_wait
from outflank.cli.explain import explained, print_explanations
from outflank.cli.players import HUMAN, best_first, consult
from outflank.errors import OptionError, OutflankError

if TYPE_CHECKING:
    from outflank.play import Decision
    from outflank.rules import Position
    from outflank.search.solver import Solution


def add_parser(commands: Commands) -> None:
    """Declare the command."""
    parser = commands.add_parser(
        "analyse",
        help="what the engine or a player thinks of each move of a position",
        description="Show what the engine thinks of the best moves of a position, in discs, or what a player thinks of "
        "each move, in the player's own unit; best first, in the view of the side to move. A depth of 10@73% is a "
        "search of 10 plies that drops what is 73 % sure not to matter. 'At most' marks bounds where alpha-beta "
        "proved no more. The engine looks for 5 seconds unless told otherwise.",
        epilog="Example: outflank analyse f5d6c3d3c4 --time 10 --explain",
    )
    add_position(parser, "position")
    parser.add_argument(
        "--player", metavar="P", help="who looks at it (default: the engine; for --tree or a board not 8×8, level3)"
    )
    parser.add_argument(
        "--depth", type=whole_number(1, 60), metavar="N", help="let the engine look so many plies ahead"
    )
    parser.add_argument("--exact", action="store_true", help="solve the position: exact scores, 8×8 boards only")
    parser.add_argument(
        "--top", type=whole_number(1), metavar="N", help="the best N moves only (engine: default 3; --exact: default 1)"
    )
    parser.add_argument("--explain", action="store_true", help="say what speaks for the best move, and what against it")
    parser.add_argument("--beside", metavar="MOVE", help="explain this move too, and compare the two")
    parser.add_argument("--tree", action="store_true", help="print the game tree that the player searched")
    parser.add_argument(
        "--plies", type=whole_number(1), metavar="N", help="how much of the tree to show (default: all)"
    )
    parser.add_argument(
        "--width", type=whole_number(1), metavar="N", help="at most N moves a node of the tree (default: all)"
    )
    add_solver_options(parser)
    add_seed(parser)
    add_json(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Analyse and print."""
    from outflank.formats import read_position

    if options.player == HUMAN:
        raise OptionError("a human cannot be asked for an analysis")
    if options.exact and options.player is not None:
        raise OptionError("--exact asks nobody: leave out --player, or leave out --exact")
    if not options.tree and (options.plies or options.width):
        raise OptionError("--plies and --width are for the tree: add --tree, or leave them out")
    if options.exact and options.tree:
        raise OptionError("--tree shows what a player searched: leave it out, or leave out --exact")
    position = read_position(options.position)
    if position.is_over:
        raise OutflankError(f"the game is over, there is no move to analyse: {position.outcome}")
    if options.beside is not None:
        options.beside = options.beside.strip().lower()
        position.play(options.beside)  # a misspelt move is reported now, not after the search
    by_engine = options.player in (None, "engine") and position.size == 8 and not (options.exact or options.tree)
    if options.depth is not None and not by_engine:
        raise OptionError(
            "--depth is for the engine on 8×8 boards, without --exact or --tree: a player has its own options, as in "
            "--player engine:depth=8"
        )
    if options.player is None:
        options.player = "engine" if by_engine else "level3"
    with contextlib.redirect_stdout(sys.stderr):  # what a player prints is no part of our answer
        if by_engine:
            decision, tree = deepened(position, options), None
        elif options.exact:
            decision, tree = _solved(position, options), None
        else:
            decision, tree = _searched(position, options)
    moves = best_first(decision)[: options.top]
    reasons = explained(position, decision.move, options.beside) if options.explain or options.beside else []
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
        if reasons:
            answer["explanations"] = [reason.to_json() for reason in reasons]
        print(json.dumps(answer))
        return 0

    from outflank.cli.boards import draw, standing
    from outflank.cli.screen import Console
    from outflank.cli.tables import print_moves

    console = Console()
    console.print(draw(position, colour=console.shows_discs), end="")
    console.print(f"    {position.turn.name.capitalize()} ({position.turn.symbol}) to move. {standing(position)}\n")
    print_moves(moves, decision.move)
    who = "Best play is" if options.exact else f"{options.player} plays"
    nodes = f"{decision.nodes:,} node{'s' * (decision.nodes != 1)}"
    console.print(f"{who} {decision.move}: {nodes} in {decision.seconds:.3f} s.", markup=False)
    print_explanations(reasons)
    if tree is not None:
        from outflank.classic.tree import outline

        print()
        for line in outline(tree, depth=options.plies, width=options.width):
            print(line)
        if tree.best.move != decision.move:
            print(f"The tree is that of a second search, which came to {tree.best.move}.")
    return 0


def _searched(position: "Position", options: argparse.Namespace) -> tuple["Decision", Any]:
    """What a player says of the moves, and the tree it searched if that is asked for."""
    from outflank.play import create

    searcher: Any = create(options.player, seed=options.seed, plays=position)
    if options.tree and not hasattr(searcher, "search"):
        raise OptionError(f"{options.player} does not search, so it has no tree to show")
    decision = consult(options.player, position, seed=options.seed)
    return decision, searcher.search(position) if options.tree else None


def _solved(position: "Position", options: argparse.Namespace) -> "Decision":
    """The exact scores of the best moves, as many as are asked for."""
    from outflank.play import Decision

    solver, limits = solver_of(options)
    warn_of_wait([position], options)
    known: list[Solution] = []
    with contextlib.suppress(KeyboardInterrupt):  # what is known by then is the answer
        known.append(solver.solve(position, top=options.top or 1, limits=limits, watch=known.append))
    lower, upper = (known[-1].lower, known[-1].upper) if known else (-64, 64)
    if not known or known[-1].best is None:
        raise OutflankError(f"stopped before the best move was known: the score is {bounds_in_words(lower, upper)}")
    solution = known[-1]
    return Decision(solution.best, solution.moves, solution.nodes, solution.seconds)
