"""News for many pages: differences, at most once in a while."""

import asyncio

from outflank.text import loads
from outflank.web.club.feed import Feed
from tests.web.conftest import run


def test_changes_are_sent_together_as_differences():
    async def talk():
        feed, heard = Feed("news", 0.01), []
        page = heard.append
        feed.put("a", {"id": "a", "n": 0})
        whole = feed.follow(page)
        for n in range(100):
            feed.put("a", {"id": "a", "n": n})
            feed.put("b", {"id": "b", "n": n})
            feed.put("c", {"id": "c"})
        feed.remove("c")
        while not heard:
            await asyncio.sleep(0.01)
        feed.leave(page)
        feed.put("d", {"id": "d"})
        await asyncio.sleep(0.05)
        feed.close()
        return whole, [loads(text) for text in heard]

    whole, (event,) = run(talk())
    assert (whole["whole"], whole["entries"]) == (True, [{"id": "a", "n": 0}])
    assert event == {
        "type": "news", "whole": False, "entries": [{"id": "a", "n": 99}, {"id": "b", "n": 99}], "gone": ["c"],
    }  # fmt: skip


def test_no_change_sends_nothing():
    async def talk():
        feed, heard = Feed("news", 0.01), []
        feed.put("a", {"id": "a"})
        await asyncio.sleep(0.05)
        feed.follow(heard.append)
        feed.put("a", {"id": "a"})
        feed.remove("b")
        await asyncio.sleep(0.05)
        return heard

    assert run(talk()) == []


def test_number_of_followers_is_sent_when_it_changes():
    async def talk():
        feed, heard = Feed("news", 0.01), []
        feed.more = lambda: {"people": feed.n_people}
        feed.follow(heard.append)
        feed.follow(other := [].append)
        while not heard:
            await asyncio.sleep(0.01)
        feed.leave(other)
        while len(heard) < 2:
            await asyncio.sleep(0.01)
        feed.leave(other)
        await asyncio.sleep(0.05)
        return [loads(text)["people"] for text in heard]

    assert run(talk()) == [2, 1]


def test_two_pages_of_a_person_count_once():
    async def talk():
        feed = Feed("news", 0.01)
        for person in ("ann", "ann", "bob", "", ""):
            feed.follow([].append, person)
        return feed.n_people

    assert run(talk()) == 4
