"""`outflank practice`: practise puzzles, endgames and openings with spaced repetition."""

import argparse
import math
import shlex
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

from outflank.cli.arguments import (
    ARRAY,
    Commands,
    add_action,
    add_json,
    add_seed,
    print_json,
    rating_number,
    whole_number,
)
from outflank.errors import OptionError, OutflankError, excerpt
from outflank.people.scale import ZEROS
from outflank.practice.puzzles import LEVELS, THEMES

if TYPE_CHECKING:
    from outflank.cli.practising import PracticeRun
    from outflank.play.record import Record
    from outflank.practice.deck import Deck
    from outflank.practice.repertoire import Replies
    from outflank.rules import Colour

_MOST = 10**6


def add_parser(commands: Commands) -> None:
    """Add the command to the `outflank` parser."""
    themes = "\n".join(f"  {name:<10} the best move {about}" for name, about in THEMES.items())
    parser = commands.add_parser(
        "practice",
        help="solve puzzles, play endgames against perfect play, learn openings by heart",
        description="Practise the cards that are due, then new puzzles. A card comes back soon after a wrong answer, "
        "and at ever longer intervals after right ones (FSRS). Every answer is saved immediately, so you can leave at "
        "any time.\n\n"
        "outflank practice            due cards, then puzzles\n"
        "outflank practice puzzles    positions with one clearly best move\n"
        "outflank practice timed      puzzles against the clock\n"
        "outflank practice streak     harder and harder puzzles until the first mistake\n"
        "outflank practice endgames   the last moves against perfect play\n"
        "outflank practice openings   drill your repertoire; add, list and remove lines\n"
        "outflank practice stats      your results so far\n"
        "outflank practice make       make puzzles from your games\n\n"
        f"Puzzle themes:\n{themes}\n\n"
        "Levels go from 1, visible at a glance, to 5, which takes looking ten plies ahead. Half of the players with "
        "a puzzle's rating find the best move; you solve about two in three of the new puzzles that you get.",
        epilog="Example: outflank practice puzzles --theme parity --level 3",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    _add_deck(parser)
    parser.set_defaults(run=run_due, count=None, seed=None)
    actions = parser.add_subparsers(title="actions", metavar="ACTION")

    solving = _action(actions, "puzzles", run_puzzles, "find the one best move", "--theme parity --level 3")
    solving.add_argument("--theme", choices=tuple(THEMES), metavar="THEME", help=f"one of {', '.join(THEMES)}")
    solving.add_argument("--level", type=whole_number(1, LEVELS[-1]), metavar="N", help="1 (easy) to 5 (hard)")
    solving.add_argument(
        "--rating",
        nargs=2,
        type=rating_number,
        metavar=("LOW", "HIGH"),
        help="ratings of the puzzles: half of the players with this rating find the best move",
    )
    solving.add_argument("--mine", action="store_true", help="only puzzles from your own games (see make)")
    _add_count(solving, "puzzles")
    add_seed(solving)
    add_json(solving, ARRAY)

    timed = _action(actions, "timed", run_timed, "solve as many puzzles as you can in three minutes", "--seed 1")
    add_seed(timed)
    timed.set_defaults(count=None)
    streak = _action(
        actions, "streak", run_streak, "solve harder and harder puzzles until your first mistake", "--seed 1"
    )
    add_seed(streak)
    streak.set_defaults(count=None)

    ending = _action(actions, "endgames", run_endgames, "play a game to its end against perfect play", "--empties 12")
    ending.add_argument("--empties", type=whole_number(6, 20), default=10, metavar="N", help="6 to 20 (default: 10)")
    ending.add_argument(
        "--want", choices=("any", "even", "winning"), default="any", help="the value of the position (default: any)"
    )
    ending.add_argument("--hardness", choices=("easy", "medium", "hard"), help="difficulty of the first move")
    ending.add_argument(
        "--player",
        metavar="NAME",
        help="take positions from this player's games in the library (default: from the built-in games)",
    )
    ending.add_argument("--database", type=Path, metavar="FILE", help="the library (default: library.sqlite)")
    _add_count(ending, "endgames")
    add_seed(ending)

    _add_openings(actions)

    counting = _action(actions, "stats", run_stats, "show your results so far", "--json")
    add_json(counting)

    making = _action(actions, "make", run_make, "make puzzles from games", "mygames.ggf --missed")
    making.add_argument(
        "files", nargs="*", metavar="FILE", help="games in any format, or folders; - for standard input"
    )
    making.add_argument(
        "--page",
        nargs="?",
        const="",
        metavar="FILE",
        help="also the finished games from the web app; only your own moves count",
    )
    making.add_argument(
        "--player", metavar="NAME", help="also a player's games in the library; only that player's moves count"
    )
    making.add_argument("--database", type=Path, metavar="FILE", help="the library (default: library.sqlite)")
    making.add_argument("--missed", action="store_true", help="only positions where the best move was missed")
    making.add_argument(
        "--processes",
        dest="jobs",
        type=whole_number(1, 256),
        metavar="N",
        help="number of processes (default: one per free core)",
    )
    add_json(making)


def _add_openings(actions: Commands) -> None:
    parser = _action(actions, "openings", run_openings, "drill your repertoire", "--as black")
    _add_side(parser)
    _add_count(parser, "lines")
    add_seed(parser)
    _add_replies(parser)
    steps = parser.add_subparsers(title="other actions", metavar="STEP")
    adding = _action(steps, "add", run_add, "add lines to the repertoire", "f5d6c3d3c4f4c5b3 --as black")
    adding.add_argument(
        "lines",
        nargs="*",
        metavar="LINE",
        help="a transcript, or a file in any format, with its variations (SGF)",
    )
    adding.add_argument("--opening", metavar="NAME", help="the line of a named opening, such as tiger")
    adding.add_argument("--name", default="", metavar="TEXT", help="your name for the lines")
    adding.add_argument("--plies", type=whole_number(1, 60), default=30, metavar="N", help="at most N (default: 30)")
    _add_side(adding, required=True)
    checking = _action(
        steps,
        "check",
        run_check,
        "list frequent replies without an answer, and moves of your lines that lose discs",
        "--as black",
    )
    _add_side(checking)
    checking.add_argument(
        "--least", type=whole_number(1, 100), default=10, metavar="PERCENT", help="replies this frequent (default: 10)"
    )
    _add_replies(checking)
    add_json(checking)
    listing = _action(steps, "list", run_list, "list the lines of the repertoire", "--as white")
    _add_side(listing)
    add_json(listing, ARRAY)
    removing = _action(steps, "remove", run_remove, "remove lines from the repertoire", "3 4")
    removing.add_argument(
        "numbers", nargs="+", type=whole_number(1, _MOST), metavar="NUMBER", help="a number from list"
    )


def _action(actions: Commands, name: str, run: object, about: str, example: str) -> argparse.ArgumentParser:
    parser = add_action(actions, name, run, about, example)
    _add_deck(parser)
    return parser


def _add_deck(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--deck",
        type=Path,
        default=argparse.SUPPRESS,
        metavar="FILE",
        help="the file of your cards (default: practice.sqlite in your data folder)",
    )


def _add_side(parser: argparse.ArgumentParser, *, required: bool = False) -> None:
    parser.add_argument("--as", dest="side", choices=("black", "white"), required=required, help="your side")


def _add_replies(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--database",
        type=Path,
        default=argparse.SUPPRESS,
        metavar="FILE",
        help="count replies in this library (default: library.sqlite in your data folder, else the WTHOR archive)",
    )


def _add_count(parser: argparse.ArgumentParser, what: str) -> None:
    parser.add_argument(
        "--count", type=whole_number(1, _MOST), metavar="N", help=f"number of {what} (default: until you leave)"
    )


def _opened(options: argparse.Namespace) -> "Deck":
    from outflank.practice.deck import Deck, usual_path

    return Deck(getattr(options, "deck", None) or usual_path())


@contextmanager
def _run(options: argparse.Namespace) -> "Iterator[PracticeRun]":
    from outflank.cli.practising import PracticeRun
    from outflank.cli.screen import Console, TerminalScreen

    with _opened(options) as deck:
        if not getattr(options, "json", False):
            deck.check_writable()
        yield PracticeRun(TerminalScreen(Console()), deck, seed=options.seed, most=options.count)


# --- the actions ------------------------------------------------------------------------------------------------------


def run_due(options: argparse.Namespace) -> int:
    """Practise the cards that are due, and then new puzzles."""
    from outflank.cli.practising import in_words
    from outflank.practice.choosing import Puzzles
    from outflank.practice.deck import now

    with _run(options) as run:
        statistics = run.deck.statistics(now=now())
        run.screen.say(in_words(statistics))

        def practise() -> None:
            if statistics.due["opening"]:
                run.drill_openings(None, until_known=True)
            run.solve_puzzles(Puzzles(run.deck))

        return run.attend(practise)


def run_puzzles(options: argparse.Namespace) -> int:
    """Present puzzles to solve, or list them with `--json`."""
    from outflank.practice.choosing import Puzzles

    low, high = options.rating or (-math.inf, math.inf)
    zero = ZEROS["archive"]
    if low > high:
        raise OptionError(f"--rating expects the lower number first, got {low:g} {high:g}")
    with _run(options) as run:
        puzzles = Puzzles(run.deck, options.theme, options.level, ratings=(low - zero, high - zero), mine=options.mine)
        if options.json:
            print_json([each.to_json() for each in islice(puzzles, options.count)])
            return 0
        if not len(puzzles):
            how = "; outflank practice make FILE makes some from games" if options.mine else ""
            raise OutflankError(f"there are no such puzzles{how}")
        return run.attend(lambda: run.solve_puzzles(puzzles))


def run_timed(options: argparse.Namespace) -> int:
    """Present puzzles against the clock."""
    from outflank.cli.timed_puzzles import attend

    with _run(options) as run:
        return attend(run, seed=options.seed)


def run_streak(options: argparse.Namespace) -> int:
    """Present puzzles until the first mistake."""
    from outflank.cli.timed_puzzles import attend_streak

    with _run(options) as run:
        return attend_streak(run, seed=options.seed)


def run_endgames(options: argparse.Namespace) -> int:
    """Present endgames to play out."""
    from outflank.practice.endgames import shuffled_games

    _check_player(options)
    with _run(options) as run:
        games = (
            shuffled_games(options.seed)
            if options.player is None
            else (game for game, _ in _games_of_player(options, newest=True))
        )
        return run.attend(lambda: run.play_endgames(games, options.empties, options.want, options.hardness))


def run_stats(options: argparse.Namespace) -> int:
    """Print statistics about the practice so far."""
    from outflank.cli.practising import in_words
    from outflank.cli.ratings import rating_in_words
    from outflank.practice.choosing import Puzzles
    from outflank.practice.deck import now

    with _opened(options) as deck:
        statistics, rating = deck.statistics(now=now()), Puzzles(deck).rating(now=now())
    if options.json:
        print_json({**statistics.to_json(), "rating": rating.to_json()})
        return 0
    from outflank.cli.tables import print_table

    def cells(tally: Any) -> tuple[str, str]:
        return str(tally.answers), f"{tally.right / tally.answers:.0%}" if tally.answers else "–"

    rows = [
        (name, *cells(statistics.all[kind]), *cells(statistics.week[kind]), str(statistics.cards.get(kind, "–")))
        for kind, name in (("puzzle", "puzzles"), ("opening", "openings"), ("endgame", "endgames"))
    ]
    print_table(("", "answers", "right first time", "last 7 days", "right first time", "cards"), rows)
    print(f"\n{in_words(statistics)}")
    if rating.results:
        one = f"{rating.results} puzzle{'s' * (rating.results != 1)}"
        print(
            f"Puzzle rating: {rating_in_words(rating, 'archive')}, from {one}. Solved in a row: {statistics.solved}, "
            f"at most {statistics.most_solved}."
        )
    if statistics.best_run is not None:
        print(f"Best run against the clock: {statistics.best_run} solved.")
    return 0


def run_openings(options: argparse.Namespace) -> int:
    """Practise the opening lines in the repertoire."""
    with _run(options) as run, _replies(options) as replies:
        return run.attend(lambda: run.drill_openings(_side(options), replies=replies))


@contextmanager
def _replies(options: argparse.Namespace) -> "Iterator[Replies]":
    """Count replies in the library, or in the archive if there is no library."""
    from outflank.cli.library_files import opened, path_of
    from outflank.practice.coverage import archive_replies, library_replies

    options.database = getattr(options, "database", None)
    if options.database is None and not path_of(options).exists():
        yield archive_replies
        return
    with opened(options) as library:
        yield library_replies(library)


def run_check(options: argparse.Namespace) -> int:
    """List the weak points of the repertoire. The exit code is 1 if there are some."""
    from outflank.cli.practising import loses, no_answer
    from outflank.practice.coverage import archive_values, gaps, losses
    from outflank.practice.repertoire import Repertoire
    from outflank.rules import BLACK, WHITE

    sides = [side for side in (BLACK, WHITE) if _side(options) in (None, side)]
    with _opened(options) as deck:
        books = {side: lines for side in sides if (lines := [line.moves for line in deck.lines(side)])}
    if not books:
        raise OutflankError("there are no lines yet: add one with outflank practice openings add LINE --as black")
    answer = {}
    with _replies(options) as replies:
        for side, lines in books.items():
            missing = gaps(Repertoire(side, lines), replies, options.least / 100)
            answer[str(side)] = missing, list(losses(side, lines, archive_values))
    if options.json:
        print_json(
            {
                side: {"gaps": [each.to_json() for each in missing], "losses": [each.to_json() for each in lost]}
                for side, (missing, lost) in answer.items()
            }
        )
    else:
        for name, (missing, lost) in answer.items():
            print(f"{name.capitalize()}:")
            words = [*map(loses, lost), *map(no_answer, missing)]
            for each in words or ["Nothing to mend: no line loses discs, and every frequent reply has an answer."]:
                print(f"  {each}")
    return 1 if any(missing or lost for missing, lost in answer.values()) else 0


def run_add(options: argparse.Namespace) -> int:
    """Add lines to the repertoire."""
    from outflank.cli.practising import loses
    from outflank.practice.coverage import archive_values, losses
    from outflank.practice.deck import now
    from outflank.practice.repertoire import is_mistake, lines_of, opening_named

    lines: list[tuple[str, str]] = []
    if options.opening is not None:
        opening = opening_named(options.opening)
        lines.append((opening.moves, options.name or opening.name))
    side = _side(options)
    assert side is not None
    n_mistakes = 0
    for record in (record for text in options.lines for record in _records(text)):
        lines += [(moves, options.name) for moves in lines_of(record, options.plies, side)]
        n_mistakes += sum(is_mistake(node, side) for node in record.tree.root.walk())
    if not lines:
        raise OptionError("expected lines to add, or --opening, got none")
    with _opened(options) as deck:
        added = deck.add_lines([(side, moves, name) for moves, name in lines], now=now())
    print(f"{added:,} added, {len(lines) - added:,} already known")
    for loss in losses(side, [moves for moves, _ in lines], archive_values):
        print(f"Note: {loses(loss)}")
    if n_mistakes:
        one = n_mistakes == 1
        marked = (
            "move by {} is marked as a mistake: its line ends"
            if one
            else "moves by {} are marked as mistakes: lines end"
        )
        print(f"{n_mistakes:,} {marked.format(str(side).capitalize())} before {'it' if one else 'them'}.")
    return 0


def run_list(options: argparse.Namespace) -> int:
    """List the lines in the repertoire. The exit code is 1 if there are none."""
    from outflank.rules.openings import name_of

    with _opened(options) as deck:
        lines = deck.lines(_side(options))
    names = [line.name or name_of(line.moves) for line in lines]
    if options.json:
        rows = [
            {"number": line.number, "side": str(line.side), "moves": line.moves, "name": name}
            for line, name in zip(lines, names, strict=True)
        ]
        print_json(rows)
    elif lines:
        from outflank.cli.tables import print_table

        print_table(
            ("", "side", "moves", "name"),
            [(str(line.number), str(line.side), line.moves, name) for line, name in zip(lines, names, strict=True)],
        )
    else:
        print("No lines yet; add one with outflank practice openings add LINE --as black")
    return 0 if lines else 1


def run_remove(options: argparse.Namespace) -> int:
    """Remove lines from the repertoire. The exit code is 1 if a line number is unknown."""
    with _opened(options) as deck:
        removed = deck.remove_lines(options.numbers)
    print(f"{removed:,} removed")
    return 0 if removed == len(set(options.numbers)) else 1


def run_make(options: argparse.Namespace) -> int:
    """Create puzzles from games. The exit code is 1 if some games could not be read or searched, 2 if none could."""
    from outflank.cli.practice_making import make

    if not options.files and options.player is None and options.page is None:
        raise OptionError("expected game files, --page or --player, got none")
    _check_player(options)
    with _opened(options) as deck:
        deck.check_writable()
        games = _games_of_player(options) if options.player is not None else iter(())
        return make(deck, options, games)


def _side(options: argparse.Namespace) -> "Colour | None":
    from outflank.rules import BLACK, WHITE

    return {"black": BLACK, "white": WHITE, None: None}[options.side]


def _records(text: str) -> "Iterator[Record]":
    """Yield the game in a transcript, or every game in a file."""
    from outflank.formats import files, streams, transcript
    from outflank.play.record import Record
    from outflank.rules.openings import openings_called

    if not files.exists(text):
        try:
            yield Record.of(transcript.read(text))
        except OutflankError as error:
            if openings_called(text):
                raise OutflankError(
                    f"expected a transcript or a file, got the opening: --opening {shlex.quote(text)} adds it"
                ) from None
            raise OutflankError(f"expected a transcript or a file, got {excerpt(text)}: {error}") from None
        return
    with files.opened(text) as file:
        for each in streams.read(file, files.shown(text), path=Path(text)):
            if each.record is None:
                assert each.error is not None
                raise each.error
            yield each.record


def _check_player(options: argparse.Namespace) -> None:
    """Raise OutflankError if the library has no player called `--player`."""
    from outflank.cli.library import no_player
    from outflank.cli.library_files import opened

    if options.player:
        with opened(options) as library:
            if not library.sides(options.player).names:
                raise no_player(library, options.player)


def _games_of_player(options: argparse.Namespace, newest: bool = False) -> Iterator[tuple[Any, list[int]]]:
    """Yield a player's games in the library, each with the sides that the player took.

    If both players' names match, both sides are included.
    """
    from outflank.cli.library_files import opened
    from outflank.library import Search

    with opened(options) as library:
        sides = library.sides(options.player)
        for row in library.games(Search(player=options.player), most=_MOST, newest=newest):
            yield row.record.game, list(map(int, sides(row)))
