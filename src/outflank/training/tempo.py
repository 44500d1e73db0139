"""Measure a tempo bonus that is added at the leaves of a search so that odd and even depths agree.

The side that moves last in a search picks the largest of several inexact values, and therefore tends to overestimate.
The difference between five-ply and four-ply searches, on positions from games, measures this effect. The difference
between three and two plies would be too small, because searches in play are deeper.
"""

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numba
import numpy as np

from outflank.board.bits import popcount
from outflank.evaluation.evaluate import UNIT, fill_features
from outflank.evaluation.patterns import increments
from outflank.evaluation.weights import Weights
from outflank.jit import kernel
from outflank.search.shallow import LEAST, shallow
from outflank.search.state import SearchState, State
from outflank.search.table import Table
from outflank.training.labels import POSITION

_types = numba.types
_DEPTH = 5  # of the deeper of the two searches
_FEW, _MANY = 17, 56  # range of empties to measure; searches with fewer come near the end of the game
_AT_ONCE = 1000


@kernel(
    _types.void(
        _types.Array(numba.from_dtype(POSITION), 1, "C"),
        _types.Array(_types.int16, 2, "C"),
        _types.int64,
        _types.Array(_types.int16, 2, "C"),
        _types.Array(_types.float32, 1, "C"),
        State,
    )
)
def look_ahead(positions: Any, table: Any, depth: int, rows: Any, values: Any, state: Any) -> None:
    """Compute the values that `depth`-ply searches find for positions, in discs, and write them into `values`.

    `rows` are the features of the state.
    """
    for i in range(len(positions)):
        player, opponent = positions[i]["player"], positions[i]["opponent"]
        n_empties = 64 - popcount(player | opponent)
        fill_features(player, opponent, table, rows[n_empties])
        value = shallow(player, opponent, LEAST, -LEAST, depth, n_empties, state.network, state)
        values[i] = value / np.float32(UNIT)


def searched(weights: Weights, positions: Any, depth: int, threads: int = 2) -> Any:
    """Search positions to `depth` plies without selective cut-offs, and return their values in discs, as float32."""
    values, table = np.zeros(len(positions), np.float32), increments()

    def work(thread: int) -> None:
        state = SearchState(Table(1), weights)
        state.begin()
        for start in range(thread * _AT_ONCE, len(positions), threads * _AT_ONCE):
            these = slice(start, start + _AT_ONCE)
            look_ahead(positions[these], table, depth, state.features, values[these], state.record)

    with ThreadPoolExecutor(threads) as pool:
        list(pool.map(work, range(threads)))
    return values


def tempo_of(weights: Weights, positions: Any, threads: int = 2) -> Any:
    """Fit the tempo bonus in discs for each number of empties from 0 to 64, as a line through measurements.

    The network of `weights` must not have a bonus yet.
    """
    n_empties = positions["n_empties"].astype(float)
    chosen = (n_empties >= _FEW) & (n_empties <= _MANY)
    if not chosen.any():
        return np.zeros(65)
    odd, even = (searched(weights, positions[chosen], depth, threads) for depth in (_DEPTH, _DEPTH - 1))
    at_the_end = n_empties[chosen] - _DEPTH
    line = np.polyfit(at_the_end, (odd - even) / 2, 1 if len(np.unique(at_the_end)) > 1 else 0)
    return np.clip(np.polyval(line, np.clip(np.arange(65), _FEW - _DEPTH, _MANY - _DEPTH)), 0, 2)
