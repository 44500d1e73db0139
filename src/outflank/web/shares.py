"""Shares of what the server has, by the addresses that people come from, so that none of them keeps out the others.

Nobody is limited while there is enough. If there is not, the address that has most waits, or gives way. A server that
cannot tell addresses apart, as behind a proxy that does not pass them on, serves everybody as one.
"""

import asyncio
import ipaddress
from collections import Counter, deque
from collections.abc import Iterable
from contextvars import ContextVar
from typing import Any

_ONE_HOUSEHOLD = 64  # bits of an address of IPv6: who has one has all that begin with them

ADDRESS: ContextVar[str] = ContextVar("address", default="")
"""That of the page whose message is being answered, as `network` gives it; it is never logged or kept."""


def network(client: Any) -> str:
    """The address of a client (host and port), or the network that is one household's; empty if it is not known."""
    host = str(client[0]) if client else ""
    try:
        address = ipaddress.ip_address(host.partition("%")[0])
    except ValueError:
        return host
    if isinstance(address, ipaddress.IPv6Address):
        if address.ipv4_mapped is not None:
            return str(address.ipv4_mapped)
        return str(ipaddress.ip_network((address, _ONE_HOUSEHOLD), strict=False))
    return host


def busiest(held: Iterable[str]) -> str:
    """The address that has most of the places `held`."""
    return Counter(held).most_common(1)[0][0]


def giving_way(held: Iterable[str], address: str) -> str | None:
    """The address that gives way to another one where all places are `held`; None if none has two more than that."""
    counts = Counter(held)
    most = busiest(counts.elements()) if counts else address
    return most if counts[most] > counts[address] + 1 else None


def has_share(held: Iterable[str], size: int, address: str) -> bool:
    """True if an address may have another one of `size` places: if it has no more of them than are free."""
    counts = Counter(held)
    return counts[address] < size - counts.total()


class Turns:
    """Places for some at once. Those who wait get one by turns of their addresses, each in order."""

    def __init__(self, size: int):
        self._free = size
        self._waiting: dict[str, deque[asyncio.Future[None]]] = {}  # whose turn is next first

    def locked(self) -> bool:
        """True if there is no place."""
        return self._free == 0

    async def acquire(self) -> None:
        """Return with a place."""
        if self._free:
            self._free -= 1
            return
        address, turn = ADDRESS.get(), asyncio.get_running_loop().create_future()
        self._waiting.setdefault(address, deque()).append(turn)
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():  # it was given a place in the same moment
                self.release()
            else:
                self._forget(address, turn)
            raise

    def release(self) -> None:
        """Give a place back, to the next who waits."""
        while self._waiting:
            address = next(iter(self._waiting))
            turns = self._waiting.pop(address)
            turn = turns.popleft()
            if turns:
                self._waiting[address] = turns  # behind the others
            if not turn.done():
                turn.set_result(None)
                return
        self._free += 1

    def _forget(self, address: str, turn: asyncio.Future[None]) -> None:
        turns = self._waiting.get(address, deque())
        if turn in turns:
            turns.remove(turn)
        if not turns:
            self._waiting.pop(address, None)

    async def __aenter__(self) -> None:
        await self.acquire()

    async def __aexit__(self, *_: object) -> None:
        self.release()
