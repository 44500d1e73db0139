"""Scores and lines of positions, found with null windows on one board.

Null windows narrow the bounds of a score until the bounds meet. Each window starts where the previous one failed
(MTD(f), Plaat 1996), and the transposition table carries its results over to the next.
"""

from abc import abstractmethod
from collections.abc import Container, Iterator, Mapping

from outflank.board.squares import NAMES
from outflank.play.analysis import MoveValue
from outflank.rules import PASS, DiscPosition
from outflank.search.table import ENTRY_BYTES, EXACT, NO_MOVE, Table, best_move, probe
from outflank.search.windows import NullWindows, P


class Scores(NullWindows[P]):
    """A transposition table for one board, and the threads that use it. Only one search runs at a time.

    Positions are pairs of bitboards, for the side to move and its opponent. The arguments of the kernel are such a
    pair, `alpha`, the depth, the selectivity, the number of empty squares and the record of a thread's state.
    """

    kind: type[DiscPosition]
    """The game."""

    table: Table
    size: int
    """The number of rows and columns."""

    leaf_depth: int
    """Searches up to this depth do not write to the table."""

    solve_from: int
    """Searches to the end with up to this many empty squares do not write to the table either."""

    @property
    def highest(self) -> int:
        """The score of a wipe-out."""
        return self.size**2

    def n_empties(self, player: int, opponent: int) -> int:
        """The number of empty squares in a position."""
        return self.size**2 - (player | opponent).bit_count()

    # --- the board ------------------------------------------------------------------------------------------------

    @abstractmethod
    def legal_moves(self, player: int, opponent: int) -> int:
        """The squares where `player` may legally move."""

    @abstractmethod
    def flips(self, square: int, player: int, opponent: int) -> int:
        """The discs that a legal move flips."""

    @abstractmethod
    def final_score(self, player: int, opponent: int) -> int:
        """The score of a finished game."""

    @abstractmethod
    def key(self, player: int, opponent: int) -> int:
        """The hash of a position."""

    @abstractmethod
    def ordered(self, player: int, opponent: int) -> list[tuple[int, int]]:
        """The legal moves as pairs (square, flips), with the most promising move first."""

    def is_over(self, player: int, opponent: int) -> bool:
        """Return whether neither side can move."""
        return not self.legal_moves(player, opponent) and not self.legal_moves(opponent, player)

    # --- null windows ---------------------------------------------------------------------------------------------

    def null_window(self, player: int, opponent: int, alpha: int, depth: int, selectivity: int) -> int:
        """Search a null window. Raises Stopped.

        A result <= alpha is an upper bound of the score, and a result > alpha is a lower bound.
        """
        return self.run(player, opponent, alpha, depth, selectivity, self.n_empties(player, opponent))

    def null_window_within(self, most_nodes: int, player: int, opponent: int, alpha: int, depth: int) -> int | None:
        """Search a null window without selectivity on one thread. Raises Stopped.

        Returns None if `most_nodes` nodes are not enough.
        """
        return self.run_within(most_nodes, player, opponent, alpha, depth, EXACT, self.n_empties(player, opponent))

    # --- scores ---------------------------------------------------------------------------------------------------

    def bounds(
        self, player: int, opponent: int, depth: int, selectivity: int, guess: int = 0, *, win_only: bool = False
    ) -> Iterator[tuple[int, int, int]]:
        """Yield (lower bound, upper bound, best square) for a position searched to `depth`, until the two bounds meet.

        The square is NO_MOVE if no best move is known, or if the depth is too small for the search to store one. With
        `win_only`, the iteration ends as soon as the winner is known. Raises Stopped.
        """
        lower, upper, best = -self.highest, self.highest, int(NO_MOVE)
        step = 2 if depth == self.n_empties(player, opponent) else 1  # final scores are even
        while lower < upper and not (win_only and (lower > 0 or upper < 0)):
            alpha = min(max(guess, lower + step), upper) - 1
            value = self.null_window(player, opponent, alpha, depth, selectivity)
            if value > alpha or best == NO_MOVE:
                data = self.entry(player, opponent)
                best = best_move(data) if data else best
            if value > alpha:
                lower = max(lower, value)
                guess = lower + step
            else:
                upper = guess = min(upper, value)
            yield lower, upper, best

    def score(self, player: int, opponent: int, depth: int, selectivity: int, guess: int = 0) -> int:
        """Search a position to `depth` and return its score. Raises Stopped."""
        if self.is_over(player, opponent):
            return self.final_score(player, opponent)
        return [lower for lower, _, _ in self.bounds(player, opponent, depth, selectivity, guess)][-1]

    def rank(
        self,
        position: P,
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
        player, opponent, names = position.player, position.opponent, NAMES[self.size]
        moves = [move for move in self.ordered(player, opponent) if among is None or names[move[0]] in among]
        if guesses:
            moves.sort(key=lambda move: -guesses.get(names[move[0]], -self.highest))
        found: list[MoveValue] = []
        score = 0
        for square, flipped in moves:
            child, name = (opponent ^ flipped, player ^ (flipped | 1 << square)), names[square]
            if self.is_over(*child):  # the game is over, whatever the depth
                found.append(MoveValue(name, -self.final_score(*child), kind="exact"))
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

    def move_that_holds(self, position: P, score: int) -> str:
        """A move that achieves at least `score`, which must be possible. Raises Stopped."""
        if position.must_pass:
            return PASS
        player, opponent = position.player, position.opponent
        for square, flipped in self.ordered(player, opponent):
            child = (opponent ^ flipped, player ^ (flipped | 1 << square))
            if self.null_window(*child, -score, position.n_empties - 1, EXACT) <= -score:
                return NAMES[self.size][square]
        raise AssertionError(f"no move of {position!r} is worth {score}")

    def line(self, position: P, plies: int) -> tuple[str, ...]:
        """The best line stored in the transposition table, with at most `plies` moves."""
        line: list[str] = []
        player, opponent = position.player, position.opponent
        while len(line) < plies:
            moves = self.legal_moves(player, opponent)
            if moves == 0:
                if self.legal_moves(opponent, player) == 0:
                    break
                player, opponent = opponent, player
                line.append(PASS)
                continue
            data = self.entry(player, opponent)
            square = best_move(data) if data else NO_MOVE
            if square == NO_MOVE or not moves >> square & 1:
                break
            flipped = self.flips(square, player, opponent)
            player, opponent = opponent ^ flipped, player ^ (flipped | 1 << square)
            line.append(NAMES[self.size][square])
        return tuple(line)

    def entry(self, player: int, opponent: int) -> int:
        """The table's entry for a position, or 0 if there is none."""
        key = self.key(player, opponent)
        return probe(self.table.address + (key & self.table.mask) * ENTRY_BYTES, key)
