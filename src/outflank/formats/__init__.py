"""Files and texts of the Othello world, one format a module; docs/reference/formats.md lists them.

The extension selects the format for writing. For reading, the content decides; the extension only helps, for example to
report errors in a broken `.obf` as such. Readers are tolerant and raise ParseError with the place; writers write the
canonical form.

Each format is an entry point in the group ``outflank.formats``: a `format.Format`. `registry` finds formats, `streams`
reads files with any number of games, and `files` reads arguments of the command line. `foreign` detects files that
hold no games, and `places` computes places in a text. `pieces` splits long texts into games, `lines` reads boards and
transcripts, and `text` reads pasted text: `pasted` reads one game, and `prose` separates moves from words. `tagged`
holds the common parts of formats with tags; `clocks` and `fen` read the contents of some tags. A board, a transcript or
a test position may belong to any game of the Othello family.
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
