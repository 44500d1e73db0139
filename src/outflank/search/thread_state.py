"""The part of a thread's state that all searches share, whatever their board."""

from typing import Any

import numpy as np

from outflank.evaluation.evaluate import aligned
from outflank.search.table import Table

FIELDS: list[tuple[str, type]] = [
    ("nodes", np.int64),
    ("node_limit", np.int64),
    ("stop", np.uint64),  # address of a word that becomes nonzero when the search must stop
    ("stopped", np.int64),  # 1 once the search has noticed the stop; its result is then meaningless
    ("busy", np.uint64),  # address of the hashes of positions that a thread is searching; 0 for a single thread
    ("table", np.uint64),  # address
    ("mask", np.uint64),
    ("salt", np.uint64),
    ("generation", np.int64),
    ("near", np.uint64),  # address of the thread's own small table for positions near the end
]
"""The first fields of each search's record."""

N_BUSY = 1 << 12
"""Number of words that mark the positions being searched: few enough for the nearest cache, as each node reads some of
them. A collision only causes a little extra work."""

_MOST_NODES = 2**62


def marks(threads: int) -> Any:
    """The N_BUSY words in which `threads` threads mark positions, or None for a single thread."""
    return np.zeros(N_BUSY, np.uint64) if threads > 1 else None


class ThreadState:
    """The state of one thread's search and the memory that it points to. Any thread may call `stop`.

    `kind` is the data type of the record, which begins with FIELDS. `n_near` is the number of entries in the thread's
    own table, and `busy` contains the `marks` that all threads share.
    """

    def __init__(self, kind: Any, table: Table, n_near: int, busy: Any = None):
        self._table, self._busy = table, busy
        self._flag = np.zeros(1, np.uint64)
        self._near = aligned((2 * n_near,), np.uint64)
        self.record: Any = np.zeros(1, kind).view(np.recarray)[0]
        self.record.stop = self._flag.ctypes.data
        self.record.near = self._near.ctypes.data
        self.record.busy = 0 if busy is None else busy.ctypes.data
        self.record.table = table.address

    def begin(self, node_limit: int | None = None) -> None:
        """Prepare for a search: reset the stop flag and the node count, and copy the table's settings."""
        self._flag[0] = 0
        record, table = self.record, self._table
        # By name, because access by attribute takes ten times as long.
        record["stopped"] = record["nodes"] = 0
        record["node_limit"] = _MOST_NODES if node_limit is None else min(node_limit, _MOST_NODES)
        record["mask"], record["salt"], record["generation"] = table.mask, table.salt, table.generation

    def place(self, player: int, opponent: int) -> None:
        """Prepare for this position. By default, no position needs preparation."""

    def stop(self) -> None:
        """Make the search return within about a millisecond."""
        self._flag[0] = 1
