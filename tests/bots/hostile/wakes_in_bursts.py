"""Thinks a little in each of its opponent's turns: a timer wakes it, and it stops itself before that is much."""

import ctypes
import os
import signal
import time

LIBC = ctypes.CDLL(None, use_errno=True)
ENDS = [0.0]


class Event(ctypes.Structure):
    _fields_ = (
        ("value", ctypes.c_void_p),
        ("signo", ctypes.c_int),
        ("notify", ctypes.c_int),
        ("pad", ctypes.c_byte * 48),
    )


def think(*_):
    began = time.process_time()
    while time.process_time() - began < 0.06 and time.monotonic() < ENDS[0]:
        pass
    if time.monotonic() < ENDS[0]:
        os.kill(os.getpid(), signal.SIGSTOP)


def choose(position):
    signal.signal(signal.SIGCONT, think)
    timer, event = ctypes.c_void_p(), Event(signo=signal.SIGCONT, notify=0)
    LIBC.timer_create(1, ctypes.byref(event), ctypes.byref(timer))
    LIBC.timer_settime(timer, 0, (ctypes.c_long * 4)(0, 0, 0, 150_000_000), None)
    ENDS[0] = time.monotonic() + 0.4
    return position.legal_moves[0]
