import asyncio
from types import SimpleNamespace

import pytest

from outflank.errors import OutflankError
from outflank.web.engines.long_work import Work
from tests.web.conftest import run


class Pool(SimpleNamespace):
    """A pool whose jobs are done at once."""

    is_full = False

    async def run(self, job, _tell=None):
        return {"moves": [], "of": job["do"]}


@pytest.mark.parametrize("fails", [False, True])
def test_what_was_found_is_kept_and_told_even_if_it_cannot_be_kept(fails):
    sent, kept = [], []

    def keep(done):
        kept.append(done)
        if fails:
            raise OutflankError("the review could not be kept: disk full")

    async def script():
        work = Work(Pool(), None, sent.append)
        work.begin("review", 7, {"do": "review"}, {}, then=keep)
        await asyncio.sleep(0.05)

    run(script())
    found = {"moves": [], "of": "review"}
    assert kept == [found]
    assert sent == [{"type": "review", "re": 7, "done": found}]
