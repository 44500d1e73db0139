"""The published computer player of Tribolo: minimax without pruning, and its three strategies.

A *strategy* is two functions: one evaluates a leaf, the other tells whether the side to move there maximises or
minimises that value. All strategies share one search, an open recursion (`outflank.play.minimax`). Of equal moves the
last wins, as in the published program, whose `max-key` returns the last of equals.
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
"""Alliance thresholds in percent: the person's cells, times this, must exceed those of each other colour."""

FEW_LEFT, FEW_MOVES = 20, 5
"""With fewer cells left than FEW_LEFT, walls included, cells count; with fewer own moves than FEW_MOVES, moves count.
"""


@dataclass(frozen=True, slots=True)
class Strategy:
    """A computer player's view of positions: the value of a leaf, and who maximises.

    `extra` is the number of plies that `evaluate` looks ahead.
    """

    name: str
    evaluate: Callable[[TriboloPosition], int]
    maximises: Callable[[TriboloPosition], bool]
    extra: int


def own_score(me: TriboloColour) -> Strategy:
    """Aim for the most own cells; the other colours minimise them."""
    return _score_strategy("own score", (me,), lambda position: position.turn is me)


def allied(against: TriboloColour) -> Strategy:
    """Aim for the most cells of the other two together."""
    return _score_strategy("allied", against.others, lambda position: position.turn is not against)


def own_choices(me: TriboloColour) -> Strategy:
    """Aim for the most own moves at the leaf, regardless of the turn there."""

    def evaluate(position: TriboloPosition) -> int:
        return position.legal_mask_of(me).bit_count()

    return Strategy("own choices", evaluate, lambda position: position.turn is me, 0)


def _score_strategy(
    name: str, friends: Collection[TriboloColour], maximises: Callable[[TriboloPosition], bool]
) -> Strategy:
    """A strategy for the sum of the friends' scores; the evaluation looks one ply ahead, at scores only."""

    def evaluate(position: TriboloPosition) -> int:
        now = sum(position.scores[colour] for colour in friends)
        if position.is_over:
            return now
        gains = _gains(position, friends)
        return now + (max(gains) if maximises(position) else min(gains))

    return Strategy(name, evaluate, maximises, 1)


def _gains(position: TriboloPosition, friends: Collection[TriboloColour]) -> Collection[int]:
    """The gain of each move for the sum of the friends' scores."""
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
    """Choose the strategy of the player to move by the first of the published rules that applies.

    `person` is the person's colour. The other two ally against it, unless one of them has at least `percent` of its
    cells; with None they never ally.
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
    """The value of a position for a strategy: `depth` plies, then the evaluation."""
    if depth == 0 or position.is_over:
        return strategy.evaluate(position)
    children = map(position.play, position.legal_moves)
    value: int = minimax_step(lambda child: search(child, depth - 1, strategy), children, strategy.maximises(position))
    return value
