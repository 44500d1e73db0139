"""Play batches of games on a graphics card with CUDA, by Numba (extra `gpu`).

The kernels are the same functions that the processor runs: `ported` compiles their sources once more, with the card's
own instructions in place of `board.bits`. All that differs is the memory: the threads share the games, the weights and
the queue, and each has its own stack.
"""

from collections.abc import Callable
from functools import cache
from types import CodeType, FunctionType
from typing import Any, TypeVar

import numba
import numpy as np
from numba import cuda

from outflank.board import bits
from outflank.board.bits import ONE
from outflank.errors import OutflankError
from outflank.evaluation.weights import Weights
from outflank.training.card import games
from outflank.training.card.batch import N_NUMBERS, N_ROWS, N_WORDS, games_of, settings_of
from outflank.training.card.games import N_BOARDS, N_EMPTIES, N_NOTES, N_SEARCH
from outflank.training.card.indices import TABLE_SIZE, table_of_pairs
from outflank.training.dataset import NO_PLY, UNKNOWN
from outflank.training.plan import PlaySettings

F = TypeVar("F", bound=Callable[..., Any])

_THREADS = 128  # threads in a block
_BLOCKS = 6  # blocks for each multiprocessor of the card: with 80 registers a thread, it has no room for more


_device: Callable[[F], F] = cuda.jit(device=True)


@_device
def _signed(board: Any) -> Any:
    return np.int64(board)


@_device
def _unsigned(number: Any) -> Any:
    return np.uint64(number)


@_device
def _popcount(board: Any) -> Any:
    return np.int64(cuda.popc(board))


@_device
def _lowest_square(board: Any) -> Any:
    return np.uint64(cuda.popc(~board & (board - ONE)))  # the simulator's `ffs` has 32 bits only


@_device
def _taken(queue: Any) -> Any:
    return cuda.atomic.add(queue, 0, 1)


_INSTRUCTIONS: dict[Any, Any] = {
    bits.signed: _signed,
    bits.unsigned: _unsigned,
    bits.popcount: _popcount,
    bits.lowest_square: _lowest_square,
    games.taken: _taken,
}
"""The card's version of each function that differs there."""


def _names(code: CodeType) -> set[str]:
    return set(code.co_names).union(*(_names(each) for each in code.co_consts if isinstance(each, CodeType)))


@cache
def ported(function: Any) -> Any:
    """Compile a kernel for the card, together with the kernels that it calls. Constants stay as they are."""
    if function in _INSTRUCTIONS:
        return _INSTRUCTIONS[function]
    if not hasattr(function, "__wrapped__"):
        return function
    source = function.__wrapped__
    named = dict(source.__globals__)
    for name in _names(source.__code__) & named.keys():
        if callable(named[name]):
            named[name] = ported(named[name])
    return _device(FunctionType(source.__code__, named, source.__name__))


_kernel: Callable[[Any], Any] = cuda.jit


@_kernel
def _advance(
    settings: Any, boards: Any, notes: Any, moves: Any, values: Any, queue: Any, table: Any, weights: Any, nodes: Any
) -> None:
    """Run `games.advance` in every thread, with memory of its own, and add up the nodes."""
    search = cuda.local.array(N_SEARCH, numba.int64)
    words = cuda.local.array(N_WORDS, numba.uint64)
    numbers = cuda.local.array(N_NUMBERS, numba.int32)
    rows = cuda.local.array(N_ROWS, numba.int32)
    near = cuda.shared.array(TABLE_SIZE, numba.int32)
    for k in range(cuda.threadIdx.x, TABLE_SIZE, cuda.blockDim.x):
        near[k] = table[k]
    cuda.syncthreads()
    done = _ADVANCE(settings, boards, notes, moves, values, queue, near, weights, search, words, numbers, rows)
    cuda.atomic.add(nodes, 0, done)


_ADVANCE = ported(games.advance)


def require_card() -> None:
    """Raise OutflankError in one line if Numba finds no graphics card."""
    try:
        found = cuda.is_available() and len(cuda.gpus) > 0
    except Exception:  # Numba's driver fails in many ways
        found = False
    if not found:
        raise OutflankError("Numba finds no graphics card: leave out --gpu")


class CardPlayer:
    """Plays batches of games on a graphics card. `grid` is the number of blocks, and of threads in each."""

    def __init__(self, weights: Weights, play: PlaySettings, seed: int, grid: tuple[int, int] | None = None):
        require_card()
        self._play, self._seed = play, seed
        self._grid = grid or (_BLOCKS * cuda.get_current_device().MULTIPROCESSOR_COUNT, _THREADS)
        self._weights = cuda.to_device(weights.table.reshape(-1))
        self._table = cuda.to_device(table_of_pairs())
        self._nodes = cuda.to_device(np.zeros(1, np.int64))

    @property
    def threads(self) -> int:
        """Number of games that are searched at the same time."""
        return self._grid[0] * self._grid[1]

    @property
    def nodes(self) -> int:
        """Number of nodes so far."""
        return int(self._nodes.copy_to_host()[0])

    def games(self, first: int, n_games: int, watch: Callable[[int], object] = lambda _n_empties: None) -> Any:
        """Play `n_games` games from number `first` on, and return them as an array of GAME.

        Before each move, `watch` is called with the number of empty squares.
        """
        settings = settings_of(self._play, first, n_games, self._seed)
        boards = cuda.to_device(np.zeros((N_BOARDS, n_games), np.uint64))
        notes = cuda.to_device(np.zeros((N_NOTES, n_games), np.int8))
        moves = cuda.to_device(np.full((60, n_games), NO_PLY, np.uint8))
        values = cuda.to_device(np.full((60, n_games), UNKNOWN, np.int8))
        for n_empties in range(60, -1, -1):
            watch(n_empties)
            settings[N_EMPTIES] = n_empties
            shared = cuda.to_device(settings), boards, notes, moves, values, cuda.to_device(np.zeros(1, np.int64))
            _advance[self._grid](*shared, self._table, self._weights, self._nodes)
            cuda.synchronize()
        return games_of(first, *(each.copy_to_host() for each in (notes, moves, values)))
