"""The report of a preparation; see `preparation.prepare`. All results and losses are the player's."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from outflank.library.players import Balance
from outflank.rules import Colour, Position

if TYPE_CHECKING:
    from outflank.library.rated import RatedPlayer
    from outflank.library.strengths import ModelRating
    from outflank.people.difficulty import Difficulty


@dataclass(frozen=True, slots=True)
class PreparedMove:
    """A move in a player's tree, with the results of its games; `value` is from the mover's point of view."""

    move: str
    balance: Balance
    opening: str
    """Name of the opening after the move, or an empty string."""

    value: float | None
    loss: float | None
    """Discs that the move loses against the best one; for either side."""

    def to_json(self) -> dict[str, Any]:
        """Return the fields as a JSON object."""
        return {
            "move": self.move,
            **self.balance.to_json(),
            "opening": self.opening,
            "value": _rounded(self.value),
            "loss": _rounded(self.loss),
        }


@dataclass(frozen=True, slots=True)
class PreparedPosition:
    """A position in a player's tree; the fields are those of `TreeNode`."""

    line: tuple[str, ...]
    position: Position
    is_own: bool
    parent: int | None
    balance: Balance
    moves: tuple[PreparedMove, ...]

    def to_json(self) -> dict[str, Any]:
        """Return the fields as a JSON object."""
        return {
            "line": "".join(self.line),
            "position": self.position.board_string,
            "to_move": "player" if self.is_own else "opponent",
            **self.balance.to_json(),
            "moves": [move.to_json() for move in self.moves],
        }


@dataclass(frozen=True, slots=True)
class CostlyMove:
    """A move of the player's that loses discs, with the number and results of its games."""

    line: tuple[str, ...]
    """The moves before it."""

    move: str
    balance: Balance
    loss: float | None
    best: str
    """The best move, or an empty string if no value is known."""

    @property
    def discs(self) -> float:
        """Discs that the move loses in all of its games; 0 if unknown."""
        return self.balance.games * (self.loss or 0.0)

    def to_json(self) -> dict[str, Any]:
        """Return the fields as a JSON object."""
        return {
            "line": "".join(self.line),
            "move": self.move,
            **self.balance.to_json(),
            "loss": _rounded(self.loss),
            "best": self.best,
        }


@dataclass(frozen=True, slots=True)
class LeavingBook:
    """The ways in which games leave the positions that others know.

    A game leaves the book with the first move to a position that fewer than `known` other games reach.
    """

    known: int
    source: str
    """The source of further games that make a position known, for people to read; empty if there are none."""

    own: Balance
    """Results of games in which the player leaves the book first."""

    rival: Balance
    """Results of games in which the opponent does."""

    never: int
    """Games that are still in the book at their end, or after 40 plies."""

    ply: float | None
    """Mean number of plies before the game leaves the book."""

    moves: tuple[CostlyMove, ...]
    """The player's most frequent moves out of the book."""

    def to_json(self) -> dict[str, Any]:
        """Return the fields as a JSON object."""
        return {
            "known": self.known,
            "source": self.source,
            "player": self.own.to_json(),
            "opponent": self.rival.to_json(),
            "never": self.never,
            "ply": None if self.ply is None else round(self.ply, 1),
            "moves": [move.to_json() for move in self.moves],
        }


@dataclass(frozen=True, slots=True)
class Try:
    """A line that leads the player to a position that is hard for him.

    `gain` is the expected gain in discs of a game that follows the line while the player's moves allow it: the chance
    to get there, times the discs that he loses there, less those that the line costs.
    """

    line: tuple[str, ...]
    games: int
    """The player's games in the position."""

    chance: float
    """The chance that the player's moves allow the line, from his games."""

    cost: float
    """Discs that our own moves lose on the way."""

    own_loss: float | None
    """Discs that he has lost there on average, or None if he has never been there."""

    difficulty: "Difficulty"
    """The difficulty for players of his strength."""

    loss: float
    """Discs that he is expected to lose: his own mean and the model's, weighted by the number of his games."""

    opening: str

    @property
    def gain(self) -> float:
        """Expected gain in discs."""
        return self.chance * (self.loss - self.cost)

    def to_json(self) -> dict[str, Any]:
        """Return the fields as a JSON object."""
        return {
            "line": "".join(self.line),
            "games": self.games,
            "chance": round(self.chance, 3),
            "cost": _rounded(self.cost),
            "own_loss": _rounded(self.own_loss),
            "loss": _rounded(self.loss),
            "gain": round(self.gain, 2),
            "opening": self.opening,
            "difficulty": self.difficulty.to_json(),
        }


@dataclass(frozen=True, slots=True)
class Preparation:
    """A report about one player with one colour."""

    name: str
    side: Colour
    balance: Balance
    years: tuple[int, int] | None
    rating: "RatedPlayer | None"
    """The rating on the library's own scale; None if the library has no results that rate him."""

    for_model: "ModelRating | None"
    """The rating that the tries assume, on the scale of the model of people's moves; None without values."""

    openings: tuple[tuple[str, Balance], ...]
    """Results by the last named opening of each game; an empty string stands for none."""

    positions: tuple[PreparedPosition, ...]
    book: LeavingBook
    costly: tuple[CostlyMove, ...]
    """The player's moves that cost the most discs over all games."""

    tries: tuple[Try, ...]
    """The best tries against the player."""

    def to_json(self) -> dict[str, Any]:
        """Return the fields as a JSON object."""
        return {
            "player": self.name,
            "as": self.side.name.lower(),
            **self.balance.to_json(),
            "years": None if self.years is None else list(self.years),
            "rating": None if self.rating is None else self.rating.to_json(),
            "model_rating": None if self.for_model is None else self.for_model.to_json(),
            "openings": [{"opening": name, **balance.to_json()} for name, balance in self.openings],
            "positions": [position.to_json() for position in self.positions],
            "book": self.book.to_json(),
            "costly": [move.to_json() for move in self.costly],
            "tries": [each.to_json() for each in self.tries],
        }


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(value, 1)
