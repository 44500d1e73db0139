"""Puzzles against the clock on the practice screen. The server poses them, judges the answers and measures the time."""

from collections import OrderedDict
from collections.abc import Awaitable, Callable
from typing import Any, Literal, Protocol, TypeVar

from outflank.practice.choosing import Puzzles
from outflank.practice.deck import Deck, now
from outflank.practice.puzzles import shipped
from outflank.sessions.timed_puzzles import MISTAKES, TimedAnswer, TimedRun
from outflank.web.pages.practice_messages import PuzzleMove
from outflank.web.views import view_of
from outflank.web.wire import Handler, Message, MessageError

_MOST_RUNS = 1000  # runs in memory; the oldest are dropped

T = TypeVar("T")


class WithDeck(Protocol):
    """Calls a function with a person's deck in a thread."""

    def __call__(self, person: str, do: Callable[[Deck], T]) -> Awaitable[T]:
        """Return the function's result."""


class BeginTimed(Message):
    """A request to begin a run of puzzles against the clock. A run of the same person that is not over is dropped."""

    type: Literal["timed"]


class AnswerTimed(Message):
    """An answer in a run.

    If `move` is None, the puzzle is given up; if `ends` is true, the run is.
    """

    type: Literal["timed_answer"]
    move: PuzzleMove | None = None
    ends: bool = False


class TimedPuzzles:
    """The runs in progress, one for each person at most."""

    def __init__(self, with_deck: WithDeck):
        self._with_deck = with_deck
        self._runs: OrderedDict[str, TimedRun] = OrderedDict()

    @property
    def handlers(self) -> dict[str, Handler]:
        """The handler for each message type."""
        return {"timed": self._begin, "timed_answer": self._answer}

    async def _begin(self, _message: BeginTimed, person: str) -> dict[str, Any]:
        run, best = await self._with_deck(
            person, lambda deck: (TimedRun(shipped(), Puzzles(deck).rating(now=now())), deck.best_run())
        )
        self._runs.pop(person, None)
        self._runs[person] = run
        if len(self._runs) > _MOST_RUNS:
            self._runs.popitem(last=False)
        return {**_state(run), "best": best}

    async def _answer(self, message: AnswerTimed, person: str) -> dict[str, Any]:
        run = self._runs.get(person)
        if run is None:
            raise MessageError("timed", "this run is over: begin another one")
        answered = None if message.ends else run.answer(message.move)
        told = _state(run, answered)
        if not message.ends and not run.is_over:
            return told
        del self._runs[person]  # before anything is awaited: another window of the person may answer, too

        def store(deck: Deck) -> tuple[bool, int | None]:
            is_best = bool(run.n_right or run.n_wrong) and deck.add_run(run.n_right, run.n_wrong, now=now())
            return is_best, deck.best_run()

        is_best, best = await self._with_deck(person, store)
        return {**told, "over": True, "puzzle": None, "record": is_best, "best": best}


def _state(run: TimedRun, answered: TimedAnswer | None = None) -> dict[str, Any]:
    """The state of a run, and the answer to the puzzle before."""
    puzzle = run.puzzle
    return {
        "type": "timed",
        "puzzle": None if puzzle is None else {"view": view_of(puzzle.position), "rating": puzzle.rating},
        "right": run.n_right,
        "wrong": run.n_wrong,
        "mistakes": MISTAKES,
        "left": round(run.seconds_left, 1),
        "over": False,
        "answer": None
        if answered is None
        else {"right": answered.is_right, "counts": answered.counts, "move": answered.puzzle.best.move},
    }
