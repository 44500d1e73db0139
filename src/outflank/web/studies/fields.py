"""Types of what the server sends to the pages of a shared study. `npm run wire` converts them to TypeScript."""

from typing import (
    Any,
    Literal,
    NotRequired,  # Pydantic needs this one before Python 3.12
)

from typing_extensions import TypedDict

from outflank.web.page_types import documented
from outflank.web.studies.operations import Letter


@documented
class StudyEventFields(TypedDict):
    """A change of a shared study; see `shared_tree` for the fields of each kind."""

    do: Literal["add", "remove", "restore", "keep", "order", "set", "title"]
    revision: int
    path: NotRequired[list[str]]
    moves: NotRequired[list[str]]
    order: NotRequired[list[str]]
    nodes: NotRequired[list[list[Any]]]
    letter: NotRequired[Letter]
    value: NotRequired[Any]
    title: NotRequired[str]
    players: NotRequired[list[str]]
    clash: NotRequired[Literal["comment", "sign", "deleted"]]
    was: NotRequired[str]


@documented
class StudyPersonFields(TypedDict):
    """Somebody who has the study open."""

    who: int
    name: str
    """Empty if the person has not given a name."""
    role: Literal["owner", "edit", "watch"]
    path: list[str] | None
    """The position on a member's page; None for a follower, and for a private line."""
    away: bool


@documented
class ClassQuestionFields(TypedDict):
    """A question to the class."""

    path: list[str]
    state: Literal["asked", "revealed"]
    n_answers: int
    counts: dict[str, int] | None
    """The number of answers for each move, most frequent first; None for pupils until it is revealed."""
    own: str | None


@documented
class ClassBoardFields(TypedDict):
    """The state of a class."""

    leader: int | None
    """The number of the person whom everybody follows; None without a class."""
    path: list[str]
    question: ClassQuestionFields | None


@documented
class StudyMemberFields(TypedDict):
    """A member in the owner's list."""

    who: int
    name: str


@documented
class StudyLinksFields(TypedDict):
    """The secrets of the links to a study."""

    edit: str
    watch: str


@documented
class SourcedEventFields(TypedDict):
    """A change, with the source that the page chose that asked for it."""

    source: str
    event: StudyEventFields


@documented
class SharedStudyFields(TypedDict):
    """A shared study for one page. With `changes`, `tree` becomes the current tree."""

    type: Literal["shared-study"]
    study: str
    you: int
    role: Literal["owner", "edit", "watch"]
    kind: str
    start: str
    tree: str | None
    """None if the page only needs the changes since its last revision."""
    revision: int
    """The revision before `changes`."""
    changes: list[SourcedEventFields]
    title: NotRequired[str]
    players: NotRequired[list[str]]
    people: list[StudyPersonFields]
    board: ClassBoardFields
    links: NotRequired[StudyLinksFields]
    """For the owner only, as are the members."""
    members: NotRequired[list[StudyMemberFields]]
