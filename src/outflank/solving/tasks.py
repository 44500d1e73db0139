"""Worker tasks that solve a complete position, help to solve one that was split, or search a position for a book.

The tasks for a split position are to search a window, to order the moves, and to determine a line. Each worker thread
has a separate engine, whose table retains the results of earlier parts. A task stops shortly after nobody is waiting
for its result, either because the result is no longer needed or because the client has disconnected.
"""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from outflank.book.nodes import Leaf
from outflank.cluster import wanted_test
from outflank.engine.engine import Engine
from outflank.engine.stages import preparation, stages
from outflank.errors import OutflankError
from outflank.play.analysis import Analysis, MoveValue, by_value
from outflank.play.limit import Limit
from outflank.rules import PASS, DiscPosition, Position
from outflank.search.selectivity import CONFIDENCE
from outflank.search.table import EXACT

if TYPE_CHECKING:
    from outflank.search.scores import Scores

_LOOK = 0.5  # seconds between checks that a task is still wanted
_RANKED = 3  # number of moves to rank exactly; the others are ordered by their bounds
_RANKED_TO, _RANKED_AT_MOST = 12, 14  # the ordering search stops this many plies before the end, and at this depth
_UNWANTED = "nobody is waiting for this any longer"

_local = threading.local()


def solve_whole(position: DiscPosition, limit: Limit, top: int, megabytes: int) -> Analysis:
    """Analyse a position with `Engine.analyse`, using an empty table."""
    engine = engine_of_thread(megabytes)
    with _ended_when_unwanted(engine.stop):
        return engine.analyse(position, limit, top=top)


def ranked(position: Position, megabytes: int, job: str) -> tuple[str, ...]:
    """Sort the legal moves of a position that belongs to `job`, most promising first."""
    engine = engine_of_thread(megabytes, job)
    depth = min(max(position.n_empties - _RANKED_TO, 1), _RANKED_AT_MOST)
    with _ended_when_unwanted(engine.stop):
        found = engine.analyse(position, Limit(depth=depth), top=min(_RANKED, len(position.legal_moves))).moves
    moves = [each.move for each in found]
    return (*moves, *(move for move in position.legal_moves if move not in moves))


def settle(position: Position, alpha: int, beta: int, megabytes: int, job: str) -> tuple[int, int, int]:
    """Find bounds for the score of a position in which the game is not over, and count the nodes searched.

    Either the bounds are equal, or the upper bound is <= alpha, or the lower bound is >= beta. All numbers are even.
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
    """A line for both sides in which every move preserves the exact score, and the number of nodes searched."""
    engine = engine_of_thread(megabytes, job)
    with _searching(engine) as root:
        return root.proven_line(position, score), root.nodes


def best_of(position: Position, among: tuple[str, ...], limit: Limit, megabytes: int) -> Leaf:
    """Search for the best of the moves in `among`, or for the value of a pass, until the limit is reached.

    The value is the bare result of the search, not the score to expect, so that a book that grows stays on one scale.
    The search reuses the results of this thread's earlier searches.
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
    """Return this thread's engine. Its table retains only results from the same job, and no results if `job` is None.

    All tasks on a worker thread share an engine as long as they request the same table size.
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
def _searching(engine: Engine) -> "Iterator[Scores[Any]]":
    """Context manager for null-window searches with the engine's root.

    The searches stop when nobody is waiting for the result any longer.
    """
    root, stopping = engine.load().root, threading.Event()

    def stop() -> None:
        stopping.set()
        root.interrupt()

    with _ended_when_unwanted(stop), root.search(Limit(), stopping):
        yield root


@contextmanager
def _ended_when_unwanted(stop: Callable[[], None]) -> Iterator[None]:
    """Call `stop` when nobody is waiting for the block's result any longer, and then raise OutflankError."""
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
