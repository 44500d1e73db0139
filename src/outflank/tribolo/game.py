"""A Tribolo game: a starting position and the moves played from there, with conversion to JSON."""

from collections.abc import Iterable
from typing import Any

from outflank.errors import IllegalMoveError, ParseError, excerpt
from outflank.play.game import History
from outflank.tribolo.outcome import TriboloColour, TriboloOutcome
from outflank.tribolo.position import TriboloPosition


class TriboloGame(History[TriboloPosition]):
    """A Tribolo game with undo and redo. Moves are cell names. `undo_to` goes back to the turn of a given player."""

    def __init__(self, start: TriboloPosition | None = None, moves: Iterable[str] = ()):
        """Start a game from `start`, by default a random board, and play `moves`. Raises IllegalMoveError."""
        super().__init__(TriboloPosition.start() if start is None else start, moves)

    @property
    def skipped(self) -> tuple[TriboloColour, ...]:
        """The colours that were skipped before the current turn."""
        return self.position.skipped(self._positions[-2]) if self.moves else ()

    @property
    def outcome(self) -> TriboloOutcome | None:
        """The result, or None while the game is in progress."""
        return self.position.outcome if self.is_over else None

    def to_json(self) -> dict[str, Any]:
        """Convert the game to a JSON object, which `from_json` can read."""
        return {"game": "tribolo", "start": self.start.to_json(), "moves": list(self.moves)}

    @classmethod
    def from_json(cls, data: Any) -> "TriboloGame":
        """Read a game from the output of `to_json`. Raises ParseError, which identifies the move if one is illegal."""
        if not isinstance(data, dict) or data.get("game") != "tribolo" or not {"start", "moves"} <= set(data):
            raise ParseError("expected a Tribolo game with start and moves, got {data}", data=excerpt(str(data), 60))
        game, moves = cls(TriboloPosition.from_json(data["start"])), data["moves"]
        if not isinstance(moves, list):
            raise ParseError("expected a list of moves, got {moves}", moves=excerpt(str(moves)))
        for number, move in enumerate(moves, 1):
            try:
                game.push(move)
            except IllegalMoveError as error:
                raise ParseError("move {number}: {error}", number=number, error=error) from None
        return game
