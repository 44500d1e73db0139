"""The engine: ever deeper analyses of a position, until it is solved or told to stop."""

from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from outflank.board.squares import NAMES
from outflank.errors import OptionError, OutflankError
from outflank.evaluation.weights import Weights
from outflank.play import MoveValue
from outflank.play.player import Bound
from outflank.rules import PASS, Position
from outflank.search.midgame import LEAF_DEPTH, SOLVE_FROM
from outflank.search.probcut import CONFIDENCE
from outflank.search.root import Found, Limits, Root, Stopped
from outflank.search.table import EXACT, NO_MOVE

MIDGAME_LEVEL = 0
"""The level of selectivity at which depths are searched."""

_END_LEVELS = (0, 2, 4, EXACT)
_SOLVED_AT_ONCE = 13  # empty squares up to which the end of the game is nearer than the next depth
_LOOK_AHEAD = 10  # how many plies before the end of the game the search of depths gives way to that of the end


@dataclass(frozen=True, slots=True)
class Analysis:
    """What the engine knows of a position.

    `moves` holds what is known of each move that was looked at, best first, in the mover's view in discs; it is empty
    if the game is over. `depth` counts plies, and equals the empty squares for a search to the end of the game;
    `selectivity` is the confidence in per cent that single cut-offs had. `nodes` and `seconds` are since the analysis
    began.
    """

    moves: tuple[MoveValue, ...] = ()
    depth: int = 0
    selectivity: int = 0
    nodes: int = 0
    seconds: float = 0.0

    @property
    def best(self) -> str | None:
        """The move to play."""
        return str(self.moves[0].move) if self.moves else None

    @property
    def value(self) -> float | None:
        """The value of the best move."""
        return self.moves[0].value if self.moves else None

    @property
    def is_exact(self) -> bool:
        """Whether the value is proven."""
        return bool(self.moves) and self.moves[0].kind == "exact" and self.moves[0].bound == "exact"


def stages(n_empties: int, depth: int | None = None, *, exact: bool = False) -> Iterator[tuple[int, int]]:
    """The searches of an analysis, as (depth, level of selectivity): each depth up to `depth`, then the end.

    The end of the game is searched once it is near: ever less selectively, until the score is exact. With `exact` it is
    searched whatever `depth` says.
    """
    last = n_empties if depth is None else min(depth, n_empties)
    to_the_end = exact or last == n_empties
    if n_empties > _SOLVED_AT_ONCE or not to_the_end:
        stop = max(n_empties - _LOOK_AHEAD, 4) if to_the_end else last
        for to in range(1, min(stop, n_empties - 1) + 1):
            yield to, MIDGAME_LEVEL
    if to_the_end:
        for level in _END_LEVELS if n_empties > _SOLVED_AT_ONCE else (EXACT,):
            yield n_empties, level


class Engine:
    """Analyses 8×8 positions. One analysis at a time; `stop` ends it from any thread.

    `megabytes` is the size of the transposition table, `threads` is how many search at once. `weights` are a file of
    weights, or Weights; by default those that come with the package. Raises OutflankError.
    """

    def __init__(self, megabytes: int = 64, threads: int = 1, weights: Weights | Path | str | None = None):
        if isinstance(weights, Path | str):
            weights = Weights.load(weights)
        self.root = Root(megabytes, threads, weights)

    @property
    def nodes(self) -> int:
        """Nodes of the analysis that runs or ran last. May be read from any thread."""
        return self.root.nodes

    def stop(self) -> None:
        """End the analysis that runs, within 100 ms; it returns what it knows."""
        self.root.stop()

    def analyse(
        self,
        position: Position,
        *,
        depth: int | None = None,
        seconds: float | None = None,
        nodes: int | None = None,
        exact: bool = False,
        top: int = 1,
        watch: Callable[[Analysis], Any] | None = None,
    ) -> Analysis:
        """Search ever deeper, to `depth` at most, until the position is solved, stopped, or out of seconds or nodes.

        `exact` asks for the end of the game instead of a depth. `top` asks for the values of that many best moves.
        `watch` gets each analysis that is better than the one before; what it raises ends the search. The answer always
        has a move, whatever the limits, unless the game is over. Raises OutflankError for a board that is not 8×8.
        """
        if position.size != 8:
            raise OutflankError(f"the engine plays on 8×8 boards, got {position.size}×{position.size}")
        if (depth is not None and depth < 1) or top < 1:
            raise OptionError(f"expected a depth and a number of moves of at least 1, got {depth} and {top}")
        if position.is_over:
            return Analysis()
        self.root.table.age()
        work = _Work(self.root, position, top, watch or (lambda _analysis: None))
        work.glance()
        with self.root.search(Limits(nodes, seconds)), suppress(Stopped):
            for to, level in stages(position.n_empties, depth, exact=exact):
                work.search(to, level)
        return work.measured()


class _Work:
    """One analysis."""

    def __init__(self, root: Root, position: Position, top: int, watch: Callable[[Analysis], Any]):
        self.root, self.position, self.top, self.watch = root, position, top, watch
        self.analysis = Analysis()
        self.guesses: dict[str, int] = {}

    def measured(self) -> Analysis:
        """The analysis so far, with what it cost."""
        return replace(self.analysis, nodes=self.root.nodes, seconds=self.root.seconds)

    def glance(self) -> None:
        """Have a move before anything is searched."""
        move = self.position.legal_moves[0]
        if not self.position.must_pass:
            square, _ = self.root.ordered(self.position.player, self.position.opponent)[0]
            move = NAMES[8][square]
        self.analysis = Analysis((MoveValue(move, None, pv=(move,)),))

    def search(self, depth: int, level: int) -> None:
        """One stage. Raises Stopped."""
        if self.position.must_pass:
            self._search_after_pass(depth, level)
        elif self.top > 1 or depth <= LEAF_DEPTH or self.position.n_empties <= SOLVE_FROM:
            *_, known = self.root.rank(self.position, depth, level, self.top, self.guesses)
            known.sort(key=lambda found: (-found.value, not found.is_exact))
            self.guesses = {found.move: found.value for found in known}
            self._report(known, depth, level)
        else:
            self._close_in(depth, level)
        if depth == self.position.n_empties and level == EXACT:
            self._prove_lines()

    def _close_in(self, depth: int, level: int) -> None:
        """Find the score and one best move; a better move is reported as soon as it is known to be better."""
        player, opponent = self.position.player, self.position.opponent
        guess, move = int(self.analysis.value or 0), self.analysis.best or ""
        for lower, upper, square in self.root.bounds(player, opponent, depth, level, guess):
            if square != NO_MOVE and (lower >= guess or lower == upper):
                is_news = lower > guess and lower < upper and NAMES[8][square] != move
                move = NAMES[8][square]
                if is_news:
                    self._report([Found(move, lower, True)], depth, level, bound="lower")
        self._report([Found(move, lower, True)], depth, level)

    def _search_after_pass(self, depth: int, level: int) -> None:
        child = self.position.play(PASS)
        value = -self.root.score(child.player, child.opponent, depth, level, -int(self.analysis.value or 0))
        self._report([Found(PASS, value, True)], depth, level)

    def _prove_lines(self) -> None:
        """Complete the lines of exact scores to the end of the game. Raises Stopped."""
        moves = list(self.analysis.moves)
        for i, found in enumerate(moves):
            if found.bound == "exact":
                after = self.position.play(str(found.move))
                line = self.root.proven_line(after, -int(found.value or 0))
                moves[i] = replace(found, pv=(found.move, *line))
        self.analysis = replace(self.analysis, moves=tuple(moves))
        self.watch(self.measured())

    def _report(self, known: list[Found], depth: int, level: int, *, bound: Bound | None = None) -> None:
        is_proven = depth == self.position.n_empties and level == EXACT
        moves = [
            MoveValue(
                move=found.move,
                value=found.value,
                bound=bound or ("exact" if found.is_exact else "upper"),
                depth=depth,
                selectivity=CONFIDENCE[level] if depth > LEAF_DEPTH else 100,
                kind="exact" if is_proven else "heuristic",
                pv=(found.move, *self.root.line(self.position.play(found.move), depth - 1)),
            )
            for found in known
        ]
        self.analysis = Analysis(tuple(moves), depth, CONFIDENCE[level])
        self.watch(self.measured())
