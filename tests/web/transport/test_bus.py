"""Messages between processes in Redis: in order, together, complete, and bounded."""

import asyncio

import pytest
from hypothesis import given
from hypothesis import strategies as st

pytest.importorskip("redis", reason="several processes need outflank[redis]")

from outflank.errors import OutflankError
from outflank.web.transport import bus
from outflank.web.transport.bus import Bus, BusError, Outbox, parts_of
from tests.web.conftest import run


class Recorder:
    """A bus that notes what is appended to it."""

    def __init__(self):
        self.entries = []

    async def append(self, stream, sender, number, items):
        self.entries.append((stream, sender, number, list(items)))


async def sent(messages):
    """What an outbox appends for messages of one moment."""
    recorder = Recorder()
    outbox = Outbox(recorder, "stream", "me")
    for message in messages:
        outbox.put(*message)
    sending = asyncio.ensure_future(outbox.run())
    while not recorder.entries:
        await asyncio.sleep(0)
    await bus.end(sending)
    return recorder.entries


texts = st.tuples(st.just(bus.TEXT), st.integers(1, 4), st.sampled_from(["a", "b b", "", '{"c": "1,2 d"}']))
others = st.tuples(st.sampled_from([bus.OPEN, bus.CLOSE]), st.integers(1, 4), st.sampled_from(["", "1013 full"]))


@given(st.lists(texts | others, min_size=1, max_size=30))
def test_each_page_gets_its_messages_in_order(messages):
    ((_, _, _, items),) = run(sent(messages))
    got = [(verb, page, text) for verb, pages, text in map(parts_of, items) for page in pages]
    for page in range(1, 5):
        assert [each for each in got if each[1] == page] == [each for each in messages if each[1] == page]


def test_a_text_to_many_pages_travels_once():
    ((_, _, _, items),) = run(sent([(bus.TEXT, page, "the game") for page in range(100)]))
    assert len(items) == 1
    assert parts_of(items[0])[1] == list(range(100))


def test_entries_are_numbered_and_bounded():
    entries = run(sent([(bus.CLOSE, page) for page in range(bus.MOST_ITEMS + 1)]))
    assert entries[0][1:3] == ("me", 0)
    assert len(entries[0][3]) == bus.MOST_ITEMS


def test_an_outbox_that_nobody_empties_is_bounded(monkeypatch):
    monkeypatch.setattr(bus, "_MOST_UNSENT", 3)

    async def fill():
        outbox = Outbox(Recorder(), "stream", "me")
        for page in range(3):
            outbox.put(bus.CLOSE, page)
        outbox.put(bus.CLOSE, 4)

    with pytest.raises(BusError, match="too many messages wait"):
        run(fill())


def test_entries_arrive_in_another_process(redis):
    async def talk():
        here, there = Bus(redis.url, "games"), Bus(redis.url, "games")
        await here.append("stream", "me", 0, ["text 1 a", "text 1 b"])
        await here.append("stream", "me", 1, [])
        got = []
        async for entry in there.read("stream"):
            got.append(entry)
            if len(got) == 2:
                break
        await here.close()
        await there.close()
        return got

    assert run(talk()) == [("me", 0, ["text 1 a", "text 1 b"]), ("me", 1, [])]


def test_servers_with_other_games_do_not_hear_of_each_other(redis):
    async def owners():
        one, other = Bus(redis.url, "games"), Bus(redis.url, "more games")
        await one.announce("first")
        found = await one.owner(), await other.owner()
        await one.close()
        await other.close()
        return found

    assert run(owners()) == ("first", "")


def test_a_value_is_taken_once(redis):
    here, there = Bus(redis.url, "games"), Bus(redis.url, "games")
    here.give("key", "value", 60)
    assert [there.take("key"), there.take("key"), here.take("other")] == ["value", None, None]


@pytest.mark.parametrize(
    ("url", "reason"),
    [
        ("unix:///nowhere/redis.sock", "No such file"),
        ("redis://127.0.0.1:1", "refused"),
        ("http://127.0.0.1", "scheme"),
        ("redis://user:secret@127.0.0.1:1/0", "refused"),
        ("", "scheme"),
    ],
)
def test_a_bad_address_is_one_clear_line(url, reason):
    with pytest.raises(OutflankError, match=reason) as caught:
        Bus(url, "games")
    words = str(caught.value)
    assert words.startswith("cannot use Redis at")
    assert "\n" not in words
    assert "secret" not in words


def test_a_server_that_is_gone_is_an_error(redis):
    async def ask():
        there = Bus(redis.url, "games")
        redis.stop()
        try:
            with pytest.raises(BusError, match="does not answer"):
                await there.owner()
            with pytest.raises(BusError, match="does not answer"):
                there.take("key")
        finally:
            redis.start()
        assert await there.owner() == ""
        await there.close()

    run(ask())
