"""Results in a position: the number of games that reached it, the moves played there, and the wins for each side.

If the position has a summary, the summary covers the older games. The newer games are looked up in the index and
replayed up to the position, so that games with a different position under the same key are not counted.
"""

import struct
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import reduce
from types import MappingProxyType
from typing import Any

from outflank.board.squares import SQUARES
from outflank.databases import signed
from outflank.library import boards
from outflank.library.boards import NO_MOVE, Canonical
from outflank.library.database import SUMMARISED, Database
from outflank.library.stored import start_of
from outflank.library.writer import FEW
from outflank.rules import Position

_MANY_NEW, _SHARE_NEW = 500, 100  # summaries are old once more than 500 games and more than 1 in 100 are missing
_COLUMNS = "g.moves, g.start, g.won, g.score, g.year, g.black, g.white"


@dataclass(slots=True)
class Tally:
    """Running totals of game results, from the point of view of one side or one player."""

    games: int = 0
    wins: int = 0
    draws: int = 0
    losses: int = 0
    scored: int = 0
    discs: int = 0

    def count(self, won: int | None, score: int | None) -> None:
        """Count one more game; both arguments may be None if they are unknown."""
        self.games += 1
        self.wins += won == 1
        self.draws += won == 0
        self.losses += won == -1
        if score is not None:
            self.scored += 1
            self.discs += score

    def include(self, other: "Tally") -> None:
        """Add the totals in `other`."""
        for name in ("games", "wins", "draws", "losses", "scored", "discs"):
            setattr(self, name, getattr(self, name) + getattr(other, name))


@dataclass(slots=True)
class Sums(Tally):
    """Running totals from the point of view of the side to move, with the years, and the players who chose the move."""

    first: int | None = None
    last: int | None = None
    choosers: Counter[int] = field(default_factory=Counter)

    def add(self, won: int | None, score: int | None, year: int | None, chooser: int | None) -> None:
        """Count one more game; any argument may be None if it is unknown."""
        self.count(won, score)
        if chooser is not None:
            self.choosers[chooser] += 1
        self._widen(year, year)

    def join(self, other: "Sums") -> "Sums":
        """Add the totals in `other`, but not its `choosers`, and return `self`."""
        self.include(other)
        self._widen(other.first, other.last)
        return self

    def _widen(self, first: int | None, last: int | None) -> None:
        if first is not None and last is not None:
            self.first = first if self.first is None else min(self.first, first)
            self.last = last if self.last is None else max(self.last, last)


def covered(database: Database) -> int:
    """Return the number of the last game covered by the summaries."""
    return int(database.value("SELECT value FROM about WHERE name = ?", SUMMARISED) or 0)


def are_old(database: Database) -> bool:
    """Return True if the summaries are missing so many games that they should be rebuilt."""
    last = int(database.value("SELECT max(number) FROM games") or 0)
    return last - covered(database) > max(_MANY_NEW, last // _SHARE_NEW)


def sums_at(database: Database, at: Canonical, where: str = "", values: Sequence[Any] = ()) -> dict[int, Sums]:
    """Return totals for each move in a position, by canonical square, over the games that satisfy `where`.

    `where` is an SQL condition, and `values` contains its parameters; by default, all games count. Raises OutflankError
    if the library cannot be read.
    """
    if where:
        key = at.key << boards.GAME_BITS
        rows = database.rows(
            f"SELECT {_COLUMNS} FROM games g WHERE {where}"
            f" AND EXISTS (SELECT 1 FROM positions p WHERE p.entry = {key} + g.number)",
            *values,
        )
        return _added({}, rows, at)
    with database.at_one_moment():
        rows = database.rows(
            "SELECT move, games, wins, draws, losses, scored, discs, first, last, choosers FROM summaries"
            " WHERE player = ? AND opponent = ?",
            *map(signed, at.board),
        )
        first, last = boards.index_entries(at.key, covered(database) if rows else 0)
        rest = database.rows(
            f"SELECT {_COLUMNS} FROM positions p JOIN games g ON g.number = p.entry & {boards.MOST_GAMES}"
            " WHERE p.entry BETWEEN ? AND ?",
            first,
            last,
        )
    return _added(_summed(rows), rest, at)


def _summed(rows: Iterable[Sequence[Any]]) -> dict[int, Sums]:
    """Convert rows of the `summaries` table to totals, by canonical square."""
    return {square: Sums(*known) for square, *known in ((*row[:-1], _choosers(row[-1])) for row in rows)}


def _choosers(blob: bytes) -> Counter[int]:
    return Counter(dict(struct.iter_unpack("<II", blob)))


def _added(sums: dict[int, Sums], rows: Sequence[Sequence[Any]], at: Canonical) -> dict[int, Sums]:
    """Add to `sums` the games in `rows` that actually reach the position, and return `sums`."""
    if len(rows) > FEW:
        from outflank.library import summaries

        for square, more in _summed(summaries.moves_at(rows, at)).items():
            known = sums.setdefault(square, Sums()).join(more)
            known.choosers.update(more.choosers)
        return sums
    for moves, start, won, score, year, black, white in rows:
        if (step := boards.find(start_of(start), moves, at.board)) is not None:
            sign = 1 if step.black_moves else -1
            sums.setdefault(step.square, Sums()).add(
                None if won is None else sign * won,
                None if score is None else sign * score,
                year,
                black if step.black_moves else white,
            )
    return sums


# --- public results -------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ResultCounts:
    """Results of a group of games: the numbers of wins for Black, draws, and wins for White.

    These may not add up to `games`, because some results are unknown. `score` is Black's mean disc difference, or None
    if no score is known. The years are None if no year is known.
    """

    games: int = 0
    black: int = 0
    draws: int = 0
    white: int = 0
    score: float | None = None
    first_year: int | None = None
    last_year: int | None = None

    def to_json(self) -> dict[str, Any]:
        """Return the fields as a JSON object."""
        return {
            "games": self.games,
            "black": self.black,
            "draws": self.draws,
            "white": self.white,
            "score": None if self.score is None else round(self.score, 2),
            "years": None if self.first_year is None else [self.first_year, self.last_year],
        }


NO_RESULTS = ResultCounts()
"""The results of no games at all."""


@dataclass(frozen=True, slots=True)
class MovePlayed:
    """A move played in a position, with its results; `alike` contains the move itself and its symmetric equivalents.

    `players` contains the players who chose the move most often, each with their number of games.
    """

    move: str
    alike: tuple[str, ...]
    results: ResultCounts
    players: tuple[tuple[str, int], ...]

    def to_json(self) -> dict[str, Any]:
        """Return the fields as a JSON object."""
        players = [{"player": name, "games": games} for name, games in self.players]
        return {"move": self.move, "alike": list(self.alike), **self.results.to_json(), "players": players}


@dataclass(frozen=True, slots=True)
class PositionPlayed:
    """Results of a library's games in a position: overall, by move, and the number of games that ended there."""

    position: Position
    results: ResultCounts
    moves: tuple[MovePlayed, ...]
    ended: int

    def to_json(self) -> dict[str, Any]:
        """Return the fields as a JSON object."""
        return {
            "position": self.position.board_string,
            **self.results.to_json(),
            "ended": self.ended,
            "moves": [move.to_json() for move in self.moves],
        }


def position_played(
    database: Database, position: Position, where: str = "", values: Sequence[Any] = (), n_players: int = 5
) -> PositionPlayed:
    """Return the results in a position, over the games that satisfy the SQL condition `where`.

    If the side to move must pass, the moves belong to the other side. Raises OutflankError if the library cannot be
    read.
    """
    board, black_moves = boards.board_of(position)
    at = boards.canonical(*board)
    sums = sums_at(database, at, where, values)
    names = _names(database, {number for each in sums.values() for number, _ in each.choosers.most_common(n_players)})
    return position_of(position, at, sums, black_moves, names, n_players)


def position_of(
    position: Position,
    at: Canonical,
    sums: Mapping[int, Sums],
    black_moves: bool,
    names: Mapping[int, str] = MappingProxyType({}),
    n_players: int = 0,
) -> PositionPlayed:
    """Convert totals by canonical square to the results in a position; `at` is the position's canonical board.

    `names` maps players' numbers to names.
    """
    alike = moves_by_square(position.after_pass, at)
    moves = [
        MovePlayed(
            alike[square][0],
            alike[square],
            results_of(each, black_moves),
            tuple((names[number], games) for number, games in each.choosers.most_common(n_players)),
        )
        for square, each in sums.items()
        if square != NO_MOVE
    ]
    moves.sort(key=lambda move: (-move.results.games, move.move))
    ended = sums[NO_MOVE].games if NO_MOVE in sums else 0
    return PositionPlayed(
        position, results_of(reduce(Sums.join, sums.values(), Sums()), black_moves), tuple(moves), ended
    )


def alike_moves(position: Position) -> list[tuple[str, ...]]:
    """Return the legal moves in an 8×8 position, in groups of symmetric moves sorted like `MovePlayed.alike`."""
    return list(moves_by_square(position, boards.canonical(position.player, position.opponent)).values())


def moves_by_square(position: Position, at: Canonical) -> dict[int, tuple[str, ...]]:
    """Group the legal moves by canonical square.

    Each group starts with its rightmost move, or with the lowest of its rightmost moves, so f5 comes first at the
    start.
    """
    found: dict[int, list[str]] = {}
    squares = SQUARES[position.size]
    for move in sorted(position.legal_moves, key=lambda move: (move[0], int(move[1:] or 0)), reverse=True):
        found.setdefault(at.square(squares[move]), []).append(move)
    return {square: tuple(moves) for square, moves in found.items()}


def results_of(sums: Sums, black_moves: bool) -> ResultCounts:
    """Convert totals for the side to move to results for Black and White."""
    black, white = (sums.wins, sums.losses) if black_moves else (sums.losses, sums.wins)
    score = None if not sums.scored else (sums.discs if black_moves else -sums.discs) / sums.scored
    return ResultCounts(sums.games, black, sums.draws, white, score, sums.first, sums.last)


def _names(database: Database, numbers: Iterable[int]) -> dict[int, str]:
    listed = ", ".join(map(str, numbers))
    return dict(database.rows(f"SELECT number, name FROM players WHERE number IN ({listed})"))
