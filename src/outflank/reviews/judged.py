"""A move as a kept review judges it, and how such moves are packed: eleven bytes each."""

import struct
from collections.abc import Iterable, Iterator
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

from outflank.analysis.badges import Badge, badge_of
from outflank.analysis.mistakes import KINDS
from outflank.board.squares import NAMES, SQUARES
from outflank.rules import Colour, Position

if TYPE_CHECKING:
    from outflank.analysis.review import JudgedMove

_RECORD = struct.Struct("<BBBIhh")  # best move, depth, flags, kinds (a bit for each), values of both moves
_PART = 100  # of a disc, in which values are kept
_PROVEN, _SIDE = 1, 2  # flags: both values are exact scores; White moved
_PLACES = {name: place for place, name in enumerate(KINDS)}


class Judged(NamedTuple):
    """A move with what it was worth and what the best move was worth, in discs in the mover's view.

    `ply` counts the moves and passes before it, `n_empties` the empty squares. `is_proven` says that both values are
    exact scores, `depth` how many plies the best move was looked ahead. `kinds` are names of `mistakes.KINDS`.
    """

    ply: int
    side: Colour
    n_empties: int
    move: str
    best: str
    played_value: float
    best_value: float
    is_proven: bool
    depth: int
    kinds: tuple[str, ...]

    @property
    def loss(self) -> float:
        """Discs lost against the best move."""
        return max(0.0, self.best_value - self.played_value)

    @property
    def badge(self) -> Badge:
        """What the loss is called."""
        return badge_of(self.best_value, self.played_value, proven=self.is_proven)

    def to_json(self) -> dict[str, Any]:
        """The fields by name."""
        return {
            "ply": self.ply,
            "side": str(self.side),
            "n_empties": self.n_empties,
            "move": self.move,
            "best": self.best,
            "loss": round(self.loss, 2),
            "played_value": self.played_value,
            "best_value": self.best_value,
            "badge": self.badge.sign,
            "grade": self.badge.grade,
            "proven": self.is_proven,
            "kinds": list(self.kinds),
        }


def packed(moves: "Iterable[JudgedMove]") -> bytes:
    """All judged moves of a game, as they are kept."""
    return b"".join(
        _RECORD.pack(
            SQUARES[8][judged.best.move],
            judged.best.depth,
            _PROVEN * judged.badge.proven | _SIDE * judged.side,
            sum(1 << _PLACES[kind] for kind in judged.kinds),
            round(_PART * (judged.played.value or 0)),
            round(_PART * (judged.best.value or 0)),
        )
        for judged in moves
    )


def unpacked(kept: bytes, start: Position, moves: bytes) -> Iterator[Judged]:
    """The judged moves of a game: of its start, and of its squares without passes."""
    names, n_empties, turn, ply = NAMES[8], start.n_empties, int(start.turn), 0
    for number, (best, depth, flags, kinds, played_value, best_value) in enumerate(_RECORD.iter_unpack(kept)):
        side = flags // _SIDE & 1
        ply += side != turn  # a pass
        yield Judged(
            ply,
            Colour(side),
            n_empties - number,
            names[moves[number]],
            names[best],
            played_value / _PART,
            best_value / _PART,
            bool(flags & _PROVEN),
            depth,
            _kinds(kinds),
        )
        ply, turn = ply + 1, 1 - side


@cache
def _kinds(places: int) -> tuple[str, ...]:
    return tuple(name for name, place in _PLACES.items() if places >> place & 1)
