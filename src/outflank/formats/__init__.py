"""Files and texts of the Othello world, one format a file; docs/reference/formats.md says which there are.

The extension names the format of a file to be written. A file that is read says itself what it is; its extension only
helps, so that a broken `.obf` is told what is wrong with it as such.
Readers are tolerant and raise ParseError with the place; writers write the canonical form.

Each is an entry point of the group ``outflank.formats``: a `format.Format`. `registry` finds the right one, `streams`
reads files of any number of games one after the other, `files` what a user names on the command line; `foreign` tells
files that hold no games, `places` where in a text something stands. `pieces` cuts long texts into games, `lines` reads
files of boards and transcripts, and `text` what people paste: `pasted` one game of it, and `prose` tells moves from
words. `tagged` holds what formats with tags share, `clocks` and `fen` what some of them hold in a tag. A board, a
transcript and a test position do not say which game of the family they are of.
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
