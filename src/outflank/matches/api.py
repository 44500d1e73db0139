"""Play a match with a single function call. Internally, it is a tournament that exists only in memory."""

import warnings
from collections.abc import Callable, Sequence
from itertools import groupby
from pathlib import Path
from types import NoneType
from typing import Any

from outflank.errors import ForfeitWarning, OptionError, check_callable, check_path, check_type, check_whole, described
from outflank.matches.boards import Boards, BoardsHere, ProcessBoards
from outflank.matches.game import CEILING, GameResult, Pairing
from outflank.matches.openings import Starts
from outflank.matches.plan import Entrant, Plan, Schedule
from outflank.matches.playing import GameTerms
from outflank.matches.results import Results
from outflank.matches.running import Tournament, TournamentProgress
from outflank.matches.schedules import all_fixtures
from outflank.matches.statistics import Score
from outflank.matches.store import Store, TournamentGame
from outflank.play import PlayerLike, TimeControl, as_player, create, kind_of
from outflank.play.player import name_of
from outflank.play.registry import is_foreign
from outflank.rules import DiscPosition, Position

Hear = Callable[[GameResult], Any]


class MatchInterrupted(KeyboardInterrupt):
    """Raised when Ctrl-C interrupts a match.

    `results` contains all finished games. `score` usually omits games from an opening that was not yet played in every
    seating.
    """

    def __init__(self, score: Score, results: Sequence[GameResult], n_games: int):
        self.score, self.results = score, tuple(results)
        super().__init__(f"{len(results)} of {n_games} games had finished: {score}")


def match(
    one: PlayerLike,
    other: PlayerLike,
    *,
    games: int = 20,
    openings: str | Path = "random:8",
    seed: int = 0,
    start: DiscPosition | None = None,
    control: TimeControl = CEILING,
    jobs: int = 1,
    progress: Hear | None = None,
) -> Score:
    """Play a match and return the result from the first player's point of view.

    `games` must be even, because each opening is played twice with colours swapped. A player can be anything that
    `as_player` accepts: a name, a function that takes a position, or an object with a `choose` method. `openings` is
    ``random:PLIES``, ``even:PLIES`` or the path of a transcript file. Games are played in parallel, and in separate
    processes that can crash without harm, only if both players are given by name: see `matches.api.play_match`.
    `progress` is called with each game result. Raises OptionError.

    A player that fails, makes an illegal move or takes too long loses that game. The reasons are listed in
    `Score.forfeits`, and a ForfeitWarning is issued at the end of the match. Ctrl-C raises MatchInterrupted, which
    contains the score so far.
    """
    start = Position.start() if start is None else start
    if not isinstance(start, DiscPosition):
        raise OptionError(f"expected an Othello or anti-Othello position to start from, got {described(start)}")
    check_whole(jobs, "jobs", least=1)
    if progress is not None:
        check_callable(progress, "progress")
    names = [name_of(one), name_of(other)]
    plan = match_plan(names, start=start, games=games, openings=openings, seed=seed, control=control)
    ended: list[GameResult] = []

    def hear(result: GameResult) -> None:
        ended.append(result)
        if progress is not None:
            progress(result)

    results = play_match(plan, (one, other), jobs=jobs, progress=hear)
    score = results.score(0, 1)
    if not results.is_over:
        raise MatchInterrupted(score, ended, results.total)
    for line in score.faults:
        warnings.warn(line, ForfeitWarning, stacklevel=2)
    return score


def match_plan(
    players: Sequence[str],
    *,
    start: Any = None,
    game: str = "othello",
    games: int,
    openings: str | Path = "random:8",
    seed: int = 0,
    control: TimeControl = CEILING,
) -> Plan:
    """Plan a round robin between these players, with `games` games in each meeting.

    Games start from the position `start`. By default, they start from the initial position of `game`, which may be
    random. If a name occurs more than once, its players are numbered. Raises OptionError.
    """
    check_whole(games, "games")
    check_whole(seed, "seed")
    check_path(openings, "openings such as 'random:8'")
    check_type(control, (TimeControl, NoneType), "a TimeControl")
    kind = kind_of(game if start is None else start)
    n_seats = len(kind.seats)
    if len(players) < n_seats:
        raise OptionError(f"expected at least {'two' if n_seats == 2 else n_seats} players, got {len(players)}")
    if n_seats == 2 and (games < 2 or games % 2):
        raise OptionError(f"expected an even number of games, as each opening is played with both colours, got {games}")
    if games % n_seats:
        raise OptionError(f"expected a multiple of three games, as each board is played in three seatings, got {games}")
    entrants = []
    for number, player in enumerate(players):
        is_alone = players.count(player) == 1
        order = ("first", "second")[number] if len(players) == 2 else str(number + 1)
        entrants.append(Entrant(player if is_alone else f"{player} ({order})", player))
    schedule = Schedule(games=games)
    position = start if kind.sizes else None
    return Plan(
        None,
        "",
        tuple(entrants),
        schedule,
        kind.name,
        seed=seed,
        openings=str(openings),
        control=control,
        position=position,
    )


def pairings(plan: Plan) -> list[Pairing]:
    """List all games to be played in a match. Raises OutflankError."""
    starts, numbers = Starts(plan), {entrant.name: number for number, entrant in enumerate(plan.entrants)}
    return [starts.pairing(fixture, number) for number, fixture in enumerate(all_fixtures(plan, numbers))]


def play_match(
    plan: Plan,
    players: Sequence[PlayerLike],
    *,
    jobs: int = 1,
    progress: Hear = lambda _: None,
    prepared: Callable[[Tournament], Any] = lambda _: None,
) -> Results:
    """Play all games of a match, up to `jobs` at a time, and return the results.

    `progress` is called with each game result; `prepared` is called with the tournament before the first game. The same
    plan leads to the same games for any number of `jobs`, as long as no player depends on the clock. Games run in
    separate processes if `jobs` is greater than 1 or if there is a third-party player. After Ctrl-C, the results cover
    only the games that count.

    Raises OptionError before the first game if a player cannot be created, and OutflankError if no process can be
    started.
    """

    def hear(so_far: TournamentProgress) -> None:
        if so_far.result is not None:
            progress(so_far.result)

    with Store(None) as store:
        store.agree(plan)
        tournament = Tournament(plan, store)
        prepared(tournament)
        try:
            with _boards(plan, players, min(jobs, tournament.total)) as boards:
                tournament.play(boards, hear)
        except KeyboardInterrupt:
            if not tournament.done:
                raise
        games = sorted(store.games(), key=_place)
        results = Results(plan, store)
        for game in games if store.fact("over") else _whole(games) or games:
            results.add(game)
        results.rank(store)
        return results


def _boards(plan: Plan, players: Sequence[PlayerLike], jobs: int) -> Boards:
    """Set up the boards for a match, in this process or in others. Raises OptionError if a player cannot be created."""
    start, names = plan.start(), [player for player in players if isinstance(player, str)]
    if len(names) < len(players):
        made = [player if isinstance(player, str) else as_player(player, plays=start) for player in players]
        return BoardsHere(made, plan.control)
    for name in names:
        if not is_foreign(name):
            create(name, plays=start)
    if jobs > 1 or any(map(is_foreign, names)):
        return ProcessBoards(GameTerms(tuple(names), plan.control), start, jobs)
    return BoardsHere(names, plan.control)


def _place(game: TournamentGame) -> tuple[list[int], int, int]:
    """Sort key for the order in which a single job plays the games: by meeting, opening and seating."""
    return sorted(game.seats), game.fixture.opening, game.seats.index(min(game.seats))


def _whole(games: Sequence[TournamentGame]) -> list[TournamentGame]:
    """Return only the games whose openings were played in every seating.

    Without its counterparts in the other seatings, a game shows only which side was better.
    """
    sets = (list(each) for _, each in groupby(games, key=lambda game: _place(game)[:2]))
    return [game for each in sets if len(each) == len(each[0].seats) for game in each]
