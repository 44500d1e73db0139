"""A simulated computer with as many processors as wanted, on which searches of one tree share the work.

Workers are generators: each says how long its next piece of work takes, and goes on when the clock is there. Two ways
to share a null window are simulated, both with steps, order and tables of `midgame.search`:

- `abdada`: what the engine does. All workers search the root; who comes to a move that another worker is searching
  leaves it for later, when the table may know it. Nobody waits, and nobody is told that his work is in vain.
- `young_brothers_wait` (Feldmann 1993): when the first move of a node has been searched and did not cut off, the others
  may be searched by any worker that has nothing to do, from the node with the most empty squares down. A move that
  cuts off ends at once what others do below that node. Who waits for helpers at a node of his own helps below it.
"""

import heapq
import itertools
from collections.abc import Generator
from dataclasses import dataclass, field

from search_tree import Board, Move, SearchTree, is_leaf, most_by_stability, outcome

from outflank.search.table import NO_MOVE

Steps = Generator[float | None, None, int]
"""A search under way: yields nanoseconds of work, or None for nothing to do until woken; returns a score."""

Ordered = tuple[list[Move], float, bool]
"""The moves of a node, what it takes to put them in order, and whether the first is a remembered one."""

Memory = dict[Board, tuple[int, int, int]]
"""Lower and upper bound and best move of positions: what the table holds."""

_LOWEST = -65
_NO_SQUARE = int(NO_MOVE)


@dataclass(frozen=True)
class Costs:
    """What things take, in nanoseconds."""

    node: float
    """a node of the kernels"""
    message: float
    """until another processor sees a word that was written"""
    exchange: float
    """a compare-and-swap of a word that others write as well"""
    wake: float
    """until a thread begins that was given a task through a queue"""
    poll: float
    """between two looks of a search whether it is to stop, on average"""

    @property
    def split(self) -> float:
        """Offering the moves of a node to others: a record taken from those that are free, written, and published."""
        return 2 * self.exchange + 2 * self.message

    @property
    def join(self) -> float:
        """Beginning to help at a node: its record is read, and the helper written into it."""
        return self.exchange + 2 * self.message


class CutOffError(Exception):
    """Thrown into workers below a node that has been cut off."""

    def __init__(self, split: "Split"):
        super().__init__()
        self.split = split


@dataclass(eq=False)
class Split:
    """A node whose moves are searched by several workers."""

    n_empties: int
    alpha: int
    moves: list[Move]
    above: "tuple[Split, ...]"
    best: int
    best_square: int
    next_move: int = 0
    n_helpers: int = 0
    is_cut: bool = False

    @property
    def chain(self) -> "tuple[Split, ...]":
        """This one, and those that it is below, the topmost first."""
        return (*self.above, self)

    @property
    def n_open(self) -> int:
        """How many moves nobody has begun with."""
        return 0 if self.is_cut else len(self.moves) - self.next_move


@dataclass(eq=False)
class Worker:
    """A simulated processor, and the work that it is at."""

    steps: Steps
    chain: tuple[Split, ...] = ()
    event: int = -1
    """Number of the event that it goes on with; events with other numbers are out of date."""
    told: Split | None = None
    """The node whose cut-off it is going to hear of."""
    busy: float = 0.0
    began: float = 0.0


@dataclass
class Result:
    """What a simulated search came to."""

    value: int = 0
    nanoseconds: float = 0.0
    work: float = 0.0
    """Of all workers, in nanoseconds: what they did not wait."""


@dataclass
class Simulation:
    """One search of a null window by some workers; `memory` holds bounds and best moves, as the table does."""

    tree: SearchTree
    costs: Costs
    memory: Memory
    split_from: int = 12
    """Empty squares from which on work is shared."""
    now: float = 0.0
    _events: list[tuple[float, int, Worker]] = field(default_factory=list)
    _numbers: "itertools.count[int]" = field(default_factory=itertools.count)
    _workers: list[Worker] = field(default_factory=list)
    _idle: dict[Worker, Split | None] = field(default_factory=dict)
    _open: list[Split] = field(default_factory=list)
    _searching: set[Board] = field(default_factory=set)
    _value: int | None = None

    # --- the clock ------------------------------------------------------------------------------------------------

    def run(self, alpha: int, n_workers: int, *, is_abdada: bool) -> Result:
        """Search the root of the tree with a null window, until one worker has the answer."""
        root, n_empties = self.tree.root, self.tree.n_empties
        for number in range(n_workers):
            worker = Worker(iter(()))  # type: ignore[arg-type]
            if is_abdada or n_workers == 1:
                share = is_abdada and n_workers > 1
                worker.steps = self._whole(self.abdada(root, alpha, n_empties, share=share))
            elif number == 0:
                worker.steps = self._whole(self.young_brothers_wait(worker, root, alpha, n_empties))
            else:
                worker.steps = self._helper(worker)
            self._workers.append(worker)
            worker.began = 0.0 if n_workers == 1 else (number + 1) * self.costs.wake
            self._resume_at(worker, worker.began)
        while self._value is None:
            self.now, number, worker = heapq.heappop(self._events)
            if number == worker.event:
                self._go_on(worker)
        for worker in self._workers:
            if worker not in self._idle:
                worker.busy += max(0.0, self.now - worker.began)
        return Result(self._value, self.now, sum(worker.busy for worker in self._workers))

    def _go_on(self, worker: Worker) -> None:
        worker.busy += 0.0 if worker in self._idle else self.now - worker.began
        worker.began = self.now
        self._idle.pop(worker, None)
        told, worker.told = worker.told, None
        try:
            cost = next(worker.steps) if told is None else worker.steps.throw(CutOffError(told))
        except StopIteration:
            return
        if cost is not None:
            self._resume_at(worker, self.now + cost)

    def _resume_at(self, worker: Worker, when: float) -> None:
        worker.event = next(self._numbers)
        heapq.heappush(self._events, (when, worker.event, worker))

    def _whole(self, search: Steps) -> Steps:
        self._value = yield from search
        return self._value

    # --- a node, as far as both ways have it in common -------------------------------------------------------------

    def _known(self, board: Board, alpha: int, n_empties: int) -> int | None:
        """The value of a node that needs no search: by stable discs, or by the table."""
        most = most_by_stability(board, alpha, n_empties)
        if most <= alpha:
            return most
        lower, upper, _ = self.memory.get(board, (-64, 64, _NO_SQUARE))
        return lower if lower > alpha else upper if upper <= alpha else None

    def _remember(self, board: Board, alpha: int, best: int, square: int) -> None:
        lower, upper, before = self.memory.get(board, (-64, 64, _NO_SQUARE))
        if best > alpha:
            self.memory[board] = max(lower, best), upper, square
        else:
            self.memory[board] = lower, min(upper, best), square if before == _NO_SQUARE else before

    def _ordered(self, board: Board, alpha: int, n_empties: int) -> Ordered:
        """The moves in order.

        A single move means that the table knows it to be good enough: the enhanced transposition cut-off.
        """
        moves, nodes = self.tree.moves(board)
        if not is_leaf(n_empties - 1):
            for move in moves:
                if -self.memory.get(move.board, (-64, 64, _NO_SQUARE))[1] > alpha:
                    return [move], 0.0, True
        square = self.memory.get(board, (-64, 64, _NO_SQUARE))[2]
        square = self.tree.hint(board) if square == _NO_SQUARE else square
        ordered = sorted(moves, key=lambda move: move.square != square)
        is_remembered = bool(ordered) and ordered[0].square == square
        return ordered, nodes * self.costs.node, is_remembered

    def _entered(self, board: Board, alpha: int, n_empties: int) -> Generator[float | None, None, int | Ordered]:
        """The value of a node that needs no search, or its moves in order: none if it is a pass."""
        if is_leaf(n_empties):
            value, nodes = self.tree.leaf(board, alpha, n_empties)
            yield nodes * self.costs.node
            return value
        yield self.costs.node
        known = self._known(board, alpha, n_empties)
        if known is not None:
            return known
        ordered = self._ordered(board, alpha, n_empties)
        score = None if ordered[0] else outcome(board)
        return ordered if score is None else score

    # --- as the engine does it ------------------------------------------------------------------------------------

    def abdada(self, board: Board, alpha: int, n_empties: int, *, share: bool) -> Steps:
        """The value of a node by one of several workers that search the same; alone without `share`."""
        entered = yield from self._entered(board, alpha, n_empties)
        if isinstance(entered, int):
            return entered
        moves, order_cost, is_remembered = entered
        if not moves:
            return -(yield from self.abdada((board[1], board[0]), -alpha - 1, n_empties, share=share))
        best, best_square = _LOWEST, _NO_SQUARE
        deferred: list[Move] = []
        share_here = share and n_empties >= self.split_from
        for round_ in range(2):
            for i, move in enumerate(moves if round_ == 0 else deferred):
                if i == is_remembered and round_ == 0:
                    yield order_cost
                marks = share_here and round_ == 0
                if marks:
                    if i > 0 and move.board in self._searching:
                        deferred.append(move)
                        continue
                    self._searching.add(move.board)
                value = -(yield from self.abdada(move.board, -alpha - 1, n_empties - 1, share=share))
                if marks:
                    self._searching.discard(move.board)
                if value > best:
                    best, best_square = value, move.square
                    if value > alpha:
                        break
            if best > alpha:
                break
        self._remember(board, alpha, best, best_square)
        return best

    # --- young brothers wait --------------------------------------------------------------------------------------

    def young_brothers_wait(self, worker: Worker, board: Board, alpha: int, n_empties: int) -> Steps:
        """The value of a node, whose moves but the first any worker may search."""
        entered = yield from self._entered(board, alpha, n_empties)
        if isinstance(entered, int):
            return entered
        moves, order_cost, is_remembered = entered
        if not moves:
            return -(yield from self.young_brothers_wait(worker, (board[1], board[0]), -alpha - 1, n_empties))
        if not is_remembered:
            yield order_cost
        best = -(yield from self.young_brothers_wait(worker, moves[0].board, -alpha - 1, n_empties - 1))
        best_square = moves[0].square
        if best <= alpha and len(moves) > 1:
            if is_remembered:
                yield order_cost
            if n_empties >= self.split_from:
                split = Split(n_empties, alpha, moves, worker.chain, best, best_square, next_move=1)
                yield from self._shared(worker, split)
                best, best_square = split.best, split.best_square
            else:
                for move in moves[1:]:
                    value = -(yield from self.young_brothers_wait(worker, move.board, -alpha - 1, n_empties - 1))
                    if value > best:
                        best, best_square = value, move.square
                        if value > alpha:
                            break
        self._remember(board, alpha, best, best_square)
        return best

    def _shared(self, worker: Worker, split: Split) -> Steps:
        """Search the moves of a node of one's own, with whoever comes to help."""
        outer = worker.chain
        try:
            yield self.costs.split
            worker.chain = split.chain
            self._open.append(split)
            self._wake_for(split)
            yield from self._work_at(worker, split)
            while split.n_helpers and not split.is_cut:
                below = self._best_open(split)
                if below is None:
                    self._idle[worker] = split
                    yield None
                else:
                    yield from self._help(worker, below)
        except CutOffError as cut:
            if cut.split is not split:
                raise
        finally:
            worker.chain = outer
            if split in self._open:
                self._open.remove(split)
        return split.best

    def _work_at(self, worker: Worker, split: Split) -> Steps:
        """Search moves of a node until there are no more, or one cuts off."""
        while split.n_open:
            move = split.moves[split.next_move]
            split.next_move += 1
            if split.n_helpers:
                yield self.costs.exchange
            n_empties = split.n_empties - 1
            value = -(yield from self.young_brothers_wait(worker, move.board, -split.alpha - 1, n_empties))
            if value > split.best and not split.is_cut:
                split.best, split.best_square = value, move.square
                if value > split.alpha:
                    self._cut_off(split, worker)
        return split.best

    def _help(self, worker: Worker, split: Split) -> Steps:
        """Search moves of another worker's node."""
        outer, worker.chain = worker.chain, split.chain
        split.n_helpers += 1
        try:
            yield self.costs.join
            yield from self._work_at(worker, split)
        except CutOffError as cut:
            if cut.split in outer:
                raise
        finally:
            worker.chain = outer
            split.n_helpers -= 1
            if split.n_helpers == 0:
                for waiting in [each for each, whose in self._idle.items() if whose is split]:
                    self._resume_at(waiting, self.now + self.costs.message)
        return split.best

    def _helper(self, worker: Worker) -> Steps:
        """What a worker does that has no node of its own."""
        while True:
            split = self._best_open(None)
            if split is None:
                self._idle[worker] = None
                yield None
                continue
            yield from self._help(worker, split)

    def _best_open(self, above: Split | None) -> Split | None:
        """The node with moves to give away that has the most empty squares, below a node if one is given."""
        found = (each for each in self._open if each.n_open and (above is None or above in each.above))
        return max(found, key=lambda each: each.n_empties, default=None)

    def _wake_for(self, split: Split) -> None:
        """Tell as many workers that have nothing to do as there are moves for them."""
        ready = [worker for worker, whose in self._idle.items() if whose is None or whose in split.above]
        for worker in ready[: split.n_open]:
            self._resume_at(worker, self.now + self.costs.message)

    def _cut_off(self, split: Split, by: Worker) -> None:
        """End the work below a node."""
        split.is_cut = True
        for worker in self._workers:
            if worker is not by and split in worker.chain:
                if worker.told is None:
                    worker.told = split
                    is_waiting = worker in self._idle
                    self._resume_at(worker, self.now + self.costs.message + (0 if is_waiting else self.costs.poll))
                elif split in worker.told.above:
                    worker.told = split
