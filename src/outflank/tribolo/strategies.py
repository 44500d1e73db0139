"""The published computer player for Tribolo: minimax without pruning, and its three strategies.

A *strategy* consists of two functions: one evaluates a leaf, and the other returns whether the side to move there
maximises or minimises that value. All strategies share one search, an open recursion (`outflank.play.minimax`). Among
equal moves, the last one is chosen, as in the published program, whose `max-key` returns the last of several equals.
"""

from collections import Counter
from collections.abc import Callable, Collection
from dataclasses import dataclass

from outflank.board.squares import bits
from outflank.board.walks import directions, jumps
from outflank.play.minimax import minimax_step
from outflank.tribolo.outcome import TriboloColour
from outflank.tribolo.position import TriboloPosition

PERCENT = {"off": None, "1.0": 100, "1.1": 110, "1.2": 120}
"""Alliance thresholds: the others ally if this percentage of the person's cells exceeds each other colour's cells."""

FEW_LEFT, FEW_MOVES = 20, 5
"""With fewer than FEW_LEFT cells left (including walls), cells count; with fewer than FEW_MOVES own moves, moves count.
"""


@dataclass(frozen=True, slots=True)
class Strategy:
    """A computer player's view of positions: the value of a leaf, and which sides maximise it.

    `extra` is the number of plies that `evaluate` looks ahead.
    """

    name: str
    evaluate: Callable[[TriboloPosition], int]
    maximises: Callable[[TriboloPosition], bool]
    extra: int


def own_score(me: TriboloColour) -> Strategy:
    """Aim for as many own cells as possible; the other colours try to minimise them."""
    return _score_strategy("own score", (me,), lambda position: position.turn is me)


def allied(against: TriboloColour) -> Strategy:
    """Aim for as many cells as possible for the two other colours together."""
    return _score_strategy("allied", against.others, lambda position: position.turn is not against)


def own_choices(me: TriboloColour) -> Strategy:
    """Aim for as many own moves as possible at the leaf, even if it is another colour's turn there."""

    def evaluate(position: TriboloPosition) -> int:
        return position.legal_mask_of(me).bit_count()

    return Strategy("own choices", evaluate, lambda position: position.turn is me, 0)


def _score_strategy(
    name: str, friends: Collection[TriboloColour], maximises: Callable[[TriboloPosition], bool]
) -> Strategy:
    """A strategy for the sum of the friends' scores; the evaluation looks one more ply ahead, but only at scores."""

    def evaluate(position: TriboloPosition) -> int:
        now = sum(position.scores[colour] for colour in friends)
        if position.is_over:
            return now
        gains = _gains(position, friends)
        return now + (max(gains) if maximises(position) else min(gains))

    return Strategy(name, evaluate, maximises, 1)


def _gains(position: TriboloPosition, friends: Collection[TriboloColour]) -> Collection[int]:
    """The amount that each move adds to the sum of the friends' scores."""
    mover, empties = position.turn, position.empties
    sign = 1 if mover in friends else -1
    gains = Counter(dict.fromkeys(bits(position.legal_mask), int(mover in friends)))
    for loser in mover.others:
        if (loser in friends) != (mover in friends):
            steps = directions(position.width, position.height)
            for length, cells in jumps(position.discs[mover], position.discs[loser], steps):
                for cell in bits(cells & empties):
                    gains[cell] += sign * length
    return gains.values()


def choose_strategy(
    position: TriboloPosition, percent: int | None = 110, person: TriboloColour | None = None
) -> Strategy:
    """Choose a strategy for the player to move: the first published rule that applies decides.

    `person` is the human player's colour. The other two colours ally against that colour, unless one of them has at
    least `percent` percent of its cells. If `percent` or `person` is None, they never ally.
    """
    me, scores = position.turn, position.scores
    if percent is not None and person is not None and person is not me:
        others = [scores[other] for other in person.others]
        if 100 * max(others) < percent * scores[person]:
            return allied(person)
    if position.width * position.height - sum(scores) < FEW_LEFT:
        return own_score(me)
    if len(position.legal_moves) < FEW_MOVES:
        return own_choices(me)
    return own_score(me)


def search(position: TriboloPosition, depth: int, strategy: Strategy) -> int:
    """The value of a position under a strategy: search `depth` plies, then evaluate."""
    if depth == 0 or position.is_over:
        return strategy.evaluate(position)
    children = map(position.play, position.legal_moves)
    value: int = minimax_step(lambda child: search(child, depth - 1, strategy), children, strategy.maximises(position))
    return value
