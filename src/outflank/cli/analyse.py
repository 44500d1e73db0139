"""`outflank analyse`: evaluate moves with the engine or a player, explain them, and print the search tree."""

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
from outflank.cli.explain import check_explainable, compared, explained, print_explanations
from outflank.cli.searching import (
    SEARCH_OPTIONS,
    add_search_options,
    bounds_in_words,
    bounds_of,
    engine_of,
    followed,
    line_of,
    threads_in_words,
    warn_of_wait,
)
from outflank.errors import OptionError, OutflankError
from outflank.play import PERSON, Analysis, History, Limit, MoveValue, create, kind_of, registry
from outflank.play.referee import consult
from outflank.rules import DiscPosition

if TYPE_CHECKING:
    from outflank.engine.explain import Explanation


_SECONDS, _TOP = 5.0, 3  # defaults for the engine
_ENGINE = "engine"


@dataclass(frozen=True, slots=True)
class _Findings:
    """The results to print: the analysis, the moves and, on request, a search tree and explanations."""

    position: Any
    analysis: Analysis
    moves: tuple[MoveValue, ...]
    tree: Any
    reasons: "list[Explanation]"
    why: str
    """The sentence that compares the move of `--beside` with the best one; otherwise empty."""


def add_parser(commands: Commands) -> None:
    """Add the command to the `outflank` parser."""
    parser = commands.add_parser(
        "analyse",
        help="evaluate the moves in a position with the engine or a player",
        description="Show the best moves in a position with the engine's values in discs, or all moves with a player's "
        "values in its own unit. The best move comes first; values are from the point of view of the side to move. "
        "Depth 10@73% means a selective 10-ply search: it cuts branches that are 73% certain not to matter. 'At most' "
        "marks an upper bound, which is all that alpha-beta proved. The engine searches for 5 seconds by default; "
        "Ctrl-C stops it and shows the results so far. Smaller boards and anti-Othello on 8×8 are solved "
        "or, if that takes too long, searched more slowly. Exit code 1 if --exact stops before it has proved the "
        "score.",
        epilog="Example: outflank analyse f5d6c3d3c4 --time 10 --explain",
    )
    add_position(parser, "position")
    add_game(parser)
    parser.add_argument(
        "--player", type=PLAYER, metavar="PLAYER", help="the player to ask (default: engine; with --tree: level3)"
    )
    add_shared(parser, depth="search N plies")
    parser.add_argument("--exact", action="store_true", help="solve the position: exact scores and lines")
    parser.add_argument(
        "--top",
        type=whole_number(1),
        metavar="N",
        help="show only the best N moves (default for the engine: 3, or 1 with --exact)",
    )
    parser.add_argument("--explain", action="store_true", help="explain the best move: points for and against it")
    parser.add_argument("--beside", metavar="MOVE", help="also explain MOVE, and say in a sentence why it is worse")
    parser.add_argument("--weights", action="store_true", help="with --beside: compare the terms of the evaluation")
    parser.add_argument("--tree", action="store_true", help="print the game tree that the player searched")
    parser.add_argument("--plies", type=whole_number(1), metavar="N", help="show N plies of the tree (default: all)")
    parser.add_argument(
        "--width", type=whole_number(1), metavar="N", help="show at most N moves per node of the tree (default: all)"
    )
    parser.add_argument("--book", metavar="FILE", help="use moves from an opening book: a file, or shipped")
    add_search_options(parser)
    add_seed(parser)
    add_json(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Analyse a position and print the results."""
    _check(options)
    record = record_from(options, options.position)
    kind, position = record.kind, record.position
    if position.is_over:
        raise OutflankError(f"the game is over: {kind.result(position).words}")
    if options.exact and not isinstance(position, DiscPosition):
        raise OptionError(f"--exact works for Othello and its variants, not for {kind.title}")
    if options.explain or options.beside is not None:
        check_explainable(position)
    if options.beside is not None:
        options.beside = options.beside.strip().lower()
        position.play(options.beside)  # report an illegal move before the search
    if options.player is None:
        knows = isinstance(position, DiscPosition)
        options.player = "level3" if options.tree and knows else _ENGINE if knows else kind.hinter
    tree = None
    with contextlib.redirect_stdout(sys.stderr):  # keep anything a player prints out of our output
        if options.player == _ENGINE and not options.tree:
            analysis = _engine_analysis(position, options)
            moves = analysis.moves[: options.top or (1 if options.exact else None)]
        else:
            analysis, tree = _player_analysis(record.game, options)
            moves = analysis.ranked()[: options.top]
    reasons = explained(position, analysis.move or "", options.beside) if options.explain or options.beside else []
    why = "" if options.beside is None else compared(position, options.beside, analysis.move or options.beside)
    show = _print_json if options.json else _print
    show(_Findings(position, analysis, moves, tree, reasons, why), options)
    return 1 if options.exact and not analysis.is_exact else 0


def _check(options: argparse.Namespace) -> None:
    """Raise OptionError if two options contradict each other."""
    if options.player == PERSON:
        raise OptionError("a human cannot analyse: name a computer player")
    if options.exact and options.player is not None:
        raise OptionError("--exact uses the engine: leave out --player or --exact")
    if options.book is not None and (options.tree or options.player not in (None, _ENGINE)):
        raise OptionError("--book is for the engine: leave out --player and --tree, or --book")
    if options.exact and options.depth is not None:
        raise OptionError("--exact searches to the end of the game: leave out --depth or --exact")
    if options.exact and options.tree:
        raise OptionError("--tree shows a player's search: leave out --tree or --exact")
    if options.weights and options.beside is None:
        raise OptionError("--weights compares two moves: add --beside MOVE")
    if not options.tree and (options.plies or options.width):
        raise OptionError("--plies and --width are for the tree: add --tree, or leave them out")


def _engine_analysis(position: DiscPosition, options: argparse.Namespace) -> Analysis:
    """Search with the engine until it reaches a limit or the user presses Ctrl-C, and return its analysis."""
    engine = engine_of(options, options.book)
    options.threads = engine.threads  # for the report
    if options.exact:
        warn_of_wait([position], options, engine.threads)
        limit = Limit(None, options.time, options.nodes, exact=True)
    else:
        is_limited = options.depth or options.time or options.nodes
        limit = Limit(options.depth, options.time if is_limited else _SECONDS, options.nodes)

    def watch(info: Analysis) -> None:
        if sys.stderr.isatty():
            print(line_of(info), file=sys.stderr, flush=True)

    top = options.top or (1 if options.exact else _TOP)
    return followed(engine, position, limit, top=top, watch=watch)[0]


def _player_analysis(game: History[Any], options: argparse.Namespace) -> tuple[Analysis, Any]:
    """Return a player's analysis of the current position and, with `--tree`, the tree that it searched."""
    position = game.position
    known = {"seed": options.seed, **_passed_on(options)}
    if not options.tree:
        return consult(options.player, position, game, **known), None
    searcher = create(options.player, plays=position, **known)
    if not searcher.grows_tree:
        raise OptionError(f"{options.player} has no search tree to show: choose a classic player that searches")
    return consult(options.player, position, game, **known), searcher.search(position)


def _passed_on(options: argparse.Namespace) -> dict[str, Any]:
    """Return the search options to pass on to the player. Raises OptionError for any option that it does not accept."""
    name, _, own = registry.expanded(options.player).partition(":")
    known = set() if name == "module" else {option.name for option in registry.entry(name.strip()).options}
    passed = {}
    for option in ("depth", *SEARCH_OPTIONS):
        value = getattr(options, option)
        if value is None:
            continue
        if option not in known:
            raise OptionError(f"--{option} cannot be used with --player {options.player}, which has no such option")
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
        "moves": [move.to_json() for move in answer.moves],
        "best": analysis.move,
        "nodes": analysis.nodes,
        "seconds": round(analysis.seconds, 6),
    }
    if options.threads is not None:
        report["threads"] = options.threads
    if options.exact:
        report["lower"], report["upper"] = bounds_of(analysis, position)
    if answer.tree is not None:
        report["tree"] = answer.tree.to_json()
    if answer.reasons:
        report["explanations"] = [reason.to_json() for reason in answer.reasons]
    if answer.why:
        report["why"] = answer.why
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
    nodes = f"{analysis.nodes:,} node{'s' * (analysis.nodes != 1)} in {analysis.seconds:.3f} s"
    threads = "" if options.threads is None else f", {threads_in_words(options.threads)}"
    console.print(f"{_choice(position, analysis, options)}: {nodes}{threads}.", markup=False)
    if answer.why:
        print(f"\n{answer.why}")
    print_explanations(answer.reasons, with_weights=options.weights)
    if answer.tree is not None:
        from outflank.classic.tree import outline

        print()
        for line in outline(answer.tree, depth=options.plies, width=options.width):
            print(line)
        if answer.tree.best.move != analysis.move:
            print(f"The tree is from a second search, which chose {answer.tree.best.move}.")


def _choice(position: Any, analysis: Analysis, options: argparse.Namespace) -> str:
    """Sentence that names the player's move or, with `--exact`, the best move."""
    if not options.exact:
        return f"{options.player} plays {analysis.move}"
    if analysis.is_exact:
        return f"Best play is {analysis.move}"
    score = bounds_in_words(analysis, position)
    return f"Stopped: the score is {score}, the best move so far is {analysis.move}"
