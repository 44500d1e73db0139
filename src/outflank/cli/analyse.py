"""`outflank analyse`: what the engine or a player thinks of each move, why, and the tree it searched."""

import argparse
import contextlib
import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from outflank.cli.arguments import (
    PLAYER,
    Commands,
    add_game,
    add_json,
    add_position,
    add_seed,
    add_shared,
    print_json,
    record_from,
    whole_number,
)
from outflank.cli.explain import check_explainable, explained, print_explanations
from outflank.cli.searching import (
    SEARCH_OPTIONS,
    add_search_options,
    bounds_in_words,
    bounds_of,
    engine_of,
    followed,
    line_of,
    warn_of_wait,
)
from outflank.errors import OptionError, OutflankError
from outflank.play import PERSON, Analysis, History, Limit, MoveValue, create, kind_of, registry
from outflank.play.referee import consult
from outflank.rules import DiscPosition

if TYPE_CHECKING:
    from outflank.engine.explain import Explanation


_SECONDS, _TOP = 5.0, 3  # of the engine, unless the options say otherwise
_ENGINE = "engine"


@dataclass(frozen=True, slots=True)
class _Findings:
    """An answer to print: all that is known, the moves to show, a tree and reasons if they are asked for."""

    position: Any
    analysis: Analysis
    moves: tuple[MoveValue, ...]
    tree: Any
    reasons: "list[Explanation]"


def add_parser(commands: Commands) -> None:
    """Declare the command."""
    parser = commands.add_parser(
        "analyse",
        help="what the engine or a player thinks of each move of a position",
        description="Show what the engine thinks of the best moves of a position, in discs, or what a player thinks of "
        "each move, in the player's own unit; best first, from the side to move's point of view. A depth of 10@73% is "
        "a search of 10 plies that drops what is 73 % sure not to matter. 'At most' marks bounds where alpha-beta "
        "proved no more. The engine looks for 5 seconds unless told otherwise; Ctrl-C shows what it knows by then. "
        "Boards that are not 8×8, and anti-Othello, are searched by a simpler, slower program. Exit code 1 if --exact "
        "was stopped before the score was proven.",
        epilog="Example: outflank analyse f5d6c3d3c4 --time 10 --explain",
    )
    add_position(parser, "position")
    add_game(parser)
    parser.add_argument(
        "--player", type=PLAYER, metavar="PLAYER", help="who looks at it (default: the engine; for --tree level3)"
    )
    add_shared(parser, depth="look so many plies ahead")
    parser.add_argument("--exact", action="store_true", help="solve the position: exact scores and lines")
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
    parser.add_argument(
        "--book", metavar="FILE", help="what an opening book says, a file or shipped, stands beside what is searched"
    )
    add_search_options(parser)
    add_seed(parser)
    add_json(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Analyse and print."""
    _check(options)
    record = record_from(options, options.position)
    kind, position = record.kind, record.position
    if position.is_over:
        raise OutflankError(f"the game is over, there is no move to analyse: {kind.result(position).words}")
    if options.exact and not isinstance(position, DiscPosition):
        raise OptionError(f"--exact is for what the engine knows, Othello and its variants, not for {kind.title}")
    if options.explain or options.beside is not None:
        check_explainable(position)
    if options.beside is not None:
        options.beside = options.beside.strip().lower()
        position.play(options.beside)  # a misspelt move is reported now, not after the search
    if options.player is None:
        knows = isinstance(position, DiscPosition)
        options.player = "level3" if options.tree and knows else _ENGINE if knows else kind.hinter
    tree = None
    with contextlib.redirect_stdout(sys.stderr):  # what a player prints is no part of our answer
        if options.player == _ENGINE and not options.tree:
            analysis = _engine_analysis(position, options)
            moves = analysis.moves[: options.top or (1 if options.exact else None)]
        else:
            analysis, tree = _player_analysis(record.game, options)
            moves = analysis.ranked()[: options.top]
    reasons = explained(position, analysis.move or "", options.beside) if options.explain or options.beside else []
    show = _print_json if options.json else _print
    show(_Findings(position, analysis, moves, tree, reasons), options)
    return 1 if options.exact and not analysis.is_exact else 0


def _check(options: argparse.Namespace) -> None:
    """Raise OptionError for options that contradict each other."""
    if options.player == PERSON:
        raise OptionError("a human cannot be asked for an analysis")
    if options.exact and options.player is not None:
        raise OptionError("--exact asks nobody: leave out --player, or leave out --exact")
    if options.book is not None and (options.tree or options.player not in (None, _ENGINE)):
        raise OptionError("--book is for the engine: leave out --player and --tree, or leave out --book")
    if options.exact and options.depth is not None:
        raise OptionError("--exact looks to the end of the game: leave out --depth, or leave out --exact")
    if options.exact and options.tree:
        raise OptionError("--tree shows what a player searched: leave it out, or leave out --exact")
    if not options.tree and (options.plies or options.width):
        raise OptionError("--plies and --width are for the tree: add --tree, or leave them out")


def _engine_analysis(position: DiscPosition, options: argparse.Namespace) -> Analysis:
    """The engine's analysis of a position when its limits, or Ctrl-C, end the search."""
    if options.exact:
        warn_of_wait([position], options)
        limit = Limit(None, options.time, options.nodes, exact=True)
    else:
        is_limited = options.depth or options.time or options.nodes
        limit = Limit(options.depth, options.time if is_limited else _SECONDS, options.nodes)

    def watch(info: Analysis) -> None:
        if sys.stderr.isatty():
            print(line_of(info), file=sys.stderr, flush=True)

    top = options.top or (1 if options.exact else _TOP)
    return followed(engine_of(options, options.book), position, limit, top=top, watch=watch)[0]


def _player_analysis(game: History[Any], options: argparse.Namespace) -> tuple[Analysis, Any]:
    """A player's analysis where a game stands, and the tree it searched if that is asked for."""
    position = game.position
    known = {"seed": options.seed, **_passed_on(options)}
    if not options.tree:
        return consult(options.player, position, game, **known), None
    searcher = create(options.player, plays=position, **known)
    if not searcher.grows_tree:
        raise OptionError(f"{options.player} keeps no tree that could be shown: ask a classic player that searches")
    return consult(options.player, position, game, **known), searcher.search(position)


def _passed_on(options: argparse.Namespace) -> dict[str, Any]:
    """The options of the search that are the player's own as well. Raises OptionError for one that it does not have."""
    name, _, own = registry.expanded(options.player).partition(":")
    known = set() if name == "module" else {option.name for option in registry.entry(name.strip()).options}
    passed = {}
    for option in ("depth", *SEARCH_OPTIONS):
        value = getattr(options, option)
        if value is None:
            continue
        if option not in known:
            raise OptionError(f"--{option} cannot go with --player {options.player}, which has no such option")
        if f"{option}=" in own.replace(" ", ""):
            raise OptionError(f"--{option} contradicts --player {options.player}")
        passed[option] = value
    return passed


def _print_json(answer: _Findings, options: argparse.Namespace) -> None:
    analysis, position = answer.analysis, answer.position
    kind = kind_of(position)
    report: dict[str, Any] = {
        "position": kind.write(position),
        "side": kind.seats[position.turn].lower(),
        "moves": [found.to_json() for found in answer.moves],
        "best": analysis.move,
        "nodes": analysis.nodes,
        "seconds": round(analysis.seconds, 6),
    }
    if options.exact:
        report["lower"], report["upper"] = bounds_of(analysis, position)
    if answer.tree is not None:
        report["tree"] = answer.tree.to_json()
    if answer.reasons:
        report["explanations"] = [reason.to_json() for reason in answer.reasons]
    print_json(report)


def _print(answer: _Findings, options: argparse.Namespace) -> None:
    from outflank.cli.boards import draw, side, standing
    from outflank.cli.screen import Console
    from outflank.cli.tables import print_moves

    console = Console()
    analysis, position = answer.analysis, answer.position
    console.print(draw(position, colour=console.shows_discs), end="")
    console.print(f"    {side(position, position.turn)} to move. {standing(position)}\n")
    print_moves(answer.moves, analysis.move or "")
    nodes = f"{analysis.nodes:,} node{'s' * (analysis.nodes != 1)} in {analysis.seconds:.3f} s."
    console.print(f"{_choice(position, analysis, options)}: {nodes}", markup=False)
    print_explanations(answer.reasons)
    if answer.tree is not None:
        from outflank.classic.tree import outline

        print()
        for line in outline(answer.tree, depth=options.plies, width=options.width):
            print(line)
        if answer.tree.best.move != analysis.move:
            print(f"The tree is that of a second search, which came to {answer.tree.best.move}.")


def _choice(position: Any, analysis: Analysis, options: argparse.Namespace) -> str:
    """Says which move a player makes, or which is best as far as that is known."""
    if not options.exact:
        return f"{options.player} plays {analysis.move}"
    if analysis.is_exact:
        return f"Best play is {analysis.move}"
    score = bounds_in_words(analysis, position)
    return f"Stopped: the score is {score}, the best move so far {analysis.move}"
