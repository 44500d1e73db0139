"""Conversion of positions to planes of numbers and of moves to indices, and symmetries of both.

The rows and columns of a plane are counted from 0, so h1 is ``planes[:, 0, 7]``. The index of a move is row × size +
column. The index of a pass is size × size.
"""

from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt

from outflank.board.squares import NAMES, SIZES, SQUARES
from outflank.errors import OptionError, described
from outflank.play.moves import PASS
from outflank.rules import Colour, DiscPosition

Bits = npt.NDArray[np.uint8]
Indices = npt.NDArray[np.int64]

N_PLANES = 3


def to_planes(position: DiscPosition, viewpoint: Colour | None = None) -> Bits:
    """Convert a position to an array of zeros and ones with shape (3, size, size), as uint8.

    The planes contain the discs of the side to move, the discs of the other side, and the legal squares of the side to
    move. If `viewpoint` is set, it replaces the side to move. A side that is not to move has no legal squares.
    """
    mine = position.turn if viewpoint is None else viewpoint
    legal = position.legal_mask if mine is position.turn else 0
    boards = (position.discs(mine), position.discs(mine.opponent), legal)
    return np.stack([_plane(board, position.size) for board in boards])


def n_actions(size: int = 8) -> int:
    """Number of move indices for a board: one for each square, and one for a pass."""
    return _checked(size) ** 2 + 1


def move_to_index(move: str, size: int = 8) -> int:
    """Convert a move, in either case, to its index. Raises OptionError for an invalid move."""
    name = move.strip().lower() if isinstance(move, str) else move
    if name == PASS:
        return _checked(size) ** 2
    square = SQUARES[_checked(size)].get(name)
    if square is None:
        raise OptionError(f"expected a square from a1 to {NAMES[size][-1]}, or pass, got {described(move)}")
    return square


def index_to_move(index: int, size: int = 8) -> str:
    """Convert an index to its move. Raises OptionError for an invalid index."""
    names = NAMES[_checked(size)]
    if not 0 <= index <= len(names):
        raise OptionError(f"expected an index from 0 to {len(names)}, got {described(index)}")
    return PASS if index == len(names) else names[index]


def action_mask(position: DiscPosition) -> npt.NDArray[np.bool_]:
    """The legal moves as an array of `n_actions` booleans, indexed by move. All are False if the game is over."""
    mask = np.zeros(n_actions(position.size), dtype=np.bool_)
    mask[:-1] = _plane(position.legal_mask, position.size).reshape(-1)
    mask[-1] = position.must_pass
    return mask


# --- symmetries -----------------------------------------------------------------------------------------------------


def transform_planes(planes: npt.NDArray[Any], symmetry: int) -> npt.NDArray[Any]:
    """Apply one of the eight symmetries to planes, numbered as in `Position.transformed`.

    The last two axes are the board, and any other axes come before them. ``transform_planes(to_planes(position), n)``
    equals ``to_planes(position.transformed(n))``.
    """
    _check_symmetry(symmetry)
    if symmetry & 4:
        planes = np.swapaxes(planes, -1, -2)
    if symmetry & 2:
        planes = np.flip(planes, -2)
    if symmetry & 1:
        planes = np.flip(planes, -1)
    return np.ascontiguousarray(planes)


def transform_index(index: int | Indices, symmetry: int, size: int = 8) -> Indices:
    """Apply a symmetry to the index of a move, or to an array of indices."""
    _check_symmetry(symmetry)
    return np.asarray(_targets(_checked(size), symmetry)[index])


def transform_policy(policy: npt.NDArray[Any], symmetry: int) -> npt.NDArray[Any]:
    """Apply a symmetry to an array, such as a policy, whose last axis contains one number per move index."""
    size = next((each for each in SIZES if n_actions(each) == policy.shape[-1]), None)
    if size is None:
        lengths = ", ".join(str(n_actions(each)) for each in SIZES)
        raise OptionError(f"expected a last axis of length {lengths}, got the shape {policy.shape}")
    _check_symmetry(symmetry)
    moved = np.empty_like(policy)
    moved[..., _targets(size, symmetry)] = policy
    return moved


@cache
def _targets(size: int, symmetry: int) -> Indices:
    """Map each move index to the index of the symmetric move."""
    squares = np.arange(size * size).reshape(size, size)
    sources = transform_planes(squares, symmetry).reshape(-1)
    return np.append(np.argsort(sources), size * size)


def _plane(board: int, size: int) -> Bits:
    n_cells = size * size
    data = np.frombuffer(board.to_bytes(-(-n_cells // 8), "little"), dtype=np.uint8)
    return np.unpackbits(data, count=n_cells, bitorder="little").reshape(size, size)


def _checked(size: int) -> int:
    if size not in SIZES:
        raise OptionError(f"expected a board size of {', '.join(map(str, SIZES))}, got {described(size)}")
    return size


def _check_symmetry(symmetry: int) -> None:
    if symmetry not in range(8):
        raise OptionError(f"expected a symmetry from 0 to 7, got {described(symmetry)}")
