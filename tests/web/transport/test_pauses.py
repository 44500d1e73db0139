"""Tests of outflank.web.transport.pauses."""

import gc
import weakref
from collections.abc import Iterator

import pytest

from outflank.web.transport import pauses


class Node:
    """An object in a cycle, which only the garbage collector frees."""

    def __init__(self) -> None:
        self.itself = self


@pytest.fixture(autouse=True)
def _short_pauses(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    gc.collect()
    with pauses.short_pauses():
        gc.collect()
        monkeypatch.setattr(pauses, "SPARE", -gc.get_freeze_count() + 1000)
        yield
    assert gc.get_freeze_count() == 0
    assert not any(isinstance(callback, pauses.FrozenObjects) for callback in gc.callbacks)


def test_old_objects_are_not_examined_again() -> None:
    kept = [Node() for _ in range(100)]
    gc.collect()
    assert gc.get_freeze_count() > 100
    assert not any(isinstance(one, Node) for one in gc.get_objects())
    assert len(kept) == 100


def test_a_frozen_object_without_a_cycle_is_freed_at_once() -> None:
    node = Node()
    node.itself = None  # type: ignore[assignment]
    gone = weakref.ref(node)
    gc.collect()
    del node
    assert gone() is None


def test_frozen_cycles_are_freed_after_enough_objects_are_added() -> None:
    node = Node()
    gone = weakref.ref(node)
    gc.collect()
    del node
    gc.collect()
    assert gone() is not None
    kept = [[number] for number in range(2000)]
    gc.collect()  # finds that many objects are added
    gc.collect()
    assert gone() is None
    assert len(kept) == 2000


def test_objects_that_were_freed_do_not_count_as_added() -> None:
    node = Node()
    gone = weakref.ref(node)
    gc.collect()
    del node
    for _ in range(5):
        freed = [[number] for number in range(900)]
        gc.collect()
        del freed
    gc.collect()
    assert gone() is not None
