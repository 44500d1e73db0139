"""The search at the root: exact scores, best moves and lines, by one thread or several, within limits.

A score is found by narrowing its bounds with null windows until they meet, each window set where the last one failed
(MTD(f), Plaat 1996); what one window learned is in the transposition table for the next. Several threads search the
same window at once, share the table, and keep out of each other's way; the first to finish has the answer. One thread
visits the same nodes every time.
"""

import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from outflank.board.bits import popcount
from outflank.board.moves import legal_moves
from outflank.board.squares import NAMES
from outflank.errors import OutflankError
from outflank.play import MoveValue
from outflank.rules import PASS, Position
from outflank.search.endgame import SHARED_FROM, null_window
from outflank.search.ordering import sort_moves
from outflank.search.score import HIGHEST, LOWEST
from outflank.search.state import MAX_MOVES, N_BUSY, SearchState
from outflank.search.table import ENTRY_BYTES, NO_MOVE, Table, best_move, hash_of, probe, second_move


@dataclass(frozen=True, slots=True)
class Solution:
    """What was proven about a position: its score lies between `lower` and `upper`, in the mover's view.

    `moves` holds the best move, or all moves if they were asked for, best first. `pv` is the line of best play to the
    end of the game, complete where the score is exact.
    """

    lower: int = LOWEST
    upper: int = HIGHEST
    pv: tuple[str, ...] = ()
    moves: tuple[MoveValue, ...] = ()
    nodes: int = 0
    seconds: float = 0.0

    @property
    def score(self) -> int | None:
        """The exact score, None if it is not known."""
        return self.lower if self.lower == self.upper else None

    @property
    def best(self) -> str | None:
        """The best move, None if none was proven best or the game is over."""
        return self.pv[0] if self.pv else None


@dataclass(frozen=True, slots=True)
class Limits:
    """When to stop before the result: after so many nodes, or seconds."""

    nodes: int | None = None
    seconds: float | None = None


class Solver:
    """Solves 8×8 positions exactly. One search at a time; `stop` ends it from any thread.

    `megabytes` is the size of the transposition table; `threads` is how many search at once.
    """

    def __init__(self, megabytes: int = 128, threads: int = 1):
        if megabytes < 1 or threads < 1:
            raise OutflankError(f"expected at least 1 MB and 1 thread, got {megabytes} and {threads}")
        self.table = Table(megabytes)
        busy = np.zeros(N_BUSY, np.uint64) if threads > 1 else None
        self.states = [SearchState(self.table, busy) for _ in range(threads)]
        self._stopping = threading.Event()
        self._nodes = 0  # of the null windows that have ended

    @property
    def nodes(self) -> int:
        """Nodes of the search that runs or ran last, so far, by all threads. May be read from any thread."""
        return self._nodes + sum(int(state.record.nodes) for state in self.states)

    def count(self, states: list[SearchState]) -> None:
        """Add up the nodes of searches that have ended."""
        for state in states:
            self._nodes += int(state.record.nodes)
            state.record.nodes = 0

    def stop(self) -> None:
        """Let the search that runs return what it has proven so far."""
        self._stopping.set()
        for state in self.states:
            state.stop()

    def solve(
        self,
        position: Position,
        *,
        win_only: bool = False,
        top: int = 1,
        limits: Limits | None = None,
        watch: Callable[[Solution], Any] | None = None,
    ) -> Solution:
        """The exact score of a position, and its best line; with `win_only`, no more than which side wins.

        `top` asks for the scores of that many best moves. `watch` is told each time the bounds come closer. If stopped
        or out of limits, the bounds are what is proven so far. Raises OutflankError for a board that is not 8×8.
        """
        if position.size != 8:
            raise OutflankError(f"expected an 8×8 board, got {position.size}×{position.size}")
        self._stopping.clear()
        self.table.clear(n_entries=1 << position.n_empties + 2)  # about as many as there will be
        self._nodes = 0
        with ThreadPoolExecutor(len(self.states), "search") as pool:
            search = _Search(self, position, pool, limits or Limits(), watch or (lambda _solution: None))
            with suppress(_Stopped):
                search.rank(top) if top > 1 and position.legal_mask else search.solve(win_only)
            return search.measured()


class _Stopped(Exception):  # noqa: N818  an event, not an error
    """The search was stopped, or came to its limits, before it had a result."""


class _Search:
    """One call of `Solver.solve`."""

    def __init__(
        self,
        solver: Solver,
        position: Position,
        pool: ThreadPoolExecutor,
        limits: Limits,
        watch: Callable[[Solution], Any],
    ):
        self.solver, self.position, self.pool, self.limits, self.watch = solver, position, pool, limits, watch
        self.table, self.states = solver.table, solver.states
        self.solution = Solution()
        self.began = time.perf_counter()

    def measured(self) -> Solution:
        """The solution so far, with what it cost."""
        return replace(self.solution, nodes=self.solver.nodes, seconds=time.perf_counter() - self.began)

    # --- bounds ---------------------------------------------------------------------------------------------------

    def solve(self, win_only: bool) -> None:
        """Bring the bounds of the position together, or with `win_only` to one side of a draw; then find a line."""
        for lower, upper in self._bounds(self.position.player, self.position.opponent, win_only=win_only):
            self.solution = replace(self.solution, lower=lower, upper=upper)
            self.watch(self.measured())
        if self.position.is_over:
            return
        n_empties = self.position.n_empties
        if self.solution.score is not None:
            pv = self._line(self.position, lower)
            found = MoveValue(pv[0], lower, "exact", n_empties, 100, "exact", pv)
        else:  # replies beyond the first move were only shown to be good enough
            pv = (self._move_that_holds(self.position, lower),)
            found = MoveValue(pv[0], lower, "lower", n_empties, 100, "wld", pv)
        self.solution = replace(self.solution, pv=pv, moves=(found,))

    def _bounds(
        self, player: int, opponent: int, *, guess: int = 0, win_only: bool = False
    ) -> Iterator[tuple[int, int]]:
        """Ever closer bounds of a position, until they meet."""
        lower, upper = LOWEST, HIGHEST
        while lower < upper and not (win_only and (lower > 0 or upper < 0)):
            alpha = max(min(guess, upper), lower + 2) - 1  # scores are even
            value = self._null_window(player, opponent, alpha)
            if value > alpha:
                lower = max(lower, value)
                guess = lower + 2
            else:
                upper = guess = min(upper, value)
            yield lower, upper

    # --- moves and lines ------------------------------------------------------------------------------------------

    def rank(self, top: int) -> None:
        """Find the exact scores of the `top` best moves, and an upper bound for each of the others."""
        player, opponent, n_empties = self.position.player, self.position.opponent, self.position.n_empties
        found: list[MoveValue] = []
        score = 0
        for square, flipped in self._ordered(player, opponent):
            child, name = (opponent ^ flipped, player ^ (flipped | 1 << square)), NAMES[8][square]
            exact = sorted((int(known.value or 0) for known in found if known.bound == "exact"), reverse=True)
            if len(exact) >= top:
                most = -self._null_window(*child, -exact[top - 1] - 1)
                if most <= exact[top - 1]:
                    found.append(MoveValue(name, most, "upper", n_empties, 100, "exact", (name,)))
                    self._take(found)
                    continue
            score = -[lower for lower, _ in self._bounds(*child, guess=-score)][-1]
            pv = (name, *self._line(self.position.play(name), -score))
            found.append(MoveValue(name, score, "exact", n_empties, 100, "exact", pv))
            self._take(found)

    def _take(self, found: list[MoveValue]) -> None:
        """Make the moves that are known so far the solution, best first."""
        moves = tuple(sorted(found, key=lambda known: (-(known.value or 0), known.bound != "exact")))
        best, complete = int(moves[0].value or 0), len(moves) == len(self.position.legal_moves)
        self.solution = Solution(best, best if complete else HIGHEST, moves[0].pv if complete else (), moves)
        self.watch(self.measured())

    def _line(self, position: Position, score: int) -> tuple[str, ...]:
        """The moves of both sides that hold a position's exact score to the end of the game."""
        line = []
        while not position.is_over:
            line.append(self._move_that_holds(position, score))
            position, score = position.play(line[-1]), -score
        return tuple(line)

    def _move_that_holds(self, position: Position, score: int) -> str:
        """A move after which the score is at least `score`, which is known to exist."""
        if position.must_pass:
            return PASS
        player, opponent = position.player, position.opponent
        for square, flipped in self._ordered(player, opponent):
            if self._null_window(opponent ^ flipped, player ^ (flipped | 1 << square), -score) <= -score:
                return NAMES[8][square]
        raise AssertionError(f"no move of {position!r} is worth {score}")

    def _ordered(self, player: int, opponent: int) -> list[tuple[int, int]]:
        """The legal moves as (square, flips), most promising first."""
        state, n_empties = self.states[0].record, 64 - popcount(player | opponent)
        key = hash_of(player, opponent, self.table.salt)
        data = probe(self.table.address + (key & self.table.mask) * ENTRY_BYTES, key)
        known = (best_move(data), second_move(data)) if data else (NO_MOVE, NO_MOVE)
        end = sort_moves(player, opponent, legal_moves(player, opponent), *known, n_empties, state)
        return [(int(state.squares[i]), int(state.flips[i])) for i in range(n_empties * MAX_MOVES, end)]

    # --- threads --------------------------------------------------------------------------------------------------

    def _null_window(self, player: int, opponent: int, alpha: int) -> int:
        """What `endgame.null_window` finds, by all threads at once if that is worth their while. Raises _Stopped."""
        n_empties = 64 - popcount(player | opponent)
        states = self.states if n_empties >= SHARED_FROM else self.states[:1]
        nodes_left = None if self.limits.nodes is None else max(0, self.limits.nodes - self.solver.nodes) // len(states)
        for state in states:
            state.begin(nodes_left)
        if self.solver._stopping.is_set():  # after `begin`, which would undo a stop
            raise _Stopped
        seconds_left = None
        if self.limits.seconds is not None:
            seconds_left = max(0.0, self.limits.seconds - (time.perf_counter() - self.began))
        # The kernel runs in threads of the pool even if there is just one, so that Ctrl-C is heard here.
        running = {
            self.pool.submit(null_window, player, opponent, alpha, n_empties, state.record): state for state in states
        }
        try:
            wait(running, seconds_left, FIRST_COMPLETED)
        finally:
            for state in states:
                state.stop()
            wait(running)
            self.solver.count(states)
        for future, state in running.items():
            if not state.record.stopped:
                return int(future.result())
        raise _Stopped
