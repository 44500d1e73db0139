"""The process in which engines work, with its streams in memory."""

import json
import queue
import threading
import time

import pytest

from outflank.text import loads
from outflank.web.engines import jobs
from outflank.web.engines.worker import JobRunner


class Streams:
    """Commands that go in, answers that come out; the commands never end, as that would end the process."""

    def __init__(self):
        self.commands, self.answers = queue.SimpleQueue(), queue.SimpleQueue()
        self.write = self.answers.put
        threading.Thread(target=lambda: JobRunner(self, self).run(), daemon=True).start()
        assert "ready" in self.hear()

    def __iter__(self):
        return iter(self.commands.get, None)

    def flush(self):
        pass

    def say(self, **command):
        self.commands.put(json.dumps(command))

    def hear(self):
        return loads(self.answers.get(timeout=60))


@pytest.fixture
def streams(monkeypatch):
    monkeypatch.setattr(jobs, "do", lambda job, tell, on_stop: JOBS[job["do"]](tell, on_stop))
    return Streams()


def deaf_until_it_begins(tell, on_stop):
    """A job with a search that does not hear a stop before it has begun."""
    begun, stopped = threading.Event(), threading.Event()
    on_stop(lambda: stopped.set() if begun.is_set() else None)
    tell({"ready": True})
    time.sleep(0.05)
    begun.set()
    return {"heard": stopped.wait(60)}


def quick(_tell, _on_stop):
    return {"heard": False}


JOBS = {"search": deaf_until_it_begins, "quick": quick}


def test_stop_that_comes_before_the_search_is_said_again(streams):
    streams.say(job=1, do="search")
    assert streams.hear() == {"job": 1, "found": {"ready": True}}
    began = time.monotonic()
    streams.say(stop=1)
    assert streams.hear() == {"job": 1, "stopped": True}
    assert time.monotonic() - began < 30


def test_stop_of_one_job_does_not_stop_the_next(streams):
    streams.say(job=1, do="search")
    streams.say(stop=1)
    streams.say(job=2, do="quick")
    heard = [streams.hear()]
    while heard[-1].get("job") == 1:
        heard.append(streams.hear())
    assert {"job": 1, "stopped": True} in heard
    assert heard[-1] == {"job": 2, "done": {"heard": False}}


def test_job_that_was_stopped_before_it_began_is_not_done(streams):
    streams.say(job=1, do="search")
    streams.say(job=2, do="search")
    streams.say(stop=2)
    streams.say(stop=1)
    heard = []
    while {"job": 2, "stopped": True} not in heard:
        heard.append(streams.hear())
    assert {"job": 2, "found": {"ready": True}} not in heard
