"""What it takes two threads to tell each other something: by a word of memory, by compare-and-swap, through a queue."""

import statistics
import threading
import time
from collections.abc import Callable
from queue import SimpleQueue

import numpy as np
from llvmlite import ir

from outflank.board.atomics import load, store
from outflank.board.bits import ONE, bitboard
from outflank.board.ir import I64
from outflank.errors import OutflankError
from outflank.jit import intrinsic, kernel

TRIALS, TURNS, MOST_SPINS = 60, 500, 200_000
_2 = bitboard(2)


def _emit_exchange(b: ir.IRBuilder, address: ir.Value, expected: ir.Value, value: ir.Value) -> ir.Value:
    pair = b.cmpxchg(b.inttoptr(address, I64.as_pointer()), expected, value, "monotonic", "monotonic")
    return b.extract_value(pair, 0)


@intrinsic("uint64(uint64, uint64, uint64)", _emit_exchange)
def exchange(address: int, expected: int, value: int) -> int:
    """Write a word if what is there is `expected`; what was there (compare-and-swap)."""
    before = load(address)
    if before == expected:
        store(address, value)
    return before


@kernel("int64(uint64, uint64, uint64, int64, int64)")
def ping_pong(address, ready, first, turns, most_spins):
    """Add one to a word in turn with another thread; the turns, or -1 if that one was kept from running."""
    store(ready, ONE)
    mine = first
    for _ in range(turns):
        spins = 0
        while load(address) != mine:
            spins += 1
            if spins > most_spins:
                return -1
        store(address, mine + ONE)
        mine += _2
    return turns


@kernel("int64(uint64, uint64, int64)")
def add_by_exchange(address, ready, turns):
    """Add to a word that another thread adds to as well, after waiting for each other; the failures."""
    store(ready, ONE)
    failures = 0
    for _ in range(turns):
        while True:
            before = load(address)
            if exchange(address, before, before + ONE) == before:
                break
            failures += 1
    return failures


def message() -> float:
    """Nanoseconds until a thread sees the word that another has written, at best. Raises OutflankError."""
    words = np.zeros(32, np.uint64)

    def trial() -> float | None:
        words[:] = 0
        address = words.ctypes.data
        other = threading.Thread(target=ping_pong, args=(address, address + 128, 1, TURNS, 10 * MOST_SPINS))
        other.start()
        while not words[16]:
            pass
        began = time.perf_counter()
        turns = ping_pong(address, address + 64, 0, TURNS, MOST_SPINS)
        seconds = time.perf_counter() - began
        other.join()
        return seconds / (2 * TURNS) * 1e9 if turns == TURNS else None

    return _undisturbed(trial)


def contended_exchange() -> float:
    """Nanoseconds of a compare-and-swap while another thread does the same, until it succeeds. Raises OutflankError."""
    words = np.zeros(32, np.uint64)
    turns = 20 * TURNS

    def trial() -> float | None:
        words[:] = 0
        other = threading.Thread(target=add_by_exchange, args=(words.ctypes.data, words.ctypes.data + 128, 50 * turns))
        other.start()
        while not words[16]:
            pass
        before, began = int(words[0]), time.perf_counter()
        add_by_exchange(words.ctypes.data, words.ctypes.data + 64, turns)
        seconds, after = time.perf_counter() - began, int(words[0])
        other.join()
        ran_beside = after - before > 1.2 * turns and after < 51 * turns
        return seconds / turns * 1e9 if ran_beside else None

    return _undisturbed(trial)


def wake() -> float:
    """Nanoseconds until a thread has the task that another one put into its queue."""
    tasks: SimpleQueue[float] = SimpleQueue()
    delays: SimpleQueue[float] = SimpleQueue()

    def work() -> None:
        while (put := tasks.get()) >= 0:
            delays.put(time.perf_counter() - put)

    worker = threading.Thread(target=work, daemon=True)
    worker.start()
    found = []
    for _ in range(5 * TRIALS):
        time.sleep(0.001)
        tasks.put(time.perf_counter())
        found.append(delays.get())
    tasks.put(-1)
    return statistics.median(found) * 1e9


def _undisturbed(trial: Callable[[], float | None]) -> float:
    """The lower quartile of some trials: above it, others had the processor meanwhile. Raises OutflankError."""
    found: list[float] = []
    for _ in range(50 * TRIALS):
        if (nanoseconds := trial()) is not None:
            found.append(nanoseconds)
        if len(found) == TRIALS:
            break
    if len(found) < TRIALS // 6:
        raise OutflankError("expected two processors with nothing else to do, to measure what threads cost")
    return statistics.quantiles(found, n=4)[0]
