"""The transposition table: what is known about positions that were searched before, shared by all threads.

An entry is two words of 64 bits: the data, and the position's hash XOR the data. A reader believes the data only if the
two agree, so that an entry which two threads wrote at once is taken for missing (Hyatt's lockless hashing). The data:

| bits | 0–7 | 8–15 | 16–23 | 24–31 | 32–39 | 40–47 | 48–63 |
|---|---|---|---|---|---|---|---|
| | lower bound + 64 | upper bound + 64 | best move | second best move | selectivity | depth | generation |

Depth and selectivity together are the *draft*, which says what the bounds are worth. A search to the end of the game
has the depth of its empty squares. Selectivity is a number from 0, where the least likelihood is enough to cut off, up
to `EXACT`, where none is.

A position has two places: one for the deepest search, one for the latest. Entries of an earlier generation give way.
"""

import numpy as np

from outflank.board.atomics import load, store
from outflank.board.bits import ZERO, bitboard, signed, unsigned
from outflank.errors import OutflankError
from outflank.jit import kernel

NO_MOVE = bitboard(64)
ENTRY_BYTES = 16
_WORD_BYTES, _PAGE_BYTES = 8, 4096
_MOST_TAKEN_UP = 1 << 30  # bytes, a quarter of a second's work where there is memory at hand

EXACT = 7
"""The selectivity of a search that is not selective."""

_MIX_1, _MIX_2, _MIX_3 = bitboard(0x9E3779B97F4A7C15), bitboard(0xC2B2AE3D27D4EB4F), bitboard(0xD6E8FEB86659FD93)
_BYTE, _DRAFT = bitboard(255), bitboard(65535)
_4, _8, _16, _24, _29, _32, _48 = (bitboard(n) for n in (4, 8, 16, 24, 29, 32, 48))
_OTHER_PLACE = bitboard(ENTRY_BYTES)


class Table:
    """Memory for a table of about `megabytes`. What it holds survives until `clear`.

    The memory is taken up as the table fills, or by `take_up`. Raises OutflankError if there is not that much.
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
        """The size of the table in memory when it is full."""
        return self._n_entries * ENTRY_BYTES

    def take_up(self) -> None:
        """Have the system give the memory of the empty table now, up to a gigabyte, so that no search waits for it.

        A system that has none at hand takes a hundredth of a second for every two megabytes: the first moves of a game
        at a tenth of a second each would be played late, and by a look of a few plies.
        """
        self._words[: _MOST_TAKEN_UP // _WORD_BYTES : _PAGE_BYTES // _WORD_BYTES] = 0

    def clear(self, n_entries: int | None = None) -> None:
        """Forget everything, at no cost: the hashes of old entries fit no position any more.

        With `n_entries`, a power of two, use no more than that many from now on: a small part stays in the cache.
        """
        self.mask = (self._n_entries if n_entries is None else min(n_entries, self._n_entries)) - 1
        self.age()
        self.salt = self.generation << 48  # in bits that do not choose the place, so that every search finds the same

    def age(self) -> None:
        """Let what is there give way to what comes, but believe it until then."""
        self.generation = (self.generation + 1) % 2**16


@kernel("uint64(uint64, uint64, uint64)")
def hash_of(player: int, opponent: int, salt: int) -> int:
    """A hash of a position: two positions with the same one are met once in 2⁶⁴ pairs."""
    mixed = player * _MIX_1
    mixed ^= mixed >> _32
    mixed = (mixed + opponent) * _MIX_2
    mixed ^= mixed >> _29
    mixed *= _MIX_3
    return mixed ^ mixed >> _32 ^ salt


@kernel("uint64(uint64, uint64)")
def probe(address: int, key: int) -> int:
    """The data of the position with hash `key`, whose first place is at `address`; 0 if there is none."""
    data = load(address + _8)
    if load(address) ^ data == key:
        return data
    address ^= _OTHER_PLACE
    data = load(address + _8)
    return data if load(address) ^ data == key else ZERO


@kernel("int64(int64, int64)")
def draft(depth: int, selectivity: int) -> int:
    """Depth and selectivity as one number: the greater, the deeper, and at the same depth the surer."""
    return depth << 8 | selectivity


@kernel("uint64(int64, int64, uint64, uint64, int64, int64)")
def packed(lower: int, upper: int, best: int, second: int, draft: int, generation: int) -> int:
    """The data of an entry."""
    bounds = unsigned(lower + 64) | unsigned(upper + 64) << _8
    return bounds | best << _16 | second << _24 | unsigned(draft) << _32 | unsigned(generation) << _48


@kernel("int64(uint64)")
def draft_of(data: int) -> int:
    """The draft of the search that the bounds come from."""
    return signed(data >> _32 & _DRAFT)


@kernel("boolean(uint64, int64, int64)")
def is_enough(data: int, depth: int, selectivity: int) -> bool:
    """Whether the bounds may stand for those of a search to `depth` with a selectivity."""
    return draft_of(data) >> 8 >= depth and draft_of(data) & 255 >= selectivity


@kernel("int64(uint64)")
def lower_bound(data: int) -> int:
    """The least that the position is worth."""
    return signed(data & _BYTE) - 64


@kernel("int64(uint64)")
def upper_bound(data: int) -> int:
    """The most that the position is worth."""
    return signed(data >> _8 & _BYTE) - 64


@kernel("uint64(uint64)")
def best_move(data: int) -> int:
    """The best move of the last search, or NO_MOVE."""
    return data >> _16 & _BYTE


@kernel("uint64(uint64)")
def second_move(data: int) -> int:
    """The best move of a search before that, or NO_MOVE."""
    return data >> _24 & _BYTE


@kernel("void(uint64, uint64, uint64)")
def record(address: int, key: int, data: int) -> None:
    """Store data for a position: at its first place if that is its own, older or no deeper, else at the second.

    What is known of the same position from a search of greater draft stays.
    """
    there = load(address + _8)
    deeper = draft_of(there) > draft_of(data) and there >> _48 == data >> _48
    if deeper:
        if load(address) ^ there == key:
            return
        address ^= _OTHER_PLACE
    store(address, key ^ data)
    store(address + _8, data)
