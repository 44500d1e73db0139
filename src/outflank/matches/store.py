"""Store a tournament in a file or in memory: its players, finished games and games in progress."""

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
"""Seconds to wait while another program writes to the same file."""

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
    """A finished game as stored in the file: see `game.GameResult`. `opened` is the number of moves in its opening."""

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
        """Points for each seat: one for each other seat that finished behind, and half a point for each tie."""
        return placement_points(self.scores, self.forfeited)

    def points_of(self, player: int) -> float:
        """Return the points of a player, who must have taken part in the game."""
        return self.points[self.seats.index(player)]

    def points_over(self, one: int, other: int) -> float:
        """Points for seat `one` against seat `other`: 1 for finishing ahead, 0.5 for a tie, 0 for finishing behind."""
        if self.forfeited in (one, other):
            return float(self.forfeited == other)
        mine, theirs = self.scores[one], self.scores[other]
        return 0.5 if mine == theirs else float(mine > theirs)

    def clocks(self, control: TimeControl) -> tuple[float, ...]:
        """Seconds left on the mover's clock after each move beyond the opening. A pass takes no time."""
        clock, clocks = Clock(control, len(self.seats)), list[float]()
        for mover, move, seconds in zip(self.movers, self.moves[self.opened :], self.seconds, strict=False):
            if move != PASS:
                clock.spend(mover, seconds)
            clocks.append(control.main - seconds if control.per_move else clock.seconds[mover])
        return tuple(round(left, 6) for left in clocks)


class Store(DatabaseFile):
    """A tournament stored in a file, or in memory if `path` is None. Only one thread at a time may use it."""

    called, holds, option = "tournament", "the games", "--database"
    otherwise = "save to another file (--database)"
    absent = "no games have been played: {path} does not exist"
    older = "the tournament {path} is empty, or of an older version"
    application, migrations = _APPLICATION, _MIGRATIONS

    def __init__(self, path: Path | None, *, read_only: bool = False):
        """Open or create the file. With `read_only`, the file must exist and is not changed. Raises OutflankError."""
        super().__init__(path, patience=PATIENCE, read_only=read_only)

    # --- settings ---------------------------------------------------------------------------------------------------

    def fact(self, name: str) -> Any:
        """Return the value stored under a name, or None if there is no such value."""
        text = self.value("SELECT value FROM facts WHERE name = ?", name)
        with self.reading():
            return None if text is None else json.loads(text)

    def set_fact(self, name: str, value: Any) -> None:
        """Store a value under a name."""
        with self.writing() as connection:
            connection.execute("INSERT OR REPLACE INTO facts VALUES (?, ?)", (name, json.dumps(value)))

    def agree(self, plan: Plan) -> None:
        """Check that the stored games match the plan, and add any new players.

        If the games do not match, an OutflankError names the difference and nothing is changed.
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
        """Raise an OutflankError that names the difference if the stored games do not match the plan.

        If no more games are `to_play`, it does not matter that the openings file is missing.
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
        """True if a player has played a game or was included in the draw of a round."""
        if self.value("SELECT 1 FROM games WHERE '-' || seats || '-' LIKE ?", f"%-{number}-%"):
            return True
        return any(number in meeting for meetings, byes in self.rounds() for meeting in (*meetings, byes))

    def players(self) -> dict[int, tuple[str, str]]:
        """Map each player number to a name and a player specification."""
        rows = self.rows("SELECT number, name, player FROM players ORDER BY number")
        return {number: (name, player) for number, name, player in rows}

    def numbers(self) -> dict[str, int]:
        """Map each player's name to a number."""
        return {name: number for number, (name, _) in self.players().items()}

    def joined(self) -> dict[int, int]:
        """Map each player number to the number of rounds that had started when the player joined."""
        with self.reading():
            rows = self.rows("SELECT number, joined FROM players ORDER BY number")
            return {number: int(rounds) for number, rounds in rows}

    # --- rounds -----------------------------------------------------------------------------------------------------

    def n_rounds(self) -> int:
        """Number of rounds that have started."""
        return int(self.value("SELECT count(*) FROM rounds"))

    def rounds(self) -> list[tuple[list[tuple[int, ...]], list[int]]]:
        """The meetings and byes of each started round."""
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
        """Save a game immediately. Return False if it had already been stored."""
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
        """Number of stored games, in one round or in total."""
        sql = "SELECT count(*) FROM games"
        return int(self.value(sql) if round_ is None else self.value(f"{sql} WHERE round = ?", round_))

    def games(self, *, after: int = 0, where: str = "1", values: Sequence[Any] = ()) -> Iterator[TournamentGame]:
        """Yield stored games in the order in which they finished.

        Only games with a number greater than `after` that satisfy the SQL condition `where` are included.
        """
        sql = f"SELECT {_COLUMNS} FROM games WHERE number > ? AND {where} ORDER BY number"
        with self.reading():
            yield from map(_game, self.each_row(sql, after, *values))

    def games_of(self, round_: int) -> Iterator[TournamentGame]:
        """The stored games of a round."""
        return self.games(where="round = ?", values=(round_,))

    # --- games in progress ------------------------------------------------------------------------------------------

    def show(self, games: Iterable[tuple[Sequence[int], str, Sequence[str]]], state: Mapping[str, Any]) -> None:
        """Store the games in progress (seats, start, moves) and the state of the tournament.

        Other processes can then read them.
        """
        rows = [(_seats_text(seats), start, " ".join(moves)) for seats, start, moves in games]
        with self.writing() as connection:
            connection.execute("DELETE FROM under_way")
            connection.executemany("INSERT INTO under_way VALUES (?, ?, ?)", rows)
            connection.execute("INSERT OR REPLACE INTO facts VALUES ('state', ?)", (json.dumps(state),))

    def under_way(self) -> list[tuple[tuple[int, ...], str, tuple[str, ...]]]:
        """The games in progress that `show` stored."""
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
    """Return the plan's terms in the form that JSON returns, so that they can be compared with stored ones."""
    terms: dict[str, Any] = json.loads(json.dumps(plan.terms()))
    return terms


def _shown(value: Any) -> str:
    if value in (None, "", []):
        return "not set"
    words = ", ".join(map(str, value)) if isinstance(value, list) else str(value)
    return excerpt(words, 60)[1:-1]


def alone(path: Path) -> AbstractContextManager[None]:
    """Lock the file against other processes. Raises OutflankError if another process is playing the tournament."""
    return databases.alone(
        path,
        f"another outflank arena run is playing this tournament: wait for it to finish, or stop it ({path.name}.lock)",
        f"cannot write to the folder of {quoted_path(path)}",
    )
