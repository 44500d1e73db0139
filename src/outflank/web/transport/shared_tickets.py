"""Tickets for imports and exports that any process of a server accepts."""

import json
import secrets
import time

from outflank.web.pages.file_transfer import GOOD_FOR, Ticket, Tickets
from outflank.web.shares import ADDRESS
from outflank.web.transport.bus import Bus


class SharedTickets(Tickets):
    """The tickets that have not been used yet, in Redis."""

    def __init__(self, bus: Bus):
        super().__init__()
        self._bus = bus

    def give(self, person: str, to: str, format_: str = "") -> str:
        """Create the key for one request. Raises BusError if Redis does not answer."""
        key = secrets.token_urlsafe(24)
        self._bus.give(key, json.dumps([person, to, format_, ADDRESS.get()]), GOOD_FOR)
        return key

    def take(self, key: str, to: str) -> Ticket | None:
        """Remove and return the ticket for a key. Returns None if the key is unknown or has expired."""
        found = self._bus.take(key)
        if found is None:
            return None
        person, use, format_, address = json.loads(found)
        return Ticket(person, use, format_, time.monotonic() + GOOD_FOR, address) if use == to else None
