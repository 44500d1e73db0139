"""The engine as a player: by a level, a depth, a time, or the clock."""

import random
import time

from outflank.engine.engine import Analysis, Engine
from outflank.engine.levels import LEVELS, Level, erring
from outflank.engine.levels import level as level_of
from outflank.engine.timing import Budget, budget
from outflank.errors import OptionError
from outflank.play import Decision, MoveValue
from outflank.play.clock import TimeLeft
from outflank.rules import PASS, Position

DEFAULT_LEVEL = 16
"""Of a game without a clock."""

_GROWTH = 2.5  # how many times as long as all searches so far the next one is likely to take
_GLANCE = 1  # plies that are seen at a glance


class EnginePlayer:
    """The engine: learned evaluation, selective search, exact endgames.

    It plays at a `level` from 1 to 30 if one is given, else to a `depth`, else for `time` seconds a move, else by the
    clock of the game, and at level 16 where there is no clock. A level is always held within the clock. `exact_from`
    is the number of empty squares from which it solves, with a depth. `threads` search at once in `memory` megabytes.
    `weights` is a file of weights in the place of the package's own. Raises OptionError.
    """

    sizes = (8,)
    """Of the boards that it plays on."""

    def __init__(
        self,
        level: int | None = None,
        depth: int | None = None,
        time: float | None = None,
        exact_from: int | None = None,
        threads: int = 1,
        memory: int = 64,
        weights: str | None = None,
        seed: int | None = None,
    ):
        if level is not None and level not in LEVELS:
            raise OptionError(f"expected a level from 1 to 30, got {level}")
        if depth is not None and not 1 <= depth <= 60:
            raise OptionError(f"expected a depth from 1 to 60, got {depth}")
        if time is not None and not 0 < time < 1e6:
            raise OptionError(f"expected a positive time in seconds, got {time:g}")
        if exact_from is not None and not 0 <= exact_from <= 60:
            raise OptionError(f"expected exact_from from 0 to 60, got {exact_from}")
        if sum(given is not None for given in (level, depth, time)) > 1:
            raise OptionError("expected a level, a depth or a time, got more than one of them")
        if not 1 <= threads <= 256 or not 1 <= memory <= 1 << 20:
            raise OptionError(f"expected 1 to 256 threads and at least 1 MB, got {threads} and {memory}")
        self.engine = Engine(memory, threads, weights)
        self._level = None if level is None else level_of(level)
        if depth is not None:
            self._level = Level(0, depth, min(depth, 16) if exact_from is None else exact_from)
        self._time = time
        self._rng = random.Random(seed)

    def choose(self, position: Position, time_left: TimeLeft | None = None) -> Decision:
        """The best move that can be found as the options say, within the time left."""
        began = time.perf_counter()
        if position.legal_moves == (PASS,):
            return Decision(PASS)
        limit = None if time_left is None else budget(time_left, position.n_empties)
        if self._level is not None:
            decision = self._by_level(position, self._level, limit)
        elif self._time is not None:
            seconds = self._time if limit is None else min(self._time, limit.hard)
            decision = _decision(self._by_time(position, Budget(seconds, seconds)))
        elif limit is not None:
            decision = _decision(self._by_time(position, limit))
        else:
            decision = self._by_level(position, level_of(DEFAULT_LEVEL), None)
        return Decision(decision.move, decision.moves, decision.nodes, time.perf_counter() - began)

    def stop(self) -> None:
        """End the search that runs, from any thread; `choose` returns the best that it knows."""
        self.engine.stop()

    def _by_level(self, position: Position, level: Level, limit: Budget | None) -> Decision:
        seconds = None if limit is None else limit.hard
        exact = position.n_empties <= level.exact_from
        if not level.loss:
            return _decision(self.engine.analyse(position, depth=level.depth, exact=exact, seconds=seconds))
        analysis = self.engine.analyse(position, depth=level.depth, exact=exact, seconds=seconds, top=60)
        looks = self.engine.analyse(position, depth=_GLANCE, seconds=seconds, top=60)
        at_a_glance = {found.move: found.value for found in looks.moves}
        known = [(found, at_a_glance.get(found.move)) for found in analysis.moves]
        if any(found.value is None or look is None for found, look in known):
            return _decision(analysis)
        values, glances = [float(found.value or 0) for found, _ in known], [float(look or 0) for _, look in known]
        chosen = erring(glances, values, level.loss, self._rng)
        found = analysis.moves[chosen]  # the others are better: what the level does not see, it does not tell
        return Decision(found.move, (found,), analysis.nodes, analysis.seconds)

    def _by_time(self, position: Position, limit: Budget) -> Analysis:
        """Search until the next depth would take too long; longer while the best move changes or gets worse."""
        if limit.is_tiny:
            return self.engine.analyse(position, depth=1, seconds=max(limit.hard, 0.002))
        watcher = _Watcher(self.engine, limit, is_only_move=len(position.legal_moves) == 1)
        return self.engine.analyse(position, seconds=limit.hard, watch=watcher)


class _Watcher:
    """Ends an analysis once the next, deeper search cannot be finished in the time for the move."""

    def __init__(self, engine: Engine, limit: Budget, *, is_only_move: bool):
        self._engine, self._limit, self._is_only_move = engine, limit, is_only_move
        self._last: MoveValue | None = None
        self._trouble = 1.0

    def __call__(self, analysis: Analysis) -> None:
        found = analysis.moves[0]
        if found.bound == "exact":
            if self._last is not None:
                changed = found.move != self._last.move
                worse = float(found.value or 0) < float(self._last.value or 0) - 2
                self._trouble = 1.8 if changed or worse else max(1.0, 0.7 * self._trouble)
            self._last = found
        has_more_time = self._limit.soft < self._limit.hard
        is_late = has_more_time and analysis.seconds * _GROWTH > self._limit.soft * self._trouble
        if is_late or (analysis.depth >= 8 and self._is_only_move):
            self._engine.stop()


def _decision(analysis: Analysis) -> Decision:
    return Decision(analysis.best, analysis.moves, analysis.nodes, analysis.seconds)
