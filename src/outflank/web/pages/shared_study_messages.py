"""Messages about studies that several people edit or follow at once."""

from typing import Annotated, Literal

from pydantic import Field

from outflank.web.page_types import MoveName
from outflank.web.pages.study_messages import OfStudy
from outflank.web.studies.operations import Operation, Path
from outflank.web.wire import PersonName, Secret

MOST_OPERATIONS = 20
"""Maximum number of operations in one message."""

Revision = Annotated[int, Field(ge=0, le=2**53)]
Source = Annotated[str, Field(pattern=r"^[A-Za-z0-9_-]{8,60}$")]


class ShareStudy(OfStudy):
    """A request for the links of the person's own study. `renew` replaces one of them, so that the old one ends."""

    type: Literal["share-study"]
    renew: Literal["edit", "watch"] | None = None


class FollowStudy(OfStudy):
    """A request to open a shared study, and to get its changes from now on.

    `secret` is part of a link. `revision` is the last one that the page knows, if it had the study open before.
    """

    type: Literal["follow-study"]
    secret: Secret | None = None
    name: PersonName = ""
    revision: Revision | None = None


class LeaveStudy(OfStudy):
    """A request to get the changes of a study no longer."""

    type: Literal["leave-study"]


class ChangeStudy(OfStudy):
    """Operations on a study, made when the page knew `revision`.

    `source` is chosen by the page. If the message comes again because no answer arrived, nothing happens.
    """

    type: Literal["change-study"]
    revision: Revision
    source: Source
    operations: Annotated[list[Operation], Field(min_length=1, max_length=MOST_OPERATIONS)]


class LookInStudy(OfStudy):
    """The position on the page. `away` is true for a private line, which the server does not know."""

    type: Literal["look-in-study"]
    path: Path
    away: bool = False


class GatherStudy(OfStudy):
    """A request that all other pages go to a position."""

    type: Literal["gather-study"]
    path: Path


class RemoveFromStudy(OfStudy):
    """A request to remove a person from a study. `who` is the number from the list of people."""

    type: Literal["remove-from-study"]
    who: Annotated[int, Field(ge=1, le=2**53)]


class LeadStudy(OfStudy):
    """A request to begin a class that follows the owner's position, or to end it."""

    type: Literal["lead-study"]
    on: bool


class AskClass(OfStudy):
    """A request to ask the class for the best move, to reveal the answers, or to remove the question."""

    type: Literal["ask-class"]
    what: Literal["ask", "reveal", "dismiss"]


class AnswerClass(OfStudy):
    """An answer to the leader's question."""

    type: Literal["answer-class"]
    move: MoveName
