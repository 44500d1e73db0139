"""The long work of one page: at most one job of each sort at a time, done by workers, told as it comes."""

import asyncio
import time
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from outflank.engine.engine import Engine
from outflank.errors import OutflankError
from outflank.play import Analysis, GamePosition
from outflank.play.analysis import merged
from outflank.text import Text
from outflank.web import logs
from outflank.web.engines.known_values import Knowledge
from outflank.web.engines.warming import Warming, needs_engine
from outflank.web.engines.workers import Pool
from outflank.web.wire import MessageError

Keep = Callable[[GamePosition, Analysis], None]
"""Remembers an analysis beyond the page; it is called in a thread."""


class Work:
    """The jobs of a page. `send` takes its messages; what it knows of positions is kept here, and given to `keep`."""

    def __init__(
        self,
        analysts: Pool,
        warming: Warming,
        send: Callable[[dict[str, Any]], None],
        keep: Keep = lambda _position, _found: None,
    ):
        self._analysts, self._warming, self._send, self._keep = analysts, warming, send, keep
        self._keeping: set[asyncio.Future[None]] = set()
        self._knowledge = Knowledge()
        self._tasks: dict[str, asyncio.Task[None]] = {}

    def begin(
        self,
        what: str,
        re: int,
        job: dict[str, Any],
        about: dict[str, Any],
        position: GamePosition | None = None,
        pool: Pool | None = None,
        meanwhile: dict[str, Any] | None = None,
        then: Callable[[dict[str, Any]], None] | None = None,
        known: Analysis | None = None,
    ) -> None:
        """Begin a job of a sort; what was going on of that sort ends.

        `re` and `about` go into each of its messages. `position` is what an engine, or a player who gives a hint, is
        to look at. The job is the analysts' unless it has a `pool` of its own. `meanwhile` is a quick job for those who
        would have to wait until the engine is compiled; its analysis is told first. `then` takes what was found in the
        end, to keep it. `known` is what the page knows of the position from elsewhere: it is told with what is found,
        and goes no further.
        """
        self._end(what)
        event = {"type": what, "re": re, **about}
        task = asyncio.ensure_future(
            self._carry_out(event, job, position, pool or self._analysts, meanwhile, then, known)
        )
        task.add_done_callback(lambda done: self._finish(done, event))  # also if it is stopped before it has begun
        self._tasks[what] = task

    def stop(self, what: str | None = None) -> None:
        """End the job of a sort, or all that is going on."""
        for sort in [*self._tasks] if what is None else [what]:
            self._end(sort)

    def _end(self, what: str) -> None:
        task = self._tasks.pop(what, None)
        if task is not None:
            task.cancel()

    async def _carry_out(
        self,
        event: dict[str, Any],
        job: dict[str, Any],
        position: GamePosition | None,
        pool: Pool,
        meanwhile: dict[str, Any] | None,
        then: Callable[[dict[str, Any]], None] | None,
        known: Analysis | None,
    ) -> None:
        shown, began = 0, time.monotonic()  # plies; seconds

        def tell(found: dict[str, Any]) -> None:
            told = self._told(job, found, known)
            if not shown or "moves" not in told or told["moves"][0]["depth"] >= shown:
                self._send({**event, "found": told})

        try:
            if position is not None and (Engine.is_compiled_for(position) or needs_engine(job.get("player", ""))):
                if meanwhile is not None and self._warming.notice and not pool.is_full:
                    glance = await pool.run(meanwhile)
                    self._send({**event, "found": glance})
                    shown = glance["moves"][0]["depth"]
                await self._warming.wait(lambda words: self._send({**event, "found": {"notice": words}}))
            if pool.is_full:
                self._send({**event, "waiting": True})
            done = await pool.run(job, tell)
            if then is not None:
                _tried(then, done)
            self._send({**event, "done": self._told(job, done, known)})
        except OutflankError as error:
            of = event["type"]
            logs.event(logs.INFO, "job failed", job=of, reason=str(error), seconds=time.monotonic() - began)
            self._send({"type": "error", "re": event["re"], "code": "failed", "message": str(error), "of": of})
        finally:
            if job["do"] == "analyse" and position is not None:
                self._remember(job, position)

    def _remember(self, job: dict[str, Any], position: GamePosition) -> None:
        """Keep what is known of a position beyond the page, without waiting for it."""
        known = self._knowledge.known(job["kind"], job["position"])
        if known is not None:
            keeping = asyncio.get_running_loop().run_in_executor(None, self._keep, position, known)
            self._keeping.add(keeping)
            keeping.add_done_callback(self._keeping.discard)

    def _finish(self, task: asyncio.Task[None], event: dict[str, Any]) -> None:
        if task.cancelled():
            self._send({**event, "stopped": True})
        elif (error := task.exception()) is not None:
            logs.event(logs.ERROR, "job failed", job=event["type"], fault=error)
            said = Text("the server failed at this; its log says more")
            self._send({"type": "error", "re": event["re"], "code": "fault", "message": said, "of": event["type"]})
        if self._tasks.get(event["type"]) is task:
            del self._tasks[event["type"]]

    def _told(self, job: dict[str, Any], found: dict[str, Any], known: Analysis | None) -> dict[str, Any]:
        """What the page is told of a finding: of a position all that it has been told already and more, never less."""
        if "fault" in found:
            raise MessageError("failed", "there is no hint: {reason}", reason=found["reason"])
        if "answer" in found:
            answer = Analysis.from_json(found["answer"])
            return replace(answer, moves=(answer.chosen,)).to_json()
        if job["do"] == "analyse" and "moves" in found:
            own = self._knowledge.take(job["kind"], job["position"], Analysis.from_json(found))
            return merged(known, own).to_json()
        return found


def _tried(then: Callable[[dict[str, Any]], None], done: dict[str, Any]) -> None:
    """Keep what was found; the page is told of it also where that fails, as on a full disk."""
    try:
        then(done)
    except OutflankError as error:
        logs.event(logs.WARNING, "finding not kept", reason=str(error))
