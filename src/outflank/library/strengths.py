"""The strengths of a library's players, estimated from their moves; see `people.strength`.

A rating from results has the scale of its library: 0 is the average of the games in it. The model of people's moves
uses the scale of the WTHOR archive, so a rating feeds the model only if the library holds most of the archive. The
moves of a player give a rating on the archive's scale in any library.
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from outflank.library.archive import ArchiveCounts
from outflank.library.boards import names_of
from outflank.library.search import ALL, Search, condition
from outflank.library.stored import start_of
from outflank.play.position import Move
from outflank.rules import Colour, Game, Position

if TYPE_CHECKING:
    from outflank.library.database import Database
    from outflank.library.rated import RatedPlayer
    from outflank.people.model import PeopleModel
    from outflank.people.strength import Strength

LATEST = 100
"""Default number of a player's last games that an estimate uses."""

_LATEST_TO_PREPARE = 30  # games: about ±90 points, in a few seconds


@dataclass(frozen=True, slots=True)
class StrengthInGames:
    """A player's strength, estimated from the moves of several games."""

    name: str
    games: int
    """Number of games that the estimate uses."""

    of: int
    """Number of games that the player has."""

    strength: "Strength"

    def to_json(self) -> dict[str, Any]:
        """Return the fields as a JSON object."""
        return {"player": self.name, "games": self.games, "of": self.of, **self.strength.to_json()}


@dataclass(frozen=True, slots=True)
class ModelRating:
    """A player's rating on the scale of the model of people's moves."""

    rating: float
    basis: Literal["given", "library", "moves"]
    """The user gives the rating, or it comes from the results in a library that holds most of the archive, or from the
    player's moves.
    """

    estimate: StrengthInGames | None = None
    """The estimate from the moves, if the rating comes from them."""

    def to_json(self) -> dict[str, Any]:
        """Return the fields as a JSON object."""
        estimate = None if self.estimate is None else self.estimate.to_json()
        return {"rating": round(self.rating), "basis": self.basis, "estimate": estimate}


def has_archive_scale(database: "Database") -> bool:
    """Return True if the library holds at least half as many games as the archive.

    The average of its games is then close to the archive's average, and so is the scale of its ratings.
    """
    n_games = int(database.value("SELECT max(number) FROM games") or 0)
    return 2 * n_games >= ArchiveCounts.shipped().n_games


def strength_in(
    database: "Database", number: int, query: Search = ALL, *, most: int = LATEST, model: "PeopleModel | None" = None
) -> StrengthInGames:
    """Estimate the strength of the player with this number from the last `most` of the games that match a search."""
    from outflank.people.strength import from_likelihoods, likelihoods_of  # late import: it needs kernels

    where, values = condition(database, query)
    conditions = f"(g.black = {number} OR g.white = {number})" + (f" AND {where}" if where else "")
    n_games = int(database.value(f"SELECT count(*) FROM games g WHERE {conditions}", *values))
    rows = database.rows(
        f"SELECT g.moves, g.start, g.black, g.white FROM games g WHERE {conditions}"
        " ORDER BY coalesce(g.year, 0) DESC, g.number DESC LIMIT ?",
        *values,
        most,
    )
    logs = [
        likelihoods_of(_choices(start_of(start), moves, (black == number, white == number)), model)
        for moves, start, black, white in rows
    ]
    name = str(database.value("SELECT name FROM players WHERE number = ?", number))
    return StrengthInGames(name, len(rows), n_games, from_likelihoods(np.concatenate([likelihoods_of([]), *logs])))


def _choices(start: Position, moves: bytes, is_own: tuple[bool, bool]) -> list[tuple[Position, Move]]:
    game: Game[Position] = Game(start)
    game.extend(names_of(moves))
    pairs = zip(game.positions, game.moves, strict=False)
    return [(position, move) for position, move in pairs if is_own[int(Colour(position.turn))]]


def rating_for_model(
    database: "Database", number: int, rated: "RatedPlayer | None", query: Search, given: float | None = None
) -> ModelRating:
    """Return the rating to use with the model of people's moves.

    This is `given`; or else `rated`, if the library has the archive's scale; or else an estimate from the player's last
    games that match a search.
    """
    if given is not None:
        return ModelRating(given, "given")
    if rated is not None and has_archive_scale(database):
        return ModelRating(rated.rating, "library")
    estimate = strength_in(database, number, query, most=_LATEST_TO_PREPARE)
    return ModelRating(estimate.strength.rating, "moves", estimate)
