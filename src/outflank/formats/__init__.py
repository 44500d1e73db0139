"""Readers and writers for Othello file formats, one module per format; docs/reference/formats.md lists the formats.

When writing, the file extension selects the format. When reading, the content decides, and the extension serves only as
a hint: for example, a broken `.obf` file is reported as broken OBF. Readers are lenient; if they cannot read a file,
they raise a ParseError that gives the location of the error. Writers always produce the canonical form.

Each format is a `format.Format` or `format.BinaryFormat`, registered as an entry point in the group
``outflank.formats``. The other modules support them:

- `registry` looks up formats, `streams` reads files with any number of games, and `files` reads the games and positions
  named on the command line.
- `foreign` recognises files that contain no games, and `places` converts offsets to lines and columns for errors.
- `pieces` splits long files into games, and `lines` reads boards and transcripts.
- `text` reads anything that a user pastes: `pasted` reads a single game, and `prose` separates moves from words.
- `tagged` is the code shared by formats with tags; `clocks` and `fen` parse the contents of some tags.

A board, a transcript or a test position may belong to any game in the Othello family.
"""

from outflank.formats.format import BinaryFormat, Format, GameInFile, only
from outflank.formats.registry import (
    format_named,
    format_of,
    names,
    read,
    recognise,
    recognise_bytes,
    text_format,
    that_hold,
    with_extension,
    write,
)

__all__ = [
    "BinaryFormat",
    "Format",
    "GameInFile",
    "format_named",
    "format_of",
    "names",
    "only",
    "read",
    "recognise",
    "recognise_bytes",
    "text_format",
    "that_hold",
    "with_extension",
    "write",
]
