"""Many positions, solved by the threads of a cluster: the hardest first, and split if one of them would be the last."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from time import perf_counter
from typing import Any

from outflank.engine.engine import Engine
from outflank.play.analysis import Analysis
from outflank.play.limit import Limit
from outflank.rules import DiscPosition, Position
from outflank.search.estimate import NODES_PER_SECOND, expected_nodes
from outflank.solving import tasks
from outflank.solving.split import Splitter, until
from outflank.workers import Workers

_PARTS = 32  # for each thread, of a position that is split; some take ten times as long as others
_SHORTEST = 2.0  # seconds of a part, in which sending it and putting moves in order are lost
_FEWEST = 10  # empty squares of a part

Take = Callable[[int, Analysis], None]


def deal(
    positions: Sequence[DiscPosition],
    workers: Workers,
    take: Take,
    *,
    limit: Limit,
    top: Sequence[int],
    megabytes: int = 128,
    n_threads: int = 1,
    split: bool = True,
) -> None:
    """Solve positions, of each the `top` best moves, and `take` the number and the solution of each when it is there.

    What `n_threads` threads would wait for is split if that is allowed, and if the limit is that of an exact score or
    of who wins alone. Raises OutflankError if the workers fail.
    """
    costs = [expected_nodes(position.n_empties) for position in positions]

    async def one(number: int) -> None:
        position, priority = positions[number], costs[number]

        def ask(function: Callable[..., Any], *arguments: Any) -> Awaitable[Any]:
            return asyncio.wrap_future(workers.submit(function, *arguments, priority=priority))

        began = perf_counter()
        leaf = leaf_empties(position, sum(costs), n_threads) if split and _can_split(limit) else None
        if leaf is None or not isinstance(position, Position):
            take(number, await ask(tasks.solve_whole, position, limit, top[number], megabytes))
            return
        splitter = Splitter(ask, leaf, megabytes=megabytes, job=f"{position.board_string} {began}")
        found = await (splitter.who_wins(position) if limit.wld else splitter.solve(position, top[number]))
        take(number, replace(found, seconds=perf_counter() - began))

    async def watch() -> None:
        while True:
            workers.check()
            await asyncio.sleep(0.5)

    async def all_of_them() -> None:
        hardest_first = sorted(range(len(positions)), key=lambda number: -costs[number])
        left = len(positions)

        async def count(number: int) -> None:
            nonlocal left
            await one(number)
            left -= 1

        await until([*map(count, hardest_first), watch()], lambda: left == 0)

    asyncio.run(all_of_them())


def leaf_empties(position: DiscPosition, all_nodes: float, n_threads: int) -> int | None:
    """How many empty squares the parts of a position are to have; None if it is better solved whole.

    That is so if it takes no longer than a thread's share of `all_nodes`, what all the positions are expected to take.
    """
    if not Engine.is_compiled_for(position):
        return None
    nodes = expected_nodes(position.n_empties)
    if n_threads == 1 or nodes <= all_nodes / n_threads:
        return None
    most = max(_SHORTEST * NODES_PER_SECOND, nodes / (_PARTS * n_threads))
    leaf = next(n for n in range(position.n_empties, 0, -1) if expected_nodes(n) <= most or n <= _FEWEST)
    return leaf if leaf < position.n_empties else None


def _can_split(limit: Limit) -> bool:
    is_bounded = limit.seconds is not None or limit.nodes is not None
    return not is_bounded and (limit.exact or limit.wld)
