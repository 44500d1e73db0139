"""Short pauses of the garbage collector in a server with many pages."""

import gc
from collections.abc import Iterator
from contextlib import contextmanager

OLDEST = 2
"""The collector's last generation. Collecting it examines all objects, so the server pauses for their number."""
SPARE = 200_000
"""Objects that may be added before all are examined again, however few there are."""


class FrozenObjects:
    """Objects that the garbage collector does not examine again until their number has doubled.

    A server with 7,000 pages has 2.3 million objects, most of them as old as its pages. Python examines all of them
    whenever a quarter has been added, for more than a second each time. Here each collection of the oldest generation
    freezes the objects that it leaves, so the next one examines only new objects. A frozen object is still freed
    when nothing refers to it; only frozen cycles wait, at most as many objects as are in use, and SPARE.
    """

    def __init__(self) -> None:
        self._in_use = 0  # after all were examined
        self._added = 0  # frozen since then, some of which may be freed by now
        self._is_examining_all = True

    def __call__(self, phase: str, info: dict[str, int]) -> None:
        """Freeze the objects after a collection of the oldest generation. This is a callback for `gc.callbacks`."""
        if phase != "stop" or info["generation"] != OLDEST:
            return
        if self._is_examining_all:
            gc.freeze()
            self._in_use, self._added, self._is_examining_all = gc.get_freeze_count(), 0, False
            return
        self._added += len(gc.get_objects(generation=OLDEST))
        gc.freeze()
        if self._added > self._in_use + SPARE:
            self._added = max(gc.get_freeze_count() - self._in_use, 0)
        if self._added > self._in_use + SPARE:
            gc.unfreeze()
            self._is_examining_all = True


@contextmanager
def short_pauses() -> Iterator[None]:
    """Context manager in which the garbage collector examines old objects rarely; see `FrozenObjects`."""
    frozen = FrozenObjects()
    gc.callbacks.append(frozen)
    try:
        yield
    finally:
        gc.callbacks.remove(frozen)
        gc.unfreeze()
