"""Messages of the practice screen: puzzles, endgames, openings. The server judges the answers."""

from typing import Annotated, Literal

from pydantic import Field

from outflank.web.wire import Message, Moves

_Key = Annotated[str, Field(pattern=r"^[0-9a-f]{32}$")]
_Move = Annotated[str, Field(min_length=1, max_length=8)]
_Name = Annotated[str, Field(max_length=120)]
Side = Literal["black", "white"]


class Practice(Message):
    """Ask for the overview: cards that are due, results, and the lines of the repertoire."""

    type: Literal["practice"]


class NextPuzzle(Message):
    """A puzzle to solve: of a theme, of a level, or of one's own games alone; none of those that were just shown."""

    type: Literal["puzzle"]
    theme: _Name = ""
    level: Annotated[int, Field(ge=0, le=5)] = 0
    mine: bool = False
    without: Annotated[list[_Key], Field(max_length=200, default_factory=list)]


class SolvePuzzle(Message):
    """A move as the answer to a puzzle; without one the solution is asked for. Only the `first` answer counts."""

    type: Literal["solve"]
    key: _Key
    move: _Move | None = None
    first: bool = True
    hinted: bool = False


class PuzzleHint(Message):
    """Ask for the theme and the value of the best move of a puzzle."""

    type: Literal["puzzle_hint"]
    key: _Key


class MakePuzzles(Message):
    """Look for puzzles in the next of one's own games in which that was not done before."""

    type: Literal["make_puzzles"]


class NextEndgame(Message):
    """An endgame to play out."""

    type: Literal["endgame"]
    empties: Annotated[int, Field(ge=6, le=20)] = 10
    want: Literal["any", "even", "winning"] = "any"


class EndgameMove(Message):
    """A move in an endgame: after some moves from its start, by which so many discs were `lost` so far."""

    type: Literal["endgame_move"]
    start: Annotated[str, Field(max_length=80)]
    moves: Moves
    move: _Move
    lost: Annotated[int, Field(ge=0, le=2000)] = 0


class DrillLine(Message):
    """A line of the repertoire after some moves; with a `move` that is the answer at the end of them."""

    type: Literal["drill"]
    side: Side
    moves: Moves
    move: _Move | None = None
    hinted: bool = False
    gives_up: bool = False


class AddLine(Message):
    """A line for the repertoire: its moves, or the opening of a name."""

    type: Literal["add_line"]
    side: Side
    moves: Moves
    opening: _Name = ""


class RemoveLine(Message):
    """Take a line out of the repertoire."""

    type: Literal["remove_line"]
    number: Annotated[int, Field(ge=1, le=2**53)]
