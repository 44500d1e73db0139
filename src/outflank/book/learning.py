"""What a book learns from finished games: how often positions occurred, and how these games ended.

Positions that the book does not know yet are wanted: they are searched first when it grows.
"""

import hashlib
from collections.abc import Iterable

from outflank.book.nodes import Counts, Key
from outflank.book.store import BookStore
from outflank.errors import OutflankError
from outflank.play.record import Record
from outflank.rules import Position

_AT_ONCE = 500  # games of a transaction

Learned = tuple[int, list[tuple[Key, Counts]]]
"""A game by its digest, and what it adds to the counts of its positions."""


def learn(book: BookStore, records: Iterable[Record], least_empties: int) -> tuple[int, int]:
    """Learn games up to positions with so many empty squares; how many there were, and how many were new.

    A game that was learned before, with the same moves, players, date and place, is not learned again. Records without
    moves are no games. Raises OutflankError for a game that is not Othello on 8×8, and if the book cannot be written.
    """
    n_games = n_new = 0
    waiting: list[Learned] = []
    for record in records:
        if record.tree.moves:
            n_games += 1
            waiting.append(counted(record, least_empties))
        if len(waiting) == _AT_ONCE:
            n_new += book.count(waiting)
            waiting = []
    return n_games, n_new + book.count(waiting)


def counted(record: Record, least_empties: int) -> Learned:
    """What a game adds to a book. Raises OutflankError for one that is not Othello on 8×8."""
    check_learnable(record)
    positions = [node.position for node in record.tree.root.main_line]
    turns: dict[Key, int] = {}  # each position once: a game comes to a symmetric one only by a pass, if ever
    for position in positions:
        if position.n_empties >= least_empties:
            turns.setdefault(Key.of(position), position.turn)
    score = _black_score(record, positions[-1])
    return _digest(record), [(key, _counts(score, turn)) for key, turn in turns.items()]


def check_learnable(record: Record) -> None:
    """Raise OutflankError for a game that is not Othello on 8×8."""
    start = record.tree.root.position
    if not isinstance(start, Position) or start.size != 8:
        raise OutflankError("a book learns from games of Othello on 8×8, got one of {kind}", kind=record.kind.title)


def _black_score(record: Record, last: Position) -> int | None:
    """How the game ended in Black's view: above, below or at 0; None if nobody knows."""
    if record.resigned is not None:
        return 2 * record.resigned - 1
    return last.scores[0] if last.is_over else None


def _counts(black_score: int | None, turn: int) -> Counts:
    if black_score is None:
        return Counts(lines=1)
    score = -black_score if turn else black_score
    return Counts(score > 0, score == 0, score < 0)


def _digest(record: Record) -> int:
    start = record.tree.root.position.board_string
    words = (start, *record.tree.moves, "", *record.players, "", record.date, record.place)
    return int.from_bytes(hashlib.blake2b("\0".join(words).encode(), digest_size=8).digest(), "little")
