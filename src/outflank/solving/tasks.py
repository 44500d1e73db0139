"""The tasks of a worker: a whole position; a window, move order or line for a part of one; a leaf of a book.

Each thread of a worker has its own engine, whose table remembers results of earlier parts. A task ends soon once nobody
waits for it, because its result is not needed or its client is gone.
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

_LOOK = 0.5  # seconds between two checks that a task is wanted
_RANKED = 3  # moves with exact order; the others are ordered by their bounds
_RANKED_TO, _RANKED_AT_MOST = 12, 14  # plies before the end where the ordering search stops, and its greatest depth
_UNWANTED = "nobody waits for this any more"

_local = threading.local()


def solve_whole(position: DiscPosition, limit: Limit, top: int, megabytes: int) -> Analysis:
    """The result of `Engine.analyse`, with an empty table."""
    engine = engine_of_thread(megabytes)
    with _ended_when_unwanted(engine.stop):
        return engine.analyse(position, limit, top=top)


def ranked(position: Position, megabytes: int, job: str) -> tuple[str, ...]:
    """The legal moves of a position of `job`, most promising first."""
    engine = engine_of_thread(megabytes, job)
    depth = min(max(position.n_empties - _RANKED_TO, 1), _RANKED_AT_MOST)
    with _ended_when_unwanted(engine.stop):
        found = engine.analyse(position, Limit(depth=depth), top=min(_RANKED, len(position.legal_moves))).moves
    moves = [each.move for each in found]
    return (*moves, *(move for move in position.legal_moves if move not in moves))


def settle(position: Position, alpha: int, beta: int, megabytes: int, job: str) -> tuple[int, int, int]:
    """The bounds of an unfinished position's score, and the nodes it took to find them.

    Either they meet, or the upper one is <= alpha, or the lower one is >= beta. All are even.
    """
    engine = engine_of_thread(megabytes, job)
    player, opponent, n_empties = position.player, position.opponent, position.n_empties
    is_null = beta - alpha == 2
    guess = min(max(0, alpha + 2), beta)
    with _searching(engine) as root:
        if position.legal_mask:
            for depth, selectivity in preparation(n_empties):
                for lower, _, _ in root.bounds(player, opponent, depth, selectivity, guess):
                    if is_null:  # deeper results do not help with this one question
                        break
                    guess = min(max(2 * round(lower / 2), alpha + 2), beta)
        for lower, upper, _ in root.bounds(player, opponent, n_empties, EXACT, guess):
            if lower >= beta or upper <= alpha:
                break
    return lower, upper, root.nodes


def line_of(position: Position, score: int, megabytes: int, job: str) -> tuple[tuple[str, ...], int]:
    """The moves of both sides that hold a position's exact score, and the nodes it took to find them."""
    engine = engine_of_thread(megabytes, job)
    with _searching(engine) as root:
        return root.proven_line(position, score), root.nodes


def best_of(position: Position, among: tuple[str, ...], limit: Limit, megabytes: int) -> Leaf:
    """The best of the moves `among`, or the pass, with its value from a search to the limit.

    Uses the results of this thread's earlier searches.
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
    """This thread's engine, which remembers results of the same job only, and none without a job.

    All tasks of a worker's thread share it, as long as they want a table of the same size.
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
    """Allow null windows on the engine's root inside the `with` block, until nobody waits for the answer."""
    root, stopping = engine.load().root, threading.Event()

    def stop() -> None:
        stopping.set()
        root.interrupt()

    with _ended_when_unwanted(stop), root.search(Limit(), stopping):
        yield root


@contextmanager
def _ended_when_unwanted(stop: Callable[[], None]) -> Iterator[None]:
    """Call `stop` once nobody waits for the block's result, and then raise OutflankError."""
    is_wanted, over, ended = wanted_test(), threading.Event(), False

    def look() -> None:
        nonlocal ended
        while not over.wait(_LOOK):
            if not is_wanted():
                ended = True
                stop()  # repeatedly: the first call may come before there is anything to stop

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
