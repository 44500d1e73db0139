"""The jobs that prepare for an opponent and compare players; see `sessions.preparing`."""

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from outflank.book.answers import SHIPPED, open_book
from outflank.engine.engine import Engine
from outflank.errors import OutflankError
from outflank.library import Search, ValueStore
from outflank.rules import Colour, Game, Position
from outflank.sessions.exploring import LibraryReader
from outflank.web.engines.jobs import stoppable_engine
from outflank.workers import heed_stop, tell_watch

_PAUSE = 0.3  # seconds between two progress reports


@dataclass(frozen=True, slots=True)
class PreparationFiles:
    """The files that a preparation uses; without `values`, new values are kept in memory only."""

    library: Path | None
    values: Path | None = None
    book: Path | None = None


def prepare(
    files: PreparationFiles, player: str, side: Colour, query: Search
) -> tuple[dict[str, Any], tuple[Position, ...]]:
    """Prepare for a player; return the page's report and the positions whose values it contains.

    Values that are found before the job is stopped are saved. Raises OutflankError if there is no library or no such
    player.
    """
    from outflank.library.engine_values import EngineValues
    from outflank.sessions.preparing import (
        doubt_about_gap,
        doubt_about_scale,
        doubts_about,
        opponent_like,
        prepare_for,
    )

    engine = stoppable_engine()
    report = _reporter(engine)
    book = open_book(str(files.book or SHIPPED))
    try:
        with LibraryReader(files.library).opened() as (_, library), ValueStore(files.values) as store:
            values = EngineValues(store, [book], engine)
            found = prepare_for(library, player, side, query, values=values, report=report)
            doubts = [
                *doubts_about(found),
                doubt_about_gap(library.player(found.name), query.since, query.until),
                doubt_about_scale(library, found.rating),
            ]
    finally:
        book.close()
    told = found.to_json()
    for each in (*told["tries"], *told["costly"], *told["book"]["moves"]):
        each["cells"] = _cells(each["line"])
    told.update(doubts=[doubt for doubt in doubts if doubt is not None], opponent=opponent_like(found))
    lines = {each["line"] for each in (*told["tries"], *told["costly"], *told["book"]["moves"])}
    return told, (*(each.position for each in found.positions), *(Game(moves=line).position for line in lines))


def compare(files: PreparationFiles, one: str, other: str, query: Search) -> dict[str, Any]:
    """Compare two players. Raises OutflankError if there is no library, or no such players."""
    from outflank.library.comparison import compare
    from outflank.sessions.preparing import doubt_about_gap, doubt_about_scale

    heed_stop(None)
    with LibraryReader(files.library).opened() as (_, library):
        found = compare(library, one, other, query)
        gaps = [
            doubt_about_gap(library.player(each.name), query.since, query.until) for each in (found.one, found.other)
        ]
        doubts = [*gaps, doubt_about_scale(library, found.one.rating, found.other.rating)]
    told = found.to_json()
    for meeting in (*told["as_black"], *told["as_white"]):
        meeting["cells"] = _cells(meeting["line"])
    return {**told, "doubts": [doubt for doubt in doubts if doubt is not None]}


def _cells(line: str) -> str:
    return Game(moves=line).position.board_string[:64]


def _reporter(engine: Engine) -> Callable[[int, int], None]:
    """Return a function that reports progress now and then, and raises an error once the job is to stop."""
    stopping, reported_at = threading.Event(), 0.0

    def stop() -> None:
        stopping.set()
        engine.stop()

    heed_stop(stop)

    def report(done: int, total: int) -> None:
        nonlocal reported_at
        if stopping.is_set():
            raise OutflankError("the preparation was stopped")
        if time.monotonic() - reported_at > _PAUSE:
            reported_at = time.monotonic()
            tell_watch({"done": done, "total": total})

    return report
