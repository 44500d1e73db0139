from concurrent.futures import Future

import pytest

from outflank.errors import OutflankError
from outflank.jit import INTERPRETED
from outflank.library import Library
from outflank.play import Limit
from outflank.sessions.reviewing import OUTCOMES, review_all
from tests.library.conftest import random_records

QUICK = Limit(1, exact_from=4)
"""A limit within which many games are reviewed in a second."""


def reviewed(*arguments, bad=None, **options):
    """The outcomes of some games, by the number of games; errors of bad ones go to a list."""
    bad = [] if bad is None else bad
    counts = dict.fromkeys(OUTCOMES, 0)
    for done in review_all(*arguments, **options):
        counts[done.outcome] += 1
        if done.error is not None:
            bad.append(done.error)
    return counts


class Here:
    """Workers who do all at once in this thread, behind the methods of a cluster."""

    def __init__(self):
        self.calls = []

    def submit(self, function, *arguments, priority=0):
        self.calls.append(arguments)
        future = Future()
        try:
            future.set_result(function(*arguments))
        except OutflankError as error:
            future.set_exception(error)
        return future

    def check(self):
        pass


@pytest.fixture
def workers():
    if INTERPRETED:
        pytest.skip("searches")
    return Here()


@pytest.fixture
def library():
    """Twelve games between people."""
    with Library.open(None) as found:
        found.add(random_records(12))
        yield found
