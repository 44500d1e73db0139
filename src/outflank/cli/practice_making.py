"""Puzzles out of games by all cores: what was found is kept game by game, so that it can be broken off and gone on."""

import argparse
import json
import sys
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, wait
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from outflank.cli.library_files import files_of, games_given
from outflank.cli.many_games import Report
from outflank.cli.searching import cores, workers_of
from outflank.errors import OutflankError, excerpt
from outflank.library.importing import Listener, stored
from outflank.practice.deck import Deck, digest_of
from outflank.practice.maker import puzzles_of
from outflank.practice.puzzles import Puzzle
from outflank.rules import Colour, Game, Position
from outflank.web.games.game_records import YOU

if TYPE_CHECKING:
    from outflank.workers import Workers

_WAITING = 8  # games for each process that are sent to it ahead
_MOST_FAILURES = 10  # one after the other, with which something else than the games is wrong

Whole = tuple[Game[Position], list[int]]
"""A game, and the sides whose moves count."""


def make(deck: Deck, options: argparse.Namespace, others: Iterable[Whole]) -> int:
    """Make puzzles of the games of files and of others; 1 if some could not be read, or searched, 2 if none could."""
    made = _Making(deck, options.missed)
    try:
        with workers_of(options, cores()) as (workers, n_at_once), _progress() as tell:
            for source, game, sides in _games(options.files, options.page, others, made.report):
                made.begin(workers, source, game, sides)
                made.take(_WAITING * n_at_once, tell)
            made.take(0, tell)
    finally:
        made.close(as_json=options.json)
    n_bad, n_good = made.report.n_bad, made.n_games + made.n_known
    return 0 if not n_bad else 1 if n_good else 2


class _Making:
    """Games that are searched for puzzles, and what came of them so far."""

    def __init__(self, deck: Deck, missed: bool):
        self._deck, self._missed = deck, missed
        self._running: dict[Future[list[str]], tuple[str, str, str]] = {}  # digest, source, moves
        self._known = deck.searched()  # and the games that are under way
        self._n_failures = 0
        self.report = Report(None)
        self.n_games = self.n_known = self.n_puzzles = 0

    def begin(self, workers: "Workers", source: str, game: Game[Position], sides: list[int]) -> None:
        """Have a game searched that was not searched before."""
        start = game.start.board_string
        digest = digest_of(start, game.moves, sides, missed=self._missed)
        if digest in self._known:
            self.n_known += 1
            return
        future = workers.submit(puzzles_of, start, game.moves, sides, self._missed)
        self._running[future] = digest, source, game.transcript
        self._known.add(digest)

    def take(self, least: int, tell: Callable[[int, int], None]) -> None:
        """Keep what has been found, until at most so many games are under way.

        Raises OutflankError if many games fail, one after the other.
        """
        while len(self._running) > least:
            for future in wait(self._running, return_when=FIRST_COMPLETED).done:
                digest, source, moves = self._running.pop(future)
                try:
                    puzzles = future.result()
                except OutflankError as error:
                    self._known.discard(digest)
                    self._fail(OutflankError(f"{source}: the game {excerpt(moves, 40)} cannot be searched: {error}"))
                    continue
                self._n_failures = 0
                self.n_puzzles += self._deck.add_puzzles(digest, map(Puzzle.from_line, puzzles), source)
                self.n_games += 1
                tell(self.n_games, self.n_puzzles)

    def _fail(self, error: OutflankError) -> None:
        self.report.bad(error)
        self._n_failures += 1
        if self._n_failures == _MOST_FAILURES:
            raise OutflankError(f"{_MOST_FAILURES} games one after the other could not be searched; the last: {error}")

    def close(self, *, as_json: bool) -> None:
        """Say what was found, and what was wrong."""
        found = {
            "games": self.n_games,
            "searched_before": self.n_known,
            "puzzles": self.n_puzzles,
            "bad": self.report.n_bad,
        }
        if as_json:
            print(json.dumps(found))
        else:
            print(f"{self.n_games:,} games searched, {self.n_known:,} before; {self.n_puzzles:,} new puzzles")
        self.report.close(f"{self.n_games + self.n_known + self.report.n_bad:,} read")


def _games(
    names: list[str], page: str | None, others: Iterable[Whole], report: Report
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
