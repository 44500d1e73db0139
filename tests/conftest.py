import signal

import pytest
from hypothesis import settings

from outflank.jit import INTERPRETED

settings.register_profile("outflank", deadline=None, max_examples=50 if INTERPRETED else 100)
settings.load_profile("outflank")

# A shell has what runs in its background ignore Ctrl-C, and so would all that the tests start there.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture
def local_cluster():
    """A Dask cluster of two workers, processes of their own; one that is killed is not replaced at once."""
    distributed = pytest.importorskip("distributed", reason="needs the extra cluster")
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None, silence_logs=50
    ) as found:
        yield found
