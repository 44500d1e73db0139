"""Run tasks in other processes or on other computers: the interface of all executors, and a local pool of processes.

Neither `loky` nor Dask's executor could replace this package: `loky` abandons all tasks when one process dies, Dask's
executor gives all tasks the same priority, and neither of them can watch a task.
"""

from outflank.workers.executor import Workers
from outflank.workers.pool import NotStartedError, ProcessPool, Watch, heed_stop, tell_watch, watched_task

__all__ = ["NotStartedError", "ProcessPool", "Watch", "Workers", "heed_stop", "tell_watch", "watched_task"]
