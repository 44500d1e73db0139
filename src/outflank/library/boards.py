"""Canonical boards, each of which represents a set of eight symmetric positions, and their 39-bit keys in the index.

A board is a pair of bitboards: the discs of the side to move and the discs of the other side. It does not record which
colour is to move, and all of its statistics are from the point of view of the side to move. If that side must pass, the
board after the pass is used instead.

The code here is plain Python and handles one game or position at a time. The `kernels` module handles many games in one
call.
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
"""Number of bits in the key and in the game number, which make up a positive 63-bit index entry."""

MOST_GAMES = (1 << GAME_BITS) - 1
NO_MOVE = 64
"""Stands in for a square when a game has ended and there is no next move."""

FACTORS = 0x9E3779B97F4A7C15, 0xC2B2AE3D27D4EB4F
"""Random-looking odd multipliers that mix the bits of a key."""

_ALL = (1 << 64) - 1
_DIRECTIONS, _RAYS = directions(8, 8), rays(8, 8)

Board = tuple[int, int]
"""The discs of the side to move, and the discs of the other side, as bitboards."""


@cache
def images_of(square: int) -> tuple[int, ...]:
    """Return a square's images under the eight symmetries, in the order used by `Position.transformed`."""
    return tuple(image.bit_length() - 1 for image, _ in symmetric(1 << square, 0))


class Canonical(NamedTuple):
    """The canonical board of a position, and the symmetries that transform the position into that board."""

    board: Board
    symmetries: tuple[int, ...]

    @property
    def key(self) -> int:
        """The board's index key, which few other boards share."""
        return key_of(*self.board)

    def square(self, square: int) -> int:
        """Map a square of the position, or any of its symmetric twins, to the same canonical square.

        `NO_MOVE` is returned unchanged.
        """
        return NO_MOVE if square == NO_MOVE else min(images_of(square)[symmetry] for symmetry in self.symmetries)


def canonical(player: int, opponent: int) -> Canonical:
    """Return the canonical board of a position: the smallest pair of bitboards among its eight images."""
    images = symmetric(player, opponent)
    least = min(images)
    return Canonical(least, tuple(symmetry for symmetry, image in enumerate(images) if image == least))


def key_of(player: int, opponent: int) -> int:
    """Return the key of a canonical board, which is the first 39 bits of a hash of its discs."""
    mixed = player * FACTORS[0] & _ALL
    mixed ^= mixed >> 32
    mixed = (mixed + opponent) * FACTORS[1] & _ALL
    mixed ^= mixed >> 29
    return (mixed * FACTORS[0] & _ALL) >> 64 - KEY_BITS


def index_entries(key: int, after: int = 0) -> tuple[int, int]:
    """Return the lowest and highest possible index entries for a key, counting only games numbered above `after`."""
    return (key << GAME_BITS) + after + 1, (key << GAME_BITS) + MOST_GAMES


def board_of(position: DiscPosition) -> tuple[Board, bool]:
    """Return the board of an 8×8 Othello position, and whether Black is to move on that board.

    If the side to move must pass, the board is the one after the pass. Raises OutflankError if the position is from
    another game or on a board of another size.
    """
    if not isinstance(position, Position) or position.size != 8:
        what = f"{position.game} on {position.width}×{position.height}"
        raise OutflankError("expected an 8×8 Othello position, got one from {kind}", kind=what)
    position = position.after_pass
    return (position.player, position.opponent), position.turn is BLACK


class Step(NamedTuple):
    """A board reached in a game, the side to move, and the square that it plays.

    The square is `NO_MOVE` at the end of the game.
    """

    board: Board
    black_moves: bool
    square: int


def steps(start: Position, moves: bytes) -> Iterator[Step]:
    """Yield the steps of a game; `moves` contains the squares played, without passes, and must be legal."""
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
    """Return the step at which a game reaches a canonical board, with its move as a canonical square.

    Returns None if the game never reaches the board.
    """
    n_discs = (board[0] | board[1]).bit_count()
    for step in steps(start, moves):
        if (step.board[0] | step.board[1]).bit_count() == n_discs:
            found = canonical(*step.board)
            return step._replace(board=board, square=found.square(step.square)) if found.board == board else None
    return None


def reaches_any(start: Position, moves: bytes, wanted: frozenset[Board]) -> bool:
    """Return True if a game reaches one of these canonical boards."""
    counts = {(player | opponent).bit_count() for player, opponent in wanted}
    most = max(counts, default=0)
    for step in steps(start, moves):
        n_discs = (step.board[0] | step.board[1]).bit_count()
        if n_discs > most:
            return False
        if n_discs in counts and canonical(*step.board).board in wanted:
            return True
    return False


def squares_of(moves: tuple[str, ...]) -> bytes:
    """Convert move names to squares and leave out the passes."""
    squares = SQUARES[8]
    return bytes(squares[move] for move in moves if move != PASS)


def names_of(moves: bytes) -> tuple[str, ...]:
    """Convert squares to move names."""
    names = NAMES[8]
    return tuple(names[square] for square in moves)
