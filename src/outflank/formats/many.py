"""Files with many games, of any format, or with one among other text.

>>> import io
>>> [found.record is not None for found in read(io.BytesIO(b"f5d6c3\\nf5a1\\nf5f6"), "three lines")]
[True, False, True]
"""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import BinaryIO

from outflank.errors import ParseError
from outflank.formats import text as any_text
from outflank.play import streams
from outflank.play.formats import Found
from outflank.play.record import Record


def read(
    file: BinaryIO, source: str, *, path: Path | None = None, among: Iterable[str] | None = None
) -> Iterator[Found]:
    """The games of a file in their order, those that cannot be read with their error. Raises ParseError for none.

    As `play.streams.read`, but a short text in no format may hold one game among other words.
    """
    return streams.read(file, source, path=path, among=among, otherwise=_one_game)


def _one_game(text: str) -> Record:
    reading = any_text.read(text)
    if reading.stopped:
        raise ParseError(reading.stopped)
    return reading.record
