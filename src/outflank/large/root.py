"""The root of the search on 10×10, which finds scores and lines on one or more threads and within limits."""

from typing import Any

from outflank import jit
from outflank.board.squares import bits
from outflank.large.board import SIZE, split
from outflank.large.endgame import final_score_of
from outflank.large.moves import flips, legal_moves
from outflank.large.search import NEAR, key_of, search
from outflank.large.state import LargeState
from outflank.rules import DiscPosition
from outflank.search.scores import Scores
from outflank.search.table import EXACT, NO_MOVE, Table, best_move, second_move
from outflank.search.thread_state import marks


class LargeRoot(Scores[DiscPosition]):
    """A transposition table for one game on 10×10, and the threads that use it. Only one search runs at a time.

    `megabytes` is the size of the table, and `threads` is the number of threads that search together.
    """

    size, leaf_depth, solve_from = SIZE, 0, NEAR

    def __init__(self, kind: type[DiscPosition], megabytes: int = 128, threads: int = 1):
        jit.finish()
        self.kind = kind
        self.table = Table(megabytes)
        busy = marks(threads)
        states = [LargeState(self.table, kind.fewest_win, busy) for _ in range(threads)]
        super().__init__(_search, states)

    def legal_moves(self, player: int, opponent: int) -> int:
        """The squares where `player` may legally move."""
        return legal_moves(player, opponent)

    def flips(self, square: int, player: int, opponent: int) -> int:
        """The discs that a legal move flips."""
        return flips(square, player, opponent)

    def final_score(self, player: int, opponent: int) -> int:
        """The score of a finished game."""
        return int(final_score_of(*split(player), *split(opponent), self.states[0].record))

    def key(self, player: int, opponent: int) -> int:
        """The hash of a position."""
        return int(key_of(*split(player), *split(opponent), self.table.salt))

    def ordered(self, player: int, opponent: int) -> list[tuple[int, int]]:
        """The legal moves as pairs (square, flips), with the most promising move first."""
        data, n_empties = self.entry(player, opponent), self.n_empties(player, opponent)
        best, second = (best_move(data), second_move(data)) if data else (NO_MOVE, NO_MOVE)
        moves = []
        for square in bits(legal_moves(player, opponent)):
            flipped = flips(square, player, opponent)
            child = opponent ^ flipped, player | flipped | 1 << square
            value = -_search(*child, 0, 0, EXACT, n_empties - 1, self.states[0].record)
            moves.append((square != best, square != second, -value, square, flipped))
        return [(square, flipped) for *_, square, flipped in sorted(moves)]


def _search(player: int, opponent: int, *window: Any) -> int:
    """Search a null window. The kernel receives each board as two words."""
    return int(search(*split(player), *split(opponent), *window))
