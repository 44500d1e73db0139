"""Games that people have played in their browser while the server was out of reach.

The browser gives each game its id, and sends it until the server answers. A game is therefore stored once, even if its
answer was lost or if several tabs send it.
"""

import time
from typing import Annotated, Any, Literal

from pydantic import Field

from outflank.errors import OptionError
from outflank.play import Match
from outflank.sessions.people import People
from outflank.web.engines.short_work import beside
from outflank.web.games.match_session import MatchSession
from outflank.web.games.matches import Matches, new_match
from outflank.web.games.own_games import MOST_GAMES, OwnGames
from outflank.web.games.stored_games import StoredMatch
from outflank.web.wire import GameId, Handler, MatchSetup, Message, MessageError, Screen, check_key

_NOW = 4e9  # a time in seconds since 1970 that no clock shows yet

Kept = Literal["added", "continued", "known", "other"]
"""The outcome for a game:

- added: the server has stored it
- continued: the server had the beginning, and has stored the rest
- known: the server had all its moves
- other: the server has another game of this id, so the browser must give it a new one
"""


class OfflineGame(Message):
    """A request to store a game that was played in the browser.

    `changed` is the time of its last change, in seconds since 1970. `resigned` is the seat that resigned.
    """

    type: Literal["offline_game"]
    game: GameId
    setup: MatchSetup
    resigned: Annotated[int, Field(ge=0, le=1)] | None = None
    changed: Annotated[float, Field(ge=0, le=_NOW)]


class OfflineGames(Screen):
    """The handler for games that were played in the browser. They do not count for a rating."""

    def __init__(self, matches: Matches, games: OwnGames):
        self._matches, self._games = matches, games

    @property
    def handlers(self) -> dict[str, Handler]:
        """The handler for each message type."""
        return {"offline_game": self._keep}

    async def _keep(self, message: OfflineGame, person: str) -> dict[str, Any]:
        check_key(person)
        match = await beside(_played, message)
        count = await beside(self._games.count, person)
        return {"type": "offline_game", "kept": self._kept(message, match, person, count)}

    def _kept(self, message: OfflineGame, match: Match[Any], person: str, count: int) -> Kept:
        """Store a game, or the rest of it. This is not a coroutine, so that nothing else changes the game meanwhile."""
        store, game = self._matches.store, message.game
        known = store.load(game)
        if known is None:
            if count >= MOST_GAMES:
                raise MessageError("full", "you may have at most {most} games", most=f"{MOST_GAMES:,}")
            self._store(message, match, person)
            return "added"
        before = MatchSession.from_json(known, store, self._matches.thinking)
        if not before.people.seats_of(person) or not _is_same(before.match, match):
            return "other"
        if _begins(match, before.match):
            return "known"
        if not _begins(before.match, match) or self._matches.is_open(game):
            return "other"
        self._store(message, match, person, before.revision + 1)
        return "continued"

    def _store(self, message: OfflineGame, match: Match[Any], person: str, revision: int = 0) -> None:
        people = People.of_one(person, match.persons, len(match.seats))
        store, pace, game = self._matches.store, message.setup.pace, message.game
        played = MatchSession(
            match,
            store,
            self._matches.thinking,
            people=people,
            name=game,
            pace=pace,
            revision=revision,
            may_count=False,
        )
        seat = match.persons[0] if len(match.persons) == 1 else None
        store.save(StoredMatch.of(game, match, played.to_json(), {person: seat}), min(message.changed, time.time()))


def _played(message: OfflineGame) -> Match[Any]:
    """The match in a message. Raises OutflankError if a move is illegal or if nobody plays in it."""
    match = new_match(message.setup)
    if not match.persons or not match.played or match.control is not None:
        raise OptionError("expected a game of a person with at least one move and without a clock")
    if message.resigned is not None:
        match.resign(message.resigned)
    return match


def _is_same(first: Match[Any], second: Match[Any]) -> bool:
    """True if two matches have the same start and the same players."""
    return first.game.start == second.game.start and first.seats == second.seats


def _begins(first: Match[Any], second: Match[Any]) -> bool:
    """True if the second match goes on from the first one, or equals it."""
    moves, more = first.game.moves, second.game.moves
    if first.is_over and len(moves) == len(more):
        return moves == more and first.game.resigned == second.game.resigned
    return more[: len(moves)] == moves and not first.is_over
