import os

import pytest

from tests.contracts.hosted import check_no_process_is_left
from tests.ending import descendants


@pytest.fixture(autouse=True)
def nothing_left():
    before = descendants(os.getpid())
    yield
    check_no_process_is_left(before)
