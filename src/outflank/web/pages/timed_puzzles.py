"""Runs of puzzles on the practice screen: against the clock, or until the first mistake.

The server poses the puzzles, judges the answers and measures the time.
"""

import random
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any, Literal, Protocol, TypeVar

from outflank.practice.choosing import Puzzles
from outflank.practice.deck import Deck, RunKind, now
from outflank.practice.puzzles import Puzzle, shipped
from outflank.practice.runs import Runs
from outflank.sessions.puzzle_runs import StreakRun
from outflank.sessions.timed_puzzles import MISTAKES, TimedRun
from outflank.web.pages.practice_messages import PuzzleMove
from outflank.web.views import view_of
from outflank.web.wire import Handler, Message, MessageError

_MOST_RUNS = 1000  # runs in progress and ended ones in memory; the oldest are dropped

T = TypeVar("T")
NamesOf = Callable[[Sequence[str]], Mapping[str, str]]
"""A function that returns the names of those people who have one."""


class WithDeck(Protocol):
    """Calls a function with a person's deck in a thread."""

    def __call__(self, person: str, do: Callable[[Deck], T]) -> Awaitable[T]:
        """Return the function's result."""


class BeginTimed(Message):
    """A request to begin a run of puzzles. A run of the same person that is not over ends and keeps its result."""

    type: Literal["timed"]
    kind: RunKind = "timed"


class AnswerTimed(Message):
    """An answer in a run.

    If `move` is None, the puzzle is given up; if `skips` is true, it is passed over, once in a streak; if `ends` is
    true, the run is over.
    """

    type: Literal["timed_answer"]
    move: PuzzleMove | None = None
    skips: bool = False
    ends: bool = False


class AskRuns(Message):
    """A request for a person's rating, history and best result in one kind of run, and the best runs of the day.

    The answer also has the run in progress, if there is one of this kind, the puzzles missed in the latest run, and a
    position to look at.
    """

    type: Literal["runs"]
    kind: RunKind = "timed"


class TimedPuzzles:
    """The runs in progress, one for each person at most."""

    def __init__(self, with_deck: WithDeck, names_of: NamesOf = lambda _persons: {}):
        self._with_deck, self._names_of = with_deck, names_of
        self._runs: OrderedDict[str, TimedRun | StreakRun] = OrderedDict()
        self._ended: OrderedDict[tuple[str, RunKind], TimedRun | StreakRun] = OrderedDict()

    @property
    def handlers(self) -> dict[str, Handler]:
        """The handler for each message type."""
        return {"timed": self._begin, "timed_answer": self._answer, "runs": self._told}

    async def _begin(self, message: BeginTimed, person: str) -> dict[str, Any]:
        make = TimedRun if message.kind == "timed" else StreakRun

        before = self._pop(person)

        def begun(deck: Deck) -> tuple[TimedRun | StreakRun, int | None]:
            if before is not None:
                _store(deck, before)
            return make(shipped(), Puzzles(deck).rating(now=now())), Runs(deck, message.kind).best()

        run, best = await self._with_deck(person, begun)
        self._runs[person] = run
        self._runs.move_to_end(person)  # another window of the person may have begun one, too
        if len(self._runs) > _MOST_RUNS:
            self._runs.popitem(last=False)
        return {**_state(run), "best": best}

    async def _answer(self, message: AnswerTimed, person: str) -> dict[str, Any]:
        run = self._runs.get(person)
        if run is None:
            raise MessageError("timed", "this run is over: begin another one")
        told = _state(run) if message.ends else _skipped(run) if message.skips else _answered(run, message.move)
        if not message.ends and not run.is_over:
            return told
        self._pop(person)  # before anything is awaited: another window of the person may answer, too
        stored = await self._with_deck(person, lambda deck: _store(deck, run))
        return {**told, "over": True, "puzzle": None, **stored}

    def _pop(self, person: str) -> TimedRun | StreakRun | None:
        """End the run in progress, and keep it as the latest of its kind."""
        run = self._runs.pop(person, None)
        if run is not None:
            self._ended[person, _kind_of(run)] = run
            self._ended.move_to_end((person, _kind_of(run)))
            if len(self._ended) > _MOST_RUNS:
                self._ended.popitem(last=False)
        return run

    def forget(self, person: str) -> None:
        """Drop a person's runs."""
        self._runs.pop(person, None)
        self._ended = OrderedDict((key, run) for key, run in self._ended.items() if key[0] != person)

    async def _told(self, message: AskRuns, person: str) -> dict[str, Any]:
        def told(deck: Deck) -> dict[str, Any]:
            runs = Runs(deck, message.kind)
            latest = [
                {"at": each.at.timestamp(), "solved": each.solved, **each.rating.to_json()}
                for each in reversed(runs.latest())
            ]
            best, table = runs.best(), runs.table_of_day(now=now())
            return {"best": best, "rating": runs.rating(now=now()).to_json(), "history": latest, "table": table}

        found = await self._with_deck(person, told)
        names = self._names_of([each for each, _ in found["table"]])
        table = [{"name": names[each], "solved": solved} for each, solved in found["table"] if each in names]
        sample = view_of(random.choice(shipped()).position)
        run = self._runs.get(person)
        running = None if run is None or _kind_of(run) != message.kind else _state(run)
        ended = self._ended.get((person, message.kind))
        missed = [puzzle for puzzle, is_right in ended.answers if not is_right] if ended else []
        return {
            "type": "runs",
            "kind": message.kind,
            **found,
            "table": table,
            "sample": sample,
            "running": running,
            "missed": [{"key": each.key, "view": view_of(each.position)} for each in missed],
        }


def _kind_of(run: TimedRun | StreakRun) -> RunKind:
    return "timed" if isinstance(run, TimedRun) else "streak"


def _store(deck: Deck, run: TimedRun | StreakRun) -> dict[str, Any]:
    """Store the result of a run, and compare it with the runs before."""
    runs = Runs(deck, _kind_of(run))
    before = runs.rating(now=now())
    is_best = bool(run.answers) and runs.add(run.answers, now=now())
    return {
        "record": is_best,
        "best": runs.best(),
        "rating": runs.rating(now=now()).to_json(),
        "before": before.to_json(),
    }


def _skipped(run: TimedRun | StreakRun) -> dict[str, Any]:
    """Pass over a puzzle in a streak. Raises MessageError if that is not possible."""
    puzzle = run.skip() if isinstance(run, StreakRun) else None
    if puzzle is None:
        raise MessageError("skip", "you can skip only one puzzle, and only in a streak")
    return _state(run, puzzle)


def _answered(run: TimedRun | StreakRun, move: str | None) -> dict[str, Any]:
    if isinstance(run, TimedRun):
        timed = run.answer(move)
        return _state(run) if timed is None else _state(run, timed.puzzle, timed.is_right, counts=timed.counts)
    answered = run.answer(move)
    return _state(run) if answered is None else _state(run, *answered)


def _state(
    run: TimedRun | StreakRun, before: Puzzle | None = None, is_right: bool | None = None, *, counts: bool = True
) -> dict[str, Any]:
    """The state of a run, and the answer to the puzzle before; `is_right` is None if that was skipped."""
    puzzle = run.puzzle
    left: dict[str, Any] = {"left": None, "mistakes": 1, "wrong": run.n_wrong}
    if isinstance(run, TimedRun):
        left |= {"left": round(run.seconds_left, 1), "mistakes": MISTAKES}
    return {
        "type": "timed",
        "kind": _kind_of(run),
        "puzzle": None if puzzle is None else {"view": view_of(puzzle.position), "rating": puzzle.rating},
        "right": run.n_right,
        **left,
        "skip": isinstance(run, StreakRun) and run.can_skip,
        "over": False,
        "answer": None
        if before is None
        else {"right": is_right, "counts": counts, "move": before.best.move, "rating": before.rating},
    }
