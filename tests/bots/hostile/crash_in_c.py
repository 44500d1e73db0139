"""Ends by a fault of memory."""

import ctypes


def choose(position):
    ctypes.string_at(0)
