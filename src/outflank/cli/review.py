"""`outflank review`: show the number of discs that each move of a game lost."""

import argparse
import sys
from typing import TYPE_CHECKING, Any

from outflank.cli import reviewing
from outflank.cli.arguments import (
    THREADS,
    Commands,
    add_game,
    add_json,
    add_shared,
    print_json,
    rating_number,
    record_from,
    refuse,
)
from outflank.cli.searching import threads_in_words
from outflank.cores import free_cores
from outflank.errors import OutflankError
from outflank.play import Limit
from outflank.play.record import Record
from outflank.rules import PASS, DiscPosition, Game, Position
from outflank.rules.kinds import DiscGame
from outflank.rules.openings import ENGLISH, JAPANESE, name_at

if TYPE_CHECKING:
    from outflank.analysis.review import Review
    from outflank.cli.review_people import PeopleInReview

ESTIMATES = "± marks an estimate: the true loss is within this many discs of it in two cases of three."
"""The explanation below tables that contain estimated losses."""

WORDS = {
    " quiet ": "A quiet move flips no disc beside an empty square.",
    " wedges ": "A wedge is a disc between two of the other side's on an edge.",
    " X-square ": "An X-square is diagonally beside a corner.",
    "beside empty squares": "Discs beside empty squares give the other side moves: few are good.",
    "safe discs": "Safe discs can never be turned over.",
}
"""The explanations below the reasons that contain some words."""


def add_parser(commands: Commands) -> None:
    """Add the command to the `outflank` parser."""
    parser = commands.add_parser(
        "review",
        help="judge the moves of one game or many",
        description="Show how many discs each move of a game lost against the best move: ?! for 2 or 3, ? for 4 to 7, "
        "?? for 8 or more, or for a lost win or draw. A mark in brackets is an estimate, the others are proven; ± is "
        "the doubt of an estimate. For each mistake and each hard move found, it tells how many players of the same "
        "strength find the best move. The games in a folder, in several files or in the library (--library) are "
        "reviewed on all cores, and the library stores the reviews; outflank progress sums them up.",
        epilog="Examples: outflank review f5d6c3d3c4f4c5b3 --time 0.5; outflank review my-games/; "
        "outflank review --library tamenori --since 2000",
    )
    parser.add_argument(
        "GAME",
        type=str.strip,
        nargs="*",
        help="a transcript, or a file in any format (FILE#3 for its third game); - for standard input; or a folder or "
        "several files, whose games are all added to the library",
    )
    add_game(parser, among=DiscGame)
    add_shared(
        parser,
        time="seconds per position, and more for a claimed mistake (default: none on 8×8 boards, else 0.3)",
        depth="search N plies per position, however long that takes",
    )
    parser.add_argument(
        "--no-people", dest="people", action="store_false", help="leave out how hard the moves are for people"
    )
    add_shared(parser, threads=f"{THREADS}); for one game")
    for side in ("black", "white"):
        parser.add_argument(
            f"--{side}-rating",
            type=rating_number,
            metavar="ELO",
            help=f"{side.title()}'s archive rating, for which the difficulty of moves is told (default: your own if "
            "you played this side in the terminal, else an estimate from the moves)",
        )
    add_json(parser)
    reviewing.add_options(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Review one game and print each move's loss and a summary, or save reviews of many games."""
    if reviewing.is_of_many(options):
        return reviewing.run(options)
    reviewing.refuse_options(options)
    if not options.people:
        refuse(options, "--no-people", "black_rating", "white_rating")
    from outflank.analysis.judged import JudgedMove
    from outflank.analysis.review import Review, review, summed_up
    from outflank.cli.review_people import people_of, told_ratings
    from outflank.engine.engine import Engine

    record = record_from(options, options.GAME[0])
    game: Any = record.game
    if not isinstance(game.position, DiscPosition):
        title = record.kind.title
        raise OutflankError(f"{title} cannot be reviewed: the engine knows only Othello and its variants")
    show = sys.stderr.isatty()
    so_far: list[JudgedMove] = []

    def progress(move: JudgedMove, done: int, total: int) -> None:
        so_far.append(move)
        if show:
            print(f"\r{done} of {total} moves", end="\n" if done == total else "", file=sys.stderr, flush=True)

    limit = None if options.time is None else Limit(seconds=options.time)
    if options.depth is not None:
        limit = Limit(depth=options.depth)
    engine = Engine(threads=options.threads or free_cores())
    try:
        judged: Review = review(game, engine, limit, watch=progress)
    except KeyboardInterrupt:
        if not so_far:
            raise
        judged = summed_up(so_far, is_complete=False)
    people = None
    if options.people:
        people = people_of(game, judged, engine, told_ratings(record, options.black_rating, options.white_rating))
    _report(record, game, judged, options, people, engine.threads)
    if not judged.complete:
        raise KeyboardInterrupt
    return 0


def _report(
    record: Record,
    game: Game[Any],
    judged: "Review",
    options: argparse.Namespace,
    people: "PeopleInReview | None",
    threads: int,
) -> None:
    """Print the judged moves. If the review was interrupted, these are only the last moves of the game."""
    if options.json:
        names = {"black": record.player(0), "white": record.player(1), "transcript": game.transcript}
        opening = {language: _opening(game, language) for language in (ENGLISH, JAPANESE)}
        more = {} if people is None else {"people": people.to_json()}
        print_json({**names, "opening": opening, **judged.to_json(), **more, "threads": threads})
        return
    from outflank.cli.tables import print_table

    n_moves = sum(move != PASS for move in game.moves)
    rows = [
        (
            str(move.number),
            move.side.symbol,
            move.move,
            f"{move.value_for_black:+g}",
            move.shown_loss,
            move.badge.sign if move.badge.proven or not move.badge.sign else f"({move.badge.sign})",
            str(move.best.move) if move.loss else "",
        )
        for move in judged.moves
    ]
    print_table(("", "side", "move", "Black's view", "lost", "", "better move"), rows)
    if any("±" in move.shown_loss for move in judged.moves):
        print(ESTIMATES)
    mistakes = [(move.number, move.why) for move in judged.moves if move.why]
    if mistakes:
        print()
        print_table(("", "why"), [(str(number), why) for number, why in mistakes])
        for word, meaning in WORDS.items():
            if any(word in why for _, why in mistakes):
                print(meaning)
    print()
    if not judged.complete:
        print(f"Only the last {len(judged.moves)} of {n_moves} moves were judged.")
    if named := _opening(game, ENGLISH) or _opening(game, JAPANESE):
        print(f"Opening: {named}.")
    for summary in judged.summaries:
        counts = ", ".join(
            f"{n} {name if n == 1 else plural}"
            for (name, n), plural in zip(summary.grades.items(), ("inaccuracies", "mistakes", "blunders"), strict=True)
        )
        side = summary.side.name.capitalize()
        lost = f"{summary.total_loss:g} disc{'s' * (summary.total_loss != 1)}"
        print(f"{side}: {lost} lost in {summary.n_moves} move{'s' * (summary.n_moves != 1)}; {counts}.")

    print(f"Searched with {threads_in_words(threads)}.")
    if people is not None:
        people.show()


def _opening(game: Game[Any], language: str) -> str:
    """Name of the game's opening in a language; empty if it has no name."""
    return name_at(game.positions, language) if isinstance(game.start, Position) else ""
