"""Work that is given to others: what all who take it have in common, and processes of this machine that do.

`loky` and Dask's own executor were looked at, and cannot take their place: the first gives up everything when one
process ends, the second has one priority for all tasks, and neither lets anyone watch a task.
"""

from outflank.workers.executor import Workers
from outflank.workers.pool import NotStartedError, ProcessPool, Watch, heed_stop, tell_watch

__all__ = ["NotStartedError", "ProcessPool", "Watch", "Workers", "heed_stop", "tell_watch"]
