"""Review games: compute the discs that each move lost compared with the best move, and summarise these losses.

Each position is searched for its best move. If another move was played, the position after it is searched one ply less
deeply, so that both values look equally far ahead. The review works backwards from the end of the game, so that endings
are proven first and each search helps the next one. A move that seems to be a mistake is then searched again; see
`checks`.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Any

from outflank.analysis.checks import checked, value_after
from outflank.analysis.judged import JudgedMove
from outflank.analysis.mistakes import kinds_of
from outflank.analysis.why import why
from outflank.engine.engine import Engine
from outflank.errors import OptionError, OutflankError, check_callable, check_type, described
from outflank.play import Analysis, GameTree, Limit, MoveValue
from outflank.rules import BLACK, PASS, WHITE, Colour, DiscPosition, Game, Position

BINS = (("0", 0, 1), ("1", 1, 2), ("2–3", 2, 4), ("4–7", 4, 8), ("8–15", 8, 16), ("16+", 16, float("inf")))
"""Bins of the loss histogram, each with a label, a lower bound (inclusive) and an upper bound (exclusive)."""

LEVEL = 18
"""The engine's level in a review of Othello on an 8×8 board, unless another limit is given."""

_SECONDS = 0.3  # for each position of other games, unless another limit is given
_AFTER = 0.6  # share of a position's time that is spent on the position after the move played


@dataclass(frozen=True, slots=True)
class Summary:
    """A summary of one side's moves in a game."""

    side: Colour
    """The side that is summarised."""

    n_moves: int
    """Number of moves that the side made, without passes."""

    total_loss: float
    """Number of discs that these moves lost in total."""

    grades: dict[str, int]
    """Numbers of inaccuracies, mistakes and blunders, by grade."""

    histogram: tuple[int, ...]
    """Number of moves in each of the `BINS`."""

    @property
    def mean_loss(self) -> float:
        """The mean loss per move, in discs."""
        return self.total_loss / self.n_moves if self.n_moves else 0.0

    def to_json(self) -> dict[str, Any]:
        """Return the fields as a JSON object."""
        return {
            "side": str(self.side),
            "moves": self.n_moves,
            "total_loss": self.total_loss,
            "mean_loss": round(self.mean_loss, 2),
            "grades": self.grades,
            "histogram": {label: count for (label, _, _), count in zip(BINS, self.histogram, strict=True)},
        }


@dataclass(frozen=True, slots=True)
class Review:
    """The review of a game, which consists of its judged moves and a summary for each side."""

    moves: tuple[JudgedMove, ...]
    """The judged moves in the order of play, without passes."""

    summaries: tuple[Summary, Summary]
    """The summaries for Black and for White."""

    complete: bool = True
    """True if every move has been judged."""

    def annotate(self, tree: GameTree[Any]) -> None:
        """Add the values of the moves to a game tree, and add better moves as variations."""
        nodes = list(tree)
        for judged in self.moves:
            nodes[judged.ply + 1].value = judged.played
            if judged.loss:
                nodes[judged.ply].add(judged.best.move).value = judged.best

    def to_json(self) -> dict[str, Any]:
        """Return the fields as a JSON object."""
        return {
            "complete": self.complete,
            "moves": [judged.to_json() for judged in self.moves],
            "summary": [summary.to_json() for summary in self.summaries],
        }


Watch = Callable[[JudgedMove, int, int], None]


def review(
    game: Game[Any],
    engine: Engine | None = None,
    limit: Limit | None = None,
    *,
    watch: Watch = lambda _move, _done, _total: None,
    is_stopped: Callable[[], bool] = lambda: False,
) -> Review:
    """Judge every move of a game.

    `limit` applies to each position, and is `usual_limit` by default; claimed mistakes are searched again. `watch`
    receives each judged move, the number of moves judged so far, and the total number of moves. The review stops early
    once `is_stopped` returns True. Raises OutflankError if the game has no moves, and OptionError if an argument has
    another type.
    """
    if not isinstance(game, Game):
        raise OptionError("expected a Game to review, got {game}", game=described(game))
    limit = usual_limit(game.start) if limit is None else limit
    check_type(limit, Limit, "a Limit")
    check_callable(watch, "watch")
    check_callable(is_stopped, "is_stopped")
    engine = Engine() if engine is None else engine
    check_type(engine, Engine, "an Engine")
    positions = game.positions
    plies = [ply for ply, move in enumerate(game.moves) if move != PASS]
    if not plies:
        raise OutflankError("the game has no move to review")
    judged: list[JudgedMove] = []
    for ply in reversed(plies):
        found = judge(positions[ply], game.moves[ply], engine, limit, ply=ply)
        if is_stopped():
            break
        found = replace(found, n_passes=game.moves[:ply].count(PASS))
        judged.append(found)
        watch(found, len(judged), len(plies))
    return summed_up(judged, is_complete=len(judged) == len(plies))


def usual_limit(start: DiscPosition) -> Limit:
    """Return the default limit of a review: `LEVEL`, or a time per position for games other than 8×8 Othello."""
    return Limit.at_level(LEVEL) if Engine.is_compiled_for(start) else Limit(seconds=_SECONDS)


def summed_up(judged: Iterable[JudgedMove], *, is_complete: bool) -> Review:
    """Build a review from judged moves, which may be in any order."""
    moves = tuple(sorted(judged, key=lambda each: each.ply))
    return Review(moves, (summarise(moves, BLACK), summarise(moves, WHITE)), is_complete)


def summarise(moves: tuple[JudgedMove, ...], side: Colour) -> Summary:
    """Summarise the moves of one side."""
    own = [judged for judged in moves if judged.side is side]
    grades = {grade: sum(j.badge.grade == grade for j in own) for grade in ("inaccuracy", "mistake", "blunder")}
    bins = tuple(sum(low <= judged.loss < high for judged in own) for _, low, high in BINS)
    return Summary(side, len(own), sum(judged.loss for judged in own), grades, bins)


def judge(position: DiscPosition, move: str, engine: Engine, limit: Limit, *, ply: int = 0) -> JudgedMove:
    """Judge a legal move, which is not a pass, as `review` does."""
    given = limit
    limit = replace(limit.at(position.n_empties), exact_from=0)  # the same limit for the position after the move
    analysis = _valued(engine, position, limit)
    best = analysis.chosen
    known = analysis.of(move)
    if known is not None and known.bound == "exact" and _rests_on_as_much(known, best):
        played = known
    else:
        played = _after(position, move, best, analysis, engine, limit)
    if (played.value or 0) >= (best.value or 0) and not (best.kind == "exact" and played.kind != "exact"):
        best = played  # as good as the best (such as its mirror image), or better than the search thought
    judged = JudgedMove(ply, position.turn, position.n_empties, best, played)
    if judged.is_mistake:
        judged = checked(position, judged, engine, given)
    if not isinstance(position, Position):
        return judged
    return replace(judged, kinds=kinds_of(position, judged), why=why(position, judged) or "")


def _after(
    position: DiscPosition, move: str, best: MoveValue, analysis: Analysis, engine: Engine, limit: Limit
) -> MoveValue:
    """Return the value of a move.

    It comes from a search of the next position that looks as far ahead as the search for the best move.
    """
    if move == best.move:
        return best
    after = position.play(move)
    if best.move != PASS and _are_alike(after, position.play(best.move)):
        return replace(best, move=move, pv=(move,))
    to_end = analysis.is_exact
    seconds = None if limit.seconds is None else max(0.05, limit.seconds * (4 if to_end else _AFTER))
    searched = max((found.depth for found in analysis.moves if not found.is_proven), default=analysis.depth)
    depth = None if to_end else max(1, searched - 1)  # a wipe-out is proven in a few plies, whatever depth is stated
    within = replace(limit, depth=depth, seconds=seconds)

    def search(after: DiscPosition) -> MoveValue:
        found = _valued(engine, after, within).chosen
        return replace(found, value=found.value or 0, bound="exact", spread=None)

    return value_after(position, move, search)


def _valued(engine: Engine, position: DiscPosition, limit: Limit) -> Analysis:
    """Analyse a position, repeating the search at depth 1 if the limit was too short to produce a value."""
    analysis = engine.analyse(position, limit)
    return analysis if analysis.value is not None else engine.analyse(position, Limit(depth=1))


def _are_alike(one: DiscPosition, other: DiscPosition) -> bool:
    """Return True if two positions are equal or symmetric."""
    return any(one.transformed(symmetry) == other for symmetry in range(8))


def _rests_on_as_much(found: MoveValue, best: MoveValue) -> bool:
    return found.kind == best.kind and found.depth >= best.depth
