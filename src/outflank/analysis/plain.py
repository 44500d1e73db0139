"""Values of moves on boards of any size, in plain Python: iterative deepening alpha-beta with an evaluation in discs.

Slow, and weak beside the engine, which knows 8×8 only; but it can be read, stopped at any node, and becomes exact where
it sees to the end of the game.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass, field

from outflank.board.squares import corners
from outflank.classic.levels import WEIGHTS
from outflank.classic.weights import weigh
from outflank.play import MoveValue
from outflank.play.minimax import alpha_beta_step
from outflank.rules import Position

_WEIGHTS_A_DISC, _DISCS_A_MOVE, _DISCS_A_CORNER = 40, 0.5, 4


class _Stopped(Exception):  # noqa: N818  an event, not an error
    """The time is up, or somebody called stop."""


@dataclass
class Search:
    """One search. `nodes` counts the positions visited; `stop` ends it from any thread at its next node."""

    deadline: float | None = None
    nodes: int = 0
    stopped: bool = False
    sees_end: bool = field(default=True, init=False)

    def stop(self) -> None:
        """End the search."""
        self.stopped = True

    def deepen(
        self,
        position: Position,
        top: int,
        most_plies: int | None,
        watch: Callable[[tuple[MoveValue, ...], int], None],
    ) -> None:
        """Value the moves 1, 2, 3, … plies deep, `top` of them exactly, and tell `watch` of each depth finished."""
        depth, moves = 1, position.legal_moves
        try:
            while True:
                self.sees_end = True
                found = self._rank(position, moves, depth, top)
                watch(found, depth)
                if self.sees_end or depth == most_plies:
                    return
                moves = tuple(known.move for known in found)
                depth += 1
        except _Stopped:
            return

    def _rank(self, position: Position, moves: tuple[str, ...], depth: int, top: int) -> tuple[MoveValue, ...]:
        found: list[tuple[float, MoveValue]] = []
        for move in moves:
            exact = sorted((value for value, known in found if known.bound == "exact"), reverse=True)
            alpha = exact[top - 1] if len(exact) >= top else float("-inf")
            seen, self.sees_end = self.sees_end, True
            line: list[str] = []
            value = -self._negamax(position.play(move), depth - 1, float("-inf"), -alpha, line)
            kind = "exact" if self.sees_end else "heuristic"
            self.sees_end &= seen
            bound = "exact" if value > alpha else "upper"
            pv = (move, *reversed(line)) if bound == "exact" else (move,)
            plies = position.n_empties if kind == "exact" else depth
            found.append((value, MoveValue(move, value, bound, plies, 100, kind, pv)))  # type: ignore[arg-type]
        found.sort(key=lambda pair: (-pair[0], pair[1].bound != "exact"))
        return tuple(known for _, known in found)

    def _negamax(self, position: Position, depth: int, alpha: float, beta: float, line: list[str]) -> float:
        """The value for the side to move; the line of best play goes into `line`, last move first."""
        self.nodes += 1
        if self.stopped or (self.deadline is not None and time.perf_counter() > self.deadline):
            raise _Stopped
        if position.is_over:
            return position.scores[position.turn]
        if position.must_pass:
            value = -self._negamax(position.switched(), depth, -beta, -alpha, line)
            line.append("pass")
            return value
        if depth <= 0:
            self.sees_end = False
            return evaluate(position)
        best, best_line = float("-inf"), line

        def recur(move: str, alpha: float, beta: float) -> float:
            nonlocal best, best_line
            below: list[str] = []
            value = -self._negamax(position.play(move), depth - 1, -beta, -alpha, below)
            if value > best:
                best, best_line = value, [*below, move]
            return value

        value = alpha_beta_step(recur, position.legal_moves, alpha, beta, True)
        line.extend(best_line)
        return value


def evaluate(position: Position) -> int:
    """A guess at the final disc difference in the mover's view: square weights, mobility and corners."""
    size = position.size
    weights = weigh(position.player, WEIGHTS, size) - weigh(position.opponent, WEIGHTS, size)
    mobility = position.legal_mask.bit_count() - position.switched().legal_mask.bit_count()
    at_corners = sum((position.player >> corner & 1) - (position.opponent >> corner & 1) for corner in corners(size))
    guess = round(weights / _WEIGHTS_A_DISC + _DISCS_A_MOVE * mobility + _DISCS_A_CORNER * at_corners)
    most = size * size - 2
    return max(-most, min(most, guess))
