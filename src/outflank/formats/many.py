"""Files with many games, of any format, or with one among other text.

>>> import io
>>> [found.record is not None for found in read(io.BytesIO(b"f5d6c3\\nf5a1\\nf5f6"), "three lines")]
[True, False, True]
"""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import BinaryIO

from outflank.play import streams
from outflank.play.formats import Found


def read(
    file: BinaryIO, source: str, *, path: Path | None = None, among: Iterable[str] | None = None
) -> Iterator[Found]:
    """The games of a file in their order, those that cannot be read with their error. Raises ParseError for none."""
    return streams.read(file, source, path=path, among=among)
