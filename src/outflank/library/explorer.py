"""The opening explorer: the moves played in a position, their results and values, and a person's own results."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from outflank.library.lookup import NO_RESULTS, MovePlayed, PositionPlayed, ResultCounts, alike_moves
from outflank.library.players import Balance
from outflank.play import MoveValue
from outflank.play.analysis import deeper
from outflank.rules import Position
from outflank.rules.openings import ENGLISH, JAPANESE, Opening, opening_at


@dataclass(frozen=True, slots=True)
class Own:
    """A person's results in games that reached a position: overall, and by the move that either side played there."""

    whole: Balance
    moves: Mapping[str, Balance]

    @classmethod
    def of(cls, as_black: PositionPlayed, as_white: PositionPlayed, unknown: PositionPlayed | None = None) -> "Own":
        """Combine the results of games that a person played as Black, as White, and with an unknown colour."""
        parts = [(as_black, 1), (as_white, -1), *([(unknown, 0)] if unknown else [])]
        moves: dict[str, list[tuple[ResultCounts, int]]] = {}
        for part, side in parts:
            for each in part.moves:
                moves.setdefault(each.move, []).append((each.results, side))
        whole = _balance([(part.results, side) for part, side in parts])
        return cls(whole, {move: _balance(results) for move, results in moves.items()})


def _balance(parts: Sequence[tuple[ResultCounts, int]]) -> Balance:
    """Add up a person's results over several parts.

    Each part is paired with the person's colour in its games: 1 for Black, -1 for White and 0 if unknown.
    """
    won = sum(each.black if side > 0 else each.white for each, side in parts if side)
    lost = sum(each.white if side > 0 else each.black for each, side in parts if side)
    drawn = sum(each.draws for each, side in parts if side)
    scored = [(side * each.score, each.games) for each, side in parts if side and each.score is not None]
    n_scored = sum(games for _, games in scored)
    score = sum(score * games for score, games in scored) / n_scored if n_scored else None
    return Balance(sum(each.games for each, _ in parts), won, drawn, lost, score)


@dataclass(frozen=True, slots=True)
class ExploredMove:
    """A move in a position, with its results, the opening that it leads to, and its value.

    `value` is from the mover's point of view, and `own` contains the person's own results with the move. Both are None
    if unknown.
    """

    played: MovePlayed
    opening: Opening | None
    value: MoveValue | None
    own: Balance | None

    def to_json(self) -> dict[str, Any]:
        """Return the fields as a JSON object."""
        return {
            **self.played.to_json(),
            "opening": _named(self.opening),
            "value": None if self.value is None else self.value.to_json(),
            "own": None if self.own is None else self.own.to_json(),
        }


@dataclass(frozen=True, slots=True)
class Explored:
    """A position and its moves.

    The moves that have been played come first, in descending order of their games, followed by moves with only a value.
    """

    position: Position
    opening: Opening | None
    results: ResultCounts
    ended: int
    moves: tuple[ExploredMove, ...]
    own: Balance | None

    def to_json(self) -> dict[str, Any]:
        """Return the fields as a JSON object."""
        return {
            "position": self.position.board_string,
            "opening": _named(self.opening),
            **self.results.to_json(),
            "ended": self.ended,
            "own": None if self.own is None else self.own.to_json(),
            "moves": [move.to_json() for move in self.moves],
        }


def explored(
    position: Position,
    found: PositionPlayed | None,
    values: Mapping[str, MoveValue] | None = None,
    own: Own | None = None,
) -> Explored:
    """Combine a position's results in the library with the known values of its moves and a person's own results.

    Symmetric moves count as one move, which gets the deepest value known for any of them. If the side to move must
    pass, the moves belong to the other side. `values` is usually the result of `values.known_values`.
    """
    mover = position.switched() if position.must_pass else position
    played = {move.move: move for move in found.moves} if found else {}
    moves = []
    for alike in alike_moves(mover):
        value = None
        for known in (values[move] for move in alike if values and move in values):
            value = deeper(value, known)
        balance = own.moves.get(alike[0]) if own else None
        if alike[0] in played or balance or value:
            move = played.get(alike[0]) or MovePlayed(alike[0], alike, NO_RESULTS, ())
            moves.append(ExploredMove(move, opening_at(mover.play(alike[0])), value, balance))
    moves.sort(key=_rank)
    results, ended = (found.results, found.ended) if found else (NO_RESULTS, 0)
    return Explored(position, opening_at(mover), results, ended, tuple(moves), own.whole if own else None)


def _rank(move: ExploredMove) -> tuple[float, ...]:
    """Return the sort key of a move, which puts the move with the most games first.

    Ties are broken by the number of the person's own games, and then by the move's value.
    """
    value = move.value.value if move.value else None
    return -move.played.results.games, -(move.own.games if move.own else 0), -(-99 if value is None else value)


def _named(opening: Opening | None) -> dict[str, str] | None:
    return None if opening is None else {ENGLISH: opening.english, JAPANESE: opening.japanese}
