"""The tree of an exact search, node by node, with the work that each node is for the real kernels.

What a simulated search needs of it is worked out when it first asks, and remembered: so a search that looks at moves
which one thread would never have come to finds their real cost as well. Work is counted in nodes of the kernels.
"""

import random
import time
from collections.abc import Sequence
from dataclasses import dataclass

from outflank.board.bits import popcount
from outflank.board.moves import flips, legal_moves
from outflank.board.stability import stable_discs
from outflank.engine.stages import preparation
from outflank.evaluation.weights import Weights
from outflank.rules import Position
from outflank.search.endgame import SOLVE_FROM, STOPS_FROM, null_window
from outflank.search.last_squares import stability_from
from outflank.search.midgame import list_moves, rank_moves, settle
from outflank.search.score import final_score
from outflank.search.state import MAX_MOVES, SearchState
from outflank.search.table import ENTRY_BYTES, EXACT, NO_MOVE, Table, best_move, hash_of, probe

Board = tuple[int, int]
"""The discs of the side to move, and those of the other side."""


@dataclass(frozen=True, slots=True)
class Move:
    """A move's square, and the board after it."""

    square: int
    board: Board


class SearchTree:
    """The tree of exact null windows from a position; its leaves are the windows that `endgame.null_window` solves.

    First the position is searched as `outflank solve` would: selectively, for a guess and for the best moves of the
    table, and then exactly, for `score`.
    """

    def __init__(self, position: Position, weights: Weights, megabytes: int = 128):
        self.root: Board = position.player, position.opponent
        self.n_empties = position.n_empties
        self._guide, self._scratch = Table(megabytes), Table(1)
        self._state = SearchState(self._guide, weights)
        self._leaf_state = SearchState(self._scratch, weights)
        self._moves: dict[Board, tuple[Sequence[Move], int]] = {}
        self._leaves: dict[tuple[Board, int], tuple[int, int]] = {}
        self._leaf_nodes = 0
        guess = self._prepare(self._state)
        exact = SearchState(Table(megabytes), weights)
        self._prepare(exact)
        exact.begin()
        began = time.thread_time()
        self.score, _ = settle(*self.root, guess, self.n_empties, EXACT, self.n_empties, exact.record)
        self.kernel_nodes = int(exact.record.nodes)
        """What the exact search takes the kernels, with all their memory."""
        self.nanoseconds = (time.thread_time() - began) / self.kernel_nodes * 1e9
        """What a node of that search takes here, on average, in time of the processor."""

    def _prepare(self, state: SearchState) -> int:
        """Search selectively, as before an exact search; the guess of the score."""
        state.begin()
        state.place(*self.root)
        value = 0
        for depth, selectivity in preparation(self.n_empties):
            value, _ = settle(*self.root, value, depth, selectivity, self.n_empties, state.record)
        return int(value)

    def hint(self, board: Board) -> int:
        """The best move that the selective searches left in the table; NO_MOVE if there is none."""
        key = hash_of(*board, self._guide.salt)
        data = probe(self._guide.address + (key & self._guide.mask) * ENTRY_BYTES, key)
        return int(best_move(data)) if data else int(NO_MOVE)

    def moves(self, board: Board) -> tuple[Sequence[Move], int]:
        """The legal moves of a board above the leaves, most promising first, and the work of putting them in order."""
        known = self._moves.get(board)
        if known is None:
            state, n_empties = self._state, 64 - popcount(board[0] | board[1])
            state.begin()
            state.place(*board)
            record, first = state.record, n_empties * MAX_MOVES
            end = list_moves(*board, legal_moves(*board), NO_MOVE, n_empties, record)
            rank_moves(*board, first, end, NO_MOVE, n_empties, n_empties, record)
            found = []
            for square, flipped in zip(
                record.squares[first:end].tolist(), record.flips[first:end].tolist(), strict=True
            ):
                found.append(Move(square, (board[1] ^ flipped, board[0] ^ (flipped | 1 << square))))
            known = self._moves[board] = found, int(record.nodes)
        return known

    def leaf(self, board: Board, alpha: int, n_empties: int) -> tuple[int, int]:
        """What `null_window` finds of a board without any memory, and in how many nodes."""
        known = self._leaves.get((board, alpha))
        if known is None:
            self._scratch.clear()  # entries of the small table are of another salt as well from now on
            self._leaf_state.begin()
            value = int(null_window(*board, alpha, n_empties, self._leaf_state.record))
            nodes = int(self._leaf_state.record.nodes)
            self._leaf_nodes += nodes
            known = self._leaves[board, alpha] = value, nodes
        return known

    @property
    def leaf_size(self) -> float:
        """Nodes of a leaf, on average."""
        return self._leaf_nodes / len(self._leaves)

    def nodes_to_poll(self, n_samples: int = 500) -> float:
        """How many nodes away the next look is whether to stop, on average over the time of a leaf.

        A search looks where STOPS_FROM or more squares are empty, so that what lies between two looks is a search with
        one less. These are sampled by random moves from leaves.
        """
        generator, sizes = random.Random(1), []
        leaves = sorted(self._leaves)
        for _ in range(n_samples):
            board, alpha = generator.choice(leaves)
            while (n_empties := 64 - popcount(board[0] | board[1])) >= STOPS_FROM and (moves := legal_moves(*board)):
                square = generator.choice([s for s in range(64) if moves >> s & 1])
                flipped = flips(square, *board)
                board, alpha = (board[1] ^ flipped, board[0] ^ (flipped | 1 << square)), -alpha - 1
            if n_empties < STOPS_FROM:
                self._scratch.clear()
                self._leaf_state.begin()
                null_window(*board, alpha, n_empties, self._leaf_state.record)
                sizes.append(int(self._leaf_state.record.nodes))
        return sum(size * size for size in sizes) / (2 * sum(sizes))

    @property
    def n_leaves(self) -> int:
        """How many leaves have been solved."""
        return len(self._leaves)


def is_leaf(n_empties: int) -> bool:
    """Whether a window with so many empty squares is solved by one kernel, at once."""
    return n_empties <= SOLVE_FROM


def most_by_stability(board: Board, alpha: int, n_empties: int) -> int:
    """What stable discs leave the side to move at most, if that is asked at this alpha; else 64."""
    return 64 - 2 * popcount(stable_discs(board[1], board[0])) if alpha >= stability_from(n_empties) else 64


def outcome(board: Board) -> int | None:
    """The score if nobody has a move; None if the other side has one."""
    return None if legal_moves(board[1], board[0]) else int(final_score(*board))
