"""The screen of the club's tournaments."""

from typing import Annotated, Any, Literal

from pydantic import Field

from outflank.web.club.club import Club
from outflank.web.club.tournaments import LONGEST_TITLE, MOST_ROUNDS, ClubTournament
from outflank.web.engines.short_work import beside
from outflank.web.pages.lobby import BoardSize, ClockText
from outflank.web.wire import Handler, KindName, Message, Screen

TournamentId = Annotated[str, Field(pattern=r"^[A-Za-z0-9_-]{16,40}$")]


class ListTournaments(Message):
    """A request for the latest tournaments."""

    type: Literal["tournaments"]


class AskTournament(Message):
    """A request for a tournament with its table and pairings."""

    type: Literal["tournament"]
    tournament: TournamentId


class CreateTournament(Message):
    """A request to announce a tournament."""

    type: Literal["create-tournament"]
    title: Annotated[str, Field(min_length=1, max_length=4 * LONGEST_TITLE)]
    kind: KindName = "othello"
    size: BoardSize | None = None
    clock: ClockText
    rated: bool = True
    schedule: Literal["swiss", "round-robin"] = "swiss"
    rounds: Annotated[int, Field(ge=1, le=MOST_ROUNDS)] = 5


class ChangeTournament(Message):
    """A request to join or leave a tournament, or of its maker to start or cancel it."""

    type: Literal["join-tournament", "leave-tournament", "start-tournament", "cancel-tournament"]
    tournament: TournamentId


class ClubTournamentsScreen(Screen):
    """The handlers for the club's tournaments."""

    def __init__(self, club: Club):
        self._club = club

    @property
    def handlers(self) -> dict[str, Handler]:
        """The handler for each message type."""
        return self._club.if_open(
            {
                "tournaments": self._list,
                "tournament": self._show,
                "create-tournament": self._create,
                "join-tournament": self._change,
                "leave-tournament": self._change,
                "start-tournament": self._change,
                "cancel-tournament": self._change,
            }
        )

    async def _list(self, _message: ListTournaments, _person: str) -> dict[str, Any]:
        def listed() -> list[dict[str, Any]]:
            counts = self._club.tournaments.n_entrants()
            return [{**_fields(each), "entrants": counts.get(each.id, 0)} for each in self._club.tournaments.latest()]

        return {"type": "tournaments", "tournaments": await beside(listed)}

    async def _show(self, message: AskTournament, person: str) -> dict[str, Any]:
        return await beside(self._told, message.tournament, person)

    def _told(self, number: str, person: str) -> dict[str, Any]:
        tournaments = self._club.tournaments
        tournament, entrants, rounds = (
            tournaments.tournament(number),
            tournaments.entrants(number),
            tournaments.rounds(number),
        )
        over = [each for each in rounds if all(pairing.points is not None for pairing in each)]
        draw = tournaments.draw(tournament, entrants, over)
        names = {each.number: each for each in entrants}
        own = next((each for each in entrants if each.person == person), None)
        return {
            "type": "tournament",
            **_fields(tournament),
            "owner": tournament.owner == person,
            "own": None if own is None else own.number,
            "active": own is not None and own.is_active,
            "table": [
                {
                    "number": player,
                    "name": names[player].name,
                    "points": draw.standing[player],
                    "active": names[player].is_active,
                }
                for player in draw.ranked()
            ],
            "pairings": [
                [
                    {name: getattr(each, name) for name in ("seats", "game", "points", "cells", "width")}
                    for each in pairings
                ]
                for pairings in rounds
            ],
        }

    async def _create(self, message: CreateTournament, person: str) -> dict[str, Any]:
        number = await beside(
            self._club.tournaments.create,
            person,
            message.title,
            kind=message.kind,
            size=message.size,
            clock=message.clock,
            rated=message.rated,
            schedule=message.schedule,
            rounds=message.rounds,
        )
        return {"type": "created", "tournament": number}

    def _change(self, message: ChangeTournament, person: str) -> dict[str, Any]:
        tournaments = self._club.tournaments
        changes = {
            "join-tournament": tournaments.join,
            "leave-tournament": tournaments.leave,
            "start-tournament": tournaments.start,
            "cancel-tournament": tournaments.cancel,
        }
        changes[message.type](person, message.tournament)
        return {"type": "done"}


def _fields(tournament: ClubTournament) -> dict[str, Any]:
    names = ("id", "title", "kind", "size", "clock", "rated", "schedule", "rounds", "state", "created")
    return {name: getattr(tournament, name) for name in names}
