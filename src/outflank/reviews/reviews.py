"""Reviews stored in a library, with at most one review per game.

>>> from outflank import Game, Library, Limit, Record
>>> library = Library.open(None)
>>> library.add([Record.of(Game(moves="f5d6c3"), ("Ann", "Ben"))])
Added(added=1, known=0, bad=0, odd=0)
>>> Reviews(library).missing(Limit(10, exact_from=16), [1])
[1]
"""

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from outflank.analysis.judged import JudgedMove
from outflank.library import GameRow, Library, Search
from outflank.library.search import ALL
from outflank.play import Limit, MoveValue
from outflank.play.analysis import Kind
from outflank.rules import BLACK, WHITE, Position

_ALL = 60  # empty squares at the start, and so the depth of a search to the end
_SURE_FROM = 24  # empty squares that a review must solve if its claims were not checked
_JUDGED = "ply", "side", "empties", "move", "value", "best", "best_value", "depth", "proven", "kinds", "confidence"
_COLUMNS = "r.engine, r.depth, r.exact_from, r.seconds"
_TABLES = "reviews v JOIN reviewers r ON r.number = v.reviewer"


@dataclass(frozen=True, slots=True)
class GameReview:
    """The stored review of a game: the engine that made it, the engine's limit, and the judged moves without passes."""

    row: GameRow
    engine: str
    limit: Limit
    moves: tuple[JudgedMove, ...]


@dataclass(frozen=True, slots=True)
class Mistake:
    """A costly move in a stored review, with its game and the position in which it was played."""

    row: GameRow
    judged: JudgedMove
    position: Position


class Reviews:
    """The reviews in a library.

    Every method raises OutflankError with a one-line message if the file cannot be read or written.
    """

    def __init__(self, library: Library):
        self.library = library

    def __len__(self) -> int:
        """The number of games that have been reviewed."""
        return int(self.library.value("SELECT count(*) FROM reviews"))

    # --- looking --------------------------------------------------------------------------------------------------

    def of(self, row: GameRow) -> GameReview | None:
        """Return the review of a game, or None if the game has not been reviewed."""
        rows = self.library.rows(f"SELECT {_COLUMNS} FROM {_TABLES} WHERE v.game = ?", row.number)
        if not rows:
            return None
        engine, *numbers = rows[0]
        judged = self.library.rows(f"SELECT {', '.join(_JUDGED)} FROM judged WHERE game = ? ORDER BY ply", row.number)
        with self.library.reading():
            moves = tuple(_judged_move(number, row) for number, row in enumerate(judged))
        return GameReview(row, engine, _limit_of(*numbers), moves)

    def each(self, query: Search = ALL) -> Iterator[GameReview]:
        """Yield the reviews of games that match a search, by game number, keeping only one in memory at a time."""
        for row in self.library.each(query):
            found = self.of(row)
            if found is not None:
                yield found

    def mistakes(self, query: Search = ALL, *, player: str = "", least: float = 0.0) -> Iterator[Mistake]:
        """Yield the mistakes that lost at least `least` discs in the games that match a search.

        If `player` is not empty, only moves by the players who match this name are yielded. Names are matched as in a
        search.
        """
        sides = self.library.sides(player)
        for found in self.each(query):
            positions: tuple[Position, ...] = ()
            for judged in found.moves:
                if judged.is_mistake and judged.loss >= least and judged.side in sides(found.row):
                    positions = positions or found.row.record.game.positions
                    with self.library.reading():
                        position = positions[judged.ply]
                    yield Mistake(found.row, judged, position)

    # --- keeping --------------------------------------------------------------------------------------------------

    def missing(self, limit: Limit, games: Iterable[int]) -> list[int]:
        """Return the numbers of the games that still lack a review at least as deep as `limit`."""
        return [number for number in games if not self.has(number, limit)]

    def has(self, game: int, limit: Limit) -> bool:
        """Return True if a game has a review at least as deep as `limit`.

        A review from before version 4 of the library counts only if it solved most claims, because it did not check
        them.
        """
        rows = self.library.rows(
            f"SELECT r.checked, r.depth, r.exact_from, r.seconds FROM {_TABLES} WHERE v.game = ?",
            game,
        )
        if not rows:
            return False
        is_checked, *numbers = rows[0]
        return bool(is_checked or numbers[1] >= _SURE_FROM) and _reaches(numbers, _numbers_of(limit))

    def keep(self, game: int, engine: str, limit: Limit, moves: Sequence[JudgedMove]) -> bool:
        """Store the review of a game, or return False if the library already has a review that is at least as deep."""
        reviewer = engine, *_numbers_of(limit)
        with self.library.writing() as connection:
            if self.has(game, limit):
                return False
            connection.execute(
                "INSERT OR IGNORE INTO reviewers (engine, depth, exact_from, seconds, checked) VALUES (?, ?, ?, ?, 1)",
                reviewer,
            )
            connection.execute(
                "INSERT OR REPLACE INTO reviews SELECT ?, number, ? FROM reviewers"
                " WHERE engine = ? AND depth = ? AND exact_from = ? AND seconds = ? AND checked",
                (game, datetime.now(UTC).isoformat(timespec="seconds"), *reviewer),
            )
            connection.execute("DELETE FROM judged WHERE game = ?", (game,))
            connection.executemany(
                f"INSERT INTO judged (game, {', '.join(_JUDGED)}) VALUES ({', '.join('?' * (1 + len(_JUDGED)))})",
                ((game, *_row_of(judged)) for judged in moves),
            )
        return True


def _numbers_of(limit: Limit) -> tuple[int, int, float]:
    """Convert a limit to its depth, its `exact_from` and its seconds per position.

    The seconds are 0 if there is no time limit. A limit in seconds counts as if its depth covered an entire game.
    """
    if limit.seconds is not None:
        return _ALL, _ALL, limit.seconds
    return limit.depth or _ALL, limit.exact_from, 0


def _limit_of(depth: int, exact_from: int, seconds: float) -> Limit:
    """Convert the numbers in a row of the `reviewers` table to a limit."""
    return Limit(seconds=seconds) if seconds else Limit(depth, exact_from=exact_from)


def _reaches(numbers: Sequence[float], others: Sequence[float]) -> bool:
    """Return True if a review with the limit `numbers` is at least as deep as a review with the limit `others`."""
    (depth, exact_from, seconds), (other_depth, other_exact, other_seconds) = numbers, others
    return depth >= other_depth and exact_from >= other_exact and (seconds or math.inf) >= (other_seconds or math.inf)


def _row_of(judged: JudgedMove) -> tuple[Any, ...]:
    """Convert a judged move to a table row with the columns in `_JUDGED`."""
    best, played = judged.best, judged.played
    values = played.move, round(played.value or 0, 2), best.move, round(best.value or 0, 2), best.depth
    confidence = min(best.selectivity, played.selectivity)
    return judged.ply, int(judged.side), judged.n_empties, *values, judged.is_proven, ",".join(judged.kinds), confidence


def _judged_move(n_before: int, row: Sequence[Any]) -> JudgedMove:
    """Convert a row from `_row_of` back to a judged move that `n_before` moves precede.

    Its values are exact if they are proven, and heuristic otherwise.
    """
    ply, side, n_empties, move, value, best, best_value, depth, is_proven, kinds, confidence = row
    kind: Kind = "exact" if is_proven else "heuristic"
    better, played = (
        MoveValue(str(name), float(number), depth=int(depth), selectivity=int(confidence), kind=kind)
        for name, number in ((best, best_value), (move, value))
    )
    named = tuple(filter(None, kinds.split(",")))
    return JudgedMove(int(ply), WHITE if side else BLACK, int(n_empties), better, played, named, int(ply) - n_before)
