"""A person's practice results and the due times of their cards, in one SQLite file.

Cards are puzzles and positions in opening lines. The ``fsrs`` library (Free Spaced Repetition Scheduler, version 6)
sets the due times. After a right answer, a card is due when the chance of remembering it has fallen to about 90%; after
a wrong answer, it is due in ten minutes. Days and times are in UTC.

>>> from datetime import UTC, datetime
>>> deck = Deck(None)  # in memory
>>> noon = datetime(2026, 5, 1, 12, tzinfo=UTC)
>>> deck.answer("puzzle", "a card", "right", now=noon).date()
datetime.date(2026, 5, 3)
>>> deck.due("puzzle", now=datetime(2026, 5, 4, tzinfo=UTC)), deck.streak(now=noon)
(['a card'], 1)
"""

import hashlib
from collections.abc import Iterable, Sequence
from copy import copy
from dataclasses import asdict, dataclass
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from outflank.databases import PATIENCE, DatabaseFile, executing
from outflank.files import data_folder
from outflank.practice.puzzles import Puzzle
from outflank.rules import BLACK, WHITE, Colour

if TYPE_CHECKING:
    import fsrs

Kind = Literal["puzzle", "opening", "endgame"]
Answer = Literal["right", "hinted", "wrong"]
"""Right on the first try, right with a hint, or wrong."""

RunKind = Literal["timed", "streak"]
"""Against the clock, or until the first mistake."""

KINDS: tuple[Kind, ...] = ("puzzle", "opening", "endgame")

_AGAIN = timedelta(minutes=10)  # before a card is asked again after a wrong answer
_WEEK = 7

_APPLICATION = 0x4F465052  # "OFPR"

_TABLES = (
    f"PRAGMA application_id = {_APPLICATION}",
    # The person is "" at the command line; in the web app, it is derived from the browser's key.
    """CREATE TABLE cards (
        person TEXT NOT NULL,
        kind TEXT NOT NULL,             -- puzzle or opening
        card TEXT NOT NULL,             -- the key of the canonical position
        state INTEGER NOT NULL,         -- the scheduler's fields, up to last
        step INTEGER,
        stability REAL,
        difficulty REAL,
        last INTEGER NOT NULL,          -- seconds since 1970, like all times here
        due INTEGER NOT NULL,
        PRIMARY KEY (person, kind, card)
    ) WITHOUT ROWID""",
    "CREATE INDEX cards_by_due ON cards (person, kind, due)",
    """CREATE TABLE history (
        number INTEGER PRIMARY KEY,
        person TEXT NOT NULL,
        kind TEXT NOT NULL,             -- puzzle, opening or endgame
        card TEXT NOT NULL,
        at INTEGER NOT NULL,
        answer TEXT NOT NULL,           -- right, hinted or wrong
        lost INTEGER                    -- discs, NULL if unknown
    )""",
    "CREATE INDEX history_by_person ON history (person, at)",
    """CREATE TABLE puzzles (              -- from the person's games; others are built in
        person TEXT NOT NULL,
        key TEXT NOT NULL,
        line TEXT NOT NULL,             -- from Puzzle.to_line
        source TEXT NOT NULL,
        PRIMARY KEY (person, key)
    ) WITHOUT ROWID""",
    """CREATE TABLE searched (             -- games already searched for puzzles
        person TEXT NOT NULL,
        game TEXT NOT NULL,
        PRIMARY KEY (person, game)
    ) WITHOUT ROWID""",
    """CREATE TABLE lines (                -- of repertoires
        number INTEGER PRIMARY KEY,
        person TEXT NOT NULL,
        side INTEGER NOT NULL,          -- 0 Black, 1 White
        moves TEXT NOT NULL,            -- a transcript from the usual start
        name TEXT NOT NULL,
        added INTEGER NOT NULL,
        UNIQUE (person, side, moves)
    )""",
)

_RUNS = (  # version 2: puzzles against the clock
    """CREATE TABLE runs (
        number INTEGER PRIMARY KEY,
        person TEXT NOT NULL,
        at INTEGER NOT NULL,
        solved INTEGER NOT NULL,        -- puzzles
        missed INTEGER NOT NULL
    )""",
    "CREATE INDEX runs_by_person ON runs (person, solved)",
)

_RATED_RUNS = (  # version 3: streaks, and ratings of runs
    "ALTER TABLE runs ADD COLUMN kind TEXT NOT NULL DEFAULT 'timed'",  # timed or streak
    "ALTER TABLE runs ADD COLUMN rating REAL",  # after the run, NULL for older runs; also the next three
    "ALTER TABLE runs ADD COLUMN deviation REAL",
    "ALTER TABLE runs ADD COLUMN volatility REAL",
    "ALTER TABLE runs ADD COLUMN results INTEGER",
    "CREATE INDEX runs_by_day ON runs (kind, at)",
)


@dataclass(frozen=True, slots=True)
class RepertoireLine:
    """A line in the repertoire for `side`; `moves` is a transcript from the usual start."""

    number: int
    side: Colour
    moves: str
    name: str


@dataclass(frozen=True, slots=True)
class AnswerCounts:
    """The numbers of answers, of answers right on the first try, and of discs lost, in one kind of practice."""

    answers: int = 0
    right: int = 0
    lost: int = 0


@dataclass(frozen=True, slots=True)
class PracticeStatistics:
    """Statistics about a person's practice; each dictionary has an entry for each kind of practice."""

    all: dict[str, AnswerCounts]

    week: dict[str, AnswerCounts]
    """Counts for the last seven days."""

    cards: dict[str, int]
    due: dict[str, int]

    next_due: datetime | None
    """The time when the next card is due, or None if there are no cards."""

    streak: int
    """Length of the current streak of days with practice; it is not broken until a full day has passed without any."""

    longest_streak: int

    days: int
    """Total number of days with practice."""

    solved: int
    """Number of latest puzzles in a row that were right on the first try."""

    most_solved: int
    """Largest number of puzzles in a row that were right on the first try."""

    best_run: int | None
    """Largest number of puzzles solved in a run against the clock; None if there was no run."""

    def to_json(self) -> dict[str, Any]:
        """Return the fields as a JSON object."""
        return {**asdict(self), "next_due": None if self.next_due is None else self.next_due.isoformat()}


def digest_of(start: str, moves: Sequence[str], sides: Sequence[int], *, missed: bool) -> str:
    """Return a digest that identifies a search for puzzles by its game, the sides searched, and `missed`."""
    return hashlib.sha256(f"{start} {' '.join(moves)} {list(sides)} {missed}".encode()).hexdigest()[:24]


def now() -> datetime:
    """Return the current time in UTC."""
    return datetime.now(UTC)


def usual_path() -> Path:
    """Return the default path of the practice file, which is in the user's data folder."""
    return data_folder() / "practice.sqlite"


class Deck(DatabaseFile):
    """One person's cards and results in an open file, which only one thread may use at a time.

    Every method raises OutflankError with a one-line message if the file cannot be read or written.
    """

    called, holds, option = "practice file", "the results", "--deck"
    otherwise = "move it away to start afresh"
    reads_protected = True
    application, migrations = _APPLICATION, (executing(*_TABLES), executing(*_RUNS), executing(*_RATED_RUNS))

    def __init__(self, path: str | Path | None, person: str = "", *, patience: float = PATIENCE, on_page: bool = False):
        """Open a file, creating it if necessary, or keep the deck in memory if `path` is None.

        Raises OutflankError if the file cannot be opened.
        """
        super().__init__(None if path is None else Path(path), patience=patience, on_page=on_page)
        self.person = person

    def of(self, person: str) -> "Deck":
        """Return another person's deck, which shares this deck's open file.

        Closing either deck closes the file for both.
        """
        other = copy(self)
        other.person = person
        return other

    def clear(self) -> None:
        """Delete everything of this person."""
        with self.writing() as database:
            for table in ("cards", "history", "puzzles", "searched", "lines", "runs"):
                database.execute(f"DELETE FROM {table} WHERE person = ?", (self.person,))

    # --- cards ----------------------------------------------------------------------------------------------------

    def answer(self, kind: Kind, card: str, answer: Answer, *, now: datetime, lost: int | None = None) -> datetime:
        """Store an answer and return the time when the card is due next. An endgame never becomes due again."""
        at = seconds_of(now)
        with self.writing() as database:
            database.execute(
                "INSERT INTO history (person, kind, card, at, answer, lost) VALUES (?, ?, ?, ?, ?, ?)",
                (self.person, kind, card, at, answer, lost),
            )
            if kind == "endgame":
                return now
            row = database.execute(
                "SELECT state, step, stability, difficulty, last, due FROM cards"
                " WHERE person = ? AND kind = ? AND card = ?",
                (self.person, kind, card),
            ).fetchone()
            with self.reading():
                after = _scheduled(row, answer, time_of(at))
                due = seconds_of(after.due)
            database.execute(
                "INSERT OR REPLACE INTO cards (person, kind, card, state, step, stability, difficulty, last, due)"
                " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
                (self.person, kind, card, after.state.value, after.step, after.stability, after.difficulty, at, due),
            )
        return time_of(due)

    def due(self, kind: Kind, *, now: datetime) -> list[str]:
        """Return the cards that are due, with the longest overdue first."""
        query = "SELECT card FROM cards WHERE person = ? AND kind = ? AND due <= ? ORDER BY due, card"
        return [card for (card,) in self.rows(query, self.person, kind, seconds_of(now))]

    def cards(self, kind: Kind) -> dict[str, datetime]:
        """Return all cards that have been answered at least once, with their due times."""
        rows = self.rows("SELECT card, due FROM cards WHERE person = ? AND kind = ?", self.person, kind)
        with self.reading():
            return {card: time_of(due) for card, due in rows}

    # --- results --------------------------------------------------------------------------------------------------

    def streak(self, *, now: datetime) -> int:
        """Return the number of consecutive days with practice.

        The last of these days is today or, if there has been no answer today, yesterday.
        """
        return _in_a_row(self._days(), now.astimezone(UTC).date())

    def statistics(self, *, now: datetime) -> PracticeStatistics:
        """Return statistics about all answers."""
        week = seconds_of(now - timedelta(days=_WEEK))
        days = self._days()
        query = "SELECT kind, count(*) FROM cards WHERE person = ? GROUP BY kind"
        cards: dict[str, int] = dict(self.rows(query, self.person))
        upcoming = self.value("SELECT min(due) FROM cards WHERE person = ?", self.person)
        with self.reading():
            return PracticeStatistics(
                self._tallies(0),
                self._tallies(week),
                {kind: cards.get(kind, 0) for kind in KINDS[:2]},
                {kind: len(self.due(kind, now=now)) for kind in KINDS[:2]},
                None if upcoming is None else time_of(upcoming),
                _in_a_row(days, now.astimezone(UTC).date()),
                max((_in_a_row(days, day) for day in days), default=0),
                len(days),
                *self._solved_in_a_row(),
                self.best_run(),
            )

    def _tallies(self, since: int) -> dict[str, AnswerCounts]:
        rows = self.rows(
            "SELECT kind, count(*), sum(answer = 'right'), coalesce(sum(lost), 0) FROM history"
            " WHERE person = ? AND at >= ? GROUP BY kind",
            self.person,
            since,
        )
        found = {kind: AnswerCounts(*numbers) for kind, *numbers in rows}
        return {kind: found.get(kind, AnswerCounts()) for kind in KINDS}

    def _days(self) -> set[date]:
        rows = self.rows("SELECT DISTINCT at / 86400 FROM history WHERE person = ?", self.person)
        with self.reading():
            return {time_of(86400 * day).date() for (day,) in rows}

    def answers(self, kind: Kind) -> list[tuple[str, Answer, datetime]]:
        """Return all answers with their cards and times, oldest first."""
        query = "SELECT card, answer, at FROM history WHERE person = ? AND kind = ? ORDER BY number"
        rows = self.rows(query, self.person, kind)
        with self.reading():
            return [(card, answer, time_of(at)) for card, answer, at in rows]

    def first_answers(self, kind: Kind) -> list[tuple[str, Answer, datetime]]:
        """Return the first answer to each card, with the card and the time, oldest first."""
        rows = self.rows(
            "SELECT card, answer, at, min(number) FROM history WHERE person = ? AND kind = ?"
            " GROUP BY card ORDER BY min(number)",
            self.person,
            kind,
        )
        with self.reading():
            return [(card, answer, time_of(at)) for card, answer, at, _ in rows]

    def _solved_in_a_row(self) -> tuple[int, int]:
        """The number of latest puzzles that were answered right, and the largest number of such puzzles in a row."""
        now = longest = 0
        query = "SELECT answer = 'right' FROM history WHERE person = ? AND kind = 'puzzle' ORDER BY number"
        for (is_right,) in self.rows(query, self.person):
            now = now + 1 if is_right else 0
            longest = max(longest, now)
        return now, longest

    def best_run(self, kind: RunKind = "timed") -> int | None:
        """Return the largest number of puzzles solved in one run of a kind, or None if there was no run."""
        best: int | None = self.value("SELECT max(solved) FROM runs WHERE person = ? AND kind = ?", self.person, kind)
        return best

    # --- puzzles from the person's own games ------------------------------------------------------------------------

    def puzzles(self) -> list[Puzzle]:
        """Return the puzzles from the person's games, sorted by key."""
        rows = self.rows("SELECT line FROM puzzles WHERE person = ? ORDER BY key", self.person)
        with self.reading():
            return [Puzzle.from_line(line) for (line,) in rows]

    def add_puzzles(self, game: str, puzzles: Iterable[Puzzle], source: str) -> int:
        """Store the puzzles from a game, mark the game as searched, and return the number of puzzles that are new."""
        with self.writing() as database:
            database.execute("INSERT OR IGNORE INTO searched VALUES (?, ?)", (self.person, game))
            return sum(
                database.execute(
                    "INSERT OR IGNORE INTO puzzles (person, key, line, source) VALUES (?, ?, ?, ?)",
                    (self.person, puzzle.key, puzzle.to_line(), source),
                ).rowcount
                for puzzle in puzzles
            )

    def searched(self) -> set[str]:
        """Return the digests of the games that have already been searched for puzzles."""
        return {game for (game,) in self.rows("SELECT game FROM searched WHERE person = ?", self.person)}

    # --- repertoires ------------------------------------------------------------------------------------------------

    def lines(self, side: Colour | None = None) -> list[RepertoireLine]:
        """Return the lines in the repertoire of one side, or of both sides if `side` is None.

        The lines are in the order in which they were added.
        """
        rows = self.rows("SELECT number, side, moves, name FROM lines WHERE person = ? ORDER BY number", self.person)
        lines = [RepertoireLine(number, WHITE if of else BLACK, moves, name) for number, of, moves, name in rows]
        return [line for line in lines if side is None or line.side is side]

    def add_lines(self, lines: Iterable[tuple[Colour, str, str]], *, now: datetime) -> int:
        """Add lines, each of which consists of a side, a transcript and a name.

        Returns the number of lines that are new.
        """
        with self.writing() as database:
            return sum(
                database.execute(
                    "INSERT OR IGNORE INTO lines (person, side, moves, name, added) VALUES (?, ?, ?, ?, ?)",
                    (self.person, int(side), moves, name, seconds_of(now)),
                ).rowcount
                for side, moves, name in lines
            )

    def remove_lines(self, numbers: Iterable[int]) -> int:
        """Remove the lines with the given numbers, and return how many were removed."""
        with self.writing() as database:
            query = "DELETE FROM lines WHERE person = ? AND number = ?"
            return sum(database.execute(query, (self.person, number)).rowcount for number in numbers)


def _scheduled(row: Any, answer: Answer, now: datetime) -> "fsrs.Card":
    """Return the state of a card after an answer; `row` is its stored state, or None for a new card."""
    import fsrs  # late import: reading results does not need it

    card = fsrs.Card(card_id=0, due=now)
    if row is not None:
        state, step, stability, difficulty, last, due = row
        card = fsrs.Card(0, fsrs.State(state), step, stability, difficulty, time_of(due), time_of(last))
        now = max(now, time_of(last))  # in case the clock was set back
    rating = {"right": fsrs.Rating.Good, "hinted": fsrs.Rating.Hard, "wrong": fsrs.Rating.Again}[answer]
    scheduler = fsrs.Scheduler(learning_steps=[_AGAIN], relearning_steps=[_AGAIN], enable_fuzzing=False)
    after, _log = scheduler.review_card(card, rating, now)
    return after


def _in_a_row(days: set[date], today: date) -> int:
    one = timedelta(days=1)
    day = today if today in days else today - one
    n = 0
    while day in days:
        n, day = n + 1, day - one
    return n


def seconds_of(time: datetime) -> int:
    """A time in seconds since 1970, as the file stores it."""
    return int(time.timestamp())


def time_of(seconds: int) -> datetime:
    """The time that the file stores as seconds since 1970."""
    return datetime.fromtimestamp(seconds, UTC)
