"""One page at the other end of a WebSocket: its messages are read, obeyed and answered; events go out in order.

Whatever comes in, the answer is a message. Nothing here waits for an engine: long work runs in tasks that are
cancelled when the page asks for something else, or goes.
"""

import asyncio
import hashlib
import inspect
import time
from collections import defaultdict
from collections.abc import Awaitable, Mapping
from contextlib import suppress
from typing import Any

from starlette.websockets import WebSocket, WebSocketDisconnect

from outflank import __version__
from outflank.errors import OutflankError
from outflank.play import PERSON, GamePosition, kind_of
from outflank.web import catalogue, logs, wire
from outflank.web.engines.long_work import Keep, Work
from outflank.web.engines.short_work import BUDGET, Budget, Desk, beside
from outflank.web.engines.thinking import move_job
from outflank.web.engines.warming import Warming
from outflank.web.engines.workers import Pool
from outflank.web.games.fairness import RunningError
from outflank.web.games.invitation import link
from outflank.web.games.match_session import MatchSession
from outflank.web.games.matches import Matches, new_match
from outflank.web.games.own_games import Query
from outflank.web.games.people import LONGEST_GAME_NAME, clean_name
from outflank.web.games.watchers import as_text, extended
from outflank.web.pages.file_transfer import Exchange, export_formats
from outflank.web.shares import ADDRESS
from outflank.web.transport import messages
from outflank.web.transport.languages import catalogues
from outflank.web.transport.public_address import Reach
from outflank.web.wire import MessageError

RATE, BURST = 40.0, 120.0
"""Messages a second that a page may send, and how many at once."""

_SECONDS_OF_A_HINT = 1.5
_MOST_WAITING = 500  # messages to a page that does not read
_MOST_WATCHED = 8  # games of one page
_HELLO = 10.0  # seconds until a page has said hello
_MOST_ANSWERING = 4  # messages of one page, before it has to wait


class Connection:
    """A page. `seconds` is how long an analysis may take, `reach` where others find this server.

    `handlers` answer the messages that concern no game that is open here, by their types. `keep` remembers analyses.
    `has_tournament` tells the page that there is one to watch; `address` is where it comes from, as `shares` has it.
    """

    def __init__(
        self,
        socket: WebSocket,
        matches: Matches,
        exchange: Exchange,
        analysts: Pool,
        warming: Warming,
        seconds: float,
        reach: Reach | None = None,
        handlers: Mapping[str, wire.Handler] | None = None,
        keep: Keep = lambda _position, _found: None,
        *,
        has_tournament: bool = False,
        desk: Desk | None = None,
        address: str = "",
    ):
        self._handlers, self._has_tournament = handlers or {}, has_tournament
        self.exchange, self.library = exchange, exchange.library
        self._fairness = matches.fairness
        self._desk, self._budget = desk or Desk(), Budget()
        self._turns: defaultdict[str, asyncio.Lock] = defaultdict(asyncio.Lock)
        self.socket, self.matches, self.seconds, self.reach = socket, matches, seconds, reach or Reach()
        self._answering: set[asyncio.Task[None]] = set()
        self._work = Work(analysts, warming, self.send, keep)
        self._out: asyncio.Queue[str | None] = asyncio.Queue()
        self._watched: list[str] = []  # the games that are open here, that which was opened first before the others
        self._allowed, self._counted_at = BURST, time.monotonic()
        self.person = ""
        """Who is at the page: what its key becomes when it cannot be turned back; empty if it has none."""
        self.n_messages, self.has_greeted, self._n_stops = 0, False, 0
        self.address, self.heard_at = address, time.monotonic()

    async def run(self) -> None:
        """Serve the page until it goes."""
        BUDGET.set(self._budget)
        ADDRESS.set(self.address)
        sender = asyncio.ensure_future(self._send_all())
        try:
            async with asyncio.timeout(_HELLO):
                await self._greet()
            self.has_greeted = True
            while True:
                await self._obey(await self._receive())
        except WebSocketDisconnect:
            pass
        except TimeoutError:
            await self.drop("a page said no hello")
        finally:
            self._work.stop()
            for task in self._answering:
                task.cancel()
            for game in self._watched:
                self.matches.leave(game, self._send)
            sender.cancel()

    async def drop(self, reason: str) -> None:
        """Let a page go that does not do its part."""
        logs.dropped.note(reason)
        with suppress(WebSocketDisconnect, RuntimeError):
            await self.socket.close(1008, reason)

    def send(self, message: dict[str, Any]) -> None:
        """Put a message on its way. A page that does not read is dropped."""
        self._send(as_text(message))

    def _send(self, text: str) -> None:
        if self._out.qsize() < _MOST_WAITING:
            self._out.put_nowait(text)
        elif self._out.qsize() == _MOST_WAITING:
            self._out.put_nowait(None)

    @property
    def has_unsent(self) -> bool:
        """Whether messages wait to be sent."""
        return not self._out.empty()

    async def _send_all(self) -> None:
        with suppress(WebSocketDisconnect, RuntimeError):
            while (text := await self._out.get()) is not None:
                await self.socket.send_text(text)
            await self.socket.close(1013, "the page does not read what it is sent")

    # --- coming in ------------------------------------------------------------------------------------------------

    async def _receive(self) -> str:
        while True:
            message = await self.socket.receive()
            if message["type"] == "websocket.disconnect":
                raise WebSocketDisconnect(message.get("code") or 1000)
            self.n_messages += 1
            self.heard_at = time.monotonic()
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
            if hello.v != wire.VERSION:
                said = f"this server speaks version {wire.VERSION}, the page version {hello.v}: reload the page"
                self._refuse(MessageError("version", said), hello.id)
                continue
            self.person = _person_of(hello.key)
            self.send(
                {
                    "type": "welcome",
                    "re": hello.id,
                    "v": wire.VERSION,
                    "outflank": __version__,
                    "languages": {code: known.title for code, known in catalogues().items()},
                    "edition": catalogue.edition(),
                    **({} if hello.knows == catalogue.edition() else {"kinds": catalogue.described()}),
                    "limits": {"seconds": self.seconds, "bytes": wire.LONGEST},
                    "reach": self.reach.address,
                    "exports": export_formats(),
                    "tournament": self._has_tournament,
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
            handler = self._handlers.get(message.type)
            answer = getattr(self, f"_{message.type}")(message) if handler is None else handler(message, self.person)
            if inspect.isawaitable(answer):
                await self._answer_later(message, answer)
            elif answer is not None:
                self.send({**answer, "re": message.id})
        except Exception as error:
            self._fail(message, error)

    async def _answer_later(self, message: Any, answer: Awaitable[dict[str, Any] | str | None]) -> None:
        """Answer a message when that is known, one of a type at a time, as far as the page's budget goes.

        Other messages go on meanwhile, unless many wait already.
        """

        async def finish() -> None:
            try:
                async with self._turns[message.type]:
                    await self._budget.wait()
                    found = await answer
                if found is not None:
                    text = found if isinstance(found, str) else as_text(found)
                    self._send(extended(text, {"re": message.id}))
            except Exception as error:
                self._fail(message, error)

        def end(task: asyncio.Task[None]) -> None:
            self._answering.discard(task)
            if inspect.iscoroutine(answer):
                answer.close()  # if it was ended before it began

        task = asyncio.ensure_future(finish())
        self._answering.add(task)
        task.add_done_callback(end)
        if len(self._answering) > _MOST_ANSWERING:
            await task

    def _fail(self, message: Any, error: Exception) -> None:
        """Say why a message cannot be answered as it should be."""
        if isinstance(error, OutflankError):
            self._refuse(error, message.id, getattr(message, "game", None))
            return
        logs.event(logs.ERROR, "message failed", message=message.type, fault=error)
        self._refuse(MessageError("fault", "the server failed at this; its log says more"), message.id)

    def _refuse(self, error: OutflankError, re: int, game: str | None = None) -> None:
        code = error.code if isinstance(error, MessageError) else "refused"
        self.send({"type": "error", "re": re, "code": code, "message": str(error), "game": game})

    # --- games ----------------------------------------------------------------------------------------------------

    def _hello(self, _message: messages.Hello) -> dict[str, Any]:
        raise MessageError("hello", "there was a hello already")

    async def _new(self, message: messages.New) -> dict[str, Any]:
        if not self.person:
            raise MessageError("no key", "this page has no key of its own and can only watch: load it again")
        match = await beside(new_match, message.setup, clean_name(message.name))
        game = self.matches.begin(message.setup, self._send, self.person, match)
        self._watch(game)
        return {"type": "begun", "game": game}

    async def _open(self, message: messages.Open) -> dict[str, Any]:
        await self.matches.fetch(message.game)
        self.matches.open(message.game, self._send, self.person)
        self._watch(message.game)
        return {"type": "opened", "game": message.game}

    def _watch(self, game: str) -> None:
        """Remember a game that has been opened, in place of the oldest if there are too many."""
        if game in self._watched:
            return
        if len(self._watched) >= _MOST_WATCHED:
            self.matches.leave(self._watched.pop(0), self._send)
        self._watched.append(game)

    def _leave(self, message: messages.Leave) -> dict[str, Any]:
        if message.game in self._watched:
            self._watched.remove(message.game)
            self.matches.leave(message.game, self._send)
        return {"type": "left", "game": message.game}

    def _session(self, game: str) -> MatchSession:
        """A game that this page has opened. Raises MessageError."""
        if game not in self._watched:
            raise MessageError("unknown game", "this page has not opened a game of this id")
        return self.matches.session(game)

    def _play(self, message: messages.Play) -> dict[str, Any]:
        self._session(message.game).play(message.ply, message.move, self.person)
        self.library.go_on(self.person, message.game)
        return {"type": "done"}

    def _change(self, message: messages.Change) -> dict[str, Any]:
        session = self._session(message.game)
        if message.type == "undo" and session.people.is_shared:
            session.ask("undo", self.person)
        else:
            session.change(message.type, self.person)
        return {"type": "done"}

    _undo = _redo = _restart = _resign = _pause = _resume = _change

    def _seats(self, message: messages.Seats) -> dict[str, Any]:
        self._session(message.game)  # which this page has opened
        self.matches.sit(message.game, message.seats, self.person, message.pace)
        return {"type": "done"}

    def _seen(self, message: messages.Seen) -> None:
        if message.game in self._watched:
            self.matches.session(message.game).seen(message.ply, self.person)

    # --- others ---------------------------------------------------------------------------------------------------

    def _invite(self, message: messages.Invite) -> dict[str, Any]:
        secrets = self._session(message.game).invitations(self.person)
        return {"type": "invite", "links": [link(message.base, message.game, *each) for each in secrets.items()]}

    def _withdraw(self, message: messages.Withdraw) -> dict[str, Any]:
        self._session(message.game).withdraw(self.person)
        return {"type": "done"}

    async def _invited(self, message: messages.Invited) -> dict[str, Any]:
        await self.matches.fetch(message.game)
        return {"type": "invitation", **self.matches.invitation(message.game, message.secret, self.person)}

    async def _join(self, message: messages.Join) -> dict[str, Any]:
        await self.matches.fetch(message.game)
        self.matches.take_seat(message.game, message.secret, self._send, self.person, message.name)
        self._watch(message.game)
        return {"type": "opened", "game": message.game}

    def _rematch(self, message: messages.Ask) -> dict[str, Any]:
        self._session(message.game).ask("rematch", self.person)
        return {"type": "done"}

    def _answer(self, message: messages.Answer) -> dict[str, Any]:
        self._session(message.game).answer(message.what, self.person, agrees=message.agrees)
        return {"type": "done"}

    def _hint(self, message: messages.Change) -> None:
        """What is best here; the answer comes when it is known."""
        session = self._session(message.game)
        match, position = session.match, session.match.position
        if session.people.is_shared:
            raise MessageError("together", "there are no hints in a game between people")
        if match.is_over:
            raise MessageError("over", "the game is over")
        self._fairness.check_line(self.person, match.game.positions)
        about = {"game": message.game, "ply": len(match.played)}
        if catalogue.can_analyse(position):
            job = self._analysis(position, 1, None, _SECONDS_OF_A_HINT)
            self._work.begin("hint", message.id, job, about, position, meanwhile={**job, "do": "glance"})
        else:
            known = match.kind.known([seat.player for seat in match.seats])
            self._work.begin("hint", message.id, move_job(position, match.kind.hinter, known), about, position)

    # --- one's games ----------------------------------------------------------------------------------------------

    async def _games(self, message: messages.Games) -> dict[str, Any]:
        return await beside(self._listed, message)

    def _listed(self, message: messages.Games) -> dict[str, Any]:
        query = Query(message.text, message.kind, message.against, message.ending, message.mine)
        found = self.library.find(self.person, query, message.after, message.most + 1)
        answer = {"type": "games", "games": found[: message.most], "more": len(found) > message.most}
        if message.after is None:
            answer["count"] = self.library.count(self.person, query)
        if message.after is None and query == Query():  # nothing is looked for yet
            opponents = self.library.opponents(self.person)
            answer["opponents"] = [
                {"name": name, "label": name if is_person else catalogue.spoken(name)}
                for name, is_person in opponents.items()
            ]
        return answer

    async def _claim(self, message: messages.Claim) -> dict[str, Any]:
        return {"type": "claimed", "count": await beside(self.library.claim, self.person, message.games)}

    async def _name(self, message: messages.Name) -> dict[str, Any]:
        name = clean_name(message.name, LONGEST_GAME_NAME)
        await beside(self.library.name, self.person, message.game, name)
        return {"type": "named", "name": name}

    async def _delete(self, message: messages.Delete) -> dict[str, Any]:
        await beside(self.library.delete, self.person, message.game)
        return {"type": "done"}

    async def _restore(self, message: messages.Delete) -> dict[str, Any]:
        await beside(self.library.restore, self.person, message.game)
        return {"type": "done"}

    async def _reviewed(self, message: messages.Reviewed) -> dict[str, Any]:
        if self._fairness.is_running(message.game):
            raise RunningError
        review = await beside(self.library.review, message.game)
        moves, judged = review or ([], [])
        return {"type": "reviewed", "moves": moves, "judged": judged}

    def _export(self, message: messages.Exchange) -> dict[str, Any]:
        return {"type": "address", "address": self.exchange.address(self.person, message.type, message.format)}

    _import = _export

    # --- reading, writing and looking -----------------------------------------------------------------------------

    def _read(self, message: messages.Read) -> Awaitable[str]:
        return self._desk.answer({"do": "read", "text": message.text})

    def _write(self, message: messages.Write) -> Awaitable[str]:
        return self._desk.answer({"do": "write", **_replayed(message), "players": message.players})

    def _look(self, message: messages.Look) -> Awaitable[str]:
        return self._desk.answer({"do": "look", **_replayed(message), "since": message.since})

    # --- long work ------------------------------------------------------------------------------------------------

    def _analyse(self, message: messages.Analyse) -> None:
        position = self._to_value(message.kind, message.position)
        if position.is_over:
            raise MessageError("over", "the game is over: there is nothing to analyse")
        job = self._analysis(position, message.top, message.depth, message.seconds or self.seconds)
        self._work.begin("analysis", message.id, job, {"position": message.position}, position)

    def _analysis(self, position: GamePosition, top: int, depth: int | None, seconds: float) -> dict[str, Any]:
        return {
            "do": "analyse",
            "kind": position.game,
            "position": kind_of(position).write(position),
            "top": top,
            "depth": depth,
            "seconds": min(seconds, self.seconds),
        }

    def _explain(self, message: messages.Explain) -> None:
        position = self._to_value(message.kind, message.position)
        for move in message.moves:
            position.play(move)  # which says why it is not legal
        job = {"do": "explain", "kind": message.kind, "position": message.position, "moves": message.moves}
        pool = self.matches.thinking.pool
        self._work.begin("explanation", message.id, job, {"position": message.position}, position, pool)

    def _review(self, message: messages.ReviewGame) -> Awaitable[dict[str, Any] | None]:
        return self._begin_review(message, self._n_stops)

    async def _begin_review(self, message: messages.ReviewGame, n_stops: int) -> dict[str, Any] | None:
        start = self._to_analyse(message.kind, message.start)
        game = await beside(kind_of(start).new_game, start, message.moves)
        if self._n_stops != n_stops:  # by the page, since it asked
            return {"type": "review", "stopped": True}
        if not game.moves:
            raise MessageError("empty", "there is no move to review yet")
        self._fairness.check_line(self.person, game.positions)
        job = {
            "do": "review",
            "kind": message.kind,
            "start": kind_of(start).write(start),
            "moves": list(game.moves),
            "seconds": message.seconds,
        }
        library, source, played, fairness = self.library, message.game, list(game.moves), self._fairness

        def keep(review: dict[str, Any]) -> None:
            if source is not None and not fairness.is_running(source):
                library.keep_review(source, played, message.seconds, review)

        self._work.begin("review", message.id, job, {}, start, then=keep)
        return None

    def _tree(self, message: messages.Tree) -> None:
        position = self._to_value(message.kind, message.position)
        player = catalogue.check(message.player, position)
        if player == PERSON:
            raise MessageError("message", "a person's tree cannot be shown")
        job = {"do": "tree", "kind": message.kind, "position": message.position, "player": player}
        self._work.begin("tree", message.id, job, {"position": message.position, "player": player})

    def _to_value(self, kind: str, text: str) -> GamePosition:
        """The position of a text, of a game that the engine knows, that may be valued. Raises OutflankError."""
        position = self._to_analyse(kind, text)
        self._fairness.check(self.person, position)
        return position

    def _to_analyse(self, kind: str, text: str) -> GamePosition:
        """The position of a text, of a game that the engine knows. Raises OutflankError."""
        position = catalogue.start_of(kind, text)
        if not catalogue.can_analyse(position):
            raise MessageError("kind", "positions of {game} cannot be analysed", game=kind_of(kind).title)
        return position

    def _stop(self, message: messages.Stop) -> dict[str, Any]:
        self._n_stops += message.what in (None, "review")
        self._work.stop(message.what)
        return {"type": "stopped"}


def _person_of(key: str | None) -> str:
    """A name for whoever has a key, from which the key cannot be found."""
    return "" if key is None else hashlib.sha256(key.encode()).hexdigest()[:32]


def _replayed(message: messages.Look | messages.Write) -> dict[str, Any]:
    """The game to play again, for a worker."""
    return {"kind": message.kind, "start": message.start, "moves": message.moves}
