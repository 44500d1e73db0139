"""Stores a tournament in a file or in memory: its players, finished games and games in progress."""

import json
import time
from array import array
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from outflank import databases
from outflank.databases import DatabaseFile, executing
from outflank.errors import OutflankError, excerpt, quoted_path
from outflank.matches.game import GameResult, placement_points
from outflank.matches.plan import Plan, content_of
from outflank.play import kind_of
from outflank.play.clock import Clock, TimeControl
from outflank.play.moves import PASS

_REMEDY = "change it back, or save to another file (--database)"

PATIENCE = 30.0
"""Seconds to wait for another program that is writing to the same file."""

_APPLICATION = 0x4F_46_54_52  # identifies the file type

_MIGRATIONS = (
    executing(
        f"PRAGMA application_id = {_APPLICATION}",
        "CREATE TABLE facts (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID",
        "CREATE TABLE players (number INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, player TEXT NOT NULL,"
        " joined INTEGER NOT NULL)",
        "CREATE TABLE rounds (number INTEGER PRIMARY KEY, meetings TEXT NOT NULL, byes TEXT NOT NULL)",
        "CREATE TABLE games (number INTEGER PRIMARY KEY, round INTEGER NOT NULL, opening INTEGER NOT NULL,"
        " seats TEXT NOT NULL, start TEXT NOT NULL, opened INTEGER NOT NULL, seed INTEGER NOT NULL,"
        " moves TEXT NOT NULL, movers TEXT NOT NULL, microseconds BLOB NOT NULL,"
        " points TEXT NOT NULL, scores TEXT NOT NULL,"
        " forfeited INTEGER, fault TEXT NOT NULL, reason TEXT NOT NULL, took REAL NOT NULL, ended REAL NOT NULL,"
        " machine TEXT NOT NULL, UNIQUE (round, opening, seats))",
        "CREATE TABLE under_way (seats TEXT NOT NULL, start TEXT NOT NULL, moves TEXT NOT NULL)",
    ),
)


@dataclass(frozen=True, slots=True)
class Fixture:
    """A game to play: its round, its opening, and the player number in each seat."""

    round: int
    opening: int
    seats: tuple[int, ...]

    @property
    def key(self) -> tuple[int, int, str]:
        """Key that identifies the game in the file."""
        return self.round, self.opening, _seats_text(self.seats)


@dataclass(frozen=True, slots=True)
class TournamentGame:
    """A finished game as stored in the file: see `game.GameResult`. `opened` is the number of moves in the opening."""

    number: int
    fixture: Fixture
    start: str
    opened: int
    moves: tuple[str, ...]
    movers: tuple[int, ...]
    seconds: tuple[float, ...]
    points: tuple[float, ...]
    scores: tuple[float, ...]
    forfeited: int | None
    fault: str
    reason: str
    took: float
    ended: float
    machine: str

    @property
    def seats(self) -> tuple[int, ...]:
        """Player numbers by seat."""
        return self.fixture.seats

    @property
    def opening(self) -> tuple[str, ...]:
        """The moves of the opening."""
        return self.moves[: self.opened]

    @property
    def placement_points(self) -> tuple[float, ...]:
        """Points by seat: one for each other seat that finished behind, half a point for a tie."""
        return placement_points(self.scores, self.forfeited)

    def points_of(self, player: int) -> float:
        """The points of a player who took part in the game."""
        return self.points[self.seats.index(player)]

    def points_over(self, one: int, other: int) -> float:
        """Points of seat `one` against seat `other`: 1 if it finished ahead, 0.5 for a tie, otherwise 0."""
        if self.forfeited in (one, other):
            return float(self.forfeited == other)
        mine, theirs = self.scores[one], self.scores[other]
        return 0.5 if mine == theirs else float(mine > theirs)

    def clocks(self, control: TimeControl) -> tuple[float, ...]:
        """Seconds left on the mover's clock after each move that follows the opening. A pass takes no time."""
        clock, clocks = Clock(control, len(self.seats)), list[float]()
        for mover, move, seconds in zip(self.movers, self.moves[self.opened :], self.seconds, strict=False):
            if move != PASS:
                clock.spend(mover, seconds)
            clocks.append(control.main - seconds if control.per_move else clock.seconds[mover])
        return tuple(round(left, 6) for left in clocks)


class Store(DatabaseFile):
    """A tournament stored in a file, or in memory if there is no path. Only one thread may use it at a time."""

    called, holds, option = "tournament", "the games", "--database"
    otherwise = "save to another file (--database)"
    absent = "no games have been played: {path} does not exist"
    older = "the tournament {path} is empty, or of an older version"
    application, migrations = _APPLICATION, _MIGRATIONS

    def __init__(self, path: Path | None, *, read_only: bool = False):
        """Open or create the file; with `read_only`, it must exist and is left unchanged. Raises OutflankError."""
        super().__init__(path, patience=PATIENCE, read_only=read_only)

    # --- settings ---------------------------------------------------------------------------------------------------

    def fact(self, name: str) -> Any:
        """The value stored under a name, or None if there is none."""
        text = self.value("SELECT value FROM facts WHERE name = ?", name)
        with self.reading():
            return None if text is None else json.loads(text)

    def set_fact(self, name: str, value: Any) -> None:
        """Store a value under a name."""
        with self.writing() as connection:
            connection.execute("INSERT OR REPLACE INTO facts VALUES (?, ?)", (name, json.dumps(value)))

    def agree(self, plan: Plan) -> None:
        """Check that the stored games agree with the plan, and add any new players.

        If they do not agree, raises an OutflankError that names the difference, and changes nothing.
        """
        if self.n_games():
            self.check(plan)
        else:  # no games yet: redraw the rounds, since the plan may have changed
            with self.writing() as connection:
                connection.execute("DELETE FROM rounds")
                connection.execute("UPDATE players SET joined = 0")
        self._admit(plan)
        for name, now in (("terms", _terms(plan)), ("refused", dict(plan.refused))):
            if self.fact(name) != now:
                self.set_fact(name, now)

    def check(self, plan: Plan, *, to_play: bool = True) -> None:
        """Raise an OutflankError that names the difference if the stored games do not agree with the plan.

        A missing openings file matters only if more games are `to_play`.
        """
        terms, before = _terms(plan), self.fact("terms")
        if before is not None and not to_play and not plan.openings_digest:
            before = before | {"content of openings": ""}
        for key in () if before is None else (*before, *(key for key in terms if key not in before)):
            if terms.get(key) != before.get(key):
                was, now = _shown(before.get(key)), _shown(terms.get(key))
                raise OutflankError(
                    f"{plan.error_prefix}{key} was {was} when {self._played}, but is {now} now: {_REMEDY}"
                )

    @property
    def _played(self) -> str:
        return f"the games in {self.shown} were played"

    def _admit(self, plan: Plan) -> None:
        there = {name: (number, player) for number, (name, player) in self.players().items()}
        wanted = {entrant.name: entrant.player for entrant in plan.playing}
        for name, (number, player) in there.items():
            if wanted.get(name) == player or not self.has_played(number):
                continue
            what = f"is {excerpt(wanted[name], 60)} now" if name in wanted else "is missing now"
            who = f"player {excerpt(name, 60)}, who was {excerpt(player, 60)} when {self._played}"
            raise OutflankError(f"{plan.error_prefix}{who}, {what}: {_REMEDY}")
        contents, before = dict[str, str](), self.fact("contents") or {}
        if plan.is_file:
            contents = {name: content_of(player) for name, player in wanted.items()}
        for name, (number, _) in there.items():
            was, now = before.get(name), contents.get(name)
            if was and now and was != now and self.has_played(number):
                who = f"the files of player {excerpt(name, 60)} have changed since {self._played}"
                remedy = "enter the new files under another name, put the old files back"
                raise OutflankError(f"{plan.error_prefix}{who}: {remedy}, or save to another file (--database)")
        n_rounds = self.n_rounds()
        new = sorted(wanted.keys() - there.keys())
        if n_rounds and new and plan.schedule.kind == "knock-out":
            raise OutflankError(
                f"{plan.error_prefix}nobody can join a knock-out that has started: leave out {_shown(new)}"
            )
        with self.writing() as connection:
            for name in there.keys() - wanted.keys():
                connection.execute("DELETE FROM players WHERE name = ?", (name,))
            for entrant in plan.playing:
                if entrant.name in there:
                    connection.execute("UPDATE players SET player = ? WHERE name = ?", (entrant.player, entrant.name))
                else:
                    connection.execute(
                        "INSERT INTO players (number, name, player, joined)"
                        " VALUES ((SELECT coalesce(max(number), -1) + 1 FROM players), ?, ?, ?)",
                        (entrant.name, entrant.player, n_rounds),
                    )
        now_known = {name: content or before.get(name, "") for name, content in contents.items()}
        if now_known != before:
            self.set_fact("contents", now_known)

    def has_played(self, number: int) -> bool:
        """True if a player has played a game or has been drawn in a round."""
        if self.value("SELECT 1 FROM games WHERE '-' || seats || '-' LIKE ?", f"%-{number}-%"):
            return True
        return any(number in meeting for meetings, byes in self.rounds() for meeting in (*meetings, byes))

    def players(self) -> dict[int, tuple[str, str]]:
        """Each player's name and player specification, by number."""
        rows = self.rows("SELECT number, name, player FROM players ORDER BY number")
        return {number: (name, player) for number, name, player in rows}

    def numbers(self) -> dict[str, int]:
        """Player numbers by name."""
        return {name: number for number, (name, _) in self.players().items()}

    def joined(self) -> dict[int, int]:
        """By player number, the number of rounds that had started when the player joined."""
        with self.reading():
            rows = self.rows("SELECT number, joined FROM players ORDER BY number")
            return {number: int(rounds) for number, rounds in rows}

    # --- rounds -----------------------------------------------------------------------------------------------------

    def n_rounds(self) -> int:
        """Number of rounds that have started."""
        return int(self.value("SELECT count(*) FROM rounds"))

    def rounds(self) -> list[tuple[list[tuple[int, ...]], list[int]]]:
        """The meetings and byes of each round that has started."""
        rows = self.rows("SELECT meetings, byes FROM rounds ORDER BY number")
        with self.reading():
            return [([tuple(each) for each in json.loads(meetings)], json.loads(byes)) for meetings, byes in rows]

    def begin_round(self, meetings: Sequence[Sequence[int]], byes: Sequence[int]) -> None:
        """Store the meetings and byes of the next round."""
        with self.writing() as connection:
            connection.execute(
                "INSERT INTO rounds VALUES ((SELECT count(*) FROM rounds), ?, ?)",
                (json.dumps(meetings), json.dumps(byes)),
            )

    # --- games ------------------------------------------------------------------------------------------------------

    def has(self, fixture: Fixture) -> bool:
        """True if the game has been stored."""
        sql = "SELECT 1 FROM games WHERE round = ? AND opening = ? AND seats = ?"
        return self.value(sql, *fixture.key) is not None

    def add(self, fixture: Fixture, result: GameResult) -> bool:
        """Store a game immediately; return False if it was already stored."""
        start = kind_of(result.pairing.start).write(result.pairing.start)
        microseconds = array("I", (min(2**32 - 1, round(1e6 * each)) for each in result.seconds))
        row = {
            **dict(zip(("round", "opening", "seats"), fixture.key, strict=True)),
            "start": start,
            "opened": len(result.pairing.opening),
            "seed": result.pairing.seed % 2**63,
            "moves": " ".join(result.moves),
            "movers": "".join(str(int(seat)) for seat in result.movers),
            "microseconds": microseconds.tobytes(),
            "points": json.dumps(result.points),
            "scores": json.dumps(result.scores),
            "forfeited": result.forfeited,
            "fault": result.fault,
            "reason": result.reason,
            "took": result.took,
            "ended": time.time(),
            "machine": result.machine,
        }
        names, places = ", ".join(row), ", ".join(f":{name}" for name in row)
        with self.writing() as connection:
            return connection.execute(f"INSERT OR IGNORE INTO games ({names}) VALUES ({places})", row).rowcount == 1

    def n_games(self, round_: int | None = None) -> int:
        """Number of stored games, either in total or in one round."""
        sql = "SELECT count(*) FROM games"
        return int(self.value(sql) if round_ is None else self.value(f"{sql} WHERE round = ?", round_))

    def games(self, *, after: int = 0, where: str = "1", values: Sequence[Any] = ()) -> Iterator[TournamentGame]:
        """Yield stored games in the order in which they finished.

        Yields only games with numbers greater than `after` that meet the SQL condition `where`.
        """
        sql = f"SELECT {_COLUMNS} FROM games WHERE number > ? AND {where} ORDER BY number"
        with self.reading():
            yield from map(_game, self.each_row(sql, after, *values))

    def games_of(self, round_: int) -> Iterator[TournamentGame]:
        """The stored games of a round."""
        return self.games(where="round = ?", values=(round_,))

    # --- games in progress ------------------------------------------------------------------------------------------

    def show(self, games: Iterable[tuple[Sequence[int], str, Sequence[str]]], state: Mapping[str, Any]) -> None:
        """Store the games in progress (seats, start, moves) and the tournament's state, for other processes to see."""
        rows = [(_seats_text(seats), start, " ".join(moves)) for seats, start, moves in games]
        with self.writing() as connection:
            connection.execute("DELETE FROM under_way")
            connection.executemany("INSERT INTO under_way VALUES (?, ?, ?)", rows)
            connection.execute("INSERT OR REPLACE INTO facts VALUES ('state', ?)", (json.dumps(state),))

    def under_way(self) -> list[tuple[tuple[int, ...], str, tuple[str, ...]]]:
        """The games in progress, as `show` stored them."""
        rows = self.rows("SELECT seats, start, moves FROM under_way ORDER BY rowid")
        with self.reading():
            return [(_seats_of(seats), start, tuple(moves.split())) for seats, start, moves in rows]


_COLUMNS = (
    "number, round, opening, seats, start, opened, moves, movers, microseconds, points, scores, forfeited, fault,"
    " reason, took, ended, machine"
)


def _game(row: Sequence[Any]) -> TournamentGame:
    number, round_, opening, seats, start, opened, moves, movers, microseconds, points, scores, *rest = row
    times = array("I")
    times.frombytes(microseconds)
    return TournamentGame(
        number,
        Fixture(round_, opening, _seats_of(seats)),
        start,
        opened,
        tuple(moves.split()),
        tuple(map(int, movers)),
        tuple(each / 1e6 for each in times),
        tuple(json.loads(points)),
        tuple(json.loads(scores)),
        *rest,
    )


def _seats_text(seats: Sequence[int]) -> str:
    return "-".join(map(str, seats))


def _seats_of(text: str) -> tuple[int, ...]:
    return tuple(map(int, text.split("-")))


def _terms(plan: Plan) -> dict[str, Any]:
    """The terms of a plan, as they look after a round trip through the file."""
    terms: dict[str, Any] = json.loads(json.dumps(plan.terms()))
    return terms


def _shown(value: Any) -> str:
    if value in (None, "", []):
        return "not set"
    words = ", ".join(map(str, value)) if isinstance(value, list) else str(value)
    return excerpt(words, 60)[1:-1]


def alone(path: Path) -> AbstractContextManager[None]:
    """Lock the file against other processes. Raises OutflankError if another process is saving games to it."""
    return databases.alone(
        path,
        f"another outflank arena run is playing this tournament: wait for it to finish, or stop it ({path.name}.lock)",
        f"cannot write to the folder of {quoted_path(path)}",
    )
