"""Files and texts of the Othello world, one format a file.

| name         | extension | what it holds                                                        | module          |
|--------------|-----------|----------------------------------------------------------------------|-----------------|
| `saved`      | `.txt`    | a game as Outflank saves it: names, date, result, start, moves       | `saved.py`      |
| `obf`        | `.obf`    | test positions with the scores of their moves, one a line            | `obf.py`        |
| `board`      | `.board`  | cells and side to move, in one line or drawn; or with moves after it | `diagram.py`    |
| `transcript` | `.moves`  | the moves of a game from the usual start                             | `transcript.py` |
| `svg`        | `.svg`    | a picture of a position                                              | `svg.py`        |

The extension names the format of a file to be written. A file that is read says itself what it is; its extension only
helps, so that a broken `.obf` is told what is wrong with it as such.
Readers are tolerant and raise ParseError with the place; writers write the canonical form.

`registry` is that table as code, `load` reads what a user names on the command line, and `text` reads what people
paste. The readers build on `places` (where in a text something stands) and give a `record` (a game and its names).
"""

from outflank.formats.load import read_game, read_position, read_problems, read_record, read_records
from outflank.formats.obf import Problem
from outflank.formats.record import Record
from outflank.formats.registry import FORMATS, Format, convert, format_of

__all__ = [
    "FORMATS",
    "Format",
    "Problem",
    "Record",
    "convert",
    "format_of",
    "read_game",
    "read_position",
    "read_problems",
    "read_record",
    "read_records",
]
