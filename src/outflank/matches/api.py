"""A match of two players in one call, for programs."""

import warnings
from collections.abc import Callable, Sequence
from typing import Any

from outflank.errors import ForfeitWarning, OptionError, described
from outflank.matches.game import CEILING, GameResult
from outflank.matches.runner import Standings, counted, play_here, run
from outflank.matches.schedule import round_robin
from outflank.matches.statistics import Score
from outflank.play import PlayerLike, TimeControl, as_player
from outflank.play.player import name_of
from outflank.rules import DiscPosition, Position


class MatchInterrupted(KeyboardInterrupt):
    """Ctrl-C came during a match: `score` is that of the games that count, `results` are all that had ended."""

    def __init__(self, score: Score, results: Sequence[GameResult], n_games: int):
        self.score, self.results = score, tuple(results)
        super().__init__(f"{len(results)} of {n_games} games had ended: {score}")


def match(
    one: PlayerLike,
    other: PlayerLike,
    *,
    games: int = 20,
    openings: str = "random:8",
    seed: int = 0,
    start: DiscPosition | None = None,
    control: TimeControl = CEILING,
    jobs: int = 1,
    progress: Callable[[GameResult], Any] | None = None,
) -> Score:
    """Play a number of games, each opening with both colours, and return the result in the first player's view.

    Players are whatever `as_player` takes: names, functions of a position, objects with `choose`. `openings` is
    ``random:PLIES``, ``even:PLIES`` or a file of transcripts. Only players given by name can play games in
    parallel, and only those can run in separate processes, so that a crash does no harm: see `matches.runner.run`.
    `progress` is told of each game. Raises OptionError.

    A player that fails, makes an illegal move or takes too long loses that game: `Score.forfeits` says why, and a
    ForfeitWarning says so at the end. Ctrl-C raises MatchInterrupted, which has the score so far.
    """
    start = Position.start() if start is None else start
    if not isinstance(start, DiscPosition):
        raise OptionError(f"expected a position of Othello or anti-Othello to begin with, got {described(start)}")
    schedule = round_robin(2, games, openings, seed, start)
    names = _distinct(name_of(one), name_of(other))
    ended: list[GameResult] = []

    def hear(result: GameResult) -> None:
        ended.append(result)
        if progress is not None:
            progress(result)

    try:
        if isinstance(one, str) and isinstance(other, str):
            results = run((one, other), schedule, control=control, jobs=jobs, progress=hear)
        else:
            players = [player if isinstance(player, str) else as_player(player, plays=start) for player in (one, other)]
            results = play_here(players, schedule, control, hear)
    except KeyboardInterrupt:
        if not ended:
            raise
        score = Standings(names, tuple(counted(schedule, ended))).score(0, 1)
        raise MatchInterrupted(score, ended, len(schedule)) from None
    score = Standings(names, tuple(results)).score(0, 1)
    for line in score.faults:
        warnings.warn(line, ForfeitWarning, stacklevel=2)
    return score


def _distinct(one: str, other: str) -> tuple[str, str]:
    return (one, other) if one != other else (f"{one} (first)", f"{other} (second)")
