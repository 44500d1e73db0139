"""For each mistake in a reviewed game, and each hard move found: how many players of that strength find the best move.

The strength is the estimate from the player's own moves in the game. A review values only two moves of each position,
so the positions in question are searched again, to a depth that is enough for people.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from outflank.analysis.judged import JudgedMove
from outflank.board.squares import SQUARES
from outflank.engine.engine import Engine
from outflank.people.difficulty import EQUAL, Difficulty, difficulty, levelled, values_of
from outflank.people.model import PeopleModel, within_ratings
from outflank.people.strength import Strength, strength_of
from outflank.play import History, Limit
from outflank.rules import BLACK, WHITE, Colour, Game, Position
from outflank.text import Text

HARD = 0.35
"""A move that at most this share of players finds is hard."""

_LOOK = Limit(depth=8, exact_from=14)
_GLANCE = 0.3  # share of players in the model alone above which a move that was played is not searched again
_UNSURE = 1.0  # discs
_NAMED = 3  # best moves that are named
_SHARES: tuple[tuple[float, str], ...] = (
    (0.0, Text("hardly any players")),
    (1 / 20, Text("about one in twenty players")),
    (1 / 10, Text("about one in ten players")),
    (1 / 7, Text("about one in seven players")),
    (1 / 5, Text("about one in five players")),
    (1 / 4, Text("about one in four players")),
    (1 / 3, Text("about one in three players")),
    (2 / 5, Text("about two in five players")),
    (1 / 2, Text("about half of the players")),
    (3 / 5, Text("about three in five players")),
    (2 / 3, Text("about two in three players")),
    (3 / 4, Text("about three in four players")),
    (4 / 5, Text("about four in five players")),
    (9 / 10, Text("about nine in ten players")),
    (1.0, Text("nearly all players")),
)


@dataclass(frozen=True, slots=True)
class HardMove:
    """The difficulty of one position of a game for players as strong as the one who had it."""

    ply: int
    """Number of moves and passes that precede the move."""

    side: Colour
    """The side that moved."""

    played: str
    """The move that was played."""

    was_found: bool
    """True if it was a best move."""

    best: str
    """The best move in the review, which is the move played if it was found."""

    difficulty: Difficulty
    """The difficulty for players of the strength that the game suggests."""

    is_proven: bool = False
    """True if the loss of the trap is proven, False if it is an estimate or there is no trap."""

    @property
    def also(self) -> tuple[str, ...]:
        """The other best moves, which count as found, too; likeliest first."""
        return tuple(move for move in self.difficulty.bests if move != self.best)

    @property
    def words(self) -> str:
        """One or two sentences, such as: about one in five players of this strength find h2."""
        found, best = self.difficulty, _one_of((self.best, *self.also))
        share = share_in_words(found.finds)
        if self.was_found:
            return Text("a hard move: {share} of this strength find {move}", move=best, share=share)
        if found.trap is None:
            return Text("{share} of this strength find {move}", share=share, move=best)
        loss = f"{found.trap.loss:.0f}"
        return Text(
            "{share} of this strength find {move}; {trap} is a trap: {percent}% play it, and it loses {loss}",
            share=share,
            move=best,
            trap=found.trap.move,
            percent=f"{100 * found.trap.share:.0f}",
            loss=loss if self.is_proven else Text("about {n}", n=loss),
        )

    def to_json(self) -> dict[str, Any]:
        """Return the fields as a JSON object."""
        return {
            "ply": self.ply,
            "side": str(self.side),
            "played": self.played,
            "found": self.was_found,
            **self.difficulty.to_json(),
            "best": self.best,
            "also": list(self.also),
            "proven": self.is_proven,
        }


def strengths(game: History[Position]) -> dict[Colour, Strength]:
    """Estimate the strength of both players from their moves in a game; raises the errors of `strength_of`."""
    moves = list(zip(game.positions, game.moves, strict=False))
    return {side: strength_of([each for each in moves if each[0].turn is side]) for side in (BLACK, WHITE)}


def ratings_in(told: Sequence[float | None], found: Mapping[Colour, Strength]) -> dict[Colour, float]:
    """The ratings of Black and White on the archive's scale: as told, or else as estimated."""
    return {
        side: strength.rating if rating is None else float(within_ratings(rating))
        for rating, (side, strength) in zip(told, found.items(), strict=True)
    }


def findings(
    game: Game[Position],
    judged: Sequence[JudgedMove],
    ratings: Mapping[Colour, float],
    engine: Engine,
    *,
    model: PeopleModel | None = None,
    is_stopped: Callable[[], bool] = lambda: False,
) -> Iterator[HardMove]:
    """Yield the difficulty of each judged mistake and of each hard move that was found, in the order of play.

    `ratings` are those of both players. The review's values of the best move and of the move played replace those of
    the quicker search.
    """
    model = PeopleModel.shipped() if model is None else model
    positions = game.positions
    hard = _hard(positions, [move for move in judged if not move.loss], ratings, model)
    for move in judged:
        if not move.is_mistake and move.ply not in hard:
            continue
        if is_stopped():
            return
        position = positions[move.ply]
        values, proven = _values(position, move, engine)
        found = difficulty(position, values, ratings[move.side], model=model)
        if move.loss or found.finds <= HARD:
            is_proven = found.trap is not None and found.trap.move in proven
            yield HardMove(move.ply, move.side, move.move, not move.loss, move.best.move, found, is_proven)


def _hard(
    positions: Sequence[Position], best: Sequence[JudgedMove], ratings: Mapping[Colour, float], model: PeopleModel
) -> set[int]:
    """The plies of best moves that seem hard to the model alone."""
    free = [move for move in best if len(positions[move.ply].legal_moves) > 1]
    if not free:
        return set()
    told = np.array([ratings[move.side] for move in free])
    rows = model.many([positions[move.ply] for move in free], told, told)
    return {move.ply for move, row in zip(free, rows, strict=True) if row[SQUARES[8][move.move]] <= _GLANCE}


def _values(position: Position, judged: JudgedMove, engine: Engine) -> tuple[dict[str, float], set[str]]:
    """The values of all moves, and the moves whose loss is proven.

    The values are the review's for the best move and the one played, and the others are relative to the best. A move
    that only the quicker search prefers to the best one counts as a little worse, and a move that leads to the same
    position as another, or a symmetric one, as equal.
    """
    analysis = engine.analyse(position, _LOOK, top=len(position.legal_moves))
    quick = values_of(analysis)
    best, played = judged.best.value or 0, judged.played.value or 0
    behind = {move: quick.get(judged.best.move, 0) - quick.get(move, 0) for move in position.legal_moves}
    known = {move: best - (_UNSURE if loss < -EQUAL else max(0.0, loss)) for move, loss in behind.items()}
    known = {**known, judged.move: played, judged.best.move: best}
    exact = {each.move for each in analysis.moves if each.is_proven}
    proven = (exact if judged.best.move in exact else set()) | {judged.move} if judged.is_proven else set()
    return levelled(position, known, known=(judged.best.move, judged.move)), proven


def _one_of(moves: Sequence[str]) -> str:
    """Name one to three moves, or the first of more."""
    if len(moves) == 1:
        return moves[0]
    if len(moves) <= _NAMED:
        return Text("{moves} or {last}", moves=", ".join(moves[:-1]), last=moves[-1])
    return Text("{move} or one of {n} other moves", move=moves[0], n=len(moves) - 1)


def share_in_words(share: float) -> str:
    """Say a share of players as a simple fraction: about one in five players."""
    return min(_SHARES, key=lambda each: abs(each[0] - share))[1]
