"""The lobby screen: challenges, running games, and the ratings of a game that has ended."""

from collections.abc import Sequence
from typing import Annotated, Any, Literal

from pydantic import Field

from outflank.web.club.club import Club
from outflank.web.club.lobby import club_match
from outflank.web.engines.short_work import beside
from outflank.web.games.club_results import pool_of
from outflank.web.games.watchers import Watcher
from outflank.web.pages.members import member_fields
from outflank.web.wire import Handler, KindName, Message, OfGame, Screen

ChallengeId = Annotated[str, Field(pattern=r"^c[0-9]{1,12}$")]
ClockText = Annotated[str, Field(max_length=40)]
BoardSize = Annotated[int, Field(ge=4, le=10)]


class EnterLobby(Message):
    """A request to follow the lobby. The server sends it as a whole, and then its changes."""

    type: Literal["lobby"]


class LeaveLobby(Message):
    """A request to follow the lobby no longer. The person's challenges stay open."""

    type: Literal["leave-lobby"]


class OpenChallenge(Message):
    """A request to open a challenge. `seat` is the person's own seat, or None for a random one."""

    type: Literal["challenge"]
    kind: KindName = "othello"
    size: BoardSize | None = None
    clock: ClockText = ""
    rated: bool = False
    seat: Annotated[int, Field(ge=0, le=2)] | None = None


class WithdrawChallenge(Message):
    """A request to withdraw a challenge, or to step back from somebody else's."""

    type: Literal["withdraw-challenge"]
    challenge: ChallengeId


class AcceptChallenge(Message):
    """A request to accept a challenge."""

    type: Literal["accept-challenge"]
    challenge: ChallengeId


class AskChange(OfGame):
    """A request for the ratings before a rated game, and for their changes if it has ended."""

    type: Literal["rating-change"]


class LobbyScreen(Screen):
    """The lobby as one page follows it. Events go to `watcher`."""

    def __init__(self, club: Club, watcher: Watcher):
        self._club, self._watcher = club, watcher

    @property
    def handlers(self) -> dict[str, Handler]:
        """The handler for each message type."""
        return self._club.if_open(
            {
                "lobby": self._enter,
                "leave-lobby": self._leave,
                "challenge": self._open,
                "withdraw-challenge": self._withdraw,
                "accept-challenge": self._accept,
                "rating-change": self._change,
            }
        )

    def close(self) -> None:
        """Follow the lobby no longer."""
        self._club.lobby.feed.leave(self._watcher)

    def _enter(self, _message: EnterLobby, person: str) -> dict[str, Any]:
        lobby = self._club.lobby
        member = self._club.members.of(person)
        return {
            **lobby.feed.follow(self._watcher, person),
            "member": member_fields(member),
            "own": lobby.own(person),
            "turns": self._club.turns(person),
            "playing": lobby.playing(person),
            "blocked": [each.number for each in self._club.members.blocked(person)],
        }

    def _leave(self, _message: LeaveLobby, _person: str) -> dict[str, Any]:
        self._club.lobby.feed.leave(self._watcher)
        return {"type": "done"}

    async def _open(self, message: OpenChallenge, person: str) -> dict[str, Any]:
        match = await beside(club_match, message.kind, message.size, message.clock, rated=message.rated)
        number = self._club.lobby.open(person, match, rated=message.rated, seat=message.seat)
        return {"type": "challenge", "challenge": number}

    def _withdraw(self, message: WithdrawChallenge, person: str) -> dict[str, Any]:
        self._club.lobby.withdraw(person, message.challenge)
        return {"type": "done"}

    def _accept(self, message: AcceptChallenge, person: str) -> dict[str, Any]:
        return {"type": "accepted", "game": self._club.accept(person, message.challenge)}

    async def _change(self, message: AskChange, _person: str) -> dict[str, Any]:
        await self._club.matches.fetch(message.game)
        session = self._club.matches.session(message.game)
        if session.club is None or not session.club.terms.rated:
            return {"type": "rating-change", "players": []}
        players = await beside(self._around, message.game, session.people.seats, pool_of(session.match))
        return {"type": "rating-change", "players": players}

    def _around(self, game: str, persons: Sequence[str], pool: str) -> list[dict[str, Any]]:
        """The ratings of the players before a game, with their changes, which are None if it has not counted."""
        ratings = self._club.ratings
        if changes := ratings.change(game):
            return [
                {**before.to_json(), "change": round(after.rating) - round(before.rating)} for before, after in changes
            ]
        return [{**ratings.of(person, pool).to_json(), "change": None} for person in persons]
