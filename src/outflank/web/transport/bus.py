"""Messages between the processes of a server, in Redis.

Each process reads one Redis stream, and writes to the streams of others. `Outbox` collects the messages of a moment
into one entry. The entries of a sender are numbered, so a reader notices if one is missing.
"""

import asyncio
import hashlib
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Any, NamedTuple

from redis import Redis
from redis.asyncio import Redis as AsyncRedis
from redis.exceptions import RedisError

from outflank.errors import OutflankError, excerpt

BEAT = 2.0
"""Seconds between two signs of life of a process."""

SILENCE = 8.0
"""Seconds without a sign of life after which a process counts as gone."""

OPEN, TEXT, CLOSE = "open", "text", "close"
"""The verbs of messages: a page has connected (with its address and user), says or hears a text, or is gone."""

MOST_ITEMS = 512
"""Maximum number of messages in an entry."""

_LONGEST = 5_000  # entries of a stream; a reader that is further behind loses some, and notices
_EXPIRY = 120  # seconds for which a stream stays that nobody writes to
_MOST_UNSENT = 100_000  # messages that wait to be sent
_BLOCK_MS = 1000
_PATIENCE = 5.0  # seconds for Redis to answer
_CONNECT = 2.0
_CANCEL_AGAIN = 0.1


class BusError(OutflankError):
    """Raised if messages cannot be sent, or if some have been lost."""


class Entry(NamedTuple):
    """Several messages from one process, in order."""

    sender: str
    number: int
    items: list[str]


class Bus:
    """A connection to Redis for one server. Servers with other games do not hear of each other.

    Every method raises BusError if Redis does not answer.
    """

    def __init__(self, url: str, games: str):
        """`games` identifies the server: all processes with the same games belong to it.

        Raises OutflankError if the URL is invalid, or if there is no Redis.
        """
        self.prefix = f"outflank:{hashlib.sha256(games.encode()).hexdigest()[:16]}"
        self._shown = excerpt(url.rpartition("@")[2].removeprefix("redis://"), 60)
        try:
            self._waiting = Redis.from_url(
                url, decode_responses=True, socket_connect_timeout=_CONNECT, socket_timeout=_CONNECT
            )
            self._waiting.ping()
            self._redis = AsyncRedis.from_url(
                url, decode_responses=True, socket_connect_timeout=_CONNECT, socket_timeout=_PATIENCE
            )
        except (RedisError, ValueError, OSError) as error:
            raise OutflankError("cannot use Redis at {place}: {reason}", place=self._shown, reason=error) from None

    async def append(self, stream: str, sender: str, number: int, items: Sequence[str]) -> None:
        """Add an entry to a stream."""
        fields = {"sender": sender, "number": str(number), **{f"i{at}": item for at, item in enumerate(items)}}
        key = f"{self.prefix}:{stream}"
        with _checked(self._shown):
            async with self._redis.pipeline(transaction=False) as commands:
                commands.xadd(key, fields, maxlen=_LONGEST)  # type: ignore[arg-type]
                commands.expire(key, _EXPIRY)
                await commands.execute()

    async def read(self, stream: str) -> AsyncIterator[Entry]:
        """Yield the entries of a stream from its beginning."""
        key, last = f"{self.prefix}:{stream}", "0"
        while True:
            with _checked(self._shown):
                found: Any = await self._redis.xread({key: last}, block=_BLOCK_MS)
            if not found:
                continue
            ((_, entries),) = found
            last = entries[-1][0]
            for _, fields in entries:
                sender, number = fields.pop("sender"), int(fields.pop("number"))
                yield Entry(sender, number, list(fields.values()))

    async def announce(self, owner: str) -> None:
        """Publish the name of the process that has the games. The process has to repeat it every few seconds."""
        with _checked(self._shown):
            await self._redis.set(f"{self.prefix}:owner", owner, px=round(1000 * SILENCE))

    async def withdraw(self, owner: str) -> None:
        """Take back an announcement, unless another process has made one since."""
        if await self.owner() == owner:
            with _checked(self._shown):
                await self._redis.delete(f"{self.prefix}:owner")

    async def owner(self) -> str:
        """The name of the process that has the games; empty if there is none."""
        with _checked(self._shown):
            return str(await self._redis.get(f"{self.prefix}:owner") or "")

    def give(self, key: str, value: str, seconds: float) -> None:
        """Store a value that any process can take within this time. This waits for Redis."""
        with _checked(self._shown):
            self._waiting.set(f"{self.prefix}:given:{key}", value, px=round(1000 * seconds))

    def take(self, key: str) -> str | None:
        """Remove and return a value that a process has given; None if it is gone. This waits for Redis."""
        with _checked(self._shown):
            taken = self._waiting.getdel(f"{self.prefix}:given:{key}")
        return None if taken is None else str(taken)

    async def close(self) -> None:
        """Close all connections to Redis."""
        with suppress(RedisError, OSError):
            self._waiting.close()
            await self._redis.aclose()


@contextmanager
def _checked(shown: str) -> Iterator[None]:
    """Turn the faults of Redis into BusError."""
    try:
        yield
    except (RedisError, OSError, TimeoutError) as error:
        raise BusError("Redis at {place} does not answer: {reason}", place=shown, reason=error) from None


async def end(*tasks: "asyncio.Task[None]") -> None:
    """Cancel tasks that use Redis, and wait until they have ended. Its library may swallow a cancellation."""
    while pending := [task for task in tasks if not task.done()]:
        for task in pending:
            task.cancel()
        await asyncio.wait(pending, timeout=_CANCEL_AGAIN)


class Outbox:
    """Messages to one stream. Those of a moment travel together; equal texts to several pages travel once."""

    def __init__(self, bus: Bus, stream: str, sender: str):
        self._bus, self._stream, self._sender = bus, stream, sender
        self._items: list[tuple[str, list[int], str]] = []
        self._at: dict[str, int] = {}  # the item with a text
        self._last: dict[int, int] = {}  # a page's last item, which its next one must not overtake
        self._is_wanted = asyncio.Event()

    def put(self, verb: str, page: int, text: str = "") -> None:
        """Queue a message of or to a page. Raises BusError if too many wait."""
        at = self._at.get(text, -1) if verb == TEXT else -1
        if at > self._last.get(page, -1):
            self._items[at][1].append(page)
        else:
            if len(self._items) >= _MOST_UNSENT:
                raise BusError("too many messages wait for another process")
            at = len(self._items)
            self._items.append((verb, [page], text))
            if verb == TEXT:
                self._at[text] = at
        self._last[page] = at
        self._is_wanted.set()

    async def run(self) -> None:
        """Send all messages, and a sign of life if there are none, until a BusError."""
        number = 0
        while True:
            with suppress(TimeoutError):
                async with asyncio.timeout(BEAT):
                    await self._is_wanted.wait()
            self._is_wanted.clear()
            items, self._items, self._at, self._last = self._items, [], {}, {}
            texts = [f"{verb} {','.join(map(str, pages))} {text}" for verb, pages, text in items]
            for start in range(0, max(1, len(texts)), MOST_ITEMS):
                await self._bus.append(self._stream, self._sender, number, texts[start : start + MOST_ITEMS])
                number += 1


def parts_of(item: str) -> tuple[str, list[int], str]:
    """The verb, the pages and the text of a message."""
    verb, pages, text = item.split(" ", 2)
    return verb, [int(page) for page in pages.split(",")], text
