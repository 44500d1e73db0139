"""What a library keeps of a game, and what makes two games the same.

A game of the same players with the same moves from the same start in the same year is one game, wherever it was found.
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
"""Where games begin of which nothing else is kept."""

UNFINISHED, STATED = "unfinished", "stated"
"""How a game ended besides the words of `formats.tagged`: not at all; or early, and its result is stated."""

_YEAR = re.compile(r"(?<![0-9])(?:1[89]|20|21)[0-9]{2}(?![0-9])")
_LONGEST = 200  # characters of a name
_TAGS = 10_000  # characters of tags that are kept


class StoredGame(NamedTuple):
    """A game as a library keeps it.

    `moves` are squares without passes. `won` is 1 for Black, 0 for a draw and -1 for White, `score` the discs by which
    Black won, None where it is not known. `how` says how the game ended where the moves do not tell, `result` the same
    in words, `tags` further headers in JSON. `unnamed`, which is not kept, is what players and place are called where
    the files of names are missing that belong to the archive it comes from.
    """

    moves: bytes
    black: str = ""
    white: str = ""
    place: str = ""
    date: str = ""
    won: int | None = None
    score: int | None = None
    how: str | None = None
    result: str | None = None
    start: Position = USUAL
    tags: str | None = None
    unnamed: tuple[str, str, str] | None = None

    @classmethod
    def of(cls, record: Record) -> "StoredGame":
        """What is kept of a record. Raises OutflankError for one that is not a game of Othello on 8×8."""
        start = record.tree.root.position
        if not isinstance(start, Position) or start.size != USUAL.size:
            board = f" on {start.width}×{start.height}" if isinstance(start, Position) else ""
            raise OutflankError(
                "the library holds games of Othello on 8×8, got one of {kind}{board}",
                kind=record.kind.title,
                board=board,
            )
        moves = record.tree.moves
        if not moves:
            raise OutflankError("the library holds games, got a position without moves")
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
        """The year of the date, if it has one."""
        found = _YEAR.search(self.date)
        return int(found[0]) if found else None

    @property
    def digest(self) -> int:
        """A number that two games have in common that are the same."""
        start = "" if self.start == USUAL else self.start.board_string
        text = json.dumps([start, plain(self.black), plain(self.white), self.year], ensure_ascii=False)
        return int.from_bytes(hashlib.sha256(text.encode() + self.moves).digest()[:8], "little", signed=True)

    @property
    def unnamed_digest(self) -> int | None:
        """The digest of the same game without names of players, None where these are not known, or not needed."""
        if self.unnamed is None or self.unnamed[:2] == (self.black, self.white):
            return None
        return self._replace(black=self.unnamed[0], white=self.unnamed[1]).digest

    def record(self) -> Record:
        """The game with what is known about it. Raises OutflankError for one of a damaged library."""
        tree = GameTree(self.start)
        try:
            tree.extend(names_of(self.moves))
            tags = {} if self.tags is None else dict(json.loads(self.tags))
        except (LookupError, TypeError, ValueError) as error:
            if isinstance(error, OutflankError):
                raise
            raise OutflankError("a game of the library is damaged: it cannot be read") from None
        resigned = None
        if self.how == RESIGNED and self.won:
            resigned = 1 if self.won > 0 else 0
        return Record(tree, (self.black, self.white), self.date, self.place, self.result or "", resigned, tags)


def start_of(kept: str | None) -> Position:
    """Where a game begins of which a board string is kept, or nothing for the usual start."""
    return USUAL if kept is None else Position.parse(kept)


def _ended(record: Record) -> tuple[int | None, int | None, str | None]:
    """Who won a game, by how many discs, and how it ended where the moves do not tell."""
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
