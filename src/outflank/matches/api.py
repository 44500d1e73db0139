"""A match in one call: a tournament whose plan and games are in memory."""

import warnings
from collections.abc import Callable, Sequence
from itertools import groupby
from typing import Any

from outflank.errors import ForfeitWarning, OptionError, described
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
    """Ctrl-C during a match: `score` covers the games that count, `results` all finished games."""

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
    progress: Hear | None = None,
) -> Score:
    """Play an even number of games, each opening with both colours; return the result in the first player's view.

    Players are anything that `as_player` takes: names, functions of a position, objects with `choose`. `openings` is
    ``random:PLIES``, ``even:PLIES`` or a file of transcripts. Only players given by name can play games in
    parallel, and run in separate processes, so that a crash does no harm: see `matches.api.play_match`.
    `progress` hears each game. Raises OptionError.

    A player that fails, makes an illegal move or takes too long loses that game: `Score.forfeits` has the
    reasons, and a ForfeitWarning comes at the end. Ctrl-C raises MatchInterrupted, which has the score so far.
    """
    start = Position.start() if start is None else start
    if not isinstance(start, DiscPosition):
        raise OptionError(f"expected a position of Othello or anti-Othello to start from, got {described(start)}")
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
    openings: str = "random:8",
    seed: int = 0,
    control: TimeControl = CEILING,
) -> Plan:
    """A round robin of these players, with `games` in each meeting.

    Games begin with the position `start`, or with the start of a `game`, which may be random. Players of the
    same name are numbered. Raises OptionError.
    """
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
        None, "", tuple(entrants), schedule, kind.name, seed=seed, openings=openings, control=control, position=position
    )


def pairings(plan: Plan) -> list[Pairing]:
    """All games of a match. Raises OutflankError."""
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
    """Play all games of a match, `jobs` at a time. After Ctrl-C the results cover the games that count.

    `progress` hears each game, `prepared` the tournament before the first one.
    The same plan gives the same games for any number of `jobs`, as long as no player looks at the clock. With more
    than one job, or a player from outside this package, games run in separate processes. Raises OptionError, before
    the first game, for a player that cannot be made, and OutflankError if no process can start.
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
    """The boards of a match. Raises OptionError for a player that cannot be made."""
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
    """Sort key of a game in the order of a single job: meeting, opening, seating."""
    return sorted(game.seats), game.fixture.opening, game.seats.index(min(game.seats))


def _whole(games: Sequence[TournamentGame]) -> list[TournamentGame]:
    """The games whose opening was played in all seatings: a lone game shows only who had the better side."""
    sets = (list(each) for _, each in groupby(games, key=lambda game: _place(game)[:2]))
    return [game for each in sets if len(each) == len(each[0].seats) for game in each]
