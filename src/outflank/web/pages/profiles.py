"""The leaderboard, and the profile of a member."""

import json
from collections.abc import Callable, Collection, Mapping
from typing import Annotated, Any, Literal

from pydantic import Field

from outflank.web.club.club import Club
from outflank.web.club.members import Member
from outflank.web.engines.short_work import beside
from outflank.web.games.statements import bit
from outflank.web.games.stored_games import points_of
from outflank.web.pages.members import member_fields
from outflank.web.wire import Handler, Message, PersonName, Screen

_LATEST, _OPENINGS = 20, 8
_JUDGED = 200  # latest games whose reviews count for the strength by phase

_PLAYED = (  # the games of the club that a person has played to their end
    "FROM parts p JOIN club_games c ON c.game = p.game JOIN games g ON g.number = p.game"
    " WHERE p.person = ? AND p.seat >= 0 AND g.won IS NOT NULL"
)

PhaseLosses = Callable[[str, Collection[str]], Mapping[str, Any]]
"""A callback that adds up what a person's moves lost in each phase of reviewed games, given by their ids."""


class AskLeaders(Message):
    """A request for the best members in one kind of game; an empty `pool` stands for the most played kind."""

    type: Literal["leaders"]
    pool: Annotated[str, Field(max_length=60)] = ""


class AskProfile(Message):
    """A request for a member's ratings, games, openings and strength by phase."""

    type: Literal["profile"]
    name: PersonName


class ProfilesScreen(Screen):
    """The handlers for ratings and profiles."""

    def __init__(self, club: Club, phases: PhaseLosses):
        self._club, self._phases = club, phases

    @property
    def handlers(self) -> dict[str, Handler]:
        """The handler for each message type."""
        return self._club.if_open({"leaders": self._leaders, "profile": self._profile})

    async def _leaders(self, message: AskLeaders, _person: str) -> dict[str, Any]:
        def found() -> dict[str, Any]:
            ratings = self._club.ratings
            pools = ratings.pools()
            pool = message.pool or (pools[0] if pools else "othello")
            best = [{"name": name, **rating.to_json()} for name, rating in ratings.best(pool)]
            return {"type": "leaders", "pool": pool, "pools": pools, "leaders": best}

        return await beside(found)

    async def _profile(self, message: AskProfile, person: str) -> dict[str, Any]:
        return await beside(self._told, message.name, person)

    def _told(self, name: str, person: str) -> dict[str, Any]:
        member = self._club.members.named(name)
        ratings = self._club.ratings
        return {
            "type": "profile",
            "member": member_fields(member),
            "own": member.person == person,
            "ratings": [
                {"pool": pool, **rating.to_json(), "curve": _curve(ratings.changes(member.person, pool))}
                for pool, rating in ratings.all_of(member.person).items()
            ],
            "games": self._games(member),
            "openings": self._openings(member),
            "phases": self._phases(member.person, self._latest(member)),
        }

    def _latest(self, member: Member) -> set[str]:
        """The ids of the latest games of the club that the member has played to their end."""
        query = f"SELECT g.id {_PLAYED} ORDER BY g.changed DESC LIMIT ?"
        return {game for (game,) in self._club.store.rows(query, member.person, _JUDGED)}

    def _games(self, member: Member) -> list[dict[str, Any]]:
        """The latest games of the club that the member has played to their end."""
        query = (
            "SELECT g.id, g.kind, g.players, p.seat, g.won, g.changed, g.cells, g.width"
            f" {_PLAYED} ORDER BY g.changed DESC LIMIT ?"
        )
        return [
            {
                "game": game,
                "kind": kind,
                "players": json.loads(players),
                "points": points_of(won, seat),
                "at": changed,
                "cells": cells,
                "width": width,
            }
            for game, kind, players, seat, won, changed, cells, width in self._club.store.rows(
                query, member.person, _LATEST
            )
        ]

    def _openings(self, member: Member) -> list[dict[str, Any]]:
        query = (
            f"SELECT g.opening, count(*), avg(CASE WHEN g.won = {bit('p.seat')} THEN 1.0 ELSE 0.0 END)"
            f" {_PLAYED} AND g.opening <> '' GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT ?"
        )
        rows = self._club.store.rows(query, member.person, _OPENINGS)
        return [{"opening": name, "games": count, "won": round(100 * float(won))} for name, count, won in rows]


def _curve(changes: list[dict[str, Any]]) -> list[list[float]]:
    """Pairs of a time and the rating after a game."""
    return [[each["at"], round(each["rating"])] for each in changes]
