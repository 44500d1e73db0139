"""The engine as a player that is limited by a level, a depth, a time per move or a clock."""

import random
import threading
import time as clock
from contextlib import suppress
from dataclasses import replace
from typing import Annotated

from outflank.book.answers import analysis_of, open_book
from outflank.engine.calibration import slope
from outflank.engine.engine import MOST_MEGABYTES, MOST_THREADS, Engine
from outflank.engine.levels import erring, label
from outflank.engine.timing import Allowance, allowance
from outflank.errors import OptionError, OutflankError
from outflank.play.analysis import Analysis, MoveValue
from outflank.play.clock import TimeLeft
from outflank.play.limit import FIRST_SOUND, LEVELS, Limit
from outflank.play.options import About, checked
from outflank.play.player import Player, check_not_over
from outflank.play.position import Move
from outflank.rules import Position
from outflank.variants.shape import SIDE

DEFAULT_LEVEL = 16
"""The level at which the engine plays when there is no clock."""

_GROWTH = 2.5  # the next search will probably take this many times as long as all searches so far
_GLANCE = 1  # depth of a glance, in plies
_LEAST_SECONDS = 0.001
_VARIED_FROM, _VARIED_MOVES = 44, 4  # empty squares, and moves to compare; later, games differ anyway
_HIGHEST_ON_LARGE = 20  # level; its exact scores take seconds, and those of level 30 would take hours
_READY = 20.0  # seconds for which a game may wait for the search to compile


class EnginePlayer(Player):
    """The engine: learned evaluation, selective search, exact endgames.

    The player accepts a `level`, a `depth` or a `time` in seconds per move. Without any of these, it plays by the
    game's clock or, if there is no clock, at level 16. A level is always subject to the clock.

    - `exact_from`: number of empty squares from which a player with a `depth` solves the position
    - `threads`: number of threads that search together
    - `memory`: size of their table in megabytes
    - `weights`: weights file to use in place of the shipped one
    - `book`: file, or ``shipped``; as long as it contains the position, the player picks the book's best move
    - `variety`: number of discs by which a book move, or a move in the opening, may be worse than the best; 0 allows
      any of the best moves

    Raises OptionError.
    """

    sizes = (8, 6, 4, 10)
    """Board sizes on which the engine plays.

    On 6×6 and 4×4, it plays perfectly at level 10 and above. On 10×10, levels above 20 play like level 20.
    """

    label = "Outflank"
    promise = "the engine, at a level of your choice"
    group = "Engine"
    alternatives = (("level", "time", "depth"),)
    is_stoppable = is_lasting = True

    @checked
    def __init__(
        self,
        level: Annotated[
            int | None,
            About(
                LEVELS[0],
                LEVELS[-1],
                short="level {value}",
                words={number: f"{number}: {label(number)}" for number in LEVELS},
            ),
        ] = None,
        depth: Annotated[int | None, About(1, 60, "plies", private=True)] = None,
        time: Annotated[float | None, About(0, 1e6, "seconds", above=True, short="{value} s a move")] = None,
        exact_from: Annotated[int | None, About(0, 60, "empty squares", private=True)] = None,
        threads: Annotated[int, About(1, MOST_THREADS, private=True)] = 1,
        memory: Annotated[int, About(1, MOST_MEGABYTES, "megabytes", private=True)] = 64,
        weights: Annotated[str | None, About(private=True)] = None,
        book: Annotated[str | None, About(private=True)] = None,
        variety: Annotated[int | None, About(0, 64, "discs", private=True)] = None,
        seed: Annotated[int | None, About(private=True)] = None,
    ):
        if sum(given is not None for given in (level, depth, time)) > 1:
            raise OptionError("expected a level, a depth or a time, got more than one of them")
        if exact_from is not None and depth is None:
            raise OptionError("exact_from needs a depth: near the end, it extends that depth to the end of the game")
        if variety is not None and level is not None and level < FIRST_SOUND:
            raise OptionError("levels below {level} take no variety: their moves vary anyway", level=FIRST_SOUND)
        if book is not None and level is not None and level < FIRST_SOUND:
            raise OptionError("a book needs level {level} or above: lower levels err on purpose", level=FIRST_SOUND)
        self._book = None if book is None else open_book(book)
        self._variety = variety
        self.engine = Engine(memory, threads, weights)
        self.limit = Limit.of(level, depth, exact_from, time)
        self._level = level
        self._rng = random.Random(seed)

    def follow(self, start: Position, moves: tuple[Move, ...]) -> None:  # noqa: ARG002
        """Load or compile the search before the game's clock starts, because compilation takes seconds."""
        if not self.engine.is_loaded:
            loading = threading.Thread(target=self._load, args=(start,), name="loading", daemon=True)
            loading.start()
            loading.join(_READY)

    def load(self) -> None:
        """Load or compile the search."""
        self.engine.load()

    def _load(self, start: Position) -> None:
        with suppress(OutflankError):  # `choose` will raise it again
            self.engine.prepare(start)

    def choose(self, position: Position, time_left: TimeLeft | None = None) -> Analysis:
        """Choose the best move within the limits and the time left."""
        check_not_over(position)
        began = clock.perf_counter()
        if position.must_pass:
            return Analysis(position.legal_moves[0])
        if (answer := self._by_book(position)) is not None:
            return replace(answer, seconds=clock.perf_counter() - began)
        limit = self._limit_on(position)
        allowed = None if time_left is None else allowance(time_left, position.n_empties)
        if limit.depth is None and limit.seconds is not None:
            seconds = limit.seconds if allowed is None else min(limit.seconds, allowed.hard)
            allowed = Allowance(seconds, seconds)
        if limit.depth is None and allowed is not None:
            answer = self._by_time(position, allowed)
        else:
            answer = self._by_depth(position, Limit.at_level(DEFAULT_LEVEL) if limit.depth is None else limit, allowed)
        return replace(answer, seconds=clock.perf_counter() - began)

    def stop(self) -> None:
        """Stop the current search, so that `choose` returns the best move found. May be called from any thread."""
        self.engine.stop()

    def _limit_on(self, position: Position) -> Limit:
        """The limit for a move. On 10×10, where a level takes longer, the highest levels play like a lower one."""
        if self._level is None or position.size <= SIDE:
            return self.limit
        return Limit.at_level(min(self._level, _HIGHEST_ON_LARGE))

    def _by_book(self, position: Position) -> Analysis | None:
        """The book's answer, or None if the book does not contain the position."""
        if self._book is None or not Engine.is_compiled_for(position):
            return None
        known = analysis_of(self._book, position)
        if known is None or self._variety is None:
            return known
        least = float(known.value or 0) - self._variety
        chosen = self._rng.choice([found for found in known.moves if float(found.value or 0) >= least])
        return replace(known, move=chosen.move)

    def _by_depth(self, position: Position, limit: Limit, allowed: Allowance | None) -> Analysis:
        seconds = None if allowed is None else max(allowed.hard, _LEAST_SECONDS)
        limit = replace(limit, seconds=seconds)
        if not limit.loss:
            watch = None if self.engine.deepens_on(position) else self._stop_when_proven
            return self._varied(self.engine.analyse(position, limit, top=self._top(position), watch=watch))
        analysis = self.engine.analyse(position, limit, top=60)
        looks = self.engine.analyse(position, Limit(_GLANCE, seconds), top=60)
        if looks.score == position.size**2:  # nobody overlooks a move that turns every opposing disc
            return Analysis(looks.move, (looks.chosen,), analysis.nodes)
        known = [(found, looks.of(found.move)) for found in analysis.moves]
        if any(found.value is None or look is None or look.value is None for found, look in known):
            return _of_one_depth(analysis)
        values = [float(found.value or 0) for found, _ in known]
        glances = [float(look.value or 0) for _, look in known if look is not None]
        # The loss was set, and each level's strength measured, when values were the bare results of searches.
        loss = limit.loss * (slope(position.n_empties, analysis.depth) if position.size == SIDE else 1)
        found = analysis.moves[erring(glances, values, loss, self._rng)]
        return Analysis(found.move, (found,), analysis.nodes)  # report nothing that the level could not see

    def _stop_when_proven(self, analysis: Analysis) -> None:
        """Play a proven move at once, because a line of best play may take longer than its first move."""
        if analysis.is_exact and analysis.chosen.is_proven:
            self.engine.stop()

    def _by_time(self, position: Position, allowed: Allowance) -> Analysis:
        """Search as long as the next depth is expected to finish in time.

        A move gets more time if the best move changes or its value drops.
        """
        if allowed.is_nothing:
            return _of_one_depth(self.engine.analyse(position, Limit(_GLANCE)))
        is_only_move = len(position.legal_moves) == 1
        watcher = None  # only if needed, because a watched search spends time looking up its lines
        if is_only_move or allowed.soft < allowed.hard:
            watcher = _Watcher(self.engine, allowed, is_only_move=is_only_move)
        top = self._top(position)
        return self._varied(self.engine.analyse(position, Limit(seconds=allowed.hard), top=top, watch=watcher))

    def _top(self, position: Position) -> int:
        """The number of moves whose values are needed to choose among good ones."""
        return _VARIED_MOVES if self._variety is not None and position.n_empties >= _VARIED_FROM else 1

    def _varied(self, analysis: Analysis) -> Analysis:
        """Choose at random among the moves that are good enough, or keep the best if no other move has a value."""
        best = analysis.chosen
        if self._variety is None or best.value is None:
            return _of_one_depth(analysis)
        least = best.value - self._variety
        reached = analysis.depth - 1  # the last depth may be unfinished
        known = [each for each in analysis.moves if each.depth >= reached]
        good = [each.move for each in known if each.bound == "exact" and (each.value or 0) >= least]
        if len(good) < 2:
            return _of_one_depth(analysis)
        return replace(analysis, move=self._rng.choice(good), moves=tuple(known))


class _Watcher:
    """Callback that stops an analysis if the next depth is unlikely to finish within the time for this move."""

    def __init__(self, engine: Engine, allowed: Allowance, *, is_only_move: bool):
        self._engine, self._allowed, self._is_only_move = engine, allowed, is_only_move
        self._last: MoveValue | None = None
        self._trouble = 1.0

    def __call__(self, analysis: Analysis) -> None:
        found = analysis.chosen
        if found.bound == "exact":
            if self._last is not None:
                changed = found.move != self._last.move
                worse = float(found.value or 0) < float(self._last.value or 0) - 2
                self._trouble = 1.8 if changed or worse else max(1.0, 0.7 * self._trouble)
            self._last = found
        has_more_time = self._allowed.soft < self._allowed.hard
        is_late = has_more_time and analysis.seconds * _GROWTH > self._allowed.soft * self._trouble
        if is_late or (analysis.depth >= 8 and self._is_only_move):
            self._engine.stop()


def _of_one_depth(analysis: Analysis) -> Analysis:
    """Remove results of earlier, shallower searches from an analysis."""
    depth = analysis.depth
    return replace(analysis, moves=tuple(found for found in analysis.moves if found.depth >= depth))
