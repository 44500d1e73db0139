"""A Tribolo game: a starting position and the moves played from it, in Python and in JSON."""

from collections.abc import Iterable
from typing import Any

from outflank.errors import IllegalMoveError, ParseError, excerpt
from outflank.play.game import History
from outflank.tribolo.outcome import TriboloColour, TriboloOutcome
from outflank.tribolo.position import TriboloPosition


class TriboloGame(History[TriboloPosition]):
    """A Tribolo game with undo and redo; `undo_to` goes back to a given player's turn. Moves are cell names."""

    def __init__(self, start: TriboloPosition | None = None, moves: Iterable[str] = ()):
        """Set up `start` (a random board if None) and play `moves`. Raises IllegalMoveError."""
        super().__init__(TriboloPosition.start() if start is None else start, moves)

    @property
    def skipped(self) -> tuple[TriboloColour, ...]:
        """The colours skipped before the current turn."""
        return self.position.skipped(self._positions[-2]) if self.moves else ()

    @property
    def outcome(self) -> TriboloOutcome | None:
        """The result, or None while the game is in progress."""
        return self.position.outcome if self.is_over else None

    def to_json(self) -> dict[str, Any]:
        """The game as a JSON object, for `from_json`."""
        return {"game": "tribolo", "start": self.start.to_json(), "moves": list(self.moves)}

    @classmethod
    def from_json(cls, data: Any) -> "TriboloGame":
        """Read a game that `to_json` wrote. Raises ParseError, which names any move that is not legal."""
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
