"""Games in and out as files, which are too large for messages: a page asks for an address, and then uses it once.

Whoever has the address of a file has the games, so that it is good for one request and for a minute only.
"""

import asyncio
import itertools
import secrets
import tempfile
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from datetime import date
from typing import Any, Literal, NamedTuple

from fastapi import FastAPI, Request
from fastapi.responses import JSONResponse, PlainTextResponse, Response, StreamingResponse
from starlette.requests import ClientDisconnect

from outflank.errors import OutflankError, ParseError
from outflank.web import gamefile
from outflank.web.gamefile import BadGame, ReadGame
from outflank.web.library import Library
from outflank.web.messages import MessageError

MOST_BYTES = 100_000_000
"""Of a file that is imported: many thousand games with all that is known of them."""

MOST_GAMES = 50_000
"""That a person may have, to import more."""

MOST_OF_A_FILE = 50_000
"""Games that are taken of one file."""

_READERS = 4  # files that are read at the same time, each of another person
_GOOD_FOR = 60.0  # seconds
_MOST_TICKETS = 1000
_AT_ONCE = 10  # games; the server does other things after them
_UPLOAD = 300.0  # seconds that a file may take to arrive
_IN_MEMORY = 1_000_000  # bytes of a file that is read; more of it is on disk meanwhile
_BAD_NAMED = 20  # games that are named in an answer, of those that cannot be taken

_FORMATS = {"json": ("application/json", gamefile.as_json), "ggf": ("text/plain; charset=utf-8", gamefile.as_ggf)}


class _Ticket(NamedTuple):
    person: str
    to: str
    format: str
    until: float


class Exchange:
    """The addresses that were given out, and what happens there."""

    def __init__(self, library: Library):
        self.library = library
        self._tickets: dict[str, _Ticket] = {}
        self._importing: set[str] = set()

    def address(self, person: str, to: Literal["export", "import"], format_: str = "json") -> str:
        """An address for one request of a person. Raises MessageError."""
        if self.library.is_shared and not person:
            raise MessageError("unknown", "this browser keeps no key by which your games are known")
        now = time.monotonic()
        self._tickets = {key: ticket for key, ticket in self._tickets.items() if ticket.until > now}
        if len(self._tickets) >= _MOST_TICKETS:
            raise MessageError("full", "too many files are asked for at once; try again later")
        key = secrets.token_urlsafe(24)
        self._tickets[key] = _Ticket(person, to, format_, now + _GOOD_FOR)
        return f"/games/{to}?ticket={key}"

    def add_to(self, app: FastAPI) -> None:
        """Serve the addresses."""
        app.add_api_route("/games/export", self._export, methods=["GET"], response_model=None)
        app.add_api_route("/games/import", self._import, methods=["POST"], response_model=None)

    def _taken(self, key: str, to: str) -> _Ticket | None:
        ticket = self._tickets.get(key)
        if ticket is None or ticket.to != to:
            return None
        del self._tickets[key]
        return ticket if ticket.until > time.monotonic() else None

    async def _export(self, ticket: str = "") -> Response:
        """All games of a person as a file."""
        found = self._taken(ticket, "export")
        if found is None:
            return _refusal(403, "this address has been used, or is too old: ask for the file once more")
        media, write = _FORMATS[found.format]
        name = f"outflank-games-{date.today():%Y-%m-%d}.{found.format}"
        headers = {"content-disposition": f'attachment; filename="{name}"', "cache-control": "no-store"}
        batches = self.library.whole(found.person)
        return StreamingResponse(_in_thread(write(batches)), media_type=media, headers=headers)

    async def _import(self, request: Request, ticket: str = "") -> Response:
        """Take the games of a file among those of a person, and say what became of them."""
        found = self._taken(ticket, "import")
        if found is None:
            return _refusal(403, "this address has been used, or is too old: try again")
        owner = self.library.owner(found.person)
        if owner in self._importing or len(self._importing) >= _READERS:  # so that many do not fill the memory
            return _refusal(503, "another file is being read: try again in a moment")
        self._importing.add(owner)
        try:
            with tempfile.SpooledTemporaryFile(_IN_MEMORY) as file:
                size = 0
                async with asyncio.timeout(_UPLOAD):
                    async for chunk in request.stream():  # to its end, as a browser hears no answer before
                        size += len(chunk)
                        if size <= MOST_BYTES:
                            file.write(chunk)
                if size > MOST_BYTES:
                    most = MOST_BYTES // 1_000_000
                    return _refusal(413, f"the file is too large: at most {most} MB are taken at once")
                file.seek(0)
                return JSONResponse(await self._take(found.person, file, request.is_disconnected))
        except ParseError as error:
            return _refusal(400, str(error))
        except (ClientDisconnect, TimeoutError):
            return _refusal(408, "the file did not come to its end")
        except (OutflankError, OSError) as error:
            return _refusal(507, str(error))
        finally:
            self._importing.discard(owner)

    async def _take(
        self, person: str, file: Any, is_gone: Callable[[], Awaitable[bool]] | None = None
    ) -> dict[str, Any]:
        """Keep the games of a file, until there is nobody any more who waits for that. Raises OutflankError."""
        library = self.library
        known, room = library.digests(person), MOST_GAMES - library.count(person)
        n_added = n_back = n_known = n_bad = 0
        has_more = False
        bad: list[dict[str, str]] = []
        reading = gamefile.read(file)
        while games := await asyncio.to_thread(lambda: list(itertools.islice(reading, _AT_ONCE))):
            if has_more or (is_gone is not None and await is_gone()):
                break
            for game in games:
                if n_added + n_known + n_bad >= MOST_OF_A_FILE:
                    has_more = True
                    break
                before = None if isinstance(game, BadGame) else library.take_back(person, game.kept.id)
                if isinstance(game, BadGame):
                    n_bad += 1
                    bad += [{"place": game.place, "reason": game.reason}] if len(bad) < _BAD_NAMED else []
                elif before == "deleted":
                    n_added += 1
                    n_back += 1
                elif before == "here" or game.kept.digest in known:
                    n_known += 1
                elif n_added >= room:
                    raise OutflankError(f"{n_added} games were taken; more than {MOST_GAMES:,} cannot be kept")
                else:
                    self._add(person, game)
                    n_added += 1
                    if not game.has_id:  # of games of ours two may be the same
                        known.add(game.kept.digest)
        most = MOST_OF_A_FILE if has_more else None
        return {"added": n_added, "back": n_back, "known": n_known, "refused": n_bad, "bad": bad, "most": most}

    def _add(self, person: str, game: ReadGame) -> None:
        self.library.add(person, game.kept, game.name, game.created, game.changed)
        if game.review is not None:
            review = {"moves": [each.model_dump() for each in game.review.judged]}
            self.library.keep_review(game.kept.id, game.review.moves, game.review.seconds, review)


async def _in_thread(pieces: Iterator[str]) -> AsyncIterator[str]:
    """The pieces of a text, made beside what the server does besides."""
    while text := await asyncio.to_thread(lambda: "".join(itertools.islice(pieces, _AT_ONCE))):
        yield text


def _refusal(status: int, words: str) -> Response:
    return PlainTextResponse(f"{words}\n", status, headers={"cache-control": "no-store"})
