"""The compiled searches of 8×8 and of 10×10, which deepen until they have solved the position or are stopped."""

import threading
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from typing import Any

from outflank.board.squares import NAMES
from outflank.engine.best import proven_best
from outflank.engine.calibration import expected_score, spread
from outflank.engine.ending import ends_within
from outflank.engine.stages import preparation, stages
from outflank.play.analysis import Analysis, Bound, MoveValue, by_value
from outflank.play.limit import Limit
from outflank.rules import PASS, DiscPosition
from outflank.search.scores import Scores
from outflank.search.selectivity import CONFIDENCE, MIDGAME
from outflank.search.table import EXACT, NO_MOVE
from outflank.search.windows import Stopped

Report = Callable[[Analysis], Any]

_NODES_OF_PROOF = 100_000  # at most this many nodes to prove that a wipe-out is forced
_COMPARED_TO = 16  # the first comparison of moves stops this many plies before the end of the game


class CompiledSearch:
    """Searches the positions of one board, one at a time. The table retains earlier results until `clear` is called.

    If the root's values `are_calibrated`, they become the scores to expect, and have a spread.
    """

    def __init__(self, root: Scores[Any], *, are_calibrated: bool = False):
        self.root, self._are_calibrated = root, are_calibrated
        self._is_clear = True  # True if the table has no entries to keep
        self._is_whole = True  # True if the whole table is in use

    @property
    def nodes(self) -> int:
        """Nodes visited by the current or most recent search. May be read from any thread."""
        return self.root.nodes

    def clear(self) -> None:
        """Discard all earlier results, so that the next search visits the same nodes as in a new engine."""
        self._is_clear = True

    def interrupt(self) -> None:
        """Make the search check whether it should stop. May be called from any thread."""
        self.root.interrupt()

    def run(
        self, position: DiscPosition, limit: Limit, top: int, stopping: threading.Event, report: Report | None
    ) -> Analysis:
        """Search a position in which the game is not over, reporting every improvement, and return the result.

        Without `report`, the principal variations are only looked up at the end, which saves time.
        """
        self._prepare_table(position, limit)
        work = _PositionSearch(self.root, position, top, report, are_calibrated=self._are_calibrated)
        with self.root.search(limit, stopping), suppress(Stopped):
            work.glance()
            if limit.asks_for_best:
                work.prove_best()
            elif limit.solves:
                work.solve(wld=limit.wld and not limit.exact)
            else:
                work.deepen(limit.depth, limit.confidence)
        return work.complete() if report is None else work.measured()

    def _prepare_table(self, position: DiscPosition, limit: Limit) -> None:
        """Decide how much of the table to use, and age or clear its entries.

        If the table is empty and the position is to be solved, only the part that the search is expected to fill is
        used, because a small part fits into the processor's cache.
        """
        if limit.solves and self._is_clear:
            self.root.table.clear(n_entries=1 << position.n_empties)  # about as many entries as the search will write
            self._is_whole = False
        elif self._is_clear or not self._is_whole:
            self.root.table.clear()
            self._is_whole = True
        else:
            self.root.table.age()
        self._is_clear = False


class _PositionSearch:
    """Runs the searches that make up the analysis of one position, and keeps their results."""

    def __init__(
        self,
        root: Scores[Any],
        position: DiscPosition,
        top: int,
        report: Report | None,
        *,
        are_calibrated: bool,
    ):
        self.root, self.position, self.top, self._report = root, position, top, report
        self._are_calibrated, self._highest, self._names = are_calibrated, root.highest, NAMES[root.size]
        self.known = Analysis()
        self.guess = 0  # the value of the best move so far, as the search found it, before calibration
        self.guesses: dict[str, int] = {}

    def glance(self) -> None:
        """Choose a move by move ordering alone, before any search."""
        move = self.position.legal_moves[0]
        if not self.position.must_pass:
            square, _ = self.root.ordered(self.position.player, self.position.opponent)[0]
            move = self._names[square]
        self.known = Analysis(move, (MoveValue(move, pv=(move,)),))

    def measured(self) -> Analysis:
        """The current analysis, updated with the node count and the elapsed time."""
        return replace(self.known, nodes=self.root.nodes, seconds=self.root.seconds)

    def complete(self) -> Analysis:
        """The current analysis, updated with the principal variations, the node count and the elapsed time."""
        moves = [
            replace(found, pv=self._line(found)) if found.kind == "heuristic" and found.depth else found
            for found in self.known.moves
        ]
        self.known = replace(self.known, moves=tuple(moves))
        return self.measured()

    def _line(self, found: MoveValue) -> tuple[str, ...]:
        return (found.move, *self.root.line(self.position.play(found.move), found.depth - 1))

    # --- by depth -------------------------------------------------------------------------------------------------

    def deepen(self, depth: int | None, confidence: int | None) -> None:
        """Search to increasing depths, up to `depth`, and to the end of the game once it is near. Raises Stopped."""
        n_empties = self.position.n_empties
        searches = stages(n_empties, depth, confidence, self._first_depth)
        if depth is not None and depth < n_empties and ends_within(self.position, depth):
            searches = iter([(n_empties, EXACT)])  # every line ends, so there is nothing to estimate
        for to, selectivity in searches:
            if self.position.must_pass:
                self._search_after_pass(to, selectivity)
            elif self.top > 1 or to <= self.root.leaf_depth or self.position.n_empties <= self.root.solve_from:
                *_, found = self.root.rank(self.position, to, selectivity, self.top, self.guesses)
                found.sort(key=by_value)
                self.guesses = {each.move: int(each.value or 0) for each in found}
                self._take(found, to, selectivity)
            else:
                self._close_in(to, selectivity)
            if to == n_empties and selectivity == EXACT:
                self._prove_lines()
            elif self._is_all_known:
                return

    @property
    def _first_depth(self) -> int:
        """The depth of the first search.

        Searches up to the leaf depth do not write to the table, so they do not help deeper ones, and only reports and
        comparisons of moves need them. Without them, a search to depth 8 takes half the time.
        """
        is_watched = self._report is not None or self.top > 1
        return 1 if is_watched or self.position.n_empties <= self.root.solve_from else self.root.leaf_depth + 1

    @property
    def _is_all_known(self) -> bool:
        """True if the requested analysis is complete."""
        moves = self.known.moves
        is_complete = len(moves) == len(self.position.legal_moves) and all(found.is_proven for found in moves)
        return self.known.is_exact and (self.top == 1 or is_complete)

    def _close_in(self, depth: int, selectivity: int) -> None:
        """Narrow the score until it is known, and find one best move. A better move is reported once it is proven."""
        player, opponent = self.position.player, self.position.opponent
        guess, move = self.guess, self.known.move or ""
        lower, upper = -self._highest, self._highest
        try:
            for lower, upper, square in self.root.bounds(player, opponent, depth, selectivity, guess):
                if square != NO_MOVE and (lower >= guess or lower == upper):
                    is_news = lower < upper and self._names[square] != move
                    move = self._names[square]
                    if is_news:
                        self._take([MoveValue(move, lower)], depth, selectivity, bound="lower")
        except Stopped:
            self._limit_to(lower, upper, depth)
            raise
        self._take([MoveValue(move, lower)], depth, selectivity)

    def _limit_to(self, lower: int, upper: int, depth: int) -> None:
        """Move the current value between the bounds that a better search found before it was stopped."""
        best, *others = self.known.moves
        guess = min(max(self.guess, lower), upper)
        if guess != self.guess and best.value is not None and not best.is_proven:
            best = replace(best, value=self._expected(guess, depth))
            self._tell(replace(self.known, moves=(best, *others)))

    def _search_after_pass(self, depth: int, selectivity: int) -> None:
        child = self.position.play(PASS)
        value = -self.root.score(child.player, child.opponent, depth, selectivity, -self.guess)
        self._take([MoveValue(PASS, value)], depth, selectivity)

    def _prove_lines(self) -> None:
        """Extend the principal variations of all moves with exact scores to the end of the game. Raises Stopped."""
        moves = list(self.known.moves)
        for i, found in enumerate(moves):
            if found.bound == "exact":
                moves[i] = replace(found, pv=(found.move, *self._proven_line(found)))
        self._tell(replace(self.known, moves=tuple(moves)))

    def _proven_line(self, found: MoveValue) -> tuple[str, ...]:
        return self.root.proven_line(self.position.play(found.move), -int(found.value or 0))

    def _take(self, found: list[MoveValue], depth: int, selectivity: int, *, bound: Bound | None = None) -> None:
        """Replace the current analysis with the result of a search, and report it."""
        self.guess = int(found[0].value or 0)
        moves = [self._weighed(replace(each, bound=bound or each.bound), depth, selectivity) for each in found]
        most = moves[0].value or 0  # exact scores are not scaled, and a worse move must not overtake one
        moves = [replace(each, value=min(each.value or 0, most)) for each in moves]
        if self._report is not None:
            moves = [replace(each, pv=self._line(each)) for each in moves]
        proven = moves[0].value if moves[0].is_proven else None
        is_best = proven == self._highest or all(each.is_proven for each in moves)
        if proven == -self._highest and len(moves) < len(self.position.legal_moves):
            is_best = self._is_lost(depth)
        whole = depth == self.position.n_empties and selectivity == EXACT
        score = proven if whole or is_best else None
        self._tell(Analysis(moves[0].move, tuple(moves), lower=score, upper=score))

    def _weighed(self, found: MoveValue, depth: int, selectivity: int) -> MoveValue:
        """Complete a move's search result with its depth, selectivity and kind, and its spread if that is known.

        A wipe-out counts as exact if it is proven, and as an estimate otherwise. Estimates are limited to the
        evaluation's range, and their spread is limited so that it does not extend beyond the highest and lowest scores.
        """
        n_empties, value = self.position.n_empties, int(found.value or 0)
        found = replace(found, pv=(found.move,))
        is_whole = depth == n_empties and selectivity == EXACT
        if is_whole or found.kind == "exact":
            return replace(found, depth=n_empties, selectivity=100, kind="exact", spread=0.0)
        if self._is_forced(found, depth):
            return replace(found, bound="exact", depth=n_empties, selectivity=100, kind="exact", spread=0.0)
        value = self._expected(value, depth)
        return replace(
            found,
            value=value,
            depth=depth,
            selectivity=CONFIDENCE[selectivity] if depth > self.root.leaf_depth else 100,
            kind="heuristic",
            spread=min(spread(n_empties, depth, CONFIDENCE[selectivity]), self._highest - abs(value))
            if self._are_calibrated
            else None,
        )

    def _expected(self, value: int, depth: int) -> int:
        """The score to expect after a search with this result, within the range of estimates."""
        if self._are_calibrated:
            value = round(expected_score(value, self.position.n_empties, depth))
        return min(max(value, 1 - self._highest), self._highest - 1)

    def _is_forced(self, found: MoveValue, depth: int) -> bool:
        """Return whether an unselective search proves that a move wins or loses every square.

        The evaluation never returns such an extreme value, so the proof depends only on finished games and stable
        discs.
        """
        value = int(found.value or 0)
        if abs(value) < self._highest or found.bound == ("lower" if value < 0 else "upper"):
            return False
        child = self.position.play(found.move)
        plies = depth if found.move == PASS else depth - 1
        if value > 0:
            most = self.root.null_window_within(_NODES_OF_PROOF, child.player, child.opponent, -self._highest, plies)
            return most is not None and most <= -self._highest
        least = self.root.null_window_within(_NODES_OF_PROOF, child.player, child.opponent, self._highest - 1, plies)
        return least is not None and least >= self._highest

    def _is_lost(self, depth: int) -> bool:
        """Return whether an unselective search proves that every move loses all squares."""
        position = self.position
        most = self.root.null_window_within(_NODES_OF_PROOF, position.player, position.opponent, -self._highest, depth)
        return most is not None and most <= -self._highest

    def _tell(self, known: Analysis) -> None:
        self.known = known
        if self._report is not None:
            self._report(self.measured())

    # --- exact ----------------------------------------------------------------------------------------------------

    def solve(self, *, wld: bool) -> None:
        """Find the exact score and a line of best play or, with `wld`, only the winner. Raises Stopped."""
        self._prepare()
        if self.top > 1 and self.position.legal_mask:
            self._rank_exactly()
            return
        player, opponent, n_empties = self.position.player, self.position.opponent, self.position.n_empties
        guess, held = 0 if wld else self.guess, -self._highest
        for lower, upper, square in self.root.bounds(player, opponent, n_empties, EXACT, guess, win_only=wld):
            known = replace(self.known, lower=lower, upper=upper)
            if lower > held and square != NO_MOVE:
                held, move = lower, self._names[square]
                found = MoveValue(move, lower, "lower", n_empties, 100, "exact", (move,))
                known = replace(known, move=move, moves=(found,))
            self._tell(known)
        if lower == upper:
            pv = self.root.proven_line(self.position, lower)
            best = MoveValue(pv[0], lower, "exact", n_empties, 100, "exact", pv)
        else:  # only the first move is proven best; the replies are just proven good enough
            pv = (self.root.move_that_holds(self.position, lower),)
            best = MoveValue(pv[0], lower, "lower", n_empties, 100, "wld", pv)
        self._tell(replace(self.known, move=best.move, moves=(best,)))

    def _prepare(self) -> None:
        """Run quick searches before an exact one, for a first guess and for move ordering. Raises Stopped."""
        if self.position.legal_mask:
            for depth, selectivity in preparation(self.position.n_empties):
                self._close_in(depth, selectivity)

    def _rank_exactly(self) -> None:
        """Find exact scores for the `top` best moves and upper bounds for all others. Raises Stopped."""
        n_empties = self.position.n_empties
        lines: dict[str, tuple[str, ...]] = {}
        for ranked in self.root.rank(self.position, n_empties, EXACT, self.top):
            last = ranked[-1]
            lines[last.move] = (last.move, *(self._proven_line(last) if last.bound == "exact" else ()))
            found = [
                replace(each, depth=n_empties, selectivity=100, kind="exact", pv=lines[each.move]) for each in ranked
            ]
            found.sort(key=by_value)
            best, is_complete = int(found[0].value or 0), len(found) == len(self.position.legal_moves)
            self._tell(Analysis(found[0].move, tuple(found), lower=best, upper=best if is_complete else self._highest))

    def prove_best(self) -> None:
        """Prove that a move is best, narrowing its score only as far as the proof requires. Raises Stopped."""
        n_empties = self.position.n_empties
        self._prepare()
        found = self._compared()
        ahead = self.guess - found[self.known.move] if self.known.move in found and self.known.depth else 0
        guesses = {move: guess + ahead for move, guess in found.items()}
        for best, bounds in proven_best(guesses, self._test, self._highest):
            lower, upper = bounds[best][0], max(upper for _, upper in bounds.values())
            others = sorted(
                (
                    MoveValue(move, most, "upper", n_empties, 100, "exact", (move,))
                    for move, (_, most) in bounds.items()
                    if move != best
                ),
                key=by_value,
            )
            bound: Bound = "exact" if lower == bounds[best][1] else "lower"
            chosen = MoveValue(best, lower, bound, n_empties, 100, "exact", (best,))
            self._tell(Analysis(best, (chosen, *others), lower=lower, upper=upper))

    def _compared(self) -> dict[str, int]:
        """Estimate the value of each move with a quick search, and list the best moves first. Raises Stopped."""
        n_moves, n_empties = len(self.position.legal_moves), self.position.n_empties
        depth = min(max(n_empties - _COMPARED_TO, self.root.leaf_depth + 1), n_empties)
        *_, found = self.root.rank(self.position, depth, MIDGAME, n_moves)
        return {each.move: int(each.value or 0) for each in sorted(found, key=by_value)}

    def _test(self, move: str, alpha: int) -> int:
        """Search a null window for a move's score, as seen by the side that makes the move. Raises Stopped."""
        child = self.position.play(move)
        return -self.root.null_window(child.player, child.opponent, -alpha - 1, child.n_empties, EXACT)
