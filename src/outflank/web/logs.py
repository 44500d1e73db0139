"""The server's log, with one line per event.

An event contains its name, its time and the fields in `Fields`. The log never contains client addresses, names or user
input. Game ids are shortened, because anybody who knows a complete id can open the game.
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
_EACH = 10.0  # seconds over which dropped connections are counted together
_SHOWN = 8  # logged characters of a game's id: enough to find the game in a list, too few to open it


class Fields(TypedDict, total=False):
    """The possible fields of an event. `players` contains registry names, and `seconds` is a duration."""

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
    """Log an event. `fault` is the exception that caused it, if there was one."""
    if not _log.isEnabledFor(level):
        return
    shown: dict[str, Any] = dict(fields)
    if "game" in shown:
        shown["game"] = shown["game"][:_SHOWN]
    if "seconds" in shown:
        shown["seconds"] = round(shown["seconds"], 3)
    _log.log(level, name, exc_info=fault, extra={"fields": shown})


@contextmanager
def kept(form: Format) -> Iterator[None]:
    """Context manager that sends this process's log to standard error.

    The ``text`` format logs only warnings and errors. The ``json`` format logs every event, one object per line.
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
    """Counts dropped connections, and logs the count for each reason at most once every 10 seconds."""

    def __init__(self) -> None:
        self._counts: dict[str, int] = {}
        self._logged_at: dict[str, float] = {}

    def note(self, reason: str) -> None:
        """Count a dropped connection."""
        self._counts[reason] = self._counts.get(reason, 0) + 1
        now = time.monotonic()
        if now - self._logged_at.get(reason, float("-inf")) >= _EACH:
            self._logged_at[reason] = now
            event(WARNING, "connections dropped", reason=reason, connections=self._counts.pop(reason))


dropped = Dropped()
"""The counter for this process."""


class _LineFormatter(logging.Formatter):
    """Formats a log record for people to read: the event, followed by its fields."""

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802
        fields = ", ".join(f"{name} {value}" for name, value in _fields(record).items())
        return f"outflank: {record.message}{f' ({fields})' if fields else ''}"


def _json() -> logging.Formatter:
    from pythonjsonlogger.json import JsonFormatter

    class Json(JsonFormatter):
        """Formats every log record as one line of JSON, including records from libraries."""

        def add_fields(self, log_data: dict[str, Any], record: logging.LogRecord, message_dict: dict[str, Any]) -> None:  # noqa: ARG002
            """Put the time, level and name of the event before its other fields."""
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
    """An exception's traceback and type. Its message is left out because it may quote user input."""
    return f"{''.join(traceback.format_tb(fault.__traceback__))}{type(fault).__name__}"
