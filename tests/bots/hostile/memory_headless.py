"""Takes shared memory in a process whose first thread has ended."""

import ctypes
import mmap
import os
import threading
import time

EXIT = {"x86_64": 60, "aarch64": 93}[os.uname().machine]  # the call that ends a thread


def hold():
    kept = []
    while True:
        kept.append(mmap.mmap(-1, 8_000_000))
        kept[-1].write(b"x" * 8_000_000)
        time.sleep(0.002)


def choose(position):
    if os.fork() == 0:
        threading.Thread(target=hold).start()
        ctypes.CDLL(None).syscall(EXIT, 0)
    time.sleep(1000)
