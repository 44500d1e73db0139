"""Learn from finished games by counting the games that reach each position, and their results.

Positions that are new to the book are marked as wanted, and are searched first when the book grows.
"""

import hashlib
from collections.abc import Iterable

from outflank.book.nodes import Counts, Key
from outflank.book.store import BookStore
from outflank.errors import OutflankError
from outflank.play.record import Record
from outflank.rules import Position

_AT_ONCE = 500  # games per transaction

Learned = tuple[int, list[tuple[Key, Counts]]]
"""The digest of a game, and the counts that it adds to each of its positions."""


def learn(book: BookStore, records: Iterable[Record], least_empties: int) -> tuple[int, int]:
    """Count each game at those of its positions that have at least `least_empties` empty squares.

    Returns the number of games and the number of new ones. A game that has the same moves, players, date and place as
    an earlier one is not counted again, and records without moves are skipped. Raises OutflankError if a game is not
    8×8 Othello or if the book cannot be written.
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
    """Return a game's digest and the counts that it adds to a book.

    Raises OutflankError if the game is not 8×8 Othello.
    """
    check_learnable(record)
    positions = [node.position for node in record.tree.root.main_line]
    turns: dict[Key, int] = {}  # a game counts once for each position, even if a pass leads to a symmetric one
    for position in positions:
        if position.n_empties >= least_empties:
            turns.setdefault(Key.of(position), position.turn)
    score = _black_score(record, positions[-1])
    return _digest(record), [(key, _counts(score, turn)) for key, turn in turns.items()]


def check_learnable(record: Record) -> None:
    """Raise OutflankError if a game is not 8×8 Othello."""
    start = record.tree.root.position
    if not isinstance(start, Position) or start.size != 8:
        raise OutflankError("expected an 8×8 Othello game, got a game of {kind}", kind=record.kind.title)


def _black_score(record: Record, last: Position) -> int | None:
    """Return Black's result: positive for a win, negative for a loss and 0 for a draw, or None if it is unknown."""
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
