"""The root of the search on 8×8, which finds scores and lines on one or more threads and within limits."""

from concurrent.futures import ThreadPoolExecutor

from outflank import jit
from outflank.board.moves import flips, legal_moves
from outflank.evaluation.weights import Weights, shipped
from outflank.rules import Position
from outflank.search.endgame import SOLVE_FROM
from outflank.search.midgame import LEAF_DEPTH, list_moves, rank_moves, search, settle
from outflank.search.score import final_score
from outflank.search.scores import Scores
from outflank.search.state import MAX_MOVES, SearchState
from outflank.search.table import NO_MOVE, Table, best_move, hash_of, second_move
from outflank.search.thread_state import marks
from outflank.search.windows import Stopped


class Root(Scores[Position]):
    """A transposition table and the threads that use it. Only one search runs at a time.

    `megabytes` is the size of the table, `threads` is the number of threads that search together, and `weights`
    defaults to the weights shipped with the package. All positions are 8×8.
    """

    kind = Position
    size, leaf_depth, solve_from = 8, LEAF_DEPTH, SOLVE_FROM

    def __init__(self, megabytes: int = 128, threads: int = 1, weights: Weights | None = None):
        weights = _finished(weights)
        self.table = Table(megabytes)
        busy = marks(threads)
        super().__init__(search, [SearchState(self.table, weights, busy) for _ in range(threads)])

    def legal_moves(self, player: int, opponent: int) -> int:
        """The squares where `player` may legally move."""
        return legal_moves(player, opponent)

    def flips(self, square: int, player: int, opponent: int) -> int:
        """The discs that a legal move flips."""
        return flips(square, player, opponent)

    def final_score(self, player: int, opponent: int) -> int:
        """The score of a finished game."""
        return int(final_score(player, opponent))

    def key(self, player: int, opponent: int) -> int:
        """The hash of a position."""
        return hash_of(player, opponent, self.table.salt)

    def score(self, player: int, opponent: int, depth: int, selectivity: int, guess: int = 0) -> int:
        """Search a position to `depth` and return its score. Raises Stopped."""
        if depth > LEAF_DEPTH or self.is_over(player, opponent):
            return super().score(player, opponent, depth, selectivity, guess)
        self.place(player, opponent, self.states[:1], self.nodes_left)
        n_empties = self.n_empties(player, opponent)
        value, _ = settle(player, opponent, guess, depth, selectivity, n_empties, self.states[0].record)
        self.count()
        if self.states[0].record["stopped"]:
            raise Stopped
        return int(value)

    def ordered(self, player: int, opponent: int) -> list[tuple[int, int]]:
        """The legal moves as pairs (square, flips), with the most promising move first."""
        state, n_empties = self.states[0], self.n_empties(player, opponent)
        state.place(player, opponent)
        data = self.entry(player, opponent)
        best, second = (best_move(data), second_move(data)) if data else (NO_MOVE, NO_MOVE)
        record, first = state.record, n_empties * MAX_MOVES
        end = list_moves(player, opponent, legal_moves(player, opponent), best, n_empties, record)
        unranked = first + (best != NO_MOVE and record.squares[first] == best)
        rank_moves(player, opponent, unranked, end, second, min(8, n_empties), n_empties, record)
        return [(int(record.squares[i]), int(record.flips[i])) for i in range(first, end)]


def _finished(weights: Weights | None) -> Weights:
    """Compile any pending kernels. Meanwhile, load the shipped weights unless other weights were passed."""
    with ThreadPoolExecutor(1) as beside:
        loading = beside.submit(lambda: shipped() if weights is None else weights)
        jit.finish()
        return loading.result()
