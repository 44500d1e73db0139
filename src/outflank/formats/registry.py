"""The table of all formats, and what follows from it: reading a text of any of them, and converting.

A new format is one line in `FORMATS`: a function that reads all records of a text, one that writes some, and one that
recognises its texts.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import PurePath

from outflank.errors import OptionError, OutflankError, ParseError, excerpt
from outflank.formats import diagram, obf, saved, svg, transcript
from outflank.formats.places import blank_comments, check_length
from outflank.formats.record import Record
from outflank.rules import PASS, Game, Position

_GOES_ON = re.compile(r"^[ \t]*+(?!1\.)[0-9]{1,3}\.", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Format:
    """A format: how its texts are recognised, read and written. `read` takes the text and its source's name.

    `noun` is what one record is called in a sentence.
    """

    noun: str
    description: str
    extensions: tuple[str, ...]
    recognises: Callable[[str], bool]
    read: Callable[[str, str | None], list[Record]]
    write: Callable[[Sequence[Record]], str]


def recognise(text: str, extension: str = "") -> str | None:
    """The name of the format that a text is in, None if it looks like none.

    That is the first of the table whose `recognises` says so, or whose the extension of the file is; but ``.txt`` says
    nothing.
    """
    for name, format_ in FORMATS.items():
        if format_.recognises(text) or (extension != ".txt" and extension in format_.extensions):
            return name
    return None


def read(text: str, *, source: str | None = None, extension: str = "") -> list[Record]:
    """All games of a text in any format, at least one. Raises ParseError."""
    name = recognise(text, extension)
    if name is None:
        what = f"got {excerpt(text.strip(), 60)}" if text.strip() else "but the text is empty"
        raise ParseError(f"expected a board, a transcript or a saved game, {what}", source=source)
    records = FORMATS[name].read(text, source)
    if not records:
        raise ParseError("expected a position or a game, got only comments", source=source)
    return records


def only(records: Sequence[Record], *, source: str | None = None) -> Record:
    """The one record that there is. Raises ParseError if there are more."""
    if len(records) != 1:
        raise ParseError(f"expected one game or position, got {len(records)}", source=source)
    return records[0]


def write(records: Sequence[Record], to: str) -> str:
    """The text of some games in the format named `to`. Raises OptionError for a name that is not in the table."""
    if to not in FORMATS:
        raise OptionError(f"expected a format ({', '.join(FORMATS)}), got {excerpt(to)}")
    return FORMATS[to].write(records)


def convert(text: str, to: str, *, source: str | None = None) -> str:
    """A text of any format in the format named `to`. Raises ParseError, or OutflankError for what does not fit in."""
    return write(read(text, source=source), to)


def format_of(path: str) -> str:
    """The name of the format that a file to be written is in, by its extension. Raises OptionError."""
    extension = PurePath(path).suffix.lower()
    for name, format_ in FORMATS.items():
        if extension in format_.extensions:
            return name
    known = ", ".join(extension for format_ in FORMATS.values() for extension in format_.extensions)
    raise OptionError(f"expected a file name that ends in {known}, got {excerpt(path, 60)}")


# --- what the table holds ------------------------------------------------------------------------------------------


def _read_boards(text: str, source: str | None) -> list[Record]:
    return _read_one_way(text, source, _as_one_game, _one_game_a_line)


def _read_transcripts(text: str, source: str | None) -> list[Record]:
    """Two short games, one a line, may also make one game; lines that begin with 2. or more then go on with a game."""
    one, many = _as_one_game, _one_game_a_line
    return _read_one_way(text, source, *((one, many) if _GOES_ON.search(text) else (many, one)))


def _read_one_way(text: str, source: str | None, *ways: Callable[[str, str | None], list[Record]]) -> list[Record]:
    """The first way to read a text that gives no error, or else the error of the way that gets furthest."""
    check_length(text, source)
    text = blank_comments(text)
    errors = []
    for way in ways:
        try:
            return way(text, source)
        except ParseError as error:
            errors.append(error)
    raise max(errors, key=lambda error: (error.line or 0, error.column or 0))


def _as_one_game(text: str, source: str | None) -> list[Record]:
    return [Record(_read_game(text, source))]


def _one_game_a_line(text: str, source: str | None) -> list[Record]:
    records = []
    for number, line in enumerate(text.split("\n"), 1):
        try:
            if line.strip():
                records.append(Record(_read_game(line, source)))
        except ParseError as error:
            raise ParseError(error.message, source=source, line=number, column=error.column) from None
    return records


def _read_game(text: str, source: str | None) -> Game:
    read_it = diagram.read_game if diagram.recognises(text) else transcript.read
    return read_it(text, source=source)


def _write_transcripts(records: Sequence[Record]) -> str:
    for record in records:
        if record.game.start != Position.start():
            raise OutflankError(f"a transcript has no room for a start position: {diagram.write(record.game.start)}")
    return "".join(transcript.write(record.game) + "\n" for record in records)


def _write_saved(records: Sequence[Record]) -> str:
    if len(records) != 1:
        raise OutflankError(f"a saved game is one game, got {len(records)}")
    record = records[0]
    return saved.write(record.game, black=record.black, white=record.white, date=record.date)


def _read_problems(text: str, source: str | None) -> list[Record]:
    return [Record(Game(problem.position), problem=problem) for problem in obf.read(text, source=source)]


def _write_problems(records: Sequence[Record]) -> str:
    return obf.write(record.problem or obf.Problem(record.game.position) for record in records)


def _write_picture(records: Sequence[Record]) -> str:
    if len(records) != 1:
        raise OutflankError(f"a picture shows one position, got {len(records)}")
    game = records[0].game
    return svg.write(game.position, last=next((move for move in reversed(game.moves) if move != PASS), None))


FORMATS: dict[str, Format] = {
    "svg": Format(
        "a picture",
        "the position at the end of a game as a picture",
        (".svg",),
        svg.recognises,
        lambda text, source: [Record(Game(svg.read(text, source=source)))],
        _write_picture,
    ),
    "saved": Format(
        "a saved game",
        "a game as Outflank saves it: names, date, result, start position and moves",
        (".txt",),
        saved.recognises,
        lambda text, source: [saved.read(text, source=source)],
        _write_saved,
    ),
    "obf": Format(
        "a test position",
        "test positions, one a line, with the scores of their moves",
        (".obf",),
        obf.recognises,
        _read_problems,
        _write_problems,
    ),
    "board": Format(
        "a board",
        "the cells of a position and the side to move; written one a line, the position at the end of each game",
        (".board",),
        lambda text: diagram.recognises(blank_comments(text)),
        _read_boards,
        lambda records: "".join(diagram.write(record.game.position) + "\n" for record in records),
    ),
    "transcript": Format(
        "a transcript",
        "the moves of a game from the usual start; written one game a line",
        (".moves",),
        lambda text: transcript.recognises(blank_comments(text)),
        _read_transcripts,
        _write_transcripts,
    ),
}
"""All formats by name. The order is that in which a text is tried: those that are easily told from others first."""
