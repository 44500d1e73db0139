"""Files and texts of the Othello world, one format a file.

| name         | extension | what it holds                                                        | module          |
|--------------|-----------|----------------------------------------------------------------------|-----------------|
| `saved`      | `.txt`    | a game as Outflank saves it: names, date, result, start, moves       | `saved.py`      |
| `ggf`        | `.ggf`    | games with names, ratings, values, times and comments                | `ggf.py`        |
| `sgf`        | `.sgf`    | games with variations and comments, names and values                 | `sgf.py`        |
| `obf`        | `.obf`    | test positions with the scores of their moves, one a line            | `obf.py`        |
| `board`      | `.board`  | cells and side to move, in one line or drawn; or with moves after it | `diagram.py`    |
| `transcript` | `.moves`  | the moves of a game from the usual start                             | `transcript.py` |
| `svg`        | `.svg`    | a picture of a position                                              | `svg.py`        |

The extension names the format of a file to be written. A file that is read says itself what it is; its extension only
helps, so that a broken `.obf` is told what is wrong with it as such.
Readers are tolerant and raise ParseError with the place; writers write the canonical form.

Each is an entry point of the group ``outflank.formats``; `play.formats` finds the right one, `play.files` reads what a
user names on the command line. `lines` reads files of boards and transcripts, and `text` what people paste; `tagged`
holds what GGF and SGF share. A board, a transcript and a test position do not say which game of the family they are of.
"""
