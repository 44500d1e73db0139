"""One page at the other end of a WebSocket: its messages are read, obeyed and answered; events go out in order.

Whatever comes in, the answer is a message. Nothing here waits for an engine: long work runs in tasks that are
cancelled when the page asks for something else, or goes.
"""

import asyncio
import json
import logging
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from starlette.websockets import WebSocket, WebSocketDisconnect

from outflank import __version__
from outflank.errors import OutflankError
from outflank.formats import text as any_text
from outflank.rules import Game
from outflank.web import catalogue, messages
from outflank.web.catalogue import HUMAN
from outflank.web.hall import Hall
from outflank.web.kinds import KINDS, kind_of
from outflank.web.messages import MessageError
from outflank.web.workers import Pool

_log = logging.getLogger("outflank.web")

RATE, BURST = 40.0, 120.0
"""Messages a second that a page may send, and how many at once."""

_MOST_WAITING = 500  # messages to a page that does not read
_MOST_WATCHED = 8  # games of one page


class Connection:
    """A page. `seconds` is how long an analysis may take."""

    def __init__(self, socket: WebSocket, hall: Hall, analysts: Pool, seconds: float):
        self.socket, self.hall, self.analysts, self.seconds = socket, hall, analysts, seconds
        self._out: asyncio.Queue[dict[str, Any] | None] = asyncio.Queue()
        self._watched: dict[str, Callable[[dict[str, Any]], None]] = {}
        self._jobs: dict[str, asyncio.Task[None]] = {}
        self._allowed, self._counted_at = BURST, time.monotonic()

    async def run(self) -> None:
        """Serve the page until it goes."""
        sender = asyncio.ensure_future(self._send_all())
        try:
            await self._greet()
            while True:
                await self._obey(await self._receive())
        except WebSocketDisconnect:
            pass
        finally:
            for task in self._jobs.values():
                task.cancel()
            for game, watcher in self._watched.items():
                self.hall.leave(game, watcher)
            sender.cancel()

    def send(self, message: dict[str, Any]) -> None:
        """Put a message on its way. A page that does not read is dropped."""
        if self._out.qsize() < _MOST_WAITING:
            self._out.put_nowait(message)
        elif self._out.qsize() == _MOST_WAITING:
            self._out.put_nowait(None)

    async def _send_all(self) -> None:
        with suppress(WebSocketDisconnect, RuntimeError):
            while (message := await self._out.get()) is not None:
                await self.socket.send_text(json.dumps(message, separators=(",", ":")))
            await self.socket.close(1013, "the page does not read what it is sent")

    # --- coming in ------------------------------------------------------------------------------------------------

    async def _receive(self) -> str:
        while True:
            message = await self.socket.receive()
            if message["type"] == "websocket.disconnect":
                raise WebSocketDisconnect(message.get("code") or 1000)
            await self._wait_if_hasty()
            text = message.get("text")
            if text is None:
                self._refuse(MessageError("message", "expected text, got bytes"), 0)
                continue
            return str(text)

    async def _wait_if_hasty(self) -> None:
        """Slow down a page that sends more than a person can."""
        now = time.monotonic()
        self._allowed = min(BURST, self._allowed + (now - self._counted_at) * RATE) - 1.0
        self._counted_at = now
        if self._allowed < 0:
            await asyncio.sleep(-self._allowed / RATE)

    async def _greet(self) -> None:
        while True:
            text = await self._receive()
            try:
                hello = messages.read(text)
                if hello.type != "hello":
                    raise MessageError("hello", "expected a hello before anything else")
            except MessageError as error:
                self._refuse(error, messages.id_of(text))
                continue
            if hello.v != messages.VERSION:
                said = f"this server speaks version {messages.VERSION}, the page version {hello.v}: reload the page"
                self._refuse(MessageError("version", said), hello.id)
                continue
            self.send(
                {
                    "type": "welcome",
                    "re": hello.id,
                    "v": messages.VERSION,
                    "outflank": __version__,
                    "kinds": {
                        kind.name: {
                            "title": kind.title,
                            "names": list(kind.seats),
                            "players": catalogue.describe(kind.name),
                        }
                        for kind in KINDS.values()
                    },
                    "limits": {"seconds": self.seconds, "bytes": messages.LONGEST},
                }
            )
            return

    async def _obey(self, text: str) -> None:
        try:
            message = messages.read(text)
        except MessageError as error:
            self._refuse(error, messages.id_of(text))
            return
        try:
            answer = getattr(self, f"_{message.type}")(message)
            if answer is not None:
                self.send({**answer, "re": message.id})
        except OutflankError as error:
            self._refuse(error, message.id, getattr(message, "game", None))
        except Exception:
            _log.exception("a message of type %s failed", message.type)
            self._refuse(MessageError("fault", "the server failed at this; its log says more"), message.id)

    def _refuse(self, error: OutflankError, re: int, game: str | None = None) -> None:
        code = error.code if isinstance(error, MessageError) else "refused"
        self.send({"type": "error", "re": re, "code": code, "message": str(error), "game": game})

    # --- games ----------------------------------------------------------------------------------------------------

    def _hello(self, _message: messages.Hello) -> dict[str, Any]:
        raise MessageError("hello", "there was a hello already")

    def _new(self, message: messages.New) -> dict[str, Any]:
        watcher = self._watcher()
        game = self.hall.begin(message.setup, watcher)
        self._watched[game] = watcher
        return {"type": "begun", "game": game}

    def _open(self, message: messages.Open) -> dict[str, Any]:
        watcher = self._watched.get(message.game) or self._watcher()
        self.hall.open(message.game, watcher)
        self._watched[message.game] = watcher
        return {"type": "opened", "game": message.game}

    def _watcher(self) -> Callable[[dict[str, Any]], None]:
        if len(self._watched) >= _MOST_WATCHED:
            game = next(iter(self._watched))
            self.hall.leave(game, self._watched.pop(game))
        return lambda event: self.send(event)

    def _leave(self, message: messages.Leave) -> dict[str, Any]:
        watcher = self._watched.pop(message.game, None)
        if watcher is not None:
            self.hall.leave(message.game, watcher)
        return {"type": "left", "game": message.game}

    def _check_watched(self, game: str) -> None:
        if game not in self._watched:
            raise MessageError("unknown game", "this page has not opened a game of this id")

    def _play(self, message: messages.Play) -> dict[str, Any]:
        self._check_watched(message.game)
        self.hall.play(message.game, message.ply, message.move)
        return {"type": "done"}

    def _change(self, message: messages.Change) -> dict[str, Any]:
        self._check_watched(message.game)
        self.hall.change(message.game, message.type)
        return {"type": "done"}

    _undo = _redo = _restart = _resign = _pause = _resume = _change

    def _seats(self, message: messages.Seats) -> dict[str, Any]:
        self._check_watched(message.game)
        self.hall.sit(message.game, message.seats)
        return {"type": "done"}

    def _hint(self, message: messages.Change) -> None:
        """What is best here; the answer comes when it is known."""
        self._check_watched(message.game)
        table = self.hall.table(message.game)
        if table.is_over:
            raise MessageError("over", "the game is over")
        if table.kind.name == "othello":
            job = {
                "do": "analyse",
                "position": table.kind.write(table.position),
                "top": 1,
                "depth": None,
                "seconds": min(1.5, self.seconds),
            }
        else:
            job = {
                "do": "move",
                "kind": table.kind.name,
                "position": table.kind.write(table.position),
                "player": catalogue.hinter(table.kind.name),
                "control": None,
                "left": None,
            }
        self._start("hint", message.id, job, {"game": table.id, "ply": len(table.moves)})

    # --- reading and looking --------------------------------------------------------------------------------------

    def _read(self, message: messages.Read) -> dict[str, Any]:
        reading = any_text.read(message.text)
        kind = kind_of("othello")
        return {
            "type": "reading",
            "format": reading.format,
            "summary": reading.summary,
            "start": kind.write(reading.game.start),
            "moves": list(reading.game.moves),
            "black": reading.record.black,
            "white": reading.record.white,
        }

    def _look(self, message: messages.Look) -> dict[str, Any]:
        kind = kind_of(message.kind)
        position = kind.read(message.start) if message.start else kind.start({})
        views = [kind.view(position)] if message.since == 0 else []
        moves = []
        for number, (move, after) in enumerate(kind.played(position, message.moves), 1):
            moves.append(str(move))
            if number >= message.since:
                views.append(kind.view(after))
        return {"type": "views", "since": message.since, "moves": moves, "views": views}

    # --- long work ------------------------------------------------------------------------------------------------

    def _analyse(self, message: messages.Analyse) -> None:
        position = kind_of("othello").read(message.position)
        if position.is_over:
            raise MessageError("over", "the game is over: there is nothing to analyse")
        job = {
            "do": "analyse",
            "position": message.position,
            "top": message.top,
            "depth": message.depth,
            "seconds": min(message.seconds or self.seconds, self.seconds),
        }
        self._start("analysis", message.id, job, {"position": message.position})

    def _explain(self, message: messages.Explain) -> None:
        position = kind_of("othello").read(message.position)
        for move in message.moves:
            position.play(move)  # which says why it is not legal
        job = {"do": "explain", "position": message.position, "moves": message.moves}
        self._start("explanation", message.id, job, {"position": message.position}, self.hall.pool)

    def _review(self, message: messages.Review) -> None:
        start = kind_of("othello").read(message.start) if message.start else None
        if not Game(start, message.moves).moves:
            raise MessageError("empty", "there is no move to review yet")
        job = {"do": "review", "start": message.start, "moves": message.moves, "seconds": message.seconds}
        self._start("review", message.id, job, {})

    def _tree(self, message: messages.Tree) -> None:
        player = catalogue.check(message.player)
        if player == HUMAN:
            raise MessageError("message", "a person's tree cannot be shown")
        kind_of("othello").read(message.position)
        job = {"do": "tree", "position": message.position, "player": player}
        self._start("tree", message.id, job, {"position": message.position, "player": player})

    def _stop(self, _message: messages.Stop) -> dict[str, Any]:
        for what in list(self._jobs):
            self._end(what)
        return {"type": "stopped"}

    def _start(self, what: str, re: int, job: dict[str, Any], about: dict[str, Any], pool: Pool | None = None) -> None:
        """Begin long work of a kind; what was going on of that kind ends."""
        self._end(what)
        task = asyncio.ensure_future(self._carry_out(what, re, job, about, pool or self.analysts))
        self._jobs[what] = task

    def _end(self, what: str) -> None:
        task = self._jobs.pop(what, None)
        if task is not None:
            task.cancel()

    async def _carry_out(self, what: str, re: int, job: dict[str, Any], about: dict[str, Any], pool: Pool) -> None:
        event = {"type": what, "re": re, **about}
        if pool.is_full:
            self.send({**event, "waiting": True})
        try:
            done = await pool.run(job, lambda found: self.send({**event, "found": found}))
            self.send({**event, "done": done})
        except OutflankError as error:
            self.send({"type": "error", "re": re, "code": "failed", "message": str(error), "of": what})
        except asyncio.CancelledError:
            self.send({**event, "stopped": True})
            raise
        finally:
            if self._jobs.get(what) is asyncio.current_task():
                del self._jobs[what]
