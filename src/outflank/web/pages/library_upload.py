"""Upload of game files to the library (local server only).

All files are uploaded in one request, so that an archive and its name files arrive together. The request starts with a
line of JSON that lists the names and sizes of the files, followed by their contents. The response consists of lines of
JSON that report the progress, and ends with the totals. If the upload is cancelled, the library keeps the games read up
to then.
"""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Annotated, Any, BinaryIO, Literal

from fastapi import FastAPI, Request
from fastapi.responses import Response, StreamingResponse
from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError
from starlette.requests import ClientDisconnect

from outflank.errors import OutflankError
from outflank.files import TemporaryFolder
from outflank.text import Text, dumps
from outflank.web import logs
from outflank.web.engines import jobs
from outflank.web.engines.jobs import Notice
from outflank.web.engines.pool import Pool
from outflank.web.pages.file_transfer import Tickets, arriving, refusal
from outflank.web.wire import Handler, Message, MessageError, Screen, in_words

MOST_BYTES = 4_000_000_000
"""Maximum total size of the files in a request, in bytes."""

_MOST_FILES = 1000
_LONGEST_HEAD = 1_000_000  # bytes in the line with the file names
_UPLOAD = 600.0  # longest time for an upload in seconds
_GRACE = 30.0  # seconds for a cancelled import to store the games it has read
_PAUSE = 0.5  # seconds between checks that the page is still waiting
_NAMES = (".jou", ".trn")  # name files that belong to an archive


class Fill(Message):
    """A request for a one-time address to upload files to the library."""

    type: Literal["fill"]


class _File(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)

    name: Annotated[str, Field(min_length=1, max_length=255)]
    size: Annotated[int, Field(ge=0, le=MOST_BYTES)]


_HEAD = TypeAdapter(Annotated[list[_File], Field(min_length=1, max_length=_MOST_FILES)])


class LibraryUpload(Screen):
    """Creates the one-time addresses for uploads, and imports one upload at a time in a separate process."""

    def __init__(self, library: Path | None, *, is_shared: bool):
        self._library, self._is_shared = library, is_shared
        self._tickets = Tickets()
        self._pool = Pool(1, nice=5, grace=_GRACE)
        self._is_busy = False
        self._tasks: set[asyncio.Task[None]] = set()

    @property
    def handlers(self) -> dict[str, Handler]:
        """The handler for each message type."""
        return {"fill": self.address}

    def address(self, _message: Fill, person: str) -> dict[str, Any]:
        """Create an address for one upload. Raises MessageError if the server is shared or has no library."""
        if self._is_shared:
            raise MessageError(
                "shared",
                "games cannot be imported from a page on a shared server: run outflank library import on its machine",
            )
        if self._library is None:
            raise MessageError("no library", "this server has no library of games")
        return {"type": "address", "address": f"/library/import?ticket={self._tickets.give(person, 'fill')}"}

    def add_to(self, app: FastAPI) -> None:
        """Register the route with the application."""
        app.add_api_route("/library/import", self._import, methods=["POST"], response_model=None)

    async def end(self) -> None:
        """Cancel the current import and stop its process."""
        for task in self._tasks:
            task.cancel()
        await self._pool.close()

    async def _import(self, request: Request, ticket: str = "") -> Response:
        """Import the uploaded files into the library, and stream the progress in the response."""
        if self._tickets.take(ticket, "fill") is None:
            return refusal(403, "this link has expired: try again")
        if self._is_busy:
            return refusal(503, "other files are being read: try again in a moment")
        try:
            folder = TemporaryFolder()
        except OSError as error:
            return _no_room(error)
        self._is_busy = True
        try:
            async with asyncio.timeout(_UPLOAD):
                files = await _received(request, folder.path)
        except BaseException as error:
            self._end(folder)
            if isinstance(error, OutflankError):
                return refusal(400, str(error))
            if isinstance(error, ClientDisconnect | TimeoutError):
                return refusal(408, "the upload was cut off")
            if isinstance(error, OSError):
                return _no_room(error)
            raise
        progress: asyncio.Queue[dict[str, Any] | None] = asyncio.Queue()
        task = asyncio.ensure_future(self._carry_out(request, folder, files, progress))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        # Compression would hold lines back until more of them arrive.
        headers = {"cache-control": "no-store", "content-encoding": "identity"}
        return StreamingResponse(_lines(progress), media_type="application/x-ndjson", headers=headers)

    def _end(self, folder: TemporaryFolder) -> None:
        self._is_busy = False
        folder.close()

    async def _carry_out(
        self,
        request: Request,
        folder: TemporaryFolder,
        files: list[Path],
        progress: asyncio.Queue[dict[str, Any] | None],
    ) -> None:
        """Import the files and put the lines of the response into `progress`. Stop if the page disconnects."""
        read = [file for file in files if file.suffix.lower() not in _NAMES] or files
        task = asyncio.ensure_future(
            self._pool.run(
                jobs.fill, read, self._library, hear=lambda found: progress.put_nowait(_line(found)), is_counted=False
            )
        )
        try:
            progress.put_nowait({"of": sum(file.stat().st_size for file in read)})
            while not task.done():
                await asyncio.wait([task], timeout=_PAUSE)
                if not task.done() and await request.is_disconnected():
                    return
            progress.put_nowait({"done": task.result()})
        except OutflankError as error:
            logs.event(logs.WARNING, "library import failed", reason=str(error))
            progress.put_nowait({"failed": str(error)})
        finally:
            task.cancel()
            await self._settle(folder)
            progress.put_nowait(None)

    async def _settle(self, folder: TemporaryFolder) -> None:
        """Wait until the import has ended. Then stop its process to free memory, and delete the files."""
        await asyncio.sleep(0)  # let the cancellation reach it
        await self._pool.settle()
        await self._pool.close()
        self._end(folder)


def _line(found: dict[str, Any] | Notice) -> dict[str, Any]:
    return {"found": {"notice": found.words} if isinstance(found, Notice) else found}


def _no_room(error: OSError) -> Response:
    return refusal(507, Text("the server cannot store the files: {reason}", reason=error.strerror))


async def _lines(progress: asyncio.Queue[dict[str, Any] | None]) -> AsyncIterator[str]:
    while (found := await progress.get()) is not None:
        yield dumps(found, ensure_ascii=False) + "\n"


async def _received(request: Request, folder: Path) -> list[Path]:
    """Save the uploaded files to a folder, and return their paths.

    Raises MessageError if the request is malformed, and OSError if a file cannot be written.
    """
    chunks = arriving(request)
    head = b""
    while b"\n" not in head:
        try:
            head += await anext(chunks)
        except StopAsyncIteration:
            raise MessageError("files", "expected a line of file names, got none") from None
        if len(head) > _LONGEST_HEAD:
            raise MessageError("files", "expected a line of file names, got one that is too long")
    line, _, rest = head.partition(b"\n")
    try:
        listed = _HEAD.validate_json(line)
    except ValidationError as error:
        raise MessageError("files", "expected a line of file names: {reason}", reason=in_words(error)) from None
    if sum(each.size for each in listed) > MOST_BYTES:
        raise MessageError("files", "the files are too large: the limit is {most} GB", most=MOST_BYTES // 10**9)
    paths: list[Path] = []
    for each in listed:
        path = _place(folder, each.name)
        with path.open("wb") as file:
            rest = await _copied(chunks, rest, file, each.size)
        paths.append(path)
    return paths


async def _copied(chunks: AsyncIterator[bytes], rest: bytes, file: BinaryIO, size: int) -> bytes:
    """Copy `size` bytes to a file, starting with the bytes in `rest`, and return the unused bytes."""
    while size > 0:
        if not rest:
            try:
                rest = await anext(chunks)
            except StopAsyncIteration:
                raise MessageError("files", "expected {size} more bytes of file data, got none", size=size) from None
        file.write(rest[:size])
        size, rest = size - len(rest[:size]), rest[size:]
    return rest


def _place(folder: Path, name: str) -> Path:
    """A safe, unused path for a file name sent by a page. If the name is taken, the path is in a numbered subfolder."""
    plain = name.replace("\\", "/").rpartition("/")[2].replace("\0", "").strip(". ") or "games"
    path = folder / plain.encode(errors="replace").decode()[:120]
    number = 1
    while path.exists():
        number += 1
        path = folder / str(number) / path.name
        path.parent.mkdir(exist_ok=True)
    return path
