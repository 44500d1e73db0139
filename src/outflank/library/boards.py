"""Positions as the library knows them: one of eight symmetric ones stands for all, and a key of 39 bits for it.

A position is the discs of the side to move and those of the other, as bitboards: colours do not count, so what is known
of a position is told in the view of the side to move. Where that side must pass, the position is the one after it.

All here is plain Python, for single games and positions; `kernels` does the same for many at once.
"""

from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from outflank.board.canonical import symmetric
from outflank.board.squares import NAMES, SQUARES
from outflank.board.walks import directions, rays, reached, turned
from outflank.errors import OutflankError
from outflank.play.moves import PASS
from outflank.rules import BLACK, DiscPosition, Position

KEY_BITS, GAME_BITS = 39, 24
"""An entry of the index is a key, and behind it the number of a game: a positive number of 63 bits."""

MOST_GAMES = (1 << GAME_BITS) - 1
NO_MOVE = 64
"""In the place of a square: the game ends here."""

FACTORS = 0x9E3779B97F4A7C15, 0xC2B2AE3D27D4EB4F
"""Odd numbers without pattern, which a key is mixed with."""

_ALL = (1 << 64) - 1
_DIRECTIONS, _RAYS = directions(8, 8), rays(8, 8)

Board = tuple[int, int]
"""The discs of the side to move, and of the other side."""


@cache
def images_of(square: int) -> tuple[int, ...]:
    """Where a square goes under each of the eight symmetries, in the numbering of `Position.transformed`."""
    return tuple(image.bit_length() - 1 for image, _ in symmetric(1 << square, 0))


class Canonical(NamedTuple):
    """The board that stands for a position, and the symmetries that lead from the position to it."""

    board: Board
    symmetries: tuple[int, ...]

    @property
    def key(self) -> int:
        """The key of the board: the same for few others."""
        return key_of(*self.board)

    def square(self, square: int) -> int:
        """The square that stands for one of the position, and for those that are symmetric to it; `NO_MOVE` stays."""
        return NO_MOVE if square == NO_MOVE else min(images_of(square)[symmetry] for symmetry in self.symmetries)


def canonical(player: int, opponent: int) -> Canonical:
    """What stands for a position: the smallest numbers, first of the side to move, then of the other."""
    images = symmetric(player, opponent)
    least = min(images)
    return Canonical(least, tuple(symmetry for symmetry, image in enumerate(images) if image == least))


def key_of(player: int, opponent: int) -> int:
    """The key of a board that stands for others: its discs mixed, the first 39 bits of it."""
    mixed = player * FACTORS[0] & _ALL
    mixed ^= mixed >> 32
    mixed = (mixed + opponent) * FACTORS[1] & _ALL
    mixed ^= mixed >> 29
    return (mixed * FACTORS[0] & _ALL) >> 64 - KEY_BITS


def index_entries(key: int, after: int = 0) -> tuple[int, int]:
    """The first and the last number that an entry of the index can have: of a key, and games of a number above one."""
    return (key << GAME_BITS) + after + 1, (key << GAME_BITS) + MOST_GAMES


def board_of(position: DiscPosition) -> tuple[Board, bool]:
    """A position as the library knows it, and whether Black is to move there. Raises OutflankError for other games."""
    if not isinstance(position, Position) or position.size != 8:
        what = f"{position.game} on {position.width}×{position.height}"
        raise OutflankError("the library knows positions of Othello on 8×8, got one of {kind}", kind=what)
    if position.must_pass:
        position = position.switched()
    return (position.player, position.opponent), position.turn is BLACK


class Step(NamedTuple):
    """A board in a game, whether Black is to move there, and the square that is moved to, `NO_MOVE` at the end."""

    board: Board
    black_moves: bool
    square: int


def steps(start: Position, moves: bytes) -> Iterator[Step]:
    """The boards of a game whose moves are legal, squares without passes."""
    player, opponent, black_moves = start.player, start.opponent, start.turn is BLACK
    for square in moves:
        flips = turned(_RAYS[square], player, opponent)
        if not flips:
            player, opponent, black_moves = opponent, player, not black_moves
            flips = turned(_RAYS[square], player, opponent)
        yield Step((player, opponent), black_moves, square)
        player, opponent = opponent & ~flips, player | flips | 1 << square
        black_moves = not black_moves
    if not _can_move(player, opponent) and _can_move(opponent, player):
        player, opponent, black_moves = opponent, player, not black_moves
    yield Step((player, opponent), black_moves, NO_MOVE)


def _can_move(player: int, opponent: int) -> bool:
    return bool(reached(player, opponent, _DIRECTIONS) & _ALL & ~(player | opponent))


def find(start: Position, moves: bytes, board: Board) -> Step | None:
    """The step of a game whose board a canonical one stands for, with the canonical square of its move; or None."""
    n_discs = (board[0] | board[1]).bit_count()
    for step in steps(start, moves):
        if (step.board[0] | step.board[1]).bit_count() == n_discs:
            found = canonical(*step.board)
            return step._replace(board=board, square=found.square(step.square)) if found.board == board else None
    return None


def squares_of(moves: tuple[str, ...]) -> bytes:
    """Moves by their names as squares, passes left out."""
    squares = SQUARES[8]
    return bytes(squares[move] for move in moves if move != PASS)


def names_of(moves: bytes) -> tuple[str, ...]:
    """The names of squares that were moved to, passes left out."""
    names = NAMES[8]
    return tuple(names[square] for square in moves)
