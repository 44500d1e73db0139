"""Runs tasks elsewhere: the common interface for executors, and a pool of processes on this machine.

Neither `loky` nor Dask's own executor can replace this package: `loky` abandons all tasks when one process dies, Dask's
executor gives all tasks the same priority, and neither can watch a task.
"""

from outflank.workers.executor import Workers
from outflank.workers.pool import NotStartedError, ProcessPool, Watch, heed_stop, tell_watch

__all__ = ["NotStartedError", "ProcessPool", "Watch", "Workers", "heed_stop", "tell_watch"]
