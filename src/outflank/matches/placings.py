"""The results of games of three or more: places, and points for them."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from outflank.matches.game import GameResult, forfeits, forfeits_json
from outflank.matches.statistics import error_95


@dataclass(frozen=True, slots=True)
class Row:
    """What one player made of its games.

    `places` counts the games in which it came first, second, third, …; equal scores share the better place, and of the
    first places `ties` were shared. `points` are those of `placement_points`, all games together.
    """

    player: str
    games: int
    points: float
    places: tuple[int, ...]
    ties: int
    mean_score: float
    win_error_95: float | None
    forfeits: int

    @property
    def wins(self) -> int:
        """Games won alone."""
        return self.places[0] - self.ties

    def to_json(self) -> dict[str, Any]:
        """The row by name; shares of games won from 0 to 1."""
        error = self.win_error_95
        return {
            "player": self.player,
            "games": self.games,
            "points": self.points,
            "wins": self.wins,
            "ties": self.ties,
            "places": list(self.places),
            "mean_score": round(self.mean_score, 2),
            "win_share": round(self.wins / self.games, 4),
            "win_share_error_95": None if error is None else round(error, 4),
            "forfeits": self.forfeits,
        }


def placement_points(result: GameResult) -> tuple[float, ...]:
    """For each seat, one point for each player that it left behind and half a one for each that it tied with.

    Whoever forfeited is left behind by all.
    """
    ranks = [float("-inf") if seat == result.forfeited else score for seat, score in enumerate(result.scores)]
    return tuple(sum((rank > other) + (rank == other) / 2 for other in ranks) - 0.5 for rank in ranks)


@dataclass(frozen=True, slots=True)
class Placings:
    """The results of a match with rotating seats, added up."""

    players: tuple[str, ...]
    results: tuple[GameResult, ...]

    def rows(self) -> list[Row]:
        """The results of the players who have played, the most points a game first."""
        seated = {player for result in self.results for player in result.pairing.seats}
        rows = [self._row(player) for player in sorted(seated)]
        return sorted(rows, key=lambda row: -row.points / row.games)

    def to_json(self) -> dict[str, Any]:
        """The table, best first; ``forfeited_games`` as in `Standings.to_json`, with all ``opponents``."""
        return {
            "players": list(self.players),
            "games": len(self.results),
            "table": [row.to_json() for row in self.rows()],
            "forfeited_games": forfeits_json(self.players, self.results),
        }

    def _row(self, player: int) -> Row:
        games = [result for result in self.results if player in result.pairing.seats]
        places = [0] * len(games[0].pairing.seats)
        points, ties, scores = 0.0, 0, 0.0
        wins: defaultdict[Any, list[bool]] = defaultdict(list)  # by start: games on one board are not independent
        for result in games:
            seat = result.pairing.seats.index(player)
            points += placement_points(result)[seat]
            place = _place(result, seat)
            places[place] += 1
            won = place == 0 and result.points[seat] == 1
            ties += place == 0 and not won
            scores += result.scores[seat]
            wins[frozenset(result.pairing.seats), result.pairing.start].append(won)
        shares = [sum(won) / len(won) for won in wins.values()]
        return Row(
            self.players[player],
            len(games),
            points,
            tuple(places),
            ties,
            scores / len(games),
            error_95(shares),
            len(forfeits(games, player)),
        )


def _place(result: GameResult, seat: int) -> int:
    """How many players are ahead of a seat."""
    points: Sequence[float] = placement_points(result)
    return sum(other > points[seat] for other in points)
