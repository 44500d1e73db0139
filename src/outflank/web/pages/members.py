"""The screen of a person's own identity: name, blocked people, and all that the server stores about the person."""

from collections.abc import Awaitable, Callable
from typing import Annotated, Any, Literal

from pydantic import Field

from outflank.web.club.club import Club
from outflank.web.club.members import Member
from outflank.web.engines.short_work import beside
from outflank.web.wire import GameId, Handler, Message, MessageError, PersonName, Screen

MemberNumber = Annotated[int, Field(ge=1, le=2**53)]


class AskMember(Message):
    """A request for the person's own name and the people whom they block."""

    type: Literal["member"]


class ClaimName(Message):
    """A request for a name that nobody else on the server has, or for another name."""

    type: Literal["claim-name"]
    name: PersonName


class AskStored(Message):
    """A request for all that the server stores about the person."""

    type: Literal["stored"]


class DeleteMember(Message):
    """A request to delete all that the server stores about the person, confirmed by the person's own name."""

    type: Literal["delete-member"]
    name: PersonName


class BlockMember(Message):
    """A request to block a member, or to end that."""

    type: Literal["block"]
    member: MemberNumber
    on: bool


class ReportMember(Message):
    """A report about a member for the operator of the server."""

    type: Literal["report"]
    member: MemberNumber
    words: Annotated[str, Field(min_length=1, max_length=500)]
    game: GameId | None = None


ForgetPractice = Callable[[str], Awaitable[None]]
"""A callback that deletes a person's practice."""


class MembersScreen(Screen):
    """The handlers for identities. `forget_practice` deletes what the games database does not contain."""

    def __init__(self, club: Club, forget_practice: ForgetPractice):
        self._club, self._forget_practice = club, forget_practice

    @property
    def handlers(self) -> dict[str, Handler]:
        """The handler for each message type."""
        return self._club.if_open(
            {
                "member": self._own,
                "claim-name": self._claim,
                "stored": self._stored,
                "delete-member": self._delete,
                "block": self._block,
                "report": self._report,
            }
        )

    async def _own(self, _message: AskMember, person: str) -> dict[str, Any]:
        return await beside(self._told, person)

    def _told(self, person: str) -> dict[str, Any]:
        members = self._club.members
        return {
            "type": "member",
            "member": member_fields(members.of(person)),
            "blocked": [member_fields(each) for each in members.blocked(person)],
        }

    async def _claim(self, message: ClaimName, person: str) -> dict[str, Any]:
        await beside(self._club.claim, person, message.name)
        return await beside(self._told, person)

    async def _stored(self, _message: AskStored, person: str) -> dict[str, Any]:
        return {"type": "stored", "stored": await beside(self._club.stored_about, person)}

    async def _delete(self, message: DeleteMember, person: str) -> dict[str, Any]:
        member = await beside(self._club.members.present, person)
        if message.name.strip() != member.name:
            raise MessageError("name", "to delete everything, type your own name: {name}", name=member.name)
        self._club.delete(person)  # on the event loop, which saves games that run
        await self._forget_practice(person)
        return {"type": "done"}

    async def _block(self, message: BlockMember, person: str) -> dict[str, Any]:
        def block() -> dict[str, Any]:
            members = self._club.members
            members.present(person)
            members.block(person, members.numbered(message.member), on=message.on)
            return self._told(person)

        return await beside(block)

    async def _report(self, message: ReportMember, person: str) -> dict[str, Any]:
        def report() -> None:
            other = self._club.members.numbered(message.member)
            self._club.report(person, other, message.words, message.game or "")

        await beside(report)
        return {"type": "done"}


def member_fields(member: Member | None) -> dict[str, Any] | None:
    """A member as pages see them; None for a person without a name."""
    return None if member is None else {"number": member.number, "name": member.name, "joined": member.joined}
