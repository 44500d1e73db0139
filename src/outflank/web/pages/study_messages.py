"""Messages about studies. Pages make the ids, so that a study sent twice is one study."""

from typing import Annotated, Literal

from pydantic import Field

from outflank.web.wire import BoardText, GameId, KindName, Message

LONGEST_TITLE = 100
LONGEST_TREE = 230_000
"""Characters of the nodes of a study, so that they fit into a message."""

Title = Annotated[str, Field(max_length=LONGEST_TITLE)]
Players = Annotated[list[Annotated[str, Field(max_length=120)]], Field(max_length=3, default_factory=list)]
Tree = Annotated[str, Field(min_length=1, max_length=LONGEST_TREE)]


class OfStudy(Message):
    """A message about a study."""

    study: GameId


class ListStudies(Message):
    """One's studies, the last changed first: those with all words of a text, that come after one."""

    type: Literal["studies"]
    text: Annotated[str, Field(max_length=200)] = ""
    after: GameId | None = None


class OpenStudy(OfStudy):
    """The whole of a study."""

    type: Literal["study"]


class KeepStudy(OfStudy):
    """Keep a study as it is now; `revision` is the one that the page knows, 0 of a new one.

    Without a title it keeps the one that it has.
    """

    type: Literal["keep-study"]
    revision: Annotated[int, Field(ge=0, le=2**53)]
    title: Title | None = None
    players: Players
    kind: KindName = "othello"
    start: BoardText = ""
    tree: Tree


class NameStudy(OfStudy):
    """Call a study something else."""

    type: Literal["name-study"]
    title: Title


class DeleteStudy(OfStudy):
    """Take a study out of one's list, or put it back."""

    type: Literal["delete-study", "restore-study"]


class CopyStudy(OfStudy):
    """Make a study that is the same."""

    type: Literal["copy-study"]
    title: Title


class WriteStudy(Message):
    """A game with all that is said of it as texts, in each format that can hold it."""

    type: Literal["write-study"]
    title: Title = ""
    players: Players
    kind: KindName = "othello"
    start: BoardText = ""
    tree: Tree


class StudyFile(Message):
    """All one's studies as a file, or those of a file among one's own: an address for it, good for one request."""

    type: Literal["export-studies", "import-studies"]
