"""Plays a schedule of games, here or in several processes, and counts."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from outflank.matches.game import CEILING, GameResult, forfeits, forfeits_json, play_pairing
from outflank.matches.schedule import Pairing, between
from outflank.matches.statistics import GameForfeit, Score, ratings
from outflank.matches.workers import GameProcesses
from outflank.play import PlayerLike, TimeControl, create, kind_of
from outflank.play.registry import is_foreign


def run(
    players: Sequence[str],
    schedule: Sequence[Pairing],
    *,
    control: TimeControl = CEILING,
    jobs: int = 1,
    progress: Callable[[GameResult], Any] | None = None,
) -> list[GameResult]:
    """Play all games of a schedule, `jobs` at a time, and return the results in the order of the schedule.

    The same schedule gives the same games whatever `jobs` is, as long as no player looks at the clock. With more than
    one job, or a player that is not of this package, the games are played in processes of their own. Raises
    OptionError, before the first game, for a player that cannot be made, and OutflankError if there can be no
    processes.
    """
    if not schedule:
        return []
    start = schedule[0].start
    for player in players:
        if not is_foreign(player):
            create(player, plays=start)
    if jobs > 1 or any(map(is_foreign, players)):
        with GameProcesses(players, control, min(jobs, len(schedule))) as workers:
            workers.check(start)
            return workers.play(schedule, progress or (lambda _result: None))
    return play_here(players, schedule, control, progress)


def play_here(
    players: Sequence[PlayerLike],
    schedule: Sequence[Pairing],
    control: TimeControl,
    progress: Callable[[GameResult], Any] | None,
) -> list[GameResult]:
    """Play all games of a schedule in this process, one after the other."""
    results = []
    for pairing in schedule:
        results.append(play_pairing(players, pairing, control))
        if progress is not None:
            progress(results[-1])
    return results


def whole(schedule: Sequence[Pairing], results: Sequence[GameResult]) -> list[GameResult]:
    """Those of some results whose opening was played in all seatings, in the order of the schedule.

    A game without its counterpart says who had the better side.
    """
    of = {result.pairing.seed: result for result in results}
    n_seats = len(schedule[0].seats)
    groups = [schedule[i : i + n_seats] for i in range(0, len(schedule), n_seats)]
    return [of[pairing.seed] for group in groups if all(p.seed in of for p in group) for pairing in group]


def counted(schedule: Sequence[Pairing], results: Sequence[GameResult]) -> list[GameResult]:
    """The results that a match counts which was interrupted: those that are `whole`, or else all there are."""
    place = {pairing.seed: number for number, pairing in enumerate(schedule)}
    return whole(schedule, results) or sorted(results, key=lambda result: place[result.pairing.seed])


@dataclass(frozen=True, slots=True)
class Standings:
    """The results of a match or tournament of games between two, added up."""

    players: tuple[str, ...]
    results: tuple[GameResult, ...]

    def score(self, a: int, b: int) -> Score:
        """The match between two players in the first one's view."""
        results = [self.results[i] for i in between([result.pairing for result in self.results], a, b)]
        games = [result.of(a) for result in results]
        forfeits = [
            self._forfeit(number, result, a) for number, result in enumerate(results, 1) if result.forfeited is not None
        ]
        points = [points for points, _ in games]
        score = Score.of(points, [int(difference) for _, difference in games], forfeits)
        return replace(score, pairs=tuple(_pairs(results, points)))

    def _forfeit(self, number: int, result: GameResult, a: int) -> GameForfeit:
        """A game that was forfeited, of a match in the view of player `a`."""
        assert result.forfeited is not None
        player = result.pairing.seats[result.forfeited]
        transcript = kind_of(result.pairing.start).transcript(result.moves)
        return GameForfeit(number, self.players[player], player == a, result.fault, result.reason, transcript)

    def forfeits(self, player: int) -> list[GameResult]:
        """The games that a player forfeited."""
        return forfeits(self.results, player)

    def ratings(self) -> list[float]:
        """Elo ratings of the players, mean 0."""
        everyone = range(len(self.players))
        return ratings([[self._points(a, b) for b in everyone] for a in everyone])

    def _points(self, a: int, b: int) -> float:
        score = self.score(a, b) if a != b else None
        return score.wins + score.draws / 2 if score else 0.0

    def to_json(self) -> dict[str, Any]:
        """A match of two in the first one's view, ``wins`` and ``forfeits`` for each player; more as a table.

        ``forfeited_games`` says of each game that was forfeited by whom, against whom, why and after which moves.
        """
        why = {"forfeited_games": forfeits_json(self.players, self.results)}
        if len(self.players) == 2:
            return self._match_json(0, 1) | why
        order = self.ranking()
        elo = self.ratings()
        return {
            "players": list(self.players),
            "games": len(self.results),
            "table": [{"player": self.players[a], "elo": round(elo[a], 1), **self._total(a)} for a in order],
            "matches": [self._match_json(a, b) for i, a in enumerate(order) for b in order[i + 1 :]],
            **why,
        }

    def ranking(self) -> list[int]:
        """The players, strongest first."""
        elo = self.ratings()
        return sorted(range(len(self.players)), key=lambda a: -elo[a])

    def _total(self, a: int) -> dict[str, Any]:
        scores = [self.score(a, b) for b in range(len(self.players)) if b != a]
        differences = [difference for score in scores for difference in score.differences]
        return {
            "games": sum(score.games for score in scores),
            "wins": sum(score.wins for score in scores),
            "draws": sum(score.draws for score in scores),
            "losses": sum(score.losses for score in scores),
            "mean_disc_difference": round(sum(differences) / len(differences), 2) if differences else 0.0,
            "forfeits": len(self.forfeits(a)),
        }

    def _match_json(self, a: int, b: int) -> dict[str, Any]:
        score = self.score(a, b)
        elo, error = score.figure
        return {
            "players": [self.players[a], self.players[b]],
            "games": score.games,
            "wins": [score.wins, score.losses],
            "draws": score.draws,
            "mean_disc_difference": round(score.mean_disc_difference, 2),
            "elo": None if elo is None else round(elo, 1),
            "elo_error_95": None if error is None else round(error, 1),
            "forfeits": [len(self.forfeits(a)), len(self.forfeits(b))],
        }


def _pairs(results: Sequence[GameResult], points: Sequence[float]) -> Iterator[float]:
    """The points of each two games that follow each other and share an opening with colours swapped."""
    at = 0
    while at < len(results) - 1:
        one, other = results[at].pairing, results[at + 1].pairing
        if (one.start, one.opening, one.seats) == (other.start, other.opening, other.seats[::-1]):
            yield points[at] + points[at + 1]
            at += 1
        at += 1
