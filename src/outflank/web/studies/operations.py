"""The changes of a shared study that a page can ask for. They name a node by the moves that lead to it."""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from outflank.web.page_types import MoveName

LONGEST_PATH = 200
MOST_MOVES = 16
"""Maximum number of moves that one operation adds."""

Path = Annotated[list[MoveName], Field(max_length=LONGEST_PATH)]
Letter = Literal["c", "s", "k", "v", "j", "t", "l", "a"]
"""The name of an annotation, as in `games.trees`."""


class StudyOperation(BaseModel):
    """Base class of changes."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)

    path: Path


class AddMoves(StudyOperation):
    """Plays moves after a node. Moves that exist already stay as they are."""

    do: Literal["add"]
    moves: Annotated[list[MoveName], Field(min_length=1, max_length=MOST_MOVES)]


class RemoveBranch(StudyOperation):
    """Deletes a move with everything after it."""

    do: Literal["remove"]


class OrderVariations(StudyOperation):
    """Puts the moves after a node in an order; the first one is the main line. Other moves follow them."""

    do: Literal["order"]
    moves: Annotated[list[MoveName], Field(max_length=64)]


class SetNote(StudyOperation):
    """Changes an annotation from `was` to `value`; None stands for no annotation."""

    do: Literal["set"]
    letter: Letter
    value: Any = None
    was: Any = None


class SetTitle(StudyOperation):
    """Changes the title and the names of the players."""

    do: Literal["title"]
    title: Annotated[str, Field(max_length=100)]
    players: Annotated[list[Annotated[str, Field(max_length=120)]], Field(max_length=3)]


Operation = Annotated[AddMoves | RemoveBranch | OrderVariations | SetNote | SetTitle, Field(discriminator="do")]
