"""Learning from finished games: count the games at each position, and their results.

Positions new to the book become wanted: the book searches them first when it grows.
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
"""A game's digest, and its contribution to the counts of its positions."""


def learn(book: BookStore, records: Iterable[Record], least_empties: int) -> tuple[int, int]:
    """Count games at their positions with at least `least_empties`; return the numbers of all games and of new ones.

    A game with the same moves, players, date and place as an earlier one is not counted again. Records without moves
    are skipped. Raises OutflankError for a game that is not Othello on 8×8, or if the book cannot be written.
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
    """Return a game's contribution to a book. Raises OutflankError unless it is Othello on 8×8."""
    check_learnable(record)
    positions = [node.position for node in record.tree.root.main_line]
    turns: dict[Key, int] = {}  # each position counts once: only a pass could lead to a symmetric one
    for position in positions:
        if position.n_empties >= least_empties:
            turns.setdefault(Key.of(position), position.turn)
    score = _black_score(record, positions[-1])
    return _digest(record), [(key, _counts(score, turn)) for key, turn in turns.items()]


def check_learnable(record: Record) -> None:
    """Raise OutflankError unless the game is Othello on 8×8."""
    start = record.tree.root.position
    if not isinstance(start, Position) or start.size != 8:
        raise OutflankError("expected a game of Othello on 8×8, got one of {kind}", kind=record.kind.title)


def _black_score(record: Record, last: Position) -> int | None:
    """The result from Black's view: above, below or at 0; None if unknown."""
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
