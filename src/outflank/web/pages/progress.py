"""Statistics about a person's reviewed games.

They include finished 8×8 Othello games in which the person's side is known.
"""

import json
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import Any, Literal, NamedTuple

from outflank import databases
from outflank.analysis.judged import JudgedMove
from outflank.analysis.mistakes import kinds_of
from outflank.errors import OutflankError
from outflank.reviews.statistics import By, PlayerGame, PlayerProgress, progress
from outflank.rules import PASS, Colour, Game, Position
from outflank.web.catalogue import players_of, spoken
from outflank.web.engines.short_work import beside
from outflank.web.games.own_games import OwnGames, bits_of
from outflank.web.games.own_ratings import OwnRatings
from outflank.web.games.store import readable
from outflank.web.wire import GameId, Handler, Message, Screen

_WAITING = 20  # games without a full review that are sent to the page in one go
_WORST = 12  # most mistakes, openings and opponents listed
_REMEMBERED = 2000  # games whose reviews stay in memory


class AskProgress(Message):
    """A request for statistics about the person's reviewed games.

    `by` is the unit of the trend. If it is None, the server chooses one.
    """

    type: Literal["progress"]
    by: By | None = None


class AskRating(Message):
    """A request for the person's rating from games against rated characters.

    With a `game`, the answer also contains the person's seat in it.
    """

    type: Literal["rating"]
    game: GameId | None = None


class EndedGame(NamedTuple):
    """A finished game in the store.

    `own` is the person's seat, and `persons` contains the seats taken by people. `review_size` is the review's length
    in characters; None if there is no review.
    """

    id: str
    players: list[str]
    own: int
    start: str
    moves: list[str]
    opening: str
    created: float
    review_size: int | None
    seconds: float | None
    persons: list[int]

    @classmethod
    def of(cls, row: Sequence[Any]) -> "EndedGame":
        """Convert a row from `OwnGames.reviewable`."""
        game, players, own, start, moves, opening, created, size, seconds, mask = row
        fields = list(json.loads(players)), own, start, moves.split(), opening, created, size, seconds
        ended = cls(game, *fields, bits_of(mask))
        ended.players[1 - own], ended.position, datetime.fromtimestamp(created)  # raises if the file is damaged
        return ended

    @classmethod
    def all_of(cls, games: OwnGames, person: str) -> "list[EndedGame]":
        """Load a person's finished games, oldest first."""
        return list(readable(games.reviewable(person), cls.of))

    @property
    def position(self) -> Position:
        """The game's start position."""
        return Position.parse(self.start) if self.start else Position.start()


class OwnProgress(Screen):
    """The handler for statistics about a person's games."""

    def __init__(self, games: OwnGames, ratings: Path | None = None):
        self._games, self._ratings = games, OwnRatings(games, ratings)
        self._known: dict[tuple[str, int, float], tuple[JudgedMove, ...] | None] = {}

    @property
    def handlers(self) -> dict[str, Handler]:
        """The handler for each message type."""
        return {"progress": self._answer, "rating": self._rating}

    async def _rating(self, message: AskRating, person: str) -> dict[str, Any]:
        return {"type": "rating", **await beside(self._rating_of, message.game, person)}

    def _rating_of(self, game: str | None, person: str) -> dict[str, Any]:
        found = [] if game is None else self._games.these(person, [game])
        return {**self._ratings.of(person), "seat": found[0]["own"] if found else None}

    async def _answer(self, message: AskProgress, person: str) -> dict[str, Any]:
        return await beside(self.of, person, message.by)

    def of(self, person: str, by: By | None = None) -> dict[str, Any]:
        """The statistics for a person's games, and the person's games without a full review, newest first."""
        ended = EndedGame.all_of(self._games, person)
        reviewed = {game.id: moves for game in ended if (moves := self._judged(game)) is not None}
        waiting = [game for game in reversed(ended) if game.id not in reviewed and set(game.moves) - {PASS}]
        found = progress(
            (_played(game, reviewed[game.id]) for game in ended if game.id in reviewed), by=by, n_worst=_WORST
        )
        listed = {played.key for played, _ in found.worst}
        return {
            "type": "progress",
            "ended": len(ended),
            "reviewed": len(reviewed),
            "unreviewed": [_to_load(game) for game in waiting[:_WAITING]],
            "n_unreviewed": len(waiting),
            "statistics": _spoken(
                found, {game.players[1 - game.own] for game in ended if 1 - game.own in game.persons}
            ),
            "games": {game.id: _to_load(game) for game in ended if game.id in listed},
        }

    def phases(self, person: str, games: Collection[str]) -> dict[str, Any]:
        """The losses of a person's moves in each phase, in those of `games` that have a full review."""
        ended = [game for game in EndedGame.all_of(self._games, person) if game.id in games]
        found = progress(_played(game, moves) for game in ended if (moves := self._judged(game)) is not None).to_json()
        return {"games": found["games"], **found["phases"]}

    def _judged(self, game: EndedGame) -> tuple[JudgedMove, ...] | None:
        """The judged moves of both sides; None if the game has no full review."""
        if game.review_size is None:
            return None
        key = game.id, game.review_size, game.seconds or 0.0
        if key not in self._known:
            if len(self._known) >= _REMEMBERED:
                self._known.clear()
            self._known[key] = self._read(game)
        return self._known[key]

    def _read(self, game: EndedGame) -> tuple[JudgedMove, ...] | None:
        kept = self._games.review(game.id)
        n_moves = sum(move != PASS for move in game.moves)
        if kept is None or kept.moves != game.moves or len(kept.judged) != n_moves:
            return None
        try:
            return tuple(_judged(game, kept.judged))
        except (OutflankError, *databases.UNREADABLE):  # an imported review may contain impossible moves
            return None


def _judged(game: EndedGame, kept: Sequence[Mapping[str, Any]]) -> Iterator[JudgedMove]:
    """Yield the judged moves in a stored review, adding types of mistakes if an older version did not store them."""
    start = game.position
    for number, stored in enumerate(kept):
        fields = {**stored, "number": number + 1}  # older reviews have no numbers
        values = {name: {**fields[name], "pv": ()} for name in ("best", "played")}  # never shown; saves memory
        judged = JudgedMove.from_json({**fields, **values}, start.n_empties - number)
        if fields.get("kinds") is None:
            position = Game(start, game.moves[: judged.ply]).position
            with_lines = JudgedMove.from_json(fields, judged.n_empties)
            judged = replace(judged, kinds=kinds_of(position, with_lines))
        yield judged


def _played(game: EndedGame, judged: Sequence[JudgedMove]) -> PlayerGame:
    own = tuple(each for each in judged if each.side == game.own)
    opponent, date = game.players[1 - game.own], f"{datetime.fromtimestamp(game.created):%Y-%m-%d %H:%M}"
    return PlayerGame(game.id, Colour(game.own), opponent, game.opening, date, own)


def _to_load(game: EndedGame) -> dict[str, Any]:
    """Describe a game so that the page can show or review it."""
    players = players_of(game.players, game.persons, game.own)
    fields = {"id": game.id, "players": players, "persons": game.persons}
    return {**fields, "own": game.own, "start": game.start, "moves": game.moves}


def _spoken(found: PlayerProgress, people: Collection[str]) -> dict[str, Any]:
    fields = found.to_json()
    for name in ("openings", "opponents"):
        fields[name] = fields[name][:_WORST]
    for each in fields["opponents"]:
        each["player"] = each["player"] if each["player"] in people else spoken(each["player"])
    return fields
