"""Split a hard position into positions a few plies later, which workers solve with the narrowest possible windows.

The algorithm is Young Brothers Wait (Feldmann et al. 1989). The most promising move is searched first. All other moves
are then searched in parallel, each with a null window at the best score found. A move that exceeds this score is
searched again with a wider window. All bounds are stored, so that no position is searched twice with the same window.

This module does not depend on a cluster. It only requires a function that runs a task and returns an awaitable.
"""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, Iterable
from typing import Any

from outflank.play.analysis import Analysis, MoveValue, by_value
from outflank.rules import PASS, Position
from outflank.search.score import HIGHEST, LOWEST
from outflank.solving import tasks

Bounds = tuple[int, int]


Ask = Callable[..., Awaitable[Any]]
"""A function that runs one of the `tasks` on some worker, and returns an awaitable for the result."""


class Splitter:
    """Solves one 8×8 Othello position by splitting it into parts with at most `leaf_empties` empty squares.

    `job` identifies the position, so that workers can reuse the results of its other parts. `nodes` counts the nodes
    searched.
    """

    def __init__(self, ask: Ask, leaf_empties: int, *, megabytes: int, job: str):
        self.nodes = 0
        self._ask, self._leaf_empties = ask, leaf_empties
        self._place = megabytes, job  # the last arguments of every task
        self._known: dict[Position, Bounds] = {}
        self._orders: dict[Position, tuple[str, ...]] = {}

    async def solve(self, position: Position, top: int = 1) -> Analysis:
        """Find exact scores and principal variations for the `top` best moves, and upper bounds for the others."""
        if position.is_over:
            return Analysis(lower=_final(position), upper=_final(position))
        top = min(top, len(position.legal_moves))
        await self._settle_root(position, LOWEST, HIGHEST, top)
        found = [await self._found(position, move) for move in position.legal_moves]
        moves = sorted((each for each in found if each is not None), key=by_value)
        score = moves[0].value
        ranked = moves if top > 1 else moves[:1]
        return Analysis(moves[0].move, tuple(ranked), self.nodes, lower=score, upper=score)

    async def who_wins(self, position: Position) -> Analysis:
        """Determine the winner, with a move that wins or, if there is none, a move that draws."""
        if position.is_over:
            return Analysis(lower=_final(position), upper=_final(position))
        await self._settle_root(position, -2, 2, 1)
        lower, upper = self._over_moves(position)
        move = next(move for move in position.legal_moves if self._after(position, move)[0] >= lower)
        found = MoveValue(move, lower, "lower", position.n_empties, 100, "wld", (move,))
        return Analysis(move, (found,), self.nodes, lower=lower, upper=upper)

    async def _settle_root(self, position: Position, alpha: int, beta: int, top: int) -> None:
        """Settle the positions after each move or pass. The root is always split, even if few squares are empty."""
        if position.must_pass:
            await self._settle(position.play(PASS), -beta, -alpha)
        else:
            await self._settle_moves(position, alpha, beta, top)

    # --- bounds -----------------------------------------------------------------------------------------------------

    async def _settle(self, position: Position, alpha: int, beta: int) -> Bounds:
        """Narrow a position's bounds until they meet or prove a score <= alpha or >= beta. All numbers are even."""
        lower, upper = self._bounds(position)
        if lower == upper or upper <= alpha or lower >= beta:
            return lower, upper
        if position.is_over:
            lower = upper = _final(position)
        elif position.must_pass:
            least, most = await self._settle(position.play(PASS), -beta, -alpha)
            lower, upper = -most, -least
        elif position.n_empties <= self._leaf_empties:
            window = max(alpha, lower - 2), min(beta, upper + 2)  # the score cannot be outside this window
            lower, upper, nodes = await self._ask(tasks.settle, position, *window, *self._place)
            self.nodes += nodes
        else:
            await self._settle_moves(position, alpha, beta, 1)
            lower, upper = self._over_moves(position)
        return self._learn(position, lower, upper)

    async def _settle_moves(self, position: Position, alpha: int, beta: int, top: int) -> None:
        """Settle the `top` best moves of a position exactly, unless a cut-off makes this unnecessary."""
        moves = await self._ordered(position)

        def bar(move: str) -> int:
            """The score that a move must exceed to change the result."""
            others = sorted((self._after(position, other)[0] for other in moves if other != move), reverse=True)
            return max(alpha, others[top - 1]) if len(others) >= top else alpha

        async def elder(move: str) -> None:
            await self._settle(position.play(move), -beta, -alpha)

        async def younger(move: str) -> None:
            while True:
                lower, upper = self._after(position, move)
                least = bar(move)
                if upper <= least or lower == upper or lower >= beta:
                    return
                low, high = (lower - 2, beta) if lower > least else (least, least + 2)
                await self._settle(position.play(move), -high, -low)

        def is_over() -> bool:
            return top == 1 and any(self._after(position, move)[0] >= beta for move in moves)

        await until(map(elder, moves[:top]), is_over)
        if not is_over():
            await until(map(younger, moves), is_over)

    async def _ordered(self, position: Position) -> tuple[str, ...]:
        """The legal moves, with the most promising first."""
        if len(position.legal_moves) == 1:
            return position.legal_moves
        if position not in self._orders:
            self._orders[position] = await self._ask(tasks.ranked, position, *self._place)
        return self._orders[position]

    def _bounds(self, position: Position) -> Bounds:
        return self._known.get(position, (LOWEST, HIGHEST))

    def _after(self, position: Position, move: str) -> Bounds:
        """Bounds for the score of a move, from the point of view of the side that makes it."""
        lower, upper = self._bounds(position.play(move))
        return -upper, -lower

    def _over_moves(self, position: Position) -> Bounds:
        """Bounds for the score of a position, calculated from the bounds of its moves."""
        after = [self._after(position, move) for move in position.legal_moves]
        return max(lower for lower, _ in after), max(upper for _, upper in after)

    def _learn(self, position: Position, lower: int, upper: int) -> Bounds:
        known = self._bounds(position)
        self._known[position] = max(lower, known[0]), min(upper, known[1])
        return self._known[position]

    # --- results ----------------------------------------------------------------------------------------------------

    async def _found(self, position: Position, move: str) -> MoveValue | None:
        """The value of a move, or None if there is no upper bound. An exact value includes a principal variation."""
        lower, upper = self._after(position, move)
        if lower == upper:
            pv = (move, *await self._line(position.play(move), -lower))
            return MoveValue(move, lower, "exact", position.n_empties, 100, "exact", pv)
        return MoveValue(move, upper, "upper", position.n_empties, 100, "exact", (move,)) if upper < HIGHEST else None

    async def _line(self, position: Position, score: int) -> list[str]:
        """A line for both sides in which every move preserves the exact score."""
        line: list[str] = []
        while not position.is_over:
            if position.n_empties <= self._leaf_empties and not position.must_pass:
                rest, nodes = await self._ask(tasks.line_of, position, score, *self._place)
                self.nodes += nodes
                return [*line, *rest]
            moves = position.legal_moves
            line.append(PASS if position.must_pass else next(m for m in moves if self._after(position, m)[0] >= score))
            position, score = position.play(line[-1]), -score
        return line


async def until(work: Iterable[Coroutine[Any, Any, Any]], is_over: Callable[[], bool]) -> None:
    """Run coroutines concurrently until all are done or `is_over` returns True, and cancel the remaining ones.

    `is_over` is called whenever a coroutine finishes. If coroutines fail, the first exception is raised.
    """
    everything = [asyncio.ensure_future(each) for each in work]
    waiting = set(everything)
    try:
        while waiting:
            done, waiting = await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
            for task in done:
                task.result()
            if is_over():
                return
    finally:
        for task in waiting:
            task.cancel()
        await asyncio.gather(*everything, return_exceptions=True)


def _final(position: Position) -> int:
    return position.scores[position.turn]
