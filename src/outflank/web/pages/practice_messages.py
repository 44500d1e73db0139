"""Messages from the practice screen about puzzles, endgames and openings. Answers are judged on the server."""

from typing import Annotated, Literal

from pydantic import Field

from outflank.web.wire import Message, Moves

_Key = Annotated[str, Field(pattern=r"^[0-9a-f]{32}$")]
PuzzleMove = Annotated[str, Field(min_length=1, max_length=8)]
_Name = Annotated[str, Field(max_length=120)]
_MOST_RATING = 20_000  # further from 0 than any puzzle
_Rating = Annotated[int, Field(ge=-_MOST_RATING, le=_MOST_RATING)]
Side = Literal["black", "white"]


class Practice(Message):
    """A request for the overview: cards that are due, results, and the lines in the repertoire."""

    type: Literal["practice"]


class AskOpenings(Message):
    """A request for the openings that can be added to the repertoire, the most played first."""

    type: Literal["openings"]


class NextPuzzle(Message):
    """A request for the next puzzle, optionally with a theme, a level, and a lowest and highest archive rating.

    If `key` is given, the answer is that puzzle. If `mine` is true, only puzzles from the person's games are used.
    Puzzles listed in `without` were shown recently and are avoided.
    """

    type: Literal["puzzle"]
    key: _Key | None = None
    theme: _Name = ""
    level: Annotated[int, Field(ge=0, le=5)] = 0
    lowest: _Rating = -_MOST_RATING
    highest: _Rating = _MOST_RATING
    mine: bool = False
    without: Annotated[list[_Key], Field(max_length=200, default_factory=list)]


class DailyPuzzle(Message):
    """A request for the puzzle of the day, which is the same for everybody. `SolvePuzzle` answers it."""

    type: Literal["daily"]


class SolvePuzzle(Message):
    """The answer to a puzzle or, if `move` is None, a request for its solution.

    Only the `first` answer to a puzzle counts.
    """

    type: Literal["solve"]
    key: _Key
    move: PuzzleMove | None = None
    first: bool = True
    hinted: bool = False


class PuzzleHint(Message):
    """A request for a hint: the theme of a puzzle, and the value and column of its best move."""

    type: Literal["puzzle_hint"]
    key: _Key


class MakePuzzles(Message):
    """A request to search one more of the person's games for puzzles."""

    type: Literal["make_puzzles"]


class NextEndgame(Message):
    """A request for an endgame exercise."""

    type: Literal["endgame"]
    empties: Annotated[int, Field(ge=6, le=20)] = 10
    want: Literal["any", "even", "winning"] = "any"


class EndgameMove(Message):
    """A move in an endgame after `moves` from its start. `lost` is the number of discs lost before this move."""

    type: Literal["endgame_move"]
    start: Annotated[str, Field(max_length=80)]
    moves: Moves
    move: PuzzleMove
    lost: Annotated[int, Field(ge=0, le=2000)] = 0


class DrillLine(Message):
    """A position in a repertoire line, reached by `moves`. `move` is the person's answer, if there is one."""

    type: Literal["drill"]
    side: Side
    moves: Moves
    move: PuzzleMove | None = None
    hinted: bool = False
    gives_up: bool = False


class AddLine(Message):
    """A request to add a line to the repertoire. The line is given by its moves or by the name of an opening."""

    type: Literal["add_line"]
    side: Side
    moves: Moves
    opening: _Name = ""


class RemoveLine(Message):
    """A request to remove a line from the repertoire."""

    type: Literal["remove_line"]
    number: Annotated[int, Field(ge=1, le=2**53)]
