"""A plain alpha-beta search that solves the ends of a proof.

It is written apart from the engine and shares no code with it, so that an error there cannot hide here. With
NUMBA_DISABLE_JIT=1, it runs as plain Python.
"""

from typing import Any, cast

import numba
import numpy as np

from outflank.jit import kernel

_SORTED_FROM = 4  # with this many empty squares or more, moves that leave the fewest replies come first
_ROOM = 48  # moves of a position, for each number of empty squares

_u, _i = numba.types.uint64, numba.types.int64
_ZERO, _ONE = cast(int, np.uint64(0)), cast(int, np.uint64(1))

BOARD = np.dtype([("width", np.uint64), ("squares", np.uint64), ("inner", np.uint64), ("sign", np.int64)])
Board = numba.from_dtype(BOARD)


def board_of(size: int, fewest_win: bool) -> Any:
    """Describe a board to the kernels: its squares, those that are not in the first or last column, and the goal."""
    row = (1 << size) - 1
    rows = [1 << size * y for y in range(size)]
    board: Any = np.zeros(1, BOARD).view(np.recarray)[0]
    board.width, board.squares = size, sum(row * first for first in rows)
    board.inner, board.sign = sum((row & ~1 & row >> 1) * first for first in rows), -1 if fewest_win else 1
    return board


@kernel(_u(_u, _u, _u))
def ends_of_walks(player: int, run: int, shift: int) -> int:
    """The squares that walks reach from the player's discs across one or more discs of `run`, in both directions."""
    found = _ZERO
    walk = player << shift & run
    while walk:
        walk <<= shift
        found |= walk
        walk &= run
    walk = player >> shift & run
    while walk:
        walk >>= shift
        found |= walk
        walk &= run
    return found


@kernel(_u(_u, _u, Board))
def moves_of(player: int, opponent: int, board: Any) -> int:
    """The squares where the player may move."""
    inner, width = opponent & board.inner, board.width
    found = ends_of_walks(player, opponent, width) | ends_of_walks(player, inner, _ONE)
    found |= ends_of_walks(player, inner, width - _ONE) | ends_of_walks(player, inner, width + _ONE)
    return found & board.squares & ~(player | opponent)  # type: ignore[no-any-return]


@kernel(_u(_u, _u, _u, _u))
def turned_along(bit: int, player: int, run: int, shift: int) -> int:
    """The discs of `run` that a disc at `bit` turns over along one line, in both directions."""
    found, walk, passed = _ZERO, bit << shift, _ZERO
    while walk & run:
        passed |= walk
        walk <<= shift
    if walk & player:
        found = passed
    walk, passed = bit >> shift, _ZERO
    while walk & run:
        passed |= walk
        walk >>= shift
    return found | passed if walk & player else found


@kernel(_u(_u, _u, _u, Board))
def turned_by(bit: int, player: int, opponent: int, board: Any) -> int:
    """The discs that the player turns over by a disc at `bit`."""
    inner, width = opponent & board.inner, board.width
    found = turned_along(bit, player, opponent, width) | turned_along(bit, player, inner, _ONE)
    found |= turned_along(bit, player, inner, width - _ONE) | turned_along(bit, player, inner, width + _ONE)
    return found


@kernel(_i(_u))
def count(squares: int) -> int:
    """The number of squares in a bitboard."""
    n = 0
    while squares:
        squares &= squares - _ONE
        n += 1
    return n


@kernel(_i(_u, _u, Board))
def final(player: int, opponent: int, board: Any) -> int:
    """The player's score when the game is over. Empty squares go to the winner."""
    own, others, all_ = count(player), count(opponent), count(board.squares)
    score = all_ - 2 * others if own > others else 2 * own - all_ if own < others else 0
    return board.sign * score  # type: ignore[no-any-return]


@kernel(numba.types.boolean(_u, _u, _i, _i[:], _u[:], Board))
def exceeds(player: int, opponent: int, alpha: int, keys: Any, bits: Any, board: Any) -> bool:
    """Return whether the score for the side to move is greater than `alpha`.

    `keys` and `bits` are room for lists of moves: see `room`.
    """
    moves = moves_of(player, opponent, board)
    if not moves:
        if not moves_of(opponent, player, board):
            return final(player, opponent, board) > alpha
        return not exceeds(opponent, player, -alpha - 1, keys, bits, board)
    n_empties = count(board.squares & ~(player | opponent))
    first = n_empties * _ROOM
    end = first
    while moves:
        bit = moves & ~(moves - _ONE)
        moves ^= bit
        key = 0
        if n_empties >= _SORTED_FROM:
            turned = turned_by(bit, player, opponent, board)
            key = count(moves_of(opponent ^ turned, player | turned | bit, board))
        at = end
        while at > first and keys[at - 1] > key:
            keys[at], bits[at] = keys[at - 1], bits[at - 1]
            at -= 1
        keys[at], bits[at] = key, bit
        end += 1
    for i in range(first, end):
        turned = turned_by(bits[i], player, opponent, board)
        if not exceeds(opponent ^ turned, player | turned | bits[i], -alpha - 1, keys, bits, board):
            return True
    return False


@kernel(_i(_u[:], _u[:], _i[:], numba.types.boolean[:], _i[:], _u[:], Board))
def first_fault(players: Any, opponents: Any, alphas: Any, expected: Any, keys: Any, bits: Any, board: Any) -> int:
    """The index of the first position whose score exceeds its `alpha` though it should not, or the reverse; or −1."""
    for i in range(len(players)):
        if exceeds(players[i], opponents[i], alphas[i], keys, bits, board) != expected[i]:
            return i
    return -1


def room() -> tuple[Any, Any]:
    """Room for the lists of moves of one thread: their keys and the moves."""
    return np.zeros(65 * _ROOM, np.int64), np.zeros(65 * _ROOM, np.uint64)
