"""Run a tournament: start the games that have not been played yet, and save each one as soon as it finishes.

There is no state except for the saved games and rounds. If a run is stopped or killed, the next one continues from
there, and only unfinished games start over.
"""

import time
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, wait
from dataclasses import dataclass, replace
from itertools import count
from typing import Any

from outflank.errors import OptionError, SubmissionError, excerpt
from outflank.matches import schedules
from outflank.matches.boards import Boards
from outflank.matches.game import GameResult, Pairing
from outflank.matches.openings import Starts
from outflank.matches.plan import Plan
from outflank.matches.playing import TELLING
from outflank.matches.statistics import Trial
from outflank.matches.store import Fixture, Store
from outflank.play import create, kind_of
from outflank.play.registry import is_foreign

_SHOWING = 0.5  # seconds between updates of the games that other processes can watch


@dataclass(frozen=True, slots=True)
class TournamentProgress:
    """Progress of a tournament: the number of games played, the expected total, and the most recently finished game."""

    done: int
    total: int
    result: GameResult | None = None


@dataclass(frozen=True, slots=True)
class _UnderWay:
    """A game in progress."""

    number: int
    fixture: Fixture
    pairing: Pairing


def without_refused(plan: Plan, store: Store) -> Plan:
    """Mark the entrants whose files are rejected, so that the others can play without them.

    An entrant that has already played stays in the tournament and forfeits its remaining games. An entrant that missed
    the draw of a knock-out cannot join later. Raises OptionError if too few entrants are left.
    """
    there = {name: number for number, (name, _) in store.players().items()}
    missed: dict[str, str] = {}
    if plan.schedule.kind == "knock-out" and store.n_games():
        missed = store.fact("refused") or {}
    refused, absent = dict[str, str](), dict[str, str]()
    for entrant in plan.entrants:
        has_played = entrant.name in there and store.has_played(there[entrant.name])
        try:
            if not is_foreign(entrant.player):
                create(entrant.player, plays=plan.start())
        except SubmissionError as error:
            (absent if has_played else refused)[entrant.name] = str(error)
        except OptionError:  # an error in the tournament file; `seated` reports it with its place
            continue
        if entrant.name in missed and not has_played:
            refused.setdefault(entrant.name, "its files were fixed after the knock-out had started")
    challengers, away = plan.schedule.challengers, refused | absent
    is_short = len(plan.entrants) - len(away) < plan.n_seats or bool(challengers and away.keys() >= set(challengers))
    for name, reason in away.items():
        if is_short or (plan.test is not None and name in plan.test.names):
            raise OptionError(f"{plan.error_prefix}there is no tournament without {excerpt(name, 60)}: {reason}")
    return replace(plan, refused=refused, absent=absent)


def seated(plan: Plan, store: Store) -> list[str]:
    """List the players, indexed by player number. Raises OptionError if a player cannot be created."""
    places = {entrant.name: place for place, entrant in enumerate(plan.entrants, 1)}
    start, players = plan.start(), dict[int, str]()
    for number, (name, player) in store.players().items():
        try:
            if not is_foreign(player) and name not in plan.absent:
                create(player, plays=start)
        except OptionError as error:
            raise OptionError(f"{plan.error_prefix}players[{places[name]}].player: {error}") from None
        players[number] = player
    return [players.get(number, "first") for number in range(max(players) + 1)]  # unused numbers never play


class Tournament:
    """A tournament in progress. Raises OutflankError if the openings are not usable."""

    def __init__(self, plan: Plan, store: Store):
        self.plan, self.store, self.starts = plan, store, Starts(plan)
        self.trial = trial_of(plan, store)
        self.done = store.n_games()
        self._running: dict[Future[GameResult], _UnderWay] = {}

    @property
    def total(self) -> int:
        """Minimum number of games in the tournament."""
        return max(schedules.n_games(self.plan, len(self.plan.playing)), self.done)

    def play(
        self, boards: Boards, progress: Callable[[TournamentProgress], Any] = lambda _: None, *, most: int | None = None
    ) -> bool:
        """Play the games that have not been played yet, but at most `most`. Return True if none are left.

        Raises OutflankError.
        """
        due, numbers, is_over = self._due(), count(), False
        shown_at = 0.0
        self.store.set_fact("over", False)
        progress(TournamentProgress(self.done, self.total))
        try:
            while True:
                while not is_over and most != 0 and len(self._running) <= boards.n_at_once:
                    fixture = next(due, _OVER)
                    if isinstance(fixture, str):
                        is_over = True
                    elif fixture is None:
                        break
                    else:
                        most = None if most is None else most - 1
                        number = next(numbers)
                        self._begin(boards, _UnderWay(number, fixture, self.starts.pairing(fixture, number)))
                if not self._running:
                    self.store.set_fact("over", is_over)
                    return is_over
                boards.check()
                wait(self._running, TELLING, FIRST_COMPLETED)
                for future in [each for each in self._running if each.done()]:
                    game = self._running.pop(future)
                    result = boards.result(future)
                    if result is None:
                        self._begin(boards, game)
                    else:
                        boards.moves.pop(game.number, None)
                        self._add(game.fixture, result, progress)
                if time.monotonic() - shown_at > _SHOWING:
                    shown_at = time.monotonic()
                    self._show(boards)
        finally:
            self._running.clear()
            self._show(boards)

    def _begin(self, boards: Boards, game: _UnderWay) -> None:
        self._running[boards.submit(game.number, game.pairing)] = game

    def _add(self, fixture: Fixture, result: GameResult, progress: Callable[[TournamentProgress], Any]) -> None:
        if self.store.add(fixture, result):
            self.done += 1
            if self.trial is not None:
                self.trial.add(fixture.opening, fixture.seats, result.points)
            progress(TournamentProgress(self.done, self.total, result))

    def _show(self, boards: Boards) -> None:
        """Store the games in progress whose moves are known, so that other processes can watch them."""
        games = self._running.values()
        known = [(each.pairing, boards.moves[each.number]) for each in games if each.number in boards.moves]
        rows = [(pairing.seats, kind_of(pairing.start).write(pairing.start), moves) for pairing, moves in known]
        self.store.show(rows, {"done": self.done, "total": self.total, "seen": time.time()})

    def _due(self) -> Iterator[Fixture | None]:
        """Yield the next games to play. While earlier games must finish first, yield None."""
        plan, store = self.plan, self.store
        if not plan.schedule.has_rounds:
            yield from self._missing(schedules.all_fixtures(plan, store.numbers()))
            return
        while True:
            n_rounds = store.n_rounds()
            if n_rounds:
                yield from self._round(n_rounds - 1, store.rounds()[-1][0])
            following = schedules.draw_after(plan, store, n_rounds).next_round(n_rounds)
            if following is None:
                return
            store.begin_round(*following)

    def _round(self, number: int, meetings: list[schedules.Meeting]) -> Iterator[Fixture | None]:
        first, n_openings = schedules.first_opening(self.plan, number), self.plan.n_openings
        yield from self._missing(schedules.fixtures(number, meetings, range(first, first + n_openings)))
        while self._running:
            yield None
        if self.plan.schedule.kind != "knock-out":
            return
        while going_on := schedules.level(self.plan, self.store, number, meetings):
            for meeting, n_extra in going_on:
                opening = first + n_openings + n_extra
                yield from self._missing(schedules.fixtures(number, [meeting], [opening]))
            while self._running:
                yield None

    def _missing(self, fixtures: Iterator[Fixture]) -> Iterator[Fixture]:
        for fixture in fixtures:
            is_decided = self.trial is not None and self.trial.verdict is not None and self.trial.is_of(fixture.seats)
            if not is_decided and not self.store.has(fixture):
                yield fixture


_OVER = "over"


def new_trial(plan: Plan, store: Store) -> Trial | None:
    """Create the tournament's sequential test, as it is before the first game. Return None if there is no test."""
    if plan.test is None:
        return None
    numbers = store.numbers()
    one, other = (numbers[name] for name in plan.test.names)
    return Trial(plan.test.sprt, one, other)


def trial_of(plan: Plan, store: Store) -> Trial | None:
    """Create the tournament's sequential test and add all games played so far. Return None if there is no test."""
    trial = new_trial(plan, store)
    if trial is not None:
        both = f"{trial.one}-{trial.other}", f"{trial.other}-{trial.one}"
        for game in store.games(where="seats IN (?, ?)", values=both):
            trial.add(game.fixture.opening, game.seats, game.points)
    return trial
