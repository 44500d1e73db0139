"""The part of a transposition table that is in memory."""

import ctypes
import sys

import pytest

from outflank.search.table import Table

_PAGE = 4096  # bytes

linux_only = pytest.mark.skipif(sys.platform != "linux", reason="asks Linux for what is in memory")


def share_in_memory(table: Table) -> float:
    """The share of a table's pages that the system has given memory for."""
    start = table.address + _PAGE - 1 & -_PAGE
    vector = ctypes.create_string_buffer(table.n_bytes // _PAGE - 1)
    assert ctypes.CDLL(None).mincore(ctypes.c_void_p(start), ctypes.c_size_t(len(vector) * _PAGE), vector) == 0
    return sum(byte[0] & 1 for byte in zip(vector.raw, strict=True)) / len(vector)
