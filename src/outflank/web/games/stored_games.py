"""The stored form of matches: the complete state as text, and columns for lists and searches."""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from outflank.play import Match, Result
from outflank.play.words import typed
from outflank.rules import Position, openings
from outflank.sessions.own_rating import RatedGame
from outflank.web.catalogue import label
from outflank.web.games.club_results import ClubRow


@dataclass(frozen=True, slots=True)
class StoredMatch:
    """A match in its stored form.

    - `state`: the complete state as JSON text
    - `players`: the players' names; empty for an unnamed person
    - `own`: the seat of the only person; None if there are no people or several
    - `result`: None while the game is in progress
    - `parts`: the seat of each person who has a part in the match (None if they have no seat or several)
    - `persons`: the seats taken by people
    - `rated`: the result, if the game counts for the rating of `rated_person`
    - `club`: the club's part of the game; None for all other games
    """

    id: str
    state: str
    kind: str
    players: tuple[str, ...]
    own: int | None
    start: str
    moves: tuple[str, ...]
    cells: str
    width: int
    result: Result | None = None
    opening: str = ""
    parts: Mapping[str, int | None] = field(default_factory=dict)
    persons: tuple[int, ...] = ()
    rated: RatedGame | None = None
    rated_person: str = ""
    club: ClubRow | None = None

    @classmethod
    def of(
        cls,
        game: str,
        match: Match[Any],
        state: str,
        parts: Mapping[str, int | None] | None = None,
        result: Result | None = None,
    ) -> "StoredMatch":
        """Convert a match to its stored form. `result` is needed only if the moves do not decide the result."""
        ended = result if match.forfeit is not None and result is not None else match.result or result
        persons = match.persons
        return cls(
            id=game,
            state=state,
            kind=match.kind.name,
            players=tuple(seat.name if seat.is_person else label(seat.player) for seat in match.seats),
            own=persons[0] if len(persons) == 1 else None,
            start=match.kind.write(match.game.start),
            moves=match.game.moves,
            cells=match.position.cells,
            width=match.position.width,
            result=ended,
            opening=opening_of(match),
            parts=parts or {},
            persons=persons,
        )

    @property
    def digest(self) -> int:
        """A hash of the start, moves and players. Equal games have equal hashes."""
        text = json.dumps([self.kind, self.start, self.moves, self.players])
        return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], signed=True)

    @property
    def won(self) -> int | None:
        """A bit mask of the winning seats, with several bits set for a tie; None while the game is in progress."""
        return None if self.result is None else sum(1 << seat for seat in self.result.winners)

    @property
    def words(self) -> str:
        """The text that searches look through. It does not include the name that a person gave the game."""
        return typed(
            " ".join([self.kind, *self.players, self.opening, "" if self.result is None else self.result.words])
        )


def points_of(won: int, seat: int) -> float:
    """A seat's share of one point, from a bit mask of the winning seats."""
    return (won >> seat & 1) / won.bit_count()


def state_text(game: str, match: Match[Any], pace: float = 0.0, revision: int = 0, **more: Any) -> str:
    """Serialise a match and its session completely, so that `MatchSession.from_json` can recreate them."""
    return json.dumps({"id": game, "pace": pace, "revision": revision, **more, **match.to_json()})


def opening_of(match: Match[Any]) -> str:
    """The name of the opening that a match followed; empty if it has none."""
    is_usual = match.kind.name == Position.game and match.game.start.width == Position.start().size
    return openings.name_at(match.game.positions) if is_usual else ""
