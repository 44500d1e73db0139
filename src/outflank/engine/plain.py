"""A search in pure Python for variants and for boards of any size: alpha-beta with iterative deepening.

It is slow and weak compared with the compiled search. On the other hand, it is easy to read, can be stopped at any
node, and is exact once it reaches the end of the game. Values are in discs, from the point of view of the side to move.
"""

import threading
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from typing import Any

from outflank.board.squares import corners
from outflank.classic.levels import WEIGHTS
from outflank.classic.weights import weigh
from outflank.play.analysis import Analysis, Bound, Kind, MoveValue, by_value
from outflank.play.limit import Limit
from outflank.play.minimax import alpha_beta_step
from outflank.rules import PASS, DiscPosition

_WEIGHTS_A_DISC, _DISCS_A_MOVE, _DISCS_A_CORNER = 40, 0.5, 4


class _Enough(Exception):  # noqa: N818  an event, not an error
    """Raised when the limit was reached or the search was told to stop."""


class PlainSearch:
    """A search in pure Python. `nodes` is the number of positions visited."""

    def __init__(self) -> None:
        self.nodes = 0
        self._sees_end = True
        self._most_nodes: float = float("inf")
        self._deadline: float = float("inf")
        self._stopping = threading.Event()

    def interrupt(self) -> None:
        """Do nothing, because the search checks at every node whether it should stop."""

    def run(
        self,
        position: DiscPosition,
        limit: Limit,
        top: int,
        stopping: threading.Event,
        report: Callable[[Analysis], Any] | None,
    ) -> Analysis:
        """Search to depths 1, 2, 3 and so on, reporting the result of each depth, and return the last result.

        The `top` best moves have exact values, and the others upper bounds.
        """
        began = time.perf_counter()
        self._stopping = stopping
        self._most_nodes = float("inf") if limit.nodes is None else limit.nodes
        self._deadline = float("inf") if limit.seconds is None else began + limit.seconds
        moves, size = position.legal_moves, position.size
        known = Analysis(moves[0], (MoveValue(moves[0], pv=(moves[0],)),))
        depth = 1
        with suppress(_Enough):
            while True:
                self._sees_end = True
                found = self._rank(position, moves, depth, top)
                is_known = found[0].is_proven and (found[0].value == size**2 or all(each.is_proven for each in found))
                score = found[0].value if self._sees_end or is_known else None
                known = Analysis(
                    found[0].move, found, self.nodes, time.perf_counter() - began, lower=score, upper=score
                )
                if report is not None:
                    report(known)
                is_complete = is_known and (top == 1 or all(each.is_proven for each in found))
                if self._sees_end or is_complete or (depth == limit.depth and not limit.solves):
                    break
                moves = tuple(each.move for each in found)
                depth += 1
        return replace(known, nodes=self.nodes, seconds=time.perf_counter() - began)

    def _rank(self, position: DiscPosition, moves: tuple[str, ...], depth: int, top: int) -> tuple[MoveValue, ...]:
        found: list[MoveValue] = []
        for move in moves:
            exact = sorted((each.value or 0 for each in found if each.bound == "exact"), reverse=True)
            alpha = exact[top - 1] if len(exact) >= top else float("-inf")
            seen, self._sees_end = self._sees_end, True
            line: list[str] = []
            value = -self._negamax(position.play(move), depth - 1, float("-inf"), -alpha, line)
            bound: Bound = "exact" if value > alpha else "upper"
            # The evaluation never reaches a score for all squares, so such a value depends only on finished games.
            most = position.size**2
            is_forced = value == -most or (value == most and bound == "exact")
            bound = "exact" if is_forced else bound
            kind: Kind = "exact" if self._sees_end or is_forced else "heuristic"
            plies = position.n_empties if self._sees_end or is_forced else depth
            self._sees_end &= seen
            pv = (move, *reversed(line)) if bound == "exact" else (move,)
            found.append(MoveValue(move, value, bound, plies, 100, kind, pv))
        found.sort(key=by_value)
        return tuple(found)

    def _negamax(self, position: DiscPosition, depth: int, alpha: float, beta: float, line: list[str]) -> float:
        """The value for the side to move. The principal variation is stored in `line`, last move first."""
        self.nodes += 1
        if self._stopping.is_set() or self.nodes > self._most_nodes or time.perf_counter() > self._deadline:
            raise _Enough
        if position.is_over:
            return position.scores[position.turn]
        if position.must_pass:
            value = -self._negamax(position.switched(), depth, -beta, -alpha, line)
            line.append(PASS)
            return value
        if depth <= 0:
            self._sees_end = False
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


def evaluate(position: DiscPosition) -> int:
    """Estimate the lead in discs that the side to move will have at the end of the game.

    If the side with fewer discs wins, square weights and corners count against a side. Mobility is an advantage in
    either case.
    """
    size = position.size
    weights = weigh(position.player, WEIGHTS, size) - weigh(position.opponent, WEIGHTS, size)
    mobility = position.legal_mask.bit_count() - position.switched().legal_mask.bit_count()
    at_corners = sum((position.player >> corner & 1) - (position.opponent >> corner & 1) for corner in corners(size))
    held = weights / _WEIGHTS_A_DISC + _DISCS_A_CORNER * at_corners
    guess = round(_DISCS_A_MOVE * mobility + (-held if position.fewest_win else held))
    most = size * size - 2
    return max(-most, min(most, guess))
