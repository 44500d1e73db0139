"""The root of the search, which finds scores and lines with null windows, on one or more threads and within limits.

Null windows narrow the bounds of a score until the bounds meet. Each window starts where the previous one failed
(MTD(f), Plaat 1996), and the transposition table carries its results over to the next. Several threads search the same
window at the same time. They share the table, avoid searching the same moves, and stop as soon as the first of them has
a result. A single thread always visits the same nodes.
"""

import threading
import time
from collections.abc import Callable, Container, Iterator, Mapping
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from contextlib import contextmanager
from queue import SimpleQueue
from typing import Any

import numpy as np

from outflank import jit
from outflank.board.bits import popcount
from outflank.board.moves import flips, legal_moves
from outflank.board.squares import NAMES
from outflank.evaluation.weights import Weights, shipped
from outflank.play.analysis import MoveValue
from outflank.play.limit import Limit
from outflank.rules import PASS, Position
from outflank.search.midgame import LEAF_DEPTH, list_moves, rank_moves, search, settle
from outflank.search.score import HIGHEST, LOWEST, final_score
from outflank.search.state import MAX_MOVES, N_BUSY, SearchState
from outflank.search.table import ENTRY_BYTES, EXACT, NO_MOVE, Table, best_move, hash_of, probe, second_move

# Null windows of up to this many nodes run on the calling thread; the numbers are for one thread and for several. With
# one thread, Ctrl-C waits for less than a tenth of a second; with several, waking them would take longer.
_SHORT, _SHORT_FOR_SEVERAL = 1_000_000, 10_000

_Window = tuple[int, int, int, int, int, int]  # the arguments of `search`


class Stopped(Exception):  # noqa: N818  an event, not an error
    """The search was stopped or reached a limit before it had a result."""


class Root:
    """A transposition table and the threads that use it. Only one search runs at a time.

    `megabytes` is the size of the table, `threads` is the number of threads that search together, and `weights`
    defaults to the weights shipped with the package. All positions are 8×8.
    """

    def __init__(self, megabytes: int = 128, threads: int = 1, weights: Weights | None = None):
        weights = _finished(weights)
        self.table = Table(megabytes)
        busy = np.zeros(N_BUSY, np.uint64) if threads > 1 else None
        self._states = [SearchState(self.table, weights, busy) for _ in range(threads)]
        self._workers: _Workers | None = None
        self._limit = Limit()
        self._stopping = threading.Event()
        self._nodes = self._last_nodes = 0  # in all finished null windows, and in the last of them
        self._began = self._ended = 0.0

    # --- a search -------------------------------------------------------------------------------------------------

    @contextmanager
    def search(self, limit: Limit, stopping: threading.Event) -> Iterator[None]:
        """Context manager within which null windows may run until the limit is reached or `stopping` is set.

        After that, null windows raise Stopped. To stop the search from another thread, set the event and call
        `interrupt`.
        """
        self._stopping, self._limit = stopping, limit
        self._nodes = self._last_nodes = 0
        self._began = time.perf_counter()
        self._workers = _Workers(len(self._states))
        clock = None
        if limit.seconds is not None:
            clock = threading.Timer(min(limit.seconds, threading.TIMEOUT_MAX), self.interrupt)
            clock.daemon = True
        try:
            if clock is not None:
                clock.start()
            yield
        finally:
            self._ended = time.perf_counter()
            self._workers.close()
            self._workers = None
            if clock is not None:
                clock.cancel()

    @property
    def nodes(self) -> int:
        """Nodes visited by all threads in the current or most recent search. May be read from any thread."""
        return self._nodes + sum(int(state.record.nodes) for state in self._states)

    @property
    def seconds(self) -> float:
        """Elapsed time of the current search, or the duration of the most recent one, in seconds."""
        return (self._ended if self._ended > self._began else time.perf_counter()) - self._began

    def interrupt(self) -> None:
        """End the current null window so that the search checks whether it should stop."""
        for state in self._states:
            state.stop()

    def null_window(self, player: int, opponent: int, alpha: int, depth: int, selectivity: int) -> int:
        """Search a null window with `midgame.search`, on all threads if that is faster. Raises Stopped."""
        window = (player, opponent, alpha, depth, selectivity, 64 - popcount(player | opponent))
        before, short = self._nodes, _SHORT if len(self._states) == 1 else _SHORT_FOR_SEVERAL
        value = self._search_here(window, short) if 2 * self._last_nodes <= short else None
        if value is None:
            value = self._search_beside(window)
        self._last_nodes = self._nodes - before
        return value

    def null_window_within(self, most_nodes: int, player: int, opponent: int, alpha: int, depth: int) -> int | None:
        """Search a null window without selectivity on one thread. Raises Stopped.

        Returns None if `most_nodes` nodes are not enough.
        """
        return self._search_here((player, opponent, alpha, depth, EXACT, 64 - popcount(player | opponent)), most_nodes)

    def _search_here(self, window: _Window, most_nodes: int) -> int | None:
        """Search a null window on the calling thread. Raises Stopped.

        Returns None if `most_nodes` nodes are not enough.
        """
        nodes_left, state = self._nodes_left(), self._states[0]
        self._place(*window[:2], [state], most_nodes if nodes_left is None else min(most_nodes, nodes_left))
        value = search(*window, state.record)
        self._count()
        return None if state.record.stopped else int(value)

    def _search_beside(self, window: _Window) -> int:
        """Search a null window on worker threads, so that the calling thread can respond to Ctrl-C. Raises Stopped."""
        assert self._workers is not None, "search within `with root.search(…)`"
        nodes_left, states = self._nodes_left(), self._states
        self._place(*window[:2], states, None if nodes_left is None else nodes_left // len(states))
        running = {self._workers.submit(search, *window, state.record): state for state in states}
        try:
            wait(running, None, FIRST_COMPLETED)
        finally:
            for state in states:
                state.stop()
            wait(running)
            self._count()
        for future, state in running.items():
            if not state.record.stopped:
                return int(future.result())
        raise Stopped

    def _place(self, player: int, opponent: int, states: list[SearchState], nodes_left: int | None) -> None:
        """Prepare the threads' states for searching a position. Raises Stopped if the search should end."""
        for state in states:
            state.begin(nodes_left)
            state.place(player, opponent)
        is_late = self._limit.seconds is not None and self.seconds >= self._limit.seconds
        if is_late or self._stopping.is_set():  # checked after `begin`, which would cancel a stop
            raise Stopped

    def _nodes_left(self) -> int | None:
        return None if self._limit.nodes is None else max(0, self._limit.nodes - self._nodes)

    def _count(self) -> None:
        """Add the node counts of finished null windows to the total."""
        for state in self._states:
            self._nodes += int(state.record.nodes)
            state.record["nodes"] = 0

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
            self._place(player, opponent, self._states[:1], self._nodes_left())
            n_empties = 64 - popcount(player | opponent)
            value, _ = settle(player, opponent, guess, depth, selectivity, n_empties, self._states[0].record)
            self._count()
            if self._states[0].record.stopped:
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

    def proven_line(self, position: Position, score: int) -> tuple[str, ...]:
        """A line for both sides, from the position to the end of the game, in which every move keeps the exact score.

        Raises Stopped.
        """
        line = []
        while not position.is_over:
            line.append(self.move_that_holds(position, score))
            position, score = position.play(line[-1]), -score
        return tuple(line)

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
        state, n_empties = self._states[0], 64 - popcount(player | opponent)
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


class _Workers:
    """A pool of daemon threads, which do not delay the program's exit as an executor's threads would.

    The threads start when the first task is submitted, because some searches never need them.
    """

    def __init__(self, n_threads: int):
        self._tasks: SimpleQueue[tuple[Future[Any], Callable[..., Any], tuple[Any, ...]] | None] = SimpleQueue()
        self._n_threads = n_threads
        self._threads: list[threading.Thread] = []

    def submit(self, function: Callable[..., Any], *arguments: Any) -> "Future[Any]":
        while len(self._threads) < self._n_threads:
            self._threads.append(threading.Thread(target=self._work, name="search", daemon=True))
            self._threads[-1].start()
        future: Future[Any] = Future()
        self._tasks.put((future, function, arguments))
        return future

    def close(self) -> None:
        for _ in self._threads:
            self._tasks.put(None)

    def _work(self) -> None:
        while (task := self._tasks.get()) is not None:
            future, function, arguments = task
            try:
                future.set_result(function(*arguments))
            except BaseException as error:
                future.set_exception(error)
