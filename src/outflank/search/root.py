"""The root of the search, which finds scores and lines with null windows, on one or more threads and within limits.

Null windows narrow the bounds of a score until the bounds meet. Each window starts where the previous one failed
(MTD(f), Plaat 1996), and the transposition table carries its results over to the next.
"""

from collections.abc import Container, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor

import numpy as np

from outflank import jit
from outflank.board.bits import popcount
from outflank.board.moves import flips, legal_moves
from outflank.board.squares import NAMES
from outflank.evaluation.weights import Weights, shipped
from outflank.play.analysis import MoveValue
from outflank.rules import PASS, Position
from outflank.search.midgame import LEAF_DEPTH, list_moves, rank_moves, search, settle
from outflank.search.score import HIGHEST, LOWEST, final_score
from outflank.search.state import MAX_MOVES, N_BUSY, SearchState
from outflank.search.table import ENTRY_BYTES, EXACT, NO_MOVE, Table, best_move, hash_of, probe, second_move
from outflank.search.windows import NullWindows, Stopped


class Root(NullWindows[Position]):
    """A transposition table and the threads that use it. Only one search runs at a time.

    `megabytes` is the size of the table, `threads` is the number of threads that search together, and `weights`
    defaults to the weights shipped with the package. All positions are 8×8.
    """

    def __init__(self, megabytes: int = 128, threads: int = 1, weights: Weights | None = None):
        weights = _finished(weights)
        self.table = Table(megabytes)
        busy = np.zeros(N_BUSY, np.uint64) if threads > 1 else None
        super().__init__(search, [SearchState(self.table, weights, busy) for _ in range(threads)])

    def null_window(self, player: int, opponent: int, alpha: int, depth: int, selectivity: int) -> int:
        """Search a null window with `midgame.search`. Raises Stopped."""
        return self.run(player, opponent, alpha, depth, selectivity, 64 - popcount(player | opponent))

    def null_window_within(self, most_nodes: int, player: int, opponent: int, alpha: int, depth: int) -> int | None:
        """Search a null window without selectivity on one thread. Raises Stopped.

        Returns None if `most_nodes` nodes are not enough.
        """
        n_empties = 64 - popcount(player | opponent)
        return self.run_within(most_nodes, player, opponent, alpha, depth, EXACT, n_empties)

    # --- scores ---------------------------------------------------------------------------------------------------

    def bounds(
        self, player: int, opponent: int, depth: int, selectivity: int, guess: int = 0, *, win_only: bool = False
    ) -> Iterator[tuple[int, int, int]]:
        """Yield (lower bound, upper bound, best square) for a position searched to `depth`, until the two bounds meet.

        The square is NO_MOVE if no best move is known, or if the depth is too small for the search to store one. With
        `win_only`, the iteration ends as soon as the winner is known. Raises Stopped.
        """
        lower, upper, best = LOWEST, HIGHEST, int(NO_MOVE)
        step = 2 if depth == 64 - popcount(player | opponent) else 1  # final scores are even
        while lower < upper and not (win_only and (lower > 0 or upper < 0)):
            alpha = min(max(guess, lower + step), upper) - 1
            value = self.null_window(player, opponent, alpha, depth, selectivity)
            if value > alpha or best == NO_MOVE:
                data = self._entry(player, opponent)
                best = best_move(data) if data else best
            if value > alpha:
                lower = max(lower, value)
                guess = lower + step
            else:
                upper = guess = min(upper, value)
            yield lower, upper, best

    def score(self, player: int, opponent: int, depth: int, selectivity: int, guess: int = 0) -> int:
        """Search a position to `depth` and return its score. Raises Stopped."""
        if not legal_moves(player, opponent) and not legal_moves(opponent, player):
            return int(final_score(player, opponent))
        if depth <= LEAF_DEPTH:
            self.place(player, opponent, self.states[:1], self.nodes_left)
            n_empties = 64 - popcount(player | opponent)
            value, _ = settle(player, opponent, guess, depth, selectivity, n_empties, self.states[0].record)
            self.count()
            if self.states[0].record.stopped:
                raise Stopped
            return int(value)
        return [lower for lower, _, _ in self.bounds(player, opponent, depth, selectivity, guess)][-1]

    def rank(
        self,
        position: Position,
        depth: int,
        selectivity: int,
        top: int,
        guesses: Mapping[str, int] | None = None,
        among: Container[str] | None = None,
    ) -> Iterator[list[MoveValue]]:
        """Search the moves one by one. After each of them, yield the values of all moves searched so far.

        The `top` best moves have scores, and the others have upper bounds. The optional `guesses` determine the order
        in which moves are searched, and `among` restricts the search to certain moves. Raises Stopped.
        """
        player, opponent = position.player, position.opponent
        moves = [move for move in self.ordered(player, opponent) if among is None or NAMES[8][move[0]] in among]
        if guesses:
            moves.sort(key=lambda move: -guesses.get(NAMES[8][move[0]], LOWEST))
        found: list[MoveValue] = []
        score = 0
        for square, flipped in moves:
            child, name = (opponent ^ flipped, player ^ (flipped | 1 << square)), NAMES[8][square]
            if not legal_moves(*child) and not legal_moves(*reversed(child)):  # the game is over, whatever the depth
                found.append(MoveValue(name, -int(final_score(*child)), kind="exact"))
                yield found
                continue
            exact = sorted((int(known.value or 0) for known in found if known.bound == "exact"), reverse=True)
            if len(exact) >= top:
                most = -self.null_window(*child, -exact[top - 1] - 1, depth - 1, selectivity)
                if most <= exact[top - 1]:
                    found.append(MoveValue(name, most, "upper"))
                    yield found
                    continue
            guess = guesses.get(name, score) if guesses else score
            score = -self.score(*child, depth - 1, selectivity, -guess)
            found.append(MoveValue(name, score))
            yield found

    # --- moves and lines ------------------------------------------------------------------------------------------

    def move_that_holds(self, position: Position, score: int) -> str:
        """A move that achieves at least `score`, which must be possible. Raises Stopped."""
        if position.must_pass:
            return PASS
        player, opponent = position.player, position.opponent
        for square, flipped in self.ordered(player, opponent):
            child = (opponent ^ flipped, player ^ (flipped | 1 << square))
            if self.null_window(*child, -score, position.n_empties - 1, EXACT) <= -score:
                return NAMES[8][square]
        raise AssertionError(f"no move of {position!r} is worth {score}")

    def ordered(self, player: int, opponent: int) -> list[tuple[int, int]]:
        """The legal moves as pairs (square, flips), with the most promising move first."""
        state, n_empties = self.states[0], 64 - popcount(player | opponent)
        state.place(player, opponent)
        data = self._entry(player, opponent)
        best, second = (best_move(data), second_move(data)) if data else (NO_MOVE, NO_MOVE)
        record, first = state.record, n_empties * MAX_MOVES
        end = list_moves(player, opponent, legal_moves(player, opponent), best, n_empties, record)
        unranked = first + (best != NO_MOVE and record.squares[first] == best)
        rank_moves(player, opponent, unranked, end, second, min(8, n_empties), n_empties, record)
        return [(int(record.squares[i]), int(record.flips[i])) for i in range(first, end)]

    def line(self, position: Position, plies: int) -> tuple[str, ...]:
        """The best line stored in the transposition table, with at most `plies` moves."""
        line: list[str] = []
        player, opponent = position.player, position.opponent
        while len(line) < plies:
            moves = legal_moves(player, opponent)
            if moves == 0:
                if legal_moves(opponent, player) == 0:
                    break
                player, opponent = opponent, player
                line.append(PASS)
                continue
            data = self._entry(player, opponent)
            square = best_move(data) if data else NO_MOVE
            if square == NO_MOVE or not moves >> square & 1:
                break
            flipped = flips(square, player, opponent)
            player, opponent = opponent ^ flipped, player ^ (flipped | 1 << square)
            line.append(NAMES[8][square])
        return tuple(line)

    def _entry(self, player: int, opponent: int) -> int:
        """The table's entry for a position, or 0 if there is none."""
        key = hash_of(player, opponent, self.table.salt)
        return probe(self.table.address + (key & self.table.mask) * ENTRY_BYTES, key)


def _finished(weights: Weights | None) -> Weights:
    """Compile any pending kernels. Meanwhile, load the shipped weights unless other weights were passed."""
    with ThreadPoolExecutor(1) as beside:
        loading = beside.submit(lambda: shipped() if weights is None else weights)
        jit.finish()
        return loading.result()
