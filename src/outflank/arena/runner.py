"""Plays a schedule of games, here or in several processes, and counts."""

import multiprocessing
import os
import signal
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import Any

from outflank.arena.schedule import Pairing, between
from outflank.arena.statistics import Score, ratings
from outflank.errors import OutflankError
from outflank.play import TimeControl, create, play_game
from outflank.rules import Position

CEILING = TimeControl(60, per_move=True)
"""The time control of a match where none is asked for: no game may hang."""


@dataclass(frozen=True, slots=True)
class Result:
    """A game that was played: by which pairing, all its moves, and how it ended.

    `points` are each seat's share of the one point that a game is worth; `scores` are the final scores by seat, of
    Othello disc differences, with all squares for a forfeit; `forfeited` is the seat that forfeited, if one did, and
    `fault` says why.
    """

    pairing: Pairing
    moves: tuple[str, ...]
    points: tuple[float, ...]
    scores: tuple[float, ...]
    forfeited: int | None = None
    fault: str = ""

    def of(self, player: int) -> tuple[float, float]:
        """The points and the score of a player, who took part."""
        seat = self.pairing.seats.index(player)
        return self.points[seat], self.scores[seat]


def play_pairing(players: Sequence[str], pairing: Pairing, control: TimeControl = CEILING) -> Result:
    """Play one game between registered players."""
    opened, n_seats = pairing.opened, len(pairing.seats)
    seated = tuple(
        create(players[number], seed=n_seats * pairing.seed + seat) for seat, number in enumerate(pairing.seats)
    )
    record = play_game(opened.position, seated, control)
    moves, scores = opened.moves + record.moves, tuple(record.final.scores)
    if record.forfeit is None:
        return Result(pairing, moves, record.points, scores)
    loser = record.forfeit.seat
    if isinstance(record.final, Position):
        squares = record.final.size**2
        scores = (-squares, squares) if loser == 0 else (squares, -squares)
    fault = f"{players[pairing.seats[loser]]}: {record.forfeit}"
    return Result(pairing, moves, record.points, scores, loser, fault)


def run(
    players: Sequence[str],
    schedule: Sequence[Pairing],
    *,
    control: TimeControl = CEILING,
    jobs: int = 1,
    progress: Callable[[Result], Any] | None = None,
) -> list[Result]:
    """Play all games of a schedule, `jobs` at a time, and return the results in the order of the schedule.

    The same schedule gives the same games whatever `jobs` is, as long as no player looks at the clock.
    """
    progress = progress or (lambda _result: None)
    if jobs > 1:
        return _run_in_processes(players, schedule, control, jobs, progress)
    results = []
    for pairing in schedule:
        results.append(play_pairing(players, pairing, control))
        progress(results[-1])
    return results


def whole(schedule: Sequence[Pairing], results: Sequence[Result]) -> list[Result]:
    """Those of some results whose opening was played in all seatings, in the order of the schedule.

    What a match that was interrupted may count: a game without its counterpart says who had the better side.
    """
    of = {result.pairing.seed: result for result in results}
    n_seats = len(schedule[0].seats)
    groups = [schedule[i : i + n_seats] for i in range(0, len(schedule), n_seats)]
    return [of[pairing.seed] for group in groups if all(p.seed in of for p in group) for pairing in group]


def _run_in_processes(
    players: Sequence[str],
    schedule: Sequence[Pairing],
    control: TimeControl,
    jobs: int,
    progress: Callable[[Result], Any],
) -> list[Result]:
    context = multiprocessing.get_context("spawn")  # a fork would copy the locks of whatever threads run here
    others = set(multiprocessing.active_children())
    with ProcessPoolExecutor(jobs, mp_context=context, initializer=_prepare_process) as pool:
        with _ctrl_c_for_us_alone():  # the processes start as they are needed, which is at once
            futures = [pool.submit(play_pairing, players, pairing, control) for pairing in schedule]
        try:
            for future in as_completed(futures):
                progress(future.result())
        except BaseException as error:  # also Ctrl-C: leaving the pool would wait for the games that are being played
            for process in set(multiprocessing.active_children()) - others:
                process.kill()
            if isinstance(error, BrokenProcessPool):
                raise OutflankError("a player ended the process that it played in; the match is off") from None
            raise
        return [future.result() for future in futures]


def _prepare_process() -> None:
    """Leave Ctrl-C to the parent, and let what players print go to standard error instead of into its output."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with suppress(OSError):
        os.dup2(2, 1)


@contextmanager
def _ctrl_c_for_us_alone() -> Iterator[None]:
    """Let processes that are started in here not hear of Ctrl-C while they are not yet prepared for it."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def forfeits(results: Sequence[Result], player: int) -> list[Result]:
    """The games that a player forfeited."""
    return [r for r in results if r.forfeited is not None and r.pairing.seats[r.forfeited] == player]


@dataclass(frozen=True, slots=True)
class Standings:
    """The results of a match or tournament of games between two, added up."""

    players: tuple[str, ...]
    results: tuple[Result, ...]

    def score(self, a: int, b: int) -> Score:
        """The match between two players in the first one's view."""
        games = [self.results[i].of(a) for i in between([result.pairing for result in self.results], a, b)]
        return Score.of([points for points, _ in games], [int(difference) for _, difference in games])

    def forfeits(self, player: int) -> list[Result]:
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
        """A match of two in the first one's view, ``wins`` and ``forfeits`` for each player; more as a table."""
        if len(self.players) == 2:
            return self._match_json(0, 1)
        order = self.ranking()
        elo = self.ratings()
        return {
            "players": list(self.players),
            "games": len(self.results),
            "table": [{"player": self.players[a], "elo": round(elo[a], 1), **self._total(a)} for a in order],
            "matches": [self._match_json(a, b) for i, a in enumerate(order) for b in order[i + 1 :]],
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
            "mean_disc_difference": round(sum(differences) / len(differences), 2),
            "forfeits": len(self.forfeits(a)),
        }

    def _match_json(self, a: int, b: int) -> dict[str, Any]:
        score = self.score(a, b)
        elo, error = score.elo, score.elo_error_95
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
