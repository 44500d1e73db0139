"""The server's log: what happens to it and on it, one line an event, for whoever runs it.

`Fields` are all that an event may carry besides its name and the time. Addresses, names and texts of people are not
among them, and of the id of a game, which is all one needs to open it, only the beginning is.
"""

import logging
import sys
import time
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import Any, Literal, TypedDict, Unpack

Format = Literal["text", "json"]

DEBUG, INFO, WARNING, ERROR = logging.DEBUG, logging.INFO, logging.WARNING, logging.ERROR

_log = logging.getLogger("outflank.web")
_EACH = 10.0  # seconds for which connections that were let go are added up
_SHOWN = 8  # characters of the id of a game: enough to find it among one's own, not to open it


class Fields(TypedDict, total=False):
    """What an event may carry. `players` are names of the registry, `seconds` how long something took."""

    address: str
    connection: int
    connections: int
    game: str
    kind: str
    players: list[str]
    result: str
    job: str
    message: str
    reason: str
    seconds: float
    messages: int
    moves: int
    pages: int
    games: int


def event(level: int, name: str, *, fault: BaseException | None = None, **fields: Unpack[Fields]) -> None:
    """Write an event into the log; `fault` is the exception that it tells of."""
    if not _log.isEnabledFor(level):
        return
    told: dict[str, Any] = dict(fields)
    if "game" in told:
        told["game"] = told["game"][:_SHOWN]
    if "seconds" in told:
        told["seconds"] = round(told["seconds"], 3)
    _log.log(level, name, exc_info=fault, extra={"fields": told})


@contextmanager
def kept(form: Format) -> Iterator[None]:
    """Within this, the log of this process goes to standard error.

    As ``text`` it holds warnings and errors only, as ``json`` all that happens, one object a line.
    """
    root = logging.getLogger()
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(_json() if form == "json" else _LineFormatter())
    before = _log.level
    _log.setLevel(INFO if form == "json" else WARNING)
    root.addHandler(handler)
    try:
        yield
    finally:
        root.removeHandler(handler)
        _log.setLevel(before)


class Dropped:
    """Writes into the log how many connections were let go, at most once in some seconds for each reason."""

    def __init__(self) -> None:
        self._counts: dict[str, int] = {}
        self._told: dict[str, float] = {}

    def note(self, reason: str) -> None:
        """One more was let go."""
        self._counts[reason] = self._counts.get(reason, 0) + 1
        now = time.monotonic()
        if now - self._told.get(reason, float("-inf")) >= _EACH:
            self._told[reason] = now
            event(WARNING, "connections dropped", reason=reason, connections=self._counts.pop(reason))


dropped = Dropped()
"""Of this process."""


class _LineFormatter(logging.Formatter):
    """A line for people: the event, then its fields."""

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802
        fields = ", ".join(f"{name} {value}" for name, value in _fields(record).items())
        return f"outflank: {record.message}{f' ({fields})' if fields else ''}"


def _json() -> logging.Formatter:
    from pythonjsonlogger.json import JsonFormatter

    class Json(JsonFormatter):
        """One object a line, also of what libraries log."""

        def add_fields(self, log_data: dict[str, Any], record: logging.LogRecord, message_dict: dict[str, Any]) -> None:  # noqa: ARG002
            """Time, level and name of the event come first."""
            log_data["time"] = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")
            log_data["level"] = record.levelname.lower()
            log_data["event"] = record.getMessage().partition("\n")[0]
            log_data.update(_fields(record))
            if record.exc_info and record.exc_info[1] is not None:
                log_data["fault"] = _without_values(record.exc_info[1])

    return Json()


def _fields(record: logging.LogRecord) -> dict[str, Any]:
    fields: dict[str, Any] = vars(record).get("fields", {})
    return fields


def _without_values(fault: BaseException) -> str:
    """Where an exception was raised and of what type it is; its message may quote what somebody typed."""
    return f"{''.join(traceback.format_tb(fault.__traceback__))}{type(fault).__name__}"
