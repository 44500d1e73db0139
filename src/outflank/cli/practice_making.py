"""Create puzzles from games, using all free cores.

The puzzles are saved after each game, so that an interrupted run can continue later.
"""

import argparse
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any

from outflank.cli.arguments import print_json
from outflank.cli.library_files import files_of, named_games
from outflank.cli.many_games import GamesReport
from outflank.cli.searching import workers_of
from outflank.errors import OutflankError, excerpt
from outflank.library.importing import Listener, stored
from outflank.practice.choosing import puzzles_of
from outflank.practice.deck import Deck, digest_of
from outflank.practice.puzzles import Puzzle
from outflank.rules import Colour, Game, Position
from outflank.sessions.dealing import Call, dealt
from outflank.web.games.game_records import YOU

_WAITING = 8  # games queued per process

Whole = tuple[Game[Position], list[int]]
"""A game and the sides whose moves can become puzzles."""


def make(deck: Deck, options: argparse.Namespace, others: Iterable[Whole]) -> int:
    """Create puzzles from files and from `others`. The exit code is 1 if some games or files failed, 2 if all did."""
    report = GamesReport(None)
    counts = dict.fromkeys(("games", "searched_before", "puzzles"), 0)
    searched = deck.searched()  # including games in progress

    def calls() -> Iterator[tuple[tuple[str, str, str], Call | None]]:
        for source, game, sides in _games(options.files, options.page, others, report):
            start = game.start.board_string
            digest = digest_of(start, game.moves, sides, missed=options.missed)
            call = puzzles_of, (start, game.moves, sides, options.missed)
            is_known = digest in searched
            searched.add(digest)
            yield (digest, source, game.transcript), None if is_known else call

    try:
        with workers_of(options.jobs) as (workers, n_at_once), _progress() as tell:
            for (digest, source, moves), result in dealt(workers, calls(), _WAITING * n_at_once, _failed):
                if result is None:
                    counts["searched_before"] += 1
                elif isinstance(result, OutflankError):
                    searched.discard(digest)
                    report.bad(OutflankError(f"{source}: the game {excerpt(moves, 40)} cannot be searched: {result}"))
                else:
                    counts["puzzles"] += deck.add_puzzles(digest, map(Puzzle.from_line, result), source)
                    counts["games"] += 1
                    tell(counts["games"], counts["puzzles"])
    finally:
        n_games, n_known, n_puzzles = counts.values()
        if options.json:
            print_json({**counts, "bad": report.n_bad, "missing": report.n_missing})
        else:
            print(f"{n_games:,} games searched, {n_known:,} already known; {n_puzzles:,} new puzzles")
        report.close(f"{n_games + n_known + report.n_bad:,} read")
    if not report.n_bad and not report.n_missing:
        return 0
    return 1 if n_games + n_known else 2


def _failed(failures: int, error: OutflankError) -> str:
    return f"{failures} games in a row could not be searched; the last: {error}"


def _games(
    names: list[str], page: str | None, others: Iterable[Whole], report: GamesReport
) -> Iterator[tuple[str, Any, list[int]]]:
    """Yield the games, each with the name of its source and the sides whose moves can become puzzles.

    For a game that one person played in the web app, only that person's side is included.
    """
    paths = [path for name in names for path in files_of(name)]
    both = list(map(int, Colour))
    for source, item in named_games(paths, page, Listener(bad=report.bad, missing=report.missing)):
        try:
            game = stored(item)
        except OutflankError as error:
            report.bad(error)
        else:
            own = [side for side, name in enumerate((game.black, game.white)) if name == YOU]
            yield source, game.record().game, own or both
    for other, sides in others:
        yield "library", other, sides


@contextmanager
def _progress() -> Iterator[Any]:
    """Show a status line on standard error. Without a terminal, nothing is shown."""
    if not sys.stderr.isatty():
        yield lambda _games, _puzzles: None
        return
    from rich.console import Console

    with Console(stderr=True).status("searching") as status:
        yield lambda games, puzzles: status.update(f"{games:,} games searched, {puzzles:,} puzzles")
