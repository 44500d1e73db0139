"""Import and export of games as files, which are too large for messages.

The page requests a one-time address. Anybody who knows the address can use it, so it expires after one request or one
minute.
"""

import asyncio
import itertools
import secrets
import tempfile
import time
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import suppress
from datetime import date
from typing import Annotated, Any, BinaryIO, Literal, NamedTuple

from fastapi import FastAPI, Request
from fastapi.responses import PlainTextResponse, Response, StreamingResponse
from pydantic import Field
from starlette.requests import ClientDisconnect

from outflank import formats
from outflank.errors import OutflankError, ParseError, excerpt
from outflank.formats.format import Format
from outflank.play.record import Record
from outflank.text import Text, dumps
from outflank.web import logs
from outflank.web.engines.threads import in_thread
from outflank.web.games import game_file
from outflank.web.games.game_file import BadGame, ReadGame
from outflank.web.games.own_games import MOST_GAMES, OwnGames
from outflank.web.pages.studies import Studies, records_of
from outflank.web.pages.study_messages import StudyFile
from outflank.web.shares import ADDRESS, Turns, giving_way, has_share, network
from outflank.web.wire import Handler, Message, MessageError, Screen

MOST_BYTES = 100_000_000
"""Maximum size of an imported file in bytes. This is enough for many thousands of reviewed games."""

MOST_OF_A_FILE = 50_000
"""Maximum number of games to import from one file."""

GOOD_FOR = 60.0
"""Number of seconds for which an address is valid."""

_READERS = 4  # files read at the same time, each for a different person
_UPLOADS = 32  # most files that are being uploaded or waiting, because they fill the disk
_MOST_TICKETS = 1000
_AT_ONCE = 10  # pieces of text that are produced in one go
_UPLOAD = 300.0  # longest time for an upload in seconds
_CHUNK, _SLOWEST = 10.0, 4000.0  # longest pause in seconds; minimum bytes per second after that
_IN_MEMORY = 1_000_000  # bytes of an upload in memory; the rest goes to disk
_BAD_NAMED = 20  # rejected games that an answer lists

_OWN = "json"
_TEXT = "text/plain; charset=utf-8"

To = Literal["export", "import", "export-studies", "import-studies"]
"""The possible uses of a one-time address."""


def export_formats() -> tuple[str, ...]:
    """The formats for export: Outflank's own, and all text formats that allow several games in a file."""
    found = {name: formats.format_named(name) for name in formats.names()}
    return _OWN, *(name for name, row in found.items() if isinstance(row, Format) and row.cut and not row.single)


class Ticket(NamedTuple):
    """Permission for one request. `asked_from` is the network address of the page that requested it."""

    person: str
    to: str
    format: str
    until: float
    asked_from: str


class Tickets:
    """The tickets that have not been used yet, keyed by the secret in their address."""

    def __init__(self) -> None:
        self._given: dict[str, Ticket] = {}

    def give(self, person: str, to: str, format_: str = "") -> str:
        """Create the key for one request. Raises MessageError if there are too many unused keys."""
        now = time.monotonic()
        self._given = {key: ticket for key, ticket in self._given.items() if ticket.until > now}
        if len(self._given) >= _MOST_TICKETS:
            other = giving_way((ticket.asked_from for ticket in self._given.values()), ADDRESS.get())
            if other is None:
                raise MessageError("full", "too many files have been requested; try again later")
            del self._given[next(key for key, ticket in self._given.items() if ticket.asked_from == other)]
        key = secrets.token_urlsafe(24)
        self._given[key] = Ticket(person, to, format_, now + GOOD_FOR, ADDRESS.get())
        return key

    def take(self, key: str, to: str) -> Ticket | None:
        """Remove and return the ticket for a key. Returns None if the key is unknown or has expired."""
        ticket = self._given.get(key)
        if ticket is None or ticket.to != to:
            return None
        del self._given[key]
        return ticket if ticket.until > time.monotonic() else None


class GameFile(Message):
    """A request for a one-time address to export or import the person's games.

    For an export, `format` is one of the formats listed in the welcome message. For an import, the format is detected.
    """

    type: Literal["export", "import"]
    format: Annotated[str, Field(max_length=40)] = "json"


class Exchange(Screen):
    """Creates the one-time addresses for imports and exports, and handles requests to them."""

    def __init__(self, library: OwnGames, studies: Studies, tickets: Tickets | None = None):
        """Create the screen. `tickets` are those of all processes of a server; by default, it has only one."""
        self.library, self.studies = library, studies
        self._tickets = tickets or Tickets()
        self._importing: dict[str, str] = {}  # the network address that each person's upload comes from
        self._reading = Turns(_READERS)

    def address(self, person: str, to: To, format_: str = "json") -> str:
        """Create an address that a person can use for one request.

        Raises MessageError if the format is unknown, if the person has no key, or if there are too many unused
        addresses.
        """
        if format_ not in export_formats():
            raise MessageError(
                "format",
                "expected a format ({formats}), got {format}",
                formats=", ".join(export_formats()),
                format=excerpt(format_),
            )
        if self.library.is_shared and not person:
            raise MessageError("unknown", "this browser has no key, so the server cannot tell which games are yours")
        key = self._tickets.give(person, to, format_)
        return f"/games/{to}?ticket={key}"

    @property
    def handlers(self) -> dict[str, Handler]:
        """The handler for each message type."""

        def answer(message: StudyFile, person: str) -> dict[str, Any]:
            return {"type": "address", "address": self.address(person, message.type)}

        def answer_games(message: GameFile, person: str) -> dict[str, Any]:
            return {"type": "address", "address": self.address(person, message.type, message.format)}

        studies, games = ("export-studies", "import-studies"), ("export", "import")
        return {**dict.fromkeys(studies, answer), **dict.fromkeys(games, answer_games)}

    def add_to(self, app: FastAPI) -> None:
        """Register the routes with the application."""
        app.add_api_route("/games/export", self._export, methods=["GET"], response_model=None)
        app.add_api_route("/games/import", self._import, methods=["POST"], response_model=None)
        app.add_api_route("/games/export-studies", self._export_studies, methods=["GET"], response_model=None)
        app.add_api_route("/games/import-studies", self._import, methods=["POST"], response_model=None)

    async def _export(self, ticket: str = "") -> Response:
        """Export a person's games as a file."""
        found = self._tickets.take(ticket, "export")
        if found is None:
            return refusal(403, "this link has expired: ask for the file again")
        batches = self.library.whole(found.person)
        if found.format == _OWN:
            media, extension, texts = "application/json", ".json", game_file.as_json(batches)
        else:
            format_ = formats.text_format(found.format)
            media, extension = _TEXT, format_.extensions[0]
            texts = game_file.as_texts(batches, format_)
        of_others = "" if found.format == _OWN else f"{found.format}-"  # shows that the file has no reviews
        name = f"outflank-games-{of_others}{date.today():%Y-%m-%d}{extension}"
        return _file(name, texts, media)

    async def _export_studies(self, ticket: str = "") -> Response:
        """Export a person's studies as a file."""
        found = self._tickets.take(ticket, "export-studies")
        if found is None:
            return refusal(403, "this link has expired: ask for the file again")
        self.studies.settle()
        texts = (formats.write([record], "sgf") for record in self.studies.records(found.person))
        name = f"outflank-studies-{date.today():%Y-%m-%d}.sgf"
        return _file(name, texts)

    async def _import(self, request: Request, ticket: str = "") -> Response:
        """Import the games or studies in an uploaded file, and respond with the counts of added and rejected ones."""
        found = self._tickets.take(ticket, request.url.path.rpartition("/")[2])
        if found is None:
            return refusal(403, "this link has expired: try again")
        owner, address = self.library.owner(found.person), network(request.client)
        ADDRESS.set(address)
        if owner in self._importing or not has_share(self._importing.values(), _UPLOADS, address):
            return refusal(503, "another file is being read: try again in a moment")
        self._importing[owner] = address
        try:
            with tempfile.SpooledTemporaryFile(_IN_MEMORY) as file:
                size = 0
                async with asyncio.timeout(_UPLOAD):
                    async for chunk in arriving(request):  # to the end, as browsers read no answer before
                        size += len(chunk)
                        if size <= MOST_BYTES:
                            file.write(chunk)
                if size > MOST_BYTES:
                    most = MOST_BYTES // 1_000_000
                    return refusal(413, Text("the file is too large: the limit is {most} MB", most=most))
                file.seek(0)
                async with self._reading:
                    taken = await self._take(found.to, found.person, file, request.is_disconnected)
                    return Response(dumps(taken), media_type="application/json")
        except ParseError as error:
            return refusal(400, error.message if error.line is None else str(error))  # it concerns the whole file
        except (ClientDisconnect, TimeoutError):
            return refusal(408, "the upload was cut off")
        except (OutflankError, OSError) as error:
            return refusal(507, str(error))
        finally:
            self._importing.pop(owner, None)

    async def _take(
        self, to: str, person: str, file: Any, is_gone: Callable[[], Awaitable[bool]] | None = None
    ) -> dict[str, Any]:
        """Import a file until it ends or the client disconnects.

        Raises OutflankError if the file cannot be read or if the games cannot be stored.
        """
        taken = await in_thread(lambda: _Taken(to, self.library, self.studies, person, file))
        # One at a time, so that games in progress can be saved in between.
        while await in_thread(taken.take_next):
            if is_gone is not None and await is_gone():
                break
        return taken.to_json()


class _Taken:
    """An import that processes one game or study at a time and counts the outcomes.

    Only one thread may use it at a time.
    """

    def __init__(self, to: str, library: OwnGames, studies: Studies, person: str, file: BinaryIO):
        self._library, self._studies, self._person = library, studies, person
        self._are_games = to == "import"
        self._reading: Iterator[Any] = game_file.read(file) if self._are_games else records_of(file)
        self._known = library.digests(person) if self._are_games else set()
        self._room = MOST_GAMES - library.count(person)
        self._counts: Counter[str] = Counter()
        self._bad: list[dict[str, str]] = []
        self._has_more = False

    def to_json(self) -> dict[str, Any]:
        """The count of each outcome, and the errors in the first 20 rejected games."""
        names = ("added", "known", "refused", *(("back", "studies") if self._are_games else ()))
        counts = {name: self._counts[name] for name in names}
        most = {"most": MOST_OF_A_FILE if self._has_more else None} if self._are_games else {}
        return {**counts, "bad": self._bad, **most}

    def take_next(self) -> bool:
        """Import the next game or study. Returns False at the end of the file or when the limit is reached.

        Raises OutflankError if the file cannot be read or the game cannot be stored.
        """
        found = next(self._reading, None)
        if found is None:
            return False
        if self._are_games and sum(self._counts[name] for name in ("added", "known", "refused")) >= MOST_OF_A_FILE:
            self._has_more = True
            return False
        if isinstance(found, BadGame):
            self._refuse(found.place, found.reason)
        elif isinstance(found, ReadGame):
            self._take_game(found)
        else:
            self._take_study(*found)
        return True

    def _refuse(self, place: str, reason: str) -> None:
        self._counts["refused"] += 1
        if len(self._bad) < _BAD_NAMED:
            self._bad.append({"place": place, "reason": reason})

    def _take_study(self, place: str, record: Record | str) -> None:
        try:
            if isinstance(record, str):
                raise OutflankError(record)
            self._counts["added" if self._studies.add(self._person, record) else "known"] += 1
        except OutflankError as error:
            self._refuse(place, str(error))

    def _take_game(self, game: ReadGame) -> None:
        counts = self._counts
        counts["studies"] += self._add_study(game)
        before = self._library.take_back(self._person, game.kept.id)
        if before == "deleted":
            counts["back"] += 1
        elif before == "here" or game.kept.digest in self._known:
            counts["known"] += 1
            return
        elif counts["added"] >= self._room:
            raise OutflankError(
                "{added} games were imported; the limit of {most} games has been reached",
                added=counts["added"],
                most=f"{MOST_GAMES:,}",
            )
        else:
            self._add(game)
        counts["added"] += 1

    def _add_study(self, game: ReadGame) -> bool:
        """Store a game's comments and variations as a study. Returns True if the study is new."""
        if game.study is None:
            return False
        with suppress(OutflankError):  # the game itself is stored anyway
            return bool(self._studies.add(self._person, game.study))
        return False

    def _add(self, game: ReadGame) -> None:
        self._library.add(self._person, game.kept, game.name, game.created, game.changed)
        if game.review is not None:
            review = {"moves": [each.model_dump(exclude_unset=True) for each in game.review.judged]}
            self._library.keep_review(game.kept.id, game.review.moves, game.review.seconds, review)
        if not game.has_id:  # two of Outflank's own games may be equal
            self._known.add(game.kept.digest)


async def arriving(request: Request) -> AsyncIterator[bytes]:
    """Yield the body of a request in chunks.

    Raises TimeoutError if the body arrives too slowly, and ClientDisconnect if the client disconnects.
    """
    began, size = time.monotonic(), 0
    chunks = request.stream().__aiter__()
    try:
        while True:
            async with asyncio.timeout(_CHUNK):
                chunk = await anext(chunks)
            yield chunk
            size += len(chunk)
            if size < _SLOWEST * (time.monotonic() - began - _CHUNK):
                raise TimeoutError
    except StopAsyncIteration:
        return
    except TimeoutError:
        logs.dropped.note("upload too slow")
        raise


def _file(name: str, texts: Iterator[str], media: str = _TEXT) -> Response:
    """Build a response that the browser saves as a file."""
    headers = {"content-disposition": f'attachment; filename="{name}"', "cache-control": "no-store"}
    return StreamingResponse(_read_beside(texts), media_type=media, headers=headers)


async def _read_beside(pieces: Iterator[str]) -> AsyncIterator[str]:
    """Run an iterator in a thread, and yield the text that it produces."""
    while text := await in_thread(lambda: "".join(itertools.islice(pieces, _AT_ONCE))):
        yield text


def refusal(status: int, words: str) -> Response:
    """Build a response with an error message for the user. A header allows the page to translate the message."""
    return PlainTextResponse(
        f"{words}\n", status, headers={"cache-control": "no-store", "outflank-text": dumps(Text(words))}
    )
