"""Messages about studies. Pages choose the ids, so that a study is stored only once even if it is sent twice."""

from typing import Annotated, Literal

from pydantic import Field

from outflank.web.wire import BoardText, GameId, KindName, Message

LONGEST_TITLE = 100
LONGEST_TREE = 230_000
"""Maximum length of a study's tree in characters, chosen so that it fits into a message."""

Title = Annotated[str, Field(max_length=LONGEST_TITLE)]
Players = Annotated[list[Annotated[str, Field(max_length=120)]], Field(max_length=3, default_factory=list)]
Tree = Annotated[str, Field(min_length=1, max_length=LONGEST_TREE)]


class OfStudy(Message):
    """Base class of messages about one study."""

    study: GameId


class ListStudies(Message):
    """A request for the person's studies that contain all words in `text`, most recently changed first.

    To get the next page of results, the page sends the id of the last study as `after`.
    """

    type: Literal["studies"]
    text: Annotated[str, Field(max_length=200)] = ""
    after: GameId | None = None


class OpenStudy(OfStudy):
    """A request to load a study."""

    type: Literal["study"]


class KeepStudy(OfStudy):
    """A request to save a study.

    `revision` is the latest one that the page knows, or 0 for a new study. If `title` is None, the title stays the
    same.
    """

    type: Literal["keep-study"]
    revision: Annotated[int, Field(ge=0, le=2**53)]
    title: Title | None = None
    players: Players
    kind: KindName = "othello"
    start: BoardText = ""
    tree: Tree


class NameStudy(OfStudy):
    """A request to rename a study."""

    type: Literal["name-study"]
    title: Title


class DeleteStudy(OfStudy):
    """A request to delete or restore a study."""

    type: Literal["delete-study", "restore-study"]


class CopyStudy(OfStudy):
    """A request to copy a study."""

    type: Literal["copy-study"]
    title: Title


class WriteStudy(Message):
    """A request to convert an annotated game to SGF, PGN and GGF."""

    type: Literal["write-study"]
    title: Title = ""
    players: Players
    kind: KindName = "othello"
    start: BoardText = ""
    tree: Tree


class StudyFile(Message):
    """A request for a one-time address to export or import the person's studies."""

    type: Literal["export-studies", "import-studies"]
