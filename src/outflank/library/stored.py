"""The data that a library stores for each game, and the test for duplicates.

Two games are duplicates if they have the same players, moves, start and year, even if they come from different sources.
"""

import hashlib
import json
import re
from typing import NamedTuple

from outflank.board.squares import SQUARES
from outflank.errors import OutflankError
from outflank.formats.places import one_line
from outflank.formats.tagged import RESIGNED, Ending
from outflank.library.boards import names_of, squares_of
from outflank.play.record import Record
from outflank.play.tree import GameTree
from outflank.play.words import plain
from outflank.rules import Position

USUAL = Position.start()
"""The starting position of games that do not specify a board."""

UNFINISHED, STATED = "unfinished", "stated"
"""Endings that `formats.tagged` does not define: the game is not over, or it ended early with a stated result."""

_YEAR = re.compile(r"(?<![0-9])(?:1[89]|20|21)[0-9]{2}(?![0-9])")
_LONGEST = 200  # characters in a name
_TAGS = 10_000  # maximum number of characters in tags; longer tags are dropped


class StoredGame(NamedTuple):
    """The data that a library stores for one game."""

    moves: bytes
    """The squares played, without passes."""

    black: str = ""
    white: str = ""
    place: str = ""
    date: str = ""

    won: int | None = None
    """1 if Black won, 0 for a draw, -1 if White won, or None if unknown."""

    score: int | None = None
    """The number of discs by which Black won, or None if unknown."""

    how: str | None = None
    """The way the game ended, if the moves do not show it."""

    result: str | None = None
    """The result in words."""

    start: Position = USUAL

    tags: str | None = None
    """The other headers, as JSON."""

    unnamed: tuple[str, str, str] | None = None
    """The numbers that replace the players and the place if a WTHOR archive's name files are missing; not stored."""

    @classmethod
    def of(cls, record: Record) -> "StoredGame":
        """Convert a record. Raises OutflankError if it is not an 8×8 Othello game with at least one move."""
        start = record.tree.root.position
        if not isinstance(start, Position) or start.size != USUAL.size:
            board = f" on {start.width}×{start.height}" if isinstance(start, Position) else ""
            raise OutflankError(
                "expected an 8×8 Othello game, got a game of {kind}{board}",
                kind=record.kind.title,
                board=board,
            )
        moves = record.tree.moves
        if not moves:
            raise OutflankError("expected a game, got a position without moves")
        won, score, how = _ended(record)
        return cls(
            squares_of(moves),
            _named(record.player(0)),
            _named(record.player(1)),
            _named(record.place),
            _named(record.date),
            won,
            score,
            how,
            record.result or None,
            start,
            _tags(record),
        )

    @property
    def year(self) -> int | None:
        """The year in the date, or None if the date does not contain one."""
        found = _YEAR.search(self.date)
        return int(found[0]) if found else None

    @property
    def digest(self) -> int:
        """A hash that is the same for duplicates."""
        start = "" if self.start == USUAL else self.start.board_string
        text = json.dumps([start, plain(self.black), plain(self.white), self.year], ensure_ascii=False)
        return int.from_bytes(hashlib.sha256(text.encode() + self.moves).digest()[:8], "little", signed=True)

    @property
    def unnamed_digest(self) -> int | None:
        """The digest that the game has with its `unnamed` numbers instead of the players' names.

        It is None if the game has no such numbers, or already uses them as names.
        """
        if self.unnamed is None or self.unnamed[:2] == (self.black, self.white):
            return None
        return self._replace(black=self.unnamed[0], white=self.unnamed[1]).digest

    def record(self) -> Record:
        """Convert to a record. Raises OutflankError if the stored game is damaged."""
        tree = GameTree(self.start)
        try:
            tree.extend(names_of(self.moves))
            tags = {} if self.tags is None else dict(json.loads(self.tags))
        except (LookupError, TypeError, ValueError) as error:
            if isinstance(error, OutflankError):
                raise
            raise OutflankError("a game in the library is damaged and cannot be read") from None
        resigned = None
        if self.how == RESIGNED and self.won:
            resigned = 1 if self.won > 0 else 0
        return Record(tree, (self.black, self.white), self.date, self.place, self.result or "", resigned, tags)


def start_of(kept: str | None) -> Position:
    """Parse the starting position of a stored game, where None means the usual start."""
    return USUAL if kept is None else Position.parse(kept)


def _ended(record: Record) -> tuple[int | None, int | None, str | None]:
    """Return the fields `won`, `score` and `how` of a `StoredGame`."""
    ending = Ending.of(record)
    if ending is None:
        return None, None, UNFINISHED
    won = 0 if ending.winner is None else -1 if ending.winner else 1
    if record.position.is_over:
        return won, record.position.scores[0], None
    discs = None if ending.discs is None else min(round(ending.discs), len(SQUARES[8]))
    return won, None if discs is None else won * discs, ending.how or STATED


def _named(text: str) -> str:
    return one_line(text)[:_LONGEST].strip()


def _tags(record: Record) -> str | None:
    if not record.tags:
        return None
    text = json.dumps(dict(record.tags), ensure_ascii=False, separators=(",", ":"))
    return text if len(text) <= _TAGS and text.isprintable() else None
