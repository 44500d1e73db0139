"""Solve many positions on the threads of a cluster, hardest first. A position that would finish last is split."""

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

_PARTS = 32  # parts per thread when a position is split; some take ten times as long as others
_SHORTEST = 2.0  # expected seconds per part, at least; compared with this, sending it and sorting moves cost little
_FEWEST = 10  # fewest empty squares in a part

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
    """Solve positions, and pass each position's number and solution to `take` as soon as it is available.

    `top` contains the number of best moves to determine for each position. With `split`, a position is divided into
    parts if it would otherwise keep `n_threads` threads waiting, provided that the limit requires only the exact score
    or the winner. Raises OutflankError if the workers fail.
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
    """Number of empty squares at which a position is split into parts, or None if it should not be split.

    A position is not split if it takes no longer than a thread's share of `all_nodes`, the expected number of nodes for
    all positions together.
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
