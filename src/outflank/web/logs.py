"""The server's log for its operator, one line per event.

Apart from its name and time, an event carries only the fields in `Fields`: no client addresses, no names, and nothing
that users typed. Game ids are truncated, because a full id opens the game.
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
    """The fields of an event. `players` contains registry names; `seconds` is a duration."""

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
    """Log an event; `fault` is the exception behind it, if there is one."""
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
    """Send this process's log to standard error within the block.

    ``text`` logs warnings and errors only; ``json`` logs every event, one object per line.
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
    """A counter of dropped connections, which logs them at most once every 10 seconds for each reason."""

    def __init__(self) -> None:
        self._counts: dict[str, int] = {}
        self._logged_at: dict[str, float] = {}

    def note(self, reason: str) -> None:
        """Count one more dropped connection."""
        self._counts[reason] = self._counts.get(reason, 0) + 1
        now = time.monotonic()
        if now - self._logged_at.get(reason, float("-inf")) >= _EACH:
            self._logged_at[reason] = now
            event(WARNING, "connections dropped", reason=reason, connections=self._counts.pop(reason))


dropped = Dropped()
"""This process's counter."""


class _LineFormatter(logging.Formatter):
    """A formatter for human readers: first the event, then its fields."""

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802
        fields = ", ".join(f"{name} {value}" for name, value in _fields(record).items())
        return f"outflank: {record.message}{f' ({fields})' if fields else ''}"


def _json() -> logging.Formatter:
    from pythonjsonlogger.json import JsonFormatter

    class Json(JsonFormatter):
        """A formatter that writes one JSON object per line, also for log records from libraries."""

        def add_fields(self, log_data: dict[str, Any], record: logging.LogRecord, message_dict: dict[str, Any]) -> None:  # noqa: ARG002
            """Put the time, level and name of the event first."""
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
    """An exception's traceback and type, without its message, which may quote something that a user typed."""
    return f"{''.join(traceback.format_tb(fault.__traceback__))}{type(fault).__name__}"
