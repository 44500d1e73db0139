"""Games of Tribolo in text: the file that one is saved in, and whatever else can be read as one.

    % Outflank Tribolo game
    % Date: 2026-11-21 09:12
    % Blue: human
    % Red: tribolo
    % Green: tribolo
    % Result: Blue wins 66–49–49
    .........BB.#.BR
    ..RG...#...#R...
    …
    B
    n1 k3 c5 …

That is the start position, the colour to move and the moves. The result is there for people; the reader only checks
that it fits the moves.
"""

import json
import re
from dataclasses import dataclass

from outflank.errors import IllegalMoveError, ParseError, excerpt
from outflank.formats.load import exists, read_file, shown
from outflank.formats.places import blank_comments, check_length, error_at, one_line
from outflank.tribolo.game import Game
from outflank.tribolo.outcome import Colour
from outflank.tribolo.position import Position

_TITLE = "% Outflank Tribolo game"
_COUNTS = re.compile(r"([0-9]{1,3})[–-]([0-9]{1,3})[–-]([0-9]{1,3})")
_MOVE = re.compile(r"(?<!\S)[A-Za-z][0-9]\S*")


@dataclass(frozen=True, slots=True)
class Record:
    """A game, the names of blue, red and green, and the date; an empty string where they are not known."""

    game: Game
    names: tuple[str, str, str] = ("", "", "")
    date: str = ""


def read(text: str, *, source: str | None = None) -> Record:
    """The game of a text: a saved file, a board with or without moves after it, or JSON. Raises ParseError."""
    check_length(text, source)
    if text.lstrip().startswith("{"):
        try:
            return Record(Game.from_json(json.loads(text)))
        except json.JSONDecodeError as error:
            raise ParseError(error.msg, source=source, line=error.lineno, column=error.colno) from None
        except ParseError as error:
            raise error.at(source=source) from None
        except RecursionError:
            raise ParseError("expected a game of Tribolo, got brackets nested too deep", source=source) from None
    game = _read_game(blank_comments(text), source)
    headers = dict.fromkeys(("blue", "red", "green", "date", "result"), ("", 0))  # value and line
    for number, line in enumerate(text.split("\n"), 1):
        if line.startswith("%"):
            key, _, value = line[1:].partition(":")
            headers[key.strip().lower()] = value.strip(), number
    result, number = headers["result"]
    counts = _COUNTS.search(result)
    if counts and tuple(map(int, counts.groups())) != game.position.scores:
        stand = "–".join(map(str, game.position.scores))
        raise ParseError(f"the result says {counts[0]}, but the moves lead to {stand}", source=source, line=number)
    return Record(game, (headers["blue"][0], headers["red"][0], headers["green"][0]), headers["date"][0])


def load(argument: str) -> Record:
    """The game that a user names: a file, or the text itself. Raises ParseError, or OutflankError for a bad file."""
    if exists(argument):
        return read(read_file(argument), source=shown(argument))
    try:
        return read(argument)
    except ParseError as error:
        raise ParseError(f"there is no file {excerpt(argument, 60)}, and as a board: {error}") from None


def write(record: Record, result: str = "") -> str:
    """The saved file of a game; `result` says how it ended where the game itself cannot know, as after a forfeit."""
    game = record.game
    headers = {"Date": record.date}
    headers |= {colour.name.capitalize(): name for colour, name in zip(Colour, record.names, strict=True)}
    headers["Result"] = result or (str(game.outcome) if game.is_over else "unfinished")
    lines = [f"% {key}: {one_line(value)}" for key, value in headers.items() if value]
    return "\n".join([_TITLE, *lines, *game.start.rows, game.start.turn.symbol, game.transcript, ""])


def _read_game(text: str, source: str | None) -> Game:
    """The game of a board and the moves after it."""
    moves = list(_MOVE.finditer(text))
    board = text[: moves[0].start()] if moves else text
    if not board.strip():
        raise ParseError(f"expected a board of Tribolo, got {excerpt(text.strip(), 60)}", source=source)
    try:
        game = Game(Position.parse(board))
    except ParseError as error:
        raise error.at(source=source) from None
    if moves:
        for number, move in enumerate(re.finditer(r"\S+", text[moves[0].start() :]), 1):
            try:
                game.push(move[0].lower())
            except IllegalMoveError as error:
                raise error_at(f"move {number}: {error}", text, moves[0].start() + move.start(), source) from None
    return game
