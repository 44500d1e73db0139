"""The reviews that a library keeps of its games: one of each, whatever it was made under.

>>> from outflank import Game, Library, Record
>>> library = Library.open(None)
>>> library.add([Record.of(Game(moves="f5d6c3"), ("Ann", "Ben"))])
Added(added=1, known=0, bad=0, odd=0)
>>> Reviews(library).missing(Terms(10, 16), [1])
[1]
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from outflank.analysis.judged import JudgedMove
from outflank.library import GameRow, Library, Search
from outflank.library.database import Database
from outflank.library.search import ALL
from outflank.play import MoveValue
from outflank.play.analysis import Kind
from outflank.reviews.terms import Terms
from outflank.rules import BLACK, WHITE, Position

_LEAST = 2.0  # discs, from which on a loss is a mistake
_JUDGED = "ply", "side", "empties", "move", "value", "best", "best_value", "depth", "proven", "kinds"
_COLUMNS = "r.engine, r.depth, r.exact_from, r.seconds"
_TABLES = "reviews v JOIN reviewers r ON r.number = v.reviewer"


@dataclass(frozen=True, slots=True)
class GameReview:
    """The review that is kept of a game: by which engine, under which terms, and each move without passes."""

    row: GameRow
    engine: str
    terms: Terms
    moves: tuple[JudgedMove, ...]


@dataclass(frozen=True, slots=True)
class Mistake:
    """A move of a kept review, with its game and the position before it."""

    row: GameRow
    judged: JudgedMove
    position: Position


class Reviews:
    """The reviews of a library. Raises OutflankError, in one line, for trouble with the file."""

    def __init__(self, library: Library):
        self.library = library

    @property
    def _database(self) -> Database:
        return self.library.database

    def __len__(self) -> int:
        """How many games have a review."""
        return int(self._database.value("SELECT count(*) FROM reviews"))

    # --- looking --------------------------------------------------------------------------------------------------

    def of(self, row: GameRow) -> GameReview | None:
        """The review of a game, None if there is none."""
        rows = self._database.rows(f"SELECT {_COLUMNS} FROM {_TABLES} WHERE v.game = ?", row.number)
        if not rows:
            return None
        engine, depth, exact_from, seconds = rows[0]
        judged = self._database.rows(f"SELECT {', '.join(_JUDGED)} FROM judged WHERE game = ? ORDER BY ply", row.number)
        with self._database.reading():
            moves = tuple(_judged_move(*each) for each in judged)
        return GameReview(row, engine, Terms(depth, exact_from, seconds or None), moves)

    def each(self, query: Search = ALL) -> Iterator[GameReview]:
        """The reviews of the games that are looked for, by the numbers of the games, one in memory at any time."""
        for row in self.library.each(query):
            found = self.of(row)
            if found is not None:
                yield found

    def mistakes(self, query: Search = ALL, *, player: str = "", least: float = _LEAST) -> Iterator[Mistake]:
        """The moves that lost discs, `least` or more, in the games that are looked for: those of one player, or all.

        `player` is a name, or words in it.
        """
        sides = self.library.sides(player)
        for found in self.each(query):
            positions: tuple[Position, ...] = ()
            for judged in found.moves:
                if judged.loss >= least and judged.side in sides(found.row):
                    positions = positions or found.row.record.game.positions
                    yield Mistake(found.row, judged, positions[judged.ply])

    # --- keeping --------------------------------------------------------------------------------------------------

    def missing(self, terms: Terms, games: Iterable[int]) -> list[int]:
        """Those of some games, by their numbers, of which no review is kept that says as much as one under `terms`."""
        return [number for number in games if not self.has(number, terms)]

    def has(self, game: int, terms: Terms) -> bool:
        """Whether a review of a game is kept that says as much as one under `terms` would."""
        rows = self._database.rows(
            f"SELECT r.depth, r.exact_from, r.seconds FROM {_TABLES} WHERE v.game = ?",
            game,
        )
        return bool(rows) and Terms(rows[0][0], rows[0][1], rows[0][2] or None).cover(terms)

    def keep(self, game: int, engine: str, terms: Terms, moves: Sequence[JudgedMove]) -> bool:
        """Keep the review of a game; False if one that says as much has been kept meanwhile."""
        reviewer = engine, terms.depth, terms.exact_from, terms.seconds or 0
        with self._database.writing() as connection:
            if self.has(game, terms):
                return False
            connection.execute(
                "INSERT OR IGNORE INTO reviewers (engine, depth, exact_from, seconds) VALUES (?, ?, ?, ?)", reviewer
            )
            connection.execute(
                "INSERT OR REPLACE INTO reviews SELECT ?, number, ? FROM reviewers"
                " WHERE engine = ? AND depth = ? AND exact_from = ? AND seconds = ?",
                (game, datetime.now(UTC).isoformat(timespec="seconds"), *reviewer),
            )
            connection.execute("DELETE FROM judged WHERE game = ?", (game,))
            connection.executemany(
                f"INSERT INTO judged (game, {', '.join(_JUDGED)}) VALUES ({', '.join('?' * (1 + len(_JUDGED)))})",
                ((game, *_row_of(judged)) for judged in moves),
            )
        return True


def _row_of(judged: JudgedMove) -> tuple[Any, ...]:
    """A judged move as the table holds it, in the order of `_JUDGED`."""
    best, played = judged.best, judged.played
    values = played.move, round(played.value or 0, 2), best.move, round(best.value or 0, 2), best.depth
    return judged.ply, int(judged.side), judged.n_empties, *values, judged.is_proven, ",".join(judged.kinds)


def _judged_move(
    ply: int,
    side: int,
    n_empties: int,
    move: str,
    value: float,
    best: str,
    best_value: float,
    depth: int,
    is_proven: bool,
    kinds: str,
) -> JudgedMove:
    """The judged move that `_row_of` made a row of; of each value it tells only whether it is proven."""
    kind: Kind = "exact" if is_proven else "heuristic"
    better, played = (
        MoveValue(name, number, depth=depth, kind=kind) for name, number in ((best, best_value), (move, value))
    )
    return JudgedMove(ply, WHITE if side else BLACK, n_empties, better, played, tuple(filter(None, kinds.split(","))))
