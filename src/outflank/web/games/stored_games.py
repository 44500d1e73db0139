"""A match as the store keeps it: the whole as text, and the columns that games are listed and searched by."""

import hashlib
import json
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from outflank.play import Match, Result
from outflank.rules import Position, openings
from outflank.web.catalogue import label


@dataclass(frozen=True, slots=True)
class StoredMatch:
    """A match as the store keeps it.

    `state` is the whole in JSON. `players` are what they are called, a person without a name not at all. `own` is the
    seat of the only person, None if there are several or none. `result` is None while the game goes on. `parts` are the
    persons who have a part in it, each with the seat that is theirs, None if they have none or several. `persons` are
    the seats of people.
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

    @classmethod
    def of(
        cls,
        game: str,
        match: Match[Any],
        state: str,
        parts: Mapping[str, int | None] | None = None,
        result: Result | None = None,
    ) -> "StoredMatch":
        """The record of a match under an id; `result` is its end where the moves do not tell."""
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
        """A number that two games have in common that are the same: the moves from a start, and who played."""
        text = json.dumps([self.kind, self.start, self.moves, self.players])
        return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], signed=True)

    @property
    def won(self) -> int | None:
        """A bit for each seat that won, several in a tie; None while the game goes on."""
        return None if self.result is None else sum(1 << seat for seat in self.result.winners)

    @property
    def words(self) -> str:
        """The text that is searched for words, a name that a reader gave it aside."""
        return plain(
            " ".join([self.kind, *self.players, self.opening, "" if self.result is None else self.result.words])
        )


def state_text(game: str, match: Match[Any], pace: float = 0.0, revision: int = 0, **more: Any) -> str:
    """The whole of a match, and what is the page's own, as `MatchSession.from_json` reads it."""
    return json.dumps({"id": game, "pace": pace, "revision": revision, **more, **match.to_json()})


def opening_of(match: Match[Any]) -> str:
    """The name of the opening of a match, empty if it has none."""
    is_usual = match.kind.name == Position.game and match.game.start.width == Position.start().size
    return openings.name_at(match.game.positions) if is_usual else ""


def plain(text: str) -> str:
    """A text as it is compared: whatever the case, the width and the composition of its letters."""
    return unicodedata.normalize("NFKC", text).casefold()
