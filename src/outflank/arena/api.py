"""A match of two players in one call, for programs."""

from collections.abc import Callable
from typing import Any

from outflank.arena.game import CEILING, GameResult
from outflank.arena.runner import Standings, play_here, run
from outflank.arena.schedule import round_robin
from outflank.arena.statistics import Score
from outflank.play import PlayerLike, TimeControl, as_player
from outflank.rules import DiscPosition, Position


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
    parallel, and only those can run in separate processes, so that a crash does no harm: see `arena.runner.run`.
    `progress` is told of each game. Raises OptionError.
    """
    start = Position.start() if start is None else start
    schedule = round_robin(2, games, openings, seed, start)
    if isinstance(one, str) and isinstance(other, str):
        results = run((one, other), schedule, control=control, jobs=jobs, progress=progress)
    else:
        players = [player if isinstance(player, str) else as_player(player, plays=start) for player in (one, other)]
        results = play_here(players, schedule, control, progress)
    return Standings(("one", "other"), tuple(results)).score(0, 1)
