"""Exact scores and lines of a variant, by null windows on one or more threads and within limits."""

from collections.abc import Iterator, Mapping

from outflank import jit
from outflank.board.canonical import IMAGES, inverse, symmetric
from outflank.board.squares import NAMES
from outflank.rules import PASS, DiscPosition
from outflank.search.table import (
    ENTRY_BYTES,
    EXACT,
    NO_MOVE,
    Table,
    best_move,
    draft,
    hash_of,
    packed,
    probe,
    record,
)
from outflank.search.thread_state import marks
from outflank.search.windows import NullWindows
from outflank.variants.evaluate import UNIT
from outflank.variants.patterns import SIZE
from outflank.variants.search import SYMMETRIC_FROM, null_window
from outflank.variants.shallow import look_ahead
from outflank.variants.shape import Shape
from outflank.variants.solved import solved
from outflank.variants.state import SELECTIVE, VariantState
from outflank.variants.weights import shipped

_GUESS_FROM = 18  # with this many empty squares or more, a selective search precedes the exact one
_GUESS_DEPTH = 6  # of the search that precedes the selective one


class VariantRoot(NullWindows[DiscPosition]):
    """A transposition table for one game on one board, and the threads that use it.

    `megabytes` is the size of the table. `learned` is False for a search without the learned evaluation, which has the
    same results. They are all exact, so they stay valid until the table is full. The table begins with the stored
    scores of early positions.
    """

    def __init__(
        self, kind: type[DiscPosition], size: int, megabytes: int = 128, threads: int = 1, *, learned: bool = True
    ):
        jit.finish()
        self.kind, self.shape = kind, Shape(size)
        self.highest = size * size
        """The highest score."""

        self.table = Table(megabytes)
        busy = marks(threads)
        weights = shipped(kind.game) if learned and size == SIZE else None
        self._is_learned = weights is not None
        states = [VariantState(self.shape, kind.fewest_win, self.table, weights, busy) for _ in range(threads)]
        super().__init__(null_window, states)
        self.store(solved(kind, size))

    def store(self, scores: Mapping[tuple[int, int], int]) -> None:
        """Put exact scores into the table. The positions are canonical, placed on 8×8."""
        table = self.table
        for (player, opponent), score in scores.items():
            n_empties = self.highest - (player | opponent).bit_count()
            assert n_empties >= SYMMETRIC_FROM, "the search looks later positions up as they are"
            key = hash_of(player, opponent, table.salt)
            data = packed(score, score, NO_MOVE, NO_MOVE, draft(n_empties, EXACT), table.generation)
            record(table.address + (key & table.mask) * ENTRY_BYTES, key, data)

    def test(self, position: DiscPosition, alpha: int) -> int:
        """Search a null window. Raises Stopped.

        A result <= alpha is an upper bound of the score for the side to move, and a result > alpha is a lower bound.
        """
        return self.run(*self._boards(position), alpha, position.n_empties)

    def bounds(self, position: DiscPosition, guess: int = 0) -> Iterator[tuple[int, int]]:
        """Yield a lower and an upper bound of a position's score until they meet. Raises Stopped.

        With the learned evaluation, a selective search finds a better guess first.
        """
        if self._is_learned and position.n_empties >= _GUESS_FROM:
            guess = self._likely_score(position)
        yield from self._narrowed(position, guess)

    def _likely_score(self, position: DiscPosition) -> int:
        """The score according to a selective search. Raises Stopped."""
        value = look_ahead(*self._boards(position), _GUESS_DEPTH, position.n_empties, self.states[0].record)
        try:
            for state in self.states:
                state.record["selectivity"] = SELECTIVE
            *_, (score, _) = self._narrowed(position, 2 * round(value / UNIT / 2))
        finally:
            for state in self.states:
                state.record["selectivity"] = EXACT
        return score

    def _narrowed(self, position: DiscPosition, guess: int) -> Iterator[tuple[int, int]]:
        """Yield a lower and an upper bound of a position's score until they meet. Raises Stopped."""
        lower, upper = -self.highest, self.highest
        while lower < upper:
            alpha = min(max(guess, lower + 2), upper) - 1  # scores are even
            value = self.test(position, alpha)
            if value > alpha:
                lower = max(lower, value + value % 2)  # a selective search returns odd values, too
                guess = lower + 2
            else:
                upper = guess = min(upper, value - value % 2)
            yield lower, upper

    def score(self, position: DiscPosition, guess: int = 0) -> int:
        """The exact score of a position. Raises Stopped."""
        return [lower for lower, _ in self.bounds(position, guess)][-1]

    def move_that_holds(self, position: DiscPosition, score: int) -> str:
        """A move that achieves at least `score`, which must be possible. Raises Stopped."""
        if position.must_pass:
            return PASS
        hint = self._hint(position)
        for move in sorted(position.legal_moves, key=lambda move: move != hint):
            if self.test(position.play(move), -score) <= -score:
                return move
        raise AssertionError(f"no move of {position!r} is worth {score}")

    def _hint(self, position: DiscPosition) -> str | None:
        """The best move in the table's entry for a position, if there is one."""
        boards, symmetry = self._boards(position), 0
        if position.n_empties >= SYMMETRIC_FROM:  # the table contains the canonical position
            images = symmetric(*boards)
            boards = min(images)
            symmetry = images.index(boards)
        key = hash_of(*boards, self.table.salt)
        data = probe(self.table.address + (key & self.table.mask) * ENTRY_BYTES, key)
        square = int(best_move(data)) if data else NO_MOVE
        if square == NO_MOVE:
            return None
        return NAMES[self.shape.size][self.shape.square(IMAGES[inverse(symmetry)][square])]

    def _boards(self, position: DiscPosition) -> tuple[int, int]:
        """The bitboards of the player and the opponent, placed on 8×8."""
        return self.shape.placed(position.player), self.shape.placed(position.opponent)
