"""`tribolo`: all computer players for Tribolo, under a single name."""

from collections.abc import Callable
from typing import Annotated, Literal

from outflank.classic import published
from outflank.errors import OptionError
from outflank.play.analysis import Analysis, MoveValue
from outflank.play.clock import TimeLeft
from outflank.play.minimax import minimax_step_by
from outflank.play.options import About, checked
from outflank.play.player import Player, check_not_over
from outflank.play.position import Move
from outflank.tribolo.outcome import TriboloColour
from outflank.tribolo.position import TriboloPosition
from outflank.tribolo.strategies import PERCENT, choose_strategy, search

MOST_PUBLISHED = 6
"""The greatest depth of the published player, in plies. It is small because this player does not prune."""


class Published(Player):
    """The published player: minimax without pruning, with a strategy for each situation.

    It evaluates positions `depth` plies ahead. `person` is the human player's colour, or None. The other two colours
    ally against the human unless one of them has at least `alliance` times as many cells as the human. If `alliance` is
    ``"off"``, they never ally.
    """

    def __init__(self, depth: int = 2, alliance: str = "1.1", person: TriboloColour | None = None):
        self.depth, self.percent, self.person = depth, PERCENT[alliance], person

    def choose(self, position: TriboloPosition, time_left: TimeLeft | None = None) -> Analysis:  # noqa: ARG002
        """Choose the last of the moves with the best value.

        Values are numbers of cells or of moves, depending on the strategy.
        """
        check_not_over(position)
        strategy = choose_strategy(position, self.percent, self.person)
        found: list[MoveValue] = []

        def judged(move: Move) -> MoveValue:
            value = search(position.play(move), self.depth - 1, strategy)
            found.append(MoveValue(move, value, depth=self.depth + strategy.extra, pv=(move,)))
            return found[-1]

        best = minimax_step_by(
            lambda each: each.value, judged, position.legal_moves, maximising=strategy.maximises(position)
        )
        return Analysis(best.move, tuple(found))


class Tribolo(Player):
    """The published Tribolo player or, with max_n or paranoid, a stronger one that searches until its time is up.

    `depth` is in plies. It defaults to 2 for the published player, whose evaluation adds another ply. `alliance` and
    `person` apply only to the published player, and `time` (seconds per move) applies only to the others.
    """

    label = "Tribolo"
    promise = "the published player, or the strong ones"
    group = "Levels"
    story = published.TRIBOLO

    @checked
    def __init__(
        self,
        mode: Annotated[
            Literal["published", "max_n", "paranoid"],
            About(
                short="{value}",
                words={
                    "published": "as published: 3 moves ahead",
                    "max_n": "strong: everyone for themselves",
                    "paranoid": "strong: both against one",
                },
            ),
        ] = "published",
        depth: Annotated[int | None, About(1, 128, "plies")] = None,
        alliance: Literal["1.1", "1.0", "1.2", "off"] = "1.1",
        person: Annotated[Literal["none", "blue", "red", "green"], About(short="", private=True)] = "none",
        time: Annotated[float, About(0, 86400, "seconds", above=True, short="")] = 1.0,
    ):
        self._choose: Callable[[TriboloPosition, TimeLeft | None], Analysis]
        if mode == "published":
            if depth is not None and depth > MOST_PUBLISHED:
                raise OptionError(
                    "expected depth from 1 to {most} (plies), got {depth}", most=MOST_PUBLISHED, depth=depth
                )
            colour = None if person == "none" else TriboloColour[person.upper()]
            self._choose = Published(depth or 2, alliance, colour).choose
        else:
            from outflank.tribolo.compiled.player import Strong  # not at the top: it compiles

            self._choose = Strong(mode == "max_n", depth, time).choose

    def choose(self, position: TriboloPosition, time_left: TimeLeft | None = None) -> Analysis:
        """Choose a move with the player selected by the mode."""
        return self._choose(position, time_left)
