"""Tasks for a worker: to solve a whole position; to find a window, move order or line for a part; to search for a book.

Each worker thread has its own engine, whose table remembers results from earlier parts. A task stops soon after nobody
is waiting for it any longer, either because the result is no longer needed or because the client is gone.
"""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from outflank.book.nodes import Leaf
from outflank.cluster import wanted_test
from outflank.engine.engine import Engine
from outflank.engine.stages import preparation, stages
from outflank.errors import OutflankError
from outflank.play.analysis import Analysis, MoveValue, by_value
from outflank.play.limit import Limit
from outflank.rules import PASS, DiscPosition, Position
from outflank.search.probcut import CONFIDENCE
from outflank.search.table import EXACT

if TYPE_CHECKING:
    from outflank.search.root import Root

_LOOK = 0.5  # seconds between checks that a task is still wanted
_RANKED = 3  # number of moves to rank exactly; the others are ordered by their bounds
_RANKED_TO, _RANKED_AT_MOST = 12, 14  # the ordering search stops this many plies before the end, and at this depth
_UNWANTED = "nobody is waiting for this any longer"

_local = threading.local()


def solve_whole(position: DiscPosition, limit: Limit, top: int, megabytes: int) -> Analysis:
    """Analyse a position with `Engine.analyse`, starting from an empty table."""
    engine = engine_of_thread(megabytes)
    with _ended_when_unwanted(engine.stop):
        return engine.analyse(position, limit, top=top)


def ranked(position: Position, megabytes: int, job: str) -> tuple[str, ...]:
    """The legal moves in a position that belongs to `job`, most promising first."""
    engine = engine_of_thread(megabytes, job)
    depth = min(max(position.n_empties - _RANKED_TO, 1), _RANKED_AT_MOST)
    with _ended_when_unwanted(engine.stop):
        found = engine.analyse(position, Limit(depth=depth), top=min(_RANKED, len(position.legal_moves))).moves
    moves = [each.move for each in found]
    return (*moves, *(move for move in position.legal_moves if move not in moves))


def settle(position: Position, alpha: int, beta: int, megabytes: int, job: str) -> tuple[int, int, int]:
    """Find bounds for the score of a position that is not over; return them and the number of nodes searched.

    Either the bounds meet, or the upper one is <= alpha, or the lower one is >= beta. All numbers are even.
    """
    engine = engine_of_thread(megabytes, job)
    player, opponent, n_empties = position.player, position.opponent, position.n_empties
    is_null = beta - alpha == 2
    guess = min(max(0, alpha + 2), beta)
    with _searching(engine) as root:
        if position.legal_mask:
            for depth, selectivity in preparation(n_empties):
                for lower, _, _ in root.bounds(player, opponent, depth, selectivity, guess):
                    if is_null:  # more results do not help with a yes-or-no question
                        break
                    guess = min(max(2 * round(lower / 2), alpha + 2), beta)
        for lower, upper, _ in root.bounds(player, opponent, n_empties, EXACT, guess):
            if lower >= beta or upper <= alpha:
                break
    return lower, upper, root.nodes


def line_of(position: Position, score: int, megabytes: int, job: str) -> tuple[tuple[str, ...], int]:
    """A line of moves by both sides that preserves a position's exact score, and the number of nodes searched."""
    engine = engine_of_thread(megabytes, job)
    with _searching(engine) as root:
        return root.proven_line(position, score), root.nodes


def best_of(position: Position, among: tuple[str, ...], limit: Limit, megabytes: int) -> Leaf:
    """Search to the limit for the best of the moves `among`, or for the pass; return it with its value.

    The search reuses results from this thread's earlier searches.
    """
    engine = engine_of_thread(megabytes, "book")
    n_empties, found = position.n_empties, [MoveValue(among[0])]
    solves = limit.solves_at(n_empties)
    searches = [*preparation(n_empties), (n_empties, EXACT)] if solves else list(stages(n_empties, limit.depth))
    with _searching(engine) as root:
        for depth, selectivity in searches:
            guesses = {each.move: int(each.value or 0) for each in found}
            if position.must_pass:
                child = position.play(PASS)
                value = -root.score(child.player, child.opponent, depth, selectivity, -guesses[PASS])
                found = [MoveValue(PASS, value)]
            else:
                *_, found = root.rank(position, depth, selectivity, 1, guesses, among)
                found.sort(key=by_value)
    is_exact = (depth, selectivity) == (n_empties, EXACT)
    return Leaf(found[0].move, int(found[0].value or 0), depth, CONFIDENCE[selectivity], is_exact)


def engine_of_thread(megabytes: int, job: str | None = None) -> Engine:
    """This thread's engine; it remembers only results from the same job, and none if there is no job.

    All tasks on a worker thread share the engine, as long as they need a table of the same size.
    """
    if getattr(_local, "megabytes", None) != megabytes:
        _local.engine, _local.megabytes, _local.job = Engine(megabytes), megabytes, None
    engine: Engine = _local.engine
    if job is None:
        engine.clear()
    elif job == _local.job:
        engine.load().root.table.age()
    else:
        engine.load().root.table.clear()
    _local.job = job
    return engine


@contextmanager
def _searching(engine: Engine) -> "Iterator[Root]":
    """Yield the engine's root for null-window searches, which stop once nobody is waiting for the answer."""
    root, stopping = engine.load().root, threading.Event()

    def stop() -> None:
        stopping.set()
        root.interrupt()

    with _ended_when_unwanted(stop), root.search(Limit(), stopping):
        yield root


@contextmanager
def _ended_when_unwanted(stop: Callable[[], None]) -> Iterator[None]:
    """Call `stop` once nobody is waiting for the block's result any longer, and then raise OutflankError."""
    is_wanted, over, ended = wanted_test(), threading.Event(), False

    def look() -> None:
        nonlocal ended
        while not over.wait(_LOOK):
            if not is_wanted():
                ended = True
                stop()  # repeatedly, because the first call may come before there is anything to stop

    looking = threading.Thread(target=look, name="wanted", daemon=True)
    looking.start()
    try:
        yield
    except BaseException as error:
        if not ended:
            raise
        raise OutflankError(_UNWANTED) from error
    finally:
        over.set()
        looking.join()
    if ended:
        raise OutflankError(_UNWANTED)
