"""Puzzles out of games by all cores: what was found is kept game by game, so that it can be broken off and gone on."""

import argparse
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any

from outflank.cli.arguments import print_json
from outflank.cli.library_files import files_of, games_given
from outflank.cli.many_games import GamesReport
from outflank.cli.searching import cores, workers_of
from outflank.errors import OutflankError, excerpt
from outflank.library.importing import Listener, stored
from outflank.practice.choosing import puzzles_of
from outflank.practice.deck import Deck, digest_of
from outflank.practice.puzzles import Puzzle
from outflank.rules import Colour, Game, Position
from outflank.sessions.dealing import Call, dealt
from outflank.web.games.game_records import YOU

_WAITING = 8  # games for each process that are sent to it ahead

Whole = tuple[Game[Position], list[int]]
"""A game, and the sides whose moves count."""


def make(deck: Deck, options: argparse.Namespace, others: Iterable[Whole]) -> int:
    """Make puzzles of the games of files and of others; 1 if some could not be read, or searched, 2 if none could."""
    report = GamesReport(None)
    counts = dict.fromkeys(("games", "searched_before", "puzzles"), 0)
    searched = deck.searched()  # with the games that are under way

    def calls() -> Iterator[tuple[tuple[str, str, str], Call | None]]:
        for source, game, sides in _games(options.files, options.page, others, report):
            start = game.start.board_string
            digest = digest_of(start, game.moves, sides, missed=options.missed)
            call = puzzles_of, (start, game.moves, sides, options.missed)
            is_known = digest in searched
            searched.add(digest)
            yield (digest, source, game.transcript), None if is_known else call

    try:
        with workers_of(options.jobs or cores()) as (workers, n_at_once), _progress() as tell:
            for (digest, source, moves), found in dealt(workers, calls(), _WAITING * n_at_once, _failed):
                if found is None:
                    counts["searched_before"] += 1
                elif isinstance(found, OutflankError):
                    searched.discard(digest)
                    report.bad(OutflankError(f"{source}: the game {excerpt(moves, 40)} cannot be searched: {found}"))
                else:
                    counts["puzzles"] += deck.add_puzzles(digest, map(Puzzle.from_line, found), source)
                    counts["games"] += 1
                    tell(counts["games"], counts["puzzles"])
    finally:
        n_games, n_known, n_puzzles = counts.values()
        if options.json:
            print_json({**counts, "bad": report.n_bad})
        else:
            print(f"{n_games:,} games searched, {n_known:,} before; {n_puzzles:,} new puzzles")
        report.close(f"{n_games + n_known + report.n_bad:,} read")
    return 0 if not report.n_bad else 1 if n_games + n_known else 2


def _failed(failures: int, error: OutflankError) -> str:
    return f"{failures} games one after the other could not be searched; the last: {error}"


def _games(
    names: list[str], page: str | None, others: Iterable[Whole], report: GamesReport
) -> Iterator[tuple[str, Any, list[int]]]:
    """The games with the names of what they come from, and the sides whose moves count.

    In a game of the page in which one person played, that are this person's alone.
    """
    paths = [path for name in names for path in files_of(name)]
    both = list(map(int, Colour))
    for source, given in games_given(paths, page, Listener(bad=report.bad)):
        try:
            kept = stored(given)
        except OutflankError as error:
            report.bad(error)
        else:
            own = [side for side, name in enumerate((kept.black, kept.white)) if name == YOU]
            yield source, kept.record().game, own or both
    for game, sides in others:
        yield "library", game, sides


@contextmanager
def _progress() -> Iterator[Any]:
    """A line on standard error, if a person is watching."""
    if not sys.stderr.isatty():
        yield lambda _games, _puzzles: None
        return
    from rich.console import Console

    with Console(stderr=True).status("searching") as status:
        yield lambda games, puzzles: status.update(f"{games:,} games searched, {puzzles:,} puzzles")
