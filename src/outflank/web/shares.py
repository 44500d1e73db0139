"""Fair sharing of the server's resources among network addresses.

As long as the resources suffice, nobody is limited. Under load, the address that occupies the most places has to wait
or give one up. Behind a proxy that hides client addresses, all users count as a single address.
"""

import asyncio
import ipaddress
from collections import Counter, deque
from collections.abc import Iterable
from contextvars import ContextVar
from typing import Any

_ONE_HOUSEHOLD = 64  # prefix length in bits: a household gets all IPv6 addresses with the same prefix

ADDRESS: ContextVar[str] = ContextVar("address", default="")
"""The network address (see `network`) of the page whose message is being handled.

It is never logged or stored.
"""


def network(client: Any) -> str:
    """A client's network address, taken from its host and port; empty if it is unknown.

    An IPv6 address is replaced by the network of its household.
    """
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
    """The address that occupies the most places."""
    return Counter(held).most_common(1)[0][0]


def giving_way(held: Iterable[str], address: str) -> str | None:
    """The address that has to give up a place for `address` when all places are occupied.

    Returns None unless some address occupies at least two more places than `address`.
    """
    counts = Counter(held)
    most = busiest(counts.elements()) if counts else address
    return most if counts[most] > counts[address] + 1 else None


def has_share(held: Iterable[str], size: int, address: str) -> bool:
    """True if an address may occupy another of the `size` places.

    It needs more free places than it already occupies.
    """
    counts = Counter(held)
    return counts[address] < size - counts.total()


class Turns:
    """A semaphore with `size` places. Each address has a separate queue, and the queues take turns."""

    def __init__(self, size: int):
        self._free = size
        self._waiting: dict[str, deque[asyncio.Future[None]]] = {}  # in the order in which the addresses are served

    def locked(self) -> bool:
        """True if all places are occupied."""
        return self._free == 0

    async def acquire(self) -> None:
        """Wait for a free place and occupy it."""
        if self._free:
            self._free -= 1
            return
        address, turn = ADDRESS.get(), asyncio.get_running_loop().create_future()
        self._waiting.setdefault(address, deque()).append(turn)
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():  # it was given a place at the same moment
                self.release()
            else:
                self._forget(address, turn)
            raise

    def release(self) -> None:
        """Free a place, or pass it to the next waiter if there is one."""
        while self._waiting:
            address = next(iter(self._waiting))
            turns = self._waiting.pop(address)
            turn = turns.popleft()
            if turns:
                self._waiting[address] = turns  # to the back of the queue
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
