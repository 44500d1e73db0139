"""The transposition table: results of earlier searches, shared by all threads.

An entry is two 64-bit words: the data, and the position's hash XOR the data. A reader trusts the data only if the two
agree, so that an entry written by two threads at once counts as missing (Hyatt's lockless hashing). The data:

| bits | 0–7 | 8–15 | 16–23 | 24–31 | 32–39 | 40–47 | 48–63 |
|---|---|---|---|---|---|---|---|
| | lower bound + 64 | upper bound + 64 | best move | second best move | selectivity | depth | generation |

Depth and selectivity together are the *draft*: the reliability of the bounds. A search to the end of the game has its
number of empty squares as depth. Selectivity is a number from 0, with the boldest cut-offs, to `EXACT`, without any.

A position has two places: one for the deepest search, one for the latest. Entries of earlier generations give way.
"""

import numpy as np

from outflank.board.atomics import load, store
from outflank.board.bits import ZERO, bitboard, signed, unsigned
from outflank.errors import OutflankError
from outflank.jit import kernel

NO_MOVE = bitboard(64)
ENTRY_BYTES = 16
_WORD_BYTES, _PAGE_BYTES = 8, 4096
_MOST_TAKEN_UP = 1 << 30  # bytes; takes a quarter of a second where memory is at hand

EXACT = 7
"""The selectivity of a search without ProbCut."""

_MIX_1, _MIX_2, _MIX_3 = bitboard(0x9E3779B97F4A7C15), bitboard(0xC2B2AE3D27D4EB4F), bitboard(0xD6E8FEB86659FD93)
_BYTE, _DRAFT = bitboard(255), bitboard(65535)
_4, _8, _16, _24, _29, _32, _48 = (bitboard(n) for n in (4, 8, 16, 24, 29, 32, 48))
_OTHER_PLACE = bitboard(ENTRY_BYTES)


class Table:
    """Memory for a table of about `megabytes`. Its entries survive until `clear`.

    The memory is allocated as the table fills, or by `take_up`. Raises OutflankError if there is too little.
    """

    def __init__(self, megabytes: int = 128):
        n_entries = 1 << (megabytes * 1024 * 1024 // ENTRY_BYTES).bit_length() - 1
        try:
            self._words = np.zeros(2 * n_entries + 8, np.uint64)
        except MemoryError:
            raise OutflankError(f"there is not enough memory for a table of {megabytes} MB") from None
        self.address = (self._words.ctypes.data + 63) & ~63  # the two places of a position share a cache line
        self._n_entries = n_entries
        self.mask = n_entries - 1
        self.salt = 0
        self.generation = 0

    @property
    def n_bytes(self) -> int:
        """The size of the full table in memory."""
        return self._n_entries * ENTRY_BYTES

    def take_up(self) -> None:
        """Allocate up to a gigabyte of the empty table's memory now, so that no search waits for it.

        A system short of free memory needs a hundredth of a second for every two megabytes. At a tenth of a second per
        move, the first moves of a game would come late, from a search of a few plies.
        """
        self._words[: _MOST_TAKEN_UP // _WORD_BYTES : _PAGE_BYTES // _WORD_BYTES] = 0

    def clear(self, n_entries: int | None = None) -> None:
        """Forget everything, at no cost: the hashes of old entries no longer match any position.

        With `n_entries`, a power of two, use at most that many entries from now on: a small part stays in the cache.
        """
        self.mask = (self._n_entries if n_entries is None else min(n_entries, self._n_entries)) - 1
        self.age()
        self.salt = self.generation << 48  # in bits that do not choose the place, so that searches are reproducible

    def age(self) -> None:
        """Let new entries replace the current ones, which stay valid until then."""
        self.generation = (self.generation + 1) % 2**16


@kernel("uint64(uint64, uint64, uint64)")
def hash_of(player: int, opponent: int, salt: int) -> int:
    """A hash of a position; two positions share one once in 2⁶⁴ pairs."""
    mixed = player * _MIX_1
    mixed ^= mixed >> _32
    mixed = (mixed + opponent) * _MIX_2
    mixed ^= mixed >> _29
    mixed *= _MIX_3
    return mixed ^ mixed >> _32 ^ salt


@kernel("uint64(uint64, uint64)")
def probe(address: int, key: int) -> int:
    """The data of the position with hash `key` and first place at `address`; 0 if there is none."""
    data = load(address + _8)
    if load(address) ^ data == key:
        return data
    address ^= _OTHER_PLACE
    data = load(address + _8)
    return data if load(address) ^ data == key else ZERO


@kernel("int64(int64, int64)")
def draft(depth: int, selectivity: int) -> int:
    """Depth and selectivity as one number: greater means deeper, or at the same depth surer."""
    return depth << 8 | selectivity


@kernel("uint64(int64, int64, uint64, uint64, int64, int64)")
def packed(lower: int, upper: int, best: int, second: int, draft: int, generation: int) -> int:
    """The data of an entry."""
    bounds = unsigned(lower + 64) | unsigned(upper + 64) << _8
    return bounds | best << _16 | second << _24 | unsigned(draft) << _32 | unsigned(generation) << _48


@kernel("int64(uint64)")
def draft_of(data: int) -> int:
    """The draft of the search that gave the bounds."""
    return signed(data >> _32 & _DRAFT)


@kernel("boolean(uint64, int64, int64)")
def is_enough(data: int, depth: int, selectivity: int) -> bool:
    """Return whether the bounds are good enough for a search to `depth` with `selectivity`."""
    return draft_of(data) >> 8 >= depth and draft_of(data) & 255 >= selectivity


@kernel("int64(uint64)")
def lower_bound(data: int) -> int:
    """The lower bound of the position's score."""
    return signed(data & _BYTE) - 64


@kernel("int64(uint64)")
def upper_bound(data: int) -> int:
    """The upper bound of the position's score."""
    return signed(data >> _8 & _BYTE) - 64


@kernel("uint64(uint64)")
def best_move(data: int) -> int:
    """The best move of the last search, or NO_MOVE."""
    return data >> _16 & _BYTE


@kernel("uint64(uint64)")
def second_move(data: int) -> int:
    """The best move of an earlier search, or NO_MOVE."""
    return data >> _24 & _BYTE


@kernel("void(uint64, uint64, uint64)")
def record(address: int, key: int, data: int) -> None:
    """Store data for a position: in its first place if that is its own, older or no deeper, else in the second.

    An entry of the same position and generation with a greater draft stays.
    """
    there = load(address + _8)
    deeper = draft_of(there) > draft_of(data) and there >> _48 == data >> _48
    if deeper:
        if load(address) ^ there == key:
            return
        address ^= _OTHER_PLACE
    store(address, key ^ data)
    store(address + _8, data)
