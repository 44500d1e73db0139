"""Work for others: the common interface of all executors, and the processes of this machine.

`loky` and Dask's own executor cannot replace it: the first gives up everything when one process ends, the second has
one priority for all tasks, and neither lets anyone watch a task.
"""

from outflank.workers.executor import Workers
from outflank.workers.pool import NotStartedError, ProcessPool, Watch, heed_stop, tell_watch

__all__ = ["NotStartedError", "ProcessPool", "Watch", "Workers", "heed_stop", "tell_watch"]
