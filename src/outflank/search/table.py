"""The transposition table, in which all threads share the results of earlier searches.

An entry consists of two 64-bit words: the data, and the position's hash XOR the data. Data is valid only if the two
words match. An entry that two threads wrote at the same time therefore counts as missing (Hyatt's lockless hashing).
The data has this layout:

| bits | 0–7 | 8–15 | 16–23 | 24–31 | 32–39 | 40–47 | 48–63 |
|---|---|---|---|---|---|---|---|
| | lower bound + 128 | upper bound + 128 | best move | second best move | selectivity | depth | generation |

Depth and selectivity together form the *draft*, a measure of how reliable the bounds are. For a search to the end of
the game, the depth is the number of empty squares. Selectivity ranges from 0, for the boldest cut-offs, to `EXACT`, for
no cut-offs at all.

Each position has two slots, one for the deepest search and one for the latest. Entries from earlier generations are
overwritten first.
"""

import numpy as np
from llvmlite import ir

from outflank.board.atomics import load, store
from outflank.board.bits import ZERO, bitboard, signed, unsigned
from outflank.board.ir import I64
from outflank.errors import OutflankError
from outflank.jit import intrinsic, kernel

NO_MOVE = bitboard(127)
"""A square that is on no board."""

ENTRY_BYTES = 16
_WORD_BYTES, _PAGE_BYTES = 8, 4096
_MOST_TAKEN_UP = 1 << 30  # bytes; takes a quarter of a second if memory is free

EXACT = 7
"""The selectivity of a search that does not use ProbCut."""

_MIX_1, _MIX_2 = bitboard(0x9E3779B97F4A7C15), bitboard(0xC2B2AE3D27D4EB4F)
_OFFSET = 128  # added to scores, which are from −100 to 100, so that a byte contains them
_BYTE, _DRAFT = bitboard(255), bitboard(65535)
_4, _8, _16, _24, _32, _48 = (bitboard(n) for n in (4, 8, 16, 24, 32, 48))
_OTHER_PLACE = bitboard(ENTRY_BYTES)


class Table:
    """A transposition table of about `megabytes`. Its entries remain until `clear` is called.

    The memory is allocated gradually as the table fills, or in advance by `take_up`. Raises OutflankError if there is
    not enough memory.
    """

    def __init__(self, megabytes: int = 128):
        n_entries = 1 << (megabytes * 1024 * 1024 // ENTRY_BYTES).bit_length() - 1
        try:
            self._words = np.zeros(2 * n_entries + 8, np.uint64)
        except MemoryError:
            raise OutflankError(f"there is not enough memory for a table of {megabytes} MB") from None
        # Aligned so that a position's two places share a cache line.
        self.address = (self._words.ctypes.data + 63) & ~63
        self._n_entries = n_entries
        self.mask = n_entries - 1
        self.salt = 0
        self.generation = 0

    @property
    def n_bytes(self) -> int:
        """The size in bytes of the full table."""
        return self._n_entries * ENTRY_BYTES

    def take_up(self) -> None:
        """Allocate up to a gigabyte of memory for the empty table now, so that searches do not have to wait for it.

        When a system is short of free memory, it needs a hundredth of a second for every two megabytes. In a game at a
        tenth of a second per move, the first few moves would be late, and they would be based on searches of only a few
        plies.
        """
        self._words[: _MOST_TAKEN_UP // _WORD_BYTES : _PAGE_BYTES // _WORD_BYTES] = 0

    def clear(self, n_entries: int | None = None) -> None:
        """Invalidate all entries without touching them: their hashes will not match any position.

        `n_entries`, a power of two, limits the table to that many entries from now on, so that they fit into the cache.
        """
        self.mask = (self._n_entries if n_entries is None else min(n_entries, self._n_entries)) - 1
        self.age()
        self.salt = self.generation << 48  # in bits that do not affect the place, so that searches are reproducible

    def age(self) -> None:
        """Mark the current entries as old. They remain valid until new entries replace them."""
        self.generation = (self.generation + 1) % 2**16


def _multiply_and_fold(b: ir.IRBuilder, left: ir.Value, right: ir.Value) -> ir.Value:
    wide = ir.IntType(128)
    product = b.mul(b.zext(left, wide), b.zext(right, wide))
    return b.xor(b.trunc(product, I64), b.trunc(b.lshr(product, wide(64)), I64))


@intrinsic("uint64(uint64, uint64)", _multiply_and_fold)
def _folded_product(left: int, right: int) -> int:
    """Multiply two words, and combine the two halves of the product with XOR."""
    product = int(left) * int(right)
    return (product ^ product >> 64) & (1 << 64) - 1


@kernel("uint64(uint64, uint64, uint64)")
def hash_of(player: int, opponent: int, salt: int) -> int:
    """Compute the hash of a position. Two positions have the same hash with a probability of 1 in 2⁶⁴.

    Every square affects all bits of the folded product (Wang Yi, wyhash). Without that, positions of the same search
    that differ in a few squares can share a hash.
    """
    return _folded_product(player ^ _MIX_1, opponent ^ _MIX_2) ^ salt


@kernel("uint64(uint64, uint64)")
def probe(address: int, key: int) -> int:
    """The data for the position with hash `key`, or 0 if there is none. `address` is the address of its first slot."""
    data = load(address + _8)
    if load(address) ^ data == key:
        return data
    address ^= _OTHER_PLACE
    data = load(address + _8)
    return data if load(address) ^ data == key else ZERO


@kernel("int64(int64, int64)")
def draft(depth: int, selectivity: int) -> int:
    """Combine depth and selectivity into one number. Drafts compare by depth first, then by selectivity."""
    return depth << 8 | selectivity


@kernel("uint64(int64, int64, uint64, uint64, int64, int64)")
def packed(lower: int, upper: int, best: int, second: int, draft: int, generation: int) -> int:
    """Pack the data of an entry into one word."""
    bounds = unsigned(lower + _OFFSET) | unsigned(upper + _OFFSET) << _8
    return bounds | best << _16 | second << _24 | unsigned(draft) << _32 | unsigned(generation) << _48


@kernel("int64(uint64)")
def draft_of(data: int) -> int:
    """The draft of the search that determined the bounds."""
    return signed(data >> _32 & _DRAFT)


@kernel("boolean(uint64, int64, int64)")
def is_enough(data: int, depth: int, selectivity: int) -> bool:
    """Return whether the bounds are reliable enough to replace a search with this depth and selectivity."""
    return draft_of(data) >> 8 >= depth and draft_of(data) & 255 >= selectivity


@kernel("int64(uint64)")
def lower_bound(data: int) -> int:
    """The lower bound of the position's score, from an entry's data."""
    return signed(data & _BYTE) - _OFFSET


@kernel("int64(uint64)")
def upper_bound(data: int) -> int:
    """The upper bound of the position's score, from an entry's data."""
    return signed(data >> _8 & _BYTE) - _OFFSET


@kernel("uint64(uint64)")
def best_move(data: int) -> int:
    """The best move found by the latest search, or NO_MOVE."""
    return data >> _16 & _BYTE


@kernel("uint64(uint64)")
def second_move(data: int) -> int:
    """The best move found by an earlier search, or NO_MOVE."""
    return data >> _24 & _BYTE


@kernel("void(uint64, uint64, uint64)")
def record(address: int, key: int, data: int) -> None:
    """Store a position's data in its first slot or, if that slot has a deeper entry, in its second.

    Entries from earlier generations do not count as deeper. If the deeper entry is for the same position, nothing is
    stored.
    """
    there = load(address + _8)
    deeper = draft_of(there) > draft_of(data) and there >> _48 == data >> _48
    if deeper:
        if load(address) ^ there == key:
            return
        address ^= _OTHER_PLACE
    store(address, key ^ data)
    store(address + _8, data)
