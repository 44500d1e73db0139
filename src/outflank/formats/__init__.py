"""Files and texts of the Othello world, one format a file.

| name         | extension | what it holds                                                        | module          |
|--------------|-----------|----------------------------------------------------------------------|-----------------|
| `saved`      | `.txt`    | a game as Outflank saves it: names, date, result, start, moves       | `saved.py`      |
| `ggf`        | `.ggf`    | games with names, ratings, clocks, values, times and comments        | `ggf.py`        |
| `sgf`        | `.sgf`    | games with variations and comments, names and values                 | `sgf.py`        |
| `pgn`        | `.pgn`    | games as servers write them, with variations, values and times       | `pgn.py`        |
| `quest`      | `.json`   | games of Othello Quest, with ratings and times                       | `quest.py`      |
| `table`      | `.csv`    | a game a line with players, score and moves, as data sets have them  | `table.py`      |
| `egaroucid`  | `.egaroucid` | a game as Egaroucid saves it                                      | `egaroucid.py`  |
| `wthor`      | `.wtb`    | the archive of tournaments; names in `.jou` and `.trn` beside it     | `wthor.py`      |
| `edax-book`  | `.dat`    | an opening book of Edax: positions with the values of their moves    | `edax_book.py`  |
| `edax-game`  | `.edx`    | games as Edax saves them                                             | `edax_game.py`  |
| `egaroucid-book` | `.egbk3` | an opening book of Egaroucid                                      | `egaroucid.py`  |
| `grid`       | `.grid`   | the number of each move on its square                                | `grid.py`       |
| `obf`        | `.obf`    | test positions with the scores of their moves, one a line            | `obf.py`        |
| `board`      | `.board`  | cells and side to move, in one line or drawn; or with moves after it | `diagram.py`    |
| `nboard`     | `.nboard` | positions as NBoard copies and pastes them                           | `nboard.py`     |
| `edax-board` | `.edax`   | a position as Edax draws it                                          | `edax_board.py` |
| `transcript` | `.moves`  | the moves of a game from the usual start                             | `transcript.py` |
| `svg`        | `.svg`    | a picture of a position                                              | `svg.py`        |

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

from outflank.formats.format import AnyFormat, BinaryFormat, Format, GameInFile, only
from outflank.formats.registry import (
    convert,
    format_named,
    format_of,
    names,
    read,
    recognise,
    recognise_bytes,
    text_format,
    texts,
    that_hold,
    with_extension,
    write,
)

__all__ = [
    "AnyFormat",
    "BinaryFormat",
    "Format",
    "GameInFile",
    "convert",
    "format_named",
    "format_of",
    "names",
    "only",
    "read",
    "recognise",
    "recognise_bytes",
    "text_format",
    "texts",
    "that_hold",
    "with_extension",
    "write",
]
