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
    """A move in a position, with its results, the opening that it leads to, and its value."""

    played: MovePlayed
    opening: Opening | None
    value: MoveValue | None
    """The value from the mover's point of view; None if unknown."""

    own: Balance | None
    """The person's own results with the move; None if there are none."""

    archive: ResultCounts | None = None
    """The move's results in the WTHOR archive; None if nobody played it there, or if fewer than ten of the archive's
    games share the position."""

    people: tuple[float, ...] = ()
    """The probability of the move, or of its symmetric equivalents, for each rating in `Explored.people`."""

    def to_json(self) -> dict[str, Any]:
        """Return the fields as a JSON object."""
        return {
            **self.played.to_json(),
            "opening": _named(self.opening),
            "value": None if self.value is None else self.value.to_json(),
            "own": None if self.own is None else self.own.to_json(),
            "archive": None if self.archive is None else self.archive.to_json(),
            "people": [round(share, 4) for share in self.people],
        }


@dataclass(frozen=True, slots=True)
class PeopleHere:
    """Players of one rating in a position."""

    rating: int
    """The rating, in Elo points on the archive's scale."""

    loss: float | None
    """Discs that these players lose on average; None unless the value of every legal move is known."""

    def to_json(self) -> dict[str, Any]:
        """Return the fields as a JSON object."""
        return {"rating": self.rating, "loss": None if self.loss is None else round(self.loss, 2)}


@dataclass(frozen=True, slots=True)
class Explored:
    """A position and its moves.

    The moves that have been played come first, in descending order of their games, followed by those that were played
    only in the archive, and by moves with only a value.
    """

    position: Position
    opening: Opening | None
    results: ResultCounts
    ended: int
    moves: tuple[ExploredMove, ...]
    own: Balance | None
    archive: PositionPlayed | None = None
    """The position's results in the WTHOR archive; None if fewer than ten of the archive's games share it."""

    people: tuple[PeopleHere, ...] = ()

    def to_json(self) -> dict[str, Any]:
        """Return the fields as a JSON object."""
        return {
            "position": self.position.board_string,
            "opening": _named(self.opening),
            **self.results.to_json(),
            "ended": self.ended,
            "own": None if self.own is None else self.own.to_json(),
            "archive": None
            if self.archive is None
            else {**self.archive.results.to_json(), "ended": self.archive.ended},
            "people": [each.to_json() for each in self.people],
            "moves": [move.to_json() for move in self.moves],
        }


def explored(
    position: Position,
    found: PositionPlayed | None,
    values: Mapping[str, MoveValue] | None = None,
    own: Own | None = None,
    archive: PositionPlayed | None = None,
    people: Mapping[int, Mapping[str, float]] | None = None,
) -> Explored:
    """Combine a position's results in the library with the known values of its moves and a person's own results.

    Symmetric moves count as one move, which gets the deepest value known for any of them. If the side to move must
    pass, the moves belong to the other side. `values` is usually the result of `values.known_values`, and `archive`
    comes from `ArchiveCounts.position`. `people` maps ratings to the probability of each legal move.
    """
    mover = position.after_pass
    played = {move.move: move for move in found.moves} if found else {}
    in_archive = {move.move: move.results for move in archive.moves} if archive else {}
    moves, all_valued = [], {}
    for alike in alike_moves(mover):
        value = None
        for known in (values[move] for move in alike if values and move in values):
            value = deeper(value, known)
        if value is not None and value.value is not None:
            all_valued.update(dict.fromkeys(alike, value.value))
        balance = own.moves.get(alike[0]) if own else None
        if alike[0] in played or alike[0] in in_archive or balance or value or people:
            move = played.get(alike[0]) or MovePlayed(alike[0], alike, NO_RESULTS, ())
            shares = tuple(sum(each.get(move, 0.0) for move in alike) for each in (people or {}).values())
            opening = opening_at(mover.play(alike[0]))
            moves.append(ExploredMove(move, opening, value, balance, in_archive.get(alike[0]), shares))
    moves.sort(key=_rank)
    results, ended = (found.results, found.ended) if found else (NO_RESULTS, 0)
    here = tuple(PeopleHere(rating, _loss(shares, all_valued)) for rating, shares in (people or {}).items())
    whole = own.whole if own else None
    return Explored(position, opening_at(mover), results, ended, tuple(moves), whole, archive, here)


def _loss(shares: Mapping[str, float], values: Mapping[str, float]) -> float | None:
    """Return the discs that people lose on average, or None if the value of a move is unknown."""
    if not shares or not values.keys() >= shares.keys():
        return None
    from outflank.people import expected_loss  # late import: it needs kernels

    return expected_loss(shares, values)


def _rank(move: ExploredMove) -> tuple[float, ...]:
    """Return the sort key of a move, which puts the move with the most games first.

    Ties are broken by the number of the person's own games, by games in the archive, and then by the move's value.
    """
    value = move.value.value if move.value else None
    n_archive = move.archive.games if move.archive else 0
    own = move.own.games if move.own else 0
    return -move.played.results.games, -own, -n_archive, -(-99 if value is None else value)


def _named(opening: Opening | None) -> dict[str, str] | None:
    return None if opening is None else {ENGLISH: opening.english, JAPANESE: opening.japanese}
