"""The strong player, which uses iterative deepening with compiled kernels under a time limit."""

import time
from concurrent.futures import ThreadPoolExecutor, wait

from outflank import jit
from outflank.play.analysis import Analysis, Bound, MoveValue
from outflank.play.clock import TimeLeft
from outflank.play.player import Player, check_not_over
from outflank.tribolo.compiled.evaluate import POINT
from outflank.tribolo.compiled.moves import find_mover, list_moves
from outflank.tribolo.compiled.search import search_root
from outflank.tribolo.compiled.state import cell_of, new_state, set_up
from outflank.tribolo.compiled.weights import unfolded
from outflank.tribolo.position import TriboloPosition, names

WIN = 20 * POINT
"""The bonus for a win, added to the value of the cells."""

UNIT = 2 * POINT
"""The internal value of a lead of one cell over the mean of the other two colours."""


class Strong(Player):
    """A max-n or paranoid search with iterative deepening until time runs out."""

    def __init__(self, everyone: bool = True, depth: int | None = None, time: float = 1.0):
        jit.finish()
        self.everyone, self.depth, self.time = everyone, depth, time
        self.state = new_state()
        self.state.weights[:] = unfolded()
        self.state.rivals, self.state.win = 1, WIN

    def choose(self, position: TriboloPosition, time_left: TimeLeft | None = None) -> Analysis:
        """Choose the best move of the deepest search that has a result. Depth 1 is always completed.

        Values are the mover's predicted lead, in cells, over the mean of the other two colours.
        """
        check_not_over(position)
        seconds = self.time
        if time_left is not None:
            seconds = min(seconds, time_left.share(n_moves=position.empties.bit_count() // 3 + 1))
        deadline = time.perf_counter() + seconds
        last = min(self.depth or position.empties.bit_count(), position.empties.bit_count())
        state = self.state
        set_up(state, position)
        state.seat, state.nodes = int(position.turn), 0
        find_mover(0, state)
        n_moves = list_moves(0, state)
        if n_moves == 1:
            last = 1
        found: list[MoveValue] = []
        with ThreadPoolExecutor(1, "search") as pool:
            for depth in range(1, last + 1):
                finished = self._search(pool, depth, n_moves, deadline if depth > 1 else None)
                if finished == 0:
                    break
                found = self._found(position, depth, finished)
                if finished < n_moves:
                    break
        return Analysis(found[0].move, tuple(found), int(state.nodes))

    def _search(self, pool: ThreadPoolExecutor, depth: int, n_moves: int, deadline: float | None) -> int:
        """Search the root to a fixed depth, and return the number of moves completed before the deadline."""
        state = self.state
        state.stop = 0
        # A pool thread does the search, so that this one can react to Ctrl-C and to a stop from the referee.
        future = pool.submit(search_root, depth, n_moves, int(self.everyone), state)
        try:
            wait([future], None if deadline is None else max(0.0, deadline - time.perf_counter()))
        finally:
            state.stop = 1
            wait([future])
        return future.result()

    def _found(self, position: TriboloPosition, depth: int, finished: int) -> list[MoveValue]:
        """Return the results of a search, best first, and sort the root moves in the same order for the next depth."""
        state = self.state
        values = [int(value) for value in state.root_values[:finished]]
        moves = [int(move) for move in state.moves[:finished]]
        order = sorted(range(finished), key=lambda place: -values[place])
        state.moves[:finished] = [moves[place] for place in order]
        cells = names(position.width, position.height)
        found = []
        for rank, place in enumerate(order):
            bound: Bound = "exact" if self.everyone or rank == 0 else "upper"
            name = cells[cell_of(moves[place], position.width)]
            found.append(MoveValue(name, values[place] / UNIT, bound, depth, pv=(name,)))
        return found
