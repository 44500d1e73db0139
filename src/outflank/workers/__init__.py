"""Work that is given to others: what all who take it have in common, and processes of this machine that do."""

from outflank.workers.executor import Workers
from outflank.workers.pool import ProcessPool, Watch, tell_watch

__all__ = ["ProcessPool", "Watch", "Workers", "tell_watch"]
